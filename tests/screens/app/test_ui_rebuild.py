"""What survives when a screen is built again, and what widgets honestly say of themselves."""

import pygame
import pytest

from sprites.widgets import Button, Column, Label, Panel, Row, Scroll, Slider, Toggle
from sprites.widgets.input import Pointer
from sprites.widgets.ui import Ui
from tests.gallery import make_kit, nothing
from tests.notebook import Notebook
from tests.uihands import Hands, seat

A = (50, 50)


@pytest.fixture
def kit():
    return make_kit((400, 300), 1.8)


# -- built again


def settings_page(kit, size):
    parts = [
        Slider(kit, "volume", "Volume", 0.5, 0, 1, 0.1, nothing),
        *(Toggle(kit, f"toggle{i}", f"Choice {i}", False, nothing) for i in range(12)),
    ]
    scroll = Scroll(kit, "scroll", Column(kit, "column", parts))
    scroll.place(pygame.Rect((0, 0), size))
    ui = Ui(kit)
    ui.add(scroll)
    return ui


def rebuilt(ui, kit, size):
    fresh = settings_page(kit, size)
    fresh.recall(ui)
    return fresh


def test_focus_and_scrolling_survive_a_rebuild(kit):
    ui = settings_page(kit, (400, 300))
    hands = Hands(ui)
    for _ in range(9):
        hands.act("next")
    hands.wait(2.0)
    scrolled = ui.find("scroll").offset
    assert scrolled > 0
    fresh = rebuilt(ui, kit, (400, 300))
    assert (fresh.focus.key, fresh.show_focus) == (ui.focus.key, True)
    assert fresh.focus is not ui.focus
    assert fresh.find("scroll").offset == scrolled


def test_a_focus_that_is_gone_after_a_rebuild_leaves_what_the_build_chose(kit):
    old, fresh = seat(kit, Button(kit, "old", "Old")), seat(kit, Button(kit, "new", "New"))
    old.set_focus(old.find("old"))
    fresh.set_focus(fresh.find("new"))
    fresh.recall(old)
    assert fresh.focus.key == "new"


def test_a_slider_stays_in_the_hand_through_a_rebuild(kit):
    ui = settings_page(kit, (400, 300))
    hands = Hands(ui)
    slider = ui.find("volume")
    hands.drag((slider.knob_x(), slider.track().centery), up=False)
    hands.ui = fresh = rebuilt(ui, kit, (400, 300))
    assert fresh.held is fresh.find("volume")
    assert ui.held is None
    hands.point("move", (slider.track().right + 50, slider.track().centery))
    hands.point("up", (slider.track().right + 50, slider.track().centery))
    assert (fresh.find("volume").value, slider.value) == (1.0, 0.5)
    assert fresh.held is None


def test_any_other_gesture_is_cancelled_by_a_rebuild(kit):
    old = Notebook(kit, "n", (0, 0, 100, 100))
    hands = Hands(seat(kit, old))
    hands.drag(A, up=False)
    fresh = seat(kit, Notebook(kit, "n", (0, 0, 100, 100)))
    fresh.recall(hands.ui)
    assert old.kinds == ["down", "cancel"]
    assert fresh.held is None


# -- honesty


def test_overflows_name_texts_that_do_not_fit(kit):
    label = Label(kit, "label", "Words " * 60)
    label.place(pygame.Rect(0, 0, 100, 40))
    button = Button(kit, "button", "Kapitänsmützenabzeichenträger")
    button.place(pygame.Rect(0, 60, kit.px(50), kit.px(50)))
    faults = seat(kit, label, button).overflows()
    assert [fault.split(":")[0] for fault in faults] == ["Label 'label'", "Button 'button'"]


def test_overflows_name_what_sticks_out_and_what_is_too_small(kit):
    small = Button(kit, "small", icon="undo")
    small.place(pygame.Rect(10, 10, 20, 20))
    out = Button(kit, "out", icon="undo")
    out.place(pygame.Rect(380, 100, kit.px(60), kit.px(60)))
    inner = Panel(kit, "panel", Row(kit, "row", [Button(kit, "wide", "W" * 9)]))
    inner.place(pygame.Rect(0, 200, 200, kit.px(60)))
    faults = " ".join(seat(kit, small, out, inner).overflows())
    assert "'small': (20, 20) is too small" in faults
    assert "'out'" in faults
    assert "sticks out" in faults
    assert "'wide'" in faults


def test_what_scrolls_may_stick_out_below_but_not_aside(kit):
    tall = Column(kit, "column", [Button(kit, f"b{i}", "B") for i in range(20)])
    scroll = Scroll(kit, "scroll", tall)
    scroll.place(pygame.Rect(0, 0, 300, 200))
    ui = seat(kit, scroll)
    assert ui.overflows() == []
    tall.children()[3].place(pygame.Rect(250, 100, 100, kit.px(60)))
    assert len(ui.overflows()) == 1


def test_nothing_is_asked_of_what_cannot_be_seen(kit):
    label = Label(kit, "label", "Words " * 60)
    label.place(pygame.Rect(0, 0, 100, 40))
    label.visible = False
    assert seat(kit, label).overflows() == []


def test_at_rest_nothing_moves(kit):
    hands = Hands(settings_page(kit, (400, 300)))
    assert not hands.wait(0.1)
    hands.ui.handle(Pointer("hover", (100, 100)))
    hands.wait(1.0)
    assert not hands.ui.update(0.016)
