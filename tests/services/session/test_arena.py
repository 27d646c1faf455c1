"""The arena: fair seats, results independent of the executor, correct bounds; and the ladder of ratings."""

import json
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import main
from logic.core import Dice, Level, Message, Outcome
from logic.engine import arena
from logic.engine.arena import GameRecord, as_svg, game_seed, ladder, play_game, rewards, rungs_of, tournament, wilson
from logic.session import Seat, Session, Setup
from tests.games import nullgame
from tests.support.positions.cases import register_small


@pytest.fixture(autouse=True)
def shelf(monkeypatch):
    register_small(monkeypatch)
    monkeypatch.setattr(nullgame, "LEVELS", {"shy": level(one), "greedy": level(best_take)}, raising=False)


def level(choose):
    return Level(Message("A level"), Message("For tests."), choose)


def best_take(state, dice, stop):
    moves = state.legal_moves()
    return moves[state.left % (state.most + 1) - 1] if state.left % (state.most + 1) else dice.choice(moves)


def one(state, dice, stop):
    return state.legal_moves()[0]


def counters(levels=("greedy", "random"), seed=1, **params):
    return play_game("nullgame", "plain", nullgame.Params(**params), levels, seed)


# -- one game


def test_an_arena_game_is_determined_by_its_seed_and_has_a_move_limit():
    assert counters(seed=4) == counters(seed=4)
    assert len({counters(("random", "random"), seed).moves for seed in range(20)}) > 10
    record = counters(seed=5)
    setup = Setup("nullgame", "plain", {"counters": 10, "most": 3}, 0, (Seat(name=""), Seat(name="")))
    session = Session.replay(nullgame, setup, [f"play {move}" for move in record.moves])
    assert session.outcome().winners == record.winners
    for seed in range(10):
        record = counters(seed=seed)
        assert record.winners == (0,)
        assert record.shares == (1.0, 0.0)
        assert (record.result(0), record.result(1)) == ("won", "lost")
    record = play_game("nullgame", "plain", nullgame.Params(counters=20), ("shy", "shy"), 1, bound=10)
    assert record.cut
    assert len(record.moves) == 10
    assert record.shares == (0.5, 0.5)
    assert record.result(0) == record.result(1) == "drawn"


@pytest.mark.parametrize(
    ("winners", "results"),
    [((0,), ["won", "lost", "lost"]), ((), ["drawn"] * 3), ((0, 2), ["drawn", "lost", "drawn"])],
)
def test_results_are_derived_from_the_winners(winners, results):
    record = GameRecord("g", "v", 1, ("a", "b", "c"), (), (0.0, 0.0, 0.0), winners, cut=False)
    assert [record.result(seat) for seat in range(3)] == results


# -- many games


def rows(table):
    return {row.level: row for row in table.rows}


def test_tournament_rotates_seats_and_seeds_are_independent_of_game_count(monkeypatch):
    table = tournament("nullgame", "plain", ("greedy", "greedy"), 20, 1)
    row = rows(table)["greedy"]
    assert (row.games, row.won, row.lost) == (40, 20, 20)
    shy = rows(tournament("nullgame", "plain", ("shy", "greedy"), 2, 1))
    assert shy["shy"].games == shy["greedy"].games == 2
    played = []
    real = play_game
    monkeypatch.setattr(arena, "play_game", lambda *args: played.append(real(*args)) or played[-1])
    tournament("nullgame", "plain", ("greedy", "shy"), 20, 1)
    assert [record.levels for record in played] == [("greedy", "shy"), ("shy", "greedy")] * 10
    assert [record.seed for record in played] == [game_seed(1, number) for number in range(20)]
    played.clear()
    tournament("nullgame", "plain", ("random", "shy"), 3, 5)
    tournament("nullgame", "plain", ("random", "shy"), 20, 5)
    assert played[:3] == played[3:6]
    assert len({game_seed(5, number) for number in range(1000)}) == 1000
    assert game_seed(5, 0) != game_seed(6, 0)


