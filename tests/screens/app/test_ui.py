"""Pointer capture, hovering, focus order, text focus, what survives a rebuild, and consistency checks."""

import pygame
import pytest

from sprites.widgets import Button, Column, Grid, Label, Panel, Row, Scroll, Slider, TextField, Toggle
from sprites.widgets.base import Widget
from sprites.widgets.input import Pointer
from sprites.widgets.ui import Ui
from tests.support.gallery import make_kit, nothing
from tests.support.hands.ui import Hands, seat

A, B = (50, 50), (250, 50)


class RecordingWidget(Widget):
    """Takes every pointer event and records it."""

    def __init__(self, kit, key, rect, **options):
        super().__init__(kit, key, pygame.Rect(rect), **options)
        self.seen = []
        self.actions = []

    def point(self, event):
        self.seen.append((event.kind, event.id))
        return True

    def act(self, action):
        self.actions.append(action.name)
        return action.name == "accept"

    @property
    def kinds(self):
        return [kind for kind, _ in self.seen]


@pytest.fixture
def kit():
    return make_kit((400, 300), 1.8)


@pytest.fixture
def pair(kit):
    left, right = RecordingWidget(kit, "left", (0, 0, 100, 100)), RecordingWidget(kit, "right", (200, 0, 100, 100))
    return left, right, Hands(seat(kit, left, right))


# -- holding


def test_pointer_events_go_to_the_pressed_widget_despite_a_second_finger(pair):
    left, right, hands = pair
    hands.drag(A, B, steps=2)
    assert left.kinds == ["down", "move", "move", "up"]
    assert right.seen == []
    assert hands.ui.held is None
    assert not left.pressed
    # a second finger never disturbs a drag
    left.seen.clear()
    hands.drag(A, finger=1, up=False)
    assert hands.point("down", B, 2)
    hands.point("move", (260, 60), 2)
    hands.point("up", (260, 60), 2)
    assert right.seen == []
    assert hands.ui.held is left
    hands.point("up", A, 1)
    assert left.seen == [("down", 1), ("up", 1)]
    # twist and pinch go to the holder wherever they are
    left.seen.clear()
    hands.drag(A, finger=1, up=False)
    hands.point("twist", B, 1, 0.4)
    hands.point("pinch", B, 1, 1.2)
    hands.point("wheel", B, amount=1.0)
    assert left.kinds == ["down", "twist", "pinch", "wheel"]
    assert right.seen == []
    # with nothing held they go to the widget there
    hands.point("up", A, 1)
    left.seen.clear()
    for kind in ("twist", "pinch", "wheel", "context"):
        hands.point(kind, B, 1, 1.0)
    assert right.kinds == ["twist", "pinch", "wheel", "context"]
    assert left.seen == []


def test_a_drag_ends_by_cancel_let_go_or_the_next_press(pair):
    left, right, hands = pair
    hands.drag(A, finger=1, up=False)
    hands.point("cancel", (-1, -1), 1)
    assert left.kinds == ["down", "cancel"]
    hands.click(B, finger=2)
    assert right.kinds == ["down", "up"]
    # letting go cancels once
    left.seen.clear()
    hands.drag(A, up=False)
    hands.ui.cancel_gesture()
    hands.ui.cancel_gesture()
    assert left.kinds == ["down", "cancel"]
    assert not hands.point("up", A)
    # a press whose end was lost does not block the screen
    left.seen.clear()
    right.seen.clear()
    hands.drag(A, up=False)
    hands.click(B)
    assert left.kinds == ["down", "cancel"]
    assert right.kinds[:2] == ["down", "up"]


def test_a_long_press_is_reported_unless_the_pointer_moves_away(pair, kit):
    left, _right, hands = pair
    hands.drag(A, finger=1, up=False)
    hands.point("move", (A[0] + 2, A[1]), 1)
    hands.wait(kit.theme.seconds.long_press + 0.1)
    assert left.kinds == ["down", "move", "hold"]
    hands.point("up", A, 1)
    hands.drag(A, (95, 95), finger=1, up=False)
    hands.wait(1.0)
    assert left.kinds.count("hold") == 1


