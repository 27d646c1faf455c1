"""The ladder: ratings that fit what is known, the same whoever plays the games."""

import json
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import numpy as np
import pytest

import main
from logic.core import Dice, Level, Message
from logic.engine.arena import tournament
from logic.engine.ladder import as_svg, ladder, rungs_of
from tests import nullgame
from tests.lawcases import register_small

NAMES = ("random", "low", "middle", "high")
TRUE = (700, 1000, 1150, 1400)
"""Ratings by which games are dealt."""


def expected(one, other):
    return 1 / (1 + 10 ** ((other - one) / 400))


def dealt(games, dice):
    """What levels of those strengths score against each other in so many games of every two."""
    points = np.zeros((len(TRUE), len(TRUE)))
    for i, one in enumerate(TRUE):
        for j in range(i):
            points[i, j] = sum(dice.below(10**6) < expected(one, TRUE[j]) * 10**6 for _ in range(games))
            points[j, i] = games - points[i, j]
    return points


def test_shares_as_expected_give_back_the_ratings_they_were_made_of():
    points = np.array([[0 if i == j else 1e6 * expected(a, b) for j, b in enumerate(TRUE)] for i, a in enumerate(TRUE)])

    rungs = rungs_of(NAMES, points, "low")

    assert [(rung.level, rung.rating) for rung in rungs] == [
        (name, pytest.approx(rating, abs=0.1)) for name, rating in zip(reversed(NAMES), reversed(TRUE), strict=True)
    ]


def test_two_levels_are_as_far_apart_as_their_shares_say():
    high, low = rungs_of(("low", "high"), np.array([[0, 2500], [7500, 0]]), "low")

    assert high.rating - low.rating == pytest.approx(400 * np.log10(3), abs=0.2)
    spread = 400 / np.log(10) * 1.96 / np.sqrt(10_001 * 0.75 * 0.25)
    assert (high.low, high.high) == (
        pytest.approx(high.rating - spread, abs=0.1),
        pytest.approx(high.rating + spread, abs=0.1),
    )
    assert (low.rating, low.low, low.high) == (1000, 1000, 1000)


def test_nineteen_of_twenty_bounds_hold_the_truth():
    dice, held, seen = Dice(4), 0, 0
    for _ in range(60):
        for rung in rungs_of(NAMES, dealt(100, dice), "low"):
            if rung.level != "low":
                seen += 1
                held += rung.low <= TRUE[NAMES.index(rung.level)] <= rung.high
    assert 0.90 <= held / seen <= 0.99


def test_who_never_loses_has_a_rating_that_grows_with_the_games():
    few, many = (rungs_of(("low", "high"), np.array([[0, 0], [games, 0]]), "low")[0] for games in (10, 1000))

    assert 1000 < few.rating < many.rating < 3000
    assert few.low < few.rating < few.high


# -- games


@pytest.fixture
def _shelf(monkeypatch):
    register_small(monkeypatch)
    levels = {"shy": one, "greedy": best_take}
    own = {name: Level(Message("A level"), Message("For tests."), choose) for name, choose in levels.items()}
    monkeypatch.setattr(nullgame, "LEVELS", own, raising=False)


def best_take(state, dice, stop):
    moves = state.legal_moves()
    return moves[state.left % (state.most + 1) - 1] if state.left % (state.most + 1) else dice.choice(moves)


def one(state, dice, stop):
    return state.legal_moves()[0]


@pytest.mark.usefixtures("_shelf")
def test_every_two_levels_meet_as_in_a_tournament_of_their_own():
    found = ladder("nullgame", "plain", 20, 3)

    assert [set(table.seats) for table in found.meetings] == [
        {"random", "shy"}, {"random", "greedy"}, {"shy", "greedy"}
    ]  # fmt: skip
    assert found.meetings[2] == tournament("nullgame", "plain", ("shy", "greedy"), 20, 3)
    assert found.rungs[0].level == "greedy"
    assert {rung.games for rung in found.rungs} == {40}
    with ThreadPoolExecutor(2) as pool:
        assert ladder("nullgame", "plain", 20, 3, pool) == found


@pytest.mark.usefixtures("_shelf")
def test_the_picture_has_every_level_where_its_rating_is():
    found = ladder("nullgame", "plain", 8, 3)
    drawing = ElementTree.fromstring(as_svg(found))  # noqa: S314 - our own

    words = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    dots = [float(one.get("cx")) for one in drawing.iter("{http://www.w3.org/2000/svg}circle")]
    assert {rung.level for rung in found.rungs} <= set(words)
    assert dots == sorted(dots, reverse=True)
    assert len(dots) == 3


def test_the_command_prints_a_table_and_writes_both_files(tmp_path, capsys):
    table, picture = tmp_path / "ladder.json", tmp_path / "ladder.svg"
    asked = ["arena", "lgame", "--ladder", "--games", "4", "--seed", "2", "--json", str(table)]

    assert main.main([*asked, "--picture", str(picture)]) == 0

    said = capsys.readouterr().out
    assert said.startswith("lgame, classic: 4 games of every two, seed 2\n")
    levels = json.loads(table.read_bytes())["levels"]
    assert {one["level"] for one in levels} == {"random", "gentle", "club", "perfect"}
    assert all(f"{one['rating']:.0f}" in said for one in levels)
    assert picture.read_text(encoding="utf-8").startswith("<svg")
