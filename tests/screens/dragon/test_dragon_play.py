"""Stone Dragon on the board screen: the panel, passing, questions, the dated log, and the ends."""

from dataclasses import replace
from types import SimpleNamespace
from typing import ClassVar
from unittest.mock import Mock

import pygame
import pytest

from logic.core import Dice, Message, find_move
from logic.dragon import NARRATION
from logic.game import Analysis, redact
from logic.registry import GAMES
from logic.session import SaveError, Seat, Session
from logic.storage.files import StoreProblem
from scenes.board.automatic import LONGEST, WAITING_PACE, Waiting
from scenes.board.log import LogDialog, MoveList
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from tests.support.positions.dragon import dealt_text, drawn, file_text
from tests.support.seats.dragon import ANNA, DRAGON, EATER, HALL, PITS, setup_of, sit_at
from tests.support.seats.seating import BoardStory, play_on
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window


def said(driver, match):
    return [(line.date, line.text) for line in MoveList(driver.app, match).lines()]


def figures(driver):
    return {name: figure.text for name, figure in driver.widget("facts").figures.items()}


# -- what stands beside the board


STORIES = """
# The panel shows knight, queue, counts and time; the notice stays while the entrance will not
EATER :: :: figures 2 1 0 0 1 0, chosen Eater K1, about 2 of 2 teeth, queue K2 :: play K1 north, play K1 east
  :: figures 2 2 0 0 0 2 :: choose K1 :: about 1 of 2 teeth, nobody Nobody waits outside.
WALL par 7 :: :: words notice The entrance is a fallen wall: one day it stands again. :: play K1 east, play K1 east
  :: over :: strike escape :: words notice It can be done in 7 turns.
# A pass is made by button and key, and taking back is offered only where the variant allows it
HALL :: click end_turn, key e, pad rightshoulder :: moves pass + pass + pass, log 1–3 Nobody moves.,
  passing, absent undo
# An arrow after a hand’s press on a button leads the knight, and not to another button
HALL :: click end_turn, strike right :: moves pass + K1 east
HALL in practice :: play K1 east, tap undo :: ply 0
# Waiting passes until a seen square changes
EATER :: :: disabled wait :: key w :: ply 0 :: play K1 north, play K1 east, play K1 east :: enabled wait :: tap wait
  :: passes 9 of 12, log - The wall on (1, 2) stands again., written
# Waiting on ground that will not stay asks first
EATER :: play K1 north, play K1 east, strike w :: top Question, focus answer0 :: strike return :: ply 2
  :: strike w, tap answer1 :: ply 12, dead 1, log - Eater K1 is crushed by the wall on (1, 2).
# A step into a death that is seen is asked about
PITS :: strike right :: top Question, asks (1, 2), focus answer0 :: <click~answer0 key~escape>, settle :: ply 0, dead 0
PITS :: strike right, click answer1, settle :: ply 1, dead 1
# A solved puzzle shows its stars and is remembered, the best of it
HALL par 2 :: play K1 east, play pass, play K1 east, settle :: top Result, heading Solved!, stars 1, absent ranking,
  words reason A knight has reached the dragon’s lair., best 3 1 :: tap again, play K1 east, play K1 east
  :: best 2 3, words fact1 Nobody can do better., words fact2 Your best so far was 3 turns.
  :: tap again, play pass, play pass, play K1 east, play K1 east, settle :: spent 4 of 2, best 2 3
# Help uses the game's own names of actions
HALL :: strike f1 :: top HelpScene, words end_turn-0 Pass, words rotate-0 Next knight, words wait-1 W
# Waiting takes its time; a tap spares it, and leaving ends it
EATER :: play K1 north, play K1 east, play K1 east, click wait, wait 0.3 :: between 4 11, dull :: click board :: ply 12
  :: settle :: live
EATER :: play K1 north, play K1 east, play K1 east, click wait, leave, wait 2 :: ply 4
# Who gives up may uncover the labyrinth and comes back to the result
PITS :: uncover :: covered :: strike escape :: top PauseMenu :: tap give_up answer1 :: heading Given up, ply 0,
  time 0, covered :: click more, tap uncover :: top BoardScene, bare :: tap menu :: top Result, absent uncover
  :: tap replay :: top ReplayScene, replayed bare
# A lost game says so, and its replay stays covered
MINE :: play K1 east :: heading Not this time :: tap replay last :: replayed covered,
  words words Too few knights are left alive: 0,~and 1 is needed.
"""
BOARDS = {"EATER": EATER, "HALL": HALL, "PITS": PITS, "WALL": file_text("J;Z;L", "Z1;N;N", 1, "1;1"),
          "MINE": file_text("Z;M;Z;L", "N", 1, "1;1")}  # fmt: skip


