"""A fresh desk for each test."""

import pytest

from support.todo_desk import Desk


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    desk.database.close()
