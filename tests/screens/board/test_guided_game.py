"""The guided first game, and the demonstration."""

import math
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import ClassVar

import pygame
import pytest

from logic.core import Cell, Dice, never
from logic.game import analysis_of, redact
from logic.labyrinth.components import HIDDEN
from logic.registry import GAMES, game_config
from logic.session import Seat
from logic.text import LANGUAGES, Text
from logic.variants import Lesson
from scenes.app.app import Scene
from scenes.board.match import resume_match
from scenes.board.scene import BoardScene
from scenes.board.teaching import MARK, Guide, NoteButton, begin, guide_of, is_due, mark_done, open_guided_game
from scenes.cabinet.demo import DemoScene, demo_setup
from scenes.puzzles.play import leads_to_puzzles
from scenes.view.showing import FADE, REST, Stroke, hand_at, keys_of
from sprites.widgets import Button, place_tooltip
from tests.screens.boardhands import PLAYS, Mouse, match_of, sit_at, sit_at_lesson
from tests.support.hands.presses import make
from tests.support.sampling import in_turn, sample_of
from tests.support.seats.match import first_move
from tests.support.seats.seating import BoardStory, play_on
from tests.support.stories import sentences

# -- the guided first game

STORIES = """
# The guide advances by taps and moves and can be skipped; the tap that leads on does no more than that
lgame :: :: waits :: click 1;1 :: until lay, ply 0 :: lay :: until shift or stay :: shift :: until turn
  :: end, settle :: until lay :: tap skip :: taught, absent note
# A hint hides gesture and spotlight, and board taps make moves over a lesson whose text has not been read yet
lgame :: click go_on, settle :: light 1.0, pointing :: hint :: light 0.0, still :: tap close_hint :: light 1.0
lgame :: note, hint, lay, settle :: ply 1, same :: click go_on :: until lay
# Who leaves and comes back finds the step, and may take it back
lgame :: click go_on, lay, note :: until shift or stay :: leave_board, resume :: same :: tap undo :: until lay
# Started again it begins anew, and is kept with that game
lgame :: note, click go_on, lay, menu, tap restart answer1 :: ply 0, another, alike, same :: click go_on, leave_board
  :: kept lay
# A lesson that was skipped goes on at its step by the menu, and is not begun where nobody asks for it
lgame :: click go_on, lay, note, tap skip :: top BoardScene, taught :: menu, tap lesson :: same
  :: click skip, leave_board :: unkept, begins
# Skipped at its start it leads to set-up, and a first text that is refused to the puzzles
coatl :: tap go_on, note, tap skip :: top SetupScene, done coatl :: tap lesson :: same
jumpin :: tap refuse :: top PuzzleShelf, done jumpin
# Refused at once it leaves no game behind, though the computer has moved; it can be asked for anew
coatl :: :: waiting 1 :: tap refuse :: top SetupScene, done coatl, waiting 0 :: tap lesson :: waiting 1, top BoardScene
"""


