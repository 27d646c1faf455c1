"""Screenshots of Cóatl: discarding, games for two and four, building, tokens, the last turns, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from logic import players
from logic.coatl import State
from logic.coatl.components import HAND
from logic.coatl.moves import Attach, Fetch, Steal
from logic.config import ConfigError
from logic.core import Dice, never
from logic.registry import GAMES, new_setup
from logic.session import Seat, Session
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.setup import SetupScene
from scenes.coatl.layout import SpotKind, table_spots
from scenes.coatl.view import CoatlView
from scenes.shots.headless import HeadlessApp
from scenes.shots.poses import ANN, BEN, Shot, hold_curtain, open_board, shelf
from sprites.widgets.input import Pointer

GAME, SEED = "coatl", 7
ALL = (ANN, BEN, Seat("Zoë"), Seat("Bartholomäus"))
LONGEST = 400
HALF_WAY = 9
"""The turn at half of a game for one."""
MOMENT = 1.0
"""Seconds after which a close look or a description is shown."""

Wanted = Callable[[Any], bool]
"""Returns whether a position is the one for the picture."""


@cache
def _begun(variant: str | None, count: int) -> Session:
    return Session(GAMES[GAME], new_setup(GAME, variant, ALL[:count], SEED))


def _positions(session: Session) -> Iterator[Any]:
    """The positions of a game between fast computer players; played on as far as they are requested."""
    level = players.performers(GAMES[GAME])[1]
    for place in range(LONGEST + 1):
        yield session.states[place]
        if place == session.ply:
            if place == LONGEST or session.state.outcome() is not None:
                return
            session.play(players.choose(GAMES[GAME], level, session.state, Dice(place), never))


def _sit(here: HeadlessApp, wanted: Wanted, *actions: str, count: int = 2, variant: str | None = None) -> BoardScene:
    """Open a game at the first wanted position, or else at its end."""
    session = _begun(variant, count)
    place = next((place for place, state in enumerate(_positions(session)) if wanted(state)), None)
    return open_board(here, session.setup, map(str, session.moves[:place]), *actions)


def _far_on(state: State) -> bool:
    """Whether a turn begins in which pieces can be taken, in the middle of a game."""
    begun = sum(len(seat.coatls) for seat in state.seats) >= 2 * state.params.players
    return state.action == "" and begun and state.seat.free >= 2


def _may(kind: type) -> Wanted:
    """The condition that a turn begins in which a move of that type is possible."""

    def wanted(state: State) -> bool:
        return state.action == "" and any(isinstance(move, kind) for move in state.legal_moves())

    return wanted


def _spot(board: BoardScene, kind: SpotKind, name: str = "") -> tuple[int, int]:
    """The middle of a thing on the table: the first of its kind, or the one of that name."""
    view = board.view
    assert isinstance(view, CoatlView)  # noqa: S101 - told to the type checker
    found = table_spots(view.rects, view.state, view.host.viewer)
    return next(rect.center for spot, rect in found if spot.kind == kind and name in (spot.name, ""))


def _tap(here: HeadlessApp, board: BoardScene, kind: SpotKind, name: str = "") -> None:
    here.tap(_spot(board, kind, name))
    here.run_until_idle()


def _lifted(here: HeadlessApp) -> None:
    """Lift a piece that may be added at some end."""
    board = _sit(here, _may(Attach))
    move = next(move for move in board.match.session.state.legal_moves() if isinstance(move, Attach))
    _tap(here, board, "piece", move.piece)


def _with_token(here: HeadlessApp, token: str) -> None:
    board = _sit(here, lambda state: state.turn > 1 and _may(Fetch)(state), variant="sacrifice")
    _tap(here, board, "token", token)


def _told(here: HeadlessApp) -> None:
    """Rest the mouse on a card."""
    board = _sit(here, _far_on)
    here.frame(Pointer("hover", _spot(board, "prophecy")))
    here.run(MOMENT)


def _asked(here: HeadlessApp) -> None:
    """Show the question before a blind draw."""
    board = _sit(here, lambda state: _far_on(state) and len(state.seat.prophecies) < HAND)
    _tap(here, board, "deck")


def _looked_at(here: HeadlessApp) -> None:
    """Look closely at a player's things."""
    _sit(here, _far_on)
    here.frame(Pointer("down", here.widget("card1").rect.center))
    here.run(MOMENT)


