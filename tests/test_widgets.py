"""Each widget by mouse, touch, keyboard and pad; what it measures; how it scrolls, wraps and writes."""

from itertools import pairwise

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprites import materials, surfaces, tokens, wrapping
from sprites.ui import Ui
from sprites.widgets import (
    Button,
    Choice,
    Column,
    Grid,
    Label,
    ListBox,
    ListRow,
    OnScreenKeyboard,
    Panel,
    Picture,
    Progress,
    RichText,
    Row,
    Scroll,
    Slider,
    Spacer,
    TextField,
    Toast,
    Toggle,
    draw_tooltip,
)
from sprites.widgets.base import fit
from sprites.widgets.fields import ALL_NATIONAL, DIGITS, LETTERS, NATIONAL
from sprites.widgets.scroll import Slide
from sprites.widgets.texts import blocks, voices
from tests import gallery
from tests.gallery import make_kit, nothing
from tests.hands import FRAME, Hands, press_by, seat

WAYS = ("mouse", "touch", "keys", "pad")
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


@pytest.fixture(scope="module")
def kit():
    return make_kit((640, 480), 1.5)


@pytest.fixture
def told():
    return []


# -- pressed things


@pytest.mark.parametrize("way", WAYS)
def test_a_button_is_pressed_by_every_hand(kit, told, way):
    hands = Hands(seat(kit, Button(kit, "other", "Other"), Button(kit, "b", "B", on_press=lambda: told.append("b"))))
    press_by(way, hands, "b")
    assert told == ["b"]


@pytest.mark.parametrize("finger", [None, 2])
def test_letting_go_beside_a_button_presses_nothing(kit, told, finger):
    button = Button(kit, "b", "B", on_press=lambda: told.append(1))
    hands = Hands(seat(kit, button))
    hands.drag(button.rect.center, (button.rect.centerx, button.rect.bottom + 60), finger=finger)
    assert told == []
    hands.drag(button.rect.center, (button.rect.centerx, button.rect.bottom + 60), button.rect.center, finger=finger)
    assert told == [1]


def test_a_cancelled_press_presses_nothing(kit, told):
    button = Button(kit, "b", "B", on_press=lambda: told.append(1))
    hands = Hands(seat(kit, button))
    hands.drag(button.rect.center, finger=1, up=False)
    hands.point("cancel", button.rect.center, 1)
    assert told == []
    assert not button.pressed


def test_a_button_sinks_within_one_frame_and_rises_when_the_pointer_leaves(kit):
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    hands.point("down", button.rect.center)
    assert hands.ui.update(FRAME)
    assert button.sink.value == 1.0
    hands.point("move", (button.rect.right + 50, button.rect.centery))
    hands.wait(0.3)
    assert button.sink.value == 0.0


def test_a_button_rises_softly_under_the_mouse(kit):
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    hands.point("hover", button.rect.center)
    hands.ui.update(FRAME)
    assert 0 < button.lift.value < 0.5
    hands.wait(0.3)
    assert button.lift.value == 1.0
    assert not hands.ui.update(FRAME)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_what_is_disabled_does_nothing_and_looks_it(kit, told, way):
    on, off = Button(kit, "on", "B", style="primary"), Button(kit, "off", "B", enabled=False, style="primary")
    off.on_press = lambda: told.append(1)
    hands = Hands(seat(kit, on, off))
    press_by(way, hands, "off")
    hands.wait(0.3)
    assert told == []
    bright, dim = (pixels(button)[button.rect.left : button.rect.right].mean() for button in (on, off))
    assert bright > 2 * dim


@pytest.mark.parametrize("way", WAYS)
def test_a_toggle_switches_over(kit, told, way):
    toggle = Toggle(kit, "t", "Switch", False, told.append)
    hands = Hands(seat(kit, Button(kit, "b", "B"), toggle))
    press_by(way, hands, "t")
    press_by(way, hands, "t")
    assert told == [True, False]
    hands.wait(0.3)
    assert toggle.slide.value == 0.0


def test_arrows_set_a_toggle_and_pass_on_when_there_is_nothing_to_set(kit, told):
    hands = Hands(seat(kit, Toggle(kit, "t", "Switch", False, told.append)))
    hands.act("next")
    for name in ("left", "right", "right", "left"):
        hands.act(name)
    assert told == [True, False]


@pytest.mark.parametrize("way", WAYS)
def test_a_tap_on_a_choice_goes_on_to_the_next_and_round(kit, told, way):
    choice = Choice(kit, "c", "Choice", [("a", "One"), ("b", "Two"), ("c", "Three")], "b", told.append)
    hands = Hands(seat(kit, Button(kit, "b", "B"), choice))
    for _ in range(3):
        press_by(way, hands, "c")
    assert told == ["c", "a", "b"]


def test_the_left_arrow_of_a_choice_goes_back_and_so_does_the_key(kit, told):
    choice = Choice(kit, "c", "Choice", [(i, str(i)) for i in range(3)], 0, told.append)
    hands = Hands(seat(kit, choice))
    control = choice.parts()[1]
    hands.click((control.left + 8, control.centery))
    hands.click((control.right - 8, control.centery))
    hands.act("next")
    hands.act("left")
    hands.pad("right")
    assert told == [2, 0, 2, 0]
    assert choice.text == "0"


