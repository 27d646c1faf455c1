"""Widgets: how each is used, their layout, and the consistency of their pictures."""

from itertools import pairwise

import pygame
import pytest

from sprites.paint import materials, tokens
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
    align_controls,
    draw_tooltip,
    place_tooltip,
)
from sprites.widgets.ui import Ui
from tests.support import gallery
from tests.support.gallery import make_kit, nothing
from tests.support.hands.ui import FRAME, LONG, WAYS, Hands, pixels, press_by, seat

# -- pressed things


@pytest.mark.parametrize("way", WAYS)
def test_a_button_is_pressed_by_each_input_method(kit, told, way):
    hands = Hands(seat(kit, Button(kit, "other", "Other"), Button(kit, "b", "B", on_press=lambda: told.append("b"))))
    press_by(way, hands, "b")
    assert told == ["b"]


@pytest.mark.parametrize("finger", [None, 2])
def test_releasing_outside_or_cancelling_presses_no_button(kit, told, finger):
    button = Button(kit, "b", "B", on_press=lambda: told.append(1))
    hands = Hands(seat(kit, button))
    hands.drag(button.rect.center, (button.rect.centerx, button.rect.bottom + 60), finger=finger)
    assert told == []
    hands.drag(button.rect.center, (button.rect.centerx, button.rect.bottom + 60), button.rect.center, finger=finger)
    assert told == [1]
    # a cancelled press presses nothing
    told.clear()
    hands.drag(button.rect.center, finger=1, up=False)
    hands.point("cancel", button.rect.center, 1)
    assert told == []
    assert not button.pressed


def test_a_button_sinks_at_once_and_its_hover_highlight_fades_in(kit):
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    hands.point("down", button.rect.center)
    assert hands.ui.update(FRAME)
    assert button.sink.value == 1.0
    hands.point("move", (button.rect.right + 50, button.rect.centery))
    hands.wait(0.3)
    assert button.sink.value == 0.0
    # a button fades to its hover colour under the mouse
    button = Button(kit, "b", "B")
    hands = Hands(seat(kit, button))
    hands.point("hover", button.rect.center)
    hands.ui.update(FRAME)
    assert 0 < button.lift.value < 0.5
    hands.wait(0.3)
    assert button.lift.value == 1.0
    assert not hands.ui.update(FRAME)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (1920, 1080)])
def test_a_button_of_natural_width_draws_its_label_at_full_size(size):
    kit = make_kit(size)

    def letters(label, width):
        plain, button = (Button(kit, "button", words, units=16, pad=8) for words in (" ", label))
        for one in (plain, button):
            one.place(pygame.Rect(0, 0, width or button.natural_width(), 60))
        surfaces = [pygame.Surface(button.rect.size) for _ in range(2)]
        for one, surface in zip((plain, button), surfaces, strict=True):
            one.draw(surface)
        changed = (pygame.surfarray.array3d(surfaces[0]) != pygame.surfarray.array3d(surfaces[1])).any(axis=2)
        return changed.any(axis=1).sum(), changed.any(axis=0).sum()

    for label in ("Schieben", "Hineinlegen", "Weiter geht’s"):
        assert letters(label, 0) == letters(label, 300)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_disabled_button_ignores_presses_and_is_dimmed(kit, told, way):
    on, off = Button(kit, "on", "B", style="primary"), Button(kit, "off", "B", enabled=False, style="primary")
    off.on_press = lambda: told.append(1)
    hands = Hands(seat(kit, on, off))
    press_by(way, hands, "off")
    hands.wait(0.3)
    assert told == []
    bright, dim = (pixels(button)[button.rect.left : button.rect.right].mean() for button in (on, off))
    assert bright > 2 * dim


