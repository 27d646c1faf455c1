"""The review of a game of Labyrinth: few remarks, each true of the moves played."""

from dataclasses import replace
from itertools import pairwise

import pytest

from logic import labyrinth
from logic.core import Cell, Dice, Player, never
from logic.labyrinth.components import TREASURES, Arrow
from logic.labyrinth.narration import line_name
from logic.labyrinth.rules import Push, Walk
from logic.narration import MOST
from logic.players import choose
from tests.support.positions.cases import by_choice, by_texts
from tests.support.positions.labyrinth import VARIANTS, any_move, can_take, deal, goals_of, may_win, maze, play, takes
from tests.support.sampling import sample_of

TREASURE_NAMES = {str(said): name for name, said in TREASURES.items()}
MULTIPLAYER_VARIANTS = tuple(case for case in VARIANTS if case.params.players > 1)


def random_game(case, seed, most=120):
    dice = Dice(seed)
    return by_choice(case.game.new(case.params, Dice(seed)), lambda state: any_move(state, dice), most)


def said(states, moves):
    return {remark.ply: str(remark.text) for remark in labyrinth.ANALYSIS.review(states, moves, never)}


# -- every remark is true


def symbols_reached(state, message):
    """Return whether some push at the line of a message leads to its cell, and what is taken or won there."""
    found = set()
    for push in state.legal_moves():
        if isinstance(push, Push) and line_name(push.arrow) == message.args["line"]:
            after = state.apply(push).state
            cells = [cell for cell in after.ways() if str(cell) == message.args["cell"]]
            found |= {after.tile(cell).symbol for cell in cells}
            found |= {"home" for cell in cells if cell == after.params.starts[after.player]}
    return found


def takes_next(state, seat):
    """Return whether a seat could take what counts for it with a single push."""
    return bool(can_take(state, seat, goals_of(state, seat)))


def came_near(states, place, message):
    """Some turn with a push at the line ends within a push of the goal; the one that was played did not."""
    state, seat = states[place], states[place].player
    good = False
    for push in state.legal_moves():
        if line_name(push.arrow) == message.args["line"]:
            after = state.apply(push).state
            walks = [cell for cell in after.ways() if str(cell) == message.args["cell"]]
            good = good or any(takes_next(without_ban(after.apply(Walk(cell)).state), seat) for cell in walks)
    return good and not takes_next(without_ban(states[place + 2]), seat)


def without_ban(state):
    """Return the position with nothing barred, as after irrelevant pushes of others."""
    return replace(state, last=None)


def keeps(state, message, seat):
    return any(
        not takes_next(state.apply(push).state, seat)
        for push in state.legal_moves()
        if line_name(push.arrow) == message.args["line"]
    )


LOST = "Here {player} lost the game: the chance to win fell from about {before} to {after} in 100."


def parts(text):
    """Return the sentences of a remark."""
    return [*parts(text.args["first"]), *parts(text.args["second"])] if "first" in text.args else [text]


def remark_is_true(states, moves, remark):
    return all(sentence_is_true(states, moves, remark, text) for text in parts(remark.text))


def sentence_is_true(states, moves, remark, text):
    state, seat = states[remark.ply], states[remark.ply].player
    named = TREASURE_NAMES.get(str(text.args.get("treasure")))
    assert text.args.get("player", Player(seat)) == Player(seat)
    checks = {
        LOST: lambda: (
            states[-1].winners
            and seat not in states[-1].winners
            and 0 <= text.args["after"] < text.args["before"] <= 100
        ),
        "Better: {line}, then to {cell}.": lambda: (
            line_name(remark.better[0].arrow) == text.args["line"]
            and str(remark.better[1].cell) == text.args["cell"]
            and remark.better[1] in state.apply(remark.better[0]).state.legal_moves()
        ),
        "{player} could have had the {treasure} here: {line}, then to {cell}.": lambda: (
            named in state.goals(seat) and named in symbols_reached(state, text)
        ),
        "{player} could have come home here: {line}, then to {cell}.": lambda: (
            state.has_all_treasures(seat) and "home" in symbols_reached(state, text)
        ),
        "{player} could have walked home here.": lambda: (
            state.has_all_treasures(seat) and state.params.starts[seat] in state.ways()
        ),
        "{player} walked past the {treasure}: the way to it was open.": lambda: (
            named in state.goals(seat)
            and state.cell_of(named) in state.ways()
            and moves[remark.ply].cell != state.cell_of(named)
        ),
        "{player} could have come within a turn of the {treasure}: {line}, then to {cell}.": lambda: came_near(
            states, remark.ply, text
        ),
        "{player} could have come within a turn of the goal: {line}, then to {cell}.": lambda: came_near(
            states, remark.ply, text
        ),
        "{player} could have kept {other} from winning: {line}.": lambda: (
            text.args["other"].number in states[min(remark.ply + 4, len(states) - 1)].winners
            and keeps(state, text, text.args["other"].number)
        ),
        "{player} keeps {other} from winning: {n} of {all} pushes could do that.": lambda: (
            not takes_next(states[remark.ply + 1], text.args["other"].number)
        ),
        "Well seen: only {n} of the {all} pushes opened the way to the {treasure}.": lambda: (
            text.args["n"] == sum(bool(takes(state, push)) for push in state.legal_moves())
            and text.args["all"] == len(state.legal_moves())
            and named in states[remark.ply + 2].found[seat]
        ),
    }
    return checks[text.msgid]()


