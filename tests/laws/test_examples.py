"""The doctests of logic: each of them runs and gives the stated output."""

import doctest
import importlib

import pytest

from tests.support.processes import ROOT

MARK = ">>> "
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): text.count(MARK)
    for path in sorted((ROOT / "logic").rglob("*.py"))
    if MARK in (text := path.read_text(encoding="utf-8"))
}
"""The modules that have examples, and how many lines of them each has."""
LEAST = 10
"""The least number of docstrings with examples."""


@pytest.mark.parametrize("name", MODULES)
def test_the_doctests_of_a_module_pass(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted == MODULES[name] > 0
    assert result.failed == 0


def test_enough_docstrings_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = [found.name for name in MODULES for found in finder.find(importlib.import_module(name)) if found.examples]
    assert len(shown) >= LEAST