def _passed_on(here: HeadlessApp) -> None:
    """Pass the screen to the next player."""
    board = _sit(here, _far_on)
    for move in ("take", "end"):
        state = board.match.session.state
        board.match.play(next(str(one) for one in state.legal_moves() if str(one).startswith(move)))
        here.run_until_idle()
    assert isinstance(here.app.stack.top, Curtain)  # noqa: S101 - else the picture is of something else


def _dealt(here: HeadlessApp) -> None:
    """Hold the curtain, and see the own hand."""
    _passed_on(here)
    hold_curtain(here)


def _to_the_end(here: HeadlessApp, count: int = 2, variant: str | None = None) -> None:
    """Show the end of a game."""
    board = _sit(here, lambda state: state.over, count=count, variant=variant)
    board.match.thinking_time[:] = [305.0 + 62 * seat for seat in range(count)]
    here.run(2.0)
    here.run_until_idle()


def _page(here: HeadlessApp, title: str) -> None:
    """Open a page of the rules over the shelf: what lies over nothing darkens its own last picture."""
    shelf(here)
    rules = RulesScene(here.app, GAME)
    here.app.stack.push(rules)
    titles = [page.title for page in rules.config.rules]
    if title not in titles:
        raise ConfigError(f"coatl.yaml: rules: no page has the title {title!r} any more, of which a picture is taken")
    rules.turn(titles.index(title))
    here.run_until_idle()


SHOTS = (
    Shot("coatl-setup-four", lambda here: here.show(SetupScene(here.app, GAME)), main=True, keys=("count", "count")),
    Shot("coatl-aside", lambda here: _sit(here, lambda state: len(state.seat.prophecies) == HAND, count=4), main=True),
    Shot("coatl-two", lambda here: _sit(here, _far_on), main=True),
    Shot("coatl-four", lambda here: _sit(here, _far_on, count=4), main=True),
    Shot("coatl-others", lambda here: _sit(here, _far_on, "others", count=4), main=True),
    Shot("coatl-lifted", _lifted, main=True),
    Shot("coatl-crown", lambda here: _sit(here, lambda state: state.action == "crown")),
    Shot("coatl-told", _told, main=True),
    Shot("coatl-asked", _asked),
    Shot("coatl-looked-at", _looked_at),
    Shot("coatl-passed-on", _passed_on),
    Shot("coatl-dealt", _dealt, main=True),
    Shot("coatl-hint", lambda here: _sit(here, _far_on, "hint"), main=True),
    Shot("coatl-perfect-pick", lambda here: _with_token(here, "pick"), main=True),
    Shot("coatl-future", lambda here: _with_token(here, "future")),
    Shot("coatl-feathers", lambda here: _sit(here, _may(Steal), variant="feathers", count=3)),
    Shot("coatl-alone", lambda here: _sit(here, lambda state: state.turn == HALF_WAY, variant="solo", count=1)),
    Shot("coatl-alone-end", lambda here: _to_the_end(here, count=1, variant="solo")),
    Shot("coatl-last-turns", lambda here: _sit(here, lambda state: state.queue is not None), main=True),
    Shot("coatl-end", _to_the_end, main=True),
    Shot("coatl-end-statistics", _to_the_end, main=True, keys=("statistics",)),
    Shot("coatl-end-four-statistics", lambda here: _to_the_end(here, 4, "sacrifice"), keys=("statistics",)),
    Shot("coatl-rules-build", lambda here: _page(here, "Build")),
    Shot("coatl-rules-cards", lambda here: _page(here, "The red and the black cards"), main=True),
    Shot("coatl-rules-temples", lambda here: _page(here, "Temples"), main=True),
    Shot("coatl-rules-end", lambda here: _page(here, "How it ends")),
)
