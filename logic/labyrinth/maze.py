"""One maze for one player: the seed of its deal and the number of its cards, as params, as a code, as a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from logic.codes import CodeError, Spelt, spelt
from logic.core import Dice, Message
from logic.labyrinth.dealing import new
from logic.labyrinth.params import Params
from logic.labyrinth.rules import State
from logic.puzzles import NoPuzzle

MOST_TREASURES = 6
SEED_BITS = 32
CARDS_BITS = 3
CODE_LENGTH = 7
"""Letters of a code, the check letter not counted: of the seed's bits and the cards'."""


class Maze(NamedTuple):
    """What a maze is dealt from; all else is as the variant for one has it."""

    seed: int
    treasures: int

    @property
    def key(self) -> str:
        """What a profile's progress calls it."""
        return f"{self.treasures}-{self.seed}"

    @property
    def code(self) -> str:
        """The code by which it is shared."""
        return str(Spelt(self.seed << CARDS_BITS | self.treasures - 1, CODE_LENGTH))

    @property
    def params(self) -> dict[str, Any]:
        """What is laid over the params of the variant."""
        return {"maze": self.seed, "cards": [self.treasures]}

    def first_position(self) -> State:
        """Deal it."""
        params = Params(players=1, cards=(self.treasures,), open_cards=True, maze=self.seed)
        return new(params, Dice(self.seed))


def maze_of(params: Mapping[str, Any]) -> Maze | None:
    """Give the maze with these params; None where they leave the deal to the dice, or to other rules than a maze's."""
    seed = params.get("maze")
    cards: Sequence[int] = params.get("cards") or ()
    if not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        return None
    return Maze(seed, cards[0]) if len(cards) == 1 and 1 <= cards[0] <= MOST_TREASURES else None


def maze_of_code(text: str) -> Maze:
    """Give the maze that a code holds; raise NoPuzzle with what is wrong with it."""
    try:
        code = spelt(text, CODE_LENGTH)
    except CodeError as error:
        raise NoPuzzle(error.message) from None
    maze = Maze(code.number >> CARDS_BITS, (code.number & (1 << CARDS_BITS) - 1) + 1)
    if code.length != CODE_LENGTH or maze.treasures > MOST_TREASURES:
        raise NoPuzzle(Message("No maze has this code."))
    return maze
