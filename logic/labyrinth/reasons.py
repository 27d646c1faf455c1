"""Why a turn is good: what it does for oneself, and what it keeps from others or leaves for later, in two sentences.

Whatever is said here holds of the position as its player knows it; what is only likely is called so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from logic.core import Cell, Dice, Message, Player, Stop
from logic.labyrinth.belief import wishes
from logic.labyrinth.board import HIDDEN, TREASURES
from logic.labyrinth.moves import LabyrinthMove, Push, Walk
from logic.labyrinth.outset import Outset
from logic.labyrinth.plan import plan_for
from logic.labyrinth.prospects import count_pushes, guarding, home_of, openings, where, within_a_turn
from logic.labyrinth.rules import State
from logic.labyrinth.sight import unseen
from logic.labyrinth.telling import line_name

OFTEN = 0.5
"""Of one's pushes the share that must leave a treasure open to another, for it to be worth saying that one does not."""
LIKELY = 0.25
"""How likely a treasure must be to be what another is after, to be named."""
ONE_PUSH_HOME = Message("After that one push can bring you home.")


@dataclass(frozen=True)
class Proposal:
    """The rest of a turn that is proposed: the moves, from a position as its player knows it."""

    state: State
    moves: tuple[LabyrinthMove, ...]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.player

    @cached_property
    def positions(self) -> tuple[State, ...]:
        """The positions, the first and the last included."""
        found = [self.state]
        for move in self.moves:
            found.append(cast("State", found[-1].apply(move).state))
        return tuple(found)

    @property
    def after(self) -> State:
        """The position after all moves."""
        return self.positions[-1]

    @property
    def push(self) -> Push | None:
        """The push of a turn that is a push and a walk, and nothing else; None of any other."""
        push, *others = self.moves
        return push if isinstance(push, Push) and len(others) == 1 else None

    @property
    def taken(self) -> str:
        """The treasure that the turn brings; nothing where it brings none."""
        before, after = (len(state.found[self.seat]) for state in (self.state, self.after))
        return self.after.found[self.seat][-1] if after > before else ""

    @property
    def walk_from(self) -> Cell:
        """Where the pawn stands before its walk."""
        return self.positions[-2].pawns[self.seat]


def reason(proposal: Proposal, dice: Dice, stop: Stop) -> Message:
    """Say what to do, and why: in one or two sentences."""
    said = _own(proposal, stop)
    more = next(_more(proposal, dice), None)
    if more is not None:
        said = Message("{first} {second}", first=said, second=more)
    return Message("{first} {second}", first=_what_to_do(proposal), second=said)


def _what_to_do(proposal: Proposal) -> Message:
    move = proposal.moves[0]
    if isinstance(move, Push):
        return Message("Push in: {line}.", line=line_name(move.arrow))
    if not isinstance(move, Walk):
        return Message("Use the rune.") if str(move) != "skip" else Message("Leave the rune.")
    if move.cell == proposal.walk_from:
        return Message("Stay where you are.")
    return Message("Walk to {cell}.", cell=str(move.cell))


# -- for oneself


def _own(proposal: Proposal, stop: Stop) -> Message:
    if not isinstance(proposal.moves[-1], Walk):
        return Message("What comes then will show what to do with it.")
    if proposal.after.winners:
        if proposal.taken:
            return Message(
                "That brings the last treasure, the {treasure}, and ends the game.", treasure=TREASURES[proposal.taken]
            )
        return Message("That brings you home, and the game is won.")
    return _takes(proposal) if proposal.taken else _comes_nearer(proposal, stop)


def _takes(proposal: Proposal) -> Message:
    treasure = TREASURES[proposal.taken]
    if len(proposal.moves) == 1:
        return Message("The way to the {treasure} is open.", treasure=treasure)
    if proposal.push is None:
        return Message("That brings you to the {treasure}.", treasure=treasure)
    if proposal.state.cell_of(proposal.taken) in proposal.state.ways():
        return Message("The way to the {treasure} is open now, and stays so.", treasure=treasure)
    if proposal.walk_from == proposal.after.pawns[proposal.seat]:
        return Message("That carries you to the {treasure}.", treasure=treasure)
    return Message("That opens the way to the {treasure}.", treasure=treasure)


def _comes_nearer(proposal: Proposal, stop: Stop) -> Message:
    """Say how far it is to the goal then, counted as if nobody else pushed in between."""
    after, seat = proposal.after, proposal.seat
    way = plan_for(after, seat, stop=stop)
    if way is None:
        return Message("No way there is in sight yet.")
    goals = proposal.state.goals(seat)
    if proposal.state.goes_home(seat):
        return _far_from_home(way.turns)
    if len(goals) > 1:
        return _far_from_some(way.turns)
    return _far_from(TREASURES[goals[0]], way.turns)


