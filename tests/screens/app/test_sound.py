"""Sound: soft and quick enough, harmless without a device, and in words where that is wished."""

import sys

import numpy as np
import pygame
import pytest

from logic.storage.settings import Settings
from logic.text import LANGUAGES, Text
from scenes.app.app import Scene
from sprites.sound.recipes import CAPTIONS, PEAK, RECIPES, synthesize
from sprites.sound.sound import PITCHES, SoundBank
from sprites.sound.synthesis import RATE
from tests.processes import run, wait_for

HOUSE = ("press", "focus", "lift", "drop", "deny", "turn_end", "win", "loss", "draw", "tick", "page", "lay", "shift")
DRAGON = ("go", "enter", "leap", "bounce", "eat", "fill", "topple", "crumble", "regrow", "crush", "blast", "teleport",
          "fall", "hide", "supply", "restock", "mine_back", "reveal")  # fmt: skip
MEADOW = ("hop", "burrow", "slide")
LABYRINTH = ("push", "tumble", "carried", "walk", "collect", "home", "last", "turn_spare", "shutter", "push_again",
             "turn_again", "swap", "peek", "exchange", "wall")  # fmt: skip
SERPENTS = ("take", "choose", "draw_card", "start", "attach", "close", "prophesy", "crown", "fetch", "foresee",
            "commit", "steal", "rob", "refill", "lock", "final", "discard", "pass")  # fmt: skip
NAMES = (*HOUSE, *DRAGON, *MEADOW, *LABYRINTH, *SERPENTS)


@pytest.fixture
def bank():
    opened = SoundBank()
    yield opened
    opened.close()


def test_every_name_of_the_house_has_a_sound():
    assert set(NAMES) == set(RECIPES)


def test_no_sound_is_loud_or_long_and_all_begin_and_end_softly():
    for name in NAMES:
        longest = 2.0 if RECIPES[name][0] == "music" else 0.5
        for pitch in PITCHES:
            wave = synthesize(name, pitch)
            assert 0.05 < np.abs(wave).max() <= PEAK < 0.5
            assert len(wave) / RATE <= longest
            assert np.abs(wave[[0, -1]]).max() < 0.01
            assert np.isfinite(wave).all()


def test_sounds_are_made_alike_each_time_in_three_pitches():
    low, middle, high = (synthesize("lay", pitch) for pitch in sorted(PITCHES))
    assert not np.array_equal(low, middle)
    assert not np.array_equal(middle, high)
    assert np.array_equal(synthesize("shift"), synthesize("shift"))


def test_a_sound_that_was_expected_is_the_one_that_would_have_been_made(bank):
    other = SoundBank()
    for played in (1, 2, 3, 3):
        bank.expect(("win", "draw"))
        for each in (bank, other):
            each.play("win")
        heard = [[made.get_raw() for made in each.kept["win"]] for each in (bank, other)]
        assert heard[0] == heard[1]
        assert len(heard[0]) == played
    SoundBank(silent=True).expect(("win",))


def hear(bank, name):
    """Play a sound until it is heard: it is short, and has ended where a busy machine looks too late."""
    wait_for(lambda: bank.play(name) or pygame.mixer.get_busy(), name)


def test_sounds_are_made_when_first_needed_in_pitches_that_take_turns_and_reach_the_mixer(bank):
    assert bank.kept == {}
    bank.play("lay")
    assert list(bank.kept) == ["lay"]
    assert len(bank.kept["lay"]) == 1
    for _ in range(5):
        bank.play("lift")
    assert len(bank.kept["lift"]) == len(PITCHES)
    assert not bank.is_silent
    hear(bank, "lay")


def test_an_event_without_a_sound_of_its_own_is_heard_as_a_piece_put_down(bank):
    hear(bank, "an event of some new game")
    assert set(bank.kept) == {"drop"}


def test_volumes_are_those_of_the_group_and_mute_plays_nothing(bank):
    bank.set_volumes(Settings(effects=0.25, interface=0.75))
    bank.play("lay")
    bank.play("press")
    assert bank.kept["lay"][0].get_volume() == pytest.approx(0.25, abs=0.01)
    assert bank.kept["press"][0].get_volume() == pytest.approx(0.75, abs=0.01)
    # mute and a volume of nothing play nothing
    pygame.mixer.stop()
    bank.set_volumes(Settings(mute=True))
    bank.play("lay")
    bank.set_volumes(Settings(effects=0.0))
    bank.play("lay")
    assert not pygame.mixer.get_busy()
    hear(bank, "press")


