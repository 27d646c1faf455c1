"""What the tests at a real window are given."""

import pytest

from tests.sitting import SIZE
from tests.xwindow import screen


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made
