"""What lies over a board: questions, menu, log, curtain, result, review, and the note beside the board."""

from dataclasses import replace

import pygame
import pytest

from logic.core import Message, Player, Remark
from scenes.app.app import Scene
from scenes.app.page import MenuEntry, PauseMenu, Question
from scenes.board.layout import Plan
from scenes.board.log import LogDialog, LogLine
from scenes.board.result import Ending, Rank, Ranking, Result, Review
from scenes.board.secrets import Curtain
from scenes.board.teaching import Note, NoteButton
from sprites.widgets.base import Button
from tests.support.windows import faults_in_every_window

SIZES = [((1280, 720), 1.0), ((1024, 600), 2.0), ((600, 1024), 2.0)]
LONG = "Bartholomäus-Maximilian von und zu Hohen"


@pytest.fixture
def driver(new_driver):
    return new_driver((1024, 600), at=Scene)


def open_over(driver, scene):
    driver.open(scene)
    return scene


def question(app, done):
    answers = [
        (Message("Go on"), None, "normal"),
        (Message("Give up"), lambda: done.append("up"), "danger"),
    ]
    return Question(app, Message("{player}, do you really give up?", player=Player(0)), answers, names=("Anna", "Ben"))


def result(app, done, **changes):
    choices = [
        MenuEntry(key, "refresh", Message("Rematch"), lambda key=key: done.append(key))
        for key in ("one", "two", "three")
    ]
    ending = Ending(
        Message("{player} wins!", player=Player(1)),
        Message("{player} gave up.", player=Player(0)),
        ("Anna", "Ben"),
        ranking=((1,), (0,)),
        confetti_seats=(1,),
    )
    return Result(app, replace(ending, **changes), choices, lambda: Plan(app.kit, 2).layout().panel)


# -- questions


def test_a_question_is_answered_or_cancelled_by_each_input_method(driver):
    for hand, told in (
        (lambda: driver.click("answer0"), []),
        (lambda: driver.click("answer1"), ["up"]),
        (lambda: driver.key("right", "right", "return"), ["up"]),
        (lambda: driver.pad("dpright", "dpright", "a"), ["up"]),
        (lambda: driver.finger("answer1"), ["up"]),
        (lambda: driver.key("escape"), []),
        (lambda: driver.pad("b"), []),
        (lambda: driver.click((4, 4)), []),
    ):
        done = []
        open_over(driver, question(driver.app, done))
        assert driver.widget("question").text == "Anna, do you really give up?"
        hand()
        driver.settle()
        assert type(driver.top) is Scene
        assert done == told


# -- menu and log


def test_a_menu_closes_before_its_entry_runs(driver):
    seen = []
    choice = MenuEntry("rules", "cog", Message("Rules"), lambda: seen.append(type(driver.top)))
    open_over(driver, PauseMenu(driver.app, "L-Game", [choice]))
    assert driver.top.ui.focus.key == "go_on"
    driver.tap("rules")
    assert len(seen) == 1
    assert type(driver.top) is Scene


def test_the_log_scrolls_its_lines_and_says_when_empty(driver):
    open_over(driver, LogDialog(driver.app, ()))
    assert driver.widget("lines").text == "Nothing has been played yet."
    driver.strike("escape")
    lines = tuple(LogLine(i % 2, f"Move number {i} and a few words more") for i in range(80))
    open_over(driver, LogDialog(driver.app, lines))
    assert driver.widget("scroll").scrollable
    before = driver.widget("lines").rect.top
    driver.wheel((512, 300), -5)
    driver.settle()
    assert driver.widget("lines").rect.top < before


# -- the curtain


def test_the_curtain_is_opaque_and_opens_only_by_holding_or_by_keys_and_pad(driver):
    covered = []
    curtain = open_over(driver, Curtain(driver.app, "Ben", 1, lambda: covered.append(True)))
    assert covered == [True]
    assert curtain.opaque
    driver.click("look")
    driver.click((10, 10))
    driver.key("escape", "f10", "tab")
    assert driver.top is curtain
    driver.press("look")
    driver.step(0.3)
    assert driver.top is curtain
    driver.step(0.4)
    assert type(driver.top) is Scene
    # a hold that slides off does not count
    curtain = open_over(driver, Curtain(driver.app, "Ben", 1, lambda: None))
    driver.press("look")
    driver.move((10, 10))
    driver.step(1.0)
    driver.release((10, 10))
    assert driver.top is curtain
    # keys and pad lift the curtain
    driver.leave()
    for hand in (lambda: driver.key("return"), lambda: driver.pad("a")):
        open_over(driver, Curtain(driver.app, "Ben", 1, lambda: None))
        hand()
        driver.settle()
        assert type(driver.top) is Scene
    # the curtain shows the focus to players who use keys
    driver.top.ui.show_focus = True
    curtain = open_over_at_once(driver, Curtain(driver.app, "Anna", 0, lambda: None))
    assert curtain.ui.show_focus
    assert curtain.ui.focus is driver.widget("look")


# -- the result


def test_the_result_shows_winner_reason_and_ranking(driver):
    done = []
    open_over(driver, result(driver.app, done))
    assert driver.top.heading() == "Ben wins!"
    assert driver.widget("reason").text == "Anna gave up."
    assert driver.widget("ranking").ranks == [Rank(1, 1, "Ben"), Rank(2, 0, "Anna")]
    driver.tap("two")
    assert done == ["two"]
    assert isinstance(driver.top, Result), "what it leads to decides whether it goes"
    # players who share a place share its number
    open_over(driver, result(driver.app, [], ranking=((0, 1),), confetti_seats=None, title=Message("A draw")))
    assert [rank.number for rank in driver.widget("ranking").ranks] == [1, 1]


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_an_opened_result_shows_the_winner_and_its_first_button_unscrolled(new_driver, size, scale):
    driver = new_driver(size, scale=scale)
    driver.open(result(driver.app, [], facts=[f"Fact number {number}" for number in range(9)]))
    room, ranking, first = (driver.widget(key).rect for key in ("scroll", "ranking", "one"))
    assert driver.widget("scroll").offset == 0
    assert room.contains((ranking.left, ranking.top, ranking.width, driver.app.px(Ranking.FIRST)))
    assert driver.top.frame.contains(first)
    assert not room.colliderect(first), "what is below the body is not scrolled away"
    assert driver.top.ui.focus is driver.widget("one")


