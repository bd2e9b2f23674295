"""Run the README's first command in a real terminal: ``python first_look.py COMMAND``, in a clean copy of the checkout.

Waits for the session list with a bundled example, presses Enter, waits for the main screen, quits with ``q`` and checks
the exit status. Needs tmux; standard library only; looks at the screen now and then, as a person would.
"""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 180.0  # seconds, the installation included


class Terminal:
    """One window of 120x40 on a tmux server of its own."""

    def __init__(self, command: str, status: Path) -> None:
        self._server = f"first-look-{os.getpid()}"
        script = f"({command}); echo $? > {shlex.quote(str(status))}"
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", "120", "-y", "40", "bash", "-c", script)

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._server, *arguments], capture_output=True, text=True, check=check, timeout=20
        )
        return done.stdout

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", check=False)

    def press(self, key: str) -> None:
        self._tmux("send-keys", key)

    def close(self) -> None:
        self._tmux("kill-server", check=False)


def wait(what: str, reached: Callable[[], bool], terminal: Terminal) -> None:
    last = ""
    for _ in range(int(PATIENCE / 0.1)):
        last = terminal.screen() or last
        if reached():
            return
        time.sleep(0.1)
    sys.exit(f"waited {PATIENCE:.0f} s in vain for {what}; the last screen was\n{last}")


def main() -> None:
    names = sorted(path.stem for path in Path("sessions").glob("*.toml"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = str(Path(folder) / "home")
        status = Path(folder) / "status"
        terminal = Terminal(sys.argv[1], status)
        try:
            shown = lambda *words: any(word in terminal.screen() for word in words)  # noqa: E731
            wait("a bundled example in the session list", lambda: shown(*names), terminal)
            terminal.press("Enter")
            wait("the main screen", lambda: shown("Schedules"), terminal)
            terminal.press("q")
            wait("the program's end", status.exists, terminal)
        finally:
            terminal.close()
        if (left := status.read_text().strip()) != "0":
            sys.exit(f"the program left with {left}")
    print("the session list opened, Enter opened the main screen, q left")


if __name__ == "__main__":
    main()
