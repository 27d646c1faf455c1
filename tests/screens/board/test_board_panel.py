"""The panel beside the board, the things on a player's card, and the score."""

from itertools import product

import numpy as np
import pygame
import pytest

from logic.core import Evaluation, Hint, Message
from logic.game import Analysis
from logic.session import Seat
from logic.storage.records import Tally
from scenes.board.automatic import Waiting
from scenes.board.awards import running_score, tally_between
from scenes.board.log import LogDialog, LogLine, LogLines
from scenes.board.panel import ButtonRow
from scenes.board.playercard import LEAST_STEP, SIDES, row_of
from scenes.view.view import Thing, Things
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import Button
from tests.games import pots
from tests.games.potsseat import ANNA, BEN, CLEO, MODEST, play
from tests.screens.boardhands import board_of
from tests.support.gallery import make_kit
from tests.support.seats.kept import finish_game, keep_game
from tests.support.seats.seating import lift
from tests.support.windows import faults_in_every_window

SIZES = [((1024, 600), 1.0), ((800, 480), 1.0), ((600, 1024), 1.0), ((1280, 720), 2.0)]


def lines_of(driver):
    return [(line.text, line.struck) for line in driver.widget("lines").lines]


# -- the model


def test_the_board_model_is_rebuilt_by_moves_but_not_by_pointer_motion(sit_at):
    driver, match = sit_at(ANNA, BEN)
    lift(driver)
    driver.settle()
    board, first = driver.top, driver.top.model
    driver.move(board.view.rect.center)
    driver.move(board.view.rect.topleft)
    assert (board.model.faces, board.model.lines, board.model.enabled_actions) == (
        first.faces,
        first.lines,
        first.enabled_actions,
    )
    assert board.model.faces is first.faces
    assert first.enabled_actions["undo"] is False
    play(match, "take 1")
    driver.frame()
    assert board.model.enabled_actions["undo"] is True
    assert [line.text for line in board.model.lines] == ["Anna takes 1."]
    assert board.panel.log.lines is board.model.lines


# -- the list of moves


def test_undone_moves_are_struck_through_until_the_turn_ends(sit_at):
    driver, match = sit_at(ANNA, BEN)
    lift(driver)
    play(match, "take 1")
    driver.strike("u")
    assert lines_of(driver) == [("Anna takes 1.", True)]
    play(match, "take 2")
    driver.settle()
    assert lines_of(driver) == [("Anna takes 1.", True), ("Anna takes 2.", False)]
    play(match, "end")
    lift(driver)
    assert lines_of(driver) == [("Anna takes 2.", False), ("Anna ends the turn.", False)]
    # the list behind the button has the pictures too
    driver, match = sit_at(ANNA, BEN, size=(800, 480))
    lift(driver)
    play(match, "take 1")
    driver.settle()
    assert isinstance(driver.strike("l"), LogDialog)
    log = driver.widget("lines")
    assert log.blocks(log.rect.width)[0].picture is not None


@pytest.mark.seen
def test_an_undone_move_is_drawn_with_a_strike_through_line(sit_at):
    driver, match = sit_at(ANNA, BEN)
    lift(driver)
    play(match, "take 1")
    driver.settle()
    rect = driver.widget("lines").rect.clip(driver.widget("log_lines").rect)
    before = driver.surface.subsurface(rect).copy()
    match.undo()
    driver.settle()
    after = driver.surface.subsurface(rect)
    ink_of = pygame.Color(driver.app.kit.theme.colours.ink_soft)

    def longest_row(picture):
        rows = range(picture.get_height())
        return max(sum(picture.get_at((x, y)) == ink_of for x in range(picture.get_width())) for y in rows)

    assert longest_row(after) > 1.4 * longest_row(before)


def test_log_pictures_are_redacted_for_the_viewer_and_painted_once(sit_at):
    driver, match = sit_at(ANNA, BEN)
    lift(driver)
    log, view, painted = driver.widget("lines"), driver.top.view, []
    paint = view.log_picture
    view.log_picture = lambda state, move, height: painted.append(move) or paint(state, move, height)
    play(match, "take 1")
    driver.settle()
    (take,) = log.blocks(log.rect.width)
    assert take.picture.get_at((1, 1)) == (255, 215, 0, 255)
    play(match, "end")
    lift(driver)
    take, end = log.blocks(log.rect.width)
    assert take.picture.get_at((1, 1)) == (255, 0, 0, 255), "Ben does not know what is in Anna's purse"
    assert end.picture is None
    before = len(painted)
    assert before
    driver.app.stack.touch()
    driver.settle()
    assert len(painted) == before
    # lines without a game have no pictures
    log = LogLines(driver.app.kit, "log", (LogLine(0, "Anna takes 1."), LogLine(1, "Ben takes 2.", struck=True)))
    assert log.measure(300) == LogLines(driver.app.kit, "log", tuple(LogLine(0, "x") for _ in range(2))).measure(300)