class DragonStory(BoardStory):
    """A story at a labyrinth, perhaps ``in practice``, or with a ``par``."""

    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "figures": lambda story, *wanted: (
            figures(story.driver)
            == dict(zip(("needed", "board", "lair", "dead", "waiting", "time"), wanted, strict=True))
        ),
        "chosen": lambda story, *words: story.driver.widget("chosen").name == " ".join(words),
        "about": lambda story, *words: story.driver.widget("chosen").about == " ".join(words),
        "queue": lambda story, *names: [knight.name for knight in story.driver.widget("queue").knights] == [*names],
        "nobody": lambda story, *words: story.driver.widget("queue").nobody == " ".join(words),
        "log": lambda story, date, *words: (
            said(story.driver, story.match)[-1] == (date.replace("-", ""), " ".join(words))
        ),
        "passing": lambda story: (
            (story.driver.widget("end_turn").label, story.driver.widget("end_turn").style) == ("Pass", "normal")
        ),
        "passes": lambda story, last, _, count: (
            [*map(str, story.match.session.moves)][-int(last) :] == ["pass"] * int(last)
            and story.match.session.ply == int(count)
        ),
        "written": lambda story: (
            story.driver.app.store.resume(story.match.game_id, GAMES).session.state == story.match.session.state
        ),
        "between": lambda story, least, most: int(least) <= story.match.session.ply <= int(most),
        "dull": lambda story: not story.driver.top.view.host.live,
        "time": lambda story, count: story.match.session.state.time == int(count),
        "bare": lambda story: story.shown == story.match.session.state,
        "covered": lambda story: story.is_covering(story.shown),
        "dead": lambda story, count: story.match.session.state.count("dead") == int(count),
        "asks": lambda story, *words: " ".join(words) in story.driver.widget("question").text,
        "spent": lambda story, count, _, best: (
            (story.match.award.spent, story.match.award.best) == (int(count), int(best))
        ),
    }

    def __init__(self, new_driver, told):
        board, *rest = told.split()
        options = dict(zip(rest[::2], rest[1::2], strict=True))
        variant = options.get("in", "adventure")
        super().__init__(*sit_at(new_driver, BOARDS[board], variant=variant, par=int(options.get("par", 0))))

    @property
    def shown(self):
        return next(scene for scene in self.app.stack.scenes if isinstance(scene, BoardScene)).view.state

    def is_covering(self, state):
        is_seen = redact(DRAGON, self.match.session.state, 0)
        return state == is_seen and any(field.kind == "unseen" for row in state.board.fields for field in row)

    def is_replayed(self, how):
        state = self.driver.top.board.view.state
        return self.is_covering(state) if how == "covered" else state == self.match.session.state

    def do_uncover(self):
        self.driver.top.uncover()

    def do_choose(self, name):
        self.driver.top.view.hands.choose(name)
        self.driver.frame()
        self.driver.top.refresh()


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(new_driver, story):
    DragonStory(new_driver, story[0]).check(story[1:])


def test_a_long_queue_scrolls_by_drag_wheel_and_keys(new_driver):
    driver, _ = sit_at(new_driver, file_text("Z;Z;L", ";".join(["N"] * 100), 1, "1;1"))
    queue = driver.widget("queue")
    assert (len(queue.knights), queue.offset, queue.focusable) == (99, 0, True)
    driver.drag((queue.rect.right - 10, queue.rect.centery), (queue.rect.left + 10, queue.rect.centery))
    by_hand = queue.offset
    assert by_hand > 0
    driver.wheel(queue, -2)
    assert queue.offset > by_hand
    driver.focus("queue")
    for _ in range(60):
        if queue.offset < queue.limit:
            driver.key("right")
    assert queue.offset == queue.limit
    driver.key("left")
    assert queue.offset < queue.limit