def _far_from_home(n: int) -> Message:
    if n == 1:
        return ONE_PUSH_HOME
    return Message("After that you are {n} turn from home, if nobody comes in between.",
                   plural="After that you are {n} turns from home, if nobody comes in between.", n=n)  # fmt: skip


def _far_from_some(n: int) -> Message:
    if n == 1:
        return Message("After that one push can open the way to a treasure of yours.")
    return Message(
        "After that a treasure of yours is {n} turn away, if nobody comes in between.",
        plural="After that a treasure of yours is {n} turns away, if nobody comes in between.",
        n=n,
    )


def _far_from(treasure: Message, n: int) -> Message:
    if n == 1:
        return _one_push_to(treasure)
    return Message(
        "After that the {treasure} is {n} turn away, if nobody comes in between.",
        plural="After that the {treasure} is {n} turns away, if nobody comes in between.",
        treasure=treasure,
        n=n,
    )


def _one_push_to(treasure: Message) -> Message:
    return Message("After that one push can open the way to the {treasure}.", treasure=treasure)


# -- and besides


def _more(proposal: Proposal, dice: Dice) -> Iterator[Message]:
    """Give what else speaks for the turn, the weightiest first."""
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
    rivals = _rivals(state, proposal.seat)
    for seat in rivals:
        if state.goes_home(seat) and _keeps_from(state, push, seat, home_of(state, seat), 0.0):
            yield Message("It keeps {player} from coming home with a single push.", player=Player(seat))
    for seat in rivals:
        for goal in state.goals(seat):
            if goal not in (HIDDEN, proposal.taken) and _keeps_from(state, push, seat, where(state, (goal,)), OFTEN):
                yield Message("It keeps {player} from the {treasure} for now.", player=Player(seat),
                              treasure=TREASURES[goal])  # fmt: skip


def _perhaps_hindered(proposal: Proposal, push: Push, dice: Dice) -> Iterator[Message]:
    """Say from what the push keeps others, of what they are likely to want."""
    state = proposal.state
    for seat in _rivals(state, proposal.seat):
        if HIDDEN not in state.goals(seat)[:1] or state.params.goals == "any":
            continue
        likeliest = max(wishes(Outset(state), seat, dice), key=lambda wish: wish.weight)
        (goal,) = likeliest.names
        if likeliest.weight >= LIKELY and _keeps_from(state, push, seat, where(state, (goal,)), OFTEN):
            yield Message("It keeps {player} from the {treasure}, which may well be next there.", player=Player(seat),
                          treasure=TREASURES[goal])  # fmt: skip


def _rivals(state: State, seat: int) -> Sequence[int]:
    """Give the seats that one plays against, in the order of their turns."""
    count, piles = state.params.players, state.params.piles
    others = [(seat + i) % count for i in range(1, count)]
    return [other for other in others if piles[other] != piles[seat]]


def _keeps_from(state: State, push: Push, seat: int, goals: int, often: float) -> bool:
    """Tell whether a push bars the way to a goal with one push, which more than that share of the pushes would not."""
    keeping, count = guarding(state, seat, goals)
    return push in keeping and count - len(keeping) > often * count


def _goes_on(proposal: Proposal) -> Iterator[Message]:
    """Say what the next turn can bring, where something was found in this one."""
    after, seat = proposal.after, proposal.seat
    if after.goes_home(seat):
        if openings(after, seat, home_of(after, seat)):
            yield ONE_PUSH_HOME
        return
    goals = after.goals(seat)
    if HIDDEN not in goals:
        near = within_a_turn(after, seat, goals)
        if near:
            yield _one_push_to(TREASURES[near[0]])
        return
    names = unseen(after)
    near = within_a_turn(after, seat, names)
    if len(near) > len(names) / 2:
        yield Message(
            "And {n} of the {all} treasures that may come next are within a push of there.",
            plural="And {n} of the {all} treasures that may come next are within a push of there.",
            n=len(near),
            all=len(names),
        )


def _alone_does_it(proposal: Proposal) -> Iterator[Message]:
    """Say that no other push brings the treasure."""
    if proposal.taken:
        goals = where(proposal.state, proposal.state.goals(proposal.seat))
        if len(openings(proposal.state, proposal.seat, goals)) == 1:
            yield Message("No other push of the {n} does that.", plural="No other push of the {n} does that.",
                          n=count_pushes(proposal.state))  # fmt: skip


# -- alone


def reason_alone(proposal: Proposal, left: int) -> Message:
    """Say what to do in a maze for one, and how many turns are left after it at least."""
    if proposal.after.winners:
        said = Message("That brings you home, and the maze is done.")
    else:
        own = _takes(proposal) if proposal.taken else Message("That makes the way for later.")
        rest = Message("Then {n} turn is left.", plural="Then {n} turns are left.", n=left)
        said = Message("{first} {second}", first=own, second=rest)
    return Message("{first} {second}", first=_what_to_do(proposal), second=said)
