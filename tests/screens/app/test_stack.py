"""The scene stack: when scenes change, which one gets input, what is drawn, and the time step."""

import gc
import weakref
from types import SimpleNamespace

import pygame
import pytest

from logic.engine.worker import Thinker
from scenes.app import app as stack
from scenes.app.app import ECHO_SECONDS, LONGEST_STEP, Scene, SceneStack
from scenes.app.orientation import Orientation
from scenes.app.routes import ROUTES
from sprites.sound.sound import SoundBank
from sprites.widgets import Button
from sprites.widgets.input import Action, Pointer
from tests.support.gallery import make_kit

SIZE = (320, 200)
FRAME = 1 / 60


class Page(Scene):
    """Records its calls, and does what it is told on ``accept``."""

    def __init__(self, app, name, on_accept=None, opaque=True, colour="black"):
        super().__init__(app)
        self.name, self.on_accept, self.opaque, self.colour = name, on_accept, opaque, colour
        self.diary = app.diary
        self.moving = False
        self.passed = []

    def note(self, what):
        self.diary.append(f"{what} {self.name}")

    def build(self):
        self.note("build")
        self.ui.add(self.button())

    def button(self):
        button = Button(self.app.kit, "button", "Button")
        button.place(pygame.Rect(10, 10, 200, 60))
        return button

    def enter(self):
        self.note("enter")

    def resume(self):
        self.note("resume")

    def leave(self):
        self.note("leave")

    def act(self, name):
        self.note(name)
        if name == "go" and self.on_accept:
            self.on_accept()
        return super().act(name)

    def update(self, dt):
        self.passed.append(dt)
        return super().update(dt) or self.moving

    def draw(self, surface):
        self.note("draw")
        surface.fill(self.colour)


@pytest.fixture
def app():
    kit = make_kit(SIZE, 2.0)
    app = SimpleNamespace(
        kit=kit, theme=kit.theme, thinker=Thinker(), sound=SoundBank(silent=True), diary=[], over=[], busy=False
    )
    app.orientation, app.size = Orientation(SIZE), SIZE
    app.run_calls = lambda: False
    app.act = lambda event, typing: False
    app.update = lambda dt: app.busy
    app.overlay = SimpleNamespace(draw=lambda surface, ui: app.over.append(surface))
    app.stack = SceneStack(app)
    app.surface = pygame.Surface(SIZE)
    app.frame = lambda *events, dt=FRAME: app.stack.frame(events, dt, app.surface)
    return app


def rest(app):
    """Run until nothing is drawn; then forget what happened."""
    for _ in range(60):
        if not app.frame():
            break
    app.diary.clear()
    assert app.stack.still


GO = Action("go")


def open_page(app, *args, **options):
    page = Page(app, *args, **options)
    app.stack.push(page)
    app.frame()
    rest(app)
    return page


def test_a_pushed_scene_is_entered_then_built_at_the_end_of_the_frame(app):
    page = Page(app, "a")
    app.stack.push(page)
    assert app.stack.top is None
    app.frame()
    assert app.stack.top is page
    assert app.diary == ["enter a", "build a", "draw a"]


def test_events_after_a_change_are_dropped(app):
    page = open_page(app, "a", lambda: app.stack.push(Page(app, "b")))
    app.frame(GO, GO, Action("accept"))
    assert app.diary[:3] == ["go a", "enter b", "build b"]
    assert app.stack.scenes[0] is page
    assert app.diary.count("go a") == 1
    assert "go b" not in app.diary


def test_only_the_top_scene_receives_input(app):
    open_page(app, "a")
    open_page(app, "b")
    app.frame(GO)
    assert "go b" in app.diary
    assert "go a" not in app.diary


def test_popping_a_scene_pops_those_above_and_popping_twice_is_harmless(app):
    page, middle = open_page(app, "a"), open_page(app, "b")
    open_page(app, "c")
    app.stack.pop(middle)
    app.stack.pop(middle)
    app.frame()
    assert app.diary[:3] == ["leave c", "leave b", "resume a"]
    assert app.stack.scenes == (page,)


def test_replacing_a_scene_does_not_resume_the_one_below(app):
    page = open_page(app, "a")
    open_page(app, "b")
    new = Page(app, "c")
    app.stack.replace(new)
    app.frame()
    assert app.diary[:3] == ["leave b", "enter c", "build c"]
    assert "resume a" not in app.diary
    assert app.stack.scenes == (page, new)


class Shelf(Page):
    pass


