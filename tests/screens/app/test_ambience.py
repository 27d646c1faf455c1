"""What a place sounds like: far softer than its sounds, without a seam, made beside the frames, and off by default."""

import numpy as np
import pygame
import pytest

from logic.registry import GAMES, game_config
from logic.storage.settings import Settings
from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from sprites.sound.recipes import AMBIENCES, LENGTH, RECIPES, synthesize
from sprites.sound.sound import SURROUNDINGS, SoundBank
from tests.matchhands import ANNA, BEN, setup_of
from tests.processes import wait_for

HEARD = Settings(ambience=1.0)


@pytest.fixture(scope="module", params=AMBIENCES)
def loop(request):
    return AMBIENCES[request.param]()


@pytest.fixture
def bank():
    opened = SoundBank()
    opened.set_volumes(HEARD)
    yield opened
    opened.close()


def loudness(wave):
    return float(np.sqrt(np.mean(wave**2)))


def channel():
    return pygame.mixer.Channel(SURROUNDINGS)


def come(bank):
    """Wait until the surroundings are heard."""
    wait_for(lambda: bank.update() or channel().get_busy(), "the surroundings")


def test_every_game_has_a_place_that_can_be_heard_and_no_other_sounds_like_it():
    assert sorted(game_config(game).ambience for game in GAMES) == sorted(AMBIENCES)


def test_surroundings_are_far_softer_than_what_is_heard_in_them(loop):
    effects = [loudness(synthesize(name)) for name, (group, *_) in RECIPES.items() if group == "effects"]
    assert loop.shape == (LENGTH,)
    assert np.isfinite(loop).all()
    assert loudness(loop) < 0.25 * float(np.median(effects))
    assert np.abs(loop).max() < 0.1


def test_there_is_no_click_where_the_end_joins_the_beginning(loop):
    steps = np.abs(np.diff(loop))
    bends = np.abs(np.diff(loop, 2))
    around = np.concatenate((loop[-2:], loop[:2]))
    assert np.abs(np.diff(around)).max() <= steps.max()
    assert np.abs(np.diff(around, 2)).max() <= bends.max()
    assert abs(loop[0] - loop[-1]) < 6 * float(np.median(steps)) + 1e-4
    near = round(0.05 * LENGTH / 16)
    assert 0.3 < loudness(loop[-near:]) / loudness(loop[:near]) < 3.0


def test_it_is_off_by_default_and_then_not_even_made(bank):
    assert Settings().ambience == 0
    bank.set_volumes(Settings())
    bank.surround("meadow")
    bank.update()
    assert not channel().get_busy()


def test_it_comes_goes_with_the_place_and_is_silent_when_all_is_mute(bank, monkeypatch):
    monkeypatch.setattr("sprites.sound.sound.COMING", 50)
    bank.surround("room")
    come(bank)
    wait_for(lambda: channel().get_volume() == 1.0, "the whole volume, to which it comes slowly")
    bank.set_volumes(Settings(ambience=1.0, mute=True))
    wait_for(lambda: not channel().get_busy(), "silence")
    bank.set_volumes(Settings(ambience=0.5))
    come(bank)
    wait_for(lambda: channel().get_volume() == pytest.approx(0.5, abs=0.02), "half the volume")
    bank.surround("")
    wait_for(lambda: not channel().get_busy(), "silence")
    # left in the moment in which it begins, it does not go on for ever
    bank.surround("room")
    come(bank)
    channel().set_volume(0)
    bank.surround("")
    wait_for(lambda: not channel().get_busy(), "silence")
    # sounds leave the surroundings their channel
    bank.surround("room")
    come(bank)
    before = channel().get_sound()
    for _ in range(40):
        bank.play("drop")
    assert channel().get_sound() is before


def test_a_board_is_heard_until_it_is_left(sit_down, monkeypatch):
    asked = []
    monkeypatch.setattr(SoundBank, "surround", lambda _bank, place: asked.append(place))
    driver = sit_down()
    driver.push(Scene(driver.app))
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
    driver.push(Scene(driver.app))
    assert asked[-1] == "room"
    driver.app.stack.pop()
    driver.app.stack.pop()
    driver.frame()
    assert asked[-1] == ""