class Learning(BoardStory):
    """A user at the guided game of a game; ``note`` remembers the match and the step."""

    STEPS: ClassVar = PLAYS | {
        "end": lambda story: Mouse(story.driver).end(),
        "hint": lambda story: (story.match.coach.ask_hint(), story.driver.settle()),
        "menu": lambda story: (story.driver.top.act("menu"), story.driver.settle()),
        "note": lambda story: setattr(story, "noted", (story.match, story.guide.step)),
        "leave_board": lambda story: story.driver.leave(story.driver.top),
        "resume": lambda story: story.driver.open(BoardScene(story.app, story.resumed)),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "waits": lambda story: story.guide.waits_for_tap,
        "until": lambda story, *words: story.guide.step.until == " ".join(words),
        "taught": lambda story: story.guide.step is None,
        "same": lambda story: story.guide.step is story.noted[1],
        "another": lambda story: story.match.game_id != story.noted[0].game_id,
        "alike": lambda story: story.match.session.setup == story.noted[0].session.setup,
        "light": lambda story, light: story.driver.top.showing.light == float(light),
        "pointing": lambda story: story.driver.top.showing.stroke is not None,
        "still": lambda story: story.driver.top.showing.stroke is None,
        "kept": lambda story, until: guide_of(story.app, story.resumed).step.until == until,
        "unkept": lambda story: guide_of(story.app, story.resumed) is None,
        "waiting": lambda story, count: len(story.app.store.unfinished()) == int(count),
        "done": lambda story, game: not is_due(story.app, game),
    }

    def __init__(self, new_driver, game):
        driver = sit_at_lesson(new_driver, game)
        super().__init__(driver, match_of(driver))

    def place(self, word):
        return Mouse(self.driver).cell(Cell(*map(int, word.split(";")))) if ";" in word else word

    @property
    def guide(self):
        return self.driver.top.guide

    @property
    def resumed(self):
        return resume_match(self.app, self.last.game_id)

    def is_begins(self):
        """Whether the game that was noted is begun again at its step."""
        again, guide = begin(self.app, "lgame")
        at_step = guide.step is guide_of(self.app, again).step is self.noted[1]
        return at_step and again.game_id == self.noted[0].game_id


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(new_driver, story):
    Learning(new_driver, story[0]).check(story[1:])


def test_a_refused_tap_in_the_dragon_lesson_keeps_the_knight_chosen(new_driver):
    driver = sit_at_lesson(new_driver, "dragon")
    guide, view, hand = driver.top.guide, driver.top.view, Mouse(driver)
    while guide.waits_for_tap:
        driver.tap("go_on")
    hand.play(first_move(match_of(driver)))
    driver.settle()
    assert (guide.step.until, len(view.state.knights), view.party.chosen) == ("K1", 2, "K1")
    lit = view.hands.lit()
    driver.click(hand.cell(Cell(2, 3)))
    assert view.hands.refusal is not None
    assert (view.party.chosen, view.hands.lit()) == ("K1", lit)


@pytest.mark.parametrize("game", GAMES)
def test_while_a_text_of_a_lesson_is_only_read_the_pad_reaches_its_buttons_and_moves_nothing(new_driver, game):
    driver = sit_at_lesson(new_driver, game)
    assert driver.top.guide.waits_for_tap
    held, ply = driver.top.view.in_hand, match_of(driver).session.ply
    for _ in range(12):
        if driver.top.ui.focus.key != "board":
            break
        driver.pad("dpright")
    assert (driver.top.view.in_hand, match_of(driver).session.ply) == (held, ply)
    assert isinstance(driver.top.ui.focus, Button)


def test_the_guided_game_is_due_only_for_profiles_that_never_played(new_driver):
    app = new_driver((800, 600)).app
    app.change(app.settings.with_(profile="Zoe"))
    app.store.add_profile("Zoe")
    assert is_due(app, "lgame")
    match, guide = begin(app, "lgame")
    assert match.seats == (Seat(name="Zoe"), Seat(level="gentle"))
    while guide.waits_for_tap:
        guide.tap()
    guide.skip()
    assert not is_due(app, "lgame")
    assert not open_guided_game(app, "lgame")
    app.change(app.settings.with_(profile="Max"))
    assert is_due(app, "lgame")
    other, _ = begin(app, "lgame")
    other.play(first_move(other))
    assert not is_due(app, "lgame"), "an open game is a game that was played"


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_game_deals_the_same_position_every_time(new_driver, game):
    deals = []
    for now in (1000.0, 2000.5):
        app = new_driver((800, 600)).app
        app.now = partial(float, now)
        deals.append(begin(app, game)[0].session.states[0])
    assert deals[0] == deals[1]


# -- what it says