def test_clear_to_pops_down_to_the_named_screen(app, monkeypatch):
    monkeypatch.setitem(ROUTES, "shelf", f"{__name__}:Shelf")
    shelf = Shelf(app, "shelf")
    app.stack.push(shelf)
    open_page(app, "a")
    open_page(app, "b")
    app.stack.clear_to("shelf")
    app.frame()
    assert app.diary[:3] == ["leave b", "leave a", "resume shelf"]
    assert app.stack.scenes == (shelf,)


def test_close_leaves_every_scene_from_the_top(app):
    open_page(app, "a")
    open_page(app, "b")
    app.stack.close()
    assert app.diary == ["leave b", "leave a"]
    assert app.stack.top is None


def test_a_stack_change_requested_in_enter_is_applied(app):
    class Hasty(Page):
        def enter(self):
            self.app.stack.replace(Page(self.app, "second"))

    app.stack.push(Hasty(app, "first"))
    app.frame()
    assert app.stack.top.name == "second"


def test_app_keys_stay_with_the_app_and_covered_scenes_are_not_drawn(app):
    open_page(app, "a")
    app.act = lambda event, typing: event.name == "mute"
    app.frame(Action("mute"), GO)
    assert "mute a" not in app.diary
    assert "go a" in app.diary
    app.act = lambda event, typing: False
    open_page(app, "a")
    open_page(app, "b")
    open_page(app, "c", opaque=False)
    app.stack.touch()
    app.frame()
    assert app.diary == ["draw b", "draw c"]


def test_a_scene_pushed_during_a_press_releases_the_press_on_the_scene_below(app):
    page = open_page(app, "a")
    app.frame(Pointer("down", (50, 40), 1, touch=True))
    assert page.ui.held is not None
    above = open_page(app, "b")
    app.frame(Pointer("up", (50, 40), 1, touch=True))
    assert above.ui.held is None
    app.stack.pop()
    app.frame()
    assert page.ui.held is None
    pressed = []
    page.ui.find("button").on_press = lambda: pressed.append(1)
    app.frame(Pointer("down", (50, 40), 1, touch=True), Pointer("up", (50, 40), 1, touch=True))
    assert pressed == [1]


# -- time and painting


def test_idle_frames_draw_nothing_and_long_time_steps_are_capped(app):
    open_page(app, "a")
    assert not any(app.frame() for _ in range(10))
    assert app.diary == []
    # a press is seen in the very same frame
    page = open_page(app, "a")
    app.frame(Pointer("down", (50, 40)))
    assert page.ui.find("button").sink.value == 1.0
    assert app.diary == ["draw a"]
    # a long frame counts for no more than the longest step
    page = open_page(app, "a")
    page.passed.clear()
    app.frame(dt=30.0)
    app.frame(dt=0.02)
    assert page.passed == [LONGEST_STEP, 0.02]


def test_a_frame_is_drawn_after_events_touch_or_while_something_moves(app):
    page = open_page(app, "a")
    assert app.frame(Action("nothing"))
    assert not app.frame()
    app.stack.touch()
    assert not app.stack.still
    assert app.frame()
    assert not app.frame()
    page.moving = True
    assert app.frame()
    assert app.frame()
    page.moving = False
    app.busy = True
    assert app.frame()
    app.busy = False
    assert not app.frame()
    assert len(app.over) >= 5


def colours_on_the_way(app):
    seen = []
    while app.frame():
        seen.append(app.surface.get_at((5, 5))[:3])
        assert len(seen) < 60
    return seen


def test_screens_fade_out_then_in_and_overlays_fade_in_over_the_old(app):
    open_page(app, "a", colour="#c80000")
    app.stack.push(Page(app, "b", colour="#00c800"))
    seen = colours_on_the_way(app)
    assert not any(red and green for red, green, _ in seen)
    reds, greens = [red for red, _, _ in seen if red], [green for _, green, _ in seen if green]
    assert reds == sorted(reds, reverse=True)
    assert 150 < reds[0] < 200
    assert reds[-1] < 100
    assert greens == sorted(greens)
    assert greens[0] < 100
    assert greens[-1] == 200
    assert len(seen) == pytest.approx(app.theme.seconds.screen / FRAME, abs=2)
    # what lies over a place fades in while the place stays bright
    open_page(app, "a", colour="#c80000")
    app.stack.push(Page(app, "b", colour="#00c800", opaque=False))
    seen = colours_on_the_way(app)
    assert 150 < seen[0][0] < 200
    assert 0 < seen[0][1] < 50
    assert seen[-1] == (0, 200, 0)
    assert len(seen) == pytest.approx(app.theme.seconds.screen / FRAME, abs=2)


