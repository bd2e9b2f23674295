"""A database of its own for each test."""

import pytest

from support.reminder_desk import Desk


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path / "account.db")
    yield made
    made.database.close()
