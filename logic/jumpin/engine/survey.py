"""All puzzles of some grounds at once: distances, components, and shortest solutions, move by move.

The census counts them over a whole class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import (
    MOST_FOXES,
    STANDARD,
    Board,
    Symmetry,
    canonical,
    fox_tracks,
    move,
)
from logic.jumpin.engine.grading import Graph, Numbers, Parts, Times, times_away
from logic.jumpin.engine.space import (
    CODE_BITS,
    CODE_MASK,
    KEPT,
    NONE,
    Codes,
    Ground,
    Keys,
    Kinds,
    Space,
    Stopped,
    TooLarge,
    code_count,
    grounds,
    images,
    rails,
    setups,
)
from logic.jumpin.rules import Hop, Metric, Slide

# -- ranks


Masks = npt.NDArray[np.int64]

PIECE = 13
"""Bits of a mask that are looked up at once."""
LARGEST = 2**31 - 1
"""The cap on table entries: no rank that is ever needed exceeds it."""


class Ranks:
    """Ranks the k-subsets of cells in order: the sum of C(cell, i) over the i-th cell (combinatorial number system)."""

    def __init__(self, cells: int, rabbits: int) -> None:
        self.count = comb(cells, rabbits)
        self._tables = [_table(offset, rabbits) for offset in range(0, cells, PIECE)]

    def __call__(self, masks: Masks) -> npt.NDArray[np.intp]:
        """The ranks of some masks."""
        bits = masks & (1 << PIECE) - 1
        found: npt.NDArray[np.intp] = self._tables[0].take(bits)
        row: npt.NDArray[np.intp] | int = 0
        for number, table in enumerate(self._tables[1:], 1):
            row = _ROWS.take(bits) + row
            bits = masks >> number * PIECE & (1 << PIECE) - 1
            found += table.take(bits + row)
        return found


_ROWS = np.bitwise_count(np.arange(1 << PIECE)).astype(np.intp) << PIECE
"""The offset of the row for the bits above, by the bits below."""


def _table(offset: int, rabbits: int) -> npt.NDArray[np.intp]:
    """The contribution of each piece of a mask, by the number of rabbits in the cells below."""
    most = rabbits + PIECE + 1
    table = np.zeros((rabbits + 1, 1 << PIECE), np.intp)
    before = np.arange(rabbits + 1)[:, None]
    for cell in range(PIECE):
        ways = np.array([min(comb(offset + cell, k), LARGEST) for k in range(most)], np.intp)
        lower = slice(0, 1 << cell)
        table[:, 1 << cell : 2 << cell] = table[:, lower] + ways[before + (_ROWS[lower] >> PIECE) + 1]
    return table.ravel()


@lru_cache(maxsize=8)
def ranks(cells: int, rabbits: int) -> Ranks:
    return Ranks(cells, rabbits)


# -- survey


Indices = npt.NDArray[np.intp]
Names = TypeVar("Names", bound=npt.NDArray[np.signedinteger[Any]])


def joined(names: Names, some: npt.NDArray[np.integer[Any]], others: npt.NDArray[np.integer[Any]]) -> Names:
    """Union-find, vectorised: connect ``some`` with ``others``, pair by pair; give each set its smallest name.

    ``names`` gives the name of each number and is overwritten; a name must name itself, as every number does at first.
    """
    while len(some):
        np.minimum.at(names, np.maximum(some, others), np.minimum(some, others))
        while not np.array_equal(names, further := names[names]):
            names = further
        some, others = names[some], names[others]
        apart = some != others
        some, others = some[apart], others[apart]
    return names


LARGEST_SURVEY = 8_000_000
"""The limit on positions that are surveyed together; more raise TooLarge."""
LARGEST_TABLE = 1 << 27
"""The limit on table entries, unreachable positions included; more raise TooLarge."""
MOST_WAYS = 10**15
"""The cap on counts of shortest solutions."""
TOGETHER = 12_000
"""About how many positions are graded together, in components of similar size: what fits into the processor's cache."""


