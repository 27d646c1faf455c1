"""Where the focus goes: by arrows, by tab and by hand; what is pressed with it, and who may write."""

import pygame
import pytest

from sprites.widgets import Button, Column, Grid, Label, TextField
from tests.gallery import make_kit, nothing
from tests.uihands import Hands, seat


@pytest.fixture
def kit():
    return make_kit((400, 300), 1.8)


def grid_of(kit, cols, count):
    keys = [Button(kit, str(i), str(i)) for i in range(count)]
    grid = Grid(kit, "grid", keys, cols)
    grid.place(pygame.Rect(0, 0, 390, grid.measure(390)))
    return Hands(seat(kit, grid))


def test_arrows_walk_a_grid_as_it_looks(kit):
    hands = grid_of(kit, 3, 9)
    way = ["down", "right", "down", "left", "down", "right", "right", "up", "up", "left"]
    seen = []
    for name in way:
        hands.act(name)
        seen.append(hands.ui.focus.key)
    assert seen == ["0", "1", "4", "3", "6", "7", "8", "5", "2", "1"]
    # an arrow at the edge stays and is used
    hands = grid_of(kit, 3, 9)
    hands.act("down")
    for name in ("up", "left"):
        assert hands.act(name)
        assert hands.ui.focus.key == "0"


@pytest.mark.parametrize("send", ["act", "pad"])
def test_every_widget_of_a_ragged_grid_can_be_reached_by_arrows(kit, send):
    hands = grid_of(kit, 4, 10)
    press = getattr(hands, send)
    press("down")
    reached = {hands.ui.focus.key}
    for way in ("right", "right", "right", "down", "left", "left", "left", "down", "right"):
        press(way)
        reached.add(hands.ui.focus.key)
    assert reached == {str(i) for i in range(10)}


def test_tab_goes_round_both_ways_and_leaves_out_what_cannot_be_pressed(kit):
    first, off, last = Button(kit, "1", "1"), Button(kit, "2", "2", enabled=False), Button(kit, "3", "3")
    hands = Hands(seat(kit, first, Label(kit, "t", "Text"), off, last))
    assert [(hands.act("next"), hands.ui.focus.key)[1] for _ in range(3)] == ["1", "3", "1"]
    assert [(hands.act("previous"), hands.ui.focus.key)[1] for _ in range(2)] == ["3", "1"]
    last.visible = False
    hands.act("next")
    assert hands.ui.focus is first


def test_the_focus_shows_for_keys_and_hides_for_pointers_and_the_first_press_only_shows_it(kit):
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    assert not hands.ui.show_focus
    hands.act("next")
    assert hands.ui.show_focus
    hands.click(button.rect.center)
    assert not hands.ui.show_focus
    hands.act("down")
    assert hands.ui.show_focus
    assert hands.ui.focus is button
    # accept without a focus shows the focus and presses nothing
    pressed = []
    hands = Hands(seat(kit, Button(kit, "b", "B", on_press=lambda: pressed.append(1))))
    assert hands.pad("accept")
    assert pressed == []
    hands.pad("accept")
    assert pressed == [1]
    # a focus that was disabled is given up
    pressed = []
    button = Button(kit, "b", "B", on_press=lambda: pressed.append(1))
    other = Button(kit, "o", "O")
    hands = Hands(seat(kit, button, other))
    hands.act("next")
    button.enabled = False
    hands.act("accept")
    assert pressed == []
    assert not button.focused
    hands.act("next")
    assert hands.ui.focus is other


def test_containers_are_asked_for_what_the_focus_does_not_want_and_what_nobody_wants_is_not_used(kit):
    class Box(Column):
        seen = ()

        def act(self, action):
            self.seen = (*self.seen, action.name)
            return action.name == "undo"

    box = Box(kit, "box", [Button(kit, "b", "B")])
    hands = Hands(seat(kit, box))
    hands.act("next")
    assert hands.act("undo")
    assert not hands.act("redo")
    assert box.seen[-2:] == ("undo", "redo")
    hands = Hands(seat(kit, Label(kit, "t", "Text")))
    for name in ("accept", "down", "next", "page_down", "undo", ""):
        assert not hands.act(name)


def test_moving_the_focus_sounds_and_pressing_sounds():
    heard = []
    kit = make_kit((400, 300), play=heard.append)
    hands = Hands(seat(kit, Button(kit, "1", "1"), Button(kit, "2", "2")))
    hands.act("next")
    hands.act("accept")
    hands.click(hands.ui.find("2").rect.center)
    assert heard == ["focus", "press", "press"]


def test_typing_keys_write_and_do_nothing_else(kit):
    class Box(Column):
        seen = ()

        def act(self, action):
            self.seen = (*self.seen, action.key)
            return False

    field = TextField(kit, "f", "Name", "", nothing)
    box = Box(kit, "box", [field, Button(kit, "b", "B")])
    hands = Hands(seat(kit, box))
    hands.click(field.parts()[1].center)
    assert hands.ui.typing
    for name, key in (("mute", "m"), ("accept", "space"), ("", "q"), ("undo", "u")):
        assert hands.act(name, key, printable=True)
    assert field.text == ""
    assert hands.type("mu")
    assert field.text == "mu"
    assert not hands.act("help", "f1")
    assert box.seen == ("f1",)
    hands.act("next", "tab")
    assert not hands.ui.typing
    assert not hands.type("x")
    assert field.text == "mu"
