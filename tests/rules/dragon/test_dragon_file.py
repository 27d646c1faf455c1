"""Board files and printed positions of Stone Dragon; the first fault is reported; its YAML, rules pages and lesson."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import dragon
from logic.core import Cell, Dice
from logic.dragon import Params, new
from logic.dragon.board import Board, BoardError, Field, Knight, dump_board, parse_board, place_name
from logic.dragon.engine.generator import MAKING
from logic.dragon.engine.solver import Solved, Unsolvable, solve, solve_from
from logic.dragon.notation import from_text
from logic.dragon.rules import EXAMPLE
from logic.session import SaveError, Seat, Session, Setup, setup_params
from logic.variants import resolve_params
from tests.support.positions.dragon import drawn, largest_board, play, random_board
from tests.support.stories.rulepages import Rulebook
from tests.tools.fuzztargets import TARGETS

LINES = EXAMPLE.split("\n")[:-1]

NUMBER = "A whole number from 1 to {} was expected."
FIELD = "A field was expected: Z, J, W, M or L, T with a row and a column, or D, C or A with a number."
KNIGHT = "A knight was expected: N or S, or Z or B with a number."
SEMICOLON = "A semicolon was expected."
COMMA = "A comma was expected."
LINE_END = "The end of the line was expected."
FILE_END = "The end of the file was expected."
NO_LAIR = "There is no lair on the board: one field L was expected."
TWO_LAIRS = "A second lair stands here; only one was expected."


def with_line(number, text):
    """Return the example with another line in that place, from 1."""
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]]) + "\n"


def fault(text):
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    return caught.value.line, caught.value.column, str(caught.value.message)


def test_the_example_and_extreme_boards_are_parsed_and_written_back():
    plain, wall = Field("plain"), Field("eternal")
    assert parse_board(EXAMPLE) == Board(
        height=4,
        width=3,
        fields=(
            (plain, Field("lair"), wall),
            (Field("teleport", target=Cell(0, 1)), plain, Field("edible")),
            (Field("bricks", 2), Field("hole", 1), plain),
            (Field("teeth", 1), plain, wall),
        ),
        entrance=Cell(3, 1),
        knights=(Knight("ordinary"), Knight("jumper"), Knight("builder", 3), Knight("eater", 2), Knight("jumper")),
        required=3,
    )
    assert place_name(parse_board(EXAMPLE).entrance) == "(4, 2)"
    assert parse_board(with_line(3, "M;L;W")).field(Cell(0, 0)) == Field("mine")
    assert dump_board(parse_board(EXAMPLE)) == EXAMPLE
    board = largest_board()
    assert parse_board(dump_board(board)) == board
    assert len(parse_board(with_line(8, ";".join("N" * 100))).knights) == 100
    assert parse_board("1\n1\nL\n1;1\nB9999\n1\n").knights == (Knight("builder", 9999),)
    assert parse_board("1\n3\nZ;W;L\n1;1\nN\n1\n").required == 1
    with pytest.raises(BoardError) as caught:
        parse_board("x")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (again.line, again.column, str(again)) == (1, 1, str(caught.value))


@given(st.integers(0, 2**31))
def test_every_board_round_trips_through_its_file(seed):
    board = random_board(Dice(seed))
    assert parse_board(dump_board(board)) == board


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "\r\n", 4),
        EXAMPLE[:-1],
        EXAMPLE.replace("\n", "\r\n")[:-2],
        "\ufeff" + EXAMPLE,
        EXAMPLE.encode(),
        b"\xef\xbb\xbf" + EXAMPLE.encode(),
        EXAMPLE.replace(";", " ;\t "),
        EXAMPLE.replace("\n", " \t\n\t "),
        EXAMPLE + "\n\n\r\n",
        EXAMPLE + "  \n\t\n ",
    ],
)
def test_variant_spellings_are_accepted_and_written_canonically(text):
    assert dump_board(parse_board(text)) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, NUMBER.format(100)),
        ("4", 2, 1, NUMBER.format(100)),
        ("4\n", 2, 1, NUMBER.format(100)),
        ("\n" + EXAMPLE, 1, 1, NUMBER.format(100)),
        ("\ufeff\ufeff" + EXAMPLE, 1, 1, NUMBER.format(100)),
        (b"\xff" + EXAMPLE.encode(), 1, 1, NUMBER.format(100)),
        (EXAMPLE.encode().replace(b"J", b"J\xff"), 4, 9, LINE_END),
        (with_line(1, "0"), 1, 1, NUMBER.format(100)),
        (with_line(1, "101"), 1, 1, NUMBER.format(100)),
        (with_line(1, "+4"), 1, 1, NUMBER.format(100)),
        (with_line(1, "-4"), 1, 1, NUMBER.format(100)),
        (with_line(1, "04"), 1, 1, NUMBER.format(100)),
        (with_line(1, "4.0"), 1, 2, LINE_END),
        (with_line(1, "4 4"), 1, 3, LINE_END),
        (with_line(1, "４"), 1, 1, NUMBER.format(100)),
        (with_line(1, "1_0"), 1, 2, LINE_END),
        (with_line(1, "\u00a04"), 1, 1, NUMBER.format(100)),
        (with_line(1, "4\u2028"), 1, 2, LINE_END),
        (with_line(1, "4\x0b"), 1, 2, LINE_END),
        (with_line(1, "4\r\r"), 1, 2, LINE_END),
        (EXAMPLE.replace("\n", "\r"), 1, 2, LINE_END),
        (with_line(2, "x"), 2, 1, NUMBER.format(100)),
        (with_line(1, "3"), 6, 1, NUMBER.format(3)),
        (with_line(1, "5"), 7, 1, FIELD),
        (with_line(2, "2"), 3, 4, LINE_END),
        (with_line(2, "4"), 3, 6, SEMICOLON),
        (with_line(3, "Z;L"), 3, 4, SEMICOLON),
        (with_line(3, "Z;L;W;Z"), 3, 6, LINE_END),
        (with_line(3, "Z;L;W;"), 3, 6, LINE_END),
        (with_line(3, "Z;;W"), 3, 3, FIELD),
        (with_line(3, ""), 3, 1, FIELD),
        (with_line(3, "Q;L;W"), 3, 1, FIELD),
        (with_line(3, "z;L;W"), 3, 1, FIELD),
        (with_line(3, "Z;L;?"), 3, 5, FIELD),
        (with_line(3, "Z1;L;W"), 3, 2, SEMICOLON),
        (with_line(3, "Z;Z;W"), 6, 7, NO_LAIR),
        (with_line(3, "L;L;W"), 3, 3, TWO_LAIRS),
        (with_line(6, "A1;L;W"), 6, 4, TWO_LAIRS),
        (with_line(4, "T;Z;J"), 4, 2, NUMBER.format(4)),
        (with_line(4, "T1;Z;J"), 4, 3, COMMA),
        (with_line(4, "T1,;Z;J"), 4, 4, NUMBER.format(3)),
        (with_line(4, "T5,1;Z;J"), 4, 2, NUMBER.format(4)),
        (with_line(4, "T1,4;Z;J"), 4, 4, NUMBER.format(3)),
        (with_line(4, "T1, 2;Z;J"), 4, 4, NUMBER.format(3)),
        (with_line(4, "T 1,2;Z;J"), 4, 2, NUMBER.format(4)),
        (with_line(4, "T0,2;Z;J"), 4, 2, NUMBER.format(4)),
        (with_line(5, "C0;D1;Z"), 5, 2, NUMBER.format(9999)),
        (with_line(5, "C;D1;Z"), 5, 2, NUMBER.format(9999)),
        (with_line(5, "C 2;D1;Z"), 5, 2, NUMBER.format(9999)),
        (with_line(5, "C10000;D1;Z"), 5, 2, NUMBER.format(9999)),
        (with_line(5, "C2;D01;Z"), 5, 5, NUMBER.format(9999)),
        (with_line(7, "5;2"), 7, 1, NUMBER.format(4)),
        (with_line(7, "4;4"), 7, 3, NUMBER.format(3)),
        (with_line(7, "4,2"), 7, 2, SEMICOLON),
        (with_line(7, "4;2;1"), 7, 4, LINE_END),
        (with_line(8, ""), 8, 1, KNIGHT),
        (with_line(8, "N;X"), 8, 3, KNIGHT),
        (with_line(8, "N;"), 8, 3, KNIGHT),
        (with_line(8, "N,S"), 8, 2, SEMICOLON),
        (with_line(8, "Z;S"), 8, 2, NUMBER.format(9999)),
        (with_line(8, "N;B0"), 8, 4, NUMBER.format(9999)),
        (with_line(8, "S2"), 8, 2, SEMICOLON),
        (with_line(8, ";".join("N" * 101)), 8, 200, LINE_END),
        (with_line(9, "0"), 9, 1, NUMBER.format(5)),
        (with_line(9, "6"), 9, 1, NUMBER.format(5)),
        (with_line(9, ""), 9, 1, NUMBER.format(5)),
        ("\n".join(LINES[:8]), 9, 1, NUMBER.format(5)),
        (EXAMPLE + "\n Z\n", 11, 2, FILE_END),
        (EXAMPLE + "\r", 10, 1, FILE_END),
        (EXAMPLE + "\ufeff", 10, 1, FILE_END),
        (EXAMPLE + "\0", 10, 1, FILE_END),
    ],
)
def test_the_first_fault_is_reported_with_line_and_column(text, line, column, message):
    assert fault(text) == (line, column, message)


# -- arbitrary input

MANY = 1_000_000


def random_bytes():
    dice = Dice(5)
    return bytes(dice.below(256) for _ in range(10_000))


@pytest.mark.parametrize(
    ("head", "again", "tail"),
    [
        ("", random_bytes(), ""),
        (EXAMPLE, random_bytes(), ""),
        ("", "1", ""),
        ("", " ", ""),
        ("", "\n", ""),
        ("", "\r\n", ""),
        ("", ";", ""),
        (EXAMPLE, " ", ""),
        (EXAMPLE, "\n", ""),
        (EXAMPLE, " \n", "x"),
        (EXAMPLE, "\r", ""),
        ("", "\ufeff", ""),
        ("100\n100\n", "Z ; ", ""),
        ("1\n1\nD", "9", ""),
        ("1\n1\nT", "1,", ""),
        (EXAMPLE.partition(";")[0] + ";", " ", EXAMPLE.partition(";")[2]),
        ("\n".join(LINES[:7]) + "\n", "N;", "\n" + "\n".join(LINES[8:]) + "\n"),
    ],
    ids=range(17),
)
def test_a_megabyte_of_arbitrary_input_never_crashes_the_parser(head, again, tail):
    many = (again if isinstance(again, bytes) else again.encode()) * (MANY // len(again))
    with TARGETS["boards"].open() as accepts:
        assert accepts(head.encode() + many + tail.encode()) in (True, False)


# -- in params, and in a saved game


def setup(params):
    return Setup(game="dragon", variant="adventure", params=setup_params(dragon, params), seed=1, seats=(Seat(),))


def test_a_save_with_a_damaged_board_is_refused_and_a_given_board_ignores_the_seed():
    with pytest.raises(ValueError, match=r"^board: line 3, column 1: A field was expected"):
        Params(board=with_line(3, "Q;L;W"))
    save = Session(dragon, setup(Params(board=EXAMPLE))).save()
    save["setup"]["params"]["board"] = with_line(9, "6")
    with pytest.raises(SaveError, match="board: line 9, column 1"):
        Session.load(save, {"dragon": dragon})
    assert new(Params(board=EXAMPLE), Dice(1)) == new(Params(board=EXAMPLE), Dice(2))


@pytest.mark.parametrize("field", ["clocks", "stocks", "knights", "time", "seen"])
def test_a_save_with_a_stored_position_is_refused(field):
    save = Session(dragon, setup(Params(board=EXAMPLE))).save()
    with pytest.raises(SaveError, match=field):
        Session.load({**save, field: [[99, 99]]}, {"dragon": dragon})


# == texts


RULES = Rulebook("dragon")
CONFIG, PAGES, shown = RULES.config, RULES.pages, RULES.shown


# -- positions from text


def test_new_uses_the_given_board_or_generates_one_of_the_requested_size():
    assert from_text(EXAMPLE) == new(Params(board=EXAMPLE), Dice(1))
    assert from_text(f"open\n{EXAMPLE}") == new(Params(board=EXAMPLE, open_map=True), Dice(1))
    assert new(Params(board=EXAMPLE, par=99), Dice(1)) == new(Params(board=EXAMPLE), Dice(1))
    one, again, other = (new(Params(), Dice(seed)) for seed in (3, 3, 4))
    assert one == again != other
    assert (one.board.height, one.board.width, len(one.knights)) == (5, 6, 3)
    wide = new(Params(height=4, width=9, knights=5, open_map=True), Dice(3))
    assert (wide.board.height, wide.board.width, len(wide.knights), wide.open_map) == (4, 9, 5, True)


def position_text():
    return str(play(drawn("Z;J;A2;L", "Z2;N", open_map=True), "K1 east"))


@pytest.mark.parametrize(
    ("old", "new_text", "fault"),
    [
        ("time 1", "time x", "line 1: time and a number"),
        ("A2:2", "A2:3", "stocks: none above its capacity"),
        ("A2:2", "A2:1", "stocks: none above its capacity, and a clock"),
        ("wall at (1, 2): 10", "wall at (1, 2): 11", "clocks: each on its own field, and none longer"),
        ("wall at (1, 2): 10", "mine at (1, 2): 10", "clocks: each on its own field"),
        ("wall at (1, 2): 10", "wall at (9, 9): 10", "clocks: each on its own field"),
        ("wall at (1, 2): 10", "", "line 6: the end of the picture"),
        ("K2 N (1, 1)", "K2 N (1, 2)", "knights: each on a square of the board, and no two on one"),
        ("K2 N (1, 1)", "K2 N (5, 5)", "knights: each on a square of the board"),
        ("has 1", "has 3", "knights: nobody has more than his most"),
        ("entrance (1, 1), 1 needed", "entrance (3, 1), 1 needed", "line 3: A whole number from 1 to 1"),
        ("entrance (1, 1), 1 needed", "entrance (1, 1), 9 needed", "line 3: A whole number from 1 to 2"),
        ("L", "Q", "A field was expected"),
        ("Z    j", "Z    J", "clocks: one for each fallen wall"),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(old, new_text, fault):
    assert old in position_text()
    with pytest.raises(ValueError, match=fault.replace("(", r"\(").replace(")", r"\)")):
        from_text(position_text().replace(old, new_text))


def test_a_fault_in_an_open_board_file_is_told_with_its_line_in_the_whole_text():
    with pytest.raises(BoardError, match=r"^line 4, column 1: A field was expected"):
        from_text(f"open\n{with_line(3, 'Q;L;W')}")


# -- the choices before a game


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("height", 1, 100),
        ("width", 1, 100),
        ("knights", 1, 100),
        ("dangers", 0, 80),
        ("difficulty", 1, 5),
        ("par", 0, 1_000_000),
    ],
)
def test_params_outside_their_bounds_are_refused_by_field_name(field, low, high):
    for good in (low, high):
        assert getattr(Params(**{field: good}), field) == good
    for bad in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"^{field}: a whole number from {low} to {high}, please$"):
            Params(**{field: bad})


# -- the pages of the rules


def test_rules_pages_show_every_field_knight_and_event_and_variants_set_their_params():
    assert all(page.steps for page in PAGES)
    boards = [from_text(page.board).board for page in PAGES]
    assert max(max(board.height, board.width) for board in boards) <= 6, "a page’s board is small"
    fields = {field.kind for board in boards for row in board.fields for field in row}
    assert fields == {"plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair"}
    assert {knight.kind for board in boards for knight in board.knights} == {"ordinary", "eater", "builder", "jumper"}
    happened = {name for page in PAGES for name in shown(page.title)[1]}
    assert happened >= {
        "go", "leap", "bounce", "enter", "teleport", "hide", "eat", "fill", "supply", "fall", "blast", "topple",
        "crumble", "regrow", "reveal",
    }  # fmt: skip
    params = {name: resolve_params(dragon, one, computer=False, name=name) for name, one in CONFIG.variants.items()}
    assert params["adventure"] == Params(making=MAKING)
    assert params["strict"] == Params(stores_supply_standing=False, making=MAKING)
    assert params["practice"] == Params(open_map=True, making=MAKING)
    assert {name: (one.undo, one.ranked) for name, one in CONFIG.variants.items()} == {
        "adventure": ("never", True),
        "strict": ("never", True),
        "practice": ("always", False),
    }


# -- variants and the guided first game


def test_the_lesson_is_won_in_par_by_its_awaited_moves_and_cannot_be_lost_early():
    board = parse_board(CONFIG.first_game["board"])
    assert dump_board(board) == CONFIG.first_game["board"]
    answer = solve(board)
    assert isinstance(answer, Solved)
    assert answer.turns == CONFIG.first_game["par"]
    kinds = [str(move).partition(" ")[0] for move in solve(parse_board(CONFIG.first_game["board"])).moves]
    waits = [until.split(" or ") for until in RULES.awaited()]
    for kind in kinds:
        if waits and kind in waits[0]:
            waits.pop(0)
    assert not waits
    # Whatever is done in the first turns, the game can still be won: there is a way round the wall.
    states, known = [from_text(CONFIG.first_game["board"])], set()
    for _ in range(5):
        states = [state.apply(move).state for state in states for move in state.legal_moves()]
        states = [state for state in states if not (state in known or known.add(state))]
    for state in states[::7]:
        assert not isinstance(solve_from(state), Unsolvable)
