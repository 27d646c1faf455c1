"""The rabbits of the meadow: round, each of a coat of its own, looking at the player or where they will jump."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pygame

from sprites.easel import Easel, Point, Shape, box, curve, disc, ellipse, ribbon
from sprites.figures import Pen, set_off
from sprites.jumpin_burrow import bake_lip, set_in_hole
from sprites.jumpin_heads import Coat, Mood, back_head, head, side_head
from sprites.theme import PlayerLook

Facing = Literal["front", "up", "down", "left", "right"]
FAINT = 0.78
"""How strong the pattern of a scarf is where it need not be strong."""

COATS: tuple[Coat, ...] = (
    Coat("#f2ebe0", "#fffdf8", "#d9cbb8", "up", "none", 0),
    Coat("#9a6234", "#e6c79c", "#6d4020", "lop", "stripe", 1),
    Coat("#8f95a0", "#dfe2e6", "#5f6570", "bent", "spots", 2),
    Coat("#3e3733", "#cbbbab", "#f0e6d8", "short", "mask", 3),
    Coat("#e2b063", "#fbe8c0", "#a9702c", "lop", "spots", 1),
    Coat("#f4eee6", "#fffdf8", "#3b332f", "up", "mask", 3),
    Coat("#6e4a35", "#cfae8e", "#f3e7d6", "bent", "saddle", 0),
    Coat("#bcb2a6", "#f1ebe3", "#81766b", "short", "stripe", 2),
)
"""Told apart by shade, by ears, by marking, and by the scarf."""

FRONT_SCARF: tuple[Point, ...] = ((27, 66), (38, 73.5), (50, 76), (62, 73.5), (73, 66))
BACK_SCARF: tuple[Point, ...] = ((28, 63), (39, 68.5), (50, 70), (61, 68.5), (72, 63))
SIDE_SCARF: tuple[Point, ...] = ((52, 62), (58, 69), (66, 73), (75, 73))


def coat_of(number: int) -> Coat:
    """Give the coat of the rabbit with that number, counted from 1."""
    return COATS[(number - 1) % len(COATS)]


def paint_rabbit(
    coat: Coat, look: PlayerLook, facing: Facing, mood: Mood, side: int, *, strong: bool
) -> pygame.Surface:
    """Paint a rabbit that sits on the grass."""
    figure = Easel(side)
    pen = Pen(figure, flip=facing == "left")
    FIGURES[facing](pen, coat, look, mood, strong)
    return set_off(figure, ellipse(51, 91, 29, 7), side).picture()


def paint_rabbit_home(
    coat: Coat, look: PlayerLook, facing: Facing, mood: Mood, side: int, *, strong: bool
) -> pygame.Surface:
    """Paint a rabbit that looks out of its burrow: what is below the edge is hidden."""
    figure = Easel(side)
    pen = Pen(figure, flip=facing == "left").moved(0, 8)
    if facing in ("left", "right"):
        _scarf(pen.moved(-12, 3), look, strong, SIDE_SCARF)
        side_head(pen.moved(-12, 3), coat, mood)
    elif facing == "up":
        _scarf(pen, look, strong, BACK_SCARF, knot=True)
        back_head(pen, coat, mood)
    else:
        _scarf(pen, look, strong, FRONT_SCARF)
        head(pen, coat, mood, down=facing == "down")
    front = Easel(side)
    bake_lip(front)
    if facing != "up":
        paws = Pen(front)
        for x in (35, 65):
            paws.lay(ellipse(x, 81, 7.4, 5.4), colour=coat.pale, edge=2.4, gloss=0.2, shadow=2)
    return set_in_hole(figure, ellipse(50, 70, 20, 5), front, side).picture()


# -- whole figures


def _front(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    _front_body(pen, coat)
    _scarf(pen, look, strong, FRONT_SCARF)
    head(pen, coat, mood, down=False)


def _down(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    _front_body(pen, coat)
    _scarf(pen.moved(0, 2), look, strong, FRONT_SCARF)
    head(pen.moved(0, 5), coat, mood, down=True)


def _front_body(pen: Pen, coat: Coat) -> None:
    pen.lay(ellipse(50, 75, 31, 19), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking == "saddle":
        pen.lay(
            ellipse(29, 74, 8, 12, 14), ellipse(71, 74, 8, 12, -14), colour=coat.patch, edge=3, raised=0.5, shadow=0
        )
    if coat.marking == "spots":
        pen.lay(ellipse(27, 74, 5, 6, 20), ellipse(73, 79, 4.6, 5), colour=coat.patch, edge=2, raised=0.4, shadow=0)
    pen.lay(ellipse(50, 81, 15, 12), colour=coat.pale, edge=4, raised=0.7, shadow=0)
    pen.lay(
        ellipse(35.5, 90, 10.5, 5.6), ellipse(64.5, 90, 10.5, 5.6), colour=coat.pale, edge=2.6, gloss=0.2, shadow=1.8
    )


def _up(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    """Draw it from behind: its white tail is what one sees."""
    pen.lay(ellipse(33, 90, 10, 5), ellipse(67, 90, 10, 5), colour=coat.pale, edge=2.4, shadow=1.6)
    pen.lay(ellipse(50, 73, 30, 20.5), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking in ("saddle", "spots"):
        pen.lay(ellipse(32, 72, 8, 10, 16), ellipse(70, 66, 6, 7), colour=coat.patch, edge=3, raised=0.5, shadow=0)
    _scarf(pen, look, strong, BACK_SCARF, knot=True)
    back_head(pen, coat, mood)
    for x, y, r in ((50, 82, 9.6), (44.5, 85, 5.6), (55.5, 85, 5.6), (50, 76, 5.6)):
        pen.lay(disc(x, y, r), colour="#fffdf6", edge=3.4, raised=0.8, shadow=1.2)


def _side(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    """Draw it from aside, looking to the right."""
    for x, y, r in ((13, 73, 8.6), (17, 68, 5.4), (10.5, 69, 4.8)):
        pen.lay(disc(x, y, r), colour="#fffdf6", edge=3.2, raised=0.8, shadow=1.2)
    pen.lay(ellipse(69, 90, 10, 4.8), colour=coat.pale, edge=2.2, shadow=1.6)
    pen.lay(ellipse(45, 71, 31, 21, -8), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking in ("saddle", "spots"):
        pen.lay(ellipse(46, 57, 11, 6, -6), colour=coat.patch, edge=3, raised=0.5, shadow=0)
    pen.lay(ellipse(34, 77, 16.5, 15), colour=coat.fur, edge=5, raised=0.9, gloss=0.15, shadow=0.8)
    if coat.marking == "spots":
        pen.lay(disc(30, 76, 4.4), colour=coat.patch, edge=2, raised=0.4, shadow=0)
    pen.lay(ellipse(39, 90.5, 15, 5.2), colour=coat.pale, edge=2.4, gloss=0.2, shadow=1.6)
    _scarf(pen, look, strong, SIDE_SCARF)
    side_head(pen, coat, mood)


FIGURES: dict[Facing, Callable[[Pen, Coat, PlayerLook, Mood, bool], None]] = {
    "front": _front,
    "down": _down,
    "up": _up,
    "left": _side,
    "right": _side,
}


# -- scarves


def _scarf(pen: Pen, look: PlayerLook, strong: bool, way: tuple[Point, ...], *, knot: bool = False) -> None:
    """Wind a scarf along a way; its colour and its pattern are those of a seat."""
    line = curve(way, 6)
    end = line[-1] if not knot else line[len(line) // 2]
    tail = ribbon([(end[0] - 3, end[1] + 1), (end[0] - 2, end[1] + 13)], 8, 9.5)
    pen.lay(tail, colour=look.colour, edge=2, gloss=0.2, shadow=2)
    pen.lay(ribbon(line, 8.6), colour=look.colour, edge=2.4, gloss=0.25, shadow=2.2)
    _weave(pen, look, strong, line, (end[0] - 2.4, end[1] + 8))


def _weave(pen: Pen, look: PlayerLook, strong: bool, line: tuple[Point, ...], tail: Point) -> None:
    """Draw the pattern of a scarf upon it."""
    places = [*line[2:-1:4], tail]
    marks: list[Shape]
    if look.pattern == "stripes":
        marks = [ribbon([(x - 1.4, y + 4), (x + 1.4, y - 4)], 2) for x, y in places]
    elif look.pattern == "dots":
        marks = [disc(x, y, 1.9) for x, y in places]
    elif look.pattern == "checks":
        marks = [box(x - 2, y - (3.6 if i % 2 else 0), 4, 3.6) for i, (x, y) in enumerate(places)]
    else:
        marks = [ribbon([(x, y + 2.2) for x, y in line], 1.5)]
    pen.lay(*marks, colour=look.ink, edge=0.4, raised=0, shadow=0, strength=1.0 if strong else FAINT)


__all__ = ["COATS", "Facing", "Mood", "coat_of", "paint_rabbit", "paint_rabbit_home"]
