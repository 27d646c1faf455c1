"""The rules of JumpIN’, sentence by sentence as rules/jumpin.md says them, and the texts of positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, Event, find_move
from logic.jumpin import NARRATION, PUZZLES, Params, new
from logic.jumpin.board import STANDARD, Board, PositionError, canonical, jumps, parse, show, symmetries
from logic.jumpin.engine.solver import distances, solve
from logic.jumpin.notation import LONGEST_PICTURE, encode, from_text
from logic.jumpin.rules import begin
from logic.puzzles import NoPuzzle
from tests.support.positions.cases import by_texts
from tests.support.positions.jumpin import BOARDS, images, positions

METRICS = ("steps", "moves")


def texts(picture, board=STANDARD):
    return [str(move) for move in begin(picture, board).legal_moves()]


def play(picture, *moves):
    return by_texts(begin(picture, STANDARD), *moves)[0][-1]


def shown(state):
    return show(state.position, state.board)


# -- the board and its text


def test_a_position_parses_as_five_rows_with_holes_in_corners_and_centre():
    assert (STANDARD.rows, STANDARD.cols) == (5, 5)
    assert set(STANDARD.holes) == {Cell(0, 0), Cell(0, 4), Cell(4, 0), Cell(4, 4), Cell(2, 2)}
    position = parse(".MM../...M./...R./...../.....")
    assert STANDARD.cells_of(position.mushrooms) == ((0, 1), (0, 2), (1, 3))
    assert STANDARD.cells_of(position.rabbits) == ((2, 3),)
    assert [STANDARD.cells_of(fox) for fox in parse("R..../.ff../...F./...F./.....").foxes] == [
        ((1, 1), (1, 2)),
        ((2, 3), (3, 3)),
    ]
    assert len(jumps(STANDARD)) == len(set(jumps(STANDARD))) == 10 * 12


@pytest.mark.parametrize(
    ("text", "row", "col"),
    [
        ("", 0, 0),
        ("...../..x../...../...../....R", 1, 2),
        ("...../...../....../...../....R", 2, 5),
        ("...../...../..../...../....R", 2, 4),
        ("...../...../...../....R", 4, 0),
        ("...../...../...../...../....R/", 5, 0),
        ("...../...../...../...../.....", 0, 0),
        ("R..../...../ff.../...../.....", 2, 0),
        ("R..../f..../f..../...../.....", 1, 0),
        ("R..../f.f../...../...../.....", 1, 0),
        ("R..../fff../...../...../.....", 1, 0),
        ("R..../ff.ff/...../...../.....", 1, 0),
        ("R..../f..../...../...../.....", 1, 0),
        ("R..../...F./...../gg.../.....", 1, 3),
        ("R..../.f.../.f.../.f.../...f.", 1, 1),
        (".MM../...M./...r./...../.....", 2, 3),
        ("R..../.f\u00a0../...../...../.....", 1, 2),
        ("R..../.🐇.../...../...../.....", 1, 1),
        ("/", 0, 0),
        pytest.param("R" * 3_000_000, 0, 5, id="endless"),
    ],
)
def test_every_parser_refuses_a_bad_position_with_row_and_column(text, row, col):
    for reads in (parse, solve, distances, canonical, encode, from_text):
        with pytest.raises(PositionError, match=f"Row {row}, column {col}: ") as caught:
            reads(text[:LONGEST_PICTURE] if reads is from_text else text)
        assert (caught.value.row, caught.value.col) == (row, col)
    if "/" in text:  # otherwise it is taken for a code
        with pytest.raises(NoPuzzle, match=f"Row {row}, column {col}: "):
            PUZZLES.read(text)


# -- jumps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".R.../.M.../...../...../.....", ["hop R1 2,1"]),
        (".R.../.M.../.M.../...../.....", ["hop R1 3,1"]),
        (".R.../.M.../.M.../.M.../.....", ["hop R1 4,1"]),
        (".R.../.M.../.M.../.M.../.M...", []),
        (".R.../...../.M.../...../.....", []),
        (".R.../...../...../...../.....", []),
        ("...../...../R.M../...../.....", []),
        ("...../...../.RM../...../.....", ["hop R1 2,3"]),
        ("MR.../...../...../...../.....", []),
        ("...M./...R./...../...../.....", []),
        ("...M./..MRM/...M./...../.....", ["hop R1 3,3", "hop R1 1,1"]),
    ],
)
def test_a_rabbit_jumps_over_adjacent_pieces_to_the_first_free_cell(text, expected):
    assert sorted(texts(text)) == sorted(expected)


def test_rabbits_jump_over_pieces_and_foxes_slide_until_blocked():
    assert "hop R1 0,3" in texts(".RR../...../...../...../.....")
    assert "hop R1 1,3" in texts("...../Rff../...../...../.....")
    assert "hop R1 2,1" in texts(".R.../.ff../...../...../.....")
    assert "hop R1 4,1" in texts(".R.../.ff../.R.../.M.../.....")
    assert "hop R1 2,3" in texts("...../...../.RR../...../.....")
    assert texts("...../...../.R.M./...../.....") == []
    assert "hop R2 2,2" in texts("...../.R.../RM.../...../.....")
    assert "hop R1 0,2" in texts("RM.../.R.../...../...../.....")
    assert texts("...../ff.../...R./...../.....") == ["slide F1 1,1", "slide F1 1,2", "slide F1 1,3"]
    assert texts("...../ff.R./...../...../.....") == ["slide F1 1,1"]
    assert texts("...../Mff../...R./...../.....") == ["slide F1 1,2", "slide F1 1,3"]
    assert texts(".f.../.f.../...R./...../.....") == ["slide F1 1,1", "slide F1 2,1", "slide F1 3,1"]
    assert "slide F1 1,2" not in texts("...../ffM../...R./...../.....")
    assert texts("...../M..ff/...../...../.R...") == ["slide F1 1,1", "slide F1 1,2"]
    assert texts("...../ff..M/...../...../...R.") == ["slide F1 1,1", "slide F1 1,2"]
    assert texts("...../ffFF./...R./...../.....") == ["hop R1 0,3", "slide F2 1,3"]
    for row in (0, 2, 4):
        lines = ["....."] * 5
        lines[row] = ".ff.."
        with pytest.raises(PositionError):
            parse("/".join(lines).replace(".", "R", 1))


# -- the end and the counts


def test_solved_when_all_rabbits_are_in_holes_and_lost_when_nothing_can_move():
    state = play(".MM../...M./...R./...../.....", *solve(".MM../...M./...R./...../.....").moves)
    assert state.outcome().winners == (0,)
    assert state.legal_moves() == ()
    assert begin("R...R/ff.../...../...../.....", STANDARD).outcome().winners == (0,)
    assert begin("RR.../ff.../...../...../.....", STANDARD).outcome() is None
    outcome = begin(".R.../...../...../...../.....", STANDARD).outcome()
    assert (outcome.winners, outcome.ranking) == ((), ((0,),))
    state = begin("M.M../R..../...../...../.....", STANDARD)
    assert state.mushrooms == (Cell(0, 0), Cell(0, 2))
    for move in state.legal_moves():
        assert state.apply(move).state.mushrooms == state.mushrooms
    assert solve("M...M/.R.../.MM../.M.../M...M") is None, "all holes are taken"


@pytest.mark.parametrize(
    ("text", "move"),
    [(".R.../.M.../...../...../.....", "hop R1 2,1"), ("RM.../.R.../...../...../.....", "hop R1 0,2")],
    ids=["beside one", "out of one"],
)
def test_no_burrow_event_is_emitted_unless_a_rabbit_lands_in_a_hole(text, move):
    state = begin(text, STANDARD)
    assert [event.name for event in state.apply(find_move(state, move)).events] == ["hop"]


def test_moves_are_described_counted_and_emit_events():
    state = begin("..R../.MM../ffR../...../.....".replace("ff", ".."), STANDARD)
    assert str(NARRATION.describe(state, find_move(state, "hop R1 3,2"))) == "R1 jumps to (3, 2)."
    state = begin("..R../..M../...../...../.....", STANDARD)
    assert str(NARRATION.describe(state, find_move(state, "hop R1 2,2"))) == "R1 jumps into the burrow (2, 2)."
    foxes = begin("...F./ff.F./....R/...../.....", STANDARD)
    assert str(NARRATION.describe(foxes, find_move(foxes, "slide F2 1,1"))) == "F2 slides 1 cell right."
    assert str(NARRATION.describe(foxes, find_move(foxes, "slide F1 3,3"))) == "F1 slides 3 cells down."
    state = play("...../ff.../...R./...../.....", "slide F1 1,3", "slide F1 1,2", "hop R1 0,3")
    assert (state.steps, state.moves) == (5, 3)
    assert (state.spent("steps"), state.spent("moves"), state.spent()) == (5, 3, 5)
    assert begin("...../ff.../...R./...../.....", STANDARD, "moves").metric == "moves"
    state = begin("..R../..M../...../...../.....", STANDARD)
    step = state.apply(find_move(state, "hop R1 2,2"))
    assert step.events == (
        Event("hop", {"R1": (Cell(0, 2), Cell(2, 2))}),
        Event("burrow", {"R1": (Cell(2, 2),)}),
    )
    state = begin("...../ff.../...R./...../.....", STANDARD)
    step = state.apply(find_move(state, "slide F1 1,3"))
    assert step.events == (Event("slide", {"F1": (Cell(1, 0), Cell(1, 3))}),)


# -- symmetry


@given(positions(boards=BOARDS))
def test_the_canonical_text_is_the_smallest_of_the_images(case):
    board, text = case
    assert canonical(text, board) == min(images(text, board))
    assert len(symmetries(board)) == len(images(text, board))


# -- pictures


@given(positions(boards=BOARDS), st.integers(0, 2**31), st.sampled_from(METRICS))
def test_positions_round_trip_through_their_text(case, seed, metric):
    board, text = case
    state, dice = begin(text, board, metric), Dice(seed)
    for _ in range(6):
        assert from_text(str(state)) == state
        if state.legal_moves():
            state = state.apply(dice.choice(state.legal_moves())).state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("R..../...../...../...../...../nonsense here", "Line 2: the end"),
        ("R..../...../...../...../.....\nrabbits 2", "Line 2: each number from 1 to 1 was expected once"),
        ("R..../...../...../...../.....\n6 steps, 0 moves", "Line 2: at least a step for each move, and none without"),
        ("R..../...../...../...../.....\n2 steps, 3 moves", "Line 2: at least a step for each move, and none without"),
        ("R..\n...\n...\nholes 0,0\nfox cols 1", "Line 5: “fox rows”"),
        ("R..\n...\n...\nholes 0,9\nfox rows\nfox cols", "Line 4: no board of that size"),
        ("x..../...../...../...../.....", "Row 0, column 0"),
    ],
)
def test_a_faulty_position_text_is_refused_with_the_place(text, said):
    with pytest.raises(ValueError, match=said):
        from_text(text.replace("/nonsense", "\nnonsense"))


# -- what may be chosen


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"rabbits": 0}, "rabbits"),
        ({"rabbits": 6}, "rabbits"),
        ({"mushrooms": -1}, "mushrooms"),
        ({"foxes": 6}, "foxes"),
        ({"foxes": 1, "fox_rows": (), "fox_cols": ()}, "foxes"),
        ({"rabbits": 5, "mushrooms": 12}, "mushrooms"),
        ({"tier": 0}, "tier"),
        ({"tier": 6}, "tier"),
        ({"par": -1}, "par"),
        ({"metric": "leaps"}, "metric"),
        ({"rows": 2}, "rows"),
        ({"cols": 8}, "cols"),
        ({"holes": ()}, "holes"),
        ({"holes": (Cell(1, 1),)}, "holes"),
        ({"fox_rows": (9,)}, "fox_rows"),
        ({"fox_cols": (1, 1)}, "fox_cols"),
        ({"position": "x"}, "position: Row 0, column 0"),
    ],
    ids=str,
)
def test_invalid_params_are_refused_by_field_name(chosen, field):
    with pytest.raises(ValueError, match=field):
        Params(**chosen)


def test_new_uses_a_given_position_or_deals_a_solvable_one_on_any_board():
    assert shown(new(Params(position=".MM../...M./...R./...../....."), Dice(1))) == ".MM../...M./...R./...../....."
    board = Board(6, 6, (Cell(0, 0), Cell(5, 5)), (1, 4), ())
    state = new(Params(rows=6, cols=6, holes=board.holes, fox_rows=(1, 4), fox_cols=()), Dice(3))
    assert state.board == board
    assert solve(shown(state), board=board).cost > 0
    assert len(symmetries(STANDARD)) == 8
    assert canonical("R..../..ff./...M./...../.....") == "...../...../...M./..ff./R...."