def test_lesson_steps_have_at_most_twelve_plain_words():
    for game, language in product(GAMES, LANGUAGES):
        translate = Text(language).get
        said = [translate(lesson.text) for lesson in game_config(game).lessons]
        assert said
        assert [text for text in said if len(text.split()) > 12 or "*" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "scale"), sample_of([((1024, 600), 2.0), ((1024, 600), 1.0), ((1080, 1920), 1.0)], every=2)
)
def test_every_lesson_step_fits_the_note_and_names_visible_targets(new_driver, size, scale, language):
    driver = new_driver(size, language, scale=scale, at=Scene)
    cross = NoteButton("skip", "", "close", lambda: None)
    again = NoteButton("show_me", driver.app.get("Show me"), "gesture_tap", lambda: None)
    shown, steps = 0, 0
    for game in GAMES:
        driver.push(BoardScene(driver.app, *begin(driver.app, game)))
        panel = driver.top.panel
        for step in game_config(game).lessons:
            told, taps = driver.app.get(step.text), step.until == "tap"
            go_on = NoteButton("go_on", driver.app.get("Go on"), "arrow_right", lambda: None, "primary", taps)
            panel.show(replace(driver.top.model, told=told), lambda note: note.say(told, [again, go_on], cross))  # noqa: B023
            assert not panel.note.is_truncated, told
            assert not taps or driver.top.ui.find("go_on"), told
            steps, shown = steps + (not taps), shown + (not taps and driver.top.ui.find("show_me") is not None)
            assert all(panel.rect_of(name) is not None for name in (step.at.beside if step.at else ())), told
        driver.app.stack.pop(driver.top)
        driver.frame()
    assert shown >= (0.75 if scale > 1 else 1) * steps, "of large letters beside few words all come first"


@pytest.mark.parametrize(("game", "scale"), [("labyrinth", 1.0), ("lgame", 2.0)])
def test_tooltips_do_not_cover_the_lesson_text(new_driver, game, scale):
    driver = new_driver((1024, 600), "hu", scale=scale, at=Scene)
    assert open_guided_game(driver.app, game)
    driver.settle()
    ui, note = driver.top.ui, driver.widget("note_text")
    said = [one for one in ui.focusable() if one.tip]
    assert {"skip", "menu"} <= {one.key for one in said}
    for one in said:
        tip = place_tooltip(driver.app.kit, pygame.Rect((0, 0), driver.app.size), one, ui.taken())
        assert not tip.colliderect(note.rect), one.key


# -- what it points at

TAPS = Stroke("tap", ((100, 100), (200, 100)))
DRAGS = Stroke("drag", ((100, 100), (400, 100), (400, 200)))
HOLDS = Stroke("hold", ((100, 100),))


@pytest.mark.parametrize("stroke", [TAPS, DRAGS, HOLDS], ids=lambda stroke: stroke.kind)
def test_the_demonstrating_hand_moves_smoothly_and_presses_at_each_stop(stroke):
    keys = keys_of(stroke, 1.0)
    times = [number / 60 for number in range(round(60 * keys[-1].at))]
    way = [hand_at(keys, seconds) for seconds in times]
    assert (way[0].alpha, round(way[-1].alpha, 1), hand_at(keys, keys[-1].at)) == (0.0, 0.0, None)
    assert 1.0 < keys[-1].at < 6.0
    assert all(math.dist(one.place, other.place) < 30 for one, other in pairwise(way)), "nothing goes in one frame"
    pressed = [key.place for key in way if key.pressed > 0.99]
    ends = {"tap": stroke.stops, "drag": (stroke.stops[0], stroke.stops[-1]), "hold": stroke.stops}
    assert all(min(math.dist(place, stop) for place in pressed) < 3 for stop in ends[stroke.kind])
    if stroke.kind == "drag":
        down = [number for number, key in enumerate(way) if key.pressed > 0.99]
        assert down == list(range(down[0], down[-1] + 1)), "it does not let go on the way"


def shown_in(driver):
    """Return what the lesson points at, once it may."""
    driver.settle()
    return driver.top.showing


def sensible(match, kinds):
    """Return a move of those kinds: the coach's advice where that is one, so that nobody loses before the end."""
    session = match.session
    hint = analysis_of(session.game).hint(redact(session.game, session.state, session.actor), Dice(1), never)
    moves = [*hint.moves[:1], *session.state.legal_moves()]
    return next(move for move in moves if str(move).startswith(kinds))


