"""Fixtures of the long tests."""

from tests.support.seats.app import new_driver  # noqa: F401 - a fixture
from tests.thorough.illwill import seated  # noqa: F401 - a fixture
