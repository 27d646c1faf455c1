"""Scrolling: by drag, throw, wheel and keys, without pressing anything on the way."""

from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprites.widgets import Button, Column, Label, ListBox, ListRow, Scroll, Slider
from sprites.widgets.scroll import Slide
from tests.support.gallery import make_kit
from tests.support.hands.ui import FRAME, Hands, seat


def page_of(kit, told, count=20, height=240):
    keys = [Button(kit, f"b{i}", f"Button {i}", on_press=lambda i=i: told.append(i)) for i in range(count)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", keys))
    scroll.place(pygame.Rect(0, 0, 300, height))
    return scroll, Hands(seat(kit, scroll))


@pytest.mark.parametrize("finger", [None, 3])
def test_dragging_from_a_button_scrolls_and_a_short_move_still_presses(kit, told, finger):
    scroll, hands = page_of(kit, told)
    button = hands.ui.find("b1")
    start = button.rect.center
    hands.drag(start, (start[0] + 3, start[1] + 4), finger=finger)
    assert told == [1]
    hands.drag(start, (start[0], start[1] - 60), finger=finger, up=False)
    assert hands.ui.held is scroll
    assert scroll.offset == pytest.approx(60, abs=2)
    assert button.rect.centery == pytest.approx(start[1] - 60, abs=2)
    assert not button.pressed
    hands.point("up", (start[0], start[1] - 60), finger)
    assert told == [1]
    # and no further than the ends
    hands.drag((100, 20), (100, 230), finger=finger, up=False)
    assert scroll.offset == 0


def test_a_fling_decelerates_and_needs_a_moving_uncancelled_release(kit, told):
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
    # a finger that rests before its release throws nothing
    scroll, hands = page_of(kit, told)
    hands.drag((100, 200), (100, 100), finger=3, up=False)
    hands.wait(0.6)
    assert not hands.ui.update(FRAME)
    hands.point("up", (100, 100), 3)
    before = scroll.offset
    hands.wait(1.0)
    assert scroll.offset == before
    # a cancelled drag does not run on
    scroll, hands = page_of(kit, told, count=80)
    hands.drag((100, 200), (100, 60), finger=3, steps=4, up=False)
    hands.point("cancel", (-1, -1), 3)
    stopped = scroll.offset
    hands.wait(1.0)
    assert scroll.offset == stopped > 100


def test_a_touch_stops_a_fling_without_pressing(kit, told):
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


def test_reduced_motion_disables_fling_and_smooth_scrolling(told):
    scroll, hands = page_of(make_kit((640, 480), 1.5, reduced_motion=True), told)
    hands.drag((100, 200), (100, 100), finger=3)
    assert not hands.wait(0.1)
    hands.point("wheel", (100, 100), amount=-1.0)
    assert hands.ui.update(FRAME)
    assert not hands.ui.update(FRAME)
    assert scroll.offset > 100


@pytest.mark.parametrize("still", [False, True])
def test_the_focused_widget_is_scrolled_into_view(told, still):
    scroll, hands = page_of(make_kit((640, 480), 1.5, reduced_motion=still), told)
    last = hands.ui.find("b19")
    assert not scroll.rect.contains(last.rect)
    hands.ui.set_focus(last)
    hands.wait(1.0)
    assert scroll.rect.contains(last.rect)


@given(st.lists(st.floats(0.001, 0.09), min_size=1, max_size=40), st.floats(-3000, 3000))
def test_fling_distance_is_independent_of_the_frame_rate(steps, speed):
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


def test_wheel_page_keys_and_scrollbar_stop_at_the_ends(kit, told):
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
    scroll, hands = page_of(kit, told)
    hands.drag((297, 10), (297, 239))
    assert scroll.slide.offset == scroll.slide.limit
    hands.wait(0.5)
    assert scroll.slide.offset == scroll.slide.limit


def test_page_keys_take_the_focus_along_to_what_they_bring_into_view(kit, told):
    scroll, hands = page_of(kit, told)
    hands.act("down")
    seen = [0]
    for name in ["page_down"] * 3 + ["page_up"] * 2:
        hands.pad(name)  # the next press may come while it still glides
        seen.append(int(hands.ui.focus.key[1:]))
    assert seen[:4] == sorted({*seen[:4]})
    assert seen[3] > 8
    assert seen[3] > seen[5]
    hands.wait(0.5)
    assert scroll.rect.collidepoint(hands.ui.focus.rect.center)
    hands.pad("accept")
    assert told == [int(hands.ui.focus.key[1:])]
    # where a page has nothing to press the focus stays
    text = Label(kit, "text", "Words and words. " * 150)
    scroll = Scroll(kit, "scroll", Column(kit, "column", [Button(kit, "top", "Top"), text]))
    scroll.place(pygame.Rect(0, 0, 300, 240))
    hands = Hands(seat(kit, scroll))
    hands.walk("down", "page_down")
    assert hands.ui.focus.key == "top"


def test_the_wheel_over_a_slider_scrolls_the_page_not_the_slider(kit, told):
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
    assert scroll.offset == 0
    hands.point("hover", slider.track().center)
    hands.point("wheel", slider.track().center, amount=-1.0)
    hands.wait(1.0)
    assert scroll.offset > 0
    assert (told, slider.value) == ([], 0.5)


def test_the_focus_is_scrolled_into_view_even_by_rapid_arrow_keys(kit, told):
    scroll, hands = page_of(kit, told)
    for _ in range(16):
        hands.act("down")
        hands.wait(0.5)
        assert scroll.rect.contains(hands.ui.focus.rect)
    assert hands.ui.focus.key == "b15"
    hands.act("accept")
    assert told == [15]
    # quick arrows end with the focus in view
    scroll, hands = page_of(kit, told)
    for _ in range(18):
        hands.act("down")
        hands.ui.update(FRAME)
    hands.wait(1.0)
    assert scroll.rect.contains(hands.ui.focus.rect)


def test_arrow_keys_scroll_text_before_moving_the_focus(kit, told):
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
    scroll = Scroll(kit, "scroll", Label(kit, "text", "Words and words. " * 100))
    scroll.place(pygame.Rect(0, 0, 300, 200))
    hands = Hands(seat(kit, scroll))
    hands.act("down")
    assert hands.ui.focus is scroll
    hands.act("down")
    hands.wait(0.5)
    assert scroll.offset > 0


def test_arrow_keys_stay_inside_a_scroll_and_skip_hidden_widgets(kit, told):
    # arrows go on inside a scroll before they leave it
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
    # from below a scroll the arrow down does not find what is hidden in it
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


def test_a_drag_across_a_slider_scrolls_and_along_it_slides(kit, told):
    keys = [Slider(kit, f"s{i}", "", 0.5, 0, 1, 0.1, told.append) for i in range(12)]
    scroll = Scroll(kit, "scroll", Column(kit, "column", keys))
    scroll.place(pygame.Rect(0, 0, 300, 240))
    hands = Hands(seat(kit, scroll))
    x, y = keys[1].knob_x(), keys[1].rect.centery
    hands.drag((x, y), (x + 4, y - 80), finger=1)
    assert scroll.offset > 40
    assert keys[1].value == 0.5
    hands.wait(2.0)
    told.clear()
    seen = next(key for key in keys if scroll.rect.contains(key.rect))
    place = (seen.knob_x(), seen.rect.centery)
    hands.drag(place, (place[0] + 150, place[1] + 5), finger=1)
    assert seen.value == 1.0


def test_a_scroll_with_fitting_content_does_not_scroll(kit, told):
    scroll, hands = page_of(kit, told, count=2)
    assert not scroll.scrollable
    hands.drag((100, 40), (100, 5), finger=1)
    assert scroll.offset == 0
    assert not hands.point("wheel", (100, 40), amount=1.0)
    # the ring around texts that scroll does not touch them
    words = Label(kit, "words", "Tap or click. " * 200)
    scroll = Scroll(kit, "scroll", words)
    scroll.place(pygame.Rect(40, 40, 300, 200))
    assert scroll.focusable
    assert scroll.focus_rect().left <= words.rect.left - kit.px(4)
    assert scroll.focus_rect().right > scroll.rect.right
    assert (scroll.focus_rect().top, scroll.focus_rect().height) == (40, 200)


def test_the_wheel_keeps_scrolling_the_widget_it_began_on(kit):
    listed = ListBox(kit, "list", [ListRow(f"Row {i}") for i in range(30)], lambda _row: None)
    parts = [Label(kit, f"l{i}", "Text") for i in range(6)]
    more = [Label(kit, f"m{i}", "Text") for i in range(30)]
    page = Scroll(kit, "page", Column(kit, "column", [*parts, listed, *more]))
    page.place(pygame.Rect(0, 0, 300, 200))
    listed.place(pygame.Rect(listed.rect.topleft, (listed.rect.width, 150)))
    hands = Hands(seat(kit, page))
    pos = (150, 20)
    under = []
    for _ in range(12):
        hands.point("wheel", pos, amount=-0.5)
        hands.wait(0.3)
        under.append(listed.rect.collidepoint(pos))
    assert any(under), "the list came by below the mouse"
    assert listed.offset == 0
