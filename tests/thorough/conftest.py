"""What several tests that take long are given."""

from tests.illwill import seated  # noqa: F401 - a fixture
from tests.sceneapp import sit_down  # noqa: F401 - a fixture
