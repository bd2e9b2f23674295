"""The schedules pane alone on a screen."""

from support.tellings import OnePane
from workbench.fronts.tui.panes.schedules import SchedulesPane


def pane_app(tmp_path) -> tuple[SchedulesPane, OnePane]:
    """The pane, and the app that shows nothing else."""
    pane = SchedulesPane(id="schedules")
    return pane, OnePane(pane, tmp_path)