@pytest.mark.parametrize("way", WAYS)
def test_a_toggle_switches_by_each_input_method_and_by_arrows(kit, told, way):
    toggle = Toggle(kit, "t", "Switch", False, told.append)
    hands = Hands(seat(kit, Button(kit, "b", "B"), toggle))
    press_by(way, hands, "t")
    press_by(way, hands, "t")
    assert told == [True, False]
    hands.wait(0.3)
    assert toggle.slide.value == 0.0
    # arrows set a toggle and pass on when there is nothing to set
    told.clear()
    hands = Hands(seat(kit, Toggle(kit, "t", "Switch", False, told.append)))
    hands.act("next")
    hands.walk("left", "right", "right", "left")
    assert told == [True, False]


@pytest.mark.parametrize("way", WAYS)
def test_pressing_a_choice_cycles_through_its_options(kit, told, way):
    choice = Choice(kit, "c", "Choice", [("a", "One"), ("b", "Two"), ("c", "Three")], "b", told.append)
    hands = Hands(seat(kit, Button(kit, "b", "B"), choice))
    for _ in range(3):
        press_by(way, hands, "c")
    assert told == ["c", "a", "b"]


def test_a_choice_steps_both_ways_and_ignores_presses_with_at_most_one_option(kit, told):
    choice = Choice(kit, "c", "Choice", [(i, str(i)) for i in range(3)], 0, told.append)
    hands = Hands(seat(kit, choice))
    control = choice.parts()[1]
    hands.click((control.left + 8, control.centery))
    hands.click((control.right - 8, control.centery))
    hands.walk("next", "left")
    hands.pad("right")
    assert told == [2, 0, 2, 0]
    assert choice.text == "0"
    # a choice of one or none changes nothing
    told.clear()
    hands = Hands(
        seat(kit, Choice(kit, "c", "C", [(1, "1")], 1, told.append), Choice(kit, "d", "D", [], 0, told.append))
    )
    for key in ("c", "d"):
        press_by("mouse", hands, key)
    assert told == []


def test_line_up_aligns_choices_and_keeps_toggles_small(kit, told):
    short = Choice(kit, "a", "Short", [(1, "1"), (2, "2")], 1, told.append)
    long = Choice(kit, "b", "Long", [(1, "An option of several words"), (2, "Two")], 1, told.append)
    switch = Toggle(kit, "c", "Switch", True, told.append)
    for widget in (short, long, switch):
        widget.place(pygame.Rect(0, 0, kit.px(700), kit.px(60)))
    edges = [widget.parts()[1].left for widget in (short, long, switch)]
    align_controls((short, long, switch))
    assert [widget.parts()[1].left for widget in (short, long, switch)] == [edges[1], edges[1], edges[2]]
    assert edges[1] < edges[0] < edges[2]


# -- slider


def slider_at(kit, told, **options):
    slider = Slider(kit, "s", "Volume", 0.5, 0.0, 1.0, 0.1, told.append, "{:.0%}".format, **options)
    return slider, Hands(seat(kit, slider))


@pytest.mark.parametrize("finger", [None, 4])
def test_dragging_a_slider_reports_values_and_release(kit, told, finger):
    released = []
    slider, hands = slider_at(kit, told, on_release=released.append)
    track = slider.track()
    hands.drag((slider.knob_x(), track.centery), (track.right + 40, track.centery), finger=finger)
    assert slider.value == 1.0
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert released == [1.0]


def test_a_slider_jumps_to_a_press_and_reverts_if_cancelled(kit, told):
    slider, hands = slider_at(kit, told)
    hands.drag((slider.knob_x() + 12, slider.track().centery), finger=1)
    assert told == []
    slider, hands = slider_at(kit, told)
    track = slider.track()
    hands.click((track.left + round(track.width * 0.2), track.centery))
    hands.click((track.left + round(track.width * 0.9), track.centery), finger=1)
    assert told == [0.2, 0.9]
    # the wheel turns no slider
    told.clear()
    slider, hands = slider_at(kit, told)
    assert not hands.point("wheel", slider.track().center, amount=1.0)
    assert told == []
    # a cancelled drag of a slider restores its value
    slider, hands = slider_at(kit, told)
    track = slider.track()
    hands.drag((slider.knob_x(), track.centery), (track.right, track.centery), finger=1, up=False)
    hands.point("cancel", (-1, -1), 1)
    assert slider.value == 0.5
    # a slider without range or step holds
    flat = Slider(kit, "flat", "F", 3, 3, 3, 1, told.append)
    free = Slider(kit, "free", "F", 0.25, 0, 1, 0, told.append)
    hands = Hands(seat(kit, flat, free))
    hands.click(flat.track().center)
    hands.click((free.track().left + round(free.track().width * 0.8), free.track().centery))
    assert flat.value == 3
    assert free.value == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("send", ["act", "pad"])
