"""Draws the labyrinth of Stone Dragon: floor and fog under a camera, knights and their light, marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic.core import Cell
from logic.dragon import NARRATION
from logic.dragon.board import KnightKind, toward
from logic.dragon.rules import Go, Leap, State
from scenes.dragon.ground import Ground, SquareLook, SquareLooks, changed_cells, lantern
from scenes.dragon.layout import Party
from scenes.view.camera import Camera
from scenes.view.squares import Trail, arrow, draw_trail, shadow, with_alpha
from sprites.dragon import art
from sprites.dragon.art import Mark
from sprites.dragon.effects import Effects
from sprites.paint.kit import Kit
from sprites.paint.materials import panel
from sprites.stage.stage import Pose
from sprites.widgets.feedback import draw_bubble

SECONDS = 0.3
"""Seconds in which the fog lifts from a square."""


@dataclass(slots=True)
class _Fade:
    """The former picture of a square, at that side, while it fades out."""

    picture: pygame.Surface
    cell: Cell
    side: float
    left: float = SECONDS


MOST_FADING = 100
"""Most squares that fade at once: a fade must not cost a frame."""


class Scenery:
    """The ground under one camera, and the squares whose new look is delayed until their event is shown."""

    def __init__(self, kit: Kit, camera: Camera, state: State, *, uncovered: bool) -> None:
        self.ground = Ground(kit, camera, SquareLooks(state, uncovered=uncovered), state.board.entrance)
        self._camera = camera
        self._fades: list[_Fade] = []
        self._waiting: dict[Cell, SquareLook | None] = {}
        self._uncovered = uncovered

    def set_kit(self, kit: Kit) -> None:
        self.ground.set_kit(kit)
        self._fades.clear()

    def forget(self) -> None:
        """Bake everything anew: it is shown in another rectangle."""
        self._fades.clear()
        self.ground.forget()

    # -- changes

    def delay_changes(self, before: State, after: State, *, uncovered: bool) -> None:
        """Delay the change of all squares that look different in the later position.

        If ``uncovered`` or the entrance is another one, all squares change at once.
        """
        looks = SquareLooks(after, uncovered=uncovered)
        self.ground.entrance = after.board.entrance
        if self._uncovered != uncovered or before.board.entrance != after.board.entrance:
            self._uncovered = uncovered
            self._waiting = {}
            self.ground.reset(looks)
            return
        ground = self.ground
        self._waiting = {
            cell: look for cell in changed_cells(before, after) if (look := looks.at(cell)) != ground.look(cell)
        }

    def apply_changes(self, cells: Iterable[Cell]) -> None:
        self._change({cell: self._waiting.pop(cell) for cell in cells if cell in self._waiting}, softly=True)

    def apply_all_changes(self, *, softly: bool = False) -> None:
        """Change all squares that are still delayed."""
        waiting, self._waiting = self._waiting, {}
        self._change(waiting, softly=softly)

    def _change(self, looks: Mapping[Cell, SquareLook | None], *, softly: bool) -> None:
        """Change looks of squares, and fade out the former ones."""
        if not looks:
            return
        changed, camera = self.ground.change(looks), self._camera
        if softly and len(changed) <= MOST_FADING and camera.at_rest:
            for cell in changed:
                former = self.ground.shown(cell)
                if former is not None:
                    self._fades.append(_Fade(former, cell, camera.side))

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something fades, or is still to be baked."""
        was_fading = bool(self._fades)
        for fade in self._fades:
            fade.left -= dt
        self._fades = [fade for fade in self._fades if fade.left > 0]
        return self.ground.update() or was_fading

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the camera sees; a fade baked for squares of another side is not drawn."""
        self.ground.draw(surface)
        for fade in self._fades:
            if fade.side == self._camera.side:
                fade.picture.set_alpha(round(255 * fade.left / SECONDS))
                surface.blit(fade.picture, self._camera.cell_rect(fade.cell))


ARROW, FURTHER = 0.55, 0.5
"""Length in squares of a step's arrow, and the additional length of a leap's."""


def mark_of(state: State, move: Go | Leap) -> Mark:
    if NARRATION.warning(state, move) is not None:
        return "danger"
    return "leap" if isinstance(move, Leap) else "step"


RISE = 0.16
"""Height in squares at which a knight is drawn above his square, for each unit that he is lifted."""
GROWTH = 0.05
"""Additional size of a lifted knight."""
LIGHT = 2.3
"""Reach of a lantern's light in squares."""
MOST_LIGHTS = 24
"""Most lanterns that are drawn, those in front: more would only glare."""
Posed = Sequence[tuple[str, Pose]]
"""Knights by name with their poses; those in front come last."""


