"""Sound: soft enough, quick enough, heard where there is a device and harmless where there is none."""

import sys

import numpy as np
import pygame
import pytest

from logic.storage.settings import Settings
from sprites.sound.recipes import PEAK, RECIPES, synthesize
from sprites.sound.sound import PITCHES, SoundBank
from sprites.sound.synthesis import RATE
from tests.processes import run

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


@pytest.mark.parametrize("name", NAMES)
def test_no_sound_is_loud_or_long_and_all_begin_and_end_softly(name):
    longest = 2.0 if RECIPES[name][0] == "music" else 0.5
    for pitch in PITCHES:
        wave = synthesize(name, pitch)
        assert 0.05 < np.abs(wave).max() <= PEAK < 0.5
        assert len(wave) / RATE <= longest
        assert np.abs(wave[[0, -1]]).max() < 0.01
        assert np.isfinite(wave).all()


def test_the_three_pitches_of_a_sound_differ():
    low, middle, high = (synthesize("lay", pitch) for pitch in sorted(PITCHES))
    assert not np.array_equal(low, middle)
    assert not np.array_equal(middle, high)


def test_the_same_sound_is_made_each_time():
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


def test_sounds_are_made_when_first_needed(bank):
    assert bank.kept == {}
    bank.play("lay")
    assert list(bank.kept) == ["lay"]
    assert len(bank.kept["lay"]) == 1


def test_pitches_take_turns(bank):
    for _ in range(5):
        bank.play("lift")
    assert len(bank.kept["lift"]) == len(PITCHES)


def test_playing_reaches_the_mixer(bank):
    assert not bank.is_silent
    bank.play("lay")
    assert pygame.mixer.get_busy()


def test_an_event_without_a_sound_of_its_own_is_heard_as_a_piece_put_down(bank):
    bank.play("an event of some new game")
    assert pygame.mixer.get_busy()
    assert set(bank.kept) == {"drop"}


def test_mute_and_a_volume_of_nothing_play_nothing(bank):
    bank.set_volumes(Settings(mute=True))
    bank.play("lay")
    bank.set_volumes(Settings(effects=0.0))
    bank.play("lay")
    assert not pygame.mixer.get_busy()
    bank.play("press")
    assert pygame.mixer.get_busy()


def test_volumes_are_those_of_the_group(bank):
    bank.set_volumes(Settings(effects=0.25, interface=0.75))
    bank.play("lay")
    bank.play("press")
    assert bank.kept["lay"][0].get_volume() == pytest.approx(0.25, abs=0.01)
    assert bank.kept["press"][0].get_volume() == pytest.approx(0.75, abs=0.01)


def test_after_the_mixer_was_shut_nothing_is_played(bank):
    bank.play("lay")
    pygame.mixer.quit()
    bank.play("lay")
    assert bank.is_silent
    assert bank.kept == {}


def test_a_closed_bank_is_silent(bank):
    bank.close()
    bank.play("lay")
    bank.close()
    assert bank.is_silent


def test_without_a_device_it_is_silent(monkeypatch):
    def fail(*_args, **_options):
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    bank = SoundBank()
    bank.play("lay")
    assert bank.is_silent


class Missing:
    """What pygame puts in the place of a module that was left out of its build."""

    def __getattr__(self, name):
        raise NotImplementedError(f"mixer module not available: {name}")


def test_without_a_mixer_module_it_is_silent(monkeypatch):
    monkeypatch.setattr(pygame, "mixer", Missing())
    bank = SoundBank()
    bank.play("lay")
    bank.close()
    assert bank.is_silent


def test_a_silent_bank_opens_no_device():
    pygame.mixer.quit()
    SoundBank(silent=True).play("lay")
    assert pygame.mixer.get_init() is None


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