def test_arrow_and_page_keys_step_a_slider_within_its_range(kit, told, send):
    slider, hands = slider_at(kit, told)
    hands.act("next")
    for name in ("right", "left", "left", "page_up", "right", "page_down"):
        getattr(hands, send)(name)
    assert told == [0.6, 0.5, 0.4, 1.0, 0.0]
    assert slider.value == 0.0


# -- list


def list_of(kit, told, count=30, **options):
    rows = [ListRow(f"Row {i}", "below" if i % 2 else "") for i in range(count)]
    box = ListBox(kit, "list", rows, told.append, **options)
    box.place(pygame.Rect(0, 0, 300, 250))
    return box, Hands(seat(kit, box))


@pytest.mark.parametrize("finger", [None, 3])
def test_a_press_selects_a_list_row_and_a_drag_scrolls(kit, told, finger):
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
def test_list_cursor_keys_scroll_the_cursor_into_view(kit, told, send):
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


def test_a_list_is_left_by_arrows_restores_its_scroll_and_clips_no_text(kit, told):
    # the arrows leave a list at its ends
    box, _ = list_of(kit, told, count=3)
    below = Button(kit, "below", "Below")
    below.place(pygame.Rect(0, 300, 300, 90))
    hands = Hands(seat(kit, box, below))
    hands.walk(*["down"] * 4)
    assert hands.ui.focus is below
    hands.act("up")
    assert hands.ui.focus is box
    # an empty list takes no focus
    box, hands = list_of(kit, told, count=0)
    assert not box.focusable
    assert not hands.act("accept")
    assert told == []
    # a list keeps its scroll position when rebuilt
    box, hands = list_of(kit, told)
    hands.drag((100, 200), (100, 50), finger=1)
    hands.wait(3.0)
    box.cursor = 9
    other, _ = list_of(kit, told)
    fresh = Ui(kit)
    fresh.add(other)
    fresh.restore_from(hands.ui)
    assert (other.cursor, other.offset) == (9, box.offset)
    # a list of long words clips nothing
    box = ListBox(kit, "list", [ListRow(LONG, LONG, "undo"), ListRow("short")], told.append)
    box.place(pygame.Rect(0, 0, 260, box.measure(260)))
    assert list(box.clipped()) == []


# -- messages


def test_the_progress_spinner_animates_only_while_active(kit):
    progress = Progress(kit, "p")
    progress.place(pygame.Rect(0, 0, 100, 40))
    assert progress.update(FRAME)
    progress.active = False
    assert not progress.update(FRAME)
    assert not Progress(make_kit((640, 480), reduced_motion=True), "p").update(FRAME)
    assert not pixels(progress).any()


def test_a_toast_fades_in_and_out_and_long_ones_stay_longer(kit):
    toast = Toast(kit, "Kept.")
    seen = []
    frames = round(kit.theme.seconds.toast / FRAME) - 2
    for number in range(frames):
        assert toast.update(FRAME)
        if number % 10 and number < frames - 1:
            continue
        surface = pygame.Surface((640, 480))
        toast.place(surface.get_rect(), ())
        toast.draw(surface)
        seen.append(int(pygame.surfarray.array3d(surface).max()))
    assert seen[0] < max(seen)
    assert seen[-1] < max(seen)
    assert not toast.update(0.1)
    # a long toast stays until it can be read
    usual = kit.theme.seconds.toast
    short, long = Toast(kit, "Kept."), Toast(kit, "word " * 40)
    assert not short.update(usual)
    assert long.update(2 * usual)
    assert not long.update(2 * usual)


