"""Screenshots of the maze in use: before the push, where to walk, several players, secrets, variants."""

from __future__ import annotations

from typing import Any

from logic import players
from logic.core import Dice, never
from logic.registry import GAMES, new_setup
from logic.session import Seat
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.cabinet.setup import SetupScene
from scenes.phones.wire import Opened
from scenes.shots.headless import HeadlessApp
from scenes.shots.poses import ANN, BEN, Shot, at_edges, hold_curtain, lift_curtain
from sprites.widgets.input import Action, Pointer

GAME, SEED = "labyrinth", 7
ALL = (ANN, BEN, Seat("Zoë"), Seat("Bartholomäus"))
ROUND = at_edges(ALL, range(4))
AGAINST = (ANN, *(Seat(level=name) for name in ("child", "walker", "thinker")))
FAR_ON = 24
"""Number of moves before the pictures of a game in progress: an even number, so that a push is next."""
MOMENT = 0.5
"""Seconds after which a close look is shown."""


def _sit(
    here: HeadlessApp,
    moves: int = FAR_ON,
    *actions: str,
    seats: tuple[Seat, ...] = AGAINST,
    variant: str | None = None,
    **chosen: Any,
) -> BoardScene:
    """Open a game after some moves, all of them made by a player with a plan."""
    match = Match.start(here.app, new_setup(GAME, variant, seats, SEED, chosen))
    session = match.session
    while session.ply < moves and not match.is_over:
        match.play(players.choose(GAMES[GAME], "walker", session.state, Dice(session.ply), never))
    board = BoardScene(here.app, match)
    here.show(board)
    lift_curtain(here)
    here.act(*actions)
    return board


def _hot_seat(here: HeadlessApp, *, held: bool) -> None:
    """Show the own card by holding, or not."""
    _sit(here, seats=ALL)
    if held:
        here.frame(Action("look"))
        here.run(MOMENT)


def _looks_at_another(here: HeadlessApp) -> None:
    _sit(here, seats=ALL)
    here.frame(Pointer("down", here.widget("card3").rect.center))
    here.run(MOMENT)


def _passed_on(here: HeadlessApp, seats: tuple[Seat, ...] = ALL) -> None:
    """Pass the screen to the next player."""
    board = _sit(here, seats=seats)
    for _ in range(2):
        board.match.play(str(board.match.session.state.legal_moves()[0]))
        here.run_until_idle()
    assert isinstance(here.app.stack.top, Curtain)  # noqa: S101 - else the picture is of something else


def _dealt(here: HeadlessApp, seats: int, *, released: bool = False) -> None:
    """Hold the curtain, and see the own goal; once ``released``, it is face down."""
    _passed_on(here, ALL[:seats])
    hold_curtain(here)
    if released:
        here.frame(Pointer("up", (0, 0)))
        here.run_until_idle()


def _hint_between(here: HeadlessApp, *, read: bool) -> None:
    """Ask for a hint while others look on, and read it or not."""
    _sit(here, FAR_ON, "hint", seats=ALL)
    if read:
        here.frame(Action("look"))
        here.run(MOMENT)


def _walk(here: HeadlessApp) -> None:
    """Play up to a choice of where to walk."""
    board = _sit(here, FAR_ON)
    board.match.play(str(board.match.session.state.legal_moves()[0]))
    here.run_until_idle()


def _rune(here: HeadlessApp) -> None:
    """Push out a rune of any kind."""
    board = _sit(here, 0, variant="events", seats=ALL[:2])
    state = board.match.session.state
    ending = (move for move in state.legal_moves() if "skip" in map(str, state.apply(move).state.legal_moves()))
    board.match.play(next(ending))
    here.run_until_idle()


def _by_phone(here: HeadlessApp, *, shows_way: bool) -> None:
    """Let phones in: all players except the last have one, and that of the third has not joined yet."""
    board = _sit(here, seats=ALL)
    host = board.phones.host
    host.opened = Opened("192.168.1.23", 41234, "K7M2XPQ4")
    host.phones, host.here, host.watchers = frozenset((0, 1, 2)), (1, 1, 0, 0), 2
    board.match.phones = host.phones
    if shows_way:
        here.app.open("phones", board.match, host)
    here.run_until_idle()


def _to_the_end(here: HeadlessApp) -> None:
    _sit(here, 1000, seats=ALL, cards=[1, 2, 3, 2])
    here.run(2.0)
    here.run_until_idle()


def _set_up(here: HeadlessApp) -> None:
    here.show(SetupScene(here.app, GAME))


SHOTS = (
    Shot("labyrinth-setup-four", _set_up, main=True, keys=("count", "count", "uneven")),
    Shot("labyrinth-four", lambda here: _sit(here), main=True),
    Shot("labyrinth-armed", lambda here: _sit(here, FAR_ON, "right", "accept")),
    Shot("labyrinth-join-by-phone", lambda here: _by_phone(here, shows_way=True), main=True),
    Shot("labyrinth-by-phone", lambda here: _by_phone(here, shows_way=False)),
    Shot("labyrinth-walk", _walk, main=True),
    Shot("labyrinth-hint", lambda here: _sit(here, FAR_ON, "hint"), main=True),
    Shot("labyrinth-hint-ready", lambda here: _hint_between(here, read=False)),
    Shot("labyrinth-hint-read", lambda here: _hint_between(here, read=True)),
    Shot("labyrinth-hot-seat", lambda here: _hot_seat(here, held=False)),
    Shot("labyrinth-held", lambda here: _hot_seat(here, held=True), main=True),
    Shot("labyrinth-held-another", _looks_at_another),
    Shot("labyrinth-passed-on", _passed_on),
    Shot("labyrinth-round-passed-on", lambda here: _passed_on(here, ROUND)),
    Shot("labyrinth-round", lambda here: _sit(here, 2, seats=ROUND), main=True),
    Shot("labyrinth-dealt", lambda here: _dealt(here, 4), main=True),
    Shot("labyrinth-dealt-two", lambda here: _dealt(here, 2)),
    Shot("labyrinth-face-down", lambda here: _dealt(here, 4, released=True), main=True),
    Shot("labyrinth-team", lambda here: _sit(here, variant="team")),
    Shot("labyrinth-open", lambda here: _sit(here, variant="young_children")),
    Shot("labyrinth-hand", lambda here: _sit(here, variant="pick_of_hand")),
    Shot("labyrinth-numbers", lambda here: _sit(here, variant="points")),
    Shot("labyrinth-runes", _rune, main=True),
    Shot("labyrinth-small", lambda here: _sit(here, variant="junior_5x5")),
    Shot("labyrinth-giant", lambda here: _sit(here, variant="giant_9x9")),
    Shot("labyrinth-alone", lambda here: _sit(here, 4, variant="solo", seats=(ANN,))),
    Shot("labyrinth-end", _to_the_end, main=True),
    Shot("labyrinth-end-review", _to_the_end, keys=("review",)),
)
