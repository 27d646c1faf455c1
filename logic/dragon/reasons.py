"""The adviser's sentences: why a move is proposed, with the knight and the squares that it is about."""

from __future__ import annotations

from logic.core import Cell, Message
from logic.dragon.board import place_name
from logic.dragon.outlook import Plan, edge
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State
from logic.dragon.sight import knight_name, warning


def reason_to_win(view: State, plan: Plan) -> Message:
    """Say why the first move of a win is the right one."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    name, place = mover(view, move), place_name(view.target(move))
    asked = warning(view, move)
    if asked is not None:
        return Message(
            "The way is known, and it costs a life: {knight} has to go to {place}.", knight=name, place=place
        )
    if kind_of(view, view.target(move)) == "lair":
        return Message("The dragon’s lair lies before {knight}: in with him!", knight=name)
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    arrival = _arrival(move, plan)
    if arrival is None:
        return reason_to_make_room(view, move)
    if arrival == 1:
        return Message("{knight} can hide in the lair at once.", knight=name)
    return Message(
        "The way to the lair is known: {knight} can be there in {n} turn, by way of {place}.",
        plural="The way to the lair is known: {knight} can be there in {n} turns, by way of {place}.",
        knight=name,
        place=place,
        n=arrival,
    )


def _arrival(move: Go | Leap, plan: Plan) -> int | None:
    """Count the turns of a plan until the knight who moves first hides; None where he does not."""
    index = int(move.knight[1:]) - 1
    return next((turn for turn, state in enumerate(plan.states) if state.knights[index].fate == "hidden"), None)


def reason_of_the_square(view: State, move: Go | Leap) -> Message | None:
    """Say what speaks for a move on the squares that it leaves and enters, whatever the plan is."""
    name, cell, start = mover(view, move), view.target(move), view.knight(move.knight).cell
    place, opened = place_name(cell), view.opened()
    kind = kind_of(view, cell)
    if kind == "edible" and cell not in opened:
        return Message("{knight} should eat the wall on {place}: the way goes on behind it.", knight=name, place=place)
    if kind == "hole" and cell not in opened:
        return Message("{knight} should fill the hole on {place}: the way goes on behind it.", knight=name, place=place)
    if _fetches(view, move):
        return _reason_to_fetch(view, move)
    if start in opened:
        return reason_to_step_off(view, move)
    if start == view.board.entrance and view.count("waiting"):
        return Message(
            "{knight} should clear the entrance: go to {place}, so that the next one can come in.",
            knight=name,
            place=place,
        )
    if cell in opened:
        return Message("{knight} should cross {place} while the way is open.", knight=name, place=place)
    return None


def _fetches(view: State, move: Go | Leap) -> bool:
    knight = view.knight(move.knight)
    fitting = {("builder", "bricks"), ("eater", "teeth")}
    cell = view.target(move)
    return (knight.kind, kind_of(view, cell)) in fitting and knight.supply < knight.most and view.stock(cell) > 0


def _reason_to_fetch(view: State, move: Go | Leap) -> Message:
    name, place = mover(view, move), place_name(view.target(move))
    if kind_of(view, view.target(move)) == "bricks":
        return Message("{knight} should fetch bricks on {place}.", knight=name, place=place)
    return Message("{knight} should fetch new teeth on {place}.", knight=name, place=place)


def reason_to_step_off(view: State, move: Go | Leap) -> Message:
    """Say why nobody should linger where he stands."""
    start = view.knight(move.knight).cell
    name, place = mover(view, move), place_name(view.target(move))
    kind = "mine" if start is None else kind_of(view, start)
    if kind == "edible":
        return Message("The wall will stand again: {knight} should step off to {place}.", knight=name, place=place)
    if kind == "hole":
        return Message("The hole will gape again: {knight} should step off to {place}.", knight=name, place=place)
    return Message("The mine will be live again: {knight} should step off to {place}.", knight=name, place=place)


def reason_to_make_room(view: State, move: Go | Leap) -> Message:
    """Say that a knight moves for the sake of others."""
    name, place = mover(view, move), place_name(view.target(move))
    return Message("{knight} should go to {place}, so that the others can pass.", knight=name, place=place)


def reason_to_look(view: State, plan: Plan) -> Message:
    """Say what there is to see at the end of a plan."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    name, goal = mover(view, move), _looked_from(view, plan)
    if view.target(move) == goal:
        return Message("{knight} can see what lies beyond {place}.", knight=name, place=place_name(goal))
    if goal is None or plan.states[-1].knight(move.knight).cell != goal:
        return reason_to_make_room(view, move)
    return Message(
        "Nobody knows yet what lies beyond {place}: {knight} can be there in {n} turn.",
        plural="Nobody knows yet what lies beyond {place}: {knight} can be there in {n} turns.",
        knight=name,
        place=place_name(goal),
        n=plan.turns,
    )


def _looked_from(view: State, plan: Plan) -> Cell | None:
    """Give the square on which a plan sees something new."""
    goals = edge(view)
    return next((knight.cell for knight in plan.states[-1].knights if knight.cell in goals), None)


def reason_to_wait(view: State) -> Message:
    """Say what waiting is good for."""
    store = next((clock.cell for clock in view.clocks if clock.what == "store"), None)
    if store is not None:
        return Message("Let a turn go by: the store on {place} is filling up.", place=place_name(store))
    return Message("Let a turn go by: nobody gains by moving now.")


def reason_to_lose(view: State, move: DragonMove) -> Message:
    """Say, as gently as one can, that a life is to be given."""
    if isinstance(move, Pass):
        return reason_to_wait(view)
    name, place = mover(view, move), place_name(view.target(move))
    if warning(view, move) is None:
        return Message("Little is left but to give a life for the others: {knight} should go to {place}.",
                       knight=name, place=place)  # fmt: skip
    return Message(
        "Nothing else is left, and one knight can be spared: {knight} would die on {place}, but it helps the others.",
        knight=name,
        place=place,
    )


def nothing_left(view: State) -> Message:
    """Say that nothing that is seen can help."""
    if view.clock_runs:
        return Message("I see no way on. You can wait for something to change, or give up.")
    return Message("I see no way on. You may give up here.")


def kind_of(view: State, cell: Cell) -> str:
    """Give the kind of a square, as far as it is known."""
    return view.board.field(cell).kind


def mover(view: State, move: Go | Leap) -> Message:
    """Name the knight who moves."""
    return knight_name(view.knight(move.knight))
