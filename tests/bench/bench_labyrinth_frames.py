"""Frame times of the labyrinth at 1920×1080 with everything lit: dragged along the rim, pushed, walked. By hand only.

Run ``python -m tests.bench.bench_labyrinth_frames``.
"""

from dataclasses import replace
from itertools import pairwise

import pygame

from logic.core import Dice
from logic.labyrinth import new, redact
from logic.registry import GAMES, game_config
from logic.variants import resolve_params
from scenes.labyrinth.view import LabyrinthView
from scenes.view.view import Host
from sprites.widgets.input import Pointer
from tests.bench.frames import Meter, window

BOARD = pygame.Rect(20, 20, 1240, 1040)
"""About what a board screen leaves for the board."""
TURNS = 30


class Table(Meter):
    """A view with a position behind it, driven by hand."""

    def __init__(self, surface, variant, players):
        rules = game_config("labyrinth").variants[variant]
        params = resolve_params(GAMES["labyrinth"], rules, computer=False, name=variant, chosen={"players": players})
        self.state, self.dice = new(params, Dice(5)), Dice(3)
        super().__init__(surface, self.view_of, BOARD)
        for _ in range(240):
            self.frame()
        self.report("at rest, painting ahead")

    def view_of(self, kit):
        """Make the view, for the eyes of the player to move."""
        host = Host(self.state.player, live=True, shows_secret=True)
        return LabyrinthView(kit, None, redact(self.state, self.state.player), host)

    def pixels(self, place):
        """Give the pixel of a place in cells."""
        return tuple(map(round, self.view.to_pixels(*place)))

    def drag(self):
        """Lead the spare tile all around the rim, turning it on the way; let it go at an arrow and push."""
        view = self.view
        arrows = self.dice.shuffled([arrow for arrow in view.state.params.arrows if arrow not in view.state.barred()])
        way = [view.tray, *(view.arrow_place(arrow) for arrow in arrows[:5])]
        self.frame(Pointer("down", self.pixels(way[0])))
        for number, ((x, y), (there_x, there_y)) in enumerate(pairwise(way)):
            for step in range(1, 25):
                share = step / 24
                place = x + (there_x - x) * share, y + (there_y - y) * share
                events = [Pointer("move", self.pixels(place))]
                if step == 12 and number % 2:
                    events.append(Pointer("wheel", self.pixels(place), amount=1))
                self.frame(*events)
        self.frame(Pointer("up", self.pixels(way[-1])))
        return self.frame(Pointer("down", self.pixels(way[-1]))) or self.frame(Pointer("up", self.pixels(way[-1])))

    def play(self, move):
        """Make a move and let it be seen."""
        self.state, events = self.state.apply(move)
        self.view.host = replace(self.view.host, viewer=self.state.player)
        self.show(redact(self.state, self.state.player), events)
        for _ in range(90):
            if not self.view.stage.moving:
                break
            self.frame()

    def walk(self):
        """Look at some ways, and take one."""
        cells = list(self.view.hands.walker.walks)
        for _ in range(6):
            self.frame(Pointer("hover", self.view.cell_rect(self.dice.choice(cells)).center))
        self.play(self.view.hands.walker.walks[self.dice.choice(cells)])


def main():
    """Print the figures for a usual table and for a large one."""
    surface = window()
    for variant, players in (("classic_2017", 4), ("points", 4), ("events", 4), ("giant_9x9", 4)):
        print(f"{variant}, {players} players:")
        table = Table(surface, variant, players)
        kept = {"dragged along the rim": [], "pushed": [], "walked": []}
        for _ in range(TURNS):
            if table.state.outcome() is not None:
                break
            for title, act in (("dragged along the rim", table.drag), ("pushed", None), ("walked", table.walk)):
                if title == "dragged along the rim":
                    move = act()
                elif title == "pushed":
                    table.play(move)
                    while table.state.phase == "mark":
                        table.play(table.state.legal_moves()[-1])
                elif table.state.phase == "walk":
                    act()
                kept[title] += table.times
                table.times = []
        for title, times in kept.items():
            table.times = times
            table.report(title)
    pygame.quit()


if __name__ == "__main__":
    main()
