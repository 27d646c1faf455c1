"""The statistics of Cóatl: each row by hand in a small game, and against the positions of random ones."""

import pytest
from hypothesis import given, settings

from logic import coatl
from logic.coatl.components import KINDS, is_feather, kind_of
from logic.coatl.moves import End, worth
from logic.coatl.statistics import NONE, count_taken
from logic.core import Dice, Message
from logic.game import Scoring, offers, scoring_of
from tests.support.positions.cases import by_choice, by_texts
from tests.support.positions.coatl import GOLDEN, SEEDS, begun, deal, table


def random_game(seed, **params):
    """Return the positions and moves of a random game."""
    dice = Dice(seed)
    return by_choice(deal(seed, **params), lambda state: dice.choice(state.legal_moves()))


def rows(states, moves):
    return {str(figure.label): figure.values for figure in coatl.SCORING.statistics(states, moves)}


TABLE = """
player 1, turn 9
supply Rb20 Gb20 | Fb1 Bb20 | Kb20 | - | - | - | Rh3 | Gh3 | Yt3 | Kt3
display pair:GB trio:K colorful:RBY red:G quartet:YR two_two:GR
temples temple:-Y/7 temple:R=Y/12
1 board Gt1
1 coatl Kh1 Rb1 Rb2 Bb1 Bb2 Gb1 + two_two:RB
1 coatl Yh1 Yb1 Yb2 Gb2 Rt1 + red:Y pair:YG, locked
1 coatl Gb3
1 prophecies pair:YK
2 board Yb4 Kb4
2 prophecies red:K trio:Y pair:KG
2 gifts Fb2
"""
GAME = by_texts(
    table(TABLE, tokens=True, **GOLDEN),
    "attach Gt1 1 tail", "crown temple:-Y/7 1", "end",
    "take b2", "end",
    "fetch Rb", "fetch Rb", "end",
    "steal 1", "rob Rb3", "end",
    "choose trio:K", "draw", "end",
    "take h1", "end",
    "take t1", "end",
)  # fmt: skip


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("Heads taken", (0, 1)),
        ("Bodies taken", (2, 2)),
        ("Tails taken", (1, 0)),
        ("Golden feathers taken", (0, 1)),
        ("Golden feathers given by others", (1, 1)),
        ("Prophecies taken", (2, 0)),
        ("Finished cóatls", (2, 0)),
        ("Score of cóatl 1", (11, NONE)),
        ("Score of cóatl 2", (3, NONE)),
        ("Score of cóatl 3", (NONE, NONE)),
        ("Average score of a cóatl", (7.0, NONE)),
        ("Best cóatl", (11, NONE)),
        ("Average length of a cóatl", (6.0, NONE)),
        ("Prophecies on finished cóatls", (3, 0)),
        ("Temples on finished cóatls", (1, 0)),
        ("Perfect Pick", (Message("used"), Message("kept"))),
        ("See the Future", (Message("kept"), Message("kept"))),
        ("Priest’s Commitment", (Message("kept"), Message("kept"))),
    ],
)
def test_each_statistics_row_in_a_known_game(label, values):
    assert rows(*GAME)[label] == values


def test_statistics_have_no_other_rows_and_turns_are_counted_by_action():
    tested = {label for label, _ in test_each_statistics_row_in_a_known_game.pytestmark[0].args[1]}
    assert set(rows(*GAME)) == tested
    plain = set(rows(*random_game(3)))
    assert plain.isdisjoint({"Perfect Pick", "Golden feathers taken", "Golden feathers given by others"})
    assert "Perfect Pick" in rows(*random_game(3, tokens=True))
    scoring = scoring_of(coatl)
    assert scoring is coatl.SCORING
    assert offers(scoring, Scoring.statistics)
    assert offers(scoring, Scoring.score)
    assert offers(scoring, Scoring.progress)
    nothing, begun_one = begun(1), table("player 1\n1 coatl Rb1")
    one = table("player 1\n1 coatl Kh1 Gb1 Gb3 Gb4 Gt1 + red:G, locked")
    assert coatl.SCORING.progress(nothing) < coatl.SCORING.progress(begun_one) < coatl.SCORING.progress(one)
    assert coatl.SCORING.turns(*GAME) == (4, 3)
    assert coatl.SCORING.turns([GAME[0][0]], []) == (0, 0)
    assert coatl.SCORING.turns(GAME[0][:6], GAME[1][:5]) == (1, 1)
    assert coatl.SCORING.turns(GAME[0][:5], GAME[1][:4]) == (1, 1)
    text = """
        player 2, turn 30
        supply Rb1 Rb2 | Gb1 Gb2 | - | - | - | - | - | - | - | -
        end third, 2
    """
    assert coatl.SCORING.turns(*by_texts(table(text), "take b1", "end", "take b2", "end")) == (0, 2)
    states, moves = random_game(3, players=1)
    assert coatl.SCORING.turns(states, moves) == (18,)
    assert all(len(values) == 1 for values in rows(states, moves).values())
    states, moves = [deal(2, players=4)], []
    while states[-1].action == "discard":
        moves.append(states[-1].legal_moves()[0])
        states.append(states[-1].apply(moves[-1]).state)
    assert coatl.SCORING.turns(states, moves) == (0, 0, 0, 0)
    assert all(one["prophecy"] == 0 for one in count_taken(states, moves))
    assert sum(isinstance(move, End) for move in moves) == 3


def whole_game(seed, **params):
    """Return a random game whose progress, as the bar shows it, never goes back, and is complete only at the end."""
    states, moves = random_game(seed, **params)
    parts = [coatl.SCORING.progress(state) for state in states]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert all(0 <= part < 100 for part in parts[:-1])
    assert parts[-1] == 100
    return states, moves


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_statistics_match_the_boards_and_scores_and_progress_never_falls(seed):
    """Nothing comes onto a board uncounted: what is left is on boards and cóatls, except what was robbed."""
    whole_game(seed, players=1)
    states, moves = whole_game(seed, players=3, tokens=True)
    last = states[-1]
    for done, seat in zip(count_taken(states, moves), last.seats, strict=True):
        own = [*seat.pieces, *(piece for coatl in seat.coatls for piece in coatl.pieces)]
        kinds = [kind_of(piece) for piece in own]
        assert [done[kind] for kind in KINDS] == [*map(kinds.count, KINDS)]
    assert sum(coatl.SCORING.turns(states, moves)) == last.turn
    states, moves = whole_game(seed, players=4, **GOLDEN, bodies=(14,) * 4)
    last = states[-1]
    there = sum(is_feather(piece) for seat in last.seats for piece in seat.pieces) + sum(
        len(seat.gifts) for seat in last.seats
    )
    assert sum(one["feather"] for one in count_taken(states, moves)) == there
    states, moves = whole_game(seed, players=2)
    found, last = rows(states, moves), states[-1]
    for seat in range(2):
        values = [found[f"Score of cóatl {number}"][seat] for number in (1, 2, 3)]
        assert sum(value for value in values if value != NONE) == coatl.SCORING.score(last, seat)
        finished = [coatl for coatl in last.seats[seat].coatls if coatl.is_finished]
        assert found["Best cóatl"][seat] == max(map(worth, finished), default=NONE)
