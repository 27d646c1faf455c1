"""Fixtures of the service tests: a store, and an event loop for coroutines."""

import asyncio
import inspect
import sqlite3
from contextlib import suppress

import pytest

from logic.storage.store import Store
from tests.support.processes import PATIENCE
from tests.support.storeparts import opened


@pytest.fixture
def store(tmp_path):
    return opened(tmp_path)


@pytest.fixture(autouse=True)
def _closed(monkeypatch):
    """Close what a test has opened and left open."""
    left, open_store = [], Store.open

    def opening(*arguments):
        left.append(open_store(*arguments))
        return left[-1]

    monkeypatch.setattr(Store, "open", opening)
    yield
    for store, _ in left:
        with suppress(sqlite3.ProgrammingError):  # it is closed already
            store.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE))
    return True