def test_the_topmost_enabled_and_unclipped_widget_is_pressed(kit):
    below, above = RecordingWidget(kit, "below", (0, 0, 100, 100)), RecordingWidget(kit, "above", (0, 0, 100, 100))
    hands = Hands(seat(kit, below, above))
    hands.click(A)
    assert (below.kinds, above.kinds[:2]) == ([], ["down", "up"])
    above.enabled = False
    hands.click(A)
    assert below.kinds[:2] == ["down", "up"]
    below.visible = above.visible = False
    assert not hands.point("down", A)
    # a container that clips hides what lies outside from input
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


def test_a_widget_left_by_a_fast_mouse_receives_a_last_hover(pair):
    left, right, hands = pair
    for away in (B, (390, 290), (-1, -1)):
        hands.point("hover", A)
        hands.point("hover", away)
    assert left.kinds == ["hover", "hover"] * 3
    assert right.kinds == ["hover", "hover"]


def test_a_right_clicked_widget_receives_a_hover_when_the_mouse_leaves(pair):
    left, _, hands = pair
    hands.point("context", A)
    hands.point("hover", (390, 290))
    assert left.kinds == ["context", "hover"]


def test_tooltips_appear_after_hover_long_press_or_focus(kit):
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
    # the mouse still hovers after a click, but a tip comes only with the next hovering; no finger hovers
    button = Button(kit, "b", "B", tip="What it is for")
    hands = Hands(seat(kit, button))
    hands.click(button.rect.center)
    hands.wait(kit.theme.seconds.tooltip + 0.1)
    assert button.hovered
    assert hands.ui.tip is None
    fresh = Button(kit, "b", "B", tip="What it is for")
    fresh.place(button.rect)
    anew = seat(kit, fresh)
    anew.restore_from(hands.ui)
    hands = Hands(anew)
    hands.wait(kit.theme.seconds.tooltip + 0.1)
    assert fresh.hovered
    assert hands.ui.tip is None
    for position in ((-1, -1), fresh.rect.center):
        hands.point("hover", position)
    hands.wait(kit.theme.seconds.tooltip + 0.1)
    assert hands.ui.tip is fresh
    hands.click(fresh.rect.center, finger=2)
    assert not fresh.hovered
    # a long touch and the focus show the tip too
    button = Button(kit, "b", "B", tip="What it is for")
    hands = Hands(seat(kit, button))
    hands.drag(button.rect.center, finger=2, up=False)
    hands.wait(kit.theme.seconds.long_press + 0.1)
    assert hands.ui.tip is button
    hands.point("up", button.rect.center, 2)
    assert hands.ui.tip is None
    hands.act("next")
    assert hands.ui.tip is button


@pytest.mark.parametrize(("tip", "seconds", "strays", "presses"), [
    ("What it is for", 0.4, 0, 1),
    ("What it is for", 1.0, 0, 1),  # a slow press
    ("What it is for", 1.2, 0, 0),
    ("What it is for", 1.2, 20, 1),
    ("", 1.2, 0, 1),
])  # fmt: skip
def test_a_finger_that_was_held_to_read_a_tooltip_does_not_press(kit, tip, seconds, strays, presses):
    told = []
    button = Button(kit, "b", "B", on_press=lambda: told.append(1), tip=tip)
    hands = Hands(seat(kit, button))
    x, y = button.rect.center
    hands.drag((x, y), finger=2, up=False)
    hands.wait(seconds)
    hands.point("move", (x + kit.px(strays), y), 2)
    hands.point("up", (x + kit.px(strays), y), 2)
    assert len(told) == presses
    hands.drag((x, y), up=False)  # a mouse has no need of it
    hands.wait(seconds)
    hands.point("up", (x, y))
    assert len(told) == presses + 1


# -- rebuilds


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
    fresh.restore_from(ui)
    return fresh