@pytest.mark.parametrize(("game", "size"), in_turn(GAMES, [(1280, 720), (600, 960)]))
def test_following_the_demonstrating_hand_completes_every_lesson(new_driver, game, size):
    """Each step that names a move has a hand that makes it; each that points lights its target and dims all else."""
    driver = sit_at_lesson(new_driver, game, size)
    match, guide = match_of(driver), driver.top.guide
    lessons, awaited = game_config(game).lessons, 0
    assert any(step.at is not None for step in lessons)
    for step in lessons:
        assert guide.step is step
        stroke = shown_in(driver).stroke
        if match.awaits_human:
            awaited += 1
            assert driver.top.panel.status.text == step.text
        if step.at is not None:
            window = pygame.Rect((0, 0), size)
            assert stroke is not None, step.text
            assert all(window.contains(rect) for rect in stroke.lit)
            assert all(window.collidepoint(stop) for stop in stroke.stops)
            assert shown_in(driver).light == 1.0, step.text
        if step.at is not None and step.at.move:
            assert stroke.stops, step.text
        if guide.waits_for_tap:
            driver.click("go_on")
        elif step.at is not None and (step.at.move or step.until in ("turn", "look", "end")):
            make(driver, stroke)
        else:
            play_on(driver, match, sensible(match, tuple(step.kinds)))
    assert guide.is_over
    assert driver.top.ui.find("note") is None
    assert awaited > len(lessons) / 2
    assert not is_due(driver.app, game)


def test_touching_the_board_hides_the_spotlight_until_a_pause(new_driver):
    driver = sit_at_lesson(new_driver, "lgame")
    driver.click("go_on")
    showing = shown_in(driver)
    assert (showing.light, showing.is_playing) == (1.0, False), "the hand has made the gesture once"
    driver.press((driver.top.view.rect.left + 2, driver.top.view.rect.top + 2))
    driver.step(FADE)
    assert (showing.light, showing.is_playing) == (0.0, False)
    driver.release((driver.top.view.rect.left + 2, driver.top.view.rect.top + 2))
    driver.step(REST - 0.5)
    assert showing.light == 0.0
    driver.step(0.5 + 2 * FADE)
    assert (showing.light, showing.is_playing) == (1.0, True)
    driver.click("show_me")
    driver.step(0.1)
    assert not showing.is_playing, "it begins anew"
    driver.step(1.0)
    assert showing.is_playing


@pytest.mark.seen
def test_reduced_motion_keeps_the_demonstrating_hand_still(new_driver):
    driver = sit_at_lesson(new_driver, "lgame")
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    driver.tap("go_on")
    showing = shown_in(driver)
    assert showing.light == 1.0
    pictures = []
    for _ in range(3):
        driver.step(REST)
        assert not showing.is_playing
        pictures.append(pygame.image.tobytes(driver.surface, "RGB"))
    assert pictures[0] == pictures[1] == pictures[2]


@pytest.mark.seen
def test_the_spotlight_dims_everything_but_its_target(new_driver):
    driver = sit_at_lesson(new_driver, "lgame")
    driver.click("go_on")
    hand = Mouse(driver)
    places = hand.cell(Cell(2, 2)), hand.cell(Cell(3, 0)), driver.widget("note").rect.center

    def seen():
        driver.app.stack.touch()
        driver.frame(dt=0.0)
        return [pygame.Vector3(driver.surface.get_at(place)[:3]).length() for place in places]

    driver.settle()
    lit = seen()
    driver.top.showing.hide()
    driver.step(1)
    assert [round(new / old, 1) for old, new in zip(seen(), lit, strict=True)] == [1.0, 0.6, 1.0]


