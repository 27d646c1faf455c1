"""Tournaments between computer players, with the same result whatever executes the games.

Where every two levels of a game meet, ratings are fitted to the results: a ladder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from logic import players, registry
from logic.core import Dice, Outcome, never
from logic.jobs import map_in_order
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import Variant, resolve_params, seated

BOUND = 1000
"""The default limit on the moves of a game, after which it is cut off and counted as a draw."""

CHUNK = 8
"""Games per chunk of work for a worker."""

Z95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


def rewards(outcome: Outcome) -> dict[int, float]:
    """Each player's share of an outcome: 1 for first, 0 for last, ties share; alone, 1 for a win."""
    players = sum(len(group) for group in outcome.ranking)
    if players == 1:
        player = outcome.ranking[0][0]
        return {player: 1.0 if player in outcome.winners else 0.0}
    starts = [0]
    for group in outcome.ranking:
        starts.append(starts[-1] + len(group))
    return {
        player: 1 - (start + end - 1) / 2 / (players - 1)
        for group, (start, end) in zip(outcome.ranking, pairwise(starts), strict=True)
        for player in group
    }


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as played: enough to replay it, and its result for each seat.

    ``shares`` are by seat, ``winners`` are seats; ``cut`` says whether it was stopped at the limit on its length.
    """

    game: str
    variant: str
    seed: int
    levels: tuple[str, ...]
    moves: tuple[str, ...]
    shares: tuple[float, ...]
    winners: tuple[int, ...]
    cut: bool

    def result(self, seat: int) -> str:
        """Return "won" (alone), "lost", or "drawn" (nobody won, or several with this seat among them)."""
        if self.winners == (seat,):
            return "won"
        return "drawn" if not self.winners or seat in self.winners else "lost"


def play_game(
    game_name: str, variant: str, params: Any, levels: Sequence[str], seed: int, bound: int = BOUND
) -> GameRecord:
    """Play one game of computer levels against each other, one level per seat.

    Everything follows from the seed: the seed of the deal and those of the players' dice are drawn from it
    independently.
    """
    game = registry.game_named(game_name)
    for name in levels:
        players.level(game, name)
    source = Dice(seed)
    seats = tuple(Seat(level=name) for name in levels)
    setup = Setup(game_name, variant, setup_params(game, params), source.seed(), seats)
    dice = [Dice(source.seed()) for _ in levels]
    session = Session(game, setup)
    while session.outcome() is None and session.ply < bound:
        seat = session.state.player
        session.play(players.choose(game, levels[seat], session.state, dice[seat], never))
    outcome = session.outcome()
    shares = rewards(outcome) if outcome else dict.fromkeys(range(len(levels)), 0.5)
    return GameRecord(
        game_name,
        variant,
        seed,
        tuple(levels),
        tuple(str(move) for move in session.moves),
        tuple(shares[seat] for seat in range(len(levels))),
        outcome.winners if outcome else (),
        cut=outcome is None,
    )


# -- many games


@dataclass(frozen=True, slots=True)
class LevelRow:
    """The results of one level over all its seats; ``low`` and ``high`` bound its true share with 95 % confidence."""

    level: str
    games: int
    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float
    moves: float


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of a tournament; ``cut`` counts the games stopped at the bound on their length (draws in the rows)."""

    game: str
    variant: str
    seats: tuple[str, ...]
    seed: int
    games: int
    cut: int
    moves: float
    rows: tuple[LevelRow, ...]

    def as_text(self) -> str:
        head = f"{self.game}, {self.variant}: {self.games} games, seed {self.seed}, {self.moves:.1f} moves a game"
        width = max(len("level"), *(len(row.level) for row in self.rows))
        title = (
            f"{'level':<{width}}  {'games':>5}  {'won':>5}  {'drawn':>5}  {'lost':>5}"
            f"  {'score':>6}  {'95 % bounds':>15}  {'moves':>6}"
        )
        lines = [
            f"{row.level:<{width}}  {row.games:5}  {row.won:5}  {row.drawn:5}  {row.lost:5}"
            f"  {row.share:6.1%}  {row.low:6.1%} – {row.high:6.1%}  {row.moves:6.1f}"
            for row in self.rows
        ]
        cut = [f"{self.cut} of the draws were broken off by the bound on moves."] if self.cut else []
        return "\n".join([head, "", title, *lines, *cut])

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "variant": self.variant,
            "seats": list(self.seats),
            "seed": self.seed,
            "games": self.games,
            "broken_off": self.cut,
            "moves": self.moves,
            "levels": {
                row.level: {name: value for name, value in asdict(row).items() if name != "level"} for row in self.rows
            },
        }