def test_without_a_device_a_mixer_or_its_module_it_is_silent(bank, monkeypatch):
    # a closed bank is silent
    bank.close()
    bank.play("lay")
    bank.close()
    assert bank.is_silent
    # after the mixer was shut nothing is played
    bank = SoundBank()
    bank.play("lay")
    pygame.mixer.quit()
    bank.play("lay")
    assert bank.is_silent
    assert bank.kept == {}
    # a silent bank opens no device
    pygame.mixer.quit()
    SoundBank(silent=True).play("lay")
    assert pygame.mixer.get_init() is None

    # without a device it is silent
    def fail(*_args, **_options):
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    bank = SoundBank()
    bank.play("lay")
    assert bank.is_silent
    # without a mixer module it is silent
    monkeypatch.setattr(pygame, "mixer", Missing())
    bank = SoundBank()
    bank.play("lay")
    bank.close()
    assert bank.is_silent


class Missing:
    """What pygame puts in the place of a module that was left out of its build."""

    def __getattr__(self, name):
        raise NotImplementedError(f"mixer module not available: {name}")


HEARD = """
import pygame, time
from sprites.sound.sound import SoundBank
bank = SoundBank()
bank.play("lay")
while pygame.mixer.get_busy():
    time.sleep(0.01)
bank.close()
"""


def test_something_is_heard(tmp_path):
    written = tmp_path / "heard.raw"
    environment = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(written), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run(sys.executable, "-W", "error", "-c", HEARD, env=environment, check=True)
    heard = np.frombuffer(written.read_bytes()[: written.stat().st_size // 2 * 2], dtype="<i2")
    assert np.abs(heard).max() > 2000


WISHED = Settings(captions=True, mute=True, pause=0.0)


@pytest.fixture
def driver(sit_down):
    driver = sit_down(settings=WISHED)
    driver.push(Scene(driver.app))
    driver.settle()
    return driver


def test_every_sound_has_words_in_every_language():
    assert set(CAPTIONS) == set(RECIPES)
    for language in LANGUAGES:
        said = [Text(language).say(caption) for caption in CAPTIONS.values()]
        assert all(0 < len(words) <= 44 for words in said), max(said, key=len)
        assert language == "en" or said != [Text("en").say(caption) for caption in CAPTIONS.values()]


def test_words_stand_for_a_while_where_they_are_wished_also_where_all_is_mute(driver):
    driver.app.sound.play("win")
    assert driver.app.captions.lines == ("A bright melody",)
    assert driver.frame(), "they are drawn at once"
    driver.step(2)
    assert driver.app.captions.lines == ("A bright melody",)
    driver.step(1)
    assert driver.app.captions.lines == ()
    # an event without a sound of its own has the words of what is heard
    driver.app.sound.play("an event of some new game")
    assert driver.app.captions.lines == ("A piece is put down",)
    # what is heard again is counted and of many the last three stand
    driver.settle()
    for name in ("win", "hop", "hop", "hop", "lay", "push"):
        driver.app.sound.play(name)
    assert driver.app.captions.lines == ("A hop ×3", "Wood knocks on wood", "Stone grinds on stone")
    # nothing is written unless it is wished
    driver.settle()
    assert not Settings().captions
    driver.app.change(driver.app.settings.with_(captions=False))
    driver.app.sound.play("win")
    assert driver.app.captions.lines == ()


@pytest.mark.seen
@pytest.mark.parametrize("size", [(1024, 600), (600, 1024)])
def test_they_stand_in_the_margin_at_the_lower_edge(sit_down, size):
    driver = sit_down(size, settings=WISHED.with_(ui_scale=2.0), language="de")
    driver.push(Scene(driver.app))
    driver.settle()
    before = pygame.display.get_surface().copy()
    for name in ("carried", "steal", "close"):
        driver.app.sound.play(name)
    driver.frame()
    after = pygame.display.get_surface()
    changed = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1), before)
    changed.invert()
    (strip,) = [rect for rect in changed.get_bounding_rects() if rect.height > 10][:1]
    assert strip.bottom == size[1]
    assert strip.height <= driver.app.px(28)
    assert 0 <= strip.left < strip.right <= size[0]