# -- warnings


@pytest.mark.parametrize("size", [size for size, _ in SIZES])
def test_the_warning_is_shown_in_every_players_turn(sit_at, size):
    driver, match = sit_at(ANNA, BEN, CLEO, size=size, coins=7)
    lift(driver)
    assert not board_of(driver).panel.notice.visible
    play(match, "take 3", "end")
    for _ in range(3):
        lift(driver)
        notice = driver.widget("notice")
        assert (notice.visible, notice.is_banner, notice.text) == (True, True, "The pot is nearly empty.")
        play(match, "take 1", "end")


def test_the_warning_replaces_the_lamp_until_the_game_ends(sit_at, monkeypatch):
    driver, match = sit_at(ANNA, MODEST, coins=5)
    driver.thinks = False
    play(match, "take 1", "end")
    driver.step(0.5)
    assert match.is_thinking
    assert driver.widget("notice").visible
    match.agree()
    driver.step(0.2)
    assert not board_of(driver).panel.notice.visible
    # it is shown before the lamp

    class Coach(Analysis):
        def evaluation(self, view, stop):
            return Evaluation(0, None, Message("Even."))

    monkeypatch.setattr(pots, "ANALYSIS", Coach(), raising=False)
    driver, match = sit_at(ANNA, BEN, coins=5)
    lift(driver)
    assert driver.widget("lamp").visible
    play(match, "take 1", "end")
    lift(driver)
    assert not board_of(driver).panel.lamp.visible
    assert driver.widget("notice").visible


# -- progress


@pytest.mark.parametrize("size", [size for size, _ in SIZES])
def test_the_progress_bar_shows_the_share_played(sit_at, size):
    driver, match = sit_at(ANNA, BEN, size=size)
    lift(driver)
    bar = driver.widget("progress")
    assert (bar.visible, bar.value, bar.text) == (True, 0, "0% played")
    play(match, "take 3", "end")
    lift(driver)
    assert (bar.value, bar.text) == (25, "25% played")
    assert bar.rect.height >= 10
    assert bar.rect.top >= driver.widget("card1").rect.bottom
    assert bar.rect.bottom <= driver.widget("status").rect.top


def test_a_game_without_progress_has_no_bar_and_no_gap(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN)
    lift(driver)
    with_bar = driver.widget("status").rect.top
    monkeypatch.delattr(pots.PotsScoring, "progress")
    plain, _ = sit_at(ANNA, BEN)
    lift(plain)
    assert not board_of(plain).panel.bar.visible
    assert plain.widget("status").rect.top < with_bar


def test_the_panel_fits_every_window(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO, coins=6)
    lift(driver)
    match.give_up(0)
    lift(driver)
    play(match, "take 1")
    match.undo()
    driver.settle()
    assert faults_in_every_window(driver.app) == {}


# -- texts that need room


class Hinting(Analysis):
    """A coach who proposes the first move, in the text requested at that time."""

    def __init__(self, words):
        self.words = words

    def hint(self, view, dice, stop):
        return Hint(view.legal_moves()[:1], Message(self.words()))


def read_hint(driver):
    """Ask for a hint, and hold the key that shows it between people with secrets."""
    driver.strike("h")
    assert "for your eyes alone" in board_of(driver).panel.note.scrolls[0].child.markup
    driver.frame(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_k, mod=0, unicode="", scancode=0))
    driver.settle()


SHORT, LONG = "Take one.", "Take one, for whoever takes more leaves the pot to those who come after. " * 3


def test_a_long_hint_covers_the_status_and_a_short_one_does_not(sit_at, monkeypatch):
    said = [LONG]
    monkeypatch.setattr(pots, "ANALYSIS", Hinting(lambda: said[0]), raising=False)
    driver, match = sit_at(ANNA, BEN, size=(1920, 1080))
    lift(driver)
    layout = board_of(driver).panel.layout
    assert layout.log is not None
    read_hint(driver)
    note = board_of(driver).panel.note
    assert (note.visible, note.is_truncated) == (True, False)
    assert note.rect == layout.note.union(layout.status)
    assert not board_of(driver).panel.status.visible
    play(match, "take 1", "end")
    lift(driver)
    assert board_of(driver).panel.status.visible
    said[0] = SHORT
    read_hint(driver)
    assert note.rect == layout.note.union(layout.lamp)
    assert board_of(driver).panel.status.visible


