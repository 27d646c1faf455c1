"""How strong the levels of a game are beside each other: every two of them meet, and ratings are fitted to it all."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from logic import players, registry
from logic.engine.arena import Z95, Table, tournaments

Numbers = npt.NDArray[np.float64]

ANCHOR = 1000.0
"""The rating of the easiest level that people can choose: all others are measured from there."""
POINTS = 400 / np.log(10)
"""Points of a rating for a factor e in the odds: 400 more points are odds of ten to one, as usual in chess."""
PRIOR = 1.0
"""Drawn games that every two are taken to have played before: whoever never loses has a rating, too."""
MOST_ROUNDS = 100_000
CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's rating; ``low`` and ``high`` bound its distance from the anchor with 95 % confidence."""

    level: str
    games: int
    share: float
    rating: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """All levels, the strongest first, and what came of every two; ``games`` is how many each two played."""

    game: str
    variant: str
    seed: int
    games: int
    rungs: tuple[Rung, ...]
    meetings: tuple[Table, ...]

    def as_text(self) -> str:
        """Write it for a terminal."""
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
        """What a level scored against another one."""
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
    """Let every two levels of a game for two, chance among them, play ``games`` games, and fit their ratings.

    What two of them did is the table of ``tournament`` with that seed, and so the ladder is the same whatever the
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
    """The ratings of levels, the strongest first, by what each (row) scored against each other one (column).

    After Bradley and Terry: the odds of a game are the ratio of two strengths, a draw is half a win for both. The most
    likely strengths are found by Hunter’s rounds (“MM algorithms”, 2004), bounds by how sharply the likelihood falls.
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
    """The standard deviations of the logarithms of all strengths, as seen from the anchor's."""
    together = strengths[:, None] + strengths
    known = -games * strengths[:, None] * strengths / together**2
    np.fill_diagonal(known, -(known.sum(axis=1) - np.diag(known)))
    others = np.flatnonzero(np.arange(len(strengths)) != anchor)
    found = np.zeros(len(strengths))
    found[others] = np.sqrt(np.diag(np.linalg.inv(known[np.ix_(others, others)])))
    return found


# -- as a picture

WIDE, ROW, LEFT, RIGHT, ABOVE = 900, 44, 110, 70, 70
"""Pixels of the picture: its width, a row's height, and what is kept free beside and above the rows."""
GROUND, INK, SOFT, GRID, MARK = "#221c17", "#f3eadb", "#b9ab97", "#4a4038", "#d9a441"
GRIDS = (50, 100, 200, 250, 500, 1000, 2000)
"""Points between the lines of the grid: the least that gives no more than a dozen."""


def as_svg(found: Ladder) -> str:
    """Draw it: a level a row, a dot for its rating and a line for its bounds."""
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
