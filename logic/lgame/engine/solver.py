"""Solves the whole L-Game by retrograde analysis: what every position is worth and how many turns it takes.

The compact form is known here and in ``table`` only. A position is seen from its mover: the number of his
placement, that of his rival's, and the two neutral pieces, alike, as a mask of squares. The eight symmetries
of the board fold the 18 368 positions into 2 296 classes, and only those are solved.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from logic.core import Cell
from logic.lgame.rules import BOARD, PLACEMENTS, SIZE

Compact = tuple[int, int, int]
"""The mover's placement and the rival's as indices into PLACEMENTS, and the mask of the neutral pieces."""

DRAWN = -1
"""The distance of a position that nobody can win; any other distance is lost when even and won when odd."""


def bit(cell: Cell) -> int:
    """The mask of one square."""
    return 1 << (cell.row * SIZE + cell.col)


def mask(squares: Iterable[Cell]) -> int:
    """The mask of several squares."""
    return sum(bit(cell) for cell in squares)


MASKS = tuple(mask(placement.cells) for placement in PLACEMENTS)
INDEX = {placement: number for number, placement in enumerate(PLACEMENTS)}
BITS = tuple(bit(cell) for cell in BOARD)
FULL = (1 << SIZE * SIZE) - 1


def all_positions() -> Iterator[Compact]:
    """Every position, the neutral pieces alike, in a fixed order."""
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
    """The masks the neutral pieces may have after the second part of a turn, the unchanged one first."""
    own, other, neutrals = laid
    free = FULL & ~(MASKS[own] | MASKS[other] | neutrals)
    kept = [one for one in BITS if one & neutrals]
    return [neutrals, *(one | target for one in kept for target in BITS if target & free)]


def replies(position: Compact, can_shift: bool) -> list[Compact]:
    """The positions after each turn of the mover, seen from the rival, who is then to move."""
    _, other, neutrals = position
    after = []
    for own in lays(position):
        pairs = shifts((own, other, neutrals)) if can_shift else [neutrals]
        after += [(other, own, pair) for pair in pairs]
    return after


def _symmetries() -> list[tuple[int, ...]]:
    """For each of the board's eight symmetries, where every square goes, by number."""
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
    """The class of every position; positions that a symmetry turns into each other share one."""
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
    """Work out the distance of every class of positions."""
    class_of = classes()
    examples = {number: position for position, number in reversed(class_of.items())}
    ordered = [examples[number] for number in range(len(examples))]
    return retrograde([{class_of[reply] for reply in replies(position, can_shift)} for position in ordered])


def retrograde(after: Sequence[Collection[int]]) -> list[int]:
    """The distance of every node from what it leads to, working backwards from those that lead nowhere.

    A distance is the number of turns, of both players together, until somebody cannot lay: the winner takes
    the shortest way, the loser the longest. A node that leads to nothing but itself is a draw.
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