def in_sight(camera: Camera, poses: Iterable[tuple[str, Pose]]) -> Posed:
    """The knights of whom at least the light may be visible."""
    reach = LIGHT * camera.side
    room = camera.window.inflate(2 * reach, 2 * reach)
    return [(name, pose) for name, pose in poses if room.collidepoint(camera.to_pixels(pose.x, pose.y))]


def draw_lights(surface: pygame.Surface, camera: Camera, poses: Posed) -> None:
    light = lantern(camera.kit, max(2, round(camera.baked_side * LIGHT)))
    for _, pose in poses[-MOST_LIGHTS:]:
        if pose.alpha > 0.5:
            place = light.get_rect(center=camera.to_pixels(pose.x, pose.y))
            surface.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


def draw_knight(surface: pygame.Surface, camera: Camera, kind: KnightKind, pose: Pose) -> None:
    """Draw a knight; a lifted one is larger and higher, and his shadow stays on the ground."""
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


FRAME = 22
"""Units of stone around the visible part of the board."""
DARK = "#0e0a07"
OVERHANG = 0.5
"""Height in squares above the board's first row to which a lifted or leaping knight extends."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The marks and labels on the board, beside the pieces."""

    targets: Mapping[Cell, Go | Leap]
    """The squares that are lit."""
    tells_stocks: bool
    """Whether to write the stock of the stores on which knights stand."""
    hint: Go | Leap | None
    hint_state: State
    """The position in which the hint's move is to be made."""
    cursor: Cell | None
    told: Cell | None
    """The square whose description is shown."""
    words: str
    trail: Trail
    """The trail of the last move."""
    ahead: Trail
    """The trail of a hint."""


