"""The editor's drawing is a value: every board converts both ways, and every change can be undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice
from logic.dragon.board import Board, Field, Knight, dump_board, parse_board
from logic.dragon.draft import PLAIN, Drawing, with_size
from logic.dragon.rules import EXAMPLE
from scenes.editor.files import LONGEST, History
from tests.support.positions.dragon import file_text, largest_board, random_board, random_field, random_knight

SEEDS = st.integers(0, 2**31)


def valid_drawing(rows="Z;L", knights="N", required=1, entrance="1;1"):
    return Drawing.of(parse_board(file_text(rows, knights, required, entrance)))


def fault_texts(drawing):
    return [str(fault) for fault in drawing.faults()]


# -- boards and drawings


@given(SEEDS)
def test_every_board_round_trips_through_a_drawing(seed):
    board = random_board(Dice(seed))
    drawing = Drawing.of(board)
    assert drawing.faults() == ()
    assert drawing.board() == board
    drawing = Drawing.blank().resize(board.height, board.width).remove_knight(0)
    for cell in board.cells():
        drawing = drawing.paint(cell, board.field(cell))
    for knight in board.knights:
        drawing = drawing.add_knight(knight)
    drawing = drawing.set_entrance(board.entrance).require(board.required)
    assert drawing.board() == board


def test_the_example_and_the_largest_board_round_trip_through_a_drawing():
    for board in (parse_board(EXAMPLE), largest_board()):
        assert Drawing.of(board).board() == board


def random_drawing(dice):
    """Return a drawing with any faults: no lair or several, targets beside the board, no knights."""
    drawing = Drawing.of(random_board(dice))
    for _ in range(dice.below(8)):
        cell = Cell(dice.below(drawing.height), dice.below(drawing.width))
        field = dice.choice((Field("lair"), Field("teleport"), PLAIN, random_field(dice, 6, 6)))
        drawing = drawing.paint(cell, field)
    if dice.below(2):
        drawing = drawing.resize(1 + dice.below(5), 1 + dice.below(5))
    while drawing.knights and dice.below(3):
        drawing = drawing.remove_knight(0)
    return drawing.require(1 + dice.below(6))


@given(SEEDS)
def test_a_valid_drawing_round_trips_as_a_board_and_any_drawing_as_json(seed):
    drawing = random_drawing(Dice(seed))
    if drawing.faults():
        with pytest.raises(ValueError, match=r"."):
            drawing.board()
    else:
        board = drawing.board()
        assert isinstance(board, Board)
        assert parse_board(dump_board(board)) == board
    assert Drawing.from_json(drawing.to_json()) == drawing


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"fields": [], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "swamp"}]], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "unseen"}]], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "hole"}]], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "plain", "size": 3}]], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "plain", "target": [0, 0]}]], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "plain"}], []], "entrance": [0, 0], "knights": [], "required": 1}',
        b'{"fields": [[{"kind": "plain"}]], "entrance": [0, 0], "knights": [{"kind": "eater"}], "required": 1}',
        b'{"fields": [[{"kind": "plain"}]], "entrance": [0, 0], "knights": [], "required": 0}',
    ],
)
def test_a_damaged_draft_is_refused(content):
    with pytest.raises(ValueError, match=r"."):
        Drawing.from_json(content)


# -- what makes it invalid


def test_a_blank_drawing_lacks_only_the_lair_and_that_fault_comes_first():
    assert fault_texts(Drawing.blank()) == ["The dragon’s lair is missing: paint one."]
    assert Drawing.blank().paint(Cell(5, 7), Field("lair")).faults() == ()
    drawing = valid_drawing().paint(Cell(0, 1), PLAIN).paint(Cell(0, 0), Field("teleport")).remove_knight(0)
    assert len(fault_texts(drawing)) == 3
    assert "lair" in fault_texts(drawing)[0]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda d: d.paint(Cell(0, 1), PLAIN), "The dragon’s lair is missing: paint one."),
        (lambda d: d.paint(Cell(0, 0), Field("lair")), "There are 2 lairs; only one may stay."),
        (lambda d: d.resize(2, 2).set_entrance(Cell(1, 1)).resize(1, 2), "The entrance lies beside the board: put it "
         "on a square."),
        (lambda d: d.paint(Cell(0, 0), Field("teleport")), "The teleport at (1, 1) leads nowhere yet: choose its "
         "target."),
        (lambda d: d.resize(2, 2).paint(Cell(0, 0), Field("teleport", target=Cell(1, 0))).resize(1, 2),
         "The teleport at (1, 1) leads off the board."),
        (lambda d: d.remove_knight(0), "There are no knights: add at least one."),
        (lambda d: d.require(2), "More must arrive than there are: 2 of 1."),
    ],
)  # fmt: skip
def test_each_fault_has_its_text(spoil, words):
    assert fault_texts(valid_drawing()) == []
    assert fault_texts(spoil(valid_drawing())) == [words]


# -- painting


def test_painting_moving_the_lair_aiming_and_resizing_a_drawing():
    before = valid_drawing("Z;Z;L Z;Z;Z")
    after = before.paint(Cell(1, 2), Field("hole", 7))
    assert after.field(Cell(1, 2)) == Field("hole", 7)
    assert before.field(Cell(1, 2)) == PLAIN
    assert after.paint(Cell(1, 2), PLAIN) == before
    assert after.fields[0] is before.fields[0]
    drawing = valid_drawing()
    assert drawing.paint(Cell(0, 0), PLAIN) is drawing
    assert drawing.paint(Cell(0, 2), Field("mine")) is drawing
    assert drawing.set_entrance(Cell(-1, 0)) is drawing
    assert drawing.move_lair(Cell(4, 4)) is drawing
    drawing = valid_drawing("Z;L;Z").paint(Cell(0, 2), Field("lair")).move_lair(Cell(0, 0))
    assert drawing.find("lair") == (Cell(0, 0),)
    assert drawing.field(Cell(0, 1)) == drawing.field(Cell(0, 2)) == PLAIN
    drawing = valid_drawing("Z;L").paint(Cell(0, 0), Field("teleport"))
    assert drawing.aim(Cell(0, 0), Cell(0, 1)).field(Cell(0, 0)) == Field("teleport", target=Cell(0, 1))
    assert drawing.aim(Cell(0, 1), Cell(0, 0)) is drawing
    assert drawing.aim(Cell(0, 0), Cell(1, 0)) is drawing
    drawing = valid_drawing("J;W;L M;Z;J")
    assert drawing.resize(1, 2).fields == ((Field("edible"), Field("eternal")),)
    larger = drawing.resize(3, 4)
    assert (larger.height, larger.width) == (3, 4)
    assert larger.fields[0] == (*drawing.fields[0], PLAIN)
    assert larger.fields[2] == (PLAIN,) * 4
    assert (drawing.resize(0, 101).height, drawing.resize(0, 101).width) == (1, 100)


@pytest.mark.parametrize(
    "field",
    [Field("hole"), Field("hole", 10_000), Field("bricks", 0), Field("mine", 1), Field("unseen"),
     Field("plain", target=Cell(0, 0))],
)  # fmt: skip
def test_painting_an_invalid_field_is_refused(field):
    with pytest.raises(ValueError, match="field"):
        valid_drawing().paint(Cell(0, 0), field)


# -- knights


def kinds(drawing):
    return [knight.kind for knight in drawing.knights]


def test_knights_are_edited_within_their_kind_and_a_limit_of_100():
    drawing = valid_drawing(knights="N;S;B2")
    assert kinds(drawing.add_knight(Knight("eater", 1))) == ["ordinary", "jumper", "builder", "eater"]
    assert kinds(drawing.add_knight(Knight("eater", 1), 0)) == ["eater", "ordinary", "jumper", "builder"]
    assert kinds(drawing.move_knight(0, 1)) == ["jumper", "ordinary", "builder"]
    assert kinds(drawing.move_knight(2, -9)) == ["builder", "ordinary", "jumper"]
    assert kinds(drawing.move_knight(0, 9)) == ["jumper", "builder", "ordinary"]
    assert kinds(drawing.remove_knight(1)) == ["ordinary", "builder"]
    assert drawing.change_knight(2, Knight("builder", 9)).knights[2].most == 9
    assert drawing.move_knight(3, 1) is drawing
    assert drawing.change_knight(3, Knight("jumper")) is drawing
    assert with_size(Knight("eater", 2), 5) == Knight("eater", 5)
    assert with_size(Knight("builder", 2), 0) == Knight("builder", 1)
    assert with_size(Knight("builder", 2), 10**6) == Knight("builder", 9999)
    assert with_size(Knight("jumper"), 5) == Knight("jumper")
    with pytest.raises(ValueError, match="knights"):
        valid_drawing().add_knight(Knight("ordinary", 1))
    with pytest.raises(ValueError, match="knights"):
        valid_drawing().add_knight(Knight("eater"))
    drawing = valid_drawing()
    for _ in range(150):
        drawing = drawing.add_knight(Knight("jumper"))
    assert len(drawing.knights) == 100
    assert drawing.require(0).required == 1
    assert drawing.require(500).required == 100


# -- history


@given(SEEDS)
def test_every_change_can_be_undone_and_redone(seed):
    dice = Dice(seed)
    drawing = random_drawing(dice)
    history, steps = History(drawing), [drawing]
    for _ in range(1 + dice.below(12)):
        cell = Cell(dice.below(6), dice.below(6))
        change = dice.choice((
            lambda d, cell=cell: d.paint(cell, random_field(dice, 6, 6)),
            lambda d, cell=cell: d.set_entrance(cell),
            lambda d: d.resize(1 + dice.below(6), 1 + dice.below(6)),
            lambda d: d.add_knight(random_knight(dice)),
            lambda d: d.require(1 + dice.below(9)),
        ))  # fmt: skip
        history = history.do(change(history.present))
        if history.present != steps[-1]:
            steps.append(history.present)
    assert history.present == steps[-1]
    for step in reversed(steps[:-1]):
        history = history.undo()
        assert history.present == step
    assert not history.can_undo
    assert history.undo() == history
    for step in steps[1:]:
        history = history.redo()
        assert history.present == step
    assert not history.can_redo
    assert history.redo() == history


def test_amending_adds_no_undo_step_and_the_history_is_bounded():
    history = History("a").do("a")
    assert not history.can_undo
    history = history.do("b").undo().do("c")
    assert not history.can_redo
    assert history.undo().present == "a"
    history = History("a").do("b").amend("c").amend("d")
    assert history.present == "d"
    assert history.undo() == History("a", (), ("d",))
    assert History("a").amend("b").undo().present == "a"
    history = History(0)
    for number in range(1, 2 * LONGEST):
        history = history.do(number)
    assert len(history.past) == LONGEST
    assert history.past[-1] == history.present - 1
