"""Who holds a pointer: presses, drags and gestures from beginning to end, and hovering."""

import pygame
import pytest

from sprites.widgets import Button, Column, Scroll
from tests.gallery import make_kit
from tests.notebook import Notebook
from tests.uihands import Hands, seat

A, B = (50, 50), (250, 50)


@pytest.fixture
def kit():
    return make_kit((400, 300), 1.8)


@pytest.fixture
def pair(kit):
    left, right = Notebook(kit, "left", (0, 0, 100, 100)), Notebook(kit, "right", (200, 0, 100, 100))
    return left, right, Hands(seat(kit, left, right))


# -- holding


def test_everything_of_a_pointer_goes_to_where_it_came_down(pair):
    left, right, hands = pair
    hands.drag(A, B, steps=2)
    assert left.kinds == ["down", "move", "move", "up"]
    assert right.seen == []
    assert hands.ui.held is None
    assert not left.pressed


def test_a_second_finger_never_disturbs_a_drag(pair):
    left, right, hands = pair
    hands.drag(A, finger=1, up=False)
    assert hands.point("down", B, 2)
    hands.point("move", (260, 60), 2)
    hands.point("up", (260, 60), 2)
    assert right.seen == []
    assert hands.ui.held is left
    hands.point("up", A, 1)
    assert left.seen == [("down", 1), ("up", 1)]


def test_twist_and_pinch_are_told_to_the_holder_wherever_they_are(pair):
    left, right, hands = pair
    hands.drag(A, finger=1, up=False)
    hands.point("twist", B, 1, 0.4)
    hands.point("pinch", B, 1, 1.2)
    hands.point("wheel", B, amount=1.0)
    assert left.kinds == ["down", "twist", "pinch", "wheel"]
    assert right.seen == []


def test_with_nothing_held_they_go_to_what_lies_there(pair):
    left, right, hands = pair
    for kind in ("twist", "pinch", "wheel", "context"):
        hands.point(kind, B, 1, 1.0)
    assert right.kinds == ["twist", "pinch", "wheel", "context"]
    assert left.seen == []


def test_a_cancel_ends_a_drag_and_the_next_press_works(pair):
    left, right, hands = pair
    hands.drag(A, finger=1, up=False)
    hands.point("cancel", (-1, -1), 1)
    assert left.kinds == ["down", "cancel"]
    hands.click(B, finger=2)
    assert right.kinds == ["down", "up"]


def test_letting_go_cancels_once(pair):
    left, _right, hands = pair
    hands.drag(A, up=False)
    hands.ui.let_go()
    hands.ui.let_go()
    assert left.kinds == ["down", "cancel"]
    assert not hands.point("up", A)


def test_a_press_whose_end_was_lost_does_not_block_the_screen(pair):
    left, right, hands = pair
    hands.drag(A, up=False)
    hands.click(B)
    assert left.kinds == ["down", "cancel"]
    assert right.kinds[:2] == ["down", "up"]


def test_a_long_press_is_told_unless_the_pointer_strays(pair, kit):
    left, _right, hands = pair
    hands.drag(A, finger=1, up=False)
    hands.point("move", (A[0] + 2, A[1]), 1)
    hands.wait(kit.theme.seconds.long_press + 0.1)
    assert left.kinds == ["down", "move", "hold"]
    hands.point("up", A, 1)
    hands.drag(A, (95, 95), finger=1, up=False)
    hands.wait(1.0)
    assert left.kinds.count("hold") == 1


def test_the_upper_widget_is_asked_first_and_a_disabled_one_not_at_all(kit):
    below, above = Notebook(kit, "below", (0, 0, 100, 100)), Notebook(kit, "above", (0, 0, 100, 100))
    hands = Hands(seat(kit, below, above))
    hands.click(A)
    assert (below.kinds, above.kinds[:2]) == ([], ["down", "up"])
    above.enabled = False
    hands.click(A)
    assert below.kinds[:2] == ["down", "up"]
    below.visible = above.visible = False
    assert not hands.point("down", A)


def test_a_container_that_clips_hides_what_lies_outside_from_the_hand(kit):
    pressed = []
    keys = [Button(kit, str(i), f"{i}", on_press=lambda i=i: pressed.append(i)) for i in range(9)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", keys))
    scroll.place(pygame.Rect(0, 0, 300, 100))
    hands = Hands(seat(kit, scroll))
    hidden = keys[8].rect.center
    assert hidden[1] > 100
    hands.click(hidden)
    assert pressed == []
    hands.click((keys[0].rect.centerx, 20))
    assert pressed == [0]


# -- hovering and tips


def test_hovering_lights_one_widget_and_its_tip_comes_in_time(kit):
    left, right = Button(kit, "l", "L", tip="Left one"), Button(kit, "r", "R")
    hands = Hands(seat(kit, left, right))
    hands.point("hover", left.rect.center)
    assert left.hovered
    assert not right.hovered
    assert hands.ui.tip is None
    hands.wait(kit.theme.seconds.tooltip + 0.1)
    assert hands.ui.tip is left
    hands.point("hover", right.rect.center)
    assert right.hovered
    assert not left.hovered
    assert hands.ui.tip is None
    hands.point("hover", (-1, -1))
    assert not right.hovered


def test_the_mouse_still_hovers_after_a_click_and_a_finger_does_not(kit):
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    hands.click(button.rect.center)
    assert button.hovered
    hands.click(button.rect.center, finger=2)
    assert not button.hovered


def test_a_long_touch_and_the_focus_show_the_tip_too(kit):
    button = Button(kit, "b", "B", tip="What it is for")
    hands = Hands(seat(kit, button))
    hands.drag(button.rect.center, finger=2, up=False)
    hands.wait(kit.theme.seconds.long_press + 0.1)
    assert hands.ui.tip is button
    hands.point("up", button.rect.center, 2)
    assert hands.ui.tip is None
    hands.act("next")
    assert hands.ui.tip is button