@pytest.mark.parametrize("case", MULTIPLAYER_VARIANTS, ids=str)
@pytest.mark.parametrize("seed", sample_of(range(3), every=3))
def test_review_remarks_on_random_games_are_true(case, seed):
    states, moves = random_game(case, seed)
    remarks = labyrinth.ANALYSIS.review(states, moves, never)
    assert len(remarks) <= MOST
    assert [remark.ply for remark in remarks] == sorted({remark.ply for remark in remarks})
    for remark in remarks:
        assert remark_is_true(states, moves, remark), f"{remark} at\n{states[remark.ply]}"


def test_review_remarks_on_level_games_are_true_and_name_one_losing_turn():
    states, moves = by_choice(deal(3, players=4, cards=(2,), first=0), _by_levels())
    remarks = labyrinth.ANALYSIS.review(states, moves, never)
    assert remarks
    for remark in remarks:
        assert remark_is_true(states, moves, remark), f"{remark} at\n{states[remark.ply]}"
    lost = []
    for seed in range(4):
        states, moves = by_choice(deal(seed, players=2, cards=(3,)), _by_levels())
        assert states[-1].winners
        remarks = labyrinth.ANALYSIS.review(states, moves, never)
        found = [one for one in remarks if any(text.msgid == LOST for text in parts(one.text))]
        assert all(remark_is_true(states, moves, one) and one.weight == -3 for one in found)
        assert len(found) <= 1
        lost += found
    assert len(lost) > 1


def test_review_names_a_missed_walk_home_as_the_losing_turn():
    """Player 1 could have walked home, and player 2 walks home in the next turn."""
    state = board(
        pawns=[(0, 2), (4, 4)], decks=[[], []], found=[("book",), ("keys",)], corners=(("red",), ("red", "blue"))
    )
    states, moves = by_texts(state, "push a4 E 0", "walk c1")
    home = next(push for push in states[-1].legal_moves() if may_win(states[-1], push))
    corner = states[-1].params.starts[1]
    states, moves = by_texts(state, "push a4 E 0", "walk c1", str(home), f"walk {'abcde'[corner.col]}{corner.row + 1}")
    assert states[-1].winners == (1,)
    assert said(states, moves)[1].startswith("player 1 could have walked home here. Here player 1 lost the game: ")


def _by_levels():
    dice = Dice(3)
    return lambda state: choose(labyrinth, ("child", "walker")[state.player % 2], state, dice, never)


def test_review_is_empty_for_short_games_and_when_cancelled():
    states, moves = random_game(MULTIPLAYER_VARIANTS[0], 1)
    assert labyrinth.ANALYSIS.review(states, moves, lambda: True) == ()
    state = deal()
    push = state.legal_moves()[0]
    assert labyrinth.ANALYSIS.review([state], [], never) == ()
    assert labyrinth.ANALYSIS.review([state, state.apply(push).state], [push], never) == ()


# -- what is said of what


BOARD = "┌─┬│┐ ││─││ ├│││┤ │││─┴ └│┴│┘"
"""The way from a1 along the first row to the book on c1 is open."""


def board(**changes):
    usual = {"pawns": [(0, 0), (4, 4)], "decks": [["book", "map"], ["keys"]]}
    return maze(BOARD, "│", **{**usual, **changes})


