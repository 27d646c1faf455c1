"""Frame times of whole screens at 1920×1080: shelf, set-up, a board as it opens, turns, the curtain. By hand only.

Run ``python -m tests.bench.bench_screen_frames [GAME …]``; at the end the memory is told that the program holds.
"""

import sys

from logic import players
from logic.core import Dice, never
from logic.game import redact
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from sprites.widgets.input import Action, Released
from tests.bench.clock import resident
from tests.bench.frames import FRAME, Timer, cabinet, show, window

PEOPLE = tuple(Seat(name) for name in ("Ann", "Ben", "Cem", "Dora"))
SECOND = 60
"""So many frames."""
TURNS = 8
THOUGHT = 2 * SECOND
"""Frames that a person thinks before a turn and looks at the curtain for: hardly anybody is as quick."""
LONGEST = 300
"""Frames after which everything must have arrived."""


class Screens(Timer):
    """The cabinet without a window, whose loop runs frame by frame."""

    def __init__(self, app, surface):
        super().__init__()
        self.app, self.surface = app, surface

    def frame(self, *events):
        """Run one turn of the loop."""
        with self.timed():
            if self.app.stack.frame(events, FRAME, self.surface):
                show(self.surface)

    def run(self, title, count):
        """Run so many frames that belong under a title."""
        for _ in range(count):
            self.frame()
        self.keep(title)

    def push(self, scene, title):
        """Open a screen: its first frame is told by itself."""
        self.app.stack.push(scene)
        self.run(f"{title}: its first frame", 1)
        self.run(f"{title}: its first second", SECOND)

    def rest(self, title):
        """Let everything arrive, and time pass for what is painted ahead."""
        view = self.app.stack.top.view if isinstance(self.app.stack.top, BoardScene) else None
        for _ in range(LONGEST):
            if view is None or not view.stage.moving:
                break
            self.frame()
        self.keep(title)


def chosen(match, dice):
    """Give the move of a weak computer player, or any."""
    game, state = match.session.game, match.session.state
    if players.own_levels(game):
        level = players.performers(game)[0]
        return players.choose(game, level, redact(game, state, state.player), dice, never)
    return dice.choice(state.legal_moves())


def turn(screens, match, dice):
    """Let whoever it is play a whole turn, and pass the screen on."""
    seat = match.session.state.player
    while match.session.state.player == seat and match.session.state.outcome() is None:
        move = chosen(match, dice)
        with screens.timed(ends=False):
            match.play(move)
        screens.rest(f"{match.name}: played")
    if match.session.awaits_end:
        match.end_turn()
    screens.rest(f"{match.name}: played")
    screens.run(f"{match.name}: played", 2)
    if isinstance(screens.app.stack.top, Curtain):
        screens.run(f"{match.name}: the curtain", THOUGHT)
        screens.frame(Action("accept"))
        screens.run(f"{match.name}: what the curtain deals", SECOND)
        screens.frame(Released("accept"))
        screens.run(f"{match.name}: behind the curtain", SECOND // 2)
    screens.run(f"{match.name}: at rest", THOUGHT)


def play(screens, game):
    """Open the set-up of a game, and its board, and play some turns."""
    dice = Dice(7)
    screens.push(SetupScene(screens.app, game), f"{game}, set-up")
    match = Match.unkept(screens.app, new_setup(game, None, seats_of(game), 7))
    screens.push(BoardScene(screens.app, match), f"{game}, board")
    if isinstance(screens.app.stack.top, Curtain):
        screens.frame(Action("accept"))
        screens.frame(Released("accept"))
        screens.run(f"{game}, board: its first second", SECOND)
    for _ in range(TURNS):
        if match.is_over:
            break
        turn(screens, match, dice)
    screens.app.stack.clear_to("shelf")
    screens.run("back at the shelf", SECOND // 2)
    screens.tell()
    print(f"    {game}: {resident():.0f} MB")


def seats_of(game):
    """Seat as many people as the usual variant of a game lets sit down."""
    config = game_config(game)
    return PEOPLE[: max(config.variants[config.default].players)]


def main():
    """Print the figures for those games that are named, or for all."""
    surface = window()
    with cabinet() as app:
        screens = Screens(app, surface)
        screens.push(ShelfScene(app), "shelf")
        screens.tell()
        for game in sys.argv[1:] or GAMES:
            play(screens, game)


if __name__ == "__main__":
    main()