class Survey:
    """Every position of some grounds, with equally many foxes and a number of rabbits, from which all can get home.

    Positions are numbered by rising distance; ``steps`` is the least that each takes, ``part`` the component it lies
    in. Raises TooLarge if there are too many, Stopped if ``stop`` said so.
    """

    def __init__(self, board: Board, part: Sequence[Ground], rabbits: int, stop: Stop = never) -> None:
        self.space = Space(board, [(ground.mushrooms, ground.tracks) for ground in part])
        self._grounds, self._stop = part, stop
        homes = self.space.homes(rabbits, LARGEST_SURVEY)
        found, root, (self._degree, self.kind, target) = self._flood(homes, ranks(board.size, rabbits))
        self.keys: Keys = np.concatenate(found)
        origin = np.repeat(np.arange(len(self.keys)), self._degree)
        self.steps: Numbers = np.repeat(np.arange(len(found)), [len(level) for level in found])
        self.graph = Graph(self.keys, origin, target, self.steps == 0)
        self.part = _components(self.graph, root)

    def _flood(self, homes: Keys, rank: Ranks) -> tuple[list[Keys], Indices, tuple[Indices, Kinds, Indices]]:
        """All positions, level by level from the solved ones; the root of each; the number of moves of each.

        Then the kinds and targets of all moves, position by position.
        """
        codes = int(self.space.first[-1])
        if rank.count * codes > LARGEST_TABLE:
            raise TooLarge
        number = np.zeros(rank.count * codes, np.int32)  # from 1; 0 for unvisited
        levels: list[Keys] = []
        moves, roots = [(np.empty(0, np.intp), np.empty(0, np.int16), np.empty(0, np.intp))], []
        here, mine, count = homes, np.arange(len(homes)), len(homes)
        number[rank(homes >> CODE_BITS) * codes + (homes & CODE_MASK)] = mine + 1
        while len(here) or not levels:
            if self._stop():
                raise Stopped
            if count > LARGEST_SURVEY:
                raise TooLarge
            edges = self.space.edges(here)
            at = rank(edges.keys >> CODE_BITS) * codes + (edges.keys & CODE_MASK)
            there = number.take(at)
            fresh = np.flatnonzero(there == 0)
            reached = at.take(fresh)
            number[reached] = fresh
            new = fresh.compress(number.take(reached) == fresh)  # of several moves to the same position, the last
            number[at.take(new)] = np.arange(count + 1, count + 1 + len(new))
            there[fresh] = number.take(reached)
            # Small dtypes are radix-sorted.
            order = np.argsort(edges.origin.astype(np.min_scalar_type(len(here))), kind="stable")
            degree = np.bincount(edges.origin, minlength=len(here))
            moves.append((degree, edges.kind.take(order), there.take(order) - np.intp(1)))
            levels.append(here)
            roots.append(mine)
            here, mine = edges.keys[new], mine[edges.origin[new]]
            count += len(new)
        degree, kind, target = map(np.concatenate, zip(*moves, strict=True))
        return levels, np.concatenate(roots), (degree, kind, target)

    @cached_property
    def _first(self) -> Indices:
        """The index of each position’s first move, followed by the number of all moves."""
        return np.concatenate([np.zeros(1, np.intp), np.cumsum(self._degree)])

    @cached_property
    def slides(self) -> Indices:
        """The position after a slide by one cell, by position and way; -1 if there is none."""
        there = np.full((len(self.keys), 2 * self.space.foxes), NONE)
        slid = np.flatnonzero(self.kind >= len(self.space.jumps))
        there[self.graph.origin[slid], self.kind[slid] - len(self.space.jumps)] = self.graph.target[slid]
        return there

    def moves_from(self, here: Indices) -> tuple[Indices, Indices]:
        """The moves of some positions: for each the index of its position among ``here``, and its own index."""
        first, counts = self._first.take(here), self._degree.take(here)
        rows = np.repeat(np.arange(len(here)), counts)
        return rows, np.arange(len(rows)) + (first - np.cumsum(counts) + counts).take(rows)

    @cached_property
    def moves(self) -> Numbers:
        """The minimum of each position in the metric ``moves``."""
        taken = np.where(self.graph.home, 0, NONE)
        here, made = np.flatnonzero(self.graph.home), 0
        while len(here):
            made += 1
            edges = self.moves_from(here)[1]
            there, way = self.graph.target.take(edges), self.kind.take(edges) - len(self.space.jumps)
            while len(there):
                known = taken.take(there)
                new = (known < 0) | (known == made)
                there, way = there.compress(new), way.compress(new)
                taken[there] = made
                further = way >= 0
                there, way = self.slides[there.compress(further), way.compress(further)], way.compress(further)
                can_be = there >= 0
                there, way = there.compress(can_be), way.compress(can_be)
            here = np.flatnonzero(taken == made)
        return taken

    @cached_property
    def sizes(self) -> Numbers:
        return np.bincount(self.part)

    @cached_property
    def farthest(self) -> Numbers:
        """The greatest number of steps in each component."""
        found = np.zeros(len(self.sizes), np.int64)
        np.maximum.at(found, self.part, self.steps)
        return found

    def steps_toward_goal(self, starts: Indices) -> list[Indices]:
        """The indices of the moves one step nearer home from some positions, and from all that those lead to.

        One group for each distance, the nearest first, each ordered by position.
        """
        farthest, there = self.steps.take(starts), starts[:0]
        found: list[Indices] = []
        for distance in range(int(farthest.max(initial=0)), 0, -1):
            here = np.unique(np.concatenate([there, starts[farthest == distance]]))
            edges = self.moves_from(here)[1]
            there = self.graph.target.take(edges)
            nearer = self.steps.take(there) < distance
            found.append(edges.compress(nearer))
            there = there.compress(nearer)
        return found[::-1]

    def ways(self, moves: Sequence[Indices]) -> Numbers:
        """Number of shortest solutions in steps, at most MOST_WAYS, of positions visited by ``steps_toward_goal``."""
        found: Numbers = self.graph.home.astype(np.int64)
        for edges in moves:
            origin, ways = self.graph.origin.take(edges), found.take(self.graph.target.take(edges))
            first = np.flatnonzero(np.diff(origin, prepend=-1))
            found[origin[first]] = np.minimum(np.add.reduceat(ways, first), MOST_WAYS)
        return found

    @cached_property
    def hole_sets(self) -> list[tuple[int, ...]]:
        """The sets of holes, as bits, that the rabbits occupy in the solved positions of each component."""
        home = np.flatnonzero(self.graph.home)
        pairs = np.unique(np.stack([self.part[home], self.keys[home] >> CODE_BITS]), axis=1)
        ends = np.cumsum(np.bincount(pairs[0], minlength=len(self.sizes)))
        masks = pairs[1].tolist()
        return [tuple(masks[first:end]) for first, end in pairwise([0, *ends.tolist()])]

    def stands_for_images(self) -> npt.NDArray[np.bool_]:
        """For each position, whether it has the smallest key among its images on its ground."""
        first = np.ones(len(self.keys), np.bool_)
        for here, image in self._images():
            first[here] &= self.keys[here] <= image
        return first

    def stands_for_parts(self) -> npt.NDArray[np.bool_]:
        """For each component, whether it has the smallest key among its images."""
        none = np.iinfo(np.int64).max
        own, first = np.full(len(self.sizes), none), np.full(len(self.sizes), none)
        np.minimum.at(own, self.part, self.keys)
        for here, image in self._images():
            np.minimum.at(first, self.part[here], image)
        return own <= first

    def _images(self) -> Iterator[tuple[npt.NDArray[np.intp], Keys]]:
        """For each non-trivial symmetry of a ground: the indices of its positions, and their images."""
        on = self.space.ground_of(self.keys)
        for number, ground in enumerate(self._grounds):
            here = np.flatnonzero(on == number if len(ground.symmetries) > 1 else on < 0)
            offset = self.space.first[number]
            for symmetry in ground.symmetries[1:] if len(here) else ():
                codes = images(self.space.board, ground.tracks, symmetry)[(self.keys[here] & CODE_MASK) - offset]
                yield here, _moved(self.keys[here] >> CODE_BITS, symmetry) << CODE_BITS | codes + offset

    def hitting_times(self, wanted: Sequence[int] | Numbers) -> Times:
        """The hitting times in some components; NaN in all others."""
        graph, times = self.graph, np.full(len(self.keys), np.nan)
        chosen = np.unique(np.asarray(wanted, np.intp))
        chosen = chosen[np.argsort(self.sizes[chosen], kind="stable")]
        turn = np.zeros(len(self.sizes), np.min_scalar_type(len(chosen)))  # 16-bit keys are radix-sorted
        turn[chosen] = np.arange(1, len(chosen) + 1)
        mine = turn.take(self.part)
        times[graph.home & (mine > 0)] = 0.0
        mine[graph.home] = 0
        every = np.argsort(mine, kind="stable")
        counts = np.bincount(mine, minlength=len(chosen) + 1)
        ends = np.cumsum(counts)
        group = (ends - ends[0] - 1) // TOGETHER
        number = np.full(len(every), NONE)
        for before, last in pairwise([*np.flatnonzero(np.diff(group)), len(group) - 1]):
            inside, sizes = every[ends[before] : ends[last]], counts[before + 1 : last + 1]
            number[inside] = np.arange(len(inside))
            rows, edges = self.moves_from(inside)
            there = number.take(graph.target.take(edges))
            away = there >= 0
            degree, steps = self._degree.take(inside), self.steps.take(inside)
            inner = degree - np.bincount(rows.compress(~away), minlength=len(inside))
            times[inside] = times_away(
                degree.astype(np.float64), inner, there.compress(away), sizes[sizes > 0], steps, self._stop
            )
        return times


