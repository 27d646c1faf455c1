"""Widgets beside and below each other, and the honesty of their pictures."""

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
    Toggle,
)
from tests import gallery
from tests.gallery import make_kit, nothing
from tests.uihands import FRAME, Hands, press_by, seat
from tests.widgetparts import WAYS, pixels

# -- layout


def test_a_column_gives_spare_height_to_what_is_flexible_and_spacers_push_apart(kit):
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
    # a spacer of nothing pushes apart
    first, last = Button(kit, "a", icon="undo"), Button(kit, "b", icon="redo")
    Column(kit, "c", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 100, 500))
    assert (first.rect.top, last.rect.bottom) == (0, 500)
    Row(kit, "r", [first, Spacer(kit, "s"), last]).place(pygame.Rect(0, 0, 500, 90))
    assert (first.rect.left, last.rect.right) == (0, 500)


def test_a_row_is_aligned_goes_on_several_lines_and_fills_its_width(kit):
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


def test_a_panel_holds_its_child_within_its_shadow(kit):
    child = Button(kit, "b", "B")
    for style in ("panel", "paper", "dialog"):
        panel = Panel(kit, "p", child, style)
        panel.place(pygame.Rect(0, 0, 300, panel.measure(300)))
        rim = kit.px(materials.MARGIN[style])
        assert panel.rect.inflate(-2 * rim, -2 * rim).contains(child.rect)
        assert child.rect.height == child.measure(child.rect.width)
    # of a long list only what is in sight is drawn
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