def test_a_choice_of_one_or_none_changes_nothing(kit, told):
    hands = Hands(
        seat(kit, Choice(kit, "c", "C", [(1, "1")], 1, told.append), Choice(kit, "d", "D", [], 0, told.append))
    )
    for key in ("c", "d"):
        press_by("mouse", hands, key)
    assert told == []


# -- slider


def slider_at(kit, told, **options):
    slider = Slider(kit, "s", "Volume", 0.5, 0.0, 1.0, 0.1, told.append, "{:.0%}".format, **options)
    return slider, Hands(seat(kit, slider))


@pytest.mark.parametrize("finger", [None, 4])
def test_a_slider_is_dragged(kit, told, finger):
    released = []
    slider, hands = slider_at(kit, told, on_release=released.append)
    track = slider._track()
    hands.drag((slider._knob_x(), track.centery), (track.right + 40, track.centery), finger=finger)
    assert slider.value == 1.0
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert released == [1.0]


def test_the_knob_keeps_its_place_under_the_finger(kit, told):
    slider, hands = slider_at(kit, told)
    hands.drag((slider._knob_x() + 12, slider._track().centery), finger=1)
    assert told == []


def test_pressing_the_groove_jumps_there(kit, told):
    slider, hands = slider_at(kit, told)
    track = slider._track()
    hands.click((track.left + round(track.width * 0.2), track.centery))
    hands.click((track.left + round(track.width * 0.9), track.centery), finger=1)
    assert told == [0.2, 0.9]


@pytest.mark.parametrize("send", ["act", "pad"])
def test_arrows_nudge_a_slider_between_its_ends(kit, told, send):
    slider, hands = slider_at(kit, told)
    hands.act("next")
    for name in ("right", "left", "left", "page_up", "right", "page_down"):
        getattr(hands, send)(name)
    assert told == [0.6, 0.5, 0.4, 1.0, 0.0]
    assert slider.value == 0.0


def test_the_wheel_turns_a_slider(kit, told):
    slider, hands = slider_at(kit, told)
    hands.point("wheel", slider._track().center, amount=1.0)
    hands.point("wheel", slider._track().center, amount=-0.2)
    assert told == [0.6, 0.5]
    assert not hands.point("wheel", slider.parts()[0].center, amount=1.0)


def test_a_cancelled_drag_of_a_slider_goes_home(kit, told):
    slider, hands = slider_at(kit, told)
    track = slider._track()
    hands.drag((slider._knob_x(), track.centery), (track.right, track.centery), finger=1, up=False)
    hands.point("cancel", (-1, -1), 1)
    assert slider.value == 0.5


def test_a_slider_without_range_or_step_holds(kit, told):
    flat = Slider(kit, "flat", "F", 3, 3, 3, 1, told.append)
    free = Slider(kit, "free", "F", 0.25, 0, 1, 0, told.append)
    hands = Hands(seat(kit, flat, free))
    hands.click(flat._track().center)
    hands.click((free._track().left + round(free._track().width * 0.8), free._track().centery))
    assert flat.value == 3
    assert free.value == pytest.approx(0.8, abs=0.01)


# -- scrolling


