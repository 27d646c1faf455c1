"""The moves of Cóatl: each the smallest thing a player commits to; ``End`` closes the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from logic.coatl.pieces import LETTERS, Colour, Kind
from logic.coatl.pieces import End as Side

Action = Literal["", "discard", "take", "choose", "build", "crown", "pick", "future", "commit", "steal"]
"""What the player has begun in this turn; nothing at its start.

``crown`` is a build in which the first temple lies: only temples may follow. ``future`` is *See the Future* until the
first prophecy is chosen; from then on it is ``choose``.
"""


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a prophecy from the hand aside: before the first turn, or with *See the Future*."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the whole of one field of the supply board."""

    field: str

    def __str__(self) -> str:
        return f"take {self.field}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Take a prophecy that lies face up into the hand."""

    card: str

    def __str__(self) -> str:
        return f"choose {self.card}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a prophecy from the deck, blind."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Start:
    """Start a cóatl with a piece from the own board."""

    piece: str

    def __str__(self) -> str:
        return f"start {self.piece}"


@dataclass(frozen=True, slots=True)
class Attach:
    """Add a piece to an open end of one of the own cóatls, counted from 0."""

    piece: str
    coatl: int
    side: Side

    def __str__(self) -> str:
        return f"attach {self.piece} {self.coatl + 1} {self.side}"


@dataclass(frozen=True, slots=True)
class Prophesy:
    """Lay a prophecy from the hand on one of the own cóatls."""

    card: str
    coatl: int

    def __str__(self) -> str:
        return f"prophesy {self.card} {self.coatl + 1}"


@dataclass(frozen=True, slots=True)
class Crown:
    """Lay a temple, from the display or the hand, on a cóatl finished in this turn."""

    temple: str
    coatl: int

    def __str__(self) -> str:
        return f"crown {self.temple} {self.coatl + 1}"


@dataclass(frozen=True, slots=True)
class Fetch:
    """Take a piece of one's choice from a bag: the token *Perfect Pick*; a first body is followed by a second."""

    kind: Kind
    colour: Colour

    @property
    def look(self) -> str:
        """What the piece looks like: ``Rh`` for a red head."""
        return f"{self.colour}{LETTERS[self.kind]}"

    def __str__(self) -> str:
        return f"fetch {self.look}"


@dataclass(frozen=True, slots=True)
class Foresee:
    """Renew the face-up prophecies: the token *See the Future*; discards and a choice may follow."""

    def __str__(self) -> str:
        return "foresee"


@dataclass(frozen=True, slots=True)
class Commit:
    """Take a face-up temple into the hand: the token *Priest's Commitment*."""

    temple: str

    def __str__(self) -> str:
        return f"commit {self.temple}"


@dataclass(frozen=True, slots=True)
class Steal:
    """Give a golden feather to an opponent, to take up to two bodies from that player's board."""

    seat: int

    def __str__(self) -> str:
        return f"steal {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Rob:
    """Take a body from the board of the opponent who got the feather."""

    piece: str

    def __str__(self) -> str:
        return f"rob {self.piece}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn: spaces are refilled, finished cóatls are locked for good."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the turn go by, where nothing at all can be done."""

    def __str__(self) -> str:
        return "pass"


CoatlMove = (
    Discard | Take | Choose | Draw | Start | Attach | Prophesy | Crown
    | Fetch | Foresee | Commit | Steal | Rob | End | Pass
)  # fmt: skip
