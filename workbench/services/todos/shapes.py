"""Arguments against the table of fields: JSON types, lengths, listed values; nothing is coerced (TODO-1).

Refuses what the served schema refuses, with the same code, so that a caller inside the program needs no schema library.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.services.todos.fields import Field
from workbench.services.todos.refusals import refusal
from workbench.text.quote import quote

_CAPABILITY: Final = "mount_capability"

_IS: Final[dict[str, Callable[[Any], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_WORDS: Final = {"string": "text", "number": "a number", "boolean": "true or false", "null": "null"}


def check_shapes(args: Any, fields: Mapping[str, Field], required: tuple[str, ...], *, closed: bool) -> None:
    """Raise ``INVALID_ARGS`` where ``args`` does not fit ``fields``.

    With ``closed`` a key outside the table is refused too; the dispatcher of ``todo`` has a code of its own for those.
    """
    if not isinstance(args, Mapping):
        raise refusal("INVALID_ARGS", f"the arguments must be an object, given {quote(args)}")
    for name in required:
        if name not in args:
            raise refusal(
                "INVALID_ARGS", f"the arguments must have {name}; accepted keys are {', '.join(fields)}", name
            )
    for name, value in args.items():
        if name in fields:
            _check_field(name, value, fields[name])
        elif closed:
            raise refusal(
                "INVALID_ARGS", f"{quote(name)} is an unknown key; accepted keys are {', '.join(fields)}", name
            )


def check_readable(args: Mapping[str, Any]) -> None:
    """Raise ``INVALID_ARGS`` for text with a lone surrogate: no file and no screen can hold it."""
    for name, value in args.items():
        if isinstance(value, str) and not _is_text(value):
            raise refusal("INVALID_ARGS", f"{name} holds half a surrogate pair, which is no character", name)


def _check_field(name: str, value: Any, field: Field) -> None:
    if not any(_IS[kind](value) for kind in field.types):
        words = " or ".join(_WORDS[kind] for kind in field.types)
        raise refusal("INVALID_ARGS", f"{name} must be {words}, given {_given(name, value)}", name)
    if field.one_of and value not in field.one_of:
        listed = ", ".join(field.one_of)
        raise refusal("INVALID_ARGS", f"{name} must be one of {listed}, given {_given(name, value)}", name)
    if field.longest is not None and not 1 <= len(value) <= field.longest:
        raise refusal("INVALID_ARGS", f"{name} must have 1 to {field.longest} characters, given {len(value)}", name)


def _given(name: str, value: Any) -> str:
    """``value`` for the message; a capability is never echoed, whatever it is wrapped in."""
    return f"a value of type {type(value).__name__}" if name == _CAPABILITY else quote(value)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
