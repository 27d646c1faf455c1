"""Labyrinth in a few words and as plain data, for an adviser that cannot see the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from logic.core import Cell, Message, Player
from logic.labyrinth.board import HIDDEN, TREASURES, Shape, Tile, carried, line_of
from logic.labyrinth.moves import Phase
from logic.labyrinth.params import Ban, End
from logic.labyrinth.record import to_json
from logic.labyrinth.rules import State
from logic.synopses import listed, turn

COLOURS: Final[Mapping[str, Message]] = {
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
    "blue": Message("blue"),
}
"""What the usual corners are called; another one is called as in its params."""

SHAPES: Final[Mapping[Shape, Message]] = {
    "I": Message("straight"),
    "L": Message("bent"),
    "T": Message("forked"),
}
"""What the shapes of tiles are called."""

PHASES: Final[Mapping[Phase, Message]] = {
    "push": Message("First comes a push, then a walk."),
    "mark": Message("The push is made; now its rune may be used, or left."),
    "walk": Message("The push is made; now comes the walk."),
}

ENDS: Final[Mapping[End, Message]] = {
    "home": Message("Whoever has found all own treasures and is back home first wins."),
    "last_treasure": Message("Whoever finds the last of the own treasures first wins."),
}
BY_NUMBERS: Final = Message("When the last treasure is found, whoever has the most points wins.")
IN_FEW_TURNS: Final = Message("Played alone: all treasures, and home if need be, in as few turns as can be.")

GOALS_NAMED, RISKS_NAMED = 3, 3


# -- what matters now


def synopsis(view: State, viewer: int) -> tuple[Message, ...]:
    """Say what matters now to one of the players, a sentence each, the weightiest first."""
    return (
        turn(view, viewer),
        Message("You are {player}, {colour}.", player=Player(viewer), colour=_colour(view, viewer)),
        PHASES[view.phase],
        _goal(view, viewer),
        Message("Barred for a push: {arrows}; legal arrows: {n}.",
                arrows=listed([str(arrow) for arrow in view.barred()]), n=len(view.arrows())),
        _reach(view, viewer),
        *(_other(view, viewer, seat) for seat in range(view.params.players) if seat != viewer),
        _risk(view),
        Message("You stand on {cell}, your home is {home}.", cell=str(view.pawns[viewer]),
                home=str(view.params.starts[viewer])),
        _spare(view.spare),
        *_bonuses(view),
        *_known_goals(view, viewer),
        _aim(view),
        Message("Turn {turn} of the game. The maze has {size} rows and as many columns.", turn=view.turn,
                size=view.params.size),
        _count(view, viewer),
    )  # fmt: skip


def _colour(view: State, seat: int) -> Message | str:
    name = view.params.corners[view.params.players - 1][seat]
    return COLOURS.get(name, name)


def _goal(view: State, viewer: int) -> Message:
    """Name the treasures that count for a player now, each with its place; or the way home."""
    if view.goes_home(viewer):
        return Message("All own treasures are found: the goal is home, {cell}.", cell=str(view.params.starts[viewer]))
    named = [_placed(view, goal) for goal in view.goals(viewer) if goal != HIDDEN]
    return Message("Goal: {goals}.", goals=listed(named, GOALS_NAMED))


def _placed(view: State, symbol: str) -> Message:
    cell = view.cell_of(symbol)
    if cell is None:
        return Message("{treasure} on the spare tile", treasure=TREASURES[symbol])
    return Message("{treasure} on {cell}", treasure=TREASURES[symbol], cell=str(cell))


def _reach(view: State, viewer: int) -> Message:
    ways = view.ways(viewer)
    if view.phase == "walk" and view.player == viewer:
        return Message("Cells in reach: {n}.", n=len(ways))
    near = any(cell in ways for cell in _goal_cells(view, viewer))
    if near:
        return Message("Cells in reach before the push: {n}, a goal among them.", n=len(ways))
    return Message("Cells in reach before the push: {n}, no goal among them.", n=len(ways))


def _goal_cells(view: State, viewer: int) -> list[Cell]:
    if view.goes_home(viewer):
        return [view.params.starts[viewer]]
    return [cell for goal in view.goals(viewer) if (cell := view.cell_of(goal)) is not None]


def _other(view: State, viewer: int, seat: int) -> Message:
    """Say where another player stands and how far this one is."""
    player, colour, cell, n = Player(seat), _colour(view, seat), str(view.pawns[seat]), len(view.deck(seat))
    if view.params.goals == "numbers":
        return Message("{player}, {colour}, stands on {cell} and has {n} point.",
                       plural="{player}, {colour}, stands on {cell} and has {n} points.", player=player,
                       colour=colour, cell=cell, n=view.points(seat))  # fmt: skip
    if seat in view.params.partners(viewer):
        return Message("Your partner {player}, {colour}, stands on {cell}.", player=player, colour=colour, cell=cell)
    return Message("{player}, {colour}, stands on {cell} and lacks {n} treasure.",
                   plural="{player}, {colour}, stands on {cell} and lacks {n} treasures.", player=player,
                   colour=colour, cell=cell, n=n)  # fmt: skip


def _risk(view: State) -> Message:
    """Name the pawns that a legal push would throw out, by which arrow, and where they would land."""
    size = view.params.size
    risks = [
        Message("{player} by {arrow} to {cell}", player=Player(seat), arrow=str(arrow),
                cell=str(carried(pawn, arrow, size)))
        for seat, pawn in enumerate(view.pawns)
        for arrow in view.arrows()
        if line_of(arrow, size)[-1] == pawn
    ]  # fmt: skip
    if not risks:
        return Message("No push can throw anybody out now.")
    return Message("Can be thrown out: {risks}.", risks=listed(risks, RISKS_NAMED))


def _spare(tile: Tile) -> Message:
    if tile.symbol in TREASURES:
        return Message("Spare tile: {shape}, with a treasure: {treasure}.", shape=SHAPES[tile.shape],
                       treasure=TREASURES[tile.symbol])  # fmt: skip
    return Message("Spare tile: {shape}.", shape=SHAPES[tile.shape])


def _bonuses(view: State) -> Iterator[Message]:
    if view.bonus.wall:
        yield Message("This walk may go through one wall.")
    if view.bonus.turn:
        yield Message("Another turn follows this one.")


def _known_goals(view: State, viewer: int) -> Iterator[Message]:
    """Name what others look for, as far as their cards have been seen."""
    for seat in range(view.params.players):
        if view.params.piles[seat] != view.params.piles[viewer] and view.goals(seat) and HIDDEN not in view.goals(seat):
            goals = listed([_placed(view, goal) for goal in view.goals(seat)], GOALS_NAMED)
            yield Message("{player} looks for {goals}.", player=Player(seat), goals=goals)


def _aim(view: State) -> Message:
    if view.params.players == 1:
        return IN_FEW_TURNS
    return BY_NUMBERS if view.params.goals == "numbers" else ENDS[view.params.end]


def _count(view: State, viewer: int) -> Message:
    return Message("Your treasures: found {found}, still to find {left}.", found=len(view.found[viewer]),
                   left=len(view.deck(viewer)))  # fmt: skip


# -- the rules of a turn

BANS: Final[Mapping[Ban, Message | None]] = {
    "exit_side": Message("The tile that fell out may not be pushed back in where it fell out: that arrow is barred."),
    "entry_side": Message("The arrow used last is barred for the next push."),
    "whole_line": Message("Both arrows of the line pushed last are barred for the next push."),
    "none": None,
}


def constraints(view: State) -> tuple[Message, ...]:
    """Say what makes up a turn and how its moves are written, a line each."""
    ban = BANS[view.params.reinsertion_ban]
    return (
        Message("A turn is a push, always, and then a walk. A push moves a whole row or column on by one tile; what "
                "falls out is the next spare tile. A pawn that falls out lands on the tile just pushed in."),
        *((ban,) if ban else ()),
        Message("Then walk along open passages to any cell they lead to, or stay. Passages join where both tiles are "
                "open to each other. Pawns are in nobody’s way."),
        _taking(view),
        _aim(view),
        *_runes(view),
        Message("Cells are named by column and row, a1 at the upper left; in the JSON r and c count from 0. An arrow "
                "is the cell pushed into and the direction: N up, E right, S down, W left."),
        Message("Moves are written “push a2 E 1” with the arrow and quarter turns clockwise of the tile from its "
                "base, I open to N and S, L to N and E, T to N, S and W; then “walk c3”."),
    )  # fmt: skip


def _taking(view: State) -> Message:
    if view.params.goals == "top":
        return Message("Only the top card of the pile counts: who ends the walk on its treasure has found it.")
    if view.params.goals == "any":
        return Message("Any of the own cards counts: who ends the walk on its treasure has found it.")
    return Message("One pile lies open for all: who ends the walk on the treasure of its top card has found it, and "
                   "gets its number in points.")  # fmt: skip


def _runes(view: State) -> tuple[Message, ...]:
    if not view.params.marks:
        return ()
    return (Message("A tile that falls out with a rune gives its power once, before the walk: “use” with its name, "
                    "and a player’s number where it wants one, or “skip”."),)  # fmt: skip


# -- as data

FROM_CONFIG: Final = (
    "board_rows", "board_cols", "insertion_arrows", "reinsertion_forbidden_ref", "reinsertion_ban", "goals",
    "open_cards", "end", "teams",
)  # fmt: skip
"""What matters in a turn of what may be chosen; how tiles were dealt can be seen on the board."""


def plain(view: State) -> dict[str, Any]:
    """Give the position as plain data: the JSON of :mod:`logic.labyrinth.record`, less what no turn depends on."""
    data = to_json(view)
    del data["event_log"]
    data["game_config"] = {key: data["game_config"][key] for key in FROM_CONFIG}
    for tile in (data["board"]["spare_tile"], *(tile for row in data["board"]["grid"] for tile in row)):
        del tile["tile_id"]
        if not tile["fixed"]:
            del tile["fixed"]
    return data