def test_the_stronger_level_leads_the_table_and_its_figures_agree():
    table = tournament("nullgame", "plain", ("greedy", "random"), 100, 3)
    assert rows(table)["greedy"].share > 0.9
    assert rows(table)["greedy"].low > 0.5 > rows(table)["random"].high
    table = tournament("cardgame", "three", ("random", "random"), 30, 5)
    for row in table.rows:
        assert row.won + row.drawn + row.lost == row.games == 60
        assert row.share == pytest.approx((row.won + row.drawn / 2) / row.games)
        assert row.low < row.share < row.high
        assert row.moves == table.moves == 6
    assert table.cut == 0
    tables = {
        tuple((row.won, row.drawn) for row in tournament("nullgame", "plain", ("random", "shy"), 20, seed).rows)
        for seed in range(6)
    }
    assert len(tables) > 1


def test_any_executor_gives_the_same_table_and_worker_errors_propagate(monkeypatch):
    alone = tournament("nullgame", "plain", ("greedy", "random"), 30, 9)
    with ThreadPoolExecutor(max_workers=3) as executor:
        assert tournament("nullgame", "plain", ("greedy", "random"), 30, 9, executor) == alone
    bad = level(lambda state, dice, stop: nullgame.Take(99))
    monkeypatch.setattr(nullgame, "LEVELS", {"bad": bad})
    with ThreadPoolExecutor(max_workers=2) as executor, pytest.raises(RuntimeError, match="not a legal move"):
        tournament("nullgame", "plain", ("bad", "random"), 30, 9, executor)


def test_tournaments_use_the_with_computer_params(monkeypatch):
    seen = []
    real = play_game
    monkeypatch.setattr(arena, "play_game", lambda *args: seen.append(args[2]) or real(*args))
    tournament("nullgame", "small", ("random", "random"), 1, 1)
    assert seen == [nullgame.Params(6, 2)]


def test_the_table_reports_results_and_cut_games_in_text_and_json():
    table = tournament("nullgame", "plain", ("shy", "random"), 4, 1, bound=1)
    assert table.cut == 4
    assert rows(table)["shy"].drawn == 4
    assert "4 of the draws were broken off" in table.as_text()
    assert table.as_json()["broken_off"] == 4
    table = tournament("nullgame", "plain", ("greedy", "shy"), 10, 1)
    lines = table.as_text().splitlines()
    assert lines[0].startswith("nullgame, plain: 10 games, seed 1, ")
    assert [line.split()[0] for line in lines[2:]] == ["level", "greedy", "shy"]
    assert len({len(line) for line in lines[2:]}) == 1
    data = json.loads(json.dumps(table.as_json()))
    greedy = data["levels"]["greedy"]
    assert (greedy["won"] + greedy["drawn"] + greedy["lost"], data["games"]) == (10, 10)
    assert greedy["low"] < greedy["share"] <= greedy["high"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "game: no 'chess'; there are lgame"),
        ({"variant": "huge"}, "variant: no 'huge' of nullgame; there are plain, small"),
        ({"seats": ("random",)}, "seats: 2 levels, please, not 1"),
        ({"seats": ("random",) * 3}, "seats: 2 levels, please, not 3"),
        ({"seats": ("random", "strong")}, "level: no 'strong'; there are shy, greedy, random"),
        ({"games": 0}, "games: at least 1"),
        ({"jobs": 0}, "jobs: at least 1"),
    ],
)
def test_invalid_tournaments_are_refused_with_the_reason(changes, words):
    plain = {"game": "nullgame", "variant": "plain", "seats": ("random", "random"), "games": 1, "seed": 1}
    with pytest.raises(ValueError, match=words):
        tournament(**{**plain, **changes})


# -- bounds


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_bounds_equal_known_values(won, games, low, high):
    assert wilson(won / games, games) == pytest.approx((low, high), abs=5e-5)


@given(games=st.integers(1, 10_000), share=st.floats(0, 1))
def test_wilson_bounds_contain_the_share(games, share):
    low, high = wilson(share, games)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1


def test_rewards_follow_the_ranking():
    reason = Message("So.")
    assert rewards(Outcome((1,), ((1,), (0,)), reason)) == {0: 0.0, 1: 1.0}
    assert rewards(Outcome((), ((0, 1),), reason)) == {0: 0.5, 1: 0.5}
    assert rewards(Outcome((2,), ((2,), (0,), (1,)), reason)) == {2: 1.0, 0: 0.5, 1: 0.0}
    assert rewards(Outcome((0, 1), ((0, 1), (2,)), reason)) == {0: 0.75, 1: 0.75, 2: 0.0}
    assert rewards(Outcome((0,), ((0,),), reason)) == {0: 1.0}
    assert rewards(Outcome((), ((0,),), reason)) == {0: 0.0}


