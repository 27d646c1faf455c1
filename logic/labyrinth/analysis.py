"""Analysis of a turn of Labyrinth: its preview, the hint with its reason, and the review of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from logic.core import Cell, Dice, Evaluation, Hint, Message, Player, Remark, Stop, plan_steps
from logic.game import Analysis
from logic.labyrinth.components import HIDDEN, TREASURES
from logic.labyrinth.engine.bits import batch_of, frame_of, places_of
from logic.labyrinth.engine.futures import Root, possible_goals
from logic.labyrinth.engine.plan import goal_places_of, plan, plan_for, solution_of
from logic.labyrinth.levels import LEVELS, chance_to_win, immediate_gains
from logic.labyrinth.narration import is_about_to_win, line_name, rivals
from logic.labyrinth.rules import LabyrinthMove, Push, State, Walk, redact, unseen
from logic.narration import LOST, MINOR, MISSED, PlayedTurn, most_important, sentences, spans


@dataclass(frozen=True, slots=True)
class Opening:
    """A push after which a goal can be reached, and the goal's cell after it."""

    push: Push
    cell: Cell


def where(state: State, names: Iterable[str]) -> int:
    """The places of treasures or starts as a bit set; a hidden one has no place."""
    symbols = frame_of(state.params).symbols(state)
    return sum(symbols.get(name, 0) for name in set(names))


def home_place(state: State, seat: int) -> int:
    """The place of a seat's start as a bit set."""
    return 1 << frame_of(state.params).place(state.params.starts[seat])


def opening_pushes(state: State, seat: int, goals: int) -> tuple[Opening, ...]:
    """The pushes with which a seat could reach one of these places if it were to push now."""
    frame = frame_of(state.params)
    board, pawn = frame.board(state), 1 << frame.place(state.pawns[seat])
    found = []
    for insertion in frame.pushes(board):
        there = frame.turn(board, pawn, insertion)[1] & frame.places_after(goals, insertion.arrow)
        if there:
            found.append(Opening(frame.push(insertion), frame.cell(next(places_of(there)))))
    return tuple(found)


def count_pushes(state: State) -> int:
    """The number of possible pushes that lead to different boards."""
    frame = frame_of(state.params)
    return len(frame.pushes(frame.board(state)))


def reachable_now(state: State, seat: int, names: Iterable[str]) -> tuple[str, ...]:
    """The treasures, out of ``names``, that a seat could take, each by itself, if it were to push now."""
    frame = frame_of(state.params)
    batch = batch_of(frame)
    boards = batch.boards([frame.board(state)])
    pawn = batch.words([1 << frame.place(state.pawns[seat])])
    (reach,) = batch.ints(batch.reach_next(boards, pawn))
    symbols = frame.symbols(state)
    return tuple(name for name in names if symbols.get(name, 0) & reach)


def guarding(state: State, seat: int, goals: int) -> tuple[frozenset[Push], int]:
    """The pushes of the player to move after which another seat cannot reach a goal with a single push.

    Also returns the number of all pushes.
    """
    frame = frame_of(state.params)
    batch = batch_of(frame)
    pushes = batch.push_all(batch.boards([frame.board(state)]))
    pawn, goal_places = batch.words([1 << frame.place(state.pawns[seat])]), batch.words([goals])
    capturing_cells = batch.capturing_cells(batch.after(pushes), batch.places_after(goal_places, pushes))
    closed = np.flatnonzero(~(capturing_cells & batch.pawn_after(pawn, pushes)).any(axis=0))
    return frozenset(frame.push(pushes.insertion(int(which))) for which in closed), len(pushes)


OFTEN = 0.5
"""The share of pushes that must leave a treasure open to a rival for a push that closes it to be worth a remark."""
LIKELY = 0.25
"""The least probability with which a rival's likely goal is named."""
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
"""The distance to the start, to one of several treasures, and to the treasure that counts: one turn, or more."""
UNLESS = frozenset(far.msgid for _, far in (HOME, SOME, ONE))
"""Messages that already say that nobody must move in between, which is also true of the plan that follows."""


