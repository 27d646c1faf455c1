"""Days as a calendar writes them, for what changes day by day: their place in the week, and a seed of their own."""

from __future__ import annotations

import re
from calendar import monthrange
from hashlib import sha256

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def weekday(day: str) -> int:
    """0 for a Monday to 6 for a Sunday, by an ISO day (2026-01-31); raises ValueError for no day.

    >>> weekday("2026-01-31")
    5
    """
    match = _DAY.fullmatch(day)
    year, month, number = map(int, match.groups()) if match else (0, 0, 0)
    if not (year and 1 <= month <= 12):
        raise ValueError(f"day: {day!r} is no day; write it like 2026-01-31, please")
    first, days = monthrange(year, month)
    if not 1 <= number <= days:
        raise ValueError(f"day: {day!r} is no day; write it like 2026-01-31, please")
    return (first + number - 1) % 7


def day_seed(day: str) -> int:
    """The seed of a day, the same for everybody."""
    return int.from_bytes(sha256(day.encode()).digest()[:4], "big")