def test_a_long_status_extends_into_the_lamp_line(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN, size=(1024, 600), scale=2.0)
    lift(driver)
    panel = board_of(driver).panel
    assert panel.status.rect == panel.layout.status
    said = ["Take one coin or more."]
    monkeypatch.setattr(panel.view, "status", lambda: Message(" ".join(said)))
    while panel.status.rect == panel.layout.status:
        said.append(said[0])
        assert len(said) < 50
        driver.top.refresh()
    assert panel.status.rect == panel.layout.status.union(panel.layout.lamp)
    assert not any(panel.status.clipped())


def test_the_status_is_unchanged_under_another_screen(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN)
    lift(driver)
    panel, view = board_of(driver).panel, driver.top.view
    monkeypatch.setattr(view, "status", lambda: Message("Your coins, please.") if view.host.live else None)
    driver.top.refresh()
    driver.strike("f10")
    assert panel.status.text == "Your coins, please."


def test_the_views_status_is_shown_only_while_input_is_accepted(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN)
    lift(driver)
    board = driver.top
    monkeypatch.setattr(board.view, "status", lambda: Message("Your coins, please."))
    board.refresh()
    assert board.model.status.text == "Your coins, please."
    monkeypatch.setattr(Waiting, "is_running", True)
    board.refresh()
    assert not board.view.host.live
    assert board.model.status.text == "Anna, your turn."


@pytest.mark.parametrize(("said", "covers"), [(SHORT, False), (LONG * 3, True)], ids=["short", "long"])
def test_without_a_log_only_a_long_hint_covers_the_player_cards(sit_at, monkeypatch, said, covers):
    monkeypatch.setattr(pots, "ANALYSIS", Hinting(lambda: said), raising=False)
    driver, match = sit_at(ANNA, BEN, size=(540, 800))
    lift(driver)
    panel = board_of(driver).panel
    assert panel.layout.log is None
    read_hint(driver)
    assert panel.note.visible
    assert all(card.visible != covers for card in panel.players.cards)
    assert panel.note.rect.colliderect(panel.layout.players) == covers
    assert not panel.status.visible
    play(match, "take 1", "end")
    lift(driver)
    assert panel.status.visible
    assert all(card.visible for card in panel.players.cards)


GENTLE = Seat(level="gentle")


@pytest.fixture
def app(new_driver):
    app = new_driver().app
    app.store.add_profile("Anna")
    app.store.add_profile("Ben")
    return app


def score(app, **options):
    return running_score(app, keep_game(app, 0, **options)[1].setup)


def test_the_running_score_ignores_seat_order_and_starts_with_own_profile(app):
    assert score(app) is None, "nothing is said before the first game"
    finish_game(app, loser=1)
    finish_game(app, names=("", "Anna"), levels=("gentle", ""), loser=0)
    finish_game(app, loser=0)
    finish_game(app, names=("Anna", "Ben"), loser=0)
    assert tally_between(app.store.finished(), ANNA, GENTLE) == Tally(2, 0, 1)
    assert tally_between(app.store.finished(), GENTLE, ANNA) == Tally(1, 0, 2)
    assert score(app) == "Anna 2 – 1 Gentle"
    # the current player is named first
    app.change(app.settings.with_(profile="Ben"))
    assert score(app, names=("Anna", "Ben")) == "Ben 1 – 0 Anna"
    # draws are distinguished
    finish_game(app, names=("Anna", "Ben"))
    game_id, session = keep_game(app, 2, names=("Anna", "Ben"))
    session.end_early(session.actor, "agreed")
    app.store.finish(game_id, session.outcome(), app.now())
    assert score(app, names=("Anna", "Ben")) == "Ben 1 – 1 Anna · 1 draw"


@pytest.mark.parametrize("names", [("Zoë", ""), ("Anna", "Zoë"), ("Zoë", "Yves"), ("Anna", "Anna")])
def test_unregistered_or_identical_players_have_no_running_score(app, names):
    finish_game(app, names=names)
    assert score(app, names=names) is None


KIT = Kit(load_theme(), Metrics.of((1024, 600), 1.0), SurfaceCache())
HIGH = 34
COLOURS = [pygame.Color(r, g, b) for r in (40, 140, 240) for g in (40, 140, 240) for b in (40, 140, 240)]
"""A colour for each thing, to see what is visible of it."""