def test_review_remarks_on_missed_treasures_and_ways_home_but_not_for_the_winner():
    states, moves = by_texts(board(), "push a4 E 0", "walk a1")
    assert said(states, moves) == {1: "player 1 walked past the book: the way to it was open."}
    state = board()
    closing = next(push for push in state.legal_moves() if not takes(state, push) and push.arrow == Arrow(0, 1, "S"))
    states, moves = by_texts(state, str(closing), "walk a1")
    ((place, text),) = said(states, moves).items()
    assert place == 0
    assert text.startswith("player 1 could have had the book here: ")
    state = board(pawns=[(0, 2), (4, 4)], decks=[[], ["keys"]], found=[("book",), ()])
    states, moves = by_texts(state, "push a4 E 0", "walk c1")
    (remark,) = labyrinth.ANALYSIS.review(states, moves, never)
    assert (remark.ply, remark.weight) == (1, -3)
    assert str(remark.text) == "player 1 could have walked home here."
    states, moves = by_texts(state, "push a4 E 0", "walk a1")
    assert states[-1].winners == (0,)
    assert labyrinth.ANALYSIS.review(states, moves, never) == ()


def test_review_remarks_on_a_win_that_a_push_could_have_prevented():
    state = board(
        pawns=[(4, 4), (0, 2)], decks=[["keys"], []], found=[(), ("book",)], corners=(("red",), ("green", "red"))
    )
    quiet = next(
        push for push in state.legal_moves() if Cell(0, 0) in state.apply(push).state.ways(1) and not takes(state, push)
    )
    after = state.apply(quiet).state
    states, moves = by_texts(state, str(quiet), f"walk {after.pawns[0]}")
    home = next(push for push in states[-1].legal_moves() if may_win(states[-1], push))
    states, moves = by_texts(state, str(quiet), f"walk {after.pawns[0]}", str(home), "walk a1")
    assert states[-1].winners == (1,)
    remark = next(one for one in labyrinth.ANALYSIS.review(states, moves, never) if one.ply == 0)
    assert remark.weight == -3
    assert str(remark.text).startswith("player 1 could have kept player 2 from winning: ")


def test_review_praises_a_push_that_prevents_a_win():
    praised = 0
    for seed in range(30):
        state = deal(seed, players=2, first=0, cards=(2,))
        pawns = (state.pawns[0], Cell(3, 3))
        state = replace(state, pawns=pawns, decks=(state.decks[0], ()), found=((), state.decks[1]))
        for push in state.legal_moves()[::3]:
            after = state.apply(push).state
            states, moves = [state, after], [push]
            walk = Walk(after.pawns[0])
            states, moves = [*states, after.apply(walk).state], [*moves, walk]
            found = [one for one in labyrinth.ANALYSIS.review(states, moves, never) if one.weight == 3]
            for one in found:
                assert remark_is_true(states, moves, one)
            praised += len(found)
    assert praised


# -- alone


def alone(seed, cards=2):
    return deal(seed, players=1, cards=(cards,), open_cards=True)


def test_solo_review_states_the_shortest_way_lost_turns_and_turns_left():
    state = alone(3)
    states, moves = by_choice(state, lambda one: labyrinth.ANALYSIS.solution(one, never)[0])
    (remark,) = labyrinth.ANALYSIS.review(states, moves, never)
    turns = states[-1].turn
    assert str(remark.text) == f"It took {turns} turns, and nobody can do it in fewer."
    assert (remark.ply, remark.weight) == (len(moves) - 1, 1)
    for seed in range(8):
        dice, state = Dice(seed), alone(seed)
        states, moves = by_choice(state, lambda one, dice=dice: any_move(one, dice), 8)
        remarks = labyrinth.ANALYSIS.review(states, moves, never)
        left = [pushes(labyrinth.ANALYSIS.solution(one, never)) for one in states[::2]]
        lost = {
            2 * place: before - after - 1 for place, (before, after) in enumerate(pairwise(left)) if after >= before
        }
        assert {remark.ply: remark.weight for remark in remarks if remark.ply % 2 == 0} == lost
        for remark in remarks[:-1]:
            assert symbols_reached(states[remark.ply], remark.text)
    state = alone(1)
    push, walk = labyrinth.ANALYSIS.solution(state, never)[:2]
    states = [state, play(state, push), play(state, push, walk)]
    total = pushes(labyrinth.ANALYSIS.solution(state, never))
    (remark,) = labyrinth.ANALYSIS.review(states, [push, walk], never)
    assert str(remark.text) == f"It can be done in {total} turns. Still to go here: {total - 1}."


def pushes(way):
    return sum(isinstance(move, Push) for move in way)