@dataclass(frozen=True, slots=True)
class _Score:
    """What the standings need of a game: moves are only counted, since those of many games would fill the memory."""

    levels: tuple[str, ...]
    shares: tuple[float, ...]
    results: tuple[str, ...]
    moves: int
    cut: bool


@dataclass(frozen=True, slots=True)
class _Job:
    """A batch of a tournament's games as sent to a worker: plain values only."""

    game: str
    variant: str
    params: dict[str, Any]
    seats: tuple[str, ...]
    seed: int
    bound: int
    numbers: tuple[int, ...]


def tournament(
    game: str,
    variant: str,
    seats: Sequence[str],
    games: int,
    seed: int,
    executor: Executor | None = None,
    jobs: int = 1,
    bound: int = BOUND,
) -> Standings:
    """Play ``games`` games between the levels in ``seats``, which change seats from game to game.

    Each game's seed depends only on the master seed and its number, so the result is the same whatever the ``executor``
    or number of ``jobs``. Raises ValueError naming what was expected.
    """
    (table,) = tournaments(game, variant, [seats], games, seed, executor, jobs, bound)
    return table


def tournaments(
    game: str,
    variant: str,
    meetings: Sequence[Sequence[str]],
    games: int,
    seed: int,
    executor: Executor | None = None,
    jobs: int = 1,
    bound: int = BOUND,
) -> list[Standings]:
    """The standings of several tournaments, each as if alone, played by the same workers."""
    chosen = _variant(game, variant)
    module = registry.game_named(game)
    work = []
    for seats in meetings:
        _check(game, chosen, seats, games, jobs)
        count = seated(module, len(seats))
        params = setup_params(module, resolve_params(module, chosen, computer=True, name=variant, chosen=count))
        work += [
            _Job(game, variant, params, tuple(seats), seed, bound, tuple(range(start, min(start + CHUNK, games))))
            for start in range(0, games, CHUNK)
        ]
    scores = [score for chunk in map_in_order(_play_chunk, work, executor, jobs) for score in chunk]
    return [
        _table(game, variant, tuple(seats), seed, scores[number * games : (number + 1) * games])
        for number, seats in enumerate(meetings)
    ]


def _play_chunk(job: _Job) -> list[_Score]:
    game = registry.game_named(job.game)
    params = resolve_params(game, _variant(job.game, job.variant), computer=True, name=job.variant, chosen=job.params)
    scores = []
    for number in job.numbers:
        turn = number % len(job.seats)
        levels = (*job.seats[turn:], *job.seats[:turn])
        record = play_game(job.game, job.variant, params, levels, game_seed(job.seed, number), job.bound)
        results = tuple(record.result(seat) for seat in range(len(levels)))
        scores.append(_Score(levels, record.shares, results, len(record.moves), record.cut))
    return scores


def game_seed(seed: int, number: int) -> int:
    return Dice(seed * 1_000_003 + number).seed()


def _table(game: str, variant: str, seats: tuple[str, ...], seed: int, scores: Sequence[_Score]) -> Standings:
    rows = tuple(_row(level, scores) for level in dict.fromkeys(seats))
    cut = sum(score.cut for score in scores)
    moves = sum(score.moves for score in scores) / len(scores)
    return Standings(game, variant, seats, seed, len(scores), cut, moves, rows)


