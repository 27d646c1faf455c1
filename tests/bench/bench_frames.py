"""Frame times of boards at 1920×1080 while pieces move: ``python -m tests.bench.bench_frames [GAME …]``.

Printed and never asserted: the labyrinth with everything lit, Cóatl with four players, a dungeon of 100×100 squares
that is panned, zoomed and walked in; and the L-Game on its screen, with a dragged L and computers that play.
"""

import sys
import time
from dataclasses import replace

import pygame

from logic import coatl, dragon, labyrinth
from logic.coatl.moves import Attach, End, Start, Take
from logic.core import Cell, Dice
from logic.dragon.board import Board, Field, Knight
from logic.dragon.rules import begin
from logic.registry import GAMES, game_config, new_setup
from logic.variants import resolve_params
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.coatl.view import CoatlView
from scenes.dragon.view import DragonView
from scenes.labyrinth.view import LabyrinthView
from scenes.shots.headless import computer_seats
from scenes.shots.poses import PEOPLE
from scenes.view.view import Host
from sprites.widgets.input import Action, Pointer
from tests.bench.clock import resident
from tests.bench.frames import FRAME, Table, Timer, cabinet, show, window
from tests.support.hands.coatl import pixel, steps_of, wish

RECT = pygame.Rect(20, 20, 1240, 1040)
"""About what a board screen leaves for the board."""
STEPS = 24
"""Frames that a drag takes from one place to the next."""


def params_of(game, variant, **chosen):
    rules = game_config(game).variants[variant]
    return resolve_params(GAMES[game], rules, computer=False, name=variant, chosen=chosen)


# -- Labyrinth


