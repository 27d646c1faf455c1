"""Sharing: pictures and clips that can be opened again, QR codes, and no hidden thing."""

import io
from dataclasses import replace
from functools import partial
from unittest.mock import Mock

import copykitten
import pygame
import pytest
import zxingcpp
from PIL import Image

from logic import sharing
from logic.core import Dice
from logic.engine.worker import Thinker
from logic.game import redact, sample
from logic.registry import GAMES, new_setup
from logic.session import Session
from logic.storage.files import keep_board
from scenes.app.exports import exports_folder
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.files import open_dropped
from scenes.cabinet.games import GamesScene
from scenes.cabinet.replay import ReplayScene
from scenes.puzzles.shelf import PuzzleShelf
from scenes.share import studio
from scenes.share.page import SharePage
from scenes.share.studio import LEAST_WIDTH, MOST_FRAMES, PICTURE, PaintOptions, picture_of
from scenes.share.subject import HIDDEN, shared_game
from scenes.shots.poses import laid_out
from sprites.widgets import clipboard
from tests.support.seats.kept import LONG_NAME, finish_game
from tests.support.seats.match import ANNA, BEN
from tests.support.windows import faults_in_every_window


def order_of(driver, subject):
    return PaintOptions(subject, driver.app.text.language, True, False)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Paint small pictures: they take a tenth of the time."""
    monkeypatch.setattr(studio, "PICTURE", 300)
    monkeypatch.setattr(studio, "CLIP", 240)


@pytest.fixture
def over(new_driver):
    """A user at the page of a game that is over; ``picture`` waits until that is painted."""

    def show(moves=4, *, picture=True, **options):
        driver = new_driver(**options)
        driver.app.open("games")
        _, session = finish_game(driver.app, moves, names=("Anna", ""))
        driver.thinks = picture
        driver.push(SharePage(driver.app, shared_game(driver.app, session)))
        if picture:
            driver.settle()
        return driver, session

    return show


def drop(driver, content, name="shared.png"):
    path = exports_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    open_dropped(driver.app, path)
    driver.frame()
    driver.frame()


# -- pictures


def test_dropping_a_shared_picture_reopens_its_position(new_driver):
    driver = new_driver()
    driver.app.open("games")
    match = Match.start(driver.app, new_setup("lgame", None, (ANNA, BEN), 5))
    for _ in range(3):
        match.session.play(match.session.state.legal_moves()[0])
    board = BoardScene(driver.app, match)
    driver.open(board)
    board.menu.open()
    driver.settle()
    driver.tap("share", "save-picture", "done")
    (path,) = exports_folder().glob("*.png")
    driver.app.stack.clear_to("board")
    drop(driver, path.read_bytes())
    assert "waits" in driver.said()[-1]
    driver.app.stack.pop()
    driver.frame()
    drop(driver, path.read_bytes())
    assert driver.top.session.state == match.session.state


def test_an_existing_picture_is_overwritten_only_after_confirmation(over):
    driver, _ = over()
    path = exports_folder() / "mine.png"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"mine")
    for answer in ("answer0", "answer1"):
        driver.tap("save-picture")
        driver.click("line")
        driver.top.ui.find("line").on_change("mine.png")
        driver.tap("done")
        assert path.read_bytes() == b"mine"
        driver.tap(answer)
    assert sharing.code_in(path.read_bytes()) == driver.top.subject.code


def test_the_picture_of_a_finished_game_is_replayed_but_not_stored(over):
    driver, session = over()
    kept = len(driver.app.store.finished(limit=9))
    drop(driver, driver.top.room.picture)
    assert isinstance(driver.top, ReplayScene)
    assert (driver.top.session.state, driver.top.session.outcome()) == (session.state, session.outcome())
    assert driver.top.ply == session.ply
    assert len(driver.app.store.finished(limit=9)) == kept
    # a code too long for a QR code leaves it to the picture
    driver, session = over()
    driver.open(SharePage(driver.app, shared_game(driver.app, session, 0)))
    assert driver.widget("code-title").text == "Code of the game", "at its first position, too"
    assert driver.widget("note").text.endswith("So does the code.")
    subject = shared_game(driver.app, session)
    driver.open(SharePage(driver.app, replace(subject, code=subject.code + "A" * 4000)))
    assert driver.top.ui.find("square") is None
    assert "too long" in driver.widget("no-square").text


def test_damaged_shared_files_and_a_missing_clipboard_are_reported(over, monkeypatch):
    driver, _ = over()
    broken = sharing.code_of(b'{"quincunx":3,"games":[]}').encode()
    for content, why in ((broken, "no game"), (b"\x89PNG\r\n\x1a\n", "damaged"), (b"QUINCUNX:AAAA", "damaged")):
        drop(driver, content, "broken.png")
        assert why in driver.said()[-1]
        assert isinstance(driver.top, SharePage)
    # where pictures cannot be copied the button says so
    monkeypatch.setattr(clipboard, "copykitten", None)
    driver, _ = over()
    assert not driver.widget("copy-picture").enabled
    assert "save the picture" in driver.widget("copy-picture").tip


def test_copying_a_picture_matches_the_preview_and_a_failure_is_reported(over, monkeypatch):
    copied = []
    driver, _ = over()
    monkeypatch.setattr(copykitten, "copy_image", lambda *picture: copied.append(picture))
    driver.click("copy-picture")
    (content, *size), seen = copied[0], Image.open(io.BytesIO(driver.top.room.picture)).convert("RGBA")
    assert (tuple(size), content) == (seen.size, seen.tobytes())
    monkeypatch.setattr(copykitten, "copy_image", Mock(side_effect=copykitten.CopykittenError))
    monkeypatch.setattr(pygame.scrap, "put_text", Mock(side_effect=pygame.error))
    for key in ("copy-picture", "copy-code"):
        driver.click(key)
        assert "save the picture" in driver.said()[-1]
        driver.settle()


def test_a_failed_painting_is_reported_and_disables_saving(over):
    driver, _ = over(picture=False)
    driver.executor.waiting[-1][0].set_exception(MemoryError())
    driver.executor.waiting.clear()
    driver.let_think()
    assert "could not be painted" in driver.widget("fault").text
    assert not driver.widget("save-picture").enabled


# -- codes


@pytest.mark.seen
def test_the_qr_code_and_the_copied_code_reopen_the_game(over):
    driver, session = over(size=(1920, 1080))
    surface = driver.surface
    driver.top.draw(surface)
    seen = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    read = [found.text for found in zxingcpp.read_barcodes(seen)]
    assert read == [driver.top.code]
    assert driver.top.code == driver.top.subject.code
    driver.click("copy-code")
    assert clipboard.pasted() == read[0]
    driver.open(GamesScene(driver.app))
    driver.widget("scroll").reveal(driver.widget("open-code"))
    driver.settle()
    driver.tap("open-code")
    assert driver.top.session.state == session.state


def test_a_shared_puzzle_is_opened_from_its_code_or_picture(new_driver):
    driver = new_driver((1280, 800))
    params = laid_out("jumpin")
    puzzles = GAMES["jumpin"].PUZZLES
    keep_board("jumpin", "Mine", puzzles.write(params))
    driver.open(PuzzleShelf(driver.app, "jumpin"))
    driver.tap("tab-boards", "share-Mine.txt")
    assert driver.widget("code").code() == puzzles.code(params)
    assert driver.top.subject.heading == "Mine"
    assert driver.widget("code-title").text == "Code of the puzzle"
    assert driver.widget("note").text.endswith("So does the code.")
    assert driver.top.ui.find("save-clip") is None
    driver.click("copy-code")
    picture = driver.top.room.picture
    driver.top.close()
    driver.settle()
    for opens in (partial(driver.tap, "open-code"), partial(drop, driver, picture)):
        opens()
        board = driver.app.stack.find("board")
        assert puzzles.code(board.match.session.setup.params) == puzzles.code(params)
        driver.app.stack.clear_to("puzzles")
        driver.settle()


NO_CODE = "This is no code of Quincunx: it would begin with QUINCUNX:"


def test_codes_are_found_in_copied_messages_and_invalid_ones_reported(new_driver):
    puzzles = GAMES["jumpin"].PUZZLES
    code, grouped = sharing.code_of(puzzles.write(laid_out("jumpin")).encode()), puzzles.code(laid_out("jumpin"))
    driver = new_driver((1280, 800))
    driver.open(GamesScene(driver.app))
    driver.widget("scroll").reveal(driver.widget("open-code"))
    driver.settle()
    for copied, said in {
        "": "There is no text on the clipboard.", "milk, bread": NO_CODE, "2 eggs\n1 bun": NO_CODE,
        f"{grouped[:-1]}{'2' if grouped[-1] == '1' else '1'}": "A letter of this code is wrong",
        "4\n3\nZ;L;W\nT1,2;Q;J": "Line 4, column 6",
        "4x\n3\nZ;L;W": "Line 1, column 2", "4\n3x\nZ;L;W": "Line 2, column 2",
        f"Look at that: {code[:-9]}": "This code is damaged",
    }.items():  # fmt: skip
        clipboard.copy(copied)
        driver.click("open-code")
        assert driver.said()[-1].startswith(said)
    for behind in ("", ">", " :-)", "\n\nSee you, Zoe", " ok", " well", " hello"):
        clipboard.copy(f"Look at that: {code.lower()}{behind}")
        driver.tap("open-code")
        assert puzzles.code(driver.app.stack.find("board").match.session.setup.params) == grouped
        driver.app.stack.clear_to("games")
        driver.settle()


# -- clips


def test_a_clip_reports_progress_and_is_saved_as_gif(over):
    driver, session = over(picture=False)
    driver.executor.work()
    driver.settle()
    driver.click("save-clip")
    shares = []
    while driver.top.room.done is not None:
        shares.append(driver.top.room.done)
        driver.executor.work()
        driver.frame()
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1
    driver.settle()
    driver.click("done")
    (path,) = exports_folder().glob("*.gif")
    with Image.open(path) as clip:
        assert session.ply < clip.n_frames <= MOST_FRAMES
        assert max(clip.size) < 1.3 * studio.CLIP
    assert sharing.code_in(path.read_bytes()) == sharing.code_in(driver.app.stack.find("share").room.picture)


def test_a_stopped_clip_is_discarded_and_can_be_started_again(over):
    driver, _ = over(picture=False)
    driver.executor.work()
    driver.settle()
    driver.click("save-clip")
    driver.executor.work()
    driver.frame()
    driver.click("stop")
    assert driver.top.room.done is None
    assert driver.widget("save-clip").enabled
    driver.executor.work()
    driver.settle()
    assert driver.top.room.clip is None
    driver.thinks = True
    driver.tap("save-clip")
    assert driver.app.stack.find("share").room.clip is not None


# -- what is hidden


@pytest.mark.parametrize("name", ["labyrinth", "coatl"])
def test_games_differing_only_in_hidden_parts_share_the_same_picture(new_driver, monkeypatch, name):
    driver = new_driver()
    game, setup = GAMES[name], new_setup(name, None, (ANNA, BEN), 5)
    first = Session(game, setup).state
    known = redact(game, first, 0)
    states = [first, *(sample(game, known, 0, Dice(seed)) for seed in (1, 2))]
    assert len(set(states)) > 1
    shared = []
    for state in states:
        with monkeypatch.context() as patch:
            patch.setattr(game, "new", lambda _params, _dice, state=state: state)
            shared.append(shared_game(driver.app, Session(game, setup)))
    assert shared[0] == shared[1] == shared[2]
    pictures = {picture_of(order_of(driver, one)) for one in shared}
    assert len(pictures) == 1


@pytest.mark.parametrize("name", ["labyrinth", "coatl", "dragon"])
def test_games_with_hidden_information_are_shared_without_a_code(new_driver, name):
    driver = new_driver()
    seats = (ANNA,) if name == "dragon" else (ANNA, BEN)
    session = Session(GAMES[name], new_setup(name, None, seats, 5, laid_out(name)))
    for _ in range(3):
        session.play(session.state.legal_moves()[0])
        if session.awaits_end:
            session.end_turn()
    subject = shared_game(driver.app, session)
    assert (subject.code, subject.short_code, subject.is_game, subject.note) == ("", "", False, HIDDEN)
    with pytest.raises(sharing.NothingShared):
        sharing.code_in(picture_of(order_of(driver, subject)))
    session.end_early(session.actor)
    assert shared_game(driver.app, session).code


# -- how it looks


def test_the_share_page_fits_every_window(new_driver):
    driver = new_driver()
    _, session = finish_game(driver.app, 3, names=(LONG_NAME[:20], LONG_NAME[20:]))
    driver.push(SharePage(driver.app, shared_game(driver.app, session)))
    driver.thinks = False
    driver.frame()
    assert faults_in_every_window(driver.app) == {}
    driver.let_think()
    assert faults_in_every_window(driver.app) == {}
    driver.top.room.done = 0.5
    assert faults_in_every_window(driver.app) == {}


def test_while_painting_the_page_says_so_in_a_short_window_too(over):
    driver, _ = over(picture=False)
    driver.app.change(driver.app.settings.with_(ui_scale=2.0))
    driver.step(0.5)
    assert driver.widget("painting-words").text == "The picture is being painted."


# -- in a process of its own


@pytest.mark.thorough
def test_a_painter_process_produces_valid_picture_and_clip(new_driver):
    driver = new_driver()
    _, session = finish_game(driver.app, 2)
    order = order_of(driver, shared_game(driver.app, session))
    with Thinker() as thinker, thinker.new_executor() as painters:
        picture = painters.submit(picture_of, order).result()
        clip = painters.submit(studio.begin_clip, order).result()
        while not isinstance(clip, bytes):
            clip = painters.submit(studio.go_on_with_clip).result()
    for content in (picture, clip):
        assert sharing.code_in(content) == order.subject.code
    with Image.open(io.BytesIO(picture)) as seen:
        assert min(seen.size) >= LEAST_WIDTH * PICTURE
