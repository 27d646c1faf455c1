"""The knights as they are drawn in the labyrinth: by the light of their lanterns, lifted, and over their shadows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pygame

from logic.core import Cell
from logic.dragon.board import KnightKind
from scenes.boardmarks import shadow, with_alpha
from scenes.camera import Camera
from scenes.dragon_pictures import Look, lantern
from sprites import dragon_art as art
from sprites.stage import Pose

RISE = 0.16
"""How far a knight is drawn above his square, in squares, for each unit that he is lifted."""
GROWTH = 0.05
"""How much larger he looks then."""
LIGHT = 2.3
"""How far a lantern shines, in squares."""
MOST_LIGHTS = 24
"""More lanterns than that are not drawn: they would only glare."""

Posed = Sequence[tuple[str, Pose]]
"""Knights by their names, each as he stands; those in front come last."""


def in_sight(camera: Camera, poses: Iterable[tuple[str, Pose]]) -> Posed:
    """Give those who are seen, or of whom at least the light may be."""
    reach = LIGHT * camera.side
    room = camera.window.inflate(2 * reach, 2 * reach)
    return [(name, pose) for name, pose in poses if room.collidepoint(camera.to_pixels(pose.x, pose.y))]


def draw_lights(surface: pygame.Surface, camera: Camera, poses: Posed) -> None:
    """Let the lanterns shine."""
    light = lantern(camera.kit, max(2, round(camera.baked_side * LIGHT)))
    for _, pose in poses[-MOST_LIGHTS:]:
        if pose.alpha > 0.5:
            place = light.get_rect(center=camera.to_pixels(pose.x, pose.y))
            surface.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


def draw_knights(surface: pygame.Surface, camera: Camera, poses: Posed, kinds: Mapping[str, KnightKind]) -> None:
    """Draw knights, of whom ``kinds`` tells what each is."""
    for name, pose in poses:
        _draw_knight(surface, camera, kinds[name], pose)


def _draw_knight(surface: pygame.Surface, camera: Camera, kind: KnightKind, pose: Pose) -> None:
    """Draw a knight; one who is lifted is larger and higher, and his shadow stays on the ground."""
    x, y = camera.to_pixels(pose.x, pose.y)
    picture = camera.sized(lambda side: art.knight(camera.kit, kind, side))
    scale = pose.scale * (1 + GROWTH * pose.z)
    if abs(scale - 1) > 0.01:
        size = max(1, round(picture.get_width() * scale))
        picture = pygame.transform.smoothscale(picture, (size, size))
    if pose.z > 0.05:
        shade = camera.sized(lambda side: shadow(camera.kit, side))
        surface.blit(shade, shade.get_rect(center=(x, y + 0.4 * camera.side)))
    picture = with_alpha(picture, pose.alpha)
    surface.blit(picture, picture.get_rect(center=(x, y - RISE * pose.z * camera.side)))


def draw_stock(surface: pygame.Surface, camera: Camera, cell: Cell, look: Look) -> None:
    """Say in figures what the store on a square holds, where it is one: who stands before it hides what lies there."""
    stock, size = look.stock, look.field.size
    if stock is not None:
        plate = camera.sized(lambda side: art.stock_plate(camera.kit, stock, size, side))
        surface.blit(plate, camera.cell_rect(cell))
