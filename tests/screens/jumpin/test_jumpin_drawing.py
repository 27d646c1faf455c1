"""A puzzle of JumpIN’ that is drawn: what takes whose place, what is still missing, and that all of it is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell
from logic.jumpin import PUZZLES
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.draft import Drawing
from logic.jumpin.puzzles import Params
from logic.jumpin.rules import begin
from tests.meadowediting import EASY, drawing


def test_what_is_put_down_takes_the_place_of_what_was_there():
    now = drawing("...../.ffR./...../...../M....")
    assert now.put("mushroom", Cell(1, 3)).params()["position"] == "...../.ffM./...../...../M...."
    assert now.put("rabbit", Cell(1, 2)).params()["position"] == "...../..RR./...../...../M...."
    assert now.lay((Cell(0, 3), False)).params()["position"] == "...f./.FFf./...../...../M...."
    assert now.lay((Cell(1, 0), True)).params()["position"] == "...../ff.R./...../...../M...."
    assert now.clear(Cell(1, 1)).params()["position"] == "...../...R./...../...../M...."
    assert now.put("rabbit", Cell(5, 0)) == now.lay((Cell(2, 0), True)) == now
    # a fox looks for free squares
    assert Drawing(STANDARD).put("rabbit", Cell(1, 2)).fox_for(Cell(1, 1)) == (Cell(1, 0), True)
    # another board keeps what has a place there
    small = Board(4, 4, (Cell(0, 0), Cell(3, 3)), (1,), (2,))
    moved = drawing("R..../.ff../...../.FF.M/.R...").on(small)
    assert (moved.rabbits, moved.mushrooms, moved.foxes) == ((Cell(0, 0),), (), ((Cell(1, 1), True),))


@pytest.mark.parametrize(
    ("cell", "start", "last", "wanted"),
    [
        ((1, 0), None, None, ((1, 0), True)),
        ((1, 4), None, None, ((1, 3), True)),
        ((0, 1), None, None, ((0, 1), False)),
        ((2, 2), None, None, None),
        ((0, 0), None, None, None),
        ((2, 1), (1, 1), ((1, 1), True), ((1, 1), False)),
        ((1, 2), (1, 1), ((1, 1), True), ((1, 1), True)),
        ((1, 3), (1, 1), ((1, 1), True), ((1, 2), True)),
    ],
)
def test_a_fox_lies_where_the_hand_has_drawn_it(cell, start, last, wanted):
    found = Drawing(STANDARD).fox_for(
        Cell(*cell),
        start=None if start is None else Cell(*start),
        last=None if last is None else (Cell(*last[0]), last[1]),
    )
    assert found == (None if wanted is None else (Cell(*wanted[0]), wanted[1]))


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("...../...../...../...../.....", "no rabbit"),
        ("RMM../.R.R./...../.R..R/M...M", "more rabbits"),
        ("R...R/M..../..R../...../.....", "home already"),
        ("...../.R.../...../...../.....", "Nothing can move"),
        (EASY, None),
    ],
)
def test_what_is_missing_is_said(position, fault):
    cells = {letter: tuple(Cell(i // 6, i % 6) for i, one in enumerate(position) if one == letter) for letter in "RM"}
    faults = Drawing(STANDARD, cells["R"], cells["M"]).faults()
    assert [fault in str(one) for one in faults] == ([] if fault is None else [True])


pieces = st.lists(st.tuples(st.sampled_from(["rabbit", "mushroom", "fox", ""]), st.integers(0, 24), st.booleans()))


@given(pieces)
def test_whatever_is_drawn_is_kept_and_read_back(steps):
    now = Drawing(STANDARD)
    for what, index, level in steps:
        cell = STANDARD.cell(index)
        now = now.lay((cell, level)) if what == "fox" else now.put(what, cell) if what else now.clear(cell)
    assert Drawing.from_json(now.to_json()) == now
    if now.rabbits:
        params = now.params()
        assert drawing(params["position"]) == now
        code = Params(**PUZZLES.read(PUZZLES.code(params)))
        assert Drawing.of(begin(code.position, code.board)) == now


@pytest.mark.parametrize(
    "draft",
    [
        b"",
        b"[]",
        b'{"board": {}, "rabbits": [[0, 9]]}',
        b'{"board": {}, "rabbits": [[1, 1]], "mushrooms": [[1, 1]]}',
        b'{"board": {}, "rabbits": [[1, 1], [0, 0]]}',
        b'{"board": {}, "foxes": [[[2, 0], true]]}',
        b'{"board": {"rows": 99}}',
    ],
)
def test_a_spoilt_draft_is_refused(draft):
    with pytest.raises(ValueError, match=r".*"):
        Drawing.from_json(draft)