def _row(level: str, scores: Iterable[_Score]) -> LevelRow:
    held = [(score, seat) for score in scores for seat, name in enumerate(score.levels) if name == level]
    results = [score.results[seat] for score, seat in held]
    share = sum(score.shares[seat] for score, seat in held) / len(held)
    low, high = wilson(share, len(held))
    moves = sum(score.moves for score, _ in held) / len(held)
    won, drawn, lost = (results.count(word) for word in ("won", "drawn", "lost"))
    return LevelRow(level, len(held), won, drawn, lost, share, low, high, moves)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence bounds for a share observed in that many games; a draw counts as half a success."""
    spread = Z95 * Z95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def _variant(game: str, name: str) -> Variant:
    variants = registry.game_config(game).variants
    if name not in variants:
        raise ValueError(f"variant: no {name!r} of {game}; there are {', '.join(variants)}")
    return variants[name]


def _check(game: str, variant: Variant, seats: Sequence[str], games: int, jobs: int) -> None:
    if len(seats) not in variant.players:
        expected = " or ".join(str(number) for number in variant.players)
        raise ValueError(f"seats: {expected} levels, please, not {len(seats)}")
    for name in seats:
        players.level(registry.game_named(game), name)
    if games < 1:
        raise ValueError("games: at least 1, please")
    if jobs < 1:
        raise ValueError("jobs: at least 1, please")


# -- a ladder

Numbers = npt.NDArray[np.float64]

ANCHOR = 1000.0
"""The rating of the game's easiest level, relative to which all others are rated."""
POINTS = 400 / np.log(10)
"""Rating points for a factor of e in the odds: 400 more points are odds of ten to one, as usual in chess."""
PRIOR = 1.0
"""Drawn games added for each pair: without them a level that never loses would have no finite rating."""
MOST_ROUNDS = 100_000
CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's rating, relative to the anchor's; ``low`` and ``high`` bound it with 95 % confidence."""

    level: str
    games: int
    share: float
    rating: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """All levels, the strongest first, and the results of each pair; ``games`` is how many each pair played."""

    game: str
    variant: str
    seed: int
    games: int
    rungs: tuple[Rung, ...]
    meetings: tuple[Standings, ...]

    def as_text(self) -> str:
        head = f"{self.game}, {self.variant}: {self.games} games of every two, seed {self.seed}"
        width = max(len("level"), *(len(rung.level) for rung in self.rungs))
        title = f"{'level':<{width}}  {'games':>5}  {'score':>6}  {'rating':>6}  {'95 % bounds':>13}  against"
        lines = [
            f"{one.level:<{width}}  {one.games:5}  {one.share:6.1%}  {one.rating:6.0f}"
            f"  {one.low:5.0f} – {one.high:5.0f}  {self._against(one.level)}"
            for one in self.rungs
        ]
        return "\n".join([head, "", title, *lines])

    def _against(self, level: str) -> str:
        others = [one.level for one in self.rungs if one.level != level]
        return ", ".join(f"{other} {self.share(level, other):.1%}" for other in others)

    def share(self, level: str, other: str) -> float:
        """The share of a level against another."""
        meeting = next(one for one in self.meetings if set(one.seats) == {level, other})
        return next(row.share for row in meeting.rows if row.level == level)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "variant": self.variant,
            "seed": self.seed,
            "games": self.games,
            "levels": [asdict(rung) for rung in self.rungs],
            "meetings": [one.as_json() for one in self.meetings],
        }


def ladder(game: str, variant: str, games: int, seed: int, executor: Executor | None = None, jobs: int = 1) -> Ladder:
    """Let all pairs of a game's levels, the random player included, play ``games`` games, and fit their ratings.

    The results of a pair are those of ``tournament`` with that seed, so the ladder is the same whatever the
    ``executor`` or number of ``jobs``. Raises ValueError naming what was expected.
    """
    own = tuple(players.own_levels(registry.game_named(game)))
    if not own:
        raise ValueError(f"ladder: {game} has no levels that could meet")
    names = ("random", *own)
    pairs = list(combinations(names, 2))
    meetings = tuple(tournaments(game, variant, pairs, games, seed, executor, jobs))
    points = np.zeros((len(names), len(names)))
    for (one, other), table in zip(pairs, meetings, strict=True):
        for row in table.rows:
            there = other if row.level == one else one
            points[names.index(row.level), names.index(there)] = row.share * row.games
    return Ladder(game, variant, seed, games, rungs_of(names, points, own[0]), meetings)


def rungs_of(names: Sequence[str], points: Numbers, anchor: str) -> tuple[Rung, ...]:
    """The ratings of levels, the strongest first, given what each (row) scored against each other (column).

    Bradley–Terry model: the odds of a game are the ratio of two strengths, and a draw is half a win for both. Strengths
    are fitted by maximum likelihood with Hunter’s iteration (“MM algorithms”, 2004), bounds by the curvature of the
    likelihood.
    """
    met = points + points.T
    counted = points + np.where(met > 0, PRIOR / 2, 0)
    strengths = _most_likely(counted)
    scale = POINTS * np.log(strengths / strengths[names.index(anchor)])
    spread = POINTS * Z95 * _deviations(counted + counted.T, strengths, names.index(anchor))
    rungs = [
        Rung(name, round(met[i].sum()), float(points[i].sum() / met[i].sum()), *(
            round(float(ANCHOR + value), 1) for value in (scale[i], scale[i] - spread[i], scale[i] + spread[i])
        ))
        for i, name in enumerate(names)
    ]  # fmt: skip
    return tuple(sorted(rungs, key=lambda rung: (-rung.rating, rung.level)))


def _most_likely(counted: Numbers) -> Numbers:
    games, won = counted + counted.T, counted.sum(axis=1)
    strengths: Numbers = np.ones(len(counted))
    for _ in range(MOST_ROUNDS):
        better = won / (games / (strengths[:, None] + strengths)).sum(axis=1)
        better /= np.exp(np.log(better).mean())
        done = np.abs(np.log(better / strengths)).max() < CLOSE
        strengths = better
        if done:
            break
    return strengths


def _deviations(games: Numbers, strengths: Numbers, anchor: int) -> Numbers:
    """The standard deviations of the logarithms of all strengths relative to the anchor's."""
    together = strengths[:, None] + strengths
    known = -games * strengths[:, None] * strengths / together**2
    np.fill_diagonal(known, -(known.sum(axis=1) - np.diag(known)))
    others = np.flatnonzero(np.arange(len(strengths)) != anchor)
    found = np.zeros(len(strengths))
    found[others] = np.sqrt(np.diag(np.linalg.inv(known[np.ix_(others, others)])))
    return found


