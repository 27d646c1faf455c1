"""Positions of Stone Dragon from text, the choices before a game, and the pages and the lesson that its YAML tells."""

import pytest

from logic import dragon
from logic.core import Dice
from logic.dragon import Params, new
from logic.dragon.board import dump_board, parse_board
from logic.dragon.engine.generator import MAKING
from logic.dragon.engine.solver import Solved, Unsolvable, solve, solve_from
from logic.dragon.notation import from_text
from logic.dragon.rules import EXAMPLE
from logic.variants import resolve_params
from tests.labyrinths import drawn, play
from tests.rulepages import Rulebook

RULES = Rulebook("dragon")
CONFIG, PAGES, shown = RULES.config, RULES.pages, RULES.shown


# -- positions from text


def test_a_board_file_is_its_first_position_and_without_one_a_board_is_made_as_large_as_was_asked_for():
    assert from_text(EXAMPLE) == new(Params(board=EXAMPLE), Dice(1))
    assert from_text(f"open\n{EXAMPLE}") == new(Params(board=EXAMPLE, open_map=True), Dice(1))
    assert new(Params(board=EXAMPLE, par=99), Dice(1)) == new(Params(board=EXAMPLE), Dice(1))
    one, again, other = (new(Params(), Dice(seed)) for seed in (3, 3, 4))
    assert one == again != other
    assert (one.board.height, one.board.width, len(one.knights)) == (5, 6, 3)
    wide = new(Params(height=4, width=9, knights=5, open_map=True), Dice(3))
    assert (wide.board.height, wide.board.width, len(wide.knights), wide.open_map) == (4, 9, 5, True)


def pictured():
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
        ("entrance (1, 1), 1 needed", "entrance (3, 1), 1 needed", "A whole number from 1 to 1"),
        ("L", "Q", "A field was expected"),
        ("Z    j", "Z    J", "clocks: one for each fallen wall"),
    ],
)
def test_a_picture_of_what_cannot_be_is_refused_by_what_is_wrong(old, new_text, fault):
    assert old in pictured()
    with pytest.raises(ValueError, match=fault.replace("(", r"\(").replace(")", r"\)")):
        from_text(pictured().replace(old, new_text))


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
def test_numbers_have_their_bounds_and_a_refusal_names_the_field(field, low, high):
    for good in (low, high):
        assert getattr(Params(**{field: good}), field) == good
    for bad in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"^{field}: a whole number from {low} to {high}, please$"):
            Params(**{field: bad})


# -- the pages of the rules


def test_the_pages_show_all_that_there_is_and_each_variant_differs_in_what_its_title_says():
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


def test_the_lessons_board_is_won_in_its_par_by_the_moves_that_it_waits_for_and_nobody_can_lose_it():
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
    # Whatever is done in the first turns, the game can still be won: the wall has a way round it.
    states, known = [from_text(CONFIG.first_game["board"])], set()
    for _ in range(5):
        states = [state.apply(move).state for state in states for move in state.legal_moves()]
        states = [state for state in states if not (state in known or known.add(state))]
    for state in states[::7]:
        assert not isinstance(solve_from(state), Unsolvable)