# -- the ladder

NAMES = ("random", "low", "middle", "high")
TRUE = (700, 1000, 1150, 1400)
"""Ratings by which results are sampled."""


def expected(one, other):
    return 1 / (1 + 10 ** ((other - one) / 400))


def simulated_scores(games, dice):
    """Return the scores of levels with those ratings against each other in so many games of every pair."""
    points = np.zeros((len(TRUE), len(TRUE)))
    for i, one in enumerate(TRUE):
        for j in range(i):
            points[i, j] = sum(dice.below(10**6) < expected(one, TRUE[j]) * 10**6 for _ in range(games))
            points[j, i] = games - points[i, j]
    return points


def test_ladder_ratings_fit_the_scores_and_their_bounds():
    points = np.array([[0 if i == j else 1e6 * expected(a, b) for j, b in enumerate(TRUE)] for i, a in enumerate(TRUE)])
    rungs = rungs_of(NAMES, points, "low")
    assert [(rung.level, rung.rating) for rung in rungs] == [
        (name, pytest.approx(rating, abs=0.1)) for name, rating in zip(reversed(NAMES), reversed(TRUE), strict=True)
    ]
    high, low = rungs_of(("low", "high"), np.array([[0, 2500], [7500, 0]]), "low")
    assert high.rating - low.rating == pytest.approx(400 * np.log10(3), abs=0.2)
    spread = 400 / np.log(10) * 1.96 / np.sqrt(10_001 * 0.75 * 0.25)
    assert (high.low, high.high) == (
        pytest.approx(high.rating - spread, abs=0.1),
        pytest.approx(high.rating + spread, abs=0.1),
    )
    assert (low.rating, low.low, low.high) == (1000, 1000, 1000)
    few, many = (rungs_of(("low", "high"), np.array([[0, 0], [games, 0]]), "low")[0] for games in (10, 1000))
    assert 1000 < few.rating < many.rating < 3000
    assert few.low < few.rating < few.high


def test_rating_bounds_contain_the_true_rating_in_about_95_percent():
    dice, held, seen = Dice(4), 0, 0
    for _ in range(60):
        for rung in rungs_of(NAMES, simulated_scores(100, dice), "low"):
            if rung.level != "low":
                seen += 1
                held += rung.low <= TRUE[NAMES.index(rung.level)] <= rung.high
    assert 0.90 <= held / seen <= 0.99


def test_the_ladder_plays_all_pairs_and_its_svg_shows_each_rating():
    found = ladder("nullgame", "plain", 20, 3)

    assert [set(table.seats) for table in found.meetings] == [
        {"random", "shy"}, {"random", "greedy"}, {"shy", "greedy"}
    ]  # fmt: skip
    assert found.meetings[2] == tournament("nullgame", "plain", ("shy", "greedy"), 20, 3)
    assert found.rungs[0].level == "greedy"
    assert {rung.games for rung in found.rungs} == {40}
    with ThreadPoolExecutor(2) as pool:
        assert ladder("nullgame", "plain", 20, 3, pool) == found
    found = ladder("nullgame", "plain", 8, 3)
    drawing = ElementTree.fromstring(as_svg(found))  # noqa: S314 - our own

    words = [each.text for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    dots = [float(each.get("cx")) for each in drawing.iter("{http://www.w3.org/2000/svg}circle")]
    assert {rung.level for rung in found.rungs} <= set(words)
    assert dots == sorted(dots, reverse=True)
    assert len(dots) == 3


def test_the_ladder_command_prints_a_table_and_writes_json_and_svg(tmp_path, capsys):
    table, picture = tmp_path / "ladder.json", tmp_path / "ladder.svg"
    asked = ["arena", "lgame", "--ladder", "--games", "2", "--seed", "2", "--json", str(table)]

    assert main.main([*asked, "--picture", str(picture)]) == 0

    said = capsys.readouterr().out
    assert said.startswith("lgame, classic: 2 games of every two, seed 2\n")
    levels = json.loads(table.read_bytes())["levels"]
    assert {each["level"] for each in levels} == {"random", "gentle", "club", "perfect"}
    assert all(f"{each['rating']:.0f}" in said for each in levels)
    assert picture.read_text(encoding="utf-8").startswith("<svg")
