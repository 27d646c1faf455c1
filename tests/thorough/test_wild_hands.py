"""Random input at boards and puzzle screens breaks nothing, and every journal can be replayed.

Pictures are painted in as little time as the window gives them, and names are such as files may hold.
"""

from itertools import islice

import pytest

from logic.core import Dice
from logic.dragon.board import dump_board
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session
from logic.storage.files import data_folder
from scenes.app.window import PATIENCE
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.shelf import ShelfScene
from scenes.dragon.editor import EDITOR as DRAGON_EDITOR
from scenes.jumpin.editor import EDITOR as JUMPIN_EDITOR
from scenes.puzzles.play import printer_of
from scenes.puzzles.printsheet import PrintSheet
from scenes.puzzles.shelf import PuzzleShelf
from tests.support.positions.dragon import random_board
from tests.thorough.illwill import SECRET, Monkey, setup_of

pytestmark = pytest.mark.seen

NAMES = ("\0\ufe0f", "\u200b \U0001f600", "\u05e9\u05dc\u05d5\u05dd", "W" * 40)
EDITORS = {"dragon": (DRAGON_EDITOR, SECRET), "jumpin": (JUMPIN_EDITOR, ".MM../...M./...R./...../.....")}


def random_setup(game, dice):
    """Return a random set-up of a game, in any variant."""
    variant = dice.choice(tuple(game_config(game).variants))
    if game == "dragon":
        return setup_of(dump_board(random_board(dice)), variant)
    seats = (Seat(name=name) for name in NAMES)
    return new_setup(
        game, variant, tuple(islice(seats, game_config(game).variants[variant].players[0])), dice.below(99)
    )


def open_screen(driver, game, place, dice):
    """Leave everything and open one of the screens anew."""
    app = driver.app
    app.stack.close()
    driver.push(ShelfScene(app))
    if place == "board":
        driver.push(BoardScene(app, Match.start(app, random_setup(game, dice))))
    elif place == "editor":
        make, drawn = EDITORS[game]
        driver.push(make(app, game, dice.choice((None, drawn)), None))
    elif place == "paper":
        driver.push(PrintSheet(app, game, printer_of(game)))
    else:
        driver.push(PuzzleShelf(app, game))
        if place == "files":
            for key in ("more", "open-file"):  # a small window has it in a menu
                driver.settle()
                if driver.top.ui.find(key) is not None:
                    driver.click(key)
            driver.frame()


def make_a_move(driver, dice):
    """Do what a monkey seldom does: move a piece, whatever is being animated at that moment."""
    match = driver.top.match if isinstance(driver.top, BoardScene) else None
    moves = match.session.state.legal_moves() if match is not None else ()
    if moves and not match.is_over:
        match.play(str(dice.choice(moves)))


@pytest.mark.parametrize(
    ("game", "place", "times"),
    [
        *(("dragon", place, 120) for place in ("board", "editor", "shelf", "files")),
        *((game, "board", 80) for game in ("lgame", "labyrinth", "coatl")),
        *(("jumpin", place, times) for place, times in (("board", 120), ("editor", 120), ("shelf", 40), ("paper", 30))),
    ],
)
def test_random_input_breaks_nothing_and_every_journal_can_be_replayed(
    seated, tmp_path, monkeypatch, game, place, times
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cave.txt").write_text(SECRET, encoding="utf-8")
    driver, dice = seated(), Dice(11)
    monkeypatch.setattr(driver.app.kit.cache, "time_budget", PATIENCE)
    open_screen(driver, game, place, dice)
    monkey = Monkey(driver, dice)
    for _ in range(times):
        driver.thinks = game != "dragon" and bool(dice.below(3))
        if driver.app.stack.top is None or dice.below(40) == 0:
            open_screen(driver, game, place, dice)
        monkey.do()
        if place == "board" and dice.below(3) == 0:
            make_a_move(driver, dice)
    store = driver.app.store
    games = (*store.unfinished(), *store.finished(limit=100))
    for entry in games:
        resumed = store.resume(entry.id, GAMES)
        assert resumed.message is None
        assert Session.load(resumed.session.save(), GAMES).state == resumed.session.state
    assert games or place != "board"
    assert data_folder().is_dir()