def test_focus_and_scrolling_survive_a_rebuild(kit):
    ui = settings_page(kit, (400, 300))
    hands = Hands(ui)
    hands.walk(*["next"] * 9)
    hands.wait(2.0)
    scrolled = ui.find("scroll").offset
    assert scrolled > 0
    fresh = rebuilt(ui, kit, (400, 300))
    assert (fresh.focus.key, fresh.show_focus) == (ui.focus.key, True)
    assert fresh.focus is not ui.focus
    assert fresh.find("scroll").offset == scrolled
    # a focus that is gone after a rebuild leaves what the build chose
    old, fresh = seat(kit, Button(kit, "old", "Old")), seat(kit, Button(kit, "new", "New"))
    old.set_focus(old.find("old"))
    fresh.set_focus(fresh.find("new"))
    fresh.restore_from(old)
    assert fresh.focus.key == "new"
    # at rest nothing moves
    hands = Hands(settings_page(kit, (400, 300)))
    assert not hands.wait(0.1)
    hands.ui.handle(Pointer("hover", (100, 100)))
    hands.wait(1.0)
    assert not hands.ui.update(0.016)


def test_a_slider_drag_survives_a_rebuild_and_other_gestures_are_cancelled(kit):
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
    # any other gesture is cancelled by a rebuild
    old = RecordingWidget(kit, "n", (0, 0, 100, 100))
    hands = Hands(seat(kit, old))
    hands.drag(A, up=False)
    fresh = seat(kit, RecordingWidget(kit, "n", (0, 0, 100, 100)))
    fresh.restore_from(hands.ui)
    assert old.kinds == ["down", "cancel"]
    assert fresh.held is None


def test_a_press_survives_a_rebuild_that_leaves_the_button_in_place(kit):
    def page(left):
        button = Button(kit, "go", "Go", on_press=lambda: pressed.append(left))
        button.place(pygame.Rect(left, 0, 100, 50))
        return seat(kit, button)

    pressed, hands = [], Hands(page(0))
    hands.point("down", (50, 25))
    anew = page(0)
    anew.restore_from(hands.ui)
    hands.ui = anew
    assert anew.find("go").pressed
    hands.point("up", (50, 25))
    assert pressed == [0]
    # what lies elsewhere now is not what was pressed
    hands.point("down", (50, 25))
    anew = page(20)
    anew.restore_from(hands.ui)
    hands.ui = anew
    hands.point("up", (50, 25))
    assert pressed == [0]


# -- honest layout


def test_overflows_reports_clipped_text_overhang_and_small_targets(kit):
    label = Label(kit, "label", "Words " * 60)
    label.place(pygame.Rect(0, 0, 100, 40))
    button = Button(kit, "button", "Kapitänsmützenabzeichenträger")
    button.place(pygame.Rect(0, 60, kit.px(50), kit.px(50)))
    faults = seat(kit, label, button).overflows()
    assert [fault.split(":")[0] for fault in faults] == ["Label 'label'", "Button 'button'"]
    # nothing is required of what is invisible
    label.visible = False
    assert seat(kit, label).overflows() == []
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
    # scrolled content may extend below but not to the side
    tall = Column(kit, "column", [Button(kit, f"b{i}", "B") for i in range(20)])
    scroll = Scroll(kit, "scroll", tall)
    scroll.place(pygame.Rect(0, 0, 300, 200))
    ui = seat(kit, scroll)
    assert ui.overflows() == []
    tall.children()[3].place(pygame.Rect(250, 100, 100, kit.px(60)))
    assert len(ui.overflows()) == 1


def grid_of(kit, cols, count):
    keys = [Button(kit, str(i), str(i)) for i in range(count)]
    grid = Grid(kit, "grid", keys, cols)
    grid.place(pygame.Rect(0, 0, 390, grid.measure(390)))
    return Hands(seat(kit, grid))


def test_arrow_keys_move_the_focus_through_a_grid_by_position(kit):
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
def test_every_cell_of_a_ragged_grid_is_reachable_by_arrows(kit, send):
    hands = grid_of(kit, 4, 10)
    press = getattr(hands, send)
    press("down")
    reached = {hands.ui.focus.key}
    for way in ("right", "right", "right", "down", "left", "left", "left", "down", "right"):
        press(way)
        reached.add(hands.ui.focus.key)
    assert reached == {str(i) for i in range(10)}


