"""JumpIN’, the page of the rules sentence by sentence: the corners that the other tests of the rules leave out."""

import pytest

from logic.core import find_move
from logic.jumpin.board import STANDARD
from logic.jumpin.rules import begin


@pytest.mark.parametrize(
    ("text", "move", "names"),
    [("..R../..M../...../...../.....", "hop R1 2,2", ["hop", "burrow"]),
     (".R.../.M.../...../...../.....", "hop R1 2,1", ["hop"]),
     ("RM.../.R.../...../...../.....", "hop R1 0,2", ["hop"])],
    ids=["into a hole", "beside one", "out of one"],
)  # fmt: skip
def test_a_rabbit_is_told_to_be_in_a_hole_where_it_lands_in_one(text, move, names):
    state = begin(text, STANDARD)
    assert [event.name for event in state.apply(find_move(state, move)).events] == names


def test_where_nothing_can_move_the_one_player_has_the_one_place():
    outcome = begin(".R.../...../...../...../.....", STANDARD).outcome()
    assert (outcome.winners, outcome.ranking) == ((), ((0,),))