@dataclass(frozen=True)
class Proposal:
    """A proposal for the rest of a turn: its moves, from a position as the player knows it."""

    state: State
    moves: tuple[LabyrinthMove, ...]

    @property
    def seat(self) -> int:
        return self.state.player

    @cached_property
    def positions(self) -> tuple[State, ...]:
        """The positions of the turn, first and last included."""
        found = [self.state]
        for move in self.moves:
            found.append(found[-1].apply(move).state)
        return tuple(found)

    @property
    def after(self) -> State:
        return self.positions[-1]

    @property
    def push(self) -> Push | None:
        """The push of a turn that consists of a push and a walk; None for any other turn."""
        push, *others = self.moves
        return push if isinstance(push, Push) and len(others) == 1 else None

    @property
    def taken(self) -> str:
        """The treasure that the turn takes; empty if none."""
        before, after = (len(state.found[self.seat]) for state in (self.state, self.after))
        return self.after.found[self.seat][-1] if after > before else ""

    @property
    def walk_from(self) -> Cell:
        """The pawn's cell before its walk."""
        return self.positions[-2].pawns[self.seat]


def reason(proposal: Proposal, dice: Dice, stop: Stop) -> Message:
    """What to do, and why, in one or two sentences."""
    said = _own(proposal, stop)
    more = next(_further_reasons(proposal, dice), None) or next(_plan_continuation(proposal, said, stop), None)
    return sentences(_instruction(proposal), said if more is None else sentences(said, more))


def _plan_continuation(proposal: Proposal, said: Message, stop: Stop) -> Iterator[Message]:
    """How the plan continues in the player's next turn, if this one takes nothing; ``said`` comes before it."""
    if proposal.after.winners or proposal.taken or not isinstance(proposal.moves[-1], Walk):
        return
    way = plan_for(proposal.after, proposal.seat, stop=stop)
    if way is not None:
        push, walk = cast("tuple[Push, Walk]", way.moves(frame_of(proposal.state.params))[:2])
        unless = Message("Next, if nobody comes in between: {line}, then to {cell}.")
        words = Message("Next: {line}, then to {cell}.") if said.msgid in UNLESS else unless
        yield words.of(**_way(push, walk.cell))


def _instruction(proposal: Proposal) -> Message:
    move = proposal.moves[0]
    if isinstance(move, Push):
        return Message("Push in: {line}.", line=line_name(move.arrow))
    if not isinstance(move, Walk):
        return Message("Use the rune.") if str(move) != "skip" else Message("Leave the rune.")
    said = Message("Stay where you are.") if move.cell == proposal.walk_from else Message("Walk to {cell}.")
    return said.of(cell=str(move.cell))


# -- the player's own gain


def _own(proposal: Proposal, stop: Stop) -> Message:
    if not isinstance(proposal.moves[-1], Walk):
        return Message("What comes then will show what to do with it.")
    if not proposal.after.winners:
        return _takes(proposal) if proposal.taken else _remaining_distance(proposal, stop)
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


def _remaining_distance(proposal: Proposal, stop: Stop) -> Message:
    """The distance to the goal after the turn, as if nobody else pushed in between."""
    seat, state = proposal.seat, proposal.state
    way, goals = plan_for(proposal.after, seat, stop=stop), state.goals(seat)
    if way is None:
        return Message("No way there is in sight yet.")
    near, far = HOME if state.has_all_treasures(seat) else SOME if len(goals) > 1 else ONE
    return (near if way.turns == 1 else far).of(n=way.turns, treasure=TREASURES[goals[0]] if goals else "")


# -- further reasons


def _further_reasons(proposal: Proposal, dice: Dice) -> Iterator[Message]:
    """Further reasons for the turn, the most important first."""
    if proposal.after.winners or not isinstance(proposal.moves[-1], Walk):
        return
    if proposal.push is not None:
        yield from _known_goals_blocked(proposal, proposal.push)
    if proposal.taken:
        yield from _after_capture(proposal)
    if proposal.push is not None:
        yield from _likely_goals_blocked(proposal, proposal.push, dice)
        yield from _only_push(proposal)


def _known_goals_blocked(proposal: Proposal, push: Push) -> Iterator[Message]:
    """The known goals that the push keeps from rivals."""
    state = proposal.state
    others = rivals(state, proposal.seat)
    for seat in others:
        if state.has_all_treasures(seat) and _is_blocking(state, push, seat, home_place(state, seat), 0.0):
            yield Message("It keeps {player} from coming home with a single push.", player=Player(seat))
    for seat in others:
        for goal in state.goals(seat):
            if goal not in (HIDDEN, proposal.taken) and _is_blocking(state, push, seat, where(state, (goal,)), OFTEN):
                yield Message("It keeps {player} from the {treasure} for now.", player=Player(seat),
                              treasure=TREASURES[goal])  # fmt: skip


