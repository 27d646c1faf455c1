"""Mazes for one: graded by turns; a collection in five tiers, mazes made to measure, and the daily one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, NamedTuple

import msgspec

from logic.config import read_yaml
from logic.core import Dice, Message, Stop, never
from logic.labyrinth.components import TREASURES, Params
from logic.labyrinth.engine.bits import frame_of
from logic.labyrinth.engine.plan import plan_for, solution_of
from logic.labyrinth.rules import Push, State, new
from logic.notation import CodeError, DecodedCode, decode_code
from logic.puzzles import BYTE_ORDER_MARK, TIERS, Chapter, NoPuzzle, Puzzle, PuzzleOption, Puzzles, complete_options

MOST_TREASURES = 6
SEED_BITS = 32
CARDS_BITS = 3
CODE_LENGTH = 7
"""Letters of a code without the check letter, for the bits of the seed and the number of cards."""


class Maze(NamedTuple):
    """What a maze is dealt from; everything else is as in the variant for one."""

    seed: int
    treasures: int

    @property
    def key(self) -> str:
        """The key of the maze in a profile's progress."""
        return f"{self.treasures}-{self.seed}"

    @property
    def code(self) -> str:
        """The code for sharing the maze."""
        return str(DecodedCode(self.seed << CARDS_BITS | self.treasures - 1, CODE_LENGTH))

    @property
    def params(self) -> dict[str, Any]:
        """The params that override those of the variant."""
        return {"maze": self.seed, "cards": [self.treasures]}

    def first_position(self) -> State:
        params = Params(players=1, cards=(self.treasures,), open_cards=True, maze=self.seed)
        return new(params, Dice(self.seed))


def maze_of(params: Mapping[str, Any]) -> Maze | None:
    """The maze of these params; None without a seed and a single number of cards that a code can hold.

    All other params are ignored.
    """
    seed = params.get("maze")
    cards: Sequence[int] = params.get("cards") or ()
    if not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        return None
    return Maze(seed, cards[0]) if len(cards) == 1 and 1 <= cards[0] <= MOST_TREASURES else None


def maze_of_code(text: str) -> Maze:
    """The maze of a code; raises NoPuzzle with the fault."""
    try:
        code = decode_code(text, CODE_LENGTH)
    except CodeError as error:
        raise NoPuzzle(error.message) from None
    maze = Maze(code.number >> CARDS_BITS, (code.number & (1 << CARDS_BITS) - 1) + 1)
    if code.length != CODE_LENGTH or maze.treasures > MOST_TREASURES:
        raise NoPuzzle(Message("No maze has this code."))
    return maze


LONGEST = 40
"""The number of turns after which a player without foresight gives up."""
LOSS = 2
"""The weight of a turn lost by lack of foresight, in turns of par."""
STEPS = (3, 5, 7, 9)
"""The greatest weighted sum of par and losses of each tier but the last."""


class Grade(NamedTuple):
    """The fewest turns of a maze, its turns without foresight, and the tier that follows from them."""

    par: int
    planless: int
    tier: int


def grade(state: State, stop: Stop = never) -> Grade | None:
    """Grade the first position of a maze with known cards; None if it could not be solved in time."""
    way = solution_of(state, stop=stop)
    planless = None if way is None else planless_turns(state, stop)
    if way is None or planless is None:
        return None
    par = sum(isinstance(move, Push) for move in way)
    hardness = par + LOSS * (planless - par)
    return Grade(par, planless, 1 + sum(hardness > step for step in STEPS))


def planless_turns(state: State, stop: Stop = never) -> int | None:
    """The number of turns with shortest paths to the next treasure only, without foresight; None if that fails."""
    turns, frame = 0, frame_of(state.params)
    while state.outcome() is None:
        way = plan_for(state, 0, stop=stop)
        if way is None or turns > LONGEST:
            return None
        for move in way.moves(frame):
            state = state.apply(move).state
        turns += way.turns
    return turns


INDEX = "labyrinth_campaign.yaml"
"""The collection's file under ``config/``."""
ANY = 0
"""The option value that leaves the number of treasures to the dice."""
USUAL = ((1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5), (3, 4, 5, 6))
"""The usual numbers of treasures in a maze of each tier."""
POSSIBLE = ((1, 3), (1, 4), (2, 5), (2, 5), (3, 5), (3, 5))
"""The easiest and the hardest tier for mazes with that many treasures."""
TRIES = 400
"""The limit on deals tried for one maze: some seconds, and rarely needed."""

MARK = "Labyrinth"
"""The first line of a maze's file; the second is its code."""

TITLES = (Message("Stroll"), Message("Ramble"), Message("Quest"), Message("Riddle"), Message("Odyssey"))
TEXTS = (
    Message("One push opens the way, or two. Look which."),
    Message("Two treasures at once cannot be had, but one push can serve both."),
    Message("Think of the way on before you take what lies near."),
    Message("The short way to the first treasure is the long way to the last."),
    Message("Every push must serve three purposes, and your pawn must ride along."),
)
"""The titles of the tiers, and a text about each."""
TASKS = (
    Message("One treasure, and home."),
    Message("Two treasures, and home."),
    Message("Three treasures, and home."),
    Message("Four treasures, and home."),
    Message("Five treasures, and home."),
    Message("Six treasures, and home."),
)
OPTIONS = (
    PuzzleOption("tier", Message("Difficulty"), tuple(enumerate(TITLES, 1)), 2),
    PuzzleOption(
        "treasures",
        Message("Treasures"),
        (
            (ANY, Message("Any")),
            *((n, Message("{n} [treasure|treasures]", n=n)) for n in range(1, MOST_TREASURES + 1)),
        ),
        ANY,
    ),
)


