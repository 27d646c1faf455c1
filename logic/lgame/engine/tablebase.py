"""The tablebase of the L-Game: the value of every position, queried by State.

It is computed by retrograde analysis. The compact form is private to this module. A position is seen from its mover:
the number of his placement, that of his rival's, and the two neutral pieces, which are interchangeable, as a mask of
squares. The eight symmetries of the board fold the 18 368 positions into 2 296 classes, and only those are solved.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from logic.core import Cell
from logic.lgame.rules import BOARD, PLACEMENTS, SIZE, LMove, Standing, State

Compact = tuple[int, int, int]
"""The mover's placement and the rival's as indices into PLACEMENTS, and the mask of the neutral pieces."""

DRAWN = -1
"""The distance of a position that nobody can win; any other distance is lost when even and won when odd."""


def bit(cell: Cell) -> int:
    """The mask of one square."""
    return 1 << (cell.row * SIZE + cell.col)


def mask(squares: Iterable[Cell]) -> int:
    return sum(bit(cell) for cell in squares)


MASKS = tuple(mask(placement.cells) for placement in PLACEMENTS)
INDEX = {placement: number for number, placement in enumerate(PLACEMENTS)}
BITS = tuple(bit(cell) for cell in BOARD)
FULL = (1 << SIZE * SIZE) - 1


def all_positions() -> Iterator[Compact]:
    """Every position, with the neutral pieces interchangeable, in a fixed order."""
    pairs = [first | second for first, second in combinations(BITS, 2)]
    for own, own_mask in enumerate(MASKS):
        for other, other_mask in enumerate(MASKS):
            if own_mask & other_mask:
                continue
            taken = own_mask | other_mask
            yield from ((own, other, pair) for pair in pairs if not pair & taken)


def lays(position: Compact) -> list[int]:
    """The placements that the mover may lay his L on."""
    own, other, neutrals = position
    taken = MASKS[other] | neutrals
    return [number for number, there in enumerate(MASKS) if number != own and not there & taken]


def shifts(laid: Compact) -> list[int]:
    """The masks that the neutral pieces may have after the second part of a turn, the unchanged one first."""
    own, other, neutrals = laid
    free = FULL & ~(MASKS[own] | MASKS[other] | neutrals)
    kept = [one for one in BITS if one & neutrals]
    return [neutrals, *(one | target for one in kept for target in BITS if target & free)]


def steps(before: int, after: int) -> int:
    """How far, along rows and columns, the one neutral piece in which two masks differ was carried; 0 if none was."""
    if before == after:
        return 0
    (gone, here) = (
        divmod((mask & ~other).bit_length() - 1, SIZE) for mask, other in ((before, after), (after, before))
    )
    return abs(gone[0] - here[0]) + abs(gone[1] - here[1])


def replies(position: Compact, can_shift: bool) -> list[Compact]:
    """The positions after each turn of the mover, seen from the rival, who is then to move."""
    _, other, neutrals = position
    after = []
    for own in lays(position):
        pairs = shifts((own, other, neutrals)) if can_shift else [neutrals]
        after += [(other, own, pair) for pair in pairs]
    return after


def _symmetries() -> list[tuple[int, ...]]:
    """For each of the board's eight symmetries, the image of every square, by number."""
    turns: list[tuple[int, ...]] = []
    for flipped in (False, True):
        square = [Cell(row, SIZE - 1 - col) if flipped else Cell(row, col) for row, col in BOARD]
        for _ in range(4):
            turns.append(tuple(row * SIZE + col for row, col in square))
            square = [Cell(col, SIZE - 1 - row) for row, col in square]
    return turns


def _image(squares: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << symmetry[number] for number, one in enumerate(BITS) if squares & one)


@cache
def classes() -> dict[Compact, int]:
    """The class of every position; positions related by a symmetry share one."""
    by_mask = {squares: number for number, squares in enumerate(MASKS)}
    pairs = [first | second for first, second in combinations(BITS, 2)]
    moved = [
        (
            [by_mask[_image(squares, symmetry)] for squares in MASKS],
            {pair: _image(pair, symmetry) for pair in pairs},
        )
        for symmetry in _symmetries()
    ]
    found: dict[Compact, int] = {}
    number = 0
    for own, other, pair in all_positions():
        if (own, other, pair) in found:
            continue
        for placed, paired in moved:
            found[placed[own], placed[other], paired[pair]] = number
        number += 1
    return found


def solve(can_shift: bool) -> list[int]:
    """Compute the distance of every class of positions."""
    class_of = classes()
    examples = {number: position for position, number in reversed(class_of.items())}
    ordered = [examples[number] for number in range(len(examples))]
    return retrograde([{class_of[reply] for reply in replies(position, can_shift)} for position in ordered])


