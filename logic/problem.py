"""What is said, in one line, about something that cannot be done."""

from __future__ import annotations

NAME = "quincunx"
LONGEST_LINE = 400
"""Characters: what somebody pasted by mistake is not told in full."""


class Problem(Exception):
    """Something asked for that cannot be done; its text is the one line that is said about it."""


def line(message: object) -> str:
    """Make one line of what went wrong, that any terminal can show."""
    words = " ".join(str(message).split())
    short = words if len(words) <= LONGEST_LINE else f"{words[:LONGEST_LINE]} …"
    return f"{NAME}: {short}\n".encode(errors="backslashreplace").decode()
