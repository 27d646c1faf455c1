"""Fixtures of the tests in a real window."""

import pytest

from tests.e2e.sitting import SIZE
from tests.support.xwindow import screen


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made
