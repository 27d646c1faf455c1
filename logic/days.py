"""Days as a calendar writes them, for what changes day by day: their place in the week, and a seed of their own."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection
from hashlib import sha256
from itertools import count

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


def is_day(text: str) -> bool:
    """Tell an ISO day from any other text."""
    try:
        weekday(text)
    except ValueError:
        return False
    return True


def streaks(days: Collection[int], today: int) -> tuple[int, int]:
    """Count how many days in a row are among some, up to today or, as long as today is not, to yesterday; and at most.

    Days are numbered one after the other, from wherever that begins.

    >>> streaks([28, 30, 31], today=32)
    (2, 2)
    """
    numbers = set(days)
    longest, run = 0, 0
    for number in sorted(numbers):
        run = run + 1 if number - 1 in numbers else 1
        longest = max(longest, run)
    last = today - (today not in numbers)
    return next(back for back in count() if last - back not in numbers), longest


def day_seed(day: str) -> int:
    """The seed of a day, the same for everybody."""
    return int.from_bytes(sha256(day.encode()).digest()[:4], "big")
