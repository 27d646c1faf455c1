"""The temples of Cóatl as cards or tags: a stepped pyramid at dusk, a step for each requirement, the points below."""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np
import pygame

from logic.coatl.components import Absent, Equal, Length, Requirement, Temple, Without, temple
from sprites.coatl import art, cards
from sprites.coatl.cards import BONE, CREAM, GROUPS, LEAST_WIDTH, RIM
from sprites.paint.canvas import Point
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, Size, hypot, soft
from sprites.paint.surfaces import RGB, blended, blit_around, picture, rgb, toned

DUSK: tuple[RGB, ...] = (rgb("#171430"), rgb("#4a2350"), rgb("#b4502f"), rgb("#f0a24a"))
"""The sky behind a pyramid, from the top to the horizon."""
SUN = rgb("#ffe2a0")
STONE: art.Tones = (rgb("#5b4a37"), rgb("#b89f79"), rgb("#f0e0bd"))
STRUCK, SEGMENTS = "#c4161c", ("#2f9a76", "#1f6f58")
FOOT, SMALL_FOOT = 0.25, 0.22
"""Height of the points' field by that of the card: on a large card, and on a small one."""
SHRINE, SMALL_SHRINE = 0.54, 0.34
"""Height of the shrine on a pyramid, by that of a step."""
TOP_STEP, SMALL_TOP_STEP = 0.7, 0.84
"""Width of the top step, by that of the lowest."""


# -- face


def face(kit: Kit, card: str, size: Size, level: int) -> pygame.Surface:
    """Paint a temple, lit at the number of its requirements that are met."""
    what = temple(card)
    key = ("coatl temple's ground", card, size)
    surface = kit.cache.keep(key, lambda: _ground(kit, what, size)).copy()
    _write_points(kit, surface, _laid_out(size).foot, what, level)
    return surface


def _ground(kit: Kit, what: Temple, size: Size) -> pygame.Surface:
    """Draw the requirements on the steps of a pyramid that is shared by many temples."""
    count = len(what.requirements)
    surface = kit.cache.keep(("coatl pyramid", count, size), lambda: _blank(size, count)).copy()
    for (_, field), requirement in zip(_steps(size, count), what.requirements, strict=True):
        margin = _margin(size)
        room = field.inflate(-2 * margin, -margin) if size[0] >= LEAST_WIDTH else field
        _draw_requirement(kit, surface, room, requirement)
    return surface


class _Laid(NamedTuple):
    """The rectangles of a temple: the hollow, the sky in it, and the field of the points."""

    view: pygame.Rect
    sky: pygame.Rect
    foot: pygame.Rect


