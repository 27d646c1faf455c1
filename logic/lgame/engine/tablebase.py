"""What every position of the L-Game is worth: the solved game, kept in a small file, and asked by State."""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from logic.lgame.engine.solver import DRAWN, INDEX, Compact, classes, mask, replies, retrograde, solve
from logic.lgame.rules import LMove, Standing, State
from logic.storage.files import cache_folder

MAGIC = b"QXLGAME"
FORMAT = 1
_DIGEST = 16
_OFFSET = 1
"""Distances are stored one up, so that DRAWN fits a byte without a sign."""

Seated = tuple[int, Compact]
"""A position together with the player to move: repetition tells the players apart, the table need not."""


_FAR = 1000
"""More turns than any way to the end has."""


class Worth(NamedTuple):
    """What a position is worth to its mover: +1, 0 or -1, and the turns of both to the end, None if drawn."""

    value: int
    turns: int | None

    @property
    def rank(self) -> int:
        """A number that is higher the better: short wins, long wins, draws, long losses, short losses."""
        turns = self.turns or 0
        return self.value * (_FAR - turns)

    @property
    def before(self) -> Worth:
        """The same for the player whose turn leads to the position, that turn counted."""
        return Worth(-self.value, None if self.turns is None else self.turns + 1)


def _worth(distance: int) -> Worth:
    if distance == DRAWN:
        return Worth(0, None)
    return Worth(1 if distance % 2 else -1, distance)


class Turn(NamedTuple):
    """The rest of a turn: its moves and the position that the rival then has before him."""

    moves: tuple[LMove, ...]
    after: State


def turns(state: State) -> tuple[Turn, ...]:
    """Every way to finish the turn of the player to move, in the order of ``legal_moves``."""
    found: list[Turn] = []
    for move in state.legal_moves():
        after = state.after(move)
        if after.player != state.player:
            found.append(Turn((move,), after))
        else:
            found += [Turn((move, *rest.moves), rest.after) for rest in turns(after)]
    return tuple(found)


def compact(state: State) -> Compact:
    """A position as the solver sees it, from the player to move."""
    own, other = state.ls[state.player], state.ls[1 - state.player]
    return INDEX[own], INDEX[other], mask(state.neutrals)


def _seated(standing: Standing) -> Seated:
    player, *ls, low, high = standing
    return player, (INDEX[ls[player]], INDEX[ls[1 - player]], mask((low, high)))