def _components(graph: Graph, root: Indices) -> Parts:
    """Number the components from 0; ``root`` is a solved position connected to each position; these come first."""
    once = np.flatnonzero(graph.origin < graph.target)
    one, other = root[graph.origin[once]], root[graph.target[once]]
    apart = one != other
    names = joined(np.arange(int(np.count_nonzero(graph.home))), one[apart], other[apart])
    part: Parts = np.unique(names, return_inverse=True)[1].astype(np.intp)[root]
    return part


def _moved(masks: Numbers, symmetry: Symmetry) -> Numbers:
    """The images of sets of cells."""
    different, where = np.unique(masks, return_inverse=True)
    moved: Numbers = np.array([move(symmetry, mask) for mask in different.tolist()], np.int64)[where]
    return moved


NEVER: Final = 1 << 30
"""The rank of an impossible move."""
CELLS = 64
"""More than the cells of any board."""
KINDS = 1 << 10
"""More than the jumps of any board."""


def solutions(survey: Survey, starts: Indices) -> list[tuple[str, ...]]:
    """The moves of a shortest solution of each start, as text.

    Each turn is, of the moves on a shortest solution, the first jump as ``State`` lists them, or the longest slide if
    that is longer than one cell or there is no jump. Rabbits and foxes are named in the row-major order of the start.
    """
    players = _Players(survey, starts)
    here = starts.copy()
    made: list[Indices] = []
    while survey.steps[here].any():
        rank, hop_to, hop_cell = _first_hops(survey, here, players)
        length, slide_to, fox, cell = _longest_slides(survey, here, players)
        sliding = (length > 1) | ((length == 1) & (rank == NEVER))
        done = survey.steps[here] == 0
        rabbit = rank // KINDS
        made.append(
            np.where(done, -1, np.where(sliding, (players.rabbits + fox) * CELLS + cell, rabbit * CELLS + hop_cell))
        )
        players.hop(np.flatnonzero(~sliding & ~done), rabbit, hop_cell)
        here = np.where(done, here, np.where(sliding, slide_to, hop_to))
    texts = _texts(survey.space.board, players.rabbits, survey.space.foxes)
    rows = np.stack(made, axis=1).tolist() if made else [[] for _ in starts]
    return [tuple(texts[move] for move in row if move >= 0) for row in rows]


