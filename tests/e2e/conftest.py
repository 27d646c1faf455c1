"""What the tests at a real window are given."""

import pytest

from tests.e2e.sitting import SIZE
from tests.support.seats.app import AT_BOARDS, paint_nothing_ahead
from tests.support.xwindow import screen


@pytest.fixture(autouse=True)
def _nothing_painted_ahead(monkeypatch):
    """Boards bake nothing ahead for moves that the twin of a program will hardly show."""
    paint_nothing_ahead(monkeypatch, AT_BOARDS)


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made
