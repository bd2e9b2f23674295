"""The three schedule tools as resumable steps (SCH-13, SCH-21 to SCH-25).

Owns their order - barrier, fold, decide, append, barrier - and the values they answer. The rules are
:mod:`workbench.schedule`'s; queueing and recording are the caller's.
"""

from collections.abc import Callable, Generator
from typing import Any, Final, Literal

from workbench.bench.tools import schedule_schemas as schemas
from workbench.bench.tools.base import BARRIER, Barrier, Outcome, SessionPort, Steps, Tool
from workbench.errors import BarrierFailed, ScheduleError, WorkbenchError
from workbench.schedule.changes import Create, Delete
from workbench.schedule.create import create_record
from workbench.schedule.manage import check_delete_id
from workbench.schedule.records import view_json
from workbench.text.jsontext import dumps

Operation = Literal["create", "list", "delete"]
Body = Callable[[SessionPort, dict[str, Any]], Steps]
CODES: Final = frozenset((
    "invalid_prompt", "invalid_selector", "invalid_rule", "invalid_time_zone", "not_future", "time_out_of_range",
    "frequency_too_high", "corrupt_schedule_log", "persistence_uncertain", "internal_error",
))  # fmt: skip


def _create(port: SessionPort, args: dict[str, Any]) -> Steps:
    yield from _earlier_work("create")
    fold = port.fold()
    record = create_record(args, fold.allocate(), port.now())
    port.append_change(Create(record))
    yield from _own_work("create", record.id)
    return _success(view_json(record, port.now()))


def _list(port: SessionPort, _args: dict[str, Any]) -> Steps:
    yield from _earlier_work("list")
    now = port.now()
    views = [view_json(record, now) for record in port.fold().active.values()]
    return Outcome(dumps(views), structured={"schedules": views})


def _delete(port: SessionPort, args: dict[str, Any]) -> Steps:
    id = check_delete_id(args.get("id"))  # noqa: A001 - the word for a record's id everywhere
    yield from _earlier_work("delete", id)
    if id not in port.fold().active:
        code = "schedule_not_found"
        value = {"id": id, "deleted": False, "code": code}
        return Outcome(dumps(value), structured=value, code=code)
    port.append_change(Delete(id))
    yield from _own_work("delete", id)
    return _success({"id": id, "deleted": True})


def _earlier_work(operation: Operation, id: str | None = None) -> Generator[Barrier]:  # noqa: A002
    """Wait until all earlier work is durable; before that nothing is read and nothing decided."""
    try:
        yield BARRIER
    except BarrierFailed as failure:
        message = f"nothing was decided, because what was appended earlier may not be on disk: {failure.message}"
        raise _uncertain(message, operation, id) from failure


def _own_work(operation: Operation, id: str) -> Generator[Barrier]:  # noqa: A002
    """Wait until what this call appended is durable."""
    try:
        yield BARRIER
    except BarrierFailed as failure:
        message = (
            f"the {operation} of {id} was appended, but whether it is on disk is not known: {failure.message}."
            " List the schedules to see what holds"
        )
        raise _uncertain(message, operation, id) from failure


def _uncertain(message: str, operation: Operation, id: str | None) -> ScheduleError:  # noqa: A002
    details = {"operation": operation} if id is None else {"operation": operation, "id": id}
    return ScheduleError("persistence_uncertain", message, details=details)


def _success(value: dict[str, Any]) -> Outcome:
    return Outcome(dumps(value), structured=value)


def _refusal(code: str, message: str, **more: Any) -> Outcome:
    """A domain error: an ordinary result with its code (SCH-25)."""
    value = {"code": code, "message": message, **more}
    return Outcome(dumps(value), structured=value, code=code)


def _answering(body: Body) -> Body:
    """``body`` with every failure turned into one of the closed codes."""

    def handler(port: SessionPort, args: dict[str, Any]) -> Steps:
        try:
            return (yield from body(port, args))
        except ScheduleError as error:
            more = error.details if error.code == "persistence_uncertain" else {}
            return _refusal(error.code if error.code in CODES else "internal_error", error.message, **more)
        except WorkbenchError as error:
            return _refusal("internal_error", error.message)
        except Exception as error:  # noqa: BLE001 - a defect must still end the call with a result
            return _refusal("internal_error", f"this is a defect of the workbench: {type(error).__name__}: {error}")

    return handler


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        name="schedule_create",
        description=schemas.CREATE_DESCRIPTION,
        input_schema=schemas.CREATE_INPUT,
        output_schema=schemas.CREATE_OUTPUT,
        changes_session=True,
        handler=_answering(_create),
    ),
    Tool(
        name="schedule_delete",
        description=schemas.DELETE_DESCRIPTION,
        input_schema=schemas.DELETE_INPUT,
        output_schema=schemas.DELETE_OUTPUT,
        changes_session=True,
        handler=_answering(_delete),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="schedule_list",
        description=schemas.LIST_DESCRIPTION,
        input_schema=schemas.LIST_INPUT,
        output_schema=schemas.LIST_OUTPUT,
        changes_session=False,
        handler=_answering(_list),
        idempotent=True,
    ),
)