# -- what ends it, and what resumes it


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), (600, 960)])
def test_skip_and_go_on_buttons_keep_their_position_between_steps(new_driver, size):
    driver = sit_at_lesson(new_driver, "coatl", size)
    crosses, places = set(), set()
    while driver.top.guide.waits_for_tap:
        crosses.add(tuple(driver.widget("skip").rect))
        places.add(tuple(driver.widget("go_on").rect))
        driver.tap("go_on")
    ((left, top, wide, high),) = places
    driver.click((left + wide // 2, top + high // 2))
    assert driver.top.guide.step.until == "take", "a tap too many ends nothing"
    crosses.add(tuple(driver.widget("skip").rect))
    assert len(crosses) == 1


@pytest.mark.parametrize(("game", "size"), in_turn(GAMES, [(600, 960), (1280, 720)]))
def test_set_up_and_puzzle_shelf_offer_the_guided_game(new_driver, game, size):
    driver = new_driver(size, at=Scene)
    mark_done(driver.app, game)
    for route in ("setup", *(["puzzles"] if leads_to_puzzles(game, game_config(game).default_for_one) else [])):
        driver.app.open(route, game)
        driver.frame()
        driver.top.ui.find("lesson").press(None)
        driver.frame()
        assert driver.top.guide.is_offer
        driver.app.stack.pop(driver.top)


def test_invalid_stored_lesson_progress_restarts_the_lesson(new_driver):
    app = new_driver((800, 600)).app
    for kept in (
        {"done": "yes"}, {"game": 1, "entered": [3, 1]}, {"game": 1, "entered": []}, {"game": 1, "entered": [0] * 99},
    ):  # fmt: skip
        app.store.set_progress("lgame", MARK, kept, app.settings.profile)
        assert is_due(app, "lgame")
        match, guide = begin(app, "lgame")
        assert guide.entered == (0,)
        app.store.discard(match.game_id)


def test_a_game_of_another_variant_has_no_guide_despite_stored_progress(new_driver):
    driver = sit_at(new_driver)
    match = match_of(driver)
    app = driver.app
    app.store.set_progress("lgame", MARK, {"game": match.game_id, "entered": [0, 0]}, app.settings.profile)
    assert (match.session.setup.variant, guide_of(app, match)) == (game_config("lgame").default, None)


# -- the demonstration


def test_the_demonstration_restarts_after_a_game_and_ends_at_a_key(new_driver):
    driver = new_driver((800, 600), at=Scene)
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(6)
    assert demo.match.session.ply >= 4
    driver.key("return")
    driver.step(0.5)
    assert type(driver.top) is Scene
    assert driver.app.store.unfinished() == []
    # the demonstration restarts when a game has ended
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(1)
    first = demo.match
    first.session.end_early(0)
    driver.step(5)
    assert demo.match is not first
    # the demonstration seats as many as a game allows in turn
    app = driver.app
    assert [len(demo_setup(app, "labyrinth", number).seats) for number in range(4)] == [2, 3, 4, 2]
    assert [len(demo_setup(app, "lgame", number).seats) for number in range(2)] == [2, 2]


def test_the_demonstration_shows_the_acting_players_secrets(new_driver):
    driver = new_driver((800, 600))
    driver.push(DemoScene(driver.app, "labyrinth"))
    demo = driver.top
    for _ in range(200):
        driver.frame()
        assert demo.view.host.viewer == demo.match.actor
        assert HIDDEN not in demo.view.state.goals(demo.view.host.viewer)
    assert demo.view.host.shows_secret


def test_undoing_a_move_takes_the_guide_back_to_its_step():
    done = []
    steps = [Lesson("Hello."), Lesson("Push.", "push"), Lesson("It moved."), Lesson("Walk.", "walk"), Lesson("Done.")]
    guide = Guide(steps, lambda guide: done.append(True) if guide.is_over else None)
    guide.tap()
    guide.follow(["push 1,0 E r0"])
    guide.tap()
    assert guide.step.text == "Walk."
    guide.follow([])
    assert guide.step.text == "Push."
    guide.follow(["push 3,0 E r0"])
    guide.tap()
    guide.follow(["push 3,0 E r0", "walk 0,2"])
    assert guide.step.text == "Done."
    guide.follow(["push 3,0 E r0"])
    assert guide.step.text == "Walk."
    guide.follow(["push 3,0 E r0", "walk 0,2"])
    guide.tap()
    assert done == [True]
    guide.follow([])
    assert guide.step is None, "a lesson that is over does not begin again"
