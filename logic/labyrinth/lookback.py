"""The look back at a game of Labyrinth: chances that were missed, wins that could have been stopped, and good finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from logic.core import Message, Player, Remark, Stop
from logic.labyrinth.bits import frame_of
from logic.labyrinth.board import TREASURES
from logic.labyrinth.moves import LabyrinthMove, Push, Walk
from logic.labyrinth.plan import aims_of, plan
from logic.labyrinth.prospects import Opening, count_pushes, guarding, openings
from logic.labyrinth.rules import State
from logic.labyrinth.solo import solution_of
from logic.labyrinth.telling import line_name
from logic.lookback import LOST, MINOR, MISSED, PlayedTurn, spans, weightiest

FEW = 2
"""Pushes that open the way to a treasure, for it to be a find."""
AHEAD = 2
"""Turns that are looked ahead for a way that was better."""


@dataclass(frozen=True)
class Turn(PlayedTurn[State]):
    """One player's turn as it was played, with all cards, and the moves of the game."""

    moves: Sequence[LabyrinthMove]

    @property
    def push(self) -> Push | None:
        """The push of a turn that was a push and a walk, and nothing else."""
        first, *others = self.moves[self.start : self.end]
        return first if isinstance(first, Push) and len(others) == 1 else None

    @property
    def took(self) -> bool:
        """Tell whether a treasure was found."""
        return len(self.after.found[self.seat]) > len(self.before.found[self.seat])

    @property
    def aims(self) -> int:
        """The places of what counted for the player."""
        return aims_of(self.before, self.seat)

    @cached_property
    def chances(self) -> tuple[Opening, ...]:
        """The pushes that would have brought what counted."""
        return openings(self.before, self.seat, self.aims)


def review(states: Sequence[State], moves: Sequence[LabyrinthMove], stop: Stop) -> tuple[Remark, ...]:
    """Say where something was missed, and what there was; ``states`` include the first and the last position."""
    if states[0].params.players == 1:
        return _alone(states, moves, stop)
    return weightiest(_turns(states, moves), _remarks, stop)


def _turns(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Turn, ...]:
    """Give the turns that were played to their end and began with a push."""
    return tuple(Turn(states, start, end, moves) for start, end in spans(states) if states[start].phase == "push")


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """Give what there is to say of a turn; of what weighs alike the first is said."""
    if turn.after.winners:
        return
    if not turn.took and turn.chances:
        yield _missed(turn)
    yield from _not_stopped(turn, later[0] if later else None)
    yield from _stopped(turn)
    yield from _well_found(turn)
    yield from _longer(turn)


# -- what was missed


def _missed(turn: Turn) -> Remark:
    """Speak of a treasure, or of the way home, that was there to be had."""
    passed = _passed_by(turn)
    if passed is not None:
        return passed
    state, player, chance = turn.before, Player(turn.seat), turn.chances[0]
    line, cell = line_name(chance.push.arrow), str(chance.cell)
    if state.goes_home(turn.seat):
        text = Message("{player} could have come home here: {line}, then to {cell}.", player=player, line=line,
                       cell=cell)  # fmt: skip
    else:
        found = cast("State", state.apply(chance.push).state).tile(chance.cell).symbol
        text = Message("{player} could have had the {treasure} here: {line}, then to {cell}.", player=player,
                       treasure=TREASURES[found], line=line, cell=cell)  # fmt: skip
    return Remark(turn.start, -_loss(state, turn.seat), text)


def _passed_by(turn: Turn) -> Remark | None:
    """Speak of what could have been walked to at the end of the turn; None where the fault lies before that."""
    state, player, weight = turn.states[turn.end - 1], Player(turn.seat), -_loss(turn.before, turn.seat)
    ways = state.ways()
    if state.goes_home(turn.seat) and state.params.starts[turn.seat] in ways:
        return Remark(turn.end - 1, weight, Message("{player} could have walked home here.", player=player))
    for goal in state.goals(turn.seat):
        if state.cell_of(goal) in ways:
            text = Message("{player} walked past the {treasure}: the way to it was open.", player=player,
                           treasure=TREASURES[goal])  # fmt: skip
            return Remark(turn.end - 1, weight, text)
    return None


def _loss(state: State, seat: int) -> int:
    return LOST if _is_about_to_win(state, seat) else MISSED


def _is_about_to_win(state: State, seat: int) -> bool:
    """Tell whether what a seat wants next would win it the game."""
    if state.params.goals == "numbers":
        return False
    return len(state.deck(seat)) == (0 if state.params.end == "home" else 1)


