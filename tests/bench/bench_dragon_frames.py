"""Frame times of a 100×100 labyrinth at 1920×1080 while it is panned, zoomed and walked in. By hand, never asserted.

Run ``python -m tests.bench.bench_dragon_frames``.
"""

from dataclasses import replace

import pygame

from logic.core import Cell, Dice
from logic.dragon import NARRATION, redact
from logic.dragon.board import Board, Field, Knight
from logic.dragon.rules import begin
from scenes.dragon.view import DragonView
from sprites.widgets.input import Pointer
from tests.bench.frames import Meter, window

BOARD = pygame.Rect(20, 20, 1440, 1040)
"""About what a board screen leaves for the board."""
SIDE = 100
KNIGHTS = 20
KINDS = ("plain",) * 10 + ("edible",) * 3 + ("eternal", "mine", "teleport", "hole", "bricks", "teeth")
TEAM = (Knight("eater", 5), Knight("builder", 5), Knight("jumper"), Knight("ordinary"))


def largest():
    """Deal a 100×100 board with everything on it."""
    dice = Dice(7)
    rows = [[field(dice) for _ in range(SIDE)] for _ in range(SIDE)]
    rows[SIDE - 1][SIDE - 1] = Field("lair")
    middle = Cell(SIDE // 2, SIDE // 2)
    for cell in (middle, *(Cell(middle.row + down, middle.col) for down in (-2, -1, 1, 2))):
        rows[cell.row][cell.col] = Field("plain")
    team = tuple(TEAM[i % len(TEAM)] for i in range(KNIGHTS))
    return Board(SIDE, SIDE, tuple(tuple(row) for row in rows), middle, team, 1)


def field(dice):
    """Deal one square."""
    kind = dice.choice(KINDS)
    if kind == "teleport":
        return Field(kind, target=Cell(dice.below(SIDE), dice.below(SIDE)))
    return Field(kind, 1 + dice.below(7)) if kind in ("hole", "bricks", "teeth") else Field(kind)


class Table(Meter):
    """A view with a position behind it, driven by hand."""

    def __init__(self, surface, *, open_map):
        self.state = begin(largest(), open_map=open_map)
        super().__init__(surface, self.view_of, BOARD)
        while self.view.update(0.0):
            self.frame()
        self.report("painting ahead, nobody moves")

    def view_of(self, kit):
        """Make the view, with hands that may touch it."""
        view = DragonView(kit, None, redact(self.state, 0))
        view.host = replace(view.host, live=True)
        return view

    def pan(self):
        """Draw the board to and fro over its whole width."""
        for turn in range(8):
            x, y = BOARD.center
            self.frame(Pointer("down", (x, y)))
            right = -1 if turn % 2 == 0 else 1
            for step in range(60):
                self.frame(Pointer("move", (x + right * step * 22, y + (step * 9 if turn > 3 else -step * 9))))
            self.frame(Pointer("up", (x, y)))

    def zoom(self):
        """Turn the wheel in and out, and pinch."""
        for notches in (-1,) * 6 + (1,) * 10 + (-1,) * 10 + (1,) * 6:
            self.frame(Pointer("wheel", BOARD.center, amount=notches))
            for _ in range(14):
                self.frame()
        self.frame(Pointer("down", BOARD.center, 1, touch=True))
        for step in range(120):
            factor = 1.015 if step % 60 < 30 else 1 / 1.015
            self.frame(Pointer("pinch", BOARD.center, 1, factor, touch=True))
        self.frame(Pointer("up", BOARD.center, 1, touch=True))
        for _ in range(30):
            self.frame()

    def walk(self):
        """Let knights go where they do not die."""
        dice = Dice(3)
        for _ in range(60):
            moves = [move for move in self.state.legal_moves() if NARRATION.warning(self.state, move) is None]
            if not moves:
                return
            self.state, events = self.state.apply(dice.choice(moves))
            self.show(redact(self.state, 0), events)
            for _ in range(15):
                self.frame()


def main():
    """Print the figures for an open map and for one in the dark."""
    surface = window()
    for title, open_map in (("everything seen", True), ("in the dark", False)):
        print(f"100×100 squares, {KNIGHTS} knights, {title}:")
        table = Table(surface, open_map=open_map)
        table.walk()
        table.report("knights walk")
        table.pan()
        table.report("panned")
        table.zoom()
        table.report("zoomed by wheel and fingers, cold")
        table.zoom()
        table.report("zoomed again")
        table.pan()
        table.report("panned again")
    pygame.quit()


if __name__ == "__main__":
    main()