def test_toasts_and_tooltips_avoid_occupied_areas_by_wrapping(kit):
    room = pygame.Rect(0, 0, 640, 480)
    wide, narrow = Toast(kit, f"{LONG} {LONG}"), Toast(kit, f"{LONG} {LONG}")
    wide.place(room, ())
    assert room.contains(wide.rect)
    assert abs(wide.rect.centerx - room.centerx) <= 1
    taken = pygame.Rect(0, 0, 640 - wide.rect.width + 8, 480)
    narrow.place(room, [(taken, 1)])
    assert room.contains(narrow.rect)
    assert narrow.rect.width < wide.rect.width
    assert not narrow.rect.colliderect(taken)
    second = Toast(kit, "Second")
    second.place(room, [(wide.rect, 1)])
    assert not second.rect.colliderect(wide.rect)
    # a tooltip in a gap breaks no word
    word, window = "Aufzeichnungsverwaltung", pygame.Rect(0, 0, 640, 480)
    button = Button(kit, "b", icon="undo", tip=f"Partien und alle {word}")
    button.place(pygame.Rect(285, 240, 70, 55))
    names = [(pygame.Rect(left, 0, 220, 480), 2) for left in (0, 420)]
    free, gap = (place_tooltip(kit, window, button, taken) for taken in ((), names))
    assert gap.width <= free.width
    letters = kit.cache.font("interface", kit.px(kit.theme.sizes.small)).size(word)[0]
    assert gap.width - 2 * kit.px(materials.MARGIN["paper"]) >= letters


@pytest.mark.parametrize("place", [(0, 0), (560, 0), (0, 420), (560, 420)])
def test_a_tooltip_is_fully_visible_at_every_window_corner(kit, place):
    button = Button(kit, "b", icon="undo", tip=f"A long tip with a {LONG} in it")
    button.place(pygame.Rect(place, (70, 55)))
    surface, larger = pygame.Surface((640, 480)), pygame.Surface((1280, 960))
    for window in (surface, larger):
        draw_tooltip(kit, window, button, place_tooltip(kit, window.get_rect(), button, ()))
    assert (pygame.surfarray.array3d(surface) > 100).any(axis=2).sum() > 3000


# -- layout


def test_a_column_gives_spare_height_to_flexible_children_and_spacers(kit):
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
    # a spacer without a size pushes apart
    first, last = Button(kit, "a", icon="undo"), Button(kit, "b", icon="redo")
    Column(kit, "c", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 100, 500))
    assert (first.rect.top, last.rect.bottom) == (0, 500)
    Row(kit, "r", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 500, 90))
    assert (first.rect.left, last.rect.right) == (0, 500)


def test_a_row_aligns_wraps_and_fills_its_width(kit):
    for align, lefts in (("left", 0), ("center", 200), ("right", 400)):
        keys = [Button(kit, str(i), icon="undo") for i in range(2)]
        Row(kit, "r", keys, gap=0, align=align).place(pygame.Rect(0, 0, 400 + 2 * kit.px(60), 100))
        assert keys[0].rect.left == lefts
    # a row goes on several lines when it is narrow
    keys = [Button(kit, str(i), "Some label") for i in range(4)]
    row = Row(kit, "r", keys)
    wide, narrow = row.measure(2000), row.measure(300)
    assert narrow >= 2 * wide
    row.place(pygame.Rect(0, 0, 300, narrow))
    assert len({key.rect.top for key in keys}) >= 2
    assert seat(kit, row).overflows() == []
    assert max(key.rect.right for key in keys) == 300
    # weights and grids fill the width without gaps or overlaps
    keys = [Button(kit, str(i), str(i)) for i in range(5)]
    for box in (Row(kit, "r", keys, gap=4, weights=(1, 2, 3, 1, 1)), Grid(kit, "g", keys, 5, gap=4)):
        for width in (401, 500, 623):
            box.place(pygame.Rect(7, 0, width, box.measure(width)))
            edges = [(key.rect.left, key.rect.right) for key in keys]
            assert edges[0][0] == 7
            assert edges[-1][1] == 7 + width
            assert all(b[0] - a[1] == kit.px(4) for a, b in pairwise(edges))