# -- the file


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A maze of the collection: the seed of its deal, the number of treasures, and the fewest turns."""

    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << SEED_BITS)]
    treasures: Annotated[int, msgspec.Meta(ge=1, le=MOST_TREASURES)]
    par: Annotated[int, msgspec.Meta(ge=1)]


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The collection as ``config/labyrinth_campaign.yaml`` has it: the mazes of each tier."""

    tiers: Annotated[tuple[tuple[Entry, ...], ...], msgspec.Meta(min_length=TIERS, max_length=TIERS)]


@cache
def collection() -> tuple[Chapter, ...]:
    """Read the collection; raise ConfigError with the place of a fault."""
    index, called = read_yaml(INDEX, Index), set[str]()
    return tuple(
        Chapter(title.msgid, text.msgid, tuple(_listed(entry, tier, called) for entry in entries))
        for tier, (title, text, entries) in enumerate(zip(TITLES, TEXTS, index.tiers, strict=True), 1)
    )


def _listed(entry: Entry, tier: int, called: set[str]) -> Puzzle:
    """A maze of the collection, with a name not yet in ``called``, to which it is added."""
    maze = Maze(entry.seed, entry.treasures)
    name = _name_for(maze)
    while str(name) in called:
        name = Message("{name}, once more", name=name)
    called.add(str(name))
    return replace(_handed_out(maze, entry.par, tier), name=name)


def _name_for(maze: Maze) -> Message:
    """The name of a maze, by the treasures on its cards: the last one and, if there are more, the first two."""
    cards = maze.first_position().decks[0]
    treasures = [TREASURES[card] for card in cards]
    if len(treasures) == 1:
        return treasures[0]
    if len(treasures) == 2:
        return Message("{first} and {last}", first=treasures[0], last=treasures[1])
    return Message("{first}, {second} and {last}", first=treasures[0], second=treasures[1], last=treasures[-1])


def _handed_out(maze: Maze, par: int, tier: int) -> Puzzle:
    text, params = TASKS[maze.treasures - 1].msgid, {**maze.params, "par": par, "tier": tier}
    return Puzzle(maze.key, maze.code, text, params, par, tier, is_code=True, name=_name_for(maze))


# -- the role


class LabyrinthPuzzles(Puzzles):
    """The ``PUZZLES`` of Labyrinth. Par counts turns."""

    options: Sequence[PuzzleOption] = OPTIONS

    def chapters(self) -> Sequence[Chapter]:
        """The collection, one chapter per tier; raises ConfigError if its file is faulty."""
        return collection()

    def make(self, wanted: Mapping[str, int], seed: int, stop: Stop) -> Puzzle:
        """Deal mazes until one is as wanted; raise NoPuzzle for an unknown value, or if none was found."""
        chosen = complete_options(OPTIONS, wanted)
        tier, dice = chosen["tier"], Dice(seed)
        counts = USUAL[tier - 1] if chosen["treasures"] == ANY else (chosen["treasures"],)
        easiest, hardest = POSSIBLE[counts[-1] - 1]
        none = NoPuzzle(Message("With so many treasures no maze of this difficulty was found. Try others."))
        if not easiest <= tier <= hardest:
            raise none
        for _ in range(TRIES):
            maze = Maze(dice.seed(), dice.choice(counts))
            found = grade(maze.first_position(), stop)
            if found is not None and found.tier == tier:
                return _handed_out(maze, found.par, tier)
            if stop():
                break
        raise none

    def like(self, params: Mapping[str, Any]) -> Mapping[str, int] | None:
        """The option values for another maze of that tier with as many treasures; None if the tier is unknown."""
        tier, maze = params.get("tier"), maze_of(params)
        return {"tier": tier, "treasures": maze.treasures} if tier and maze is not None else None

    def key(self, params: Mapping[str, Any]) -> str:
        """The key of a maze, from its seed and its cards; empty if the dice deal it."""
        maze = maze_of(params)
        return "" if maze is None else maze.key

    def spent(self, state: State) -> int:
        """The finished turns."""
        return state.turn if state.winners else state.turn - 1

    def cost(self, n: int) -> Message:
        return Message("{n} [turn|turns]", n=n)

    def read(self, text: str) -> Mapping[str, Any]:
        """The params of a maze's file or code, with par 0; raises NoPuzzle with the fault."""
        first, _, rest = text.removeprefix(BYTE_ORDER_MARK).strip().partition("\n")
        maze = maze_of_code(rest if first.strip() == MARK else f"{first} {rest}")
        return {**maze.params, "par": 0}

    def claims(self, text: str) -> bool:
        """Return whether a text begins like the file of a maze."""
        return text.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(MARK)

    def write(self, params: Mapping[str, Any]) -> str:
        """The file of a maze: the mark, and its code."""
        return f"{MARK}\n{self.code(params)}\n"

    def code(self, params: Mapping[str, Any]) -> str:
        maze = maze_of(params)
        if maze is None:
            raise NoPuzzle(Message("This is no maze that could be shared."))
        return maze.code

    def judge(self, params: Mapping[str, Any], stop: Stop) -> tuple[int | None, Message]:
        maze = maze_of(params)
        way = None if maze is None else solution_of(maze.first_position(), stop=stop)
        if way is None:
            return None, Message("No shortest way was found within the bound.")
        n = sum(isinstance(move, Push) for move in way)
        return n, Message("It can be done in {n} [turn|turns].", n=n)


PUZZLES = LabyrinthPuzzles()
