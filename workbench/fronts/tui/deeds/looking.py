"""What is done about a key that would drive a log which is only looked at, beyond saying why it does nothing.

Owns looking again whether whoever writes the log has let it go, in the bench's thread and on a key alone, and the words
about a log that has something wrong with it.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from workbench.fronts.tui.panes.refusals import briefly
from workbench.fronts.tui.panes.scene import Notice

if TYPE_CHECKING:
    from workbench.actions.commands import Command
    from workbench.fronts.tui.screens.session import SessionScreen


def answer(screen: "SessionScreen", command: "Command") -> bool:
    """Answer ``command`` if it would do something, were it not that the log cannot be driven; False where there is no
    more to say than that."""
    situation, driver = screen.situation(), screen.launch.driver
    view = situation.view
    if view is None or view.drivable or driver is None:
        return False
    if not command.applies(msgspec.structs.replace(situation, view=replace(view, drivable=True))):
        return False
    if driver.holder is not None:
        driver.look_again()
    elif view.problem is not None and view.verdict not in ("ok", "torn"):
        said = "this log can be looked at, not driven: "
        screen.say(Notice(f"{said}{briefly(view.problem)}", bad=True, whole=f"{said}{view.problem}"))
    else:
        return False
    return True