class Table:
    """The solved game, with or without Shifts. It answers for any position, repetition and all."""

    def __init__(self, can_shift: bool, distances: Iterable[int]) -> None:
        self.can_shift = can_shift
        self.distances = tuple(distances)
        self._class_of = classes()
        self._ways: dict[Seated, tuple[Seated, ...]] = {}
        self._traps: dict[Compact, int] = {}

    def distance(self, position: Compact) -> int:
        """The turns to the end from the start of a turn, or DRAWN; repetition left aside."""
        return self.distances[self._class_of[position]]

    def value(self, state: State) -> Worth:
        """What the position is worth to its mover, in the middle of a turn as well as at its start."""
        if state.phase == "shift":
            return max((worth for worth, _ in self.judged(state)), key=lambda worth: worth.rank)
        here = (state.player, compact(state))
        distance = self.distance(here[1])
        if distance > 0 and state.is_repeated():
            return Worth(0, None)
        if distance > 0:
            distance = self._way_round([here], self._closed(state) - {here})[here]
        return _worth(distance)

    def judged(self, state: State) -> list[tuple[Worth, Turn]]:
        """Every way to finish the turn with what it is worth to the player who makes it, this turn counted."""
        found = turns(state)
        closed = self._closed(state)
        reached = [(turn.after.player, compact(turn.after)) for turn in found]
        distances = self._way_round(reached, closed)
        return [(_worth(distances[seated]).before, turn) for seated, turn in zip(reached, found, strict=True)]

    def traps(self, state: State) -> int:
        """Count the replies at the start of a turn after which the replier is lost, neutral pieces alike."""
        position = compact(state)
        if position not in self._traps:
            after = replies(position, self.can_shift)
            self._traps[position] = sum(self._is_won(reply) for reply in after)
        return self._traps[position]

    # -- where repetition is a draw

    def _closed(self, state: State) -> set[Seated]:
        """The decided positions that would be a draw if they were reached once more."""
        stood = Counter(state.history)
        seated = {_seated(there) for there, times in stood.items() if times >= state.repetition - 1}
        return {there for there in seated if self.distance(there[1]) > 0}

    def _way_round(self, wanted: Sequence[Seated], closed: set[Seated]) -> dict[Seated, int]:
        """The distances from the wanted positions when the closed ones are draws.

        What is decided in the table is solved again as far as it can be reached. That is exact: a draw stays one,
        since closing positions only takes wins away; and no shortest win passes a position twice, so nothing else
        closes on the way.
        """
        distances = {seated: self.distance(seated[1]) for seated in wanted}
        if not closed:
            return distances
        found = [seated for seated, distance in distances.items() if distance != DRAWN]
        numbers = {seated: number for number, seated in enumerate(found)}
        after: list[list[int]] = []
        for seated in found:
            reached = [seated] if seated in closed else self._ways_from(seated)
            for reply in reached:
                if reply not in numbers:
                    numbers[reply] = len(numbers)
                    found.append(reply)
            after.append([numbers[reply] for reply in reached])
        solved = retrograde(after)
        return {seated: solved[numbers[seated]] if seated in numbers else DRAWN for seated in wanted}

    def _ways_from(self, seated: Seated) -> tuple[Seated, ...]:
        """The replies of a lost position, or those of a won one that win in the table."""
        if seated not in self._ways:
            player, position = seated
            after = replies(position, self.can_shift)
            if self._is_won(position):
                after = [reply for reply in after if self.distance(reply) % 2 == 0]
            self._ways[seated] = tuple((1 - player, reply) for reply in after)
        return self._ways[seated]

    def _is_won(self, position: Compact) -> bool:
        return self.distance(position) % 2 == 1 and self.distance(position) != DRAWN


@cache
def table(can_shift: bool) -> Table:
    """The solved game: from memory, else from the cache folder, else worked out now."""
    return load(can_shift)


def load(can_shift: bool) -> Table:
    """The solved game from the cache folder; where the file is missing or unusable, it is worked out anew."""
    path = cache_path(can_shift)
    stored = _read(path, can_shift)
    if stored is not None:
        return Table(can_shift, stored)
    distances = solve(can_shift)
    # A cache that cannot be written costs a moment at the next start and nothing else.
    with contextlib.suppress(OSError):
        _write(path, _head(can_shift), bytes(distance + _OFFSET for distance in distances))
    return Table(can_shift, distances)


def cache_path(can_shift: bool) -> Path:
    return cache_folder() / ("lgame-shifts.table" if can_shift else "lgame-no-shifts.table")


def _head(can_shift: bool) -> bytes:
    return MAGIC + bytes((FORMAT, can_shift))


def _digest(head: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(head + body, digest_size=_DIGEST).digest()


def _read(path: Path, can_shift: bool) -> list[int] | None:
    """The distances in a file, or None unless every byte of it is as it was written."""
    head = _head(can_shift)
    size = len(set(classes().values()))
    try:
        if not path.is_file() or path.stat().st_size != len(head) + _DIGEST + size:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    body = data[len(head) + _DIGEST :]
    if data != head + _digest(head, body) + body:
        return None
    return [stored - _OFFSET for stored in body]


def _write(path: Path, head: bytes, body: bytes) -> None:
    """Write beside and rename, so that no reader ever sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as beside:
        try:
            beside.write(head + _digest(head, body) + body)
            beside.close()
            Path(beside.name).replace(path)
        except OSError:
            Path(beside.name).unlink(missing_ok=True)
            raise
