"""What all screens share: global keys, live changes, messages, widgets' sounds, waking the loop."""

import threading

import pygame
import pytest

from logic.core import Message
from logic.registry import GAMES
from scenes.app.app import WAKE, Scene
from scenes.board.playercard import PlayerCard
from scenes.shots.shots import SHOTS, WINDOWS, posed
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import Button, place_tooltip
from sprites.widgets.ui import KEPT_CLEAR
from tests.support.hands.views import Ear
from tests.support.sampling import sample_of
from tests.support.seats.app import paint_nothing_ahead


class OneButton(Scene):
    """A screen with a button that says when it is pressed."""

    presses = 0

    def build(self) -> None:
        """Put the button into the middle."""
        button = Button(self.app.kit, "one", self.app.say(Message("Menu")), on_press=self.press)
        button.place(pygame.Rect(20, 20, 200, 60))
        self.ui.add(button)

    def press(self) -> None:
        self.presses += 1


@pytest.fixture
def driver(new_driver):
    return new_driver((800, 600), at=OneButton)


def test_global_keys_toggle_mute_and_full_screen_and_change_ui_scale(driver):
    driver.key("m")
    assert driver.app.settings.mute
    assert driver.said() == ["Sound off"]
    driver.key("m")
    assert not driver.app.settings.mute
    # both keys ask for full screen
    before = driver.app.settings.fullscreen
    driver.key("f11")
    assert driver.app.settings.fullscreen != before
    driver.key("alt+return")
    assert driver.app.settings.fullscreen == before
    # zoom changes by steps and stops at the ends
    unit = driver.app.kit.metrics.unit
    driver.key("ctrl+=")
    assert driver.app.settings.ui_scale == 1.05
    assert driver.app.kit.metrics.unit > unit
    driver.key(*["ctrl+="] * 30)
    assert driver.app.settings.ui_scale == 2.0
    driver.key(*["ctrl+-"] * 40)
    assert driver.app.settings.ui_scale == 0.75


def test_toasts_expire_and_similar_messages_replace_each_other(driver):
    driver.app.tell(Message("Your game is kept. You can go on whenever you like."))
    driver.frame()
    driver.resize((600, 800))
    assert driver.app.overlay.toasts[0].kit is driver.app.kit
    driver.settle()
    assert driver.said() == []
    # of messages that differ only in a number only the last is shown
    driver.resize((800, 600))
    driver.key(*["ctrl+="] * 3)
    assert driver.said() == ["Display size: 115%"]
    driver.app.tell(Message("Your game is kept. You can go on whenever you like."))
    assert len(driver.said()) == 2
    # a message that is repeated is shown once
    driver.settle()
    driver.app.tell(Message("Sound off"))
    driver.frame()
    driver.step(1)
    driver.app.tell(Message("Sound off"))
    driver.step(driver.app.theme.seconds.toast - 0.5)
    assert driver.said() == ["Sound off"]
    driver.key("m", "m")
    assert driver.said() == ["Sound off", "Sound on"], "what holds no longer is not said once more"


def test_toasts_are_shown_one_at_a_time_newest_first(driver):
    for first in ("Sound off", "Nothing else"):
        driver.app.tell(Message(first))
    driver.step(1)
    driver.app.tell(Message("Sound on"))
    seen, here = [], driver.app
    while here.overlay.toasts:
        driver.frame()
        seen += [toast.text for toast in here.overlay.toasts[-1:] if toast.text not in seen[-1:]]
    assert seen == ["Sound on", "Sound off", "Nothing else"]


def test_pressing_a_button_plays_a_sound_after_a_resize(new_driver):
    driver = new_driver((800, 600))
    ear = Ear()
    driver.app.sound.play = ear.play
    driver.app.resize((640, 480))
    driver.push(OneButton(driver.app))
    driver.click("one")
    assert driver.top.presses == 1
    assert "press" in ear.heard


def test_changing_language_relabels_widgets_and_wake_works_without_display(driver):
    driver.app.change(driver.app.settings.with_(language="de"))
    driver.frame()
    assert driver.widget("one").label == driver.app.get("Menu")
    assert driver.app.text.language == "de"
    pygame.event.clear()
    driver.app.wake()
    assert pygame.event.get(WAKE)
    pygame.display.quit()
    driver.app.wake()
    pygame.display.init()