def _likely_goals_blocked(proposal: Proposal, push: Push, dice: Dice) -> Iterator[Message]:
    """The likely goals that the push keeps from rivals."""
    state = proposal.state
    for seat in rivals(state, proposal.seat):
        if HIDDEN not in state.goals(seat)[:1] or state.params.goals == "any":
            continue
        likeliest = max(possible_goals(Root(state), seat, dice), key=lambda goal: goal.weight)
        (goal,) = likeliest.names
        if likeliest.weight >= LIKELY and _is_blocking(state, push, seat, where(state, (goal,)), OFTEN):
            yield Message("It keeps {player} from the {treasure}, which may well be next there.", player=Player(seat),
                          treasure=TREASURES[goal])  # fmt: skip


def _is_blocking(state: State, push: Push, seat: int, goals: int, often: float) -> bool:
    """Return whether a push guards a rival's goals for a turn, while more than ``often`` of all pushes do not."""
    keeping, count = guarding(state, seat, goals)
    return push in keeping and count - len(keeping) > often * count


def _after_capture(proposal: Proposal) -> Iterator[Message]:
    """What the next turn may bring, if this one takes something."""
    after, seat = proposal.after, proposal.seat
    if after.has_all_treasures(seat):
        if opening_pushes(after, seat, home_place(after, seat)):
            yield HOME[0]
        return
    goals = after.goals(seat)
    if HIDDEN not in goals:
        near = reachable_now(after, seat, goals)
        if near:
            yield ONE[0].of(treasure=TREASURES[near[0]])
        return
    names = unseen(after)
    near = reachable_now(after, seat, names)
    if len(near) > len(names) / 2:
        said = Message("And {n} of the {all} treasures that may come next [is|are] within a push of there.")
        yield said.of(n=len(near), all=len(names))


def _only_push(proposal: Proposal) -> Iterator[Message]:
    """Say so if no other push takes the treasure."""
    if proposal.taken:
        goals = where(proposal.state, proposal.state.goals(proposal.seat))
        if len(opening_pushes(proposal.state, proposal.seat, goals)) == 1:
            yield Message("No other push of the {n}[|] does that.", n=count_pushes(proposal.state))


# -- mazes for one


def reason_alone(proposal: Proposal, rest: Sequence[LabyrinthMove]) -> Message:
    """What to do in a maze for one, its purpose, and how many turns the ``rest`` takes."""
    if proposal.after.winners:
        said = Message("That brings you home, and the maze is done.")
    else:
        left = _pushes(rest)
        own = _takes(proposal) if proposal.taken else _next_capture(Proposal(proposal.after, tuple(rest)))
        said = sentences(own, Message("Then {n} [turn|turns] [is|are] left.", n=left))
    return sentences(_instruction(proposal), said)


def _next_capture(way: Proposal) -> Message:
    """What the rest of the solution takes next, and when."""
    start, found = way.state.turn, len(way.state.found[way.seat])
    for state in way.positions:
        if len(state.found[way.seat]) > found:
            treasure, n = TREASURES[state.found[way.seat][found]], state.turn - start
            return Message("It prepares the way to the {treasure}, {n} [turn|turns] later.", treasure=treasure, n=n)
    n = _pushes(way.moves)
    return Message("It prepares the way home, {n} [turn|turns] later.", n=n)


PLANNED = 4
"""How many moves of a maze's solution a hint shows after the proposed ones: two turns."""
ADVISER = list(LEVELS)[-1]
"""The level whose moves hints propose: the strongest."""
LONGEST_TURN = 12
"""The limit on moves up to which a turn with runes is followed."""
UNKNOWN = Message("Nobody can tell how far it is from here.")


# -- the hint


def _hint_alone(state: State, stop: Stop) -> Hint | None:
    """Propose the start of a shortest solution of a maze for one; None if none is known."""
    way = solution_of(state, stop=stop)
    if way is None:
        return None
    own = way[: 1 + next(ply for ply, move in enumerate(way) if isinstance(move, Walk))]
    proposal = Proposal(state, own)
    rest = way[len(own) :]
    planned = tuple(plan_steps(state, way[: len(own) + PLANNED]))[len(own) :]
    return Hint(own, reason_alone(proposal, rest), planned)


def _strongest_level_moves(state: State, dice: Dice, stop: Stop) -> tuple[LabyrinthMove, ...]:
    """The moves of the strongest level until the turn ends, or something is revealed."""
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


# -- the review


FEW = 2
"""The greatest number of pushes that lead to a treasure for it to count as well found."""
AHEAD = 2
"""How many turns the search for a better way looks ahead."""