def test_panels_contain_their_child_and_scrolls_draw_only_visible_parts(kit):
    child = Button(kit, "b", "B")
    for style in ("panel", "paper", "dialog"):
        panel = Panel(kit, "p", child, style)
        panel.place(pygame.Rect(0, 0, 300, panel.measure(300)))
        rim = kit.px(materials.MARGIN[style])
        assert panel.rect.inflate(-2 * rim, -2 * rim).contains(child.rect)
        assert child.rect.height == child.measure(child.rect.width)
    # of a long list only what is in view is drawn
    drawn = []
    pictures = [Picture(kit, str(n), lambda _surface, _rect, n=n: drawn.append(n), 4.0) for n in range(300)]
    scroll = Scroll(kit, "scroll", Grid(kit, "grid", pictures, 3))
    scroll.place(pygame.Rect(0, 0, 300, 200))
    scroll.slide.jump(scroll.slide.limit / 2)
    scroll.update(0.0)
    scroll.draw(pygame.Surface((300, 200)))
    in_sight = {n for n, picture in enumerate(pictures) if picture.rect.colliderect(scroll.rect)}
    assert in_sight <= set(drawn)
    assert 0 < len(drawn) < 2 * len(in_sight)
    # drawing changes nothing
    ui = gallery.build(make_kit((1280, 720)))
    one, other = gallery.picture(ui.kit, ui), gallery.picture(ui.kit, ui)
    assert (pygame.surfarray.array3d(one) == pygame.surfarray.array3d(other)).all()


@pytest.mark.parametrize("way", WAYS)
def test_only_a_picture_with_an_action_can_be_pressed(kit, told, way):
    drawn = []
    picture = Picture(kit, "p", lambda _surface, rect: drawn.append(rect), 1.5, lambda: told.append(1))
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


# -- honest and beautiful


def all_widgets(kit):
    made = [
        Button(kit, "b", "Label", "undo"), Button(kit, "i", icon="undo"), Button(kit, "q", "Quiet", style="quiet"),
        Toggle(kit, "t", "Switch", True, nothing), Slider(kit, "s", "Slider", 1, 0, 1, 0.1, nothing),
        Slider(kit, "s0", "", 0, 0, 1, 0.1, nothing),
        Choice(kit, "c", "Choice", [(1, "One option"), (2, "Two")], 1, nothing), Label(kit, "l", "Words " * 20),
        RichText(kit, "r", gallery.MARKUP), TextField(kit, "f", "Field", "Text " * 30, nothing), Progress(kit, "p"),
        ListBox(kit, "list", [ListRow(f"Row {i}", "x", "undo") for i in range(9)]),
        Panel(kit, "panel", Label(kit, "pl", "Words"), "dialog"), OnScreenKeyboard(kit, "k", "", nothing, nothing),
        Picture(kit, "pic", lambda s, r: s.fill("white", r), 2.0, nothing),
        Scroll(kit, "scroll", Label(kit, "sl", "Words " * 90)),
    ]  # fmt: skip
    return [pytest.param(widget, id=widget.key) for widget in made]


@pytest.mark.parametrize("width", [200, 330, 520])
@pytest.mark.parametrize("number", range(16))
def test_widgets_draw_only_inside_their_rect(kit, number, width):
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


def test_player_tokens_differ_in_shape_and_by_strong_patterns(kit):
    shapes = [pygame.surfarray.array_alpha(tokens.player_token(kit, i, 60)) > 128 for i in range(4)]
    for i in range(4):
        for j in range(i):
            assert (shapes[i] != shapes[j]).mean() > 0.02
    strong = make_kit((640, 480), strong_patterns=True)
    for i in range(4):
        plain, marked = (tokens.player_token(k, i, 60) for k in (kit, strong))
        assert (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(marked)).any()


def test_reduced_motion_disables_sliding_and_rising():
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
