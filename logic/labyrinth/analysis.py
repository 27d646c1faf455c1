"""Analysis of a turn of Labyrinth: its preview, the hint with its reason, and the review of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from logic.core import Cell, Dice, Evaluation, Hint, Message, Player, Remark, Stop, foreseen
from logic.game import Analysis
from logic.labyrinth.components import HIDDEN, TREASURES
from logic.labyrinth.engine.bits import batch_of, frame_of, places_of
from logic.labyrinth.engine.futures import Root, possible_goals
from logic.labyrinth.engine.plan import aims_of, plan, plan_for, solution_of
from logic.labyrinth.levels import LEVELS, at_once, chance_to_win
from logic.labyrinth.narration import is_about_to_win, line_name, rivals
from logic.labyrinth.rules import LabyrinthMove, Push, State, Walk, redact, unseen
from logic.narration import LOST, MINOR, MISSED, PlayedTurn, sentences, spans, weightiest


@dataclass(frozen=True, slots=True)
class Opening:
    """A push after which a goal can be reached, and where the goal is then."""

    push: Push
    cell: Cell


def where(state: State, names: Iterable[str]) -> int:
    """The places of treasures or starts as a set; one that is hidden lies nowhere."""
    symbols = frame_of(state.params).symbols(state)
    return sum(symbols.get(name, 0) for name in set(names))


def home_of(state: State, seat: int) -> int:
    """The place of a seat's start as a set."""
    return 1 << frame_of(state.params).place(state.params.starts[seat])


def openings(state: State, seat: int, goals: int) -> tuple[Opening, ...]:
    """The pushes with which a seat could stand on one of these places, if it were its turn to push now."""
    frame = frame_of(state.params)
    board, pawn = frame.board(state), 1 << frame.place(state.pawns[seat])
    found = []
    for insertion in frame.pushes(board):
        there = frame.turn(board, pawn, insertion)[1] & frame.drifted(goals, insertion.arrow)
        if there:
            found.append(Opening(frame.push(insertion), frame.cell(next(places_of(there)))))
    return tuple(found)


def count_pushes(state: State) -> int:
    """Count the pushes that may be made now and lead to different boards."""
    frame = frame_of(state.params)
    return len(frame.pushes(frame.board(state)))


