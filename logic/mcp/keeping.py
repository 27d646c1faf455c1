"""Games that outlive the server: a file each, with everything hidden in it, which therefore never leaves this side.

Nobody else on the machine can read them either. Of the seats' tokens only marks are written down, from which nobody
gets the tokens back. So each seat of a game that was kept goes on with the token it had, and nobody has learnt
anything.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import msgspec

from logic.config import ConfigError, convert
from logic.hosting.tokens import Mark, seat_of
from logic.registry import GAMES
from logic.session.saving import SaveError
from logic.session.session import Session
from logic.storage.files import data_folder, read_regular, reason, write_whole
from logic.terminal import Problem

FORMAT = 1
FOLDER = "mcp"
LARGEST_GAME = 2**22
"""Bytes: far more than the longest game takes up."""
NAME = re.compile(r"[0-9a-f]{12}")

Marks = Annotated[tuple[Mark, ...], msgspec.Meta(min_length=1, max_length=8)]


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is kept: the mark of each seat's token, empty at a computer's seat, and the save."""

    quincunx_mcp: int
    marks: Marks
    game: dict[str, Any]


def keep(name: str, marks: tuple[str, ...], session: Session) -> None:
    """Write a game down, over what was kept of it before; raise StoreProblem where that cannot be done."""
    write_whole(_place(name), msgspec.json.encode(Kept(FORMAT, marks, session.save())), private=True)


def fetch(name: str, token: str) -> tuple[Session, tuple[str, ...]]:
    """A kept game and its marks, for whoever has the token of one of its seats; raises Problem otherwise."""
    kept = _read(name) if NAME.fullmatch(name) else None
    if kept is None or seat_of(token, kept.marks) is None:
        raise Problem("no game is kept under that game_id in which your token has a seat")
    try:
        session = Session.load(kept.game, GAMES)
    except SaveError as error:
        raise Problem(f"the kept game cannot be read: {error.message}") from None
    if len(session.seats) != len(kept.marks):
        raise Problem("the kept game cannot be read: it has not as many seats as tokens")
    return session, kept.marks


def _place(name: str) -> Path:
    return data_folder() / FOLDER / f"{name}.json"


def _read(name: str) -> Kept | None:
    try:
        data = msgspec.json.decode(read_regular(_place(name), LARGEST_GAME))
        kept = convert(data, Kept, "game")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Problem(f"the kept game cannot be read: {reason(error)}") from None
    except (ConfigError, ValueError, RecursionError):
        raise Problem("the kept game cannot be read: it is no game of this program") from None
    if kept.quincunx_mcp != FORMAT:
        raise Problem(f"the kept game cannot be read: it has format {kept.quincunx_mcp}, and {FORMAT} was expected")
    return kept
