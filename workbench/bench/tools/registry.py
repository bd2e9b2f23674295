"""The one registry of tools (BEN-10): what is served, what is enforced, and the handler behind a name.

Owns look-up and checking. How a call waits and is recorded is tool_calls.py's and outside.py's business.
"""

from collections.abc import Sequence
from typing import Any, Final

from workbench.bench.tools import plan, schedule
from workbench.bench.tools.arguments import Validate, check_arguments, compile_schema
from workbench.bench.tools.base import Outcome, SessionPort, Steps, Tool
from workbench.text.quote import quote

SESSION_TOOLS: Final[tuple[Tool, ...]] = (*schedule.TOOLS, *plan.TOOLS)


class Registry:
    """Tools by name. Schemas are compiled at their first use."""

    def __init__(self, tools: Sequence[Tool] = SESSION_TOOLS) -> None:
        self._tools = {tool.name: tool for tool in sorted(tools, key=lambda tool: tool.name)}
        self._validators: dict[str, Validate] = {}
        self._served = tuple(
            {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
            for tool in self._tools.values()
        )

    def get(self, name: str) -> Tool | None:
        """The tool of that name."""
        return self._tools.get(name)

    def tools(self) -> tuple[Tool, ...]:
        """All tools by name, with schemas and properties, for fronts that serve more than a model sees."""
        return tuple(self._tools.values())

    def served(self) -> tuple[dict[str, Any], ...]:
        """``{name, description, parameters}`` of every tool, as models and ``request/header`` get them."""
        return self._served

    def check(self, name: str, arguments: str) -> dict[str, Any] | Outcome:
        """The parsed arguments of a call given as raw JSON text, or its refusal: unknown tool or ``INVALID_ARGS``."""
        tool = self._tools.get(name)
        if tool is None:
            return _unknown(name, self._tools)
        validate = self._validators.get(name)
        if validate is None:
            validate = self._validators[name] = compile_schema(tool.input_schema)
        return check_arguments(arguments, validate)

    def call(self, name: str, arguments: dict[str, Any], port: SessionPort) -> Steps:
        """The resumable handler of a checked call."""
        return self._tools[name].handler(port, arguments)


def _unknown(name: str, known: dict[str, Tool]) -> Outcome:
    message = f"there is no tool {quote(name)}; the tools are {', '.join(known)}"
    return Outcome(
        message, is_error=True, error_name="UnknownToolError", error_code="UNKNOWN_TOOL", code="UNKNOWN_TOOL"
    )
