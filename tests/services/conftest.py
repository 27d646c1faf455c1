"""What the tests of all services are given."""

import pytest

from tests.storeparts import opened


@pytest.fixture
def store(tmp_path):
    store = opened(tmp_path)
    yield store
    store.close()
