"""What is seen of events in the dragon’s labyrinth: each told apart from all others."""

from itertools import combinations

import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon.board import Field
from sprites.dragon import art
from sprites.dragon.effects import MOTES, Effects
from tests.artparts import (
    SQUARE,
    difference,
    effect_frame,
)
from tests.screens.board.test_effects import CASES

EVENTS = CASES["dragon"].begun


def frame(kit, name, share, *, kinds=None, paths=None, floor=False):
    """Draw an event on a black table, or on the floor, when that share of its time is over."""
    table = pygame.Surface((5 * SQUARE, 3 * SQUARE))
    for place in [(col * SQUARE, row * SQUARE) for row in range(3) for col in range(5)] if floor else ():
        table.blit(art.tile(kit, Field("plain"), SQUARE), place)
    event, seconds = EVENTS[name]
    if paths:
        event = Event(name, paths)
    return effect_frame(Effects(kit), event, seconds, kinds, share=share, table=table)


@pytest.mark.parametrize("grey", [False, True])
def test_any_two_effects_are_told_apart(kit, grey):
    shown = {name: [frame(kit, name, share, floor=True) for share in (0.25, 0.5, 0.7)] for name in EVENTS}
    for one, other in combinations(shown, 2):
        apart = max(difference(a, b, grey=grey) for a, b in zip(shown[one], shown[other], strict=True))
        assert apart > 0.9, (one, other)


def test_who_falls_is_the_right_one_and_an_event_looks_the_same_but_on_another_square(kit):
    eater, builder = (frame(kit, "fall", 0.1, kinds={"K1": kind}) for kind in ("eater", "builder"))
    assert difference(eater, builder) > 0.5
    assert difference(frame(kit, "eat", 0.5), frame(kit, "eat", 0.5)) == 0
    aside = frame(kit, "eat", 0.5, paths={"K1": (Cell(1, 3),)})
    aside.scroll(-2 * SQUARE, 0)
    assert difference(frame(kit, "eat", 0.5), aside) > 0
    # growing motes need few pictures
    sizes = {MOTES.picture(kit, "dust", size).get_width() for size in range(20, 200)}
    assert len(sizes) < 30
    assert all(abs(MOTES.picture(kit, "dust", size).get_width() - size) <= 0.06 * size + 1 for size in range(20, 200))