def test_the_first_screen_has_no_fade_and_a_fade_of_another_size_is_dropped(app):
    app.stack.push(Page(app, "a", colour="#ffffff"))
    app.surface.fill("#ff0000")
    app.frame()
    assert app.surface.get_at((5, 5)) == (255, 255, 255, 255)
    # a fade of another size is dropped
    open_page(app, "a", colour="#c80000")
    app.stack.push(Page(app, "b"))
    app.frame()
    app.surface = pygame.Surface((100, 100))
    app.frame()
    assert app.surface.get_at((5, 5)) == (0, 0, 0, 255)


def test_rebuild_rebuilds_every_scene_and_keeps_the_focus(app):
    page = open_page(app, "a")
    open_page(app, "b", opaque=False)
    page.ui.set_focus(page.ui.find("button"))
    before = page.ui.focus
    app.stack.rebuild()
    assert app.diary == ["build a", "build b"]
    assert page.ui.focus is not before
    assert page.ui.focus.key == "button"
    assert app.frame()

    # a focus chosen while building stays
    class Chooser(Page):
        def build(self):
            super().build()
            self.ui.set_focus(self.ui.find("button"))

    page = Chooser(app, "a")
    app.stack.push(page)
    app.frame()
    assert page.ui.focus.key == "button"


def test_the_focus_ring_is_drawn_only_on_the_top_scene(app):
    class Shown(Page):
        def draw(self, surface):
            if self.opaque:
                super().draw(surface)
            Scene.draw(self, surface)

    class Empty(Shown):
        def build(self):
            """Build nothing to focus on."""

    def seen():
        app.stack.touch()
        for _ in range(60):
            app.frame()
        return pygame.image.tobytes(app.surface, "RGB")

    page = Shown(app, "a")
    app.stack.push(page)
    without = seen()
    page.ui.handle(Action("down"))
    assert page.ui.show_focus
    shown = seen()
    assert shown != without
    app.stack.push(Empty(app, "b", opaque=False))
    assert seen() == without
    app.stack.pop()
    assert seen() == shown


# -- double taps


@pytest.mark.parametrize(
    ("wait", "aside", "presses"),
    [(0.1, 0, 0), (0.1, 6, 0), (0.1, 70, 1), (ECHO_SECONDS + 0.1, 0, 1)],
    ids=["at once", "a little beside", "elsewhere", "later"],
)
def test_the_second_tap_of_a_double_tap_does_not_press_the_next_screen(app, wait, aside, presses):
    below, above = open_page(app, "below"), Page(app, "above")
    heard = []
    below.ui.find("button").on_press = lambda: app.stack.push(above)
    app.frame(Pointer("down", (40, 30)), Pointer("up", (40, 30)))
    above.ui.find("button").on_press = lambda: heard.append("above")
    for _ in range(round(wait / FRAME)):
        app.frame()
    at = 40 + aside, 30
    app.frame(Pointer("down", at))
    app.frame(Pointer("up", at))
    assert len(heard) == presses
    assert app.stack.top is above


# -- idle moments


@pytest.fixture
def uncollected():
    """Switch automatic garbage collection off."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("holds_pictures", [False, True])
def test_a_popped_scene_that_held_pictures_is_collected_once_idle(app, uncollected, holds_pictures):
    open_page(app, "a")
    page = Page(app, "b")
    page.ring, page.holds_pictures = page, holds_pictures
    app.stack.push(page)
    rest(app)
    gone = weakref.ref(page)
    del page
    app.busy = True
    app.stack.pop()
    for _ in range(60):
        assert app.frame()
    assert gone() is not None
    app.busy = False
    rest(app)
    assert (gone() is None) == holds_pictures


def test_memory_is_given_back_once_after_painting_and_only_in_idle_frames(app, monkeypatch):
    given = []
    monkeypatch.setattr(stack, "release_freed_memory", lambda: given.append(app.kit.cache.baked))
    open_page(app, "a")
    given.clear()
    for name in ("one", "two"):
        app.kit.cache.keep(name, lambda: pygame.Surface((1, 1)))
        app.busy = True
        assert app.frame()
        assert not given
        app.busy = False
        for _ in range(5):
            app.frame()
        assert given == [app.kit.cache.baked]
        given.clear()
