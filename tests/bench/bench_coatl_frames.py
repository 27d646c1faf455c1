"""Frame times of Cóatl's table at 1920×1080 with four players: dragged, taken, built, refilled. By hand only.

Run ``python -m tests.bench.bench_coatl_frames``.
"""

from dataclasses import replace
from itertools import pairwise

import pygame

from logic.coatl import new, redact
from logic.coatl.moves import Attach, End, Start, Take
from logic.core import Dice
from logic.registry import GAMES, game_config
from logic.variants import resolve_params
from scenes.coatl.view import CoatlView
from scenes.view.view import Host
from sprites.widgets.input import Pointer
from tests.bench.frames import FRAME, Meter, window
from tests.coatlhands import pixel, steps_of, wish

BOARD = pygame.Rect(20, 20, 1240, 1040)
"""About what a board screen leaves for the board."""
MOVES = 160
LONGEST = 120
"""Frames after which everything must have arrived."""
CURTAIN = 90
"""Frames for which a curtain hangs at least, until the next player has taken the screen and looks."""
STEPS = 24
"""Frames that a drag takes."""


class Table(Meter):
    """A view with a position behind it, driven by hand."""

    def __init__(self, surface, variant, players):
        rules = game_config("coatl").variants[variant]
        chosen = {"players": players, "first": 0}
        params = resolve_params(GAMES["coatl"], rules, computer=False, name=variant, chosen=chosen)
        self.state, self.dice = new(params, Dice(5)), Dice(3)
        super().__init__(surface, self.view_of, BOARD)
        self.rest("at rest, painting ahead", 2 * LONGEST)

    def view_of(self, kit):
        """Make the view, for the eyes of the player to move."""
        host = Host(self.state.player, live=True, paints_ahead=True)
        return CoatlView(kit, None, redact(self.state, self.state.player), host)

    def rest(self, title, count):
        """Let everything be painted that can be painted ahead in so many frames."""
        for _ in range(count):
            self.frame()
        self.keep(title)

    def drag(self, move):
        """Lead a piece to an end along a way that goes over other things, and let it go."""
        start, end = steps_of(self.view, move)
        first = pixel(self.view, start)
        self.frame(Pointer("down", first))
        self.frame(Pointer("move", (first[0], first[1] - 40)))
        goal = pixel(self.view, end)
        way = [first, self.view.places.middle.supply.center, self.view.places.middle.display[2].center, goal]
        for (x, y), (there_x, there_y) in pairwise(way):
            for step in range(1, STEPS + 1):
                share = step / STEPS
                self.frame(Pointer("move", (round(x + (there_x - x) * share), round(y + (there_y - y) * share))))
        made = self.frame(Pointer("up", goal))
        assert made == move
        self.keep("dragged")

    def play(self, move):
        """Make a move and let it be seen; where the turn goes on to another player, with other eyes."""
        title = type(move).__name__.lower()
        self.view.let_go()
        state, events = self.state.apply(move)
        if any(event.name == "refill" for event in events):
            title = "refilled"
        self.state = state
        self.show(redact(state, self.view.host.viewer), events)
        for _ in range(LONGEST):
            if not self.view.stage.moving:
                break
            self.frame()
        self.keep(title)
        if state.player != self.view.host.viewer and not state.over:
            self.turn_table()

    def turn_table(self):
        """Turn the table to the next player under a curtain, below which nothing is drawn but painted ahead."""
        self.view.host = Host(self.state.player, paints_ahead=True)
        self.view.show(redact(self.state, self.state.player), at_once=True)
        for _ in range(CURTAIN):
            with self.timed():
                self.view.update(FRAME)
        self.keep("the curtain")
        self.view.host = replace(self.view.host, live=True)
        self.frame()
        self.keep("the first frame behind it")
        for _ in range(40):
            self.frame()
        self.keep("at rest, painting ahead")

    def hover(self):
        """Let the mouse rest on this and that."""
        for spot, rect in self.view.hands.pointing.spots()[:: max(1, len(self.view.hands.pointing.spots()) // 8)]:
            self.frame(Pointer("hover", rect.center))
            del spot
        self.keep("pointed at")


def main():
    """Print the figures for tables of several variants."""
    surface = window()
    for variant in ("classic", "sacrifice", "feathers"):
        print(f"{variant}, 4 players:")
        table = Table(surface, variant, 4)
        for _ in range(MOVES):
            legal = table.state.legal_moves()
            if not legal:
                break
            table.view.host = replace(table.view.host, live=True)
            table.hover()
            move = max(legal, key=lambda one: wish(table.state, one, table.dice))
            if isinstance(move, Start | Attach):
                table.drag(move)
            table.play(move)
        assert {Take.__name__.lower(), End.__name__.lower()} <= set(table.kept)
        table.tell()
    pygame.quit()


if __name__ == "__main__":
    main()
