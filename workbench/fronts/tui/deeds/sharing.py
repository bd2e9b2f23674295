"""The deeds of sharing: copy the selected row, write a row, a pane or the screen to a file. Both say what they did."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import msgspec
from textual.strip import Strip

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.refusals import notice_of, whole_text
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.text.sizes import size_text

if TYPE_CHECKING:
    from workbench.fronts.tui.program import WorkbenchApp
    from workbench.fronts.tui.screens.session import SessionScreen

_NAMES: Final = {"list": "sessions", "compare": "compare"}


class Export(msgspec.Struct, frozen=True):
    """One thing to write: the key that chooses it, its name, what it is, how its file ends, how it is made."""

    key: str
    name: str
    what: str
    ending: str
    make: Callable[[], str]


def copy(screen: "SessionScreen") -> None:
    """Send the selected row to the terminal's clipboard, and say so."""
    from workbench.fronts.tui.export.clipboard import send
    from workbench.fronts.tui.export.rows import selected_text
    from workbench.fronts.tui.panes.keybar import key_in

    try:
        said = send(screen.app, selected_text(screen))
    except WorkbenchError as error:
        screen.say(notice_of(error))
        return
    screen.say(Notice(f"{said}; {key_in(screen, 'view.write')} writes them to a file instead"))


def write(screen: CommandScreen) -> None:
    """Ask what to write and where, then write it. It is what the screen shows now, whatever happens meanwhile."""
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    exports = {export.name: export for export in _exports(screen)}
    ways = [Way(export.key, name, export.what) for name, export in exports.items()]

    def answered(name: str | None) -> None:
        if name is not None:
            _ask_where(screen, exports[name])

    screen.app.push_screen(Choose("Write to file", ["What is written is what the screen shows now."], ways), answered)


def _exports(screen: CommandScreen) -> Iterator[Export]:
    """What can be written of a screen."""
    from workbench.fronts.tui.export.rows import selected_text
    from workbench.fronts.tui.export.text import screen_text
    from workbench.fronts.tui.screens.session import SessionScreen

    strips = [*screen._compositor.render_strips()]  # noqa: SLF001 - nothing else has the whole screen
    if isinstance(screen, SessionScreen):
        text, region = selected_text(screen), screen.query_one(f"#{screen.wanted}").region
        yield Export("r", "row", "the selected row, whole, as text", "txt", lambda: text)
        yield Export("p", "pane", "the pane as text", "txt", lambda: screen_text(strips, region))
    if (said := screen.said()) is not None:
        yield Export("n", "notice", "what was just said, whole, as text", "txt", lambda: f"{whole_text(said)}\n")
    yield Export("s", "screen", "the screen as text", "txt", lambda: screen_text(strips))
    yield Export("g", "picture", "the screen as a picture (SVG)", "svg", lambda: _picture(screen, strips))


def _picture(screen: CommandScreen, strips: list[Strip]) -> str:
    from workbench.fronts.tui.export.svg import screen_svg

    app = cast("WorkbenchApp", screen.app)
    return screen_svg(strips, title=f"workbench {_name(screen)}", theme=app.terminal_theme())


def _ask_where(screen: CommandScreen, export: Export) -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question
    from workbench.fronts.tui.export.files import file_name, meant

    now = screen.scene.now if hasattr(screen, "scene") else None
    question = Question(
        title=f"Write {export.what}",
        verb="write",
        hints=("A path; one without folders is below the folder the program was started in.",),
        initial=file_name(_name(screen), now, export.ending),
        means=lambda text: _explained(meant(text)),
        recall="file",
    )

    def answered(text: str | None) -> None:
        if text is not None:
            path = meant(text)
            if path.exists():
                _ask_over(screen, path, export)
            else:
                _carry_out(screen, path, export)

    screen.app.push_screen(Ask(question), answered)


def _explained(path: Path) -> str:
    return f"{path} is there already; you are asked before it is replaced" if path.exists() else f"a new file {path}"


def _ask_over(screen: CommandScreen, path: Path, export: Export) -> None:
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    ways = (Way("y", "yes", "replace the file"), Way("n", "no", "keep it, write nothing"))

    def answered(answer: str | None) -> None:
        if answer == "yes":
            _carry_out(screen, path, export, over=True)

    screen.app.push_screen(Choose("Replace a file", [f"{path} is there already."], ways), answered)


def _carry_out(screen: CommandScreen, path: Path, export: Export, *, over: bool = False) -> None:
    from workbench.fronts.tui.export.files import write_whole

    # A log may hold half a surrogate pair, which no file of text can.
    data = export.make().encode("utf-8", "replace")
    try:
        write_whole(path, data, over=over)
    except WorkbenchError as error:
        screen.say(notice_of(error))
        return
    screen.say(Notice(f"wrote {export.what} to {path}, {size_text(len(data))}"))


def _name(screen: CommandScreen) -> str:
    """What the file is called after: the session, or the kind of screen."""
    from workbench.fronts.tui.screens.session import SessionScreen

    return screen.scene.name if isinstance(screen, SessionScreen) else _NAMES.get(screen.SCOPE, "workbench")
