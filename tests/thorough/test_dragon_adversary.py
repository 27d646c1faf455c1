"""Stone Dragon against a reference implementation, broken files, odd boards and random input."""

import os
from collections import Counter

import pytest

from logic.core import Dice
from logic.dragon.board import BoardError, dump_board, parse_board
from logic.dragon.engine.solver import BUDGET, position_budget
from logic.dragon.rules import begin
from scenes.app.exports import import_path
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.cabinet.files import open_dropped
from tests.support.positions.dragon import dealt, file_text, largest_board, random_board
from tests.thorough import dragon_by_the_page as page
from tests.thorough.illwill import setup_of

pytestmark = pytest.mark.seen

# -- a second implementation of the rules


def row_and_col(cell):
    return None if cell is None else (cell.row + 1, cell.col + 1)


def state_summary(state):
    """Return all of a position that the page of rules speaks of."""
    stores = [cell for cell in state.board.cells() if state.board.field(cell).kind in ("bricks", "teeth")]
    outcome = state.outcome()
    return {
        "time": state.time,
        "knights": [(knight.supply, knight.fate, row_and_col(knight.cell)) for knight in state.knights],
        "ends": {row_and_col(clock.cell): state.time + clock.left for clock in state.clocks},
        "stocks": {row_and_col(cell): state.stock(cell) for cell in stores},
        "seen": set(map(row_and_col, state.seen)),
        "moves": sorted(map(str, state.legal_moves())),
        "end": "" if outcome is None else "won" if outcome.winners else "lost",
    }


def reference_summary(board):
    knights = [(knight["has"], knight["fate"], knight["at"]) for knight in board["knights"]]
    same = {name: board[name] for name in ("time", "ends", "stocks", "seen")}
    return {**same, "knights": knights, "moves": sorted(page.moves(board)), "end": page.end(board)}


EVENTS = (
    "go leap bounce enter teleport hide eat fill supply fall crush blast topple crumble regrow restock mine_back reveal"
)


@pytest.mark.parametrize("deal", [random_board, dealt])
def test_random_games_match_the_reference_implementation(deal):
    met = Counter()
    for seed in range(400):
        dice = Dice(seed)
        text, standing = dump_board(deal(dice)), bool(dice.below(2))
        state, other = begin(parse_board(text), standing=standing), page.begin(text, standing=standing)
        for _ in range(40):
            assert state_summary(state) == reference_summary(other), f"seed {seed}\n{text}"
            legal = state.legal_moves()
            if not legal:
                break
            lasting = [move for move in legal if state.apply(move).state.outcome() is None]
            move = dice.choice(lasting if lasting and dice.below(8) else legal)
            state, events = state.apply(move)
            page.play(other, str(move))
            met.update(event.name for event in events)
    assert min(met[name] for name in EVENTS.split()) >= 5, met


def test_the_search_budget_shrinks_for_many_knights():
    assert position_budget(BUDGET, 1) == position_budget(BUDGET, 8) == BUDGET
    assert position_budget(BUDGET, 100) == BUDGET * 8 // 100
    assert position_budget(1, 100) == 1


# -- broken files


def pipe(path):
    """Create a file that blocks whoever reads it for ever."""
    os.mkfifo(path)
    return path


def test_importing_a_pipe_does_not_block(seated, tmp_path):
    driver = seated()
    waits = pipe(tmp_path / "waits.txt")
    open_dropped(driver.app, waits)
    assert not import_path(driver.app, waits)
    assert {words.split(":")[0] for words in driver.said()} == {"waits.txt", "waits.txt was not imported"}


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"1\n2\nZ;\xff\n", "Line 3, column 3"),
        (b"1\n2\nZ;L\n1;x\n\xff\n", "Line 4, column 3"),
        (b"1\n2\nZ;L\n1;1\nN\n1\n\0", "Line 7, column 1"),
        (b"\xef\xbb\xbf1\n2\nL;L\n", "Line 3, column 3"),
        (b"1\n99999999999999999999\n", "Line 2, column 1"),
        (b"1\r2\n", "Line 1, column 2"),
        ("1\n2\nZ;\u00a0L\n".encode(), "Line 3, column 3"),
    ],
)
def test_importing_a_file_reports_the_same_first_fault_as_the_parser(seated, tmp_path, content, place):
    path = tmp_path / "cave.txt"
    path.write_bytes(content)
    driver = seated()
    open_dropped(driver.app, path)
    assert place in driver.said()[-1]
    with pytest.raises(BoardError) as caught:
        parse_board(content)
    assert f"Line {caught.value.line}, column {caught.value.column}" == place


# -- odd boards


ODD_BOARDS = {
    "one square": file_text("L"),
    "one square for a hundred": file_text("L", ";".join(["N"] * 100), 100),
    "lost before the first move": file_text("M;L"),
    "a closed entrance": file_text("W;L"),
    "a line": file_text(";".join(["Z"] * 99 + ["L"]), "S;N", 2),
    "a column": file_text(" ".join(["Z"] * 99 + ["L"]), "S;N", 2),
    "a teleport onto itself": file_text("T1,1;L", "N;N", 2),
    "a teleport home": file_text("T1,2;L", "N;N", 2),
    "the largest": dump_board(largest_board()),
}


@pytest.mark.parametrize("name", ODD_BOARDS)
def test_unusual_boards_can_be_played_and_resumed(seated, name):
    driver = seated()
    match = Match.start(driver.app, setup_of(ODD_BOARDS[name]))
    driver.push(BoardScene(driver.app, match))
    driver.step(0.1)
    if not match.is_over:
        driver.key("h", "escape", "i", "w", "r", "right", "e")
        match.give_up(0)
    for _ in range(60):
        if not isinstance(driver.top, Result):
            driver.frame(dt=0.1)
    assert isinstance(driver.top, Result)
    again = Match.resume(driver.app, match.game_id)
    assert again.session.state == match.session.state
    assert again.outcome == match.outcome
