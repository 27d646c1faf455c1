"""Sounds in words: each has some, they come when it is played and go by themselves, and only where that is wished."""

import pygame
import pytest

from logic.storage.settings import Settings
from logic.text import LANGUAGES, Text
from scenes.app.app import Scene
from sprites.sound.recipes import CAPTIONS, RECIPES

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


def test_nothing_is_written_unless_it_is_wished(driver):
    assert not Settings().captions
    driver.app.change(driver.app.settings.with_(captions=False))
    driver.app.sound.play("win")
    assert driver.app.captions.lines == ()


def test_words_stand_for_a_while_also_where_all_is_mute(driver):
    driver.app.sound.play("win")
    assert driver.app.captions.lines == ("A bright melody",)
    assert driver.frame(), "they are drawn at once"
    driver.step(2)
    assert driver.app.captions.lines == ("A bright melody",)
    driver.step(1)
    assert driver.app.captions.lines == ()


def test_an_event_without_a_sound_of_its_own_has_the_words_of_what_is_heard(driver):
    driver.app.sound.play("an event of some new game")
    assert driver.app.captions.lines == ("A piece is put down",)


def test_what_is_heard_again_is_counted_and_of_many_the_last_three_stand(driver):
    for name in ("win", "hop", "hop", "hop", "lay", "push"):
        driver.app.sound.play(name)
    assert driver.app.captions.lines == ("A hop ×3", "Wood knocks on wood", "Stone grinds on stone")


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