SHORTLY = ("shelf", "lgame-board-hint", "games", "coatl-board", "labyrinth-setup")
"""What is checked in a plain run; the thorough run checks all of them."""
SMALL_ONES = ("shelf", "settings", "lgame-setup", "lgame-board-hint", "lgame-rules")
VERY_SMALL = ((1, 1), (20, 300), (300, 20), (120, 90), (200, 900))


@pytest.mark.xdist_group("posed")
@pytest.mark.parametrize("shot", sample_of(SMALL_ONES, where=SHORTLY.__contains__))
def test_screens_survive_very_small_window_sizes(shot, monkeypatch):
    paint_nothing_ahead(monkeypatch)
    chosen = next(one for one in SHOTS if one.name == shot)
    with posed(chosen, WINDOWS[1], "en") as here:
        for size in VERY_SMALL:
            here.surface = pygame.display.set_mode(size)
            here.app.resize(size)
            here.frame()
            first = here.app.stack.top.ui
            here.app.resize(size)
            assert here.app.stack.top.ui is first
            here.surface = pygame.display.set_mode(WINDOWS[1].size)
            here.app.resize(WINDOWS[1].size)
            here.frame()
            assert here.app.size == WINDOWS[1].size
            assert here.app.stack.top.ui.overflows() == []


SURVEYED = ("shelf", "settings", "games", *(f"{game}-{what}" for game in GAMES for what in ("board", "setup")))
LEAST_SIZE, WORD = 18, 3
"""Pixels of the smallest words, and the number of letters from which on something is a word."""
SAID = Message("Your game is kept. You can go on whenever you like.")


def covered(here):
    """Yield which names and buttons of the top screen a message, or the tip of a button, covers."""
    ui = here.app.stack.top.ui
    in_sight = {tuple(rect) for rect, weight in ui.taken() if weight == KEPT_CLEAR}
    taken = [one for one in ui.walk() if isinstance(one, Button | PlayerCard) and tuple(one.rect) in in_sight]
    assert taken
    toast = here.app.overlay.toasts[0].paper
    yield from (rect for rect, weight in ui.taken() if weight == KEPT_CLEAR and rect.colliderect(toast))
    for widget in [widget for widget in taken if widget.tip]:
        tip = place_tooltip(here.app.kit, here.surface.get_rect(), widget, ui.taken())
        yield from (other.key for other in taken if other.rect.colliderect(tip))


@pytest.mark.xdist_group("posed")
@pytest.mark.parametrize(
    "shot",
    sample_of([one for one in SHOTS if one.name in SURVEYED], where=lambda shot: shot.name in SHORTLY),
    ids=lambda shot: shot.name,
)
def test_toasts_and_tooltips_cover_no_name_or_button_and_words_are_legible(shot, monkeypatch):
    """At 100 % on a screen of 1920×1080, in two languages; in the one with long words all are measured.

    Single letters and numbers are marks.
    """
    sizes, draw = {}, SurfaceCache.text
    paint_nothing_ahead(monkeypatch)

    def remember(cache, text, face, size, colour):
        if sum(letter.isalpha() for letter in text) >= WORD:
            sizes[text] = size
        return draw(cache, text, face, size, colour)

    with posed(shot, WINDOWS[0], "en") as here:
        here.app.tell(SAID)
        here.paint()
        assert [*covered(here)] == []
        here.app.change(here.app.settings.with_(language="de"))
        monkeypatch.setattr(SurfaceCache, "text", remember)
        here.paint()
        assert [*covered(here)] == []
    assert sizes
    assert {text: size for text, size in sizes.items() if size < LEAST_SIZE} == {}


def test_callbacks_from_other_threads_run_once_on_the_main_loop(driver):
    done = []
    thread = threading.Thread(target=driver.app.call, args=[lambda: done.append(threading.current_thread())])
    thread.start()
    thread.join()
    assert done == []
    assert driver.frame()
    driver.frame()
    assert done == [threading.current_thread()]