@pytest.mark.seen
def test_the_number_of_teeth_in_the_queue_stands_beside_the_knight(new_driver):
    driver, _ = sit_at(new_driver, file_text("Z;Z;L", "N;Z2", 1, "1;1"))
    queue, surfaces = driver.widget("queue"), []
    for knight in (queue.knights[0], replace(queue.knights[0], most=0)):
        queue.knights = (knight,)
        surface = pygame.Surface(driver.app.size, pygame.SRCALPHA)
        queue.draw(surface)
        surfaces.append(surface)
    with_number, alone = (pygame.mask.from_surface(surface) for surface in surfaces)
    figure = alone.get_bounding_rects()[0]
    with_number.erase(alone, (0, 0))
    assert min(rect.left for rect in with_number.get_bounding_rects()) > figure.right


def test_the_panel_fits_every_window(new_driver):
    driver, _ = sit_at(new_driver, EATER, par=9)
    assert faults_in_every_window(driver.app, [*WINDOWS, ((640, 360), 2.0), ((360, 640), 2.0)]) == {}


def test_the_leap_button_keeps_its_place_and_is_absent_without_jumpers(new_driver):
    driver, match = sit_at(new_driver, file_text("Z;Z;Z;L\nZ;Z;Z;Z", "S;N", 1, "1;1"), variant="practice")
    button, menu = driver.widget("do_leap"), driver.widget("menu").rect
    assert (button.label, button.enabled) == ("Leap", True)
    driver.click("do_leap")
    assert driver.widget("do_leap") is button
    assert button.label == "Step"
    play_on(driver, match, "K1 south")
    driver.top.view.hands.choose("K2")
    driver.step(0.1)
    driver.top.refresh()
    assert (button.label, button.enabled) == ("Leap", False)
    assert driver.widget("menu").rect == menu
    # the tools take the whole row where no knight can leap
    driver, _ = sit_at(new_driver, HALL)
    assert driver.widget("menu").rect.right == driver.top.layout.end.right
    driver, _ = sit_at(new_driver, file_text("Z;Z;L", "S;N", 1, "1;1"))
    assert driver.widget("menu").rect.right < driver.widget("do_leap").rect.left


# -- passing


class AlwaysWaitable(Analysis):
    """Allows waiting for ever, and sees nothing change."""

    def can_wait(self, view):
        return True

    def looks_changed(self, before, after):
        return False


class EndlessMatch:
    """A match of a game in which a player may wait for ever, and nothing ever comes of it."""

    awaits_human, is_over, names = True, False, ("Anna",)
    game = SimpleNamespace(ANALYSIS=AlwaysWaitable())

    def __init__(self) -> None:
        self.session = SimpleNamespace(game=self.game, state=0, ply=0)

    def play(self, move) -> None:
        self.session.ply += move == "pass"


def test_waiting_is_bounded_and_stops_if_no_move_is_made():
    match = EndlessMatch()
    waiting = Waiting(None, match, lambda: "pass", match.play)
    waiting.ask()
    waiting.pass_all()
    assert (match.session.ply, waiting.is_running) == (LONGEST, False)
    refused = Waiting(None, match, lambda: "nothing", match.play)
    refused.begin()
    assert (match.session.ply, refused.is_running) == (LONGEST, False)


@pytest.mark.parametrize("step", [0.01, 0.12, 1.0])
def test_the_pace_of_waiting_is_independent_of_the_frame_rate(step):
    match = EndlessMatch()
    waiting = Waiting(None, match, lambda: "pass", match.play)
    waiting.begin()
    for _ in range(round(3 / step)):
        waiting.update(step)
    assert match.session.ply == pytest.approx(1 + 3 / WAITING_PACE, abs=1)


# -- the log