def page_of(kit, told, count=20, height=240):
    keys = [Button(kit, f"b{i}", f"Button {i}", on_press=lambda i=i: told.append(i)) for i in range(count)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", keys))
    scroll.place(pygame.Rect(0, 0, 300, height))
    return scroll, Hands(seat(kit, scroll))


@pytest.mark.parametrize("finger", [None, 3])
def test_a_drag_that_begins_on_a_button_scrolls_and_presses_nothing(kit, told, finger):
    scroll, hands = page_of(kit, told)
    button = hands.ui.find("b1")
    start = button.rect.center
    hands.drag(start, (start[0], start[1] - 60), finger=finger, up=False)
    assert hands.ui.held is scroll
    assert scroll.offset == pytest.approx(60, abs=2)
    assert button.rect.centery == pytest.approx(start[1] - 60, abs=2)
    assert not button.pressed
    hands.point("up", (start[0], start[1] - 60), finger)
    assert told == []


def test_a_little_way_is_still_a_press(kit, told):
    _scroll, hands = page_of(kit, told)
    start = hands.ui.find("b1").rect.center
    hands.drag(start, (start[0] + 3, start[1] + 4), finger=3)
    assert told == [1]


def test_a_throw_runs_on_slows_down_and_comes_to_rest(kit, told):
    scroll, hands = page_of(kit, told)
    hands.drag((100, 200), (100, 100), finger=3, steps=6)
    offsets = []
    while hands.ui.update(FRAME):
        offsets.append(scroll.slide.offset)
        assert len(offsets) < 600
    ways = [b - a for a, b in pairwise(offsets)]
    assert scroll.offset > 130
    assert all(later <= earlier + 1e-6 for earlier, later in pairwise(ways))
    assert scroll.child.rect.top == -scroll.offset


def test_a_hand_that_rests_before_it_lets_go_throws_nothing(kit, told):
    scroll, hands = page_of(kit, told)
    hands.drag((100, 200), (100, 100), finger=3, up=False)
    hands.wait(0.6)
    assert not hands.ui.update(FRAME)
    hands.point("up", (100, 100), 3)
    before = scroll.offset
    hands.wait(1.0)
    assert scroll.offset == before


def test_a_touch_stops_a_throw_and_presses_nothing(kit, told):
    scroll, hands = page_of(kit, told, count=80)
    hands.drag((100, 200), (100, 60), finger=3, steps=4)
    hands.ui.update(FRAME)
    assert scroll.slide.fast
    under = next(w for w in hands.ui.focusable() if w.rect.collidepoint(100, w.rect.centery) and w.rect.top > 80)
    hands.click(under.rect.center, finger=3)
    stopped = scroll.offset
    hands.wait(1.0)
    assert told == []
    assert scroll.offset == stopped
    hands.click(next(w for w in hands.ui.focusable() if w.rect.top > 80).rect.center, finger=3)
    assert len(told) == 1


def test_a_cancelled_drag_does_not_run_on(kit, told):
    scroll, hands = page_of(kit, told, count=80)
    hands.drag((100, 200), (100, 60), finger=3, steps=4, up=False)
    hands.point("cancel", (-1, -1), 3)
    stopped = scroll.offset
    hands.wait(1.0)
    assert scroll.offset == stopped > 100


def test_with_reduced_motion_nothing_runs_on(told):
    kit = make_kit((640, 480), 1.5, reduced_motion=True)
    scroll, hands = page_of(kit, told)
    hands.drag((100, 200), (100, 100), finger=3)
    assert not hands.wait(0.1)
    hands.point("wheel", (100, 100), amount=-1.0)
    assert not hands.ui.update(FRAME)
    assert scroll.offset > 100


@given(st.lists(st.floats(0.001, 0.09), min_size=1, max_size=40), st.floats(-3000, 3000))
def test_a_throw_goes_equally_far_whatever_the_frame_rate(steps, speed):
    kit = make_kit((640, 480), 1.5)
    ends = []
    for parts in (steps, [sum(steps)]):
        slide = Slide(kit)
        slide.limit, slide.offset, slide.speed = 1e6, 5e5, speed
        for dt in parts:
            slide.update(dt)
        ends.append(slide.offset)
    # A throw is stopped once it is slow, at the latest one step after.
    assert ends[0] == pytest.approx(ends[1], abs=kit.px(15) * 0.4)


def test_the_wheel_and_page_keys_scroll_to_the_ends_and_no_further(kit, told):
    scroll, hands = page_of(kit, told)
    hands.point("wheel", (100, 100), amount=-1.0)
    hands.wait(1.0)
    assert scroll.offset > 0
    for _ in range(40):
        hands.act("page_down")
        hands.wait(0.3)
    assert scroll.offset == scroll.slide.limit
    for _ in range(40):
        hands.pad("page_up")
        hands.wait(0.3)
    assert scroll.offset == 0


def test_the_wheel_goes_on_scrolling_when_a_slider_comes_under_the_mouse(kit, told):
    parts = [Label(kit, f"l{i}", "Text") for i in range(4)]
    slider = Slider(kit, "s", "", 0.5, 0, 1, 0.1, told.append)
    more = [Label(kit, f"m{i}", "Text") for i in range(30)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", [*parts, slider, *more]))
    scroll.place(pygame.Rect(0, 0, 300, 200))
    hands = Hands(seat(kit, scroll))
    pos = (150, 20)
    for _ in range(12):
        hands.point("wheel", pos, amount=-0.3)
        hands.wait(0.3)
    assert told == []
    hands.point("wheel", pos, amount=8.0)
    hands.wait(1.0)
    hands.point("hover", slider._track().center)
    hands.point("wheel", slider._track().center, amount=1.0)
    assert told == [0.6]


def test_the_focus_is_brought_into_view(kit, told):
    scroll, hands = page_of(kit, told)
    for _ in range(16):
        hands.act("down")
        hands.wait(0.5)
        assert scroll.rect.contains(hands.ui.focus.rect)
    assert hands.ui.focus.key == "b15"
    hands.act("accept")
    assert told == [15]


def test_hurried_arrows_end_with_the_focus_in_view(kit, told):
    scroll, hands = page_of(kit, told)
    for _ in range(18):
        hands.act("down")
        hands.ui.update(FRAME)
    hands.wait(1.0)
    assert scroll.rect.contains(hands.ui.focus.rect)


def test_arrows_scroll_over_text_before_they_leap(kit, told):
    text = Label(kit, "text", "Words and words. " * 150)
    body = Column(kit, "column", [Button(kit, "top", "Top"), text, Button(kit, "end", "End")])
    scroll = Scroll(kit, "scroll", body)
    scroll.place(pygame.Rect(0, 0, 300, 240))
    hands = Hands(seat(kit, scroll))
    hands.act("down")
    assert hands.ui.focus.key == "top"
    presses = 0
    while hands.ui.focus.key == "top":
        hands.act("down")
        hands.wait(0.5)
        presses += 1
        assert presses < 60
    assert presses > 4
    assert scroll.rect.contains(hands.ui.focus.rect)


def test_text_alone_can_be_scrolled_by_keys(kit):
    scroll = Scroll(kit, "scroll", Label(kit, "text", "Words and words. " * 100))
    scroll.place(pygame.Rect(0, 0, 300, 200))
    hands = Hands(seat(kit, scroll))
    hands.act("down")
    assert hands.ui.focus is scroll
    hands.act("down")
    hands.wait(0.5)
    assert scroll.offset > 0


def test_from_below_a_scroll_the_arrow_down_does_not_find_what_is_hidden_in_it(kit, told):
    scroll, _hands = page_of(kit, told, height=150)
    below = Button(kit, "below", "Below")
    below.place(pygame.Rect(0, 170, 300, 90))
    hands = Hands(seat(kit, scroll, below))
    hands.ui.set_focus(below)
    hands.ui.show_focus = True
    hands.act("down")
    assert hands.ui.focus is below
    hands.act("up")
    assert hands.ui.focus.key in ("b0", "b1", "b2")


def test_arrows_go_on_inside_a_scroll_before_they_leave_it(kit, told):
    text = Label(kit, "text", "Words " * 12)
    scroll = Scroll(kit, "scroll", Column(kit, "column", [Button(kit, "a", "A"), text, Button(kit, "b", "B")]))
    scroll.place(pygame.Rect(0, 0, 300, 60))
    outside = Button(kit, "outside", "Outside")
    outside.place(pygame.Rect(0, 64, 300, 40))
    hands = Hands(seat(kit, scroll, outside))
    for _ in range(2):
        hands.act("down")
        hands.wait(0.5)
    assert hands.ui.focus.key == "b"
    hands.act("down")
    assert hands.ui.focus is outside


def test_the_bar_is_dragged_by_the_mouse(kit, told):
    scroll, hands = page_of(kit, told)
    hands.drag((297, 10), (297, 239))
    assert scroll.slide.offset == scroll.slide.limit
    hands.wait(0.5)
    assert scroll.slide.offset == scroll.slide.limit


def test_a_finger_across_a_slider_scrolls_and_along_it_slides(kit, told):
    keys = [Slider(kit, f"s{i}", "", 0.5, 0, 1, 0.1, told.append) for i in range(12)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", keys))
    scroll.place(pygame.Rect(0, 0, 300, 240))
    hands = Hands(seat(kit, scroll))
    x, y = keys[1]._knob_x(), keys[1].rect.centery
    hands.drag((x, y), (x + 4, y - 80), finger=1)
    assert scroll.offset > 40
    assert keys[1].value == 0.5
    hands.wait(2.0)
    told.clear()
    seen = next(key for key in keys if scroll.rect.contains(key.rect))
    place = (seen._knob_x(), seen.rect.centery)
    hands.drag(place, (place[0] + 150, place[1] + 5), finger=1)
    assert seen.value == 1.0


def test_a_scroll_that_has_room_for_all_does_not_scroll(kit, told):
    scroll, hands = page_of(kit, told, count=2)
    assert not scroll.scrollable
    hands.drag((100, 40), (100, 5), finger=1)
    assert scroll.offset == 0
    assert not hands.point("wheel", (100, 40), amount=1.0)


# -- list


def list_of(kit, told, count=30, **options):
    rows = [ListRow(f"Row {i}", "below" if i % 2 else "", enabled=i != 2) for i in range(count)]
    box = ListBox(kit, "list", rows, told.append, **options)
    box.place(pygame.Rect(0, 0, 300, 250))
    return box, Hands(seat(kit, box))


@pytest.mark.parametrize("finger", [None, 3])
def test_a_row_is_chosen_by_a_press_and_a_drag_scrolls_instead(kit, told, finger):
    box, hands = list_of(kit, told)
    hands.click(box.row_rect(1).center, finger)
    assert told == [1]
    hands.drag(box.row_rect(1).center, (150, 20), finger=finger, up=False)
    hands.wait(0.3)
    hands.point("up", (150, 20), finger)
    assert told == [1]
    assert box.offset > 30
    row = box.row_at((150, 100))
    hands.click((150, 100), finger)
    assert told == [1, row]


@pytest.mark.parametrize("send", ["act", "pad"])
def test_a_list_is_walked_by_keys_and_follows(kit, told, send):
    box, hands = list_of(kit, told)
    press = getattr(hands, send)
    press("down")
    for _ in range(20):
        press("down")
        hands.wait(0.3)
        assert box.rect.contains(hands.ui.focus.focus_rect())
        assert hands.ui.focus.focus_rect() == box.row_rect(box.cursor)
    press("accept")
    assert told == [20]
    press("page_up")
    assert box.cursor < 20
    for _ in range(10):
        press("page_up")
    press("accept")
    assert told == [20, 0]


def test_the_arrows_leave_a_list_at_its_ends(kit, told):
    box, _ = list_of(kit, told, count=3)
    below = Button(kit, "below", "Below")
    below.place(pygame.Rect(0, 300, 300, 90))
    hands = Hands(seat(kit, box, below))
    for _ in range(4):
        hands.act("down")
    assert hands.ui.focus is below
    hands.act("up")
    assert hands.ui.focus is box


def test_a_row_that_is_disabled_is_not_chosen(kit, told):
    box, hands = list_of(kit, told)
    hands.click(box.row_rect(2).center)
    hands.act("accept")
    assert told == []


def test_an_empty_list_takes_no_focus(kit, told):
    box, hands = list_of(kit, told, count=0)
    assert not box.focusable
    assert not hands.act("accept")
    assert told == []


def test_a_list_keeps_its_place_when_built_again(kit, told):
    box, hands = list_of(kit, told)
    hands.drag((100, 200), (100, 50), finger=1)
    hands.wait(3.0)
    box.cursor = 9
    other, _ = list_of(kit, told)
    fresh = Ui(kit)
    fresh.add(other)
    fresh.recall(hands.ui)
    assert (other.cursor, other.offset) == (9, box.offset)


def test_a_list_of_long_words_clips_nothing(kit, told):
    box = ListBox(kit, "list", [ListRow(LONG, LONG, "undo", "12. November 2026"), ListRow("short")], told.append)
    box.place(pygame.Rect(0, 0, 260, box.measure(260)))
    assert list(box.clipped()) == []


# -- writing


def field_of(kit, told, **options):
    field = TextField(kit, "f", "Name", "", told.append, **options)
    hands = Hands(seat(kit, field, Button(kit, "b", "B")))
    hands.click(field.parts()[1].center)
    return field, hands


def test_a_field_is_written_in_and_corrected(kit, told):
    field, hands = field_of(kit, told)
    hands.type("Żółw")
    for key in ("left", "left", "backspace", "delete", "home"):
        hands.act({"left": "left", "backspace": "undo"}.get(key, ""), key)
    hands.type("É")
    hands.act("", "end")
    hands.type("!")
    assert field.text == "ÉŻw!"
    assert told[-1] == "ÉŻw!"
    for _ in range(9):
        hands.act("undo", "backspace")
    assert field.text == ""
    assert field.caret == 0


def test_a_field_takes_what_is_allowed_and_no_more_than_fits(kit, told):
    field, hands = field_of(kit, told, max_length=4, allowed=str.isdigit)
    hands.type("1a2\n3")
    hands.type("456")
    assert field.text == "1234"


def test_enter_is_told_and_space_is_a_letter(kit, told):
    done = []
    field, hands = field_of(kit, told, on_done=done.append)
    hands.act("accept", "space", printable=True)
    hands.type(" ")
    hands.act("accept", "return")
    assert field.text == " "
    assert done == [" "]


def test_a_finger_and_a_pad_ask_for_the_keyboard_and_the_mouse_does_not(kit, told):
    asked = []
    field, hands = field_of(kit, told, ask_keyboard=lambda: asked.append(1))
    assert asked == []
    hands.pad("accept")
    assert asked == [1]
    hands.click(field.parts()[1].center, finger=1)
    assert asked == [1, 1]


def test_a_click_puts_the_caret_between_the_letters(kit, told):
    field, hands = field_of(kit, told)
    hands.type("WWWWWW")
    inner = field._inner()
    hands.click((inner.left + field._font.size("WW")[0] + 2, inner.centery))
    hands.type("i")
    assert field.text == "WWiWWWW"


def test_up_and_down_leave_a_field(kit, told):
    _field, hands = field_of(kit, told)
    hands.act("down")
    hands.act("down")
    assert hands.ui.focus.key == "b"


def test_a_long_text_is_seen_where_the_caret_is(kit, told):
    field, hands = field_of(kit, told, max_length=200)
    hands.type("W" * 100)
    assert field._scrolled() > 0
    hands.act("", "home")
    assert field._scrolled() == 0


def keyboard_of(kit, told, width=620, **options):
    keys = OnScreenKeyboard(kit, "k", "", told.append, lambda text: told.append(("done", text)), **options)
    keys.place(pygame.Rect(0, 0, width, keys.measure(width)))
    return keys, Hands(seat(kit, keys))


def key_for(hands, label):
    return next(w for w in hands.ui.walk() if isinstance(w, Button) and label in (w.label, w.icon))


@pytest.mark.parametrize("finger", [None, 1])
def test_the_keyboard_on_the_screen_writes(kit, told, finger):
    keys, hands = keyboard_of(kit, told)
    for label in ("Z", "o", "keyboard_space", "E", "backspace_outline", "check_bold"):
        hands.click(key_for(hands, label).rect.center, finger)
    assert told == ["Z", "Zo", "Zo ", "Zo E", "Zo ", ("done", "Zo ")]
    assert keys.text == "Zo "


def test_the_keyboard_is_walked_by_a_pad_and_the_focus_stays(kit, told):
    _keys, hands = keyboard_of(kit, told, language="pl")
    for name in ("down", "down", "right", "accept", "right", "accept"):
        hands.pad(name)
    assert len(told) == 2
    assert told[-1][0].isupper()
    assert told[-1][1].islower()
    shift = key_for(hands, "apple_keyboard_shift")
    hands.ui.set_focus(shift)
    hands.pad("accept")
    assert hands.ui.focus is key_for(hands, "apple_keyboard_shift")


def test_turning_the_page_keeps_the_focus_on_the_same_key(kit, told):
    _keys, hands = keyboard_of(kit, told)
    page = next(w for w in hands.ui.walk() if w.key == "k:control:page")
    hands.ui.set_focus(page)
    hands.pad("accept")
    hands.ui.update(FRAME)
    assert hands.ui.focus.key == "k:control:page"
    assert hands.ui.focus in hands.ui.focusable()
    hands.pad("accept")
    hands.ui.update(FRAME)
    assert key_for(hands, "Q").enabled


@pytest.mark.parametrize("language", ["", "en", "de", "hu", "pl"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1024, 600), 2.0), ((360, 640), 1.0)])
def test_every_sign_is_on_the_keyboard_and_every_key_can_be_pressed(told, language, size, scale):
    kit = make_kit(size, scale)
    keys, hands = keyboard_of(kit, told, width=size[0] - 8, language=language)
    keys.capital = False
    keys._renew()
    first = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert set(LETTERS + NATIONAL.get(language, "")) <= first
    faults = hands.ui.overflows()
    hands.click(key_for(hands, "12ő?").rect.center)
    keys.capital = False
    keys._renew()
    second = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert set(DIGITS + ALL_NATIONAL) <= second
    assert [fault for fault in faults + hands.ui.overflows() if "sticks out" not in fault] == []


def test_only_what_is_allowed_is_on_the_keyboard(kit, told):
    _keys, hands = keyboard_of(kit, told, allowed=str.isdigit)
    labels = {w.label for w in hands.ui.walk() if isinstance(w, Button)}
    assert {label for label in labels if len(label) == 1} == set(DIGITS)
    hands.click(key_for(hands, "keyboard_space").rect.center)
    assert told == []


# -- words


def test_wrapping_breaks_between_words_and_within_one_only_at_last(kit):
    font = kit.bakery.font("text", 20)
    lines = wrapping.wrap(kit.bakery, f"Das {LONG} ist lang.\n\nNeu", "text", 20, 200)
    assert all(font.size(line)[0] <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == f"Das{LONG}istlang.Neu"
    assert lines[0] == "Das"
    assert lines[-2:] == ["", "Neu"]


@given(st.text(alphabet="aWi äß\n-", max_size=60), st.integers(1, 300))
def test_wrapping_loses_nothing_and_keeps_to_the_width(text, width):
    bakery = make_kit((640, 480)).bakery
    font = bakery.font("text", 18)
    lines = wrapping.wrap(bakery, text, "text", 18, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(font.size(line)[0] <= width or len(line.strip()) == 1 for line in lines)


def test_fitting_shrinks_first_then_breaks_and_says_when_it_cannot(kit):
    wide = fit(kit, "Start the game", 600, units=20)
    narrower = fit(kit, "Start the game", wide.width - 6, units=20)
    two = fit(kit, "Start the game", round(wide.width * 0.6), units=20)
    assert (wide.size, wide.fits, len(wide.lines)) == (kit.px(20), True, 1)
    assert (len(narrower.lines), narrower.fits) == (1, True)
    assert narrower.size < wide.size
    assert (two.lines, two.fits) == (("Start the", "game"), True)
    assert not fit(kit, LONG, 60, units=20).fits
    assert not fit(kit, "Start the game", 600, 5, units=20).fits
    assert fit(kit, "", 1, 1, units=20).fits


@given(st.text(alphabet="abcdeW ", min_size=1, max_size=40), st.integers(30, 500), st.integers(10, 90))
def test_what_fits_is_within_its_place(text, width, height):
    kit = make_kit((640, 480))
    found = fit(kit, text, width, height, units=18)
    font = kit.bakery.font(found.face, found.size)
    assert not found.fits or (found.width <= width and found.height <= height)
    assert found.width == max((font.size(line)[0] for line in found.lines), default=0)


def test_a_label_measures_the_lines_it_draws(kit):
    label = Label(kit, "l", f"Das {LONG} ist lang", size="heading")
    for width in (120, 240, 480):
        label.place(pygame.Rect(0, 0, width, label.measure(width)))
        assert list(label.clipped()) == []
        label.place(pygame.Rect(0, 0, width, label.measure(width) - 1))
        assert list(label.clipped()) == [label.text]


def test_markup_parts_into_paragraphs_bullets_and_voices():
    assert list(blocks("One\ntwo\n\n- a\n  b\n- c\n\nEnd")) == [
        ("One two", False, True), ("a b", True, True), ("c", True, False), ("End", False, True),
    ]  # fmt: skip
    assert list(voices("a **b c** d *e*f")) == [
        ("a ", "plain"), ("b c", "bold"), (" d ", "plain"), ("e", "italic"), ("f", "plain"),
    ]  # fmt: skip
    assert list(voices("2 * 3")) == [("2 * 3", "plain")]


@pytest.mark.parametrize("width", [60, 150, 400])
def test_rich_text_stays_within_its_width_and_loses_nothing(kit, width):
    rich = RichText(kit, "r", f"Das **ist ein {LONG}** und *das* auch: **a**b.\n\n- Punkt eins\n- Punkt *zwei*")
    rich.place(pygame.Rect(0, 0, width, rich.measure(width)))
    assert list(rich.clipped()) == []
    runs = rich._layout(width)[0]
    letters = "".join(run.text for run in runs).replace(" ", "")
    assert letters == f"Dasistein{LONG}unddasauch:ab.•Punkteins•Punktzwei"
    rich.place(pygame.Rect(0, 0, width, rich.measure(width) - 1))
    assert list(rich.clipped()) == [rich.markup]


def test_words_are_parted_so_that_they_can_be_told_apart(kit):
    font = kit.bakery.font("interface", 17)
    assert font.size("the L on")[0] >= sum(font.size(word)[0] for word in ("the", "L", "on")) + 8
    assert kit.bakery.text("the L on", "interface", 17, "#ffffff").get_size() == font.size("the L on")
    assert kit.bakery.text("", "interface", 17, "#ffffff").get_width() == 0


# -- layout


def test_a_column_gives_spare_height_to_what_is_flexible_and_takes_what_is_missing(kit):
    scroll = Scroll(kit, "s", Label(kit, "t", "Words " * 200))
    top, end = Button(kit, "a", "A"), Button(kit, "b", "B")
    column = Column(kit, "c", [top, scroll, Spacer(kit, "gap", 10), end])
    column.place(pygame.Rect(0, 0, 300, 400))
    assert end.rect.bottom == 400
    assert top.rect.height == end.rect.height == kit.px(60)
    assert scroll.scrollable
    scroll.visible = False
    column.place(pygame.Rect(0, 0, 300, 400))
    assert end.rect.bottom < 400


def test_a_spacer_of_nothing_pushes_apart(kit):
    first, last = Button(kit, "a", icon="undo"), Button(kit, "b", icon="redo")
    Column(kit, "c", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 100, 500))
    assert (first.rect.top, last.rect.bottom) == (0, 500)
    Row(kit, "r", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 500, 90))
    assert (first.rect.left, last.rect.right) == (0, 500)


def test_a_row_goes_on_several_lines_when_it_is_narrow(kit):
    keys = [Button(kit, str(i), "Some label") for i in range(4)]
    row = Row(kit, "r", keys)
    wide, narrow = row.measure(2000), row.measure(300)
    assert narrow >= 2 * wide
    row.place(pygame.Rect(0, 0, 300, narrow))
    assert len({key.rect.top for key in keys}) >= 2
    assert seat(kit, row).overflows() == []
    assert max(key.rect.right for key in keys) == 300


@pytest.mark.parametrize(("align", "lefts"), [("left", 0), ("center", 200), ("right", 400)])
def test_a_row_is_aligned(kit, align, lefts):
    keys = [Button(kit, str(i), icon="undo") for i in range(2)]
    row = Row(kit, "r", keys, gap=0, align=align)
    row.place(pygame.Rect(0, 0, 400 + 2 * kit.px(60), 100))
    assert keys[0].rect.left == lefts


def test_weights_and_grids_fill_the_width_without_gaps_or_overlaps(kit):
    keys = [Button(kit, str(i), str(i)) for i in range(5)]
    for box in (Row(kit, "r", keys, gap=4, weights=(1, 2, 3, 1, 1)), Grid(kit, "g", keys, 5, gap=4)):
        for width in (401, 500, 623):
            box.place(pygame.Rect(7, 0, width, box.measure(width)))
            edges = [(key.rect.left, key.rect.right) for key in keys]
            assert edges[0][0] == 7
            assert edges[-1][1] == 7 + width
            assert all(b[0] - a[1] == kit.px(4) for a, b in pairwise(edges))


def test_a_panel_holds_its_child_within_its_shadow(kit):
    child = Button(kit, "b", "B")
    for style in ("panel", "paper", "dialog"):
        panel = Panel(kit, "p", child, style)
        panel.place(pygame.Rect(0, 0, 300, panel.measure(300)))
        rim = kit.px(materials.MARGIN[style])
        assert panel.rect.inflate(-2 * rim, -2 * rim).contains(child.rect)
        assert child.rect.height == child.measure(child.rect.width)


@pytest.mark.parametrize("way", WAYS)
def test_a_picture_is_pressed_where_it_can_be(kit, told, way):
    drawn = []
    picture = Picture(kit, "p", lambda _surface, rect: drawn.append(rect), 1.5, lambda: told.append(1), "Words")
    plain = Picture(kit, "q", lambda _surface, rect: drawn.append(rect), 0.5)
    plain.place(pygame.Rect(300, 0, 80, 200))
    picture.place(pygame.Rect(0, 0, 200, picture.measure(200)))
    hands = Hands(seat(kit, picture, plain))
    press_by(way, hands, "p")
    assert told == [1]
    hands.ui.draw(pygame.Surface((640, 480)))
    assert drawn[0].width / drawn[0].height == pytest.approx(1.5, rel=0.05)
    assert plain.rect.contains(drawn[1])
    assert plain not in hands.ui.focusable()


# -- answers without being asked


def test_thinking_moves_only_while_it_is_seen(kit):
    progress = Progress(kit, "p")
    progress.place(pygame.Rect(0, 0, 100, 40))
    assert progress.update(FRAME)
    progress.active = False
    assert not progress.update(FRAME)
    assert not Progress(make_kit((640, 480), reduced_motion=True), "p").update(FRAME)
    assert not pixels(progress).any()


def test_a_toast_comes_stays_and_goes(kit):
    toast = Toast(kit, "Kept.")
    seen = []
    for _ in range(round(kit.theme.seconds.toast / FRAME) - 2):
        assert toast.update(FRAME)
        surface = pygame.Surface((640, 480))
        top = toast.draw_above(surface, 470)
        assert top < 470
        seen.append(int(pygame.surfarray.array3d(surface).max()))
    assert seen[0] < max(seen)
    assert seen[-1] < max(seen)
    assert not toast.update(0.1)


def test_toasts_lie_above_each_other_and_within_the_window(kit):
    surface = pygame.Surface((300, 480))
    bottom = Toast(kit, f"{LONG} {LONG}").draw_above(surface, 470)
    assert 0 < bottom < 430
    assert Toast(kit, "Second").draw_above(surface, bottom) < bottom


@pytest.mark.parametrize("place", [(0, 0), (560, 0), (0, 420), (560, 420)])
def test_a_tooltip_is_whole_wherever_its_widget_is(kit, place):
    button = Button(kit, "b", icon="undo", tip=f"A long tip with a {LONG} in it")
    button.place(pygame.Rect(place, (70, 55)))
    surface, larger = pygame.Surface((640, 480)), pygame.Surface((1280, 960))
    draw_tooltip(kit, surface, button)
    draw_tooltip(kit, larger, button)
    assert (pygame.surfarray.array3d(surface) > 100).any(axis=2).sum() > 3000


# -- honest and beautiful


def pixels(widget):
    """Draw a widget alone on black and give its pixels."""
    surface = pygame.Surface((700, 700))
    widget.draw(surface)
    return pygame.surfarray.array3d(surface)


def all_widgets(kit):
    made = [
        Button(kit, "b", "Label", "undo"), Button(kit, "i", icon="undo"), Button(kit, "q", "Quiet", style="quiet"),
        Toggle(kit, "t", "Switch", True, nothing), Slider(kit, "s", "Slider", 1, 0, 1, 0.1, nothing),
        Slider(kit, "s0", "", 0, 0, 1, 0.1, nothing),
        Choice(kit, "c", "Choice", [(1, "One option"), (2, "Two")], 1, nothing), Label(kit, "l", "Words " * 20),
        RichText(kit, "r", gallery.MARKUP), TextField(kit, "f", "Field", "Text " * 30, nothing), Progress(kit, "p"),
        ListBox(kit, "list", [ListRow(f"Row {i}", "x", "undo", "right") for i in range(9)]),
        Panel(kit, "panel", Label(kit, "pl", "Words"), "dialog"), OnScreenKeyboard(kit, "k", "", nothing, nothing),
        Picture(kit, "pic", lambda s, r: s.fill("white", r), 2.0, nothing, "Picture"),
        Scroll(kit, "scroll", Label(kit, "sl", "Words " * 90)),
    ]  # fmt: skip
    return [pytest.param(widget, id=widget.key) for widget in made]


@pytest.mark.parametrize("width", [200, 330, 520])
@pytest.mark.parametrize("number", range(16))
def test_nothing_is_drawn_outside_its_rectangle(kit, number, width):
    widget = all_widgets(kit)[number].values[0]
    height = min(400, widget.measure(width))
    widget.place(pygame.Rect(90, 90, width, height))
    for state in ("rest", "hovered", "pressed"):
        if state != "rest":
            setattr(widget, state, True)
        widget.update(0.5)
        drawn = pixels(widget)
        inside = drawn[90 : 90 + width, 90 : 90 + height].copy()
        drawn[90 : 90 + width, 90 : 90 + height] = 0
        assert not drawn.any(), (widget.key, state)
        assert inside.any()


@pytest.mark.parametrize("name", gallery.SIZES)
def test_the_gallery_fits_on_every_window(name):
    width, height, scale = gallery.SIZES[name]
    kit = make_kit((width, height), scale)
    assert gallery.build(kit).overflows() == []
    assert gallery.keyboard(kit).overflows() == []


def test_drawing_changes_nothing(kit):
    ui = gallery.build(make_kit((1280, 720)))
    one, other = gallery.picture(ui.kit, ui), gallery.picture(ui.kit, ui)
    assert (pygame.surfarray.array3d(one) == pygame.surfarray.array3d(other)).all()


def test_materials_are_the_same_each_time_and_lit_from_the_upper_left():
    size = (320, 200)
    one, other = (pygame.surfarray.array3d(materials.table_background(make_kit(size), size)) for _ in range(2))
    assert (one == other).all()
    assert one[:100, :60].mean() > one[-100:, -60:].mean() + 5
    cloth = materials.cloth(make_kit(size), size, "#23355c")
    assert cloth.get_at((0, 0)).a == 0
    middle = cloth.get_at((160, 100))
    assert middle.a == 255
    assert middle.b > middle.r


def test_a_background_larger_than_a_bake_still_has_its_size(kit):
    assert materials.table_background(kit, (2600, 300)).get_size() == (2600, 300)


def test_a_shadow_is_soft_and_spreads(kit):
    shadow = surfaces.shadow_of(np.ones((40, 40), np.float32), 10, 200 / 255)
    assert shadow.get_size() == (60, 60)
    alphas = [shadow.get_at((x, 30)).a for x in range(31)]
    assert alphas == sorted(alphas)
    assert alphas[0] < 10
    assert alphas[30] == pytest.approx(200, abs=8)


def test_players_are_told_apart_without_colour(kit):
    shapes = [pygame.surfarray.array_alpha(tokens.player_token(kit, i, 60)) > 128 for i in range(4)]
    for i in range(4):
        for j in range(i):
            assert (shapes[i] != shapes[j]).mean() > 0.02
    strong = make_kit((640, 480), strong_patterns=True)
    for i in range(4):
        plain, marked = (tokens.player_token(k, i, 60) for k in (kit, strong))
        assert (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(marked)).any()


def test_where_motion_is_reduced_nothing_slides_or_rises():
    kit, seen = make_kit((640, 480), 1.5, reduced_motion=True), []
    toggle = Toggle(kit, "toggle", "Sound", False, nothing)
    picture = Picture(kit, "picture", lambda _surface, rect: seen.append(rect.topleft), on_press=nothing)
    hands = Hands(seat(kit, toggle, picture))
    hands.ui.draw(pygame.Surface((640, 480)))
    toggle.press(None)
    picture.pressed = True
    hands.wait(FRAME)
    hands.ui.draw(pygame.Surface((640, 480)))
    assert toggle.slide.value == 1
    assert picture.sink.value == 1
    assert len(set(seen)) == 1