# -- as SVG

WIDE, ROW, LEFT, RIGHT, ABOVE = 900, 44, 110, 70, 70
"""Pixels: the width, a row's height, and the margins left, right and above."""
GROUND, INK, SOFT, GRID, MARK = "#221c17", "#f3eadb", "#b9ab97", "#4a4038", "#d9a441"
GRIDS = (50, 100, 200, 250, 500, 1000, 2000)
"""Possible distances of grid lines in rating points: the least that needs no more than a dozen lines."""


def as_svg(found: Ladder) -> str:
    """A ladder as SVG: a row per level, a dot for its rating and a line for its bounds."""
    lowest, highest = min(one.low for one in found.rungs), max(one.high for one in found.rungs)
    step = next((step for step in GRIDS if highest - lowest <= 10 * step), GRIDS[-1])
    first, last = int(lowest // step) * step, -int(-highest // step) * step
    tall = ABOVE + ROW * len(found.rungs) + 50

    def x(rating: float) -> float:
        return round(LEFT + (rating - first) / (last - first) * (WIDE - LEFT - RIGHT), 1)

    head = f"{found.game}, {found.variant}: ratings by {found.games} games of every two, with 95 % bounds"
    parts = [svg_text(LEFT, 36, head, INK, "start")]
    for rating in range(first, last + 1, step):
        parts.append(svg_line(x(rating), ABOVE, x(rating), tall - 44, GRID, 1))
        parts.append(svg_text(x(rating), tall - 20, str(rating), SOFT, "middle"))
    for row, one in enumerate(found.rungs):
        y = ABOVE + ROW * row + ROW // 2
        parts.append(svg_text(LEFT - 16, y + 6, one.level, INK, "end"))
        parts.append(svg_line(x(one.low), y, x(one.high), y, MARK, 4))
        parts.append(f'<circle cx="{x(one.rating)}" cy="{y}" r="8" fill="{MARK}"/>')
        parts.append(svg_text(x(one.rating), y - 14, f"{one.rating:.0f}", INK, "middle"))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {tall}" font-family="sans-serif" font-size="16">',
        f'<rect width="{WIDE}" height="{tall}" fill="{GROUND}"/>', *parts, "</svg>", "",
    ])  # fmt: skip


def svg_text(x: float, y: float, words: str, colour: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{words}</text>'


def svg_line(x: float, y: float, to_x: float, to_y: float, colour: str, width: int) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-width="{width}"/>'