@dataclass(frozen=True)
class Turn(PlayedTurn[State]):
    """One player's turn as it was played, with all cards known, and the moves of the game."""

    moves: Sequence[LabyrinthMove]

    @property
    def push(self) -> Push | None:
        """The push of a turn that consisted of a push and a walk; None for any other turn."""
        first, *others = self.moves[self.start : self.end]
        return first if isinstance(first, Push) and len(others) == 1 else None

    @property
    def took(self) -> bool:
        """Whether a treasure was taken."""
        return len(self.after.found[self.seat]) > len(self.before.found[self.seat])

    @property
    def goal_places(self) -> int:
        """The places of the player's goals as a bit set."""
        return goal_places_of(self.before, self.seat)

    @cached_property
    def chances(self) -> tuple[Opening, ...]:
        """The pushes that would have reached a goal."""
        return opening_pushes(self.before, self.seat, self.goal_places)


def _turns(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Turn, ...]:
    """The complete turns that began with a push."""
    return tuple(Turn(states, start, end, moves) for start, end in spans(states) if states[start].phase == "push")


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """The possible remarks on a turn; of equal ones the first is used."""
    if turn.after.winners:
        return
    if not turn.took and turn.chances:
        yield _missed(turn)
    yield from _not_stopped(turn, later[0] if later else None)
    yield from _prevented_win(turn)
    yield from _well_found(turn)
    yield from _missed_within_turn(turn)


# -- missed goals


def _missed(turn: Turn) -> Remark:
    """A remark on a treasure, or the way home, that was within reach."""
    passed = _missed_by_walk(turn)
    if passed is not None:
        return passed
    state, (push, cell) = turn.before, (turn.chances[0].push, turn.chances[0].cell)
    found = state.apply(push).state.tile(cell).symbol
    said = Message("{player} could have had the {treasure} here: {line}, then to {cell}.")
    if state.has_all_treasures(turn.seat):
        said = Message("{player} could have come home here: {line}, then to {cell}.")
    text = said.of(player=Player(turn.seat), treasure=TREASURES.get(found, ""), **_way(push, cell))
    return Remark(turn.start, -_loss(state, turn.seat), text, (push, Walk(cell)))


def _way(push: Push, cell: Cell) -> dict[str, Message | str]:
    """The arguments of a message for a push and a walk."""
    return {"line": line_name(push.arrow), "cell": str(cell)}


def _missed_by_walk(turn: Turn) -> Remark | None:
    """A remark on a goal that the walk could have reached; None if the push was at fault."""
    state, player, ply = turn.states[turn.end - 1], Player(turn.seat), turn.end - 1
    ways, weight, home = state.ways(), -_loss(turn.before, turn.seat), state.params.starts[turn.seat]
    if state.has_all_treasures(turn.seat) and home in ways:
        return Remark(ply, weight, Message("{player} could have walked home here.", player=player), (Walk(home),))
    for goal in state.goals(turn.seat):
        cell = state.cell_of(goal)
        if cell is not None and cell in ways:
            said = Message("{player} walked past the {treasure}: the way to it was open.")
            return Remark(ply, weight, said.of(player=player, treasure=TREASURES[goal]), (Walk(cell),))
    return None


def _loss(state: State, seat: int) -> int:
    return LOST if is_about_to_win(state, seat) else MISSED


def _missed_within_turn(turn: Turn) -> Iterator[Remark]:
    """A remark on a goal that could have been brought within a turn, if it was not."""
    if turn.took or turn.chances or turn.push is None or not turn.goal_places:
        return
    state, frame = turn.before, frame_of(turn.before.params)
    pawn = 1 << frame.place(state.pawns[turn.seat])
    way = plan(frame, frame.board(state), pawn, turn.goal_places, full=AHEAD, most=AHEAD)
    after = replace(turn.after, last=None)  # later pushes of others decide what is barred
    if way is None or opening_pushes(after, turn.seat, goal_places_of(after, turn.seat)):
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


# -- rivals about to win


def _not_stopped(turn: Turn, following: Turn | None) -> Iterator[Remark]:
    """A remark on a win of the next player that a push would have prevented."""
    if following is None or turn.push is None or following.seat not in following.after.winners:
        return
    rival = following.seat
    if _are_together(turn.before, turn.seat, rival) or not is_about_to_win(turn.before, rival):
        return
    keeping, _ = guarding(turn.before, rival, goal_places_of(turn.before, rival))
    if keeping and turn.push not in keeping:
        better = min(keeping, key=str)
        text = Message("{player} could have kept {other} from winning: {line}.", player=Player(turn.seat),
                       other=Player(rival), line=line_name(better.arrow))  # fmt: skip
        yield Remark(turn.start, -LOST, text, (better,))