def within_a_turn(state: State, seat: int, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the treasures that a seat could take, each by itself, if it were its turn to push now."""
    frame = frame_of(state.params)
    batch = batch_of(frame)
    boards = batch.boards([frame.board(state)])
    pawn = batch.words([1 << frame.place(state.pawns[seat])])
    (reach,) = batch.ints(batch.reach_next(boards, pawn))
    symbols = frame.symbols(state)
    return tuple(name for name in names if symbols.get(name, 0) & reach)


def guarding(state: State, seat: int, goals: int) -> tuple[frozenset[Push], int]:
    """The pushes of the player to move after which another seat cannot get to a goal with a single push.

    The second answer is how many pushes there are.
    """
    frame = frame_of(state.params)
    batch = batch_of(frame)
    pushes = batch.push_all(batch.boards([frame.board(state)]))
    pawn, aims = batch.words([1 << frame.place(state.pawns[seat])]), batch.words([goals])
    takers = batch.takers(batch.after(pushes), batch.drifted(aims, pushes))
    closed = np.flatnonzero(~(takers & batch.carried(pawn, pushes)).any(axis=0))
    return frozenset(frame.push(pushes.insertion(int(which))) for which in closed), len(pushes)


OFTEN = 0.5
"""Of one's pushes the share that must leave a treasure open to another, for it to be worth saying that one does not."""
LIKELY = 0.25
"""How likely a treasure must be to be what another is after, to be named."""
HOME = (
    Message("After that one push can bring you home."),
    Message("After that you are {n} [turn|turns] from home, if nobody comes in between."),
)
SOME = (
    Message("After that one push can open the way to a treasure of yours."),
    Message("After that a treasure of yours is {n} [turn|turns] away, if nobody comes in between."),
)
ONE = (
    Message("After that one push can open the way to the {treasure}."),
    Message("After that the {treasure} is {n} [turn|turns] away, if nobody comes in between."),
)
"""How far it is to one's start, to one of several treasures, to the treasure that counts: one turn, or more."""
UNLESS = frozenset(far.msgid for _, far in (HOME, SOME, ONE))
"""What says already that nobody must come in between, which goes for the plan that is told next as well."""


@dataclass(frozen=True)
class Proposal:
    """A proposed rest of a turn: its moves, from a position as the player knows it."""

    state: State
    moves: tuple[LabyrinthMove, ...]

    @property
    def seat(self) -> int:
        return self.state.player

    @cached_property
    def positions(self) -> tuple[State, ...]:
        """The positions, the first and the last included."""
        found = [self.state]
        for move in self.moves:
            found.append(found[-1].apply(move).state)
        return tuple(found)

    @property
    def after(self) -> State:
        return self.positions[-1]

    @property
    def push(self) -> Push | None:
        """The push of a turn that is a push and a walk, and nothing else; None of any other."""
        push, *others = self.moves
        return push if isinstance(push, Push) and len(others) == 1 else None

    @property
    def taken(self) -> str:
        """The treasure that the turn brings; nothing if it brings none."""
        before, after = (len(state.found[self.seat]) for state in (self.state, self.after))
        return self.after.found[self.seat][-1] if after > before else ""

    @property
    def walk_from(self) -> Cell:
        """Where the pawn stands before its walk."""
        return self.positions[-2].pawns[self.seat]


def reason(proposal: Proposal, dice: Dice, stop: Stop) -> Message:
    """Say what to do, and why: in one or two sentences."""
    said = _own(proposal, stop)
    more = next(_more(proposal, dice), None) or next(_goes_on_by(proposal, said, stop), None)
    return sentences(_what_to_do(proposal), said if more is None else sentences(said, more))


def _goes_on_by(proposal: Proposal, said: Message, stop: Stop) -> Iterator[Message]:
    """Say after what was ``said`` how the plan goes on with the next own turn, where this one takes nothing."""
    if proposal.after.winners or proposal.taken or not isinstance(proposal.moves[-1], Walk):
        return
    way = plan_for(proposal.after, proposal.seat, stop=stop)
    if way is not None:
        push, walk = cast("tuple[Push, Walk]", way.moves(frame_of(proposal.state.params))[:2])
        unless = Message("Next, if nobody comes in between: {line}, then to {cell}.")
        words = Message("Next: {line}, then to {cell}.") if said.msgid in UNLESS else unless
        yield words.of(**_way(push, walk.cell))


def _what_to_do(proposal: Proposal) -> Message:
    move = proposal.moves[0]
    if isinstance(move, Push):
        return Message("Push in: {line}.", line=line_name(move.arrow))
    if not isinstance(move, Walk):
        return Message("Use the rune.") if str(move) != "skip" else Message("Leave the rune.")
    said = Message("Stay where you are.") if move.cell == proposal.walk_from else Message("Walk to {cell}.")
    return said.of(cell=str(move.cell))


# -- for oneself


def _own(proposal: Proposal, stop: Stop) -> Message:
    if not isinstance(proposal.moves[-1], Walk):
        return Message("What comes then will show what to do with it.")
    if not proposal.after.winners:
        return _takes(proposal) if proposal.taken else _comes_nearer(proposal, stop)
    if proposal.taken:
        treasure = TREASURES[proposal.taken]
        return Message("That brings the last treasure, the {treasure}, and ends the game.", treasure=treasure)
    return Message("That brings you home, and the game is won.")


def _takes(proposal: Proposal) -> Message:
    if len(proposal.moves) == 1:
        said = Message("The way to the {treasure} is open.")
    elif proposal.push is None:
        said = Message("That brings you to the {treasure}.")
    elif proposal.state.cell_of(proposal.taken) in proposal.state.ways():
        said = Message("The way to the {treasure} is open now, and stays so.")
    elif proposal.walk_from == proposal.after.pawns[proposal.seat]:
        said = Message("That carries you to the {treasure}.")
    else:
        said = Message("That opens the way to the {treasure}.")
    return said.of(treasure=TREASURES[proposal.taken])


def _comes_nearer(proposal: Proposal, stop: Stop) -> Message:
    """Say how far it is to the goal then, counted as if nobody else pushed in between."""
    seat, state = proposal.seat, proposal.state
    way, goals = plan_for(proposal.after, seat, stop=stop), state.goals(seat)
    if way is None:
        return Message("No way there is in sight yet.")
    near, far = HOME if state.goes_home(seat) else SOME if len(goals) > 1 else ONE
    return (near if way.turns == 1 else far).of(n=way.turns, treasure=TREASURES[goals[0]] if goals else "")


# -- and besides


def _more(proposal: Proposal, dice: Dice) -> Iterator[Message]:
    """What else speaks for the turn, the weightiest first."""
    if proposal.after.winners or not isinstance(proposal.moves[-1], Walk):
        return
    if proposal.push is not None:
        yield from _hindered(proposal, proposal.push)
    if proposal.taken:
        yield from _goes_on(proposal)
    if proposal.push is not None:
        yield from _perhaps_hindered(proposal, proposal.push, dice)
        yield from _alone_does_it(proposal)


def _hindered(proposal: Proposal, push: Push) -> Iterator[Message]:
    """Say from what the push keeps others, of what they are known to want."""
    state = proposal.state
    others = rivals(state, proposal.seat)
    for seat in others:
        if state.goes_home(seat) and _keeps_from(state, push, seat, home_of(state, seat), 0.0):
            yield Message("It keeps {player} from coming home with a single push.", player=Player(seat))
    for seat in others:
        for goal in state.goals(seat):
            if goal not in (HIDDEN, proposal.taken) and _keeps_from(state, push, seat, where(state, (goal,)), OFTEN):
                yield Message("It keeps {player} from the {treasure} for now.", player=Player(seat),
                              treasure=TREASURES[goal])  # fmt: skip


def _perhaps_hindered(proposal: Proposal, push: Push, dice: Dice) -> Iterator[Message]:
    """Say from what the push keeps others, of what they are likely to want."""
    state = proposal.state
    for seat in rivals(state, proposal.seat):
        if HIDDEN not in state.goals(seat)[:1] or state.params.goals == "any":
            continue
        likeliest = max(possible_goals(Root(state), seat, dice), key=lambda goal: goal.weight)
        (goal,) = likeliest.names
        if likeliest.weight >= LIKELY and _keeps_from(state, push, seat, where(state, (goal,)), OFTEN):
            yield Message("It keeps {player} from the {treasure}, which may well be next there.", player=Player(seat),
                          treasure=TREASURES[goal])  # fmt: skip


def _keeps_from(state: State, push: Push, seat: int, goals: int, often: float) -> bool:
    """Tell whether a push bars the way to a goal with one push, which more than that share of the pushes would not."""
    keeping, count = guarding(state, seat, goals)
    return push in keeping and count - len(keeping) > often * count


def _goes_on(proposal: Proposal) -> Iterator[Message]:
    """Say what the next turn can bring, where something was found in this one."""
    after, seat = proposal.after, proposal.seat
    if after.goes_home(seat):
        if openings(after, seat, home_of(after, seat)):
            yield HOME[0]
        return
    goals = after.goals(seat)
    if HIDDEN not in goals:
        near = within_a_turn(after, seat, goals)
        if near:
            yield ONE[0].of(treasure=TREASURES[near[0]])
        return
    names = unseen(after)
    near = within_a_turn(after, seat, names)
    if len(near) > len(names) / 2:
        said = Message("And {n} of the {all} treasures that may come next [is|are] within a push of there.")
        yield said.of(n=len(near), all=len(names))


def _alone_does_it(proposal: Proposal) -> Iterator[Message]:
    """Say that no other push brings the treasure."""
    if proposal.taken:
        goals = where(proposal.state, proposal.state.goals(proposal.seat))
        if len(openings(proposal.state, proposal.seat, goals)) == 1:
            yield Message("No other push of the {n}[|] does that.", n=count_pushes(proposal.state))


# -- alone


def reason_alone(proposal: Proposal, rest: Sequence[LabyrinthMove]) -> Message:
    """Say what to do in a maze for one, what it is for, and how many turns the ``rest`` of the way takes."""
    if proposal.after.winners:
        said = Message("That brings you home, and the maze is done.")
    else:
        left = _pushes(rest)
        own = _takes(proposal) if proposal.taken else _prepares(Proposal(proposal.after, tuple(rest)))
        said = sentences(own, Message("Then {n} [turn|turns] [is|are] left.", n=left))
    return sentences(_what_to_do(proposal), said)


def _prepares(way: Proposal) -> Message:
    """Say what the way that goes on brings next, and when."""
    start, found = way.state.turn, len(way.state.found[way.seat])
    for state in way.positions:
        if len(state.found[way.seat]) > found:
            treasure, n = TREASURES[state.found[way.seat][found]], state.turn - start
            return Message("It prepares the way to the {treasure}, {n} [turn|turns] later.", treasure=treasure, n=n)
    n = _pushes(way.moves)
    return Message("It prepares the way home, {n} [turn|turns] later.", n=n)


PLANNED = 4
"""So many moves of the way through a maze for one does a hint show after its own: two turns."""
ADVISER = list(LEVELS)[-1]
"""The level that hints are taken from: the strongest."""
LONGEST_TURN = 12
"""Moves after which a turn with runes is not followed any further."""
UNKNOWN = Message("Nobody can tell how far it is from here.")


# -- the hint


def _hint_alone(state: State, stop: Stop) -> Hint | None:
    """Propose the beginning of a shortest way; None if there are others, or cards that are not known."""
    way = solution_of(state, stop=stop)
    if way is None:
        return None
    own = way[: 1 + next(ply for ply, move in enumerate(way) if isinstance(move, Walk))]
    proposal = Proposal(state, own)
    rest = way[len(own) :]
    planned = tuple(foreseen(state, way[: len(own) + PLANNED]))[len(own) :]
    return Hint(own, reason_alone(proposal, rest), planned)


def _as_a_level_would(state: State, dice: Dice, stop: Stop) -> tuple[LabyrinthMove, ...]:
    """What the strongest level would do until the turn ends, or something comes to light."""
    moves: list[LabyrinthMove] = []
    now = state
    while now.turn == state.turn and now.outcome() is None and len(moves) < LONGEST_TURN:
        move: LabyrinthMove = LEVELS[ADVISER].choose(now, dice, stop)
        moves.append(move)
        step = now.apply(move)
        if any(event.reveals for event in step.events):
            break
        now = step.state
    return tuple(moves)


def _pushes(moves: Sequence[LabyrinthMove]) -> int:
    return sum(isinstance(move, Push) for move in moves)


# -- how far it is, alone


FEW = 2
"""Pushes that open the way to a treasure, for it to be a find."""
AHEAD = 2
"""Turns that are looked ahead for a way that was better."""


@dataclass(frozen=True)
class Turn(PlayedTurn[State]):
    """One player's turn as it was played, with all cards known, and the moves of the game."""

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


def _turns(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Turn, ...]:
    """The turns that were played to their end and began with a push."""
    return tuple(Turn(states, start, end, moves) for start, end in spans(states) if states[start].phase == "push")


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """What there is to say of a turn; of what weighs alike the first is said."""
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
    state, (push, cell) = turn.before, (turn.chances[0].push, turn.chances[0].cell)
    found = state.apply(push).state.tile(cell).symbol
    said = Message("{player} could have had the {treasure} here: {line}, then to {cell}.")
    if state.goes_home(turn.seat):
        said = Message("{player} could have come home here: {line}, then to {cell}.")
    text = said.of(player=Player(turn.seat), treasure=TREASURES.get(found, ""), **_way(push, cell))
    return Remark(turn.start, -_loss(state, turn.seat), text, (push, Walk(cell)))


def _way(push: Push, cell: Cell) -> dict[str, Message | str]:
    """What words call a push and a walk."""
    return {"line": line_name(push.arrow), "cell": str(cell)}


def _passed_by(turn: Turn) -> Remark | None:
    """Speak of what could have been walked to at the end of the turn; None if the fault lies before that."""
    state, player, ply = turn.states[turn.end - 1], Player(turn.seat), turn.end - 1
    ways, weight, home = state.ways(), -_loss(turn.before, turn.seat), state.params.starts[turn.seat]
    if state.goes_home(turn.seat) and home in ways:
        return Remark(ply, weight, Message("{player} could have walked home here.", player=player), (Walk(home),))
    for goal in state.goals(turn.seat):
        cell = state.cell_of(goal)
        if cell is not None and cell in ways:
            said = Message("{player} walked past the {treasure}: the way to it was open.")
            return Remark(ply, weight, said.of(player=player, treasure=TREASURES[goal]), (Walk(cell),))
    return None


def _loss(state: State, seat: int) -> int:
    return LOST if is_about_to_win(state, seat) else MISSED


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
    said, goals = (
        Message("{player} could have come within a turn of the goal: {line}, then to {cell}."),
        state.goals(turn.seat),
    )
    if len(goals) == 1:
        said = Message("{player} could have come within a turn of the {treasure}: {line}, then to {cell}.")
        said = said.of(treasure=TREASURES[goals[0]])
    yield Remark(turn.start, -MINOR, said.of(player=Player(turn.seat), **_way(push, walk.cell)), (push, walk))


# -- what others had before them


def _not_stopped(turn: Turn, following: Turn | None) -> Iterator[Remark]:
    """Speak of a win of the next player that a push would have prevented."""
    if following is None or turn.push is None or following.seat not in following.after.winners:
        return
    rival = following.seat
    if _are_together(turn.before, turn.seat, rival) or not is_about_to_win(turn.before, rival):
        return
    keeping, _ = guarding(turn.before, rival, aims_of(turn.before, rival))
    if keeping and turn.push not in keeping:
        better = min(keeping, key=str)
        text = Message("{player} could have kept {other} from winning: {line}.", player=Player(turn.seat),
                       other=Player(rival), line=line_name(better.arrow))  # fmt: skip
        yield Remark(turn.start, -LOST, text, (better,))


def _stopped(turn: Turn) -> Iterator[Remark]:
    """Praise a push that kept the next player from winning, where most would not have done so."""
    rival = (turn.seat + 1) % turn.before.params.players
    if _are_together(turn.before, turn.seat, rival) or not is_about_to_win(turn.before, rival):
        return
    keeping, count = guarding(turn.before, rival, aims_of(turn.before, rival))
    if turn.push in keeping and len(keeping) < count / 2:
        said = Message("{player} keeps {other} from winning: {n}[|] of {all} pushes could do that.")
        yield Remark(
            turn.start, LOST, said.of(player=Player(turn.seat), other=Player(rival), n=len(keeping), all=count)
        )


def _well_found(turn: Turn) -> Iterator[Remark]:
    """Praise a treasure that few pushes opened the way to."""
    if not turn.took or turn.push is None or len(turn.chances) > FEW:
        return
    treasure = turn.after.found[turn.seat][-1]
    if turn.before.cell_of(treasure) not in turn.before.ways():
        said = Message("Well seen: only {n}[|] of the {all} pushes opened the way to the {treasure}.")
        text = said.of(n=len(turn.chances), all=count_pushes(turn.before), treasure=TREASURES[treasure])
        yield Remark(turn.start, MINOR, text)


def _are_together(state: State, seat: int, other: int) -> bool:
    return state.params.piles[seat] == state.params.piles[other]


# -- what lost the game

DECISIVE = 0.1
"""How much a turn must have cost of the chance to win, for it to be said that it lost the game."""
NO_CHANCE = 0.02
"""A chance to win that is as good as none."""


def _decisive(turns: Sequence[Turn], stop: Stop) -> list[Remark]:
    """For each who lost, the turn that left least of the chance to win, by what could be known then."""
    dearest: dict[int, tuple[float, Remark]] = {}
    for turn in turns:
        if turn.seat in turns[-1].after.winners or turn.push is None or stop():
            continue
        before, after, remark = _cost(turn, turn.push)
        left = (after + NO_CHANCE) / (before + NO_CHANCE)
        if before - after >= DECISIVE and left < dearest.get(turn.seat, (1.0, None))[0]:
            dearest[turn.seat] = left, remark
    return [remark for _, remark in dearest.values()]


def _cost(turn: Turn, push: Push) -> tuple[float, float, Remark]:
    """The chance to win with the best turn that was seen, and with the one played; and what there is to say of that.

    The two are compared once more, so that luck does not make the best look better than it is.
    """
    root = Root(redact(turn.before, turn.seat))
    found, dice = at_once(root), Dice(turn.start)
    chance = chance_to_win(found, dice)
    played = root.frame.place(turn.after.pawns[turn.seat])
    better, cell = map(int, np.unravel_index(np.argmax(chance), chance.shape))
    which = [root.frame.push(insertion) for insertion in found.options.insertions].index(push)
    good, real = chance_to_win(found.take(np.array([better, which])), dice)
    before, after = float(good[cell]), float(real[played])
    line = found.options.insertions[better]
    moves = (root.frame.push(line), Walk(root.frame.cell(cell)))
    lost = Message("Here {player} lost the game: the chance to win fell from about {before} to {after} in 100.")
    lost = lost.of(player=Player(turn.seat), before=round(100 * before), after=round(100 * after))
    how = Message("Better: {line}, then to {cell}.").of(**_way(moves[0], moves[1].cell))
    return before, after, Remark(turn.start, -LOST, sentences(lost, how), moves)


def _joined(remarks: Sequence[Remark], lost: Sequence[Remark]) -> tuple[Remark, ...]:
    """Say of the turns that lost the game that they did; of one that was spoken of already, what was better stands."""
    found = {remark.ply: remark for remark in remarks}
    for remark in lost:
        said = found.get(remark.ply + 1) or found.get(remark.ply)
        if said is not None and said.weight < 0:
            text = sentences(said.text, cast("Message", remark.text.args["first"]))
            remark = replace(said, weight=remark.weight, text=text)
        found[remark.ply] = remark
    return tuple(found[ply] for ply in sorted(found))


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
    left = [_pushes(way) for way in known]
    found = [
        Remark(turn.start, -lost, _wasted(lost, way), tuple(way[:2]))
        for turn, way, before, after in zip(turns, known, left, left[1:], strict=False)
        if (lost := after + 1 - before) > 0
    ]
    return (*found, _summary(turns, left))


def _wasted(lost: int, way: Sequence[Push | Walk]) -> Message:
    push, walk = cast("tuple[Push, Walk]", way[:2])
    said = Message("Here {n} [turn|turns] more than needed. Better: {line}, then to {cell}.")
    return said.of(n=lost, **_way(push, walk.cell))


def _summary(turns: Sequence[Turn], left: Sequence[int]) -> Remark:
    ply, needed, best = turns[-1].end - 1, len(turns), left[0]
    if not turns[-1].after.winners:
        text = Message("It can be done in {n} [turn|turns]. Still to go here: {left}.", n=best, left=left[-1])
        return Remark(ply, -MINOR, text)
    if needed > best:
        return Remark(ply, -MINOR, Message("It took {n} [turn|turns]; the best is {best}.", n=needed, best=best))
    return Remark(ply, MINOR, Message("It took {n} [turn|turns], and nobody can do it in fewer.", n=needed))


# -- what the house asks for


class LabyrinthAnalysis(Analysis):
    """Hints and reviews for Labyrinth and, for mazes for one, solutions."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the rest of the turn from what its player knows, and say what it is good for."""
        if not state.legal_moves():
            return Hint((), Message("The game is over."))
        alone = _hint_alone(state, stop)
        if alone is not None:
            return alone
        proposal = Proposal(state, _as_a_level_would(state, dice, stop))
        return Hint(proposal.moves, reason(proposal, dice, stop))

    def evaluation(self, state: State, stop: Stop) -> Evaluation:
        """Say how many turns are still to go in a maze for one; with others at the table nobody can tell."""
        end = state.outcome()
        if end is not None:
            return Evaluation(1, 0, end.reason)
        turns = next(iter(self.least(state, stop)), None)
        if turns is None:
            return Evaluation(0, None, UNKNOWN)
        left = Message("Still to go: {n} [turn|turns].", n=turns)
        return Evaluation(1, turns, left)

    def solution(self, state: State, stop: Stop) -> tuple[Push | Walk, ...] | None:
        """The moves of a shortest way to the end of a maze for one; None if there is none to be found."""
        return solution_of(state, stop=stop)

    def least(self, state: State, stop: Stop) -> tuple[int, ...]:
        """The fewest turns from there to the end, one that has begun included; empty if nobody can tell."""
        known = state.params.par
        if known and state.turn == 1 and state.phase == "push":
            return (known,)
        way = solution_of(state, stop=stop)
        return () if way is None else (_pushes(way) + (state.phase != "push"),)

    def review(self, states: Sequence[State], moves: Sequence[LabyrinthMove], stop: Stop) -> tuple[Remark, ...]:
        """Say where something was missed, and what there was; ``states`` include the first and the last position."""
        if states[0].params.players == 1:
            return _alone(states, moves, stop)
        turns = _turns(states, moves)
        lost = _decisive(turns, stop) if states[-1].winners and states[0].params.goals != "numbers" else ()
        return () if stop() else _joined(weightiest(turns, _remarks, stop), lost)


ANALYSIS = LabyrinthAnalysis()
