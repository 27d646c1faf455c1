"""Samples of long tests for everyday runs, and all cases for the thorough ones."""

import pytest


def sample_of(cases, *, every=1, where=None):
    """Return all cases, of which only every n-th, or those ``where`` that holds, are in the short run."""
    return [
        case
        if (where(case) if where else number % every == 0)
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.thorough)
        for number, case in enumerate(cases)
    ]


def in_turn(rows, columns):
    """Return all pairs; in the short run each row meets one of the columns, which take turns."""
    columns = list(columns)
    pairs = [(row, column, number % len(columns) == place)
             for number, row in enumerate(rows) for place, column in enumerate(columns)]  # fmt: skip
    return [pytest.param(*pair, marks=[] if short else pytest.mark.thorough) for *pair, short in pairs]