def thing(number, text=""):
    def paint(high):
        surface = pygame.Surface((high, high))
        surface.fill(COLOURS[number])
        return surface

    return Thing(Message("A thing"), paint, paint, text)


def rich(loose=3, won=3, hand=0):
    """Return a row of things: points, two piles with their number, tokens, what was won, and perhaps visible cards."""
    numbers = iter(range(len(COLOURS)))
    stock = (
        thing(next(numbers)), thing(next(numbers), "5"), thing(next(numbers), "1"),
        *(thing(next(numbers)) for _ in range(loose)),
    )  # fmt: skip
    gained = tuple(thing(next(numbers)) for _ in range(won))
    covered = () if hand else (thing(0),)
    return Things(tuple(thing(next(numbers)) for _ in range(hand)), stock, gained, covered)


def drawn(things, width):
    """Return what a row of that width shows, with room around it."""
    surface = pygame.Surface((width + 200, HIGH + 40))
    row = pygame.Rect(100, 20, width, HIGH)
    surface.blits(row_of(KIT, things, row))
    return pygame.surfarray.array3d(surface), row


def columns_of(pixels, number):
    """Return the columns in which something is visible of a thing."""
    return np.flatnonzero((pixels == np.array(COLOURS[number][:3])).all(axis=2).any(axis=1))


def test_player_card_items_stay_in_the_row_and_all_are_visible():
    for won, loose, width in product([0, 1, 3], [0, 1, 3], [192, 240, 300, 420, 900]):
        things = rich(loose, won)
        pixels, row = drawn(things, width)
        shown = np.argwhere(pixels.any(axis=2))
        assert shown[:, 0].min() >= row.left
        assert shown[:, 0].max() < row.right
        assert shown[:, 1].min() >= row.top
        assert shown[:, 1].max() < row.bottom
        for number in range(len(things.stock) + won):
            assert len(columns_of(pixels, number)) >= SIDES[-1] * LEAST_STEP * HIGH - 1, number


@pytest.mark.parametrize("width", [192, 300, 900])
def test_an_open_hand_fits_the_row(width):
    pixels, row = drawn(rich(hand=6), width)
    assert np.argwhere(pixels.any(axis=2))[:, 0].max() < row.right


def test_items_overlap_before_they_shrink_but_never_those_with_a_number():
    # where there is room nothing is smaller or covered
    things = rich()
    pixels, _ = drawn(things, 900)
    assert {len(columns_of(pixels, number)) for number in range(len(things.stock) + 3)} == {HIGH}
    # a thing with a number beside it is never covered
    pixels, _ = drawn(things, 200)
    widths = [len(columns_of(pixels, number)) for number in (0, 1, 2)]
    assert len(set(widths)) == 1
    assert SIDES[-1] * HIGH <= widths[0] < HIGH
    # things without a text pile up first
    pixels, _ = drawn(Things(stock=things.stock), 6 * HIGH + 60)
    assert len(columns_of(pixels, 0)) == HIGH
    assert len(columns_of(pixels, 3)) < HIGH


# -- the buttons below


def test_a_wide_button_takes_spare_width_from_the_others_in_its_row():
    kit = make_kit((1024, 600))
    row, buttons = ButtonRow(kit, "row"), [Button(kit, word, word) for word in ("Links", "Rechts", "Hineinschieben")]
    row.fill(buttons)
    needs = [button.natural_width() for button in buttons]
    widths = {}
    for room in (3 * max(needs) + 100, sum(needs) + 60, sum(needs) // 2):
        row.place(pygame.Rect(10, 0, room, 48))
        widths[room] = [button.rect.width for button in buttons]
        assert buttons[-1].rect.right == row.rect.right
    wide, enough, narrow = widths.values()
    assert max(wide) - min(wide) <= 1
    assert all(width >= need for width, need in zip(enough, needs, strict=True))
    assert abs(enough[0] - enough[1]) <= 1
    assert max(narrow) - min(narrow) <= 1


def test_buttons_too_wide_for_one_line_share_the_row_by_two_line_widths():
    kit, words = make_kit((1920, 1080)), ("L forgatása", "L tükrözése", "Ide teszem")
    row, buttons = ButtonRow(kit, "row"), [Button(kit, label, label, "check_bold", units=16, pad=8) for label in words]
    row.fill(buttons)
    row.place(pygame.Rect(0, 0, 570, 66))
    one_line, two_lines = (
        sum(each(button) for button in buttons) for each in (Button.natural_width, Button.least_width)
    )
    assert two_lines < row.rect.width < one_line
    assert all(button.rect.width >= button.least_width() for button in buttons)