def _longer(turn: Turn) -> Iterator[Remark]:
    """Speak of what could have been had with the next own turn, where after this one it could not."""
    if turn.took or turn.chances or turn.push is None or not turn.aims:
        return
    state, frame = turn.before, frame_of(turn.before.params)
    pawn = 1 << frame.place(state.pawns[turn.seat])
    way = plan(frame, frame.board(state), pawn, turn.aims, full=AHEAD, most=AHEAD)
    after = replace(turn.after, last=None)  # what is barred then, others decide
    if way is None or openings(after, turn.seat, aims_of(after, turn.seat)):
        return
    push, walk = cast("tuple[Push, Walk]", way.moves(frame)[:2])
    line, cell = line_name(push.arrow), str(walk.cell)
    player, goals = Player(turn.seat), state.goals(turn.seat)
    text = Message("{player} could have come within a turn of the goal: {line}, then to {cell}.", player=player,
                   line=line, cell=cell)  # fmt: skip
    if len(goals) == 1:
        text = Message("{player} could have come within a turn of the {treasure}: {line}, then to {cell}.",
                       player=player, treasure=TREASURES[goals[0]], line=line, cell=cell)  # fmt: skip
    yield Remark(turn.start, -MINOR, text)


# -- what others had before them


def _not_stopped(turn: Turn, following: Turn | None) -> Iterator[Remark]:
    """Speak of a win of the next player that a push would have prevented."""
    if following is None or turn.push is None or following.seat not in following.after.winners:
        return
    rival = following.seat
    if _are_together(turn.before, turn.seat, rival) or not _is_about_to_win(turn.before, rival):
        return
    keeping, _ = guarding(turn.before, rival, aims_of(turn.before, rival))
    if keeping and turn.push not in keeping:
        better = min(keeping, key=str)
        text = Message("{player} could have kept {other} from winning: {line}.", player=Player(turn.seat),
                       other=Player(rival), line=line_name(better.arrow))  # fmt: skip
        yield Remark(turn.start, -LOST, text)


def _stopped(turn: Turn) -> Iterator[Remark]:
    """Praise a push that kept the next player from winning, where most would not have done so."""
    rival = (turn.seat + 1) % turn.before.params.players
    if _are_together(turn.before, turn.seat, rival) or not _is_about_to_win(turn.before, rival):
        return
    keeping, count = guarding(turn.before, rival, aims_of(turn.before, rival))
    if turn.push in keeping and len(keeping) < count / 2:
        text = Message("{player} keeps {other} from winning: {n} of {all} pushes could do that.",
                       plural="{player} keeps {other} from winning: {n} of {all} pushes could do that.",
                       player=Player(turn.seat), other=Player(rival), n=len(keeping), all=count)  # fmt: skip
        yield Remark(turn.start, LOST, text)


def _well_found(turn: Turn) -> Iterator[Remark]:
    """Praise a treasure that few pushes opened the way to."""
    if not turn.took or turn.push is None or len(turn.chances) > FEW:
        return
    treasure = turn.after.found[turn.seat][-1]
    if turn.before.cell_of(treasure) not in turn.before.ways():
        text = Message(
            "Well seen: only {n} of the {all} pushes opened the way to the {treasure}.",
            plural="Well seen: only {n} of the {all} pushes opened the way to the {treasure}.",
            n=len(turn.chances), all=count_pushes(turn.before), treasure=TREASURES[treasure],
        )  # fmt: skip
        yield Remark(turn.start, MINOR, text)


def _are_together(state: State, seat: int, other: int) -> bool:
    return state.params.piles[seat] == state.params.piles[other]


# -- alone


def _alone(states: Sequence[State], moves: Sequence[LabyrinthMove], stop: Stop) -> tuple[Remark, ...]:
    """Say of a maze for one which turns brought nothing, and what was possible."""
    turns = _turns(states, moves)
    if not turns:
        return ()
    ways = [solution_of(state, stop=stop) for state in (*(turn.before for turn in turns), turns[-1].after)]
    if stop() or any(way is None for way in ways):
        return ()
    known = [way for way in ways if way is not None]
    left = [sum(isinstance(move, Push) for move in way) for way in known]
    found = [
        Remark(turn.start, -lost, _wasted(lost, way))
        for turn, way, before, after in zip(turns, known, left, left[1:], strict=False)
        if (lost := after + 1 - before) > 0
    ]
    return (*found, _summary(turns, left))


def _wasted(lost: int, way: Sequence[Push | Walk]) -> Message:
    push, walk = cast("tuple[Push, Walk]", way[:2])
    return Message(
        "Here {n} turn more than needed. Better: {line}, then to {cell}.",
        plural="Here {n} turns more than needed. Better: {line}, then to {cell}.",
        n=lost, line=line_name(push.arrow), cell=str(walk.cell),
    )  # fmt: skip


def _summary(turns: Sequence[Turn], left: Sequence[int]) -> Remark:
    place, needed, best = turns[-1].end - 1, len(turns), left[0]
    if not turns[-1].after.winners:
        text = Message("It can be done in {n} turn. Still to go here: {left}.",
                       plural="It can be done in {n} turns. Still to go here: {left}.",
                       n=best, left=left[-1])  # fmt: skip
        return Remark(place, -MINOR, text)
    if needed > best:
        text = Message("It took {n} turn; the best is {best}.", plural="It took {n} turns; the best is {best}.",
                       n=needed, best=best)  # fmt: skip
        return Remark(place, -MINOR, text)
    text = Message("It took {n} turn, and nobody can do it in fewer.",
                   plural="It took {n} turns, and nobody can do it in fewer.", n=needed)  # fmt: skip
    return Remark(place, MINOR, text)