@lru_cache(maxsize=KEPT)
def _texts(board: Board, rabbits: int, foxes: int) -> dict[int, str]:
    """The texts of all moves by their codes."""
    every = range(board.size)
    found = {n * CELLS + i: str(Hop(f"R{n + 1}", board.cell(i))) for n in range(rabbits) for i in every}
    return found | {
        (rabbits + n) * CELLS + i: str(Slide(f"F{n + 1}", board.cell(i))) for n in range(foxes) for i in every
    }


class _Players:
    """The cell of each rabbit, and the line of each fox, for each start."""

    def __init__(self, survey: Survey, starts: Indices) -> None:
        keys, space = survey.keys[starts], survey.space
        self.rabbits = int(keys[0] >> CODE_BITS).bit_count() if len(keys) else 0
        self.starts, self.ends = (
            np.array([bit.bit_length() - 1 for bit in some], np.intp)
            for some in ([jump.start for jump in space.jumps], [jump.target for jump in space.jumps])
        )
        """The start and end cells of jumps, by kind."""
        bits = keys[:, None] >> CODE_BITS >> np.arange(space.board.size) & 1
        self._cells = np.nonzero(bits)[1].reshape(len(keys), self.rabbits)
        self.firsts = np.concatenate([_firsts(space.board, tracks) for _, tracks in space.grounds])
        """The first cell of the fox on each line of its ground, by code."""
        self.lines = np.argsort(self.firsts[keys & CODE_MASK], axis=1)
        """The line of each fox, as an index into those of the ground, in the order of the foxes' names."""

    def at(self, rows: Indices, cells: Indices) -> Indices:
        """The number of the rabbit in a cell, by start; there must be one."""
        number: Indices = np.argmax(self._cells[rows] == cells[:, None], axis=1)
        return number

    def hop(self, rows: Indices, rabbit: Indices, cells: Indices) -> None:
        self._cells[rows, rabbit[rows]] = cells[rows]


