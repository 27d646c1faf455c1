"""The look back at a game of Cóatl: few remarks, each of them true of what was played."""

from dataclasses import replace

import pytest

from logic import coatl
from logic.coatl.analysis import FINE, WAITED_FOR
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.moves import Attach, Crown, End, Prophesy, Start, worth
from logic.core import Dice, Remark, never
from logic.game import Analysis, analysis_of, offers
from logic.narration import MOST
from tests.coatlparts import GOLDEN, deal, table
from tests.gamelines import by_choice, by_texts

SOME = (
    {"players": 2}, {"players": 1, "turns": 18}, {"players": 3, "tokens": True, "promo": True},
    {"players": 4, **GOLDEN},
)  # fmt: skip


def eager(dice):
    """A player who often builds what brings points, sometimes by chance, and else collects."""

    def choose(state):
        if state.action in ("", "build", "crown") and dice.below(3) == 0:
            build = best_build(state)
            if build.moves:
                return build.moves[0]
        legal = state.legal_moves()
        calm = [move for move in legal if not isinstance(move, Start)] or legal
        useful = [move for move in legal if isinstance(move, Attach | Prophesy | Crown)]
        return dice.choice(useful if useful and dice.below(3) == 0 else calm)

    return choose


def turn_at(states, place):
    """The position in which the turn of a remark began, and the one after it."""
    start = states[place]
    assert place == 0 or states[place - 1].turn != start.turn
    end = next(state for state in states[place:] if state.turn != start.turn or state.over)
    return start, end


def check(states, remark):
    """A remark is true."""
    before, after = turn_at(states, remark.ply)
    seat, said = before.player, remark.text
    assert said.args["player"].number == seat
    gained, best = after.score(seat) - before.score(seat), best_build(before).points
    if "left {n} point" in said.msgid:
        assert said.args["n"] == best - gained > 0
    elif said.msgid.startswith("The last turn"):
        assert before.turns_left(seat) == 0
        assert said.args["n"] == best > gained == 0
    elif said.msgid.startswith("Well built"):
        assert said.args["n"] == gained == best >= FINE
    else:
        assert "closed this cóatl early" in said.msgid
        locked = [coatl.locked for coatl in before.seats[seat].coatls]
        new = [
            worth(coatl)
            for place, coatl in enumerate(after.seats[seat].coatls)
            if coatl.locked and not (place < len(locked) and locked[place])
        ]
        assert said.args["points"] in new
        assert said.args["n"] >= said.args["points"] + WAITED_FOR
        return "early"
    return said.msgid


@pytest.mark.parametrize("params", SOME, ids=str)
def test_every_remark_is_true(params):
    kinds = set()
    for seed in range(4):
        states, moves = by_choice(deal(seed, **params), eager(Dice(seed)))
        remarks = coatl.ANALYSIS.review(states, moves, never)
        assert len(remarks) <= MOST
        places = [remark.ply for remark in remarks]
        assert places == sorted(set(places))
        kinds |= {check(states, remark) for remark in remarks}
    assert kinds


# -- by hand

BUILT = ("start Rh1", "attach Rb1 1 tail", "attach Rb2 1 tail", "attach Rt1 1 tail")
START = """
    1 board Rh1 Rb1 Rb2 Rt1
    1 prophecies trio:R red:R
    1 temples temple:-Y/7
    temples - -
"""


def said(states, moves):
    return [(remark.ply, remark.weight, str(remark.text)) for remark in coatl.ANALYSIS.review(states, moves, never)]


def test_builds_are_remarked_that_forgot_a_prophecy_closed_too_early_or_could_not_be_better():
    states, moves = by_texts(table(START), *BUILT, "prophesy trio:R 1", "crown temple:-Y/7 1", "end")
    assert said(states, moves) == [
        (0, -1, "player 1 left 3 points lying here; the best build: "
                "Trio: red: 3; Gathering: red: 3; Temple: no yellow, length 7: 3."),
    ]  # fmt: skip
    first, second = "prophesy trio:R 1", "prophesy red:R 1"
    states, moves = by_texts(table(START), *BUILT, first, second, "crown temple:-Y/7 1", "end")
    assert said(states, moves) == []
    state = table("""
        1 board Rh1 Rb1 Rb2 Rb3 Rb4 Rb5 Rt1
        1 prophecies trio:R red:R
        1 temples temple:-Y/7
        temples temple:-K/8 temple:-G/9
    """)
    build = best_build(state)
    states, moves = by_texts(state, *map(str, build.moves))
    assert build.points == 7 + 5 + 7
    assert said(states, moves) == [(0, 1, "Well built: 19 points for player 1, and nothing better was to be had.")]
    state = table("""
        1 board Rh1 Rb1 Rb2 Rt1
        1 prophecies trio:R red:R
        1 temples temple:-Y/7
        temples temple:-K/8 temple:-G/9
        supply Rb3 Rb4 | Rb5 Kb1 | Gb1 Gb2 | Gb3 Gb4 | Gb5 Gb6 | - | Bh1 | Bh2 | Bt1 | Bt2
        display - - - - - -
    """)
    best = (*BUILT, "prophesy trio:R 1", "prophesy red:R 1", "crown temple:-Y/7 1", "end")
    others = ("take b3", "end")
    states, moves = by_texts(
        state, *best, *others, "take b1", "end", "take b4", "end", "take b2", "end", "take b5", "end", "take h1", "end",
    )  # fmt: skip
    remarks = coatl.ANALYSIS.review(states, moves, never)
    assert [type(remark) for remark in remarks] == [Remark]
    assert check(states, remarks[0]) == "early"
    assert remarks[0].text.args["n"] == 7 + 5 + 7  # six or more red ones, two trios, no yellow one among seven


def test_the_last_turn_weighs_most_where_it_would_have_won_in_a_game_that_was_left_too():
    state = replace(table(START + "supply Kb1 Kb2 | - | - | - | - | - | - | - | - | -"), queue=(), cause="third")
    states, moves = by_texts(state, "take b1", "end")
    assert states[-1].over
    text = "The last turn: player 1 could still have built for 9 points "
    ((place, weight, words),) = said(states, moves)
    assert (place, weight) == (0, -3)
    assert words.startswith(text)
    assert offers(analysis_of(coatl), Analysis.review)
    states, moves = by_choice(deal(3, players=2), eager(Dice(3)))
    for remark in coatl.ANALYSIS.review(states, moves, never):
        assert not isinstance(moves[remark.ply], End)
    states, moves = by_choice(deal(1, players=2), eager(Dice(1)))
    for length in (0, 1, 2, len(moves) // 2):
        for remark in coatl.ANALYSIS.review(states[: length + 1], moves[:length], never):
            check(states[: length + 1], remark)
    states, moves = by_choice(deal(2, players=2), eager(Dice(2)))
    assert coatl.ANALYSIS.review(states, moves, lambda: True) == ()