def test_the_log_is_dated_and_includes_events_of_the_labyrinth(new_driver):
    driver, match = sit_at(new_driver, EATER)
    play_on(driver, match, "K1 north", "K1 east", "K1 east", *["pass"] * 9)
    assert said(driver, match) == [
        ("0", "Eater K1 begins on (2, 1)."),
        ("1", "Eater K1 goes to (1, 1)."),
        ("", "Ordinary knight K2 enters the labyrinth on (2, 1)."),
        ("2", "Eater K1 eats the wall on (1, 2)."),
        ("3", "Eater K1 goes to (1, 3)."),
        ("4–11", "Nobody moves."),
        ("12", "Nobody moves."),
        ("", "The wall on (1, 2) stands again."),
    ]
    assert isinstance(driver.strike("l"), LogDialog)


def lines(rows, knights, *moves):
    """Return the log's text after each move on a drawn board."""
    state = drawn(rows, knights)
    told = [*map(str, NARRATION.opening(state))]
    for text in moves:
        move = find_move(state, text)
        step = state.apply(move)
        told += map(str, NARRATION.tell(state, move, step.events))
        state = step.state
    return told


@pytest.mark.parametrize(
    ("rows", "knights", "moves", "last"),
    [
        ("Z;D1;L", "N;N", ["K1 east"], "Ordinary knight K1 falls to his death in the hole on (1, 2)."),
        ("Z;D1;L", "B1", ["K1 east"], "Builder K1 fills the hole on (1, 2)."),
        ("Z;T1,4;L;J", "Z1", ["K1 east"], "Eater K1 eats the wall on (1, 4)."),
        ("Z;T1,4;L;Z", "N", ["K1 east"], "Ordinary knight K1 arrives on (1, 4)."),
        ("Z;Z;W;L", "S", ["K1 leap east"], "Jumper K1 bounces off a wall on (1, 3)."),
        ("Z;Z;L", "S", ["K1 leap east"], "Jumper K1 hides in the dragon’s lair."),
        ("D1;C1;Z;L", "B1", ["K1 east"], "Builder K1 takes bricks from the store on (1, 2)."),
        ("J;A1;Z;L", "Z1", ["K1 east"], "Eater K1 takes teeth from the store on (1, 2)."),
        ("D1;C1;Z;L", "B1", ["K1 east", *["pass"] * 5], "The store on (1, 2) has made one more."),
        ("D1;Z;L", "B1;N", ["pass"] * 10, "Builder K1 falls to his death in the hole on (1, 1)."),
    ],
)
def test_each_kind_of_event_has_its_log_line(rows, knights, moves, last):
    assert last in lines(rows, knights, *moves)


def test_a_blast_is_logged_with_all_its_effects():
    assert lines("Z;M;J;L", "N;N", "K1 east")[1:] == [
        "Ordinary knight K1 goes to (1, 2).",
        "The mine on (1, 2) explodes.",
        "Ordinary knight K1 dies in the blast on (1, 2).",
        "The wall on (1, 3) falls.",
        "Ordinary knight K2 enters the labyrinth on (1, 1).",
    ]


def covered_otherwise(state, dice):
    """Return the same position on a board with other unseen squares."""
    board = state.board
    kinds = [field for row in board.fields for field in row if field.kind in ("plain", "eternal", "edible", "mine")]
    fields = tuple(
        tuple(
            field if cell in state.seen or field.kind == "lair" or not kinds else dice.choice(kinds)
            for cell, field in ((cell, board.field(cell)) for cell in board.cells() if cell.row == row)
        )
        for row in range(board.height)
    )
    return replace(state, board=replace(board, fields=fields))


def played_at_random(dice):
    """Yield the turns of a random game: position, move, and what it leads to."""
    state = DRAGON.new(DRAGON.Params(board=dealt_text(dice)), Dice(0))
    for _ in range(25):
        moves = state.legal_moves()
        if not moves:
            return
        move = dice.choice(moves)
        step = state.apply(move)
        yield state, move, step
        state = step.state


def test_unseen_differences_never_change_the_log():
    for seed in range(40):
        dice = Dice(seed)
        for state, move, step in played_at_random(dice):
            other, view = covered_otherwise(state, dice), redact(DRAGON, state, 0)
            assert NARRATION.opening(state) == NARRATION.opening(other) == NARRATION.opening(view)
            told = NARRATION.tell(state, move, step.events)
            assert told == NARRATION.tell(other, move, step.events) == NARRATION.tell(view, move, step.events)
            again = other.apply(move)
            if redact(DRAGON, step.state, 0) == redact(DRAGON, again.state, 0):
                assert told == NARRATION.tell(other, move, again.events)
            unseen = {f"({c.row + 1}, {c.col + 1})" for c in state.board.cells() if c not in step.state.seen}
            assert not [str(message) for message in told if any(place in str(message) for place in unseen)]