def _laid_out(size: Size) -> _Laid:
    wide, high = size
    large = wide >= LEAST_WIDTH
    edge = max(2, round((0.05 if large else 0.06) * wide))
    gap = max(1, round(0.028 * wide))
    foot = pygame.Rect(edge, 0, wide - 2 * edge, round((FOOT if large else SMALL_FOOT) * high))
    foot.bottom = high - edge
    view = pygame.Rect(edge, edge, foot.width, foot.top - gap - edge)
    return _Laid(view, view.inflate(-2 * max(1, edge // 3), -2 * max(1, edge // 3)), foot)


def _margin(size: Size) -> int:
    """The distance of a hollow from the edge of its step."""
    return max(1, round(0.035 * _laid_out(size).sky.width))


def _top(view: pygame.Rect, count: int, shrine: float) -> int:
    """The lower edge of the shrine, where the steps begin."""
    return view.top + round(shrine * view.height / (shrine + count))


def _steps(size: Size, count: int) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """The steps of a pyramid from top to bottom, each with the hollow in it."""
    view = _laid_out(size).sky
    shrine, narrow = _shares(size)
    top = _top(view, count, shrine)
    step, margin = (view.bottom - top) / count, _margin(size)
    steps = []
    for place in range(count):
        share = narrow + (1 - narrow) * (place / max(1, count - 1))
        rect = pygame.Rect(0, round(top + place * step), round(share * view.width), 0)
        rect.height = round(top + (place + 1) * step) - rect.top
        rect.centerx = view.centerx
        steps.append((rect, rect.inflate(-2 * margin, -2 * margin)))
    return steps


def _shares(size: Size) -> tuple[float, float]:
    """Height of the shrine, and width of the top step."""
    return (SHRINE, TOP_STEP) if size[0] >= LEAST_WIDTH else (SMALL_SHRINE, SMALL_TOP_STEP)


def _blank(size: Size, count: int) -> pygame.Surface:
    """Paint the common part of temples with that many requirements: stone, sky, pyramid, and the field below."""
    view, sky, foot = _laid_out(size)
    surface = cards.stone(size, "temple", seed=63)
    cards.hollow(surface, view, GROUPS["temple"].deep, depth=0.016 * size[0])
    surface.blit(_dusk(sky.size), sky)
    shrine, narrow = _shares(size)
    _lay_shrine(surface, sky, _top(sky, count, shrine), narrow)
    cut = art.Cut(max(1.0, 0.02 * sky.width), max(1.0, 0.03 * sky.width))
    for place, (rect, field) in enumerate(_steps(size, count)):
        surface.blit(art.slab(rect.size, sky.width / 60, STONE, cut, seed=64 + place), rect)
        cards.hollow(surface, field, BONE, depth=0.5 * _margin(size))
    cards.hollow(surface, foot, GROUPS["temple"].deep, depth=0.016 * foot.width)
    return surface


def _dusk(size: Size) -> pygame.Surface:
    """Paint the sky, and the sun setting behind the shrine."""
    wide, high = size
    x = (np.arange(wide, dtype=np.float32) + np.float32(0.5))[:, None] - np.float32(wide / 2)
    y = (np.arange(high, dtype=np.float32) + np.float32(0.5))[None, :]
    way = hypot(x, y - np.float32(0.24 * high))
    sun, glow = soft(way - np.float32(0.25 * wide), 0.02 * wide + 0.7), soft(way - np.float32(0.2 * wide), 0.5 * wide)
    shade: Layer = np.broadcast_to(y / np.float32(high), (wide, high)).astype(np.float32)
    tones = toned(np.asarray(shade + 0.3 * glow), DUSK)
    return picture(blended(tones, SUN, 0.92 * sun), np.ones((wide, high), np.float32))


def _lay_shrine(surface: pygame.Surface, view: pygame.Rect, top: int, narrow: float) -> None:
    """Draw the shrine on the top step: two steps, a dark door, a roof."""
    high = top - view.top
    wide = 0.62 * narrow * view.width
    for share, begin, end in ((1.0, 0.86, 1.0), (0.72, 0.42, 0.88), (0.92, 0.28, 0.44)):
        rect = pygame.Rect(0, view.top + round(begin * high), max(3, round(share * wide)), 0)
        rect.height = max(2, view.top + round(end * high) - rect.top)
        rect.centerx = view.centerx
        cut = art.Cut(1.0, max(1.0, 0.06 * high))
        surface.blit(art.slab(rect.size, view.width / 60, STONE, cut, seed=68), rect)
    door = pygame.Rect(0, 0, max(2, round(0.2 * wide)), max(2, round(0.34 * high)))
    door.midbottom = view.centerx, view.top + round(0.87 * high)
    surface.fill(RIM, door)


def _write_points(kit: Kit, surface: pygame.Surface, foot: pygame.Rect, what: Temple, level: int) -> None:
    """Write the points for one requirement, for two, and so on, side by side, with that many bricks above each."""
    inner = foot.inflate(-2 * max(1, round(0.02 * foot.width)), -2 * max(1, round(0.05 * foot.height)))
    count = len(what.points) - 1
    with_bricks = surface.get_width() >= LEAST_WIDTH
    for place in range(count):
        left, right = (round(inner.left + share * inner.width / count) for share in (place, place + 1))
        plate = pygame.Rect(left, inner.top, right - left, inner.height)
        reached = place + 1 == level
        if reached:
            cards.lit_plate(kit, surface, plate)
        ink = RIM if reached else CREAM
        down = 0.13 * plate.height if with_bricks else 0.0
        text = str(what.points[place + 1])
        letters = min((0.7 if with_bricks else 0.98) * plate.height, 1.5 * plate.width / len(text))
        cards.number(kit, surface, text, (plate.centerx, plate.centery + down), letters, ink)
        if with_bricks:
            cards.lines(kit, surface, plate, ("bricks", place + 1, count, ink), partial(_bricks, place + 1, count, ink))


def _bricks(laid: int, count: int, ink: str, canvas: pygame.Surface, _factor: int) -> None:
    """Draw a course with a brick for each requirement: filled for those that must be met, else empty."""
    wide, high = 0.66 * canvas.get_width() / count, 0.13 * canvas.get_height()
    line = max(1, round(0.16 * high))
    for place in range(count):
        brick = pygame.Rect(0, 0, round(0.86 * wide), round(high))
        x = canvas.get_width() / 2 + (place - (count - 1) / 2) * wide
        brick.center = round(x), round(0.19 * canvas.get_height())
        pygame.draw.rect(canvas, ink, brick, 0 if place < laid else line, round(0.3 * high))


# -- requirements


def _draw_requirement(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, requirement: Requirement) -> None:
    """Draw a requirement: a bead or a card struck out, a bead like a bead, a serpent with its number of pieces."""
    if isinstance(requirement, Absent):
        side = min(rect.height, rect.width)
        blit_around(surface, cards.bead(kit, requirement.colour, max(4, side)), rect.center)
        _strike(kit, surface, rect.center, 0.58 * side)
    elif isinstance(requirement, Without):
        _lay_card(kit, surface, rect, requirement.group)
        _strike(kit, surface, rect.center, 0.6 * rect.height)
    elif isinstance(requirement, Equal):
        _lay_equal(kit, surface, rect, requirement)
    else:
        _lay_length(kit, surface, rect, requirement)


def _lay_equal(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, requirement: Equal) -> None:
    side = max(4, round(min(rect.height, rect.width / 2.5)))
    for colour, way in ((requirement.one, -1), (requirement.other, 1)):
        blit_around(surface, cards.bead(kit, colour, side), (rect.centerx + way * 0.8 * side, rect.centery))
    bar = max(1, round(0.11 * side))
    for way in (-1, 1):
        line = pygame.Rect(0, 0, max(3, round(0.44 * side)), bar)
        line.center = rect.centerx, round(rect.centery + way * max(1.0, 0.13 * side))
        surface.fill(RIM, line)


def _lay_length(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, requirement: Length) -> None:
    cards.lines(kit, surface, rect, ("serpent", requirement.pieces), partial(_serpent, requirement.pieces))
    cards.number(kit, surface, str(requirement.pieces), rect.center, 0.92 * rect.height, RIM)


def _lay_card(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, group: str) -> None:
    """Draw a small card of a group, with only its emblem."""
    size = max(4, round(0.72 * rect.height)), max(5, rect.height)
    small = art.slab(
        size, size[0] / 100, GROUPS[group].tones, art.Cut(0.12 * size[0], max(1.0, 0.07 * size[0])), seed=66
    )
    cards.hollow(small, small.get_rect().inflate(-round(0.26 * size[0]), -round(0.26 * size[0])), BONE,
           depth=max(1.0, 0.05 * size[0]))  # fmt: skip
    blit_around(surface, small, rect.center)
    blit_around(surface, cards.emblem(kit, group, max(4, round(0.62 * size[0]))), rect.center)


def _strike(kit: Kit, surface: pygame.Surface, middle: Point, reach: float) -> None:
    around = pygame.Rect(0, 0, 2 * math.ceil(reach) + 4, 2 * math.ceil(reach) + 4)
    around.center = round(middle[0]), round(middle[1])
    cards.lines(kit, surface, around, ("strike", reach), partial(_bar, reach))


def _bar(reach: float, canvas: pygame.Surface, factor: int) -> None:
    """Draw a bar with a pale edge, so that it stands out on any bead and leaves both halves visible."""
    at = pygame.Vector2(canvas.get_size()) / 2
    for colour, width, far in ((CREAM, max(0.3 * reach, 2.6), 1.0), (STRUCK, max(0.17 * reach, 1.5), 0.95)):
        way = pygame.Vector2(1, -1).normalize() * reach * factor * far
        aside = way.normalize().rotate(90) * width * factor / 2
        pygame.draw.polygon(canvas, colour, [at - way + aside, at + way + aside, at + way - aside, at - way - aside])


def _serpent(pieces: int, canvas: pygame.Surface, _factor: int) -> None:
    """Draw a serpent of that many segments behind a plate for their number."""
    wide, high = canvas.get_size()
    thick, cell, middle = 0.52 * high, wide / pieces, high / 2
    for place in range(pieces):
        box = pygame.Rect(round(place * cell), 0, max(1, round(0.9 * cell)), round(thick))
        box.centery = round(middle)
        ends = [box.height // 2 if place == end else 0 for end in (0, pieces - 1)]
        pygame.draw.rect(canvas, SEGMENTS[place % 2], box, 0, 0, ends[0], ends[1], ends[0], ends[1])
    pygame.draw.circle(canvas, CREAM, (0.45 * cell, middle - 0.12 * thick), 0.16 * thick)
    for colour, radius in ((RIM, 0.48), (CREAM, 0.42)):
        plate = pygame.Rect(0, 0, round((2.1 + 0.55 * len(str(pieces))) * radius * high), round(2 * radius * high))
        plate.center = round(wide / 2), round(middle)
        pygame.draw.rect(canvas, colour, plate, 0, plate.height // 2)


# -- tags


def strip(kit: Kit, card: str, height: int, level: int) -> pygame.Surface:
    """Paint a temple as a low tag with its points, if any."""
    what = temple(card)
    widths = [round(_span(requirement) * height) for requirement in what.requirements]

    def draw(surface: pygame.Surface, rect: pygame.Rect) -> None:
        left, share = float(rect.left), rect.width / sum(widths)
        for requirement, width in zip(what.requirements, widths, strict=True):
            part = pygame.Rect(round(left), rect.top, round(width * share), rect.height)
            _draw_requirement(kit, surface, part.inflate(-round(0.12 * height), -round(0.1 * height)), requirement)
            left += width * share

    return cards.tag(kit, (sum(widths) + round(0.3 * height), height), "temple", draw, what.points[level])


def _span(requirement: Requirement) -> float:
    """Width of a requirement's picture on a tag, by its height."""
    return {Absent: 0.9, Without: 0.85, Equal: 1.95, Length: 1.75}[type(requirement)]