class DragonPicture:
    """The whole labyrinth: ground and knights as the camera sees them, effects, the small map and a frame."""

    def __init__(self, kit: Kit, state: State, *, uncovered: bool) -> None:
        self.kit = kit
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.camera = Camera(kit, state.board.height, state.board.width)
        self.scenery = Scenery(kit, self.camera, state, uncovered=uncovered)
        self.effects = Effects(kit)

    def set_kit(self, kit: Kit) -> None:
        self.kit = self.camera.kit = kit
        self.scenery.set_kit(kit)
        self.effects = Effects(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the middle of a rectangle for a board that fits in, or all of it as a window on a larger one."""
        frame = 2 * self.kit.px(FRAME)
        self.camera.place(rect.inflate(-frame, -frame))
        self.rect = self.camera.window.inflate(frame, frame)
        self.scenery.forget()

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something moves."""
        return any([self.effects.update(dt), self.camera.update(dt), self.scenery.update(dt)])

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the stone frame; its content is drawn with the knights, because it can be panned."""
        surface.blit(panel(self.kit, self.rect.size, "panel"), self.rect)
        surface.fill(DARK, self.camera.window)

    def draw_foreground(self, surface: pygame.Surface, party: Party, poses: Posed, signs: Signs) -> None:
        """Draw the visible part of the labyrinth, the knights in their poses, and the marks."""
        camera, clip = self.camera, surface.get_clip()
        surface.set_clip(camera.window.clip(clip))
        if camera.board_size[0] < self.rect.width or camera.board_size[1] < self.rect.height:
            surface.fill(DARK)
        self._draw_rim(surface)
        self.scenery.draw(surface)
        seen = in_sight(camera, poses)
        draw_lights(surface, camera, seen)
        draw_trail(self.kit, surface, camera, signs.trail)
        draw_trail(self.kit, surface, camera, signs.ahead, ahead=True)
        for cell, move in signs.targets.items():
            if camera.cell_rect(cell).colliderect(camera.window):
                self._draw_mark(surface, cell, mark_of(party.state, move))
        if camera.shows_all:
            surface.set_clip(self._with_overhang().clip(clip))
        for name, pose in seen:
            draw_knight(surface, camera, party.kinds[name], pose)
        if signs.tells_stocks:
            self._draw_stocks(surface, party.cells)
        self.effects.draw(surface, camera.to_pixels, camera.side)
        if signs.hint is not None:
            self._draw_hint(surface, signs.hint_state, signs.hint)
        if signs.cursor is not None:
            self._draw_mark(surface, signs.cursor, "cursor")
        self._draw_map(surface, party)
        surface.set_clip(clip)
        if signs.told is not None:
            draw_bubble(self.kit, surface, signs.words, camera.cell_rect(signs.told), self.rect)

    def _draw_rim(self, surface: pygame.Surface) -> None:
        """Draw the stone at the edges of a board that is only partly visible, to show where the labyrinth ends."""
        if self.camera.shows_all:
            return
        wide = self.kit.px(FRAME)
        rim = pygame.Rect(self.camera.origin, self.camera.board_size).inflate(2 * wide, 2 * wide)
        pygame.draw.rect(surface, self.kit.theme.colours.panel_edge, rim, wide, wide)

    def _with_overhang(self) -> pygame.Rect:
        """The board with its frame, and the room above it into which heads may extend."""
        above = round(OVERHANG * self.camera.side)
        return pygame.Rect(self.rect.left, self.rect.top - above, self.rect.width, self.rect.height + above)

    def _draw_mark(self, surface: pygame.Surface, cell: Cell, mark: Mark) -> None:
        picture = self.camera.sized(lambda side: art.target(self.kit, side, mark))
        surface.blit(picture, self.camera.cell_rect(cell))

    def _draw_stocks(self, surface: pygame.Surface, cells: Iterable[Cell]) -> None:
        """Write the stock of the stores on those squares, which is hidden by who stands there."""
        for cell in cells:
            look = self.scenery.ground.look(cell)
            if look is not None and look.stock is not None:
                paint = partial(art.stock_plate, self.kit, look.stock, look.field.size)
                surface.blit(self.camera.sized(paint), self.camera.cell_rect(cell))

    def _draw_hint(self, surface: pygame.Surface, state: State, move: Go | Leap) -> None:
        """Mark the start square, the target square and the way of a hint's move."""
        start, camera = state.knight(move.knight).cell, self.camera
        if start is None:
            return
        for cell in (start, state.target(move)):
            self._draw_mark(surface, cell, "hint")
        length = 2 if isinstance(move, Leap) else 1
        picture = arrow(self.kit, max(4, round(camera.baked_side * (ARROW + FURTHER * (length - 1)))), move.direction)
        middle = toward(start, move.direction, length)
        x, y = (start.col + middle.col + 1) / 2, (start.row + middle.row + 1) / 2
        surface.blit(picture, picture.get_rect(center=camera.to_pixels(x, y)))

    def _draw_map(self, surface: pygame.Surface, party: Party) -> None:
        if self.camera.map.rect is None:
            return
        colours = self.kit.theme.colours
        others = [(k.cell, colours.ink) for k in party.knights if k.cell is not None and k.name != party.chosen]
        marks = [(party.state.board.entrance, colours.accent), *others]
        if party.cell is not None:
            marks.append((party.cell, colours.focus))
        self.camera.map.draw(surface, self.scenery.ground.map_picture(), marks)