def _prevented_win(turn: Turn) -> Iterator[Remark]:
    """Praise for a push that kept the next player from winning, if most pushes would not have."""
    rival = (turn.seat + 1) % turn.before.params.players
    if _are_together(turn.before, turn.seat, rival) or not is_about_to_win(turn.before, rival):
        return
    keeping, count = guarding(turn.before, rival, goal_places_of(turn.before, rival))
    if turn.push in keeping and len(keeping) < count / 2:
        said = Message("{player} keeps {other} from winning: {n}[|] of {all} pushes could do that.")
        yield Remark(
            turn.start, LOST, said.of(player=Player(turn.seat), other=Player(rival), n=len(keeping), all=count)
        )


def _well_found(turn: Turn) -> Iterator[Remark]:
    """Praise for a treasure that only few pushes led to."""
    if not turn.took or turn.push is None or len(turn.chances) > FEW:
        return
    treasure = turn.after.found[turn.seat][-1]
    if turn.before.cell_of(treasure) not in turn.before.ways():
        said = Message("Well seen: only {n}[|] of the {all} pushes opened the way to the {treasure}.")
        text = said.of(n=len(turn.chances), all=count_pushes(turn.before), treasure=TREASURES[treasure])
        yield Remark(turn.start, MINOR, text)


def _are_together(state: State, seat: int, other: int) -> bool:
    return state.params.piles[seat] == state.params.piles[other]


# -- decisive turns

DECISIVE = 0.1
"""The least loss of the probability of winning for a turn to be called decisive."""
NO_CHANCE = 0.02
"""A negligible probability of winning."""


def _decisive(turns: Sequence[Turn], stop: Stop) -> list[Remark]:
    """For each loser, the turn that lost the largest share of the chance to win, as known then; only decisive ones."""
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
    """The probability of winning with the best turn found and with the one played, and the remark on the difference.

    Both are evaluated once more, so that selection does not make the best look better than it is.
    """
    root = Root(redact(turn.before, turn.seat))
    found, dice = immediate_gains(root), Dice(turn.start)
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
    """Merge in the remarks on decisive turns; a turn already criticised keeps its proposal of a better one."""
    found = {remark.ply: remark for remark in remarks}
    for remark in lost:
        said = found.get(remark.ply + 1) or found.get(remark.ply)
        if said is not None and said.weight < 0:
            text = sentences(said.text, cast("Message", remark.text.args["first"]))
            remark = replace(said, weight=remark.weight, text=text)
        found[remark.ply] = remark
    return tuple(found[ply] for ply in sorted(found))


# -- the review of mazes for one


def _alone(states: Sequence[State], moves: Sequence[LabyrinthMove], stop: Stop) -> tuple[Remark, ...]:
    """Which turns of a maze for one were wasted, and what was possible."""
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


# -- the role


class LabyrinthAnalysis(Analysis):
    """Hints and reviews for Labyrinth and, for mazes for one, solutions."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the rest of the turn from what its player knows, with the reason."""
        if not state.legal_moves():
            return Hint((), Message("The game is over."))
        alone = _hint_alone(state, stop)
        if alone is not None:
            return alone
        proposal = Proposal(state, _strongest_level_moves(state, dice, stop))
        return Hint(proposal.moves, reason(proposal, dice, stop))

    def evaluation(self, state: State, stop: Stop) -> Evaluation:
        """The number of turns left in a maze for one; unknown with other players."""
        end = state.outcome()
        if end is not None:
            return Evaluation(1, 0, end.reason)
        turns = next(iter(self.least(state, stop)), None)
        if turns is None:
            return Evaluation(0, None, UNKNOWN)
        left = Message("Still to go: {n} [turn|turns].", n=turns)
        return Evaluation(1, turns, left)

    def solution(self, state: State, stop: Stop) -> tuple[Push | Walk, ...] | None:
        """The moves of a shortest solution of a maze for one; None if none was found."""
        return solution_of(state, stop=stop)

    def least(self, state: State, stop: Stop) -> tuple[int, ...]:
        """The least number of turns to the end, including one that has begun; empty if unknown."""
        known = state.params.par
        if known and state.turn == 1 and state.phase == "push":
            return (known,)
        way = solution_of(state, stop=stop)
        return () if way is None else (_pushes(way) + (state.phase != "push"),)

    def review(self, states: Sequence[State], moves: Sequence[LabyrinthMove], stop: Stop) -> tuple[Remark, ...]:
        """Remarks on missed chances and good finds; ``states`` are the positions from first to last."""
        if states[0].params.players == 1:
            return _alone(states, moves, stop)
        turns = _turns(states, moves)
        lost = _decisive(turns, stop) if states[-1].winners and states[0].params.goals != "numbers" else ()
        return () if stop() else _joined(most_important(turns, _remarks, stop), lost)


ANALYSIS = LabyrinthAnalysis()
