"""Lets computer players meet in many games and counts fairly: the same table whatever runs the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

from logic import players, registry
from logic.core import Dice, Outcome, never
from logic.jobs import in_order
from logic.session.saving import Seat, Setup, setup_params
from logic.session.session import Session
from logic.variants import Variant, resolve_params, seated

BOUND = 1000
"""Moves after which a game is broken off and counted as a draw, unless the caller says otherwise."""

CHUNK = 8
"""Games that travel to a worker together."""

Z95 = 1.959963984540054
"""The normal distribution's quantile that leaves 2.5 % above it."""


def rewards(outcome: Outcome) -> dict[int, float]:
    """Each player's share of an end: 1 for first, 0 for last, ties share; alone, 1 for a win."""
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
    """One game as it was played: enough to play it again, and what it brought to each seat.

    ``shares`` and ``winners`` are by seat; ``cut`` tells that the bound broke it off.
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
        """Either "won" (alone), "lost", or "drawn" (nobody or several won, this seat among them or nobody)."""
        if self.winners == (seat,):
            return "won"
        return "drawn" if not self.winners or seat in self.winners else "lost"


def play_game(
    game_name: str, variant: str, params: Any, levels: Sequence[str], seed: int, bound: int = BOUND
) -> GameRecord:
    """Play one game of computer levels against each other, one level a seat.

    The seed fixes all of it: the deal's seed and that of each player's dice are drawn from it, none from another.
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
class Row:
    """What one level did, over all seats it held; ``low`` and ``high`` bound its true share with 95 % confidence."""

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
class Table:
    """The result of a tournament; ``cut`` counts the games that the bound broke off (drawn in the rows)."""

    game: str
    variant: str
    seats: tuple[str, ...]
    seed: int
    games: int
    cut: int
    moves: float
    rows: tuple[Row, ...]

    def as_text(self) -> str:
        """Write it for a terminal."""
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
                row.level: {
                    "games": row.games,
                    "won": row.won,
                    "drawn": row.drawn,
                    "lost": row.lost,
                    "share": row.share,
                    "low": row.low,
                    "high": row.high,
                    "moves": row.moves,
                }
                for row in self.rows
            },
        }


@dataclass(frozen=True, slots=True)
class _Score:
    """What the table needs of a game: its moves are only counted, for those of many games would fill the memory."""

    levels: tuple[str, ...]
    shares: tuple[float, ...]
    results: tuple[str, ...]
    moves: int
    cut: bool


@dataclass(frozen=True, slots=True)
class _Job:
    """Some of a tournament's games, as they travel to a worker: plain values only."""

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
) -> Table:
    """Play ``games`` games between the levels in ``seats``, which change seats from game to game.

    Each game's seed comes from the master seed and its number alone, so the table is the same whatever the
    ``executor`` or number of ``jobs``. Raises ValueError naming what was expected.
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
) -> list[Table]:
    """The tables of several tournaments one after the other, as each would be alone, by the same workers."""
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
    scores = [score for chunk in in_order(_play_chunk, work, executor, jobs) for score in chunk]
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


def _table(game: str, variant: str, seats: tuple[str, ...], seed: int, scores: Sequence[_Score]) -> Table:
    rows = tuple(_row(level, scores) for level in dict.fromkeys(seats))
    cut = sum(score.cut for score in scores)
    moves = sum(score.moves for score in scores) / len(scores)
    return Table(game, variant, seats, seed, len(scores), cut, moves, rows)


def _row(level: str, scores: Iterable[_Score]) -> Row:
    held = [(score, seat) for score in scores for seat, name in enumerate(score.levels) if name == level]
    results = [score.results[seat] for score, seat in held]
    share = sum(score.shares[seat] for score, seat in held) / len(held)
    low, high = wilson(share, len(held))
    moves = sum(score.moves for score, _ in held) / len(held)
    won, drawn, lost = (results.count(word) for word in ("won", "drawn", "lost"))
    return Row(level, len(held), won, drawn, lost, share, low, high, moves)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % bounds for a share seen in that many games; a draw counts as half a success."""
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
