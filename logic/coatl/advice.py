"""The adviser of Cóatl: the rest of the turn that it would play, from what the mover knows, and the reason for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, cast

from logic.coatl.bestbuild import best_build, names_in
from logic.coatl.chances import RATHER
from logic.coatl.choices import Choice, Chooser, robberies, value_of
from logic.coatl.looks import SCALE
from logic.coatl.moves import Attach, Choose, CoatlMove, Discard, Draw, End, Fetch, Pass, Prophesy, Rob, Start, Take
from logic.coatl.options import means_of
from logic.coatl.outlook import TEMPO, Outlook, market_of, outlook
from logic.coatl.params import HAND, KEPT
from logic.coatl.pieces import End as Side
from logic.coatl.pieces import type_of
from logic.coatl.reasons import OVER, reason
from logic.coatl.rules import State
from logic.core import Dice, Hint, Stop

SLOT: Final = 3 * SCALE
"""What is given up with each further cóatl finished in one turn, in parts of a point: three are all there are."""

NEAREST: Final = (Choose, Take, Fetch, Rob, Draw, Prophesy, Start)
"""The order in which moves are looked for where nothing promises anything."""


def hint(state: State, _dice: Dice, stop: Stop) -> Hint:
    """Propose the rest of the turn from what its player knows, and say what it is good for."""
    if not state.legal_moves():
        return Hint((), OVER)
    moves = proposed(state, stop)
    return Hint(moves, reason(state, moves, stop))


def proposed(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Give the moves of the adviser to the end of the turn, or until something comes to light."""
    if state.action == "":
        return _whole_turn(state, stop)
    if state.action == "discard":
        return _laid_aside(state, stop)
    if state.action in ("build", "crown"):
        return _built_on(state, stop)
    if state.action in ("choose", "future"):
        return _more_cards(state, stop)
    if state.action in ("pick", "steal"):
        return _more_pieces(state, stop)
    return _to_the_end(state, ())


def _whole_turn(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Build where that is worth at least what may come of anything else; else do what promises most."""
    build, chooser = best_build(state, stop=stop), Chooser(state, stop)
    choices = chooser.all()
    if build.moves:
        value = build.points * SCALE - SLOT * (len(build.serpents) - 1)
        if not choices or choices[0].value <= value:
            return build.moves
    room = _with_room(state, chooser.now, choices)
    if room:
        return room
    return choices[0].moves if choices else build.moves or _to_the_end(state, ())


def _with_room(state: State, now: Outlook | None, choices: Sequence[Choice]) -> tuple[CoatlMove, ...]:
    """Lay out what is there of a cóatl to work for, where the board has no room for what is missing."""
    if now is None or not now.missing or any(isinstance(choice.moves[0], Take) for choice in choices):
        return ()
    moves = laid_out(state, now)
    return (*moves, End()) if moves else ()


def laid_out(state: State, now: Outlook) -> tuple[Start | Attach, ...]:
    """Give the steps that lay out what there is of a cóatl already, in one row without a gap."""
    finish = now.best.chosen[0]
    held, left = list(state.seat.pieces), Counter(means_of(state).pieces)
    head, tail = (names_in(row) for row in finish.row)
    if finish.core is None:
        return _steps(held, _longest((*head, *tail), left), len(state.seat.coatls))
    outwards = _run(tuple(reversed(head)), left)
    behind = _run(tail, left - Counter(outwards))
    return _steps(held, outwards, finish.place, "head") + _steps(held, behind, finish.place, "tail")


def _steps(held: list[str], looks: Sequence[str], place: int, side: Side | None = None) -> tuple[Start | Attach, ...]:
    """Give the steps that lay such pieces one after the other at an end, or as a new cóatl from head to tail.

    They are taken from those that are ``held``.
    """
    steps: list[Start | Attach] = []
    for look in looks:
        piece = next(piece for piece in held if type_of(piece) == look)
        held.remove(piece)
        starts = side is None and not steps
        steps.append(Start(piece) if starts else Attach(piece, place, side or "tail"))
    return tuple(steps)


def _run(looks: Sequence[str], left: Counter[str]) -> tuple[str, ...]:
    """Give the looks from the first on, as far as they are there."""
    there = left.copy()
    for count, look in enumerate(looks):
        if not there[look]:
            return tuple(looks[:count])
        there[look] -= 1
    return tuple(looks)


def _longest(looks: Sequence[str], left: Counter[str]) -> tuple[str, ...]:
    """Give the longest part of a row that is there."""
    runs = [_run(looks[start:], left) for start in range(len(looks))]
    return max(runs, key=len)


# -- the rest of a turn that has begun


def _built_on(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Finish what brings points, or end the build."""
    build = best_build(state, stop=stop)
    return build.moves or _to_the_end(state, ())


def _more_cards(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Choose what makes the outlook better, or end; from a full hand a card may make room for a better one."""
    chooser = Chooser(state, stop)
    cards = next(chooser.cards(), None)
    if cards:
        return cards.moves
    gone = [move for move in state.legal_moves() if isinstance(move, Discard)]
    if len(chooser.means.hand) < HAND or not gone:
        return _to_the_end(state, ())
    stay = chooser.without_weakest.hand
    room = next(move for move in gone if move.card not in stay)
    better = Chooser(cast("State", state.apply(room).state), stop)
    swap = next(better.cards(), None) if better.helpful[0] else None
    gain = swap.value - value_of(chooser.helpful[1]) + TEMPO if swap else 0
    return (room, *swap.moves) if swap and gain >= RATHER else _to_the_end(state, ())


def _more_pieces(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Take what is missing of the pieces that may still be taken."""
    now = outlook(means_of(state), market_of(state), stop=stop)
    missing = now.missing if now else ()
    if state.action == "steal":
        return (*robberies(state, missing), End())
    bodies = [move for move in state.legal_moves() if isinstance(move, Fetch)]
    wanted = [move for move in bodies if move.look in missing]
    return (*(wanted or bodies)[:1], End())


def _laid_aside(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Keep the prophecies that go together best on one cóatl of what lies on the supply board."""
    kept = kept_cards(state, stop)
    return (*(Discard(card) for card in state.seat.prophecies if card not in kept), End())


def kept_cards(state: State, stop: Stop) -> tuple[str, ...]:
    """Give the prophecies to keep of a first hand."""
    means, market = means_of(state), market_of(state)

    def promise(cards: tuple[str, ...]) -> int:
        found = outlook(replace(means, hand=cards), market, stop=stop)
        return found.value if found else 0

    return max(combinations(means.hand, KEPT), key=promise) if len(means.hand) > KEPT else means.hand


def _to_the_end(state: State, moves: tuple[CoatlMove, ...]) -> tuple[CoatlMove, ...]:
    """Go on with what is nearest at hand until the turn ends, or something comes to light."""
    legal = state.legal_moves()
    move = End() if End() in legal else min(legal, key=_how_far)
    step = state.apply(move)
    if isinstance(move, End | Pass) or any(event.reveals for event in step.events):
        return (*moves, move)
    return _to_the_end(cast("State", step.state), (*moves, move))


def _how_far(move: CoatlMove) -> int:
    """Put first what does no harm: cards that lie open, then pieces, then the deck."""
    return next((place for place, kind in enumerate(NEAREST) if isinstance(move, kind)), len(NEAREST))