@lru_cache(maxsize=KEPT)
def _firsts(board: Board, tracks: tuple[int, ...]) -> Codes:
    at = rails(board, tracks).at
    firsts = [
        np.array([(place & -place).bit_length() - 1 for place in fox_tracks(board)[track]], np.int64)[here]
        for track, here in zip(tracks, at, strict=True)
    ]
    return np.stack(firsts, axis=1) if firsts else np.empty((1, 0), np.int64)


def _first_hops(survey: Survey, here: Indices, players: _Players) -> tuple[Indices, Indices, Indices]:
    """For each start, the first jump nearer home from the present position: its rank, the next position, the target."""
    rows, edges = survey.moves_from(here)
    target, kind = survey.graph.target[edges], survey.kind[edges]
    hops = np.flatnonzero((kind < len(survey.space.jumps)) & (survey.steps[target] < survey.steps[here[rows]]))
    rows, target, kind = rows[hops], target[hops], kind[hops]
    own = players.at(rows, players.starts[kind]) * KINDS + kind
    rank = np.full(len(here), NEVER)
    np.minimum.at(rank, rows, own)
    first = np.flatnonzero(own == rank[rows])
    hop_to, hop_cell = here.copy(), np.zeros(len(here), np.intp)
    hop_to[rows[first]], hop_cell[rows[first]] = target[first], players.ends[kind[first]]
    return rank, hop_to, hop_cell


