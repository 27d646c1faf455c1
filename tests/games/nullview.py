"""The smallest view that can be played by every device. Copy it to ``scenes/<game>/view.py`` for a new game.

It says where pieces belong, draws them, and turns touches and keys into legal moves; it never plays them itself.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from scenes.view.view import GameView
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos
from tests.games.nullgame import State, Take

RADIUS = 0.38
"""The radius of a counter, in cells."""


class CountersView(GameView[State]):
    """Counters in two rows of ten: a touch takes the counter and all that follow it."""

    rows, cols = 2, 10
    cloth = "#3f4d45"

    chosen = 1
    """How many counters the keys have chosen, from the last one on."""

    def layout(self, state: State) -> Mapping[str, Pose]:
        """Lay out the counters in reading order; the stage removes those that were taken."""
        return {f"c{i}": Pose(i % self.cols + 0.5, i // self.cols + 0.5) for i in range(state.left)}

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw a plain board."""
        pygame.draw.rect(surface, self.kit.theme.colours.panel, self.rect, border_radius=self.kit.px(14))

    def draw_foreground(self, surface: pygame.Surface) -> None:
        """Draw the counters, with those lit that would be taken."""
        colours = self.kit.theme.colours
        for piece, pose in self.stage.poses():
            lit = self.host.live and int(piece[1:]) >= self.state.left - self.chosen
            radius = round(RADIUS * self.cell * pose.scale)
            colour = colours.accent_light if lit else colours.paper
            pygame.draw.aacircle(surface, colour, self.to_pixels(pose.x, pose.y), radius)

    def point(self, event: Pointer) -> Take | None:
        """Light the counter that is pressed; take it on release there."""
        number = self._number_at(event.pos)
        if event.kind == "down" and self._move(number):
            self.chosen = number
        elif event.kind == "up" and number == self.chosen:
            return self._move(number)
        return None

    def act(self, action: str) -> Take | bool:
        """Choose by the arrows how many to take, and take them."""
        if action == "accept":
            return self._move(self.chosen) or False
        number = self.chosen + {"left": 1, "right": -1}.get(action, 0)
        if number == self.chosen or not self._move(number):
            return False
        self.chosen = number
        return True

    def cancel_gesture(self) -> None:
        """Choose a single counter again."""
        self.chosen = 1

    def _number_at(self, pos: Pos) -> int:
        """Count the counters from a point on; 0 or less where none lies there."""
        cell = self.cell_at(pos)
        return 0 if cell is None else self.state.left - (cell.row * self.cols + cell.col)

    def _move(self, number: int) -> Take | None:
        """Return the legal move that takes so many."""
        return next((move for move in self.state.legal_moves() if move.number == number), None)


VIEW = CountersView