@pytest.mark.seen
def test_confetti_is_painted(driver):
    driver.push(result(driver.app, []))
    driver.step(0.6)
    raining = pygame.image.tobytes(driver.surface, "RGB")
    driver.top.confetti.stop()
    driver.app.stack.touch()
    driver.frame(dt=0.0)
    assert pygame.image.tobytes(driver.surface, "RGB") != raining


def test_confetti_ends_by_time_resize_or_any_action_and_is_off_for_losses(driver):
    driver.push(result(driver.app, []))
    driver.step(0.3)
    assert driver.top.confetti.left > 0
    driver.click((512, 590))
    assert driver.top.confetti.left == 0, "a tap beside the panel ends the rain"
    assert isinstance(driver.top, Result), "and does no more than that"
    driver.tap((512, 590))
    assert type(driver.top) is Scene
    driver.push(result(driver.app, []))
    driver.step(0.2)
    assert driver.top.confetti.left > 0
    driver.settle()
    assert driver.top.confetti.left == 0
    # any action ends the rain and is done
    done = []
    driver.push(result(driver.app, done))
    driver.step(0.6)
    driver.key("return")
    assert driver.top.confetti.left == 0
    assert done == ["one"]
    # confetti of another window is swept away
    driver.leave()
    scene = open_over_at_once(driver, result(driver.app, []))
    assert scene.confetti.left > 0
    driver.app.change(driver.app.settings.with_(mute=True))
    assert scene.confetti.left > 0
    driver.resize((1280, 720))
    assert scene.confetti.left == 0
    # nothing falls for a loss or with reduced motion
    open_over(driver, result(driver.app, [], confetti_seats=None))
    assert driver.top.confetti is None
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    driver.push(result(driver.app, []))
    driver.frame()
    assert driver.top.confetti.left == 0


# -- the review


def test_choosing_a_remark_in_the_review_returns_its_ply(driver):
    shown = []
    remarks = [
        Remark(3, -1, Message("{player} gives the draw away.", player=Player(0))),
        Remark(8, 1, Message("A gift.")),
    ]
    open_over(driver, Review(driver.app, remarks, ("Anna", "Ben"), shown.append))
    rows = driver.widget("remarks").rows
    assert rows[0].title == "Anna gives the draw away."
    assert rows[0].subtitle == "Move 4"
    driver.key("down", "return")
    driver.settle()
    assert shown == [8]
    # a clean game is praised
    open_over(driver, Review(driver.app, [], ("Anna", "Ben"), print))
    assert "Well played" in driver.widget("praise").text


# -- the paper beside the board


def test_the_note_shows_text_and_buttons_and_can_be_updated_and_hidden(driver):
    pressed, below = [], []
    note, under = (
        Note(driver.app.kit, "note"),
        Button(driver.app.kit, "under", "U", on_press=lambda: below.append(True)),
    )
    for widget in (under, note):
        widget.place(pygame.Rect(100, 100, 320, 240))
        driver.top.ui.add(widget)
    assert not note.visible
    note.say("A **word** or two.", [NoteButton("close", "Close", "close", lambda: pressed.append(True))])
    driver.click("close")
    assert pressed == [True]
    driver.click((110, 150))
    assert below == []
    buttons = [widget for widget in driver.top.ui.walk() if widget.key == "close"]
    note.say("A **word** or two.", [NoteButton("close", "Close", "close", lambda: pressed.append(True))])
    assert [widget for widget in driver.top.ui.walk() if widget.key == "close"] == buttons, "the same stays in the hand"
    note.hide()
    assert driver.top.ui.find("close") is None
    driver.click((110, 150))
    assert below == [True]


@pytest.mark.parametrize("size", [(320, 240), (330, 110), (240, 160)])
def test_note_text_and_buttons_fit_without_overlap(driver, size):
    note = Note(driver.app.kit, "note")
    note.place(pygame.Rect((50, 50), size))
    note.say(
        "Words. " * 60, [NoteButton("a", "Überspringen", "close", print), NoteButton("b", "Weiter", "check", print)]
    )
    scroll, buttons = (child.rect for child in note.children())
    assert not scroll.colliderect(buttons)
    assert note.rect.contains(scroll)
    assert note.rect.contains(buttons)


# -- texts and places


def test_overlays_fit_every_window(new_driver):
    driver = new_driver()
    app = driver.app
    driver.push(Scene(app))
    scenes = [
        question(app, []),
        PauseMenu(app, "L-Game", [MenuEntry(f"c{i}", "cog", Message("Keys and gestures"), print) for i in range(6)]),
        Curtain(app, LONG, 1, lambda: None),
        result(app, [], confetti_seats=None, names=(LONG, "Ben")),
        Review(app, [Remark(0, -1, Message("{player} gives the draw away.", player=Player(0)))], (LONG, "Ben"), print),
        LogDialog(app, (LogLine(0, f"{LONG} lays the L."),)),
    ]
    for scene in scenes:
        open_over(driver, scene)
        assert faults_in_every_window(app) == {}, type(scene).__name__
        driver.leave()


def open_over_at_once(driver, scene):
    driver.push(scene)
    return scene
