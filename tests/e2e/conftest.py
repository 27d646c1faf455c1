"""What the tests at a real window are given."""

import pytest

from tests.e2e.sitting import SIZE
from tests.support.xwindow import screen


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made