# -- the end


@pytest.mark.parametrize("kind", ["practice", "unkept", "computer", "lost"])
def test_practice_unkept_computer_and_lost_games_store_no_progress(new_driver, kind):
    driver, _ = sit_at(new_driver, HALL)
    seat = Seat(level="random") if kind == "computer" else ANNA
    setup = setup_of(HALL, "practice" if kind == "practice" else "adventure", seat)
    match = Match.start_unstored(driver.app, setup) if kind == "unkept" else Match.start(driver.app, setup)
    if kind == "lost":
        match.give_up(0)
    else:
        match.play("K1 east")
        match.play("K1 east")
    assert match.is_over
    assert driver.app.store.progress("dragon", "Anna") == driver.app.store.progress("dragon") == {}


def test_a_failing_store_does_not_prevent_the_result(new_driver, monkeypatch):
    driver, match = sit_at(new_driver, HALL, par=2)
    monkeypatch.setattr(driver.app.store, "set_progress", Mock(side_effect=StoreProblem(Message("The disk is full."))))
    match.play("K1 east")
    match.play("K1 east")
    assert driver.said() == ["The disk is full."]
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.top.ending.stars == 3


# -- saves


SECRET = file_text("Z;Z;J;D77\nZ;W;T2,3;C91\nZ;Z;Z;L", "N;S", 1, "1;1")


def damaged():
    """Yield saves of the same game, each with a fault, and the field that is to be named."""

    def save():
        session = Session(DRAGON, setup_of(SECRET))
        session.play("K1 south")
        return session.save()

    def with_board(change):
        data = save()
        data["setup"]["params"]["board"] = change(data["setup"]["params"]["board"])
        return data

    yield "board", with_board(lambda text: text.replace("D77", "D0"))
    yield "board", with_board(lambda text: text.replace("T2,3", "T9,3"))
    yield "board", with_board(lambda text: text.replace("L", "Z"))
    yield "board", with_board(lambda text: text[:-2] + "9\n")
    yield "knights", {**save(), "setup": {**save()["setup"], "params": {**save()["setup"]["params"], "knights": 0}}}
    yield "Move 1", {**save(), "moves": ["K1 east", "K2 leap east"][::-1]}
    yield "Move 2", {**save(), "moves": ["K1 south", "K7 east"]}
    yield "place", {**save(), "place": 5}
    yield "open_map", {**save(), "setup": {**save()["setup"], "params": {"board": SECRET, "open_map": "maybe"}}}


@pytest.mark.parametrize(("field", "data"), list(damaged()))
def test_a_damaged_save_is_refused_naming_the_field_without_map_data(field, data):
    with pytest.raises(SaveError) as caught:
        Session.load(data, GAMES)
    words = str(caught.value)
    assert field in words
    assert not any(code in words for code in ("D77", "C91", "T2,3", "J;", ";W", "Z;Z"))


# -- keys


def test_help_shows_the_games_gestures_and_the_pad_reaches_all_buttons(new_driver):
    driver, _ = sit_at(new_driver, HALL)
    driver.strike("f1")
    gestures = [one.text for one in driver.top.ui.walk() if one.key.startswith("gesture-") and one.key.endswith("what")]
    assert "Drag a knight" in gestures
    assert not any("Twist" in text for text in gestures)
    # every button can be reached by the pad alone
    driver, match = sit_at(new_driver, EATER)
    play_on(driver, match, "K1 north", "K1 east", "K1 east")
    driver.top.view.hands.choose(None)
    reached = set()
    for button in ["dpright"] * 8 + ["dpdown"] * 4 + ["dpleft", "dpright"]:
        driver.pad(button)
        reached.add(driver.top.ui.focus.key)
    assert {"hint", "menu", "end_turn", "wait"} <= reached | {driver.top.ui.focus.key}
    driver.pad("a")
    driver.settle()
    assert match.session.ply == 12
