"""A robot that plays games of every kind on the screens of an App, at random: by taps, by keys and by legal moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from logic.core import Dice
from logic.puzzles import puzzles_of
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Setup
from scenes.app.app import App
from scenes.board.match import Match
from scenes.board.scene import BOARD, BoardScene
from sprites.widgets.input import Action, Input, Pointer, Typed

QUICK = {"lgame": "gentle", "labyrinth": "child", "coatl": "novice"}
"""The levels that decide fast; the other games have only "random"."""
NAME = "Ada"
TURNS = 12
"""How often the robot acts at one board before the game is given up, or left as it stands."""
MOST_FRAMES = 3000
"""Frames after which a screen that does not come to rest is a fault."""
QUIET = 2
"""Frames in a row in which nothing is drawn: then nothing moves."""
MOST_COVERS = 6
"""Screens over a board that are closed one after the other."""


class Kind(NamedTuple):
    """One kind of game: its variant, and how many players it has."""

    game: str
    variant: str
    seats: int


def _kinds_of(game: str) -> list[Kind]:
    return [Kind(game, name, n) for name, variant in game_config(game).variants.items() for n in variant.players]


_MOST = max(len(_kinds_of(game)) for game in GAMES)
KINDS = tuple(
    kind
    for row in zip(*(islice(cycle(_kinds_of(game)), _MOST) for game in GAMES), strict=True)
    for kind in row
)  # fmt: skip
"""Every kind of game, the five games taking turns; those with fewer kinds come again."""


class Robot:
    """Plays at the screens of an App. ``frame`` runs one turn of the loop with some input, and returns whether it drew.

    In every fourth game animations run to their end, in the others they are hurried, as by a tap.
    """

    def __init__(self, app: App, dice: Dice, frame: Callable[[Sequence[Input]], bool], turns: int = TURNS) -> None:
        self.app = app
        self.dice = dice
        self.frame = frame
        self.turns = turns
        self.hurries = True

    # -- one game

    def open_board(self, kind: Kind) -> BoardScene:
        """Begin a game of that kind over the open screen."""
        board = BoardScene(self.app, Match.start(self.app, self._setup(kind)))
        self.app.stack.push(board)
        self.hurries = self.dice.below(4) > 0
        self.settle()
        return board

    def play(self, board: BoardScene, between: Callable[[BoardScene], None] = lambda _board: None) -> None:
        """Play at a board for a while, or to its end; ``between`` two moves something else may be done there."""
        for _ in range(self.turns):
            if board.match.is_over:
                break
            self._act(board)
            between(board)
        if not board.match.is_over and self.dice.below(2):
            board.match.give_up(board.match.actor)
            self.settle()

    def stand_up(self, board: BoardScene) -> None:
        """Look something up, and go back to the shelf."""
        self.do(self.dice.choice(("log", "help", "menu")))
        self.uncover(board)
        board.menu.exits.back()
        self.settle()

    def _setup(self, kind: Kind) -> Setup:
        """Seat one person, and computers in the other seats; a puzzle comes from the collection or is generated."""
        seats = [Seat(name=NAME), *(Seat(level=QUICK.get(kind.game, "random")) for _ in range(kind.seats - 1))]
        puzzles, rules = puzzles_of(GAMES[kind.game]), game_config(kind.game).variants[kind.variant]
        chosen = None
        if puzzles is not None and kind.seats == 1 and not puzzles.is_dealt(rules.params):
            chosen = self.dice.choice(self.dice.choice(puzzles.chapters()).puzzles).params
        return new_setup(kind.game, kind.variant, seats, self.dice.seed(), chosen)

    def _act(self, board: BoardScene) -> None:
        """Touch the board, ask for a hint or undo something now and then; then make a move."""
        match, dice = board.match, self.dice
        if not dice.below(3):
            self._tap(board)
        if match.can_undo and not dice.below(8):
            self.do("undo")
        if match.coach.can_hint and not dice.below(12):
            self.do("hint")
        if match.awaits_human and not match.session.awaits_end:
            match.play(dice.choice(match.session.state.legal_moves()))
            self.settle()
        if match.awaits_human and match.session.awaits_end and dice.below(4):
            self.do("end_turn")

    def _tap(self, board: BoardScene) -> None:
        """Tap somewhere on the board, which may do something; a question that follows is left alone."""
        room = board.ui.find(BOARD).rect
        pos = room.left + self.dice.below(room.width), room.top + self.dice.below(room.height)
        for kind in ("hover", "down", "up"):
            self.frame((Pointer(kind, pos),))
        self.settle()
        self.uncover(board)

    def uncover(self, board: BoardScene) -> None:
        """Close what lies over a board."""
        for _ in range(MOST_COVERS):
            if self.app.stack.top is board:
                return
            self.do("cancel")
        raise AssertionError(f"{type(self.app.stack.top).__name__} stays over the board")

    # -- input and time

    def do(self, name: str) -> None:
        """Press a key by its action."""
        self.frame((Action(name),))
        self.settle()

    def press(self, key: str) -> None:
        """Click a widget of the top screen, scrolled into view first."""
        widget = self.app.stack.top.ui.find(key)
        self.app.stack.top.ui.set_focus(widget)
        self.settle()
        self.frame((Pointer("down", widget.rect.center),))
        self.frame((Pointer("up", widget.rect.center),))
        self.settle()

    def write(self, key: str, text: str) -> None:
        """Type into a field of the top screen."""
        self.app.stack.top.ui.set_focus(self.app.stack.top.ui.find(key))
        self.frame((Typed(text),))
        self.settle()

    def settle(self) -> None:
        """Let time pass until nothing moves and nobody thinks; a running clock is not waited for."""
        quiet = 0
        for _ in range(MOST_FRAMES):
            hurry = self.hurries and self._is_moving
            quiet = 0 if self.frame((Action(""),) if hurry else ()) else quiet + 1
            if quiet > QUIET or self._is_timed:
                return
        raise AssertionError(f"{type(self.app.stack.top).__name__} does not come to rest")

    @property
    def _is_moving(self) -> bool:
        top = self.app.stack.top
        return isinstance(top, BoardScene) and top.view.stage.moving

    @property
    def _is_timed(self) -> bool:
        top = self.app.stack.top
        runs = isinstance(top, BoardScene) and top.match.session.setup.clock and top.match.awaits_human
        return bool(runs) and not self._is_moving
