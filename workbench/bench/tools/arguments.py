"""Raw argument text against a tool's served schema: the parsed object, or the refusal in words (SCH-13, SCH-25).

Owns what ``INVALID_ARGS`` says. The schema that is served is the one enforced here; nothing is coerced.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from workbench.bench.tools.base import Outcome
from workbench.text.jsontext import decode
from workbench.text.quote import quote

Validate = Callable[[Any], Any]
_TYPE_WORDS: Final = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "text",
}


def compile_schema(schema: dict[str, Any]) -> Validate:
    """A function that raises ``fastjsonschema.JsonSchemaValueException`` for a value that ``schema`` refuses."""
    import fastjsonschema

    validate: Validate = fastjsonschema.compile(schema, use_default=False, use_formats=False)
    return validate


def check_arguments(text: str, validate: Validate) -> dict[str, Any] | Outcome:
    """The object that ``text`` holds when ``validate`` accepts it, else the refusal for log and caller."""
    from fastjsonschema import JsonSchemaValueException

    try:
        # A lone surrogate in the text becomes the JSON escape that means it.
        value = decode(text.encode("utf-8", "backslashreplace"))
    except ValueError as error:
        return refused(f"the arguments are not JSON text ({error}); accepted is one JSON object, given {quote(text)}")
    if not isinstance(value, dict):
        return refused(f"the arguments must be one JSON object, given {quote(value)}")
    try:
        validate(value)
    except JsonSchemaValueException as error:
        return refused(_in_words(error))
    return value


def refused(message: str) -> Outcome:
    """A call whose arguments were refused before anything was decided."""
    return Outcome(message, is_error=True, error_name="ToolArgsError", error_code="INVALID_ARGS", code="INVALID_ARGS")


def _in_words(error: Any) -> str:
    """What is wrong where, and what is accepted there; ``error`` is the schema library's exception."""
    place = _place(error.path[1:])
    wording = _RULES.get(error.rule)
    if wording is None:
        return f"{place or 'the arguments'}: {error.message.removeprefix(error.name).strip()}"
    return wording(place, error.rule_definition, error.value, error.definition)


def _place(path: Iterable[Any]) -> str:
    """``todos[0].status`` for the steps ``todos``, ``0``, ``status``."""
    place = ""
    for step in map(str, path):
        place += f"[{step}]" if step.isdigit() else f".{step}" if place else step
    return place


def _type(place: str, wanted: Any, value: Any, _schema: Any) -> str:
    names = [wanted] if isinstance(wanted, str) else wanted
    words = " or ".join(_TYPE_WORDS.get(name, name) for name in names)
    return f"{place or 'the arguments'} must be {words}, given {quote(value)}"


def _required(place: str, names: Any, value: Any, schema: Any) -> str:
    missing = ", ".join(name for name in names if name not in value)
    accepted = ", ".join(schema.get("properties", names))
    return f"{place or 'the arguments'} must have {missing}; accepted keys are {accepted}"


def _extra(place: str, _rule: Any, value: Any, schema: Any) -> str:
    known = schema.get("properties", {})
    extra = ", ".join(quote(name) for name in value if name not in known)
    return f"{place or 'the arguments'} has the unknown key {extra}; accepted keys are {', '.join(known)}"


def _enum(place: str, values: Any, value: Any, _schema: Any) -> str:
    return f"{place} must be one of {', '.join(map(quote, values))}, given {quote(value)}"


def _one_of(place: str, shapes: Any, value: Any, _schema: Any) -> str:
    return f"{place} must be {' or '.join(map(_shape, shapes))}, given {quote(value)}"


def _shape(schema: dict[str, Any]) -> str:
    words = _TYPE_WORDS.get(schema.get("type", ""), "a value")
    keys = ", ".join(f"{name} ({_shape(each)})" for name, each in schema.get("properties", {}).items())
    return f"{words} with exactly {keys}" if keys else words


_RULES: Final[dict[str, Callable[[str, Any, Any, Any], str]]] = {
    "type": _type,
    "required": _required,
    "additionalProperties": _extra,
    "enum": _enum,
    "oneOf": _one_of,
}
