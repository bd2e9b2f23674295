"""What is armed, in as few words as there is room for; and that a session crashed.

Owns the words. Which faults there are is ``bench.faults``'.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.instants import counted
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.faults import Armed


def title_of(name: str) -> str:
    """A fault's title for people."""
    from workbench.bench.faults import BY_NAME

    fault = next((fault for known, fault in BY_NAME.items() if known == name), None)
    return fault.title if fault is not None else name.replace("_", " ")


def times(number: int) -> str:
    """``once``, ``2 times``."""
    return "once" if number == 1 else counted(number, "time")


def armed_words(armed: "Armed") -> str:
    """``barrier is slow, 1m, 2 times``."""
    lasts = f", {format_duration(armed.seconds * 1000)}" if armed.seconds else ""
    return f"{title_of(armed.name)}{lasts}, {times(armed.left)}"


def armed_forms(armed: "Sequence[Armed]") -> Iterator[str]:
    """What is armed, from the longest form to the shortest."""
    if not armed:
        return
    if len(armed) == 1:
        yield f"armed: {armed_words(armed[0])}"
        yield f"armed: {title_of(armed[0].name)}"
    yield f"{counted(len(armed), 'fault')} armed"
    yield counted(len(armed), "fault")


def struck(before: "Sequence[Armed]", after: "Sequence[Armed]") -> tuple[str, ...]:
    """What struck between two views, between which nothing was armed or disarmed: ``barrier fails struck, 2 left``."""
    left = {each.name: each.left for each in after}
    told = ((each, left.get(each.name, 0)) for each in before)
    return tuple(
        f"{title_of(each.name)} struck{f', {now:,} left' if now else ''}" for each, now in told if now < each.left
    )


def crash_words(lost: int) -> str:
    """``crashed, 3 events lost``."""
    return f"crashed, {counted(lost, 'event')} lost"
