"""Fixtures of the long tests."""

from tests.support.seats.app import sit_down  # noqa: F401 - a fixture
from tests.thorough.illwill import seated  # noqa: F401 - a fixture