def _longest_slides(survey: Survey, here: Indices, players: _Players) -> tuple[Indices, Indices, Indices, Indices]:
    """For each start, the longest slide on a shortest solution: its cells, the next position, the fox and its cell.

    Ties are broken by fox and then by way; all are examined side by side, one row each.
    """
    foxes, every = survey.space.foxes, np.arange(len(here))
    if not foxes:
        return np.zeros_like(here), here, np.zeros_like(here), np.zeros_like(here)
    lines = np.repeat(players.lines.T, 2, axis=0)
    ways = 2 * lines + np.tile([[0], [1]], (foxes, 1))
    there = np.broadcast_to(here, ways.shape)
    length, nearer = np.zeros_like(ways), np.ones(ways.shape, np.bool_)
    while nearer.any():
        further = survey.slides[there, ways]
        nearer = nearer & (further >= 0) & (survey.steps[further] < survey.steps[there])
        there, length = np.where(nearer, further, there), length + nearer
    best = np.argmax(length, axis=0)
    slide_to = there[best, every]
    cell = players.firsts[survey.keys[slide_to] & CODE_MASK, lines[best, every]]
    return length[best, every], slide_to, best // 2, cell


# -- census

CENSUS_TOGETHER = 300_000
"""Estimated positions, unsolvable ones included, that are counted together."""


@dataclass(frozen=True, slots=True)
class Census:
    """Counts over a class of puzzles, all up to the board's symmetries.

    ``setups`` counts the unsolved positions, ``solvable`` those that can be solved, ``histogram`` the latter by the
    least they take in ``metric``; ``hardest`` are the canonical texts of all that take ``maximum``; ``components``
    counts the connected components with a solved position.
    """

    rabbits: int
    mushrooms: int
    foxes: int
    metric: Metric
    setups: int
    solvable: int
    histogram: Mapping[int, int]
    maximum: int
    hardest: tuple[str, ...]
    components: int


def census(
    rabbits: int,
    mushrooms: int,
    foxes: int,
    metric: Metric = "steps",
    board: Board = STANDARD,
    stop: Stop = never,
) -> Census:
    """Count all puzzles with that many pieces; ends early, with partial counts, on ``stop``.

    Raises ValueError for less than one rabbit, negative numbers, more foxes than there are letters for, an unknown
    metric, or a class too large for this method.
    """
    _check(rabbits, mushrooms, foxes, metric)
    every = list(grounds(board, mushrooms, foxes))
    counts, hardest, components = np.zeros(1, np.int64), set[str](), 0
    for survey in _surveys(board, every, rabbits, stop):
        costs = survey.steps if metric == "steps" else survey.moves
        found = np.bincount(costs[survey.stands_for_images()], minlength=len(counts))
        if len(found) > len(counts):
            hardest.clear()
        found[: len(counts)] += counts
        counts = found
        longest = survey.keys[costs == max(1, len(counts) - 1)]
        hardest |= {canonical(text, board) for text in survey.space.texts(longest)}
        components += int(np.count_nonzero(survey.stands_for_parts()))
    histogram = dict(enumerate(counts[1:].tolist(), 1))
    return Census(
        rabbits,
        mushrooms,
        foxes,
        metric,
        setups=sum(setups(board, ground, rabbits) for ground in every),
        solvable=sum(histogram.values()),
        histogram=histogram,
        maximum=len(histogram),
        hardest=tuple(sorted(hardest)),
        components=components,
    )


def _check(rabbits: int, mushrooms: int, foxes: int, metric: Metric) -> None:
    for name, value, least in (("rabbits", rabbits, 1), ("mushrooms", mushrooms, 0), ("foxes", foxes, 0)):
        if value < least:
            raise ValueError(f"{name}: at least {least}, please")
    if foxes > MOST_FOXES:
        raise ValueError(f"foxes: at most {MOST_FOXES}, please")
    if metric not in ("steps", "moves"):
        raise ValueError("metric: steps or moves, please")


def _surveys(board: Board, every: Sequence[Ground], rabbits: int, stop: Stop) -> Iterator[Survey]:
    """The surveys of a class, part by part, until all are done or ``stop`` says so."""
    codes = max((code_count(board, ground) for ground in every), default=1)
    size = max(1, min(CENSUS_TOGETHER // (codes * comb(board.size, rabbits)), CODE_MASK // codes))
    for at in range(0, len(every), size):
        try:
            yield Survey(board, every[at : at + size], rabbits, stop)
        except Stopped:
            return
        except TooLarge:
            raise ValueError("rabbits, foxes: too many for a census of this board") from None
