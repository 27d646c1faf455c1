"""What the tests at a real window are given."""

import pytest

from tests.sceneapp import AT_BOARDS, paint_nothing_ahead
from tests.sitting import SIZE
from tests.xwindow import screen


@pytest.fixture(autouse=True)
def _nothing_painted_ahead(monkeypatch):
    """Boards bake nothing ahead for moves that the twin of a program will hardly show."""
    paint_nothing_ahead(monkeypatch, AT_BOARDS)


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made