class CardOfButtons(Button):
    """A button with two others on it, at its right."""

    def children(self):
        for one, offset in zip(self.inside, (-8, 8), strict=True):
            one.place(pygame.Rect(0, 0, 30, 12).move_to(midright=(self.rect.right, self.rect.centery + offset)))
        return self.inside


def test_arrows_reach_the_buttons_on_a_card_through_the_card_only(kit):
    cards = []
    for name in "abcd":
        cards.append(CardOfButtons(kit, name, name))
        cards[-1].inside = [Button(kit, f"{name}{number}") for number in (1, 2)]
    grid = Grid(kit, "grid", cards, 2)
    grid.place(pygame.Rect(0, 0, 390, grid.measure(390)))
    hands = Hands(seat(kit, grid))
    seen = []
    for name in ("down", "down", "right", "down", "right", "right", "left", "left", "left", "up"):
        hands.act(name)
        seen.append(hands.ui.focus.key)
    assert seen == ["a", "c", "c1", "c2", "d", "d1", "d", "c", "c", "a"]


def test_arrows_reach_what_a_scroll_in_their_way_hides(kit):
    above, below = Button(kit, "above", "Above"), Button(kit, "below", "Below")
    hidden = [Label(kit, "text", "Words and words. " * 30), Button(kit, "first", "1"), Button(kit, "second", "2")]
    scroll = Scroll(kit, "scroll", Column(kit, "column", hidden))
    for widget, top, height in ((above, 0, 60), (scroll, 70, 60), (below, 140, 60)):
        widget.place(pygame.Rect(0, top, 300, height))
    for start, arrow in ((above, "down"), (below, "up")):
        hands = Hands(seat(kit, above, scroll, below))
        scroll.slide.jump(0)
        scroll.moved()
        hands.ui.set_focus(start)
        hands.ui.show_focus = True
        hands.act(arrow)
        hands.wait(1.0)
        assert hands.ui.focus.key in ("first", "second")
        assert scroll.rect.contains(hands.ui.focus.rect)


def test_a_button_beside_a_slider_that_uses_left_and_right_itself_is_reached_from_below(kit):
    row = Row(kit, "row", [Slider(kit, "slider", "", 0.5, 0, 1, 0.1, nothing), Button(kit, "beside", "Beside")])
    wide = Button(kit, "wide", "Wide")
    hands = Hands(seat(kit, row, wide))
    seen = []
    for name in ("down", "right", "down", "up", "left"):
        hands.act(name)
        seen.append(hands.ui.focus.key)
    assert seen == ["slider", "slider", "wide", "beside", "slider"]


def test_tab_cycles_the_focus_both_ways_and_skips_disabled_widgets(kit):
    first, off, last = Button(kit, "1", "1"), Button(kit, "2", "2", enabled=False), Button(kit, "3", "3")
    hands = Hands(seat(kit, first, Label(kit, "t", "Text"), off, last))
    assert [(hands.act("next"), hands.ui.focus.key)[1] for _ in range(3)] == ["1", "3", "1"]
    assert [(hands.act("previous"), hands.ui.focus.key)[1] for _ in range(2)] == ["3", "1"]
    last.visible = False
    hands.act("next")
    assert hands.ui.focus is first


def test_the_focus_shows_for_keys_only_and_the_first_accept_presses_nothing(kit):
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


def test_unused_actions_bubble_to_containers_and_are_reported_unused(kit):
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


def test_moving_the_focus_and_pressing_play_sounds():
    heard = []
    kit = make_kit((400, 300), play=heard.append)
    hands = Hands(seat(kit, Button(kit, "1", "1"), Button(kit, "2", "2")))
    hands.walk("next", "accept")
    hands.click(hands.ui.find("2").rect.center)
    assert heard == ["focus", "press", "press"]


def test_printable_keys_only_type_while_a_text_field_has_the_focus(kit):
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