def retrograde(after: Sequence[Collection[int]]) -> list[int]:
    """The distance of every node, given its successors, by retrograde analysis from those without any.

    A distance is the number of turns, of both players together, until one cannot lay: the winner takes the shortest
    way, the loser the longest. A node whose only successor is itself is a draw.
    """
    before: list[list[int]] = [[] for _ in after]
    for number, reached in enumerate(after):
        for later in reached:
            before[later].append(number)
    distances = [DRAWN if reached else 0 for reached in after]
    undecided = [len(reached) for reached in after]
    queue = deque(number for number, reached in enumerate(after) if not reached)
    while queue:
        number = queue.popleft()
        is_lost = distances[number] % 2 == 0
        for earlier in before[number]:
            undecided[earlier] -= 1
            if distances[earlier] == DRAWN and (is_lost or not undecided[earlier]):
                distances[earlier] = distances[number] + 1
                queue.append(earlier)
    return distances


Seated = tuple[int, Compact]
"""A position together with the player to move: repetition distinguishes the players, the tablebase need not."""


_FAR = 1000
"""More turns than any game to the end takes."""


class Worth(NamedTuple):
    """The value of a position to its mover: +1, 0 or -1, and the turns of both to the end, None if drawn."""

    value: int
    turns: int | None

    @property
    def rank(self) -> int:
        """A number that is higher the better: short wins, long wins, draws, long losses, short losses."""
        turns = self.turns or 0
        return self.value * (_FAR - turns)

    @property
    def before(self) -> Worth:
        """The worth for the player whose turn leads to the position, counting that turn."""
        return Worth(-self.value, None if self.turns is None else self.turns + 1)


def _worth(distance: int) -> Worth:
    if distance == DRAWN:
        return Worth(0, None)
    return Worth(1 if distance % 2 else -1, distance)


class Turn(NamedTuple):
    """The rest of a turn: its moves, and the position that the rival faces then."""

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
    """A position in the solver's form, seen from the player to move."""
    own, other = state.ls[state.player], state.ls[1 - state.player]
    return INDEX[own], INDEX[other], mask(state.neutrals)


def _seated(standing: Standing) -> Seated:
    player, *ls, low, high = standing
    return player, (INDEX[ls[player]], INDEX[ls[1 - player]], mask((low, high)))


class Tablebase:
    """The solved game, with or without Shifts. It answers for any position, draws by repetition included."""

    def __init__(self, can_shift: bool, distances: Iterable[int]) -> None:
        self.can_shift = can_shift
        self.distances = tuple(distances)
        self._class_of = classes()
        self._ways: dict[Seated, tuple[Seated, ...]] = {}
        self._traps: dict[Compact, int] = {}

    def distance(self, position: Compact) -> int:
        """The turns to the end from the start of a turn, or DRAWN; ignoring repetition."""
        return self.distances[self._class_of[position]]

    def value(self, state: State) -> Worth:
        """The worth of the position to its mover, in the middle of a turn as well as at its start."""
        if state.phase == "shift":
            return max((worth for worth, _ in self.judged(state)), key=lambda worth: worth.rank)
        here = (state.player, compact(state))
        distance = self.distance(here[1])
        if distance > 0 and state.is_repeated():
            return Worth(0, None)
        if distance > 0:
            distance = self._solve_without([here], self._drawn_if_repeated(state) - {here})[here]
        return _worth(distance)

    def judged(self, state: State) -> list[tuple[Worth, Turn]]:
        """Every way to finish the turn, with its worth to the player who makes it, counting this turn."""
        found = turns(state)
        closed = self._drawn_if_repeated(state)
        reached = [(turn.after.player, compact(turn.after)) for turn in found]
        distances = self._solve_without(reached, closed)
        return [(_worth(distances[seated]).before, turn) for seated, turn in zip(reached, found, strict=True)]

    def traps(self, state: State) -> int:
        """The number of replies, at the start of a turn, after which the replier is lost."""
        position = compact(state)
        if position not in self._traps:
            after = replies(position, self.can_shift)
            self._traps[position] = sum(self._is_won(reply) for reply in after)
        return self._traps[position]

    # -- draws by repetition

    def _drawn_if_repeated(self, state: State) -> set[Seated]:
        """The decided positions that would be a draw if they occurred once more."""
        stood = Counter(state.history)
        seated = {_seated(there) for there, times in stood.items() if times >= state.repetition - 1}
        return {there for there in seated if self.distance(there[1]) > 0}

    def _solve_without(self, wanted: Sequence[Seated], closed: set[Seated]) -> dict[Seated, int]:
        """The distances from the wanted positions if the closed ones are draws.

        What is decided in the tablebase is solved again as far as it can be reached. That is exact: a draw stays one,
        since closing positions only removes wins; and no shortest win passes a position twice, so no other position
        gets closed on the way.
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
        """The replies of a lost position, or the winning replies of a won one."""
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
def tablebase(can_shift: bool) -> Tablebase:
    """The solved game; it takes a tenth of a second, once."""
    return Tablebase(can_shift, solve(can_shift))
