"""The synopsis of JumpIN’: who is still out, what stands where, and what can be done."""

from hypothesis import given

from logic import jumpin
from logic.jumpin.rules import Hop, Slide, begin
from tests.briefed import positions, told

MEADOW = "RM.../.f.../Rf.M./...../....R"


def test_it_names_who_is_out_what_stands_where_what_was_used_and_both_kinds_of_moves():
    said = told(jumpin, begin(MEADOW))
    for words in (
        "It is your turn. Rabbits in a burrow: 2 of 3.",
        "Still out: R2 (2, 0).",
        "Free burrows: (0, 4), (2, 2), (4, 0).",
        "Jumps into a burrow: R2 (2, 2).",
        "Legal moves: jumps 2, slides 2.",
        "Foxes: F1 on (1, 1) and (2, 1) with 2 slides.",
        "Mushrooms: (0, 1), (2, 3).",
        "Rabbits in burrows: R1 (0, 0), R3 (4, 4).",
        "Steps are counted: a slide is as many as the cells it goes.",
    ):
        assert words in said
    state = begin(MEADOW, metric="moves")
    after = state.apply(state.legal_moves()[0]).state
    assert "Used so far: steps 1, moves 1. Moves are counted" in told(jumpin, after)
    assert told(jumpin, begin("R..../...../...../...../....R")).startswith("The game is over: Every rabbit is home.")
    assert "(1, 2) and 4 more." in told(jumpin, begin("MMMMM/MMMMM/MM..R/...../....."))
    rules = " ".join(map(str, jumpin.NARRATION.constraints(begin(MEADOW))))
    assert "hop R1 0,2" in rules
    assert "slide F1 1,0" in rules
    data = jumpin.NARRATION.plain(begin(MEADOW))
    assert data["rows"] == MEADOW.split("/")
    assert (data["rabbits"]["R2"], data["foxes"]) == ([2, 0], {"F1": [[1, 1], [2, 1]]})


@given(positions(games=("jumpin",), most=40))
def test_what_it_counts_is_what_the_rules_give(laid):
    _, state = laid
    moves = state.legal_moves()
    home = [cell for cell in state.rabbits if cell in state.board.holes]
    said = told(jumpin, state)
    assert f"Rabbits in a burrow: {len(home)} of {len(state.rabbits)}." in said
    jumps, slides = (sum(isinstance(move, kind) for move in moves) for kind in (Hop, Slide))
    assert f"Legal moves: jumps {jumps}, slides {slides}." in said
    goes_home = any(isinstance(move, Hop) and move.target in state.board.holes for move in moves)
    assert ("Jumps into a burrow" in said) == goes_home
