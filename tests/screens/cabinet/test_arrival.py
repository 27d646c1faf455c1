"""The first picture of a start with nothing painted yet: the table and the cabinet's name, and softly all the rest."""

import numpy as np
import pygame

from scenes.cabinet.shelf import ShelfScene
from sprites.widgets.input import Action
from tests.processes import wait_for
from tests.sceneapp import FRAME, make_driver

SIZE = (1024, 600)
AT_ONCE, HASTY = float("inf"), 0.0
MOST = 600
"""Frames in which all must have come."""


def seen(driver):
    return pygame.surfarray.array3d(driver.surface).astype(np.int16)


def start(patience, path=None):
    """Open the cabinet and show its first picture; ``path`` is that of what an earlier start has painted."""
    driver = make_driver(SIZE)
    driver.app.kit.bakery.patience, driver.app.kit.bakery.clock = patience, lambda: 0.0
    if path is not None:
        driver.app.kit.bakery.read_file(path)
    driver.app.stack.push(ShelfScene(driver.app))
    driver.frame()
    return driver


def pictures_of(driver):
    """What is seen frame by frame until nothing comes any more."""
    pictures = [seen(driver)]
    while driver.frame() or driver.frame():
        pictures.append(seen(driver))
        assert len(pictures) < MOST
    return pictures


def test_first_the_table_with_the_name_is_seen_and_then_softly_all_there_is():
    driver = start(HASTY)
    pictures = pictures_of(driver)
    first, last = pictures[0], pictures[-1]
    differs = (first != last).any(axis=2)
    assert not differs[driver.widget("title").rect.center]
    for key in ("place-lgame", "place-dragon", "settings"):
        assert differs[driver.widget(key).focus_rect().center], key
    shares = [float(np.mean(np.abs(picture - first)[differs])) for picture in pictures]
    assert shares[1] == 0
    assert shares == sorted(shares)
    assert any(0.1 < share / shares[-1] < 0.9 for share in shares)
    low, high = np.minimum(first, last) - 1, np.maximum(first, last) + 1
    assert all(((low <= picture) & (picture <= high)).all() for picture in pictures)
    driver.close()
    at_once = start(AT_ONCE)
    assert (seen(at_once) == last).all()
    at_once.close()


def test_a_hand_that_does_not_wait_finds_everything_there():
    pictures = []
    for patience in (HASTY, AT_ONCE):
        driver = start(patience)
        driver.app.stack.frame([Action("right")], FRAME, driver.surface)
        pictures.append(seen(driver))
        driver.close()
    assert (pictures[0] == pictures[1]).all()


def test_what_an_earlier_start_has_painted_is_seen_at_once(tmp_path):
    path = tmp_path / "first"
    before = start(HASTY, path)
    last = pictures_of(before)[-1]
    for _ in before.app.kit.bakery.write_file():
        pass
    wait_for(path.is_file, "the pictures in a file")
    before.close()
    again = start(HASTY, path)
    assert (seen(again) == last).all()
    again.close()
