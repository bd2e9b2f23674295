"""The README names keys that there are, and the one that throws something away."""

import re

from support.repo import ROOT
from workbench.actions.commands import BY_ID, COMMANDS

README = (ROOT / "README.md").read_text(encoding="utf-8")
# In prose a key stands alone between backticks; longer words there are commands, options and files.
NAMED = set(re.findall(r"(?<!`)`([^\s`])`(?!`)", README))


def test_every_key_that_is_named_is_a_commands():
    assert {command.key for command in COMMANDS} >= NAMED


def test_starting_over_is_named():
    assert BY_ID["session.over"].key in NAMED