class LabyrinthTable(Table):
    """The labyrinth: its spare tile is dragged along the rim, pushed in, and the pawn walks."""

    def __init__(self, surface, variant, players):
        state, self.dice = labyrinth.new(params_of("labyrinth", variant, players=players), Dice(5)), Dice(3)
        host = Host(state.player, live=True, shows_secret=True)
        super().__init__(surface, labyrinth, state, LabyrinthView, RECT, host)
        self.run("at rest, painting ahead", 240)

    def pixels(self, place):
        """Return the pixel of a point in cells."""
        return tuple(map(round, self.view.to_pixels(*place)))

    def drag(self):
        """Drag the spare tile all around the rim, turning it on the way; release it at an arrow and push."""
        view = self.view
        arrows = self.dice.shuffled([arrow for arrow in view.state.params.arrows if arrow not in view.state.barred()])
        way = [self.pixels(place) for place in (view.tray, *map(view.arrow_place, arrows[:5]))]
        self.frame(Pointer("down", way[0]))
        for number, _ in enumerate(self.lead(way, STEPS)):
            if number % (2 * STEPS) == STEPS + STEPS // 2:
                self.frame(Pointer("wheel", way[number // STEPS], amount=1))
        self.frame(Pointer("up", way[-1]))
        return self.frame(Pointer("down", way[-1])) or self.frame(Pointer("up", way[-1]))

    def make(self, move):
        """Make a move and let the next player see it."""
        player = self.state.apply(move).state.player
        self.view.host = replace(self.view.host, viewer=player)
        self.play(move, 90, player)

    def turn(self):
        """Drag, push, look at some paths and take one."""
        move = self.drag()
        self.keep("dragged along the rim")
        self.make(move)
        while self.state.phase == "mark":
            self.make(self.state.legal_moves()[-1])
        self.keep("pushed")
        if self.state.phase == "walk":
            walks = self.view.hands.walker.walks
            for _ in range(6):
                self.frame(Pointer("hover", self.view.cell_rect(self.dice.choice([*walks])).center))
            self.make(walks[self.dice.choice([*walks])])
            self.keep("walked")


def measure_labyrinth(surface):
    """Print the figures for a default board and for a large one."""
    for variant in ("classic_2017", "points", "events", "giant_9x9"):
        print(f"{variant}, 4 players:")
        table = LabyrinthTable(surface, variant, 4)
        for _ in range(30):
            if table.state.outcome() is None:
                table.turn()
        table.tell()


# -- Cóatl


class CoatlTable(Table):
    """Cóatl: things are pointed at, dragged, taken, built and refilled, and the next player sits down."""

    MOVES, CURTAIN = 160, 90
    """How many moves; the least frames for which a curtain hangs until the next player looks."""

    def __init__(self, surface, variant):
        state, self.dice = coatl.new(params_of("coatl", variant, players=4, first=0), Dice(5)), Dice(3)
        super().__init__(surface, coatl, state, CoatlView, RECT, Host(state.player, live=True, prerenders=True))
        self.run("at rest, painting ahead", 240)

    def drag(self, move):
        """Drag a piece to an end along a path that goes over other things, and release it."""
        start, end = steps_of(self.view, move)
        first = pixel(self.view, start)
        self.frame(Pointer("down", first))
        self.frame(Pointer("move", (first[0], first[1] - 40)))
        goal, middle = pixel(self.view, end), self.view.rects.middle
        for _ in self.lead([first, middle.supply.center, middle.display[2].center, goal], STEPS):
            pass
        assert self.frame(Pointer("up", goal)) == move
        self.keep("dragged")

    def make(self, move):
        """Make a move and let it be seen; where the turn goes to another player, by that one."""
        viewer = self.view.host.viewer
        self.view.cancel_gesture()
        events = self.play(move, 120, viewer)
        self.keep("refilled" if any(event.name == "refill" for event in events) else type(move).__name__.lower())
        if self.state.player != viewer and not self.state.over:
            self.turn_table()

    def turn_table(self):
        """Turn the screen to the next player under a curtain, below which nothing is drawn but prerendered."""
        self.view.host = Host(self.state.player, prerenders=True)
        self.view.show(coatl.redact(self.state, self.state.player), at_once=True)
        for _ in range(self.CURTAIN):
            with self.timed():
                self.view.update(FRAME)
        self.keep("the curtain")
        self.view.host = replace(self.view.host, live=True)
        self.run("the first frame behind it", 1)
        self.run("at rest, painting ahead", 40)

    def hover(self):
        """Let the mouse hover over this and that."""
        spots = self.view.hands.pointing.spots()
        for _, rect in spots[:: max(1, len(spots) // 8)]:
            self.frame(Pointer("hover", rect.center))
        self.keep("pointed at")


def measure_coatl(surface):
    """Print the figures for boards of several variants."""
    for variant in ("classic", "sacrifice", "feathers"):
        print(f"{variant}, 4 players:")
        table = CoatlTable(surface, variant)
        for _ in range(table.MOVES):
            legal = table.state.legal_moves()
            if not legal:
                break
            table.view.host = replace(table.view.host, live=True)
            table.hover()
            move = max(legal, key=lambda one: wish(table.state, one, table.dice))
            if isinstance(move, Start | Attach):
                table.drag(move)
            table.make(move)
        assert {Take.__name__.lower(), End.__name__.lower()} <= set(table.kept)
        table.tell()


# -- Stone Dragon

SIDE, KNIGHTS = 100, 20
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


class DragonTable(Table):
    """The largest dungeon, panned, zoomed and walked in."""

    def __init__(self, surface, *, open_map):
        self.rect = pygame.Rect(20, 20, 1440, 1040)
        state = begin(largest(), open_map=open_map)
        super().__init__(surface, dragon, state, DragonView, self.rect, Host(live=True))
        while self.view.update(0.0):
            self.frame()
        self.keep("painting ahead, nobody moves")

    def pan(self, title):
        """Pan the board to and fro over its whole width."""
        x, y = self.rect.center
        for turn in range(8):
            self.frame(Pointer("down", (x, y)))
            right = -1 if turn % 2 == 0 else 1
            for step in range(60):
                self.frame(Pointer("move", (x + right * step * 22, y + (step * 9 if turn > 3 else -step * 9))))
            self.frame(Pointer("up", (x, y)))
        self.keep(title)

    def zoom(self, title):
        """Turn the wheel in and out, and pinch."""
        for notches in (-1,) * 6 + (1,) * 10 + (-1,) * 10 + (1,) * 6:
            self.frame(Pointer("wheel", self.rect.center, amount=notches))
            for _ in range(14):
                self.frame()
        self.frame(Pointer("down", self.rect.center, 1, touch=True))
        for step in range(120):
            factor = 1.015 if step % 60 < 30 else 1 / 1.015
            self.frame(Pointer("pinch", self.rect.center, 1, factor, touch=True))
        self.frame(Pointer("up", self.rect.center, 1, touch=True))
        self.run(title, 30)

    def walk(self, title):
        """Let knights go where they do not die."""
        dice = Dice(3)
        for _ in range(60):
            moves = [move for move in self.state.legal_moves() if dragon.NARRATION.warning(self.state, move) is None]
            if moves:
                self.play(dice.choice(moves), 0)
                for _ in range(15):
                    self.frame()
        self.keep(title)


def measure_dragon(surface):
    """Print the figures for an open map and for one in the dark."""
    for title, open_map in (("everything seen", True), ("in the dark", False)):
        print(f"100×100 squares, {KNIGHTS} knights, {title}:")
        table = DragonTable(surface, open_map=open_map)
        table.walk("knights walk")
        table.pan("panned")
        table.zoom("zoomed by wheel and fingers, cold")
        table.zoom("zoomed again")
        table.pan("panned again")
        table.tell()


# -- the L-Game, on its screen

FRAMES, WARM_UP = 900, 60
"""How many frames are run, after some that do not count."""


class Screen(Timer):
    """The board's screen in real time; the wall time of drawn frames is recorded."""

    def __init__(self, app, surface):
        super().__init__(time.perf_counter)
        self.app, self.surface = app, surface

    def open(self, seats):
        match = Match.start_unstored(self.app, new_setup("lgame", None, seats, 7))
        self.app.stack.push(BoardScene(self.app, match))
        return match

    def run(self, title, inputs):
        """Run frames with an input each, as fast as the loop would at most; those of the warm-up do not count."""
        for number in range(WARM_UP + FRAMES):
            with self.timed():
                drew = self.app.stack.frame(inputs(number), FRAME, self.surface)
                if drew:
                    show(self.surface)
            took = self.times[-1]
            if not drew or number < WARM_UP:
                self.times.pop()
            time.sleep(max(0.0, FRAME - took))
        self.keep(title)

    def dragging(self, number):
        """Lift the L and drag it round the board, turning it now and then."""
        if not isinstance(self.app.stack.top, BoardScene):
            return ()
        view = self.app.stack.top.view
        if number == 1:
            return (Pointer("down", view.cell_rect(view.state.ls[view.state.player].cells[0]).center),)
        if number % 40 == 0:
            return (Action("rotate"),)
        x, y = view.rect.center + pygame.Vector2(view.cell * 1.2, 0).rotate(number * 4)
        return (Pointer("move", (round(x), round(y))),)


def measure_lgame(surface):
    """Print the frame times with a dragged L, and while computers think and move."""
    with cabinet(now=time.time) as app:
        print("lgame, its screen:")
        screen = Screen(app, surface)
        screen.open(PEOPLE)
        screen.run("the L in the hand", screen.dragging)
        app.stack.pop()
        matches = [screen.open(computer_seats("lgame", None))]

        def again(_number):
            if matches[-1].is_over:
                app.stack.close()
                matches.append(screen.open(computer_seats("lgame", None)))
            return ()

        screen.run("computers play: thinking and moving", again)
        screen.tell()
        print(f"memory of the program: {resident():.0f} MB (goal: under 250)")


MEASURED = {
    "labyrinth": measure_labyrinth,
    "coatl": measure_coatl,
    "dragon": measure_dragon,
    "lgame": measure_lgame,
}


def main():
    """Print the figures for the named games, or for all."""
    surface = window()
    for game in sys.argv[1:] or MEASURED:
        MEASURED[game](surface)
    pygame.quit()


if __name__ == "__main__":
    main()
