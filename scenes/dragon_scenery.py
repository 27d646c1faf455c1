"""The squares of the labyrinth as time goes by: each looks as before until its event is seen, and then fades over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pygame

from logic.core import Cell
from logic.dragon.rules import State
from scenes.camera import Camera
from scenes.dragon_fades import Fades
from scenes.dragon_ground import Ground, Looks, around, may_differ
from scenes.dragon_pictures import Look
from sprites.kit import Kit

MOST_FADING, LARGEST_FADE = 64, 100
"""So many squares at most change softly at once, within a rectangle of so many: a fade must not cost a frame."""


class Scenery:
    """The ground under one camera, and those of its squares that are to look otherwise as soon as it is their turn."""

    def __init__(self, kit: Kit, camera: Camera, state: State, *, uncovered: bool) -> None:
        self.ground = Ground(kit, camera, Looks(state, uncovered=uncovered), state.board.entrance)
        self._camera = camera
        self._fades = Fades()
        self._waiting: dict[Cell, Look | None] = {}
        self._uncovered = uncovered

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures."""
        self.ground.set_kit(kit)
        self._fades.clear()

    def forget(self) -> None:
        """Bake everything anew: it is shown at another place."""
        self._fades.clear()
        self.ground.forget()

    # -- changes

    def expect(self, before: State, after: State, *, uncovered: bool) -> None:
        """Let all squares that look otherwise in the later position wait for their turn."""
        looks = Looks(after, uncovered=uncovered)
        self.ground.entrance = after.board.entrance
        if self._uncovered != uncovered or before.board.entrance != after.board.entrance:
            self._uncovered = uncovered
            self._waiting = {}
            self.ground.reset(looks)
            return
        ground = self.ground
        self._waiting = {
            cell: look for cell in may_differ(before, after) if (look := looks.at(cell)) != ground.look(cell)
        }

    def turn_to(self, cells: Iterable[Cell]) -> None:
        """Let squares change whose turn it is."""
        self._change({cell: self._waiting.pop(cell) for cell in cells if cell in self._waiting}, softly=True)

    def catch_up(self, *, softly: bool = False) -> None:
        """Let all squares change that still wait."""
        waiting, self._waiting = self._waiting, {}
        self._change(waiting, softly=softly)

    def _change(self, looks: Mapping[Cell, Look | None], *, softly: bool) -> None:
        """Let squares look otherwise; what they looked like before fades away."""
        if not looks:
            return
        camera = self._camera
        if softly and len(looks) <= MOST_FADING and camera.at_rest and camera.window.size != (1, 1):
            rows, cols = around(looks, camera.rows, camera.cols)
            if len(rows) * len(cols) <= LARGEST_FADE:
                self._fades.add(self.ground.patch(rows, cols), Cell(rows.start, cols.start), camera.side)
        self.ground.change(looks)

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something fades, or is still to be baked."""
        return any([self.ground.update(), self._fades.update(dt)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the camera sees of it."""
        self.ground.draw(surface)
        self._fades.draw(surface, self._camera.side, self._camera.cell_rect)
