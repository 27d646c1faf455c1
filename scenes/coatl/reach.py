"""What a hand can do at the table of Cóatl: the legal moves, sorted by what they are made with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from logic.coatl.components import LETTERS
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)

Build = Start | Attach | Prophesy | Crown


@dataclass(frozen=True, slots=True)
class Reach:
    """The moves of one position, each where the hand looks for it."""

    fields: dict[str, Take] = field(default_factory=dict)
    cards: dict[str, Choose] = field(default_factory=dict)
    discards: dict[str, Discard] = field(default_factory=dict)
    builds: dict[str, list[Build]] = field(default_factory=dict)
    """What can be done with an own piece, prophecy or temple."""
    fetches: dict[str, Fetch] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    steals: dict[int, Steal] = field(default_factory=dict)
    robs: dict[str, Rob] = field(default_factory=dict)
    draw: Draw | None = None
    foresee: Foresee | None = None
    end: End | Pass | None = None

    @property
    def tokens(self) -> Mapping[str, bool]:
        """Tell of each sacrifice token whether it can be used."""
        return {"pick": bool(self.fetches), "future": self.foresee is not None, "commit": bool(self.commits)}

    def on_lane(self, name: str, coatl: int) -> list[Build]:
        """Give what can be done with a thing at one of the own cóatls."""
        return [move for move in self.builds.get(name, ()) if not isinstance(move, Start) and move.coatl == coatl]


def reach_of(listed: Iterable[CoatlMove]) -> Reach:
    """Sort the legal moves."""
    moves = tuple(listed)
    builds: dict[str, list[Build]] = {}
    for move in moves:
        if isinstance(move, Build):
            builds.setdefault(used_in(move), []).append(move)
    return Reach(
        fields={move.field: move for move in moves if isinstance(move, Take)},
        cards={move.card: move for move in moves if isinstance(move, Choose)},
        discards={move.card: move for move in moves if isinstance(move, Discard)},
        builds=builds,
        fetches={move.colour + LETTERS[move.kind]: move for move in moves if isinstance(move, Fetch)},
        commits={move.temple: move for move in moves if isinstance(move, Commit)},
        steals={move.seat: move for move in moves if isinstance(move, Steal)},
        robs={move.piece: move for move in moves if isinstance(move, Rob)},
        draw=next((move for move in moves if isinstance(move, Draw)), None),
        foresee=next((move for move in moves if isinstance(move, Foresee)), None),
        end=next((move for move in moves if isinstance(move, End | Pass)), None),
    )


def used_in(move: Build) -> str:
    """Give the piece or the card that a step of a build is made with."""
    if isinstance(move, Start | Attach):
        return move.piece
    return move.card if isinstance(move, Prophesy) else move.temple
