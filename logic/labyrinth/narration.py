"""Texts of Labyrinth: what moves do, the score, the position for an adviser, and a whole turn proposed at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from logic.core import Cell, IllegalMove, Message, Player
from logic.game import Narration
from logic.labyrinth.components import (
    HIDDEN,
    TREASURES,
    Arrow,
    Ban,
    End,
    Goals,
    Mark,
    Shape,
    Side,
    Tile,
    line_of,
    pawn_after,
)
from logic.labyrinth.notation import from_text, to_json
from logic.labyrinth.rules import LabyrinthMove, Phase, Push, Skip, State, Use, Walk
from logic.narration import Named, listed, turn

LINES: Final[Mapping[Side, Message]] = {
    "E": Message("row {line} from the left"),
    "W": Message("row {line} from the right"),
    "S": Message("column {line} from above"),
    "N": Message("column {line} from below"),
}
"""The names of lines, by the side pushed to."""


def line_name(arrow: Arrow) -> Message:
    """The name of an arrow's line, in the notation of cells: rows by numbers, columns by letters."""
    name = str(arrow.cell)
    return LINES[arrow.side].of(line=int(name[1:]) if arrow.side in "EW" else name[0])


# -- what a move does

PUSHED: Final = Message("{player} pushes in: {line}."), Message("Pushed in: {line}.")
FOUND: Final = Message("{player} finds the {treasure} on {cell}."), Message("Found the {treasure} on {cell}.")
CAME_HOME: Final = Message("{player} comes home to {cell}."), Message("Home again on {cell}.")
STAYED: Final = Message("{player} stays on {cell}."), Message("Stayed on {cell}.")
WALKED: Final = Message("{player} walks to {cell}."), Message("Walked to {cell}.")
"""Pairs of texts: for a player among others, and for one who plays alone."""

SKIPPED: Final = Message("{player} leaves the rune unused.")
USES: Final[Mapping[Mark, Message]] = {
    "push_again": Message("{player} uses the rune, and pushes once more."),
    "turn_again": Message("{player} uses the rune: another turn follows."),
    "swap": Message("{player} uses the rune, and changes places with {other}."),
    "peek": Message("{player} uses the rune, and looks at the top card of {other}."),
    "exchange": Message("{player} uses the rune, and puts the top card last."),
    "wall": Message("{player} uses the rune, and may walk through one wall."),
}


def _walked(state: State, cell: Cell) -> tuple[Message, Message]:
    if state.tile(cell).symbol in state.goals(state.player):
        return FOUND
    if state.has_all_treasures(state.player) and cell == state.params.starts[state.player]:
        return CAME_HOME
    return STAYED if cell == state.pawns[state.player] else WALKED


# -- rivals


def rivals(state: State, seat: int) -> Sequence[int]:
    """The seats that play by another pile, in the order of their turns; none if all play by a common one."""
    count, piles = state.params.players, state.params.piles
    others = [(seat + i) % count for i in range(1, count)]
    return [other for other in others if piles[other] != piles[seat]]


def is_about_to_win(state: State, seat: int) -> bool:
    """Return whether a seat's next goal would win it the game; never where points decide."""
    if state.params.goals == "numbers":
        return False
    return len(state.deck(seat)) == (0 if state.params.end == "home" else 1)


COLOURS: Final[Mapping[str, Message]] = {
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
    "blue": Message("blue"),
}
"""The names of the usual corners; any other is named as in its params."""

SHAPES: Final[Mapping[Shape, Message]] = {
    "I": Message("straight"),
    "L": Message("bent"),
    "T": Message("forked"),
}
"""The names of the shapes of tiles."""

PHASES: Final[Mapping[Phase, Message]] = {
    "push": Message("First comes a push, then a walk."),
    "mark": Message("The push is made; now its rune may be used, or left."),
    "walk": Message("The push is made; now comes the walk."),
}

ENDS: Final[Mapping[End, Message]] = {
    "home": Message("Whoever has found all their treasures and is back home first wins."),
    "last_treasure": Message("Whoever finds the last of their treasures first wins."),
}
NEARLY: Final[Mapping[End, Message]] = {
    "home": Message("{player} has all treasures, and needs only to come home."),
    "last_treasure": Message("{player} needs only one more treasure."),
}
BY_NUMBERS: Final = Message("When the last treasure is found, whoever has the most points wins.")
IN_FEW_TURNS: Final = Message("Played alone: all treasures, and home if need be, in as few turns as can be.")

GOALS_NAMED, RISKS_NAMED = 3, 3


# -- what matters now


def _colour(view: State, seat: int) -> Message | str:
    name = view.params.corners[view.params.players - 1][seat]
    return COLOURS.get(name, name)


def _goal(view: State, viewer: int) -> Message:
    """The treasures that count for a player now, each with its place; or the way home."""
    if view.has_all_treasures(viewer):
        return Message("All your treasures are found: the goal is home, {cell}.", cell=str(view.params.starts[viewer]))
    named = [_placed(view, goal) for goal in view.goals(viewer) if goal != HIDDEN]
    return Message("Goal: {goals}.", goals=listed(named, GOALS_NAMED))


def _placed(view: State, symbol: str) -> Message:
    cell = view.cell_of(symbol)
    said = Message("{treasure} on the spare tile") if cell is None else Message("{treasure} on {cell}")
    return said.of(treasure=TREASURES[symbol], cell=str(cell))


def _reach(view: State, viewer: int) -> Message:
    ways = view.ways(viewer)
    if view.phase == "walk" and view.player == viewer:
        said = Message("Cells in reach: {n}.")
    elif any(cell in ways for cell in _goal_cells(view, viewer)):
        said = Message("Cells in reach before the push: {n}, a goal among them.")
    else:
        said = Message("Cells in reach before the push: {n}, no goal among them.")
    return said.of(n=len(ways))


def _goal_cells(view: State, viewer: int) -> list[Cell]:
    if view.has_all_treasures(viewer):
        return [view.params.starts[viewer]]
    return [cell for goal in view.goals(viewer) if (cell := view.cell_of(goal)) is not None]


def _opponent_progress(view: State, viewer: int, seat: int) -> Message:
    """Where another player stands, and that player's progress."""
    n = len(view.deck(seat))
    said = Message("{player}, {colour}, stands on {cell} and lacks {n} [treasure|treasures].")
    if view.params.goals == "numbers":
        n, said = view.points(seat), Message("{player}, {colour}, stands on {cell} and has {n} [point|points].")
    elif seat in view.params.partners(viewer):
        said = Message("Your partner {player}, {colour}, stands on {cell}.")
    return said.of(player=Player(seat), colour=_colour(view, seat), cell=str(view.pawns[seat]), n=n)


def _risk(view: State, name: Callable[[Arrow], Named]) -> Message:
    """The pawns that a legal push would throw out, by which arrow, and where they would land."""
    size = view.params.size
    risks = [
        Message("{player} by {arrow} to {cell}", player=Player(seat), arrow=name(arrow),
                cell=str(pawn_after(pawn, arrow, size)))
        for seat, pawn in enumerate(view.pawns)
        for arrow in view.arrows()
        if line_of(arrow, size)[-1] == pawn
    ]  # fmt: skip
    if not risks:
        return Message("No push can throw anybody out now.")
    return Message("Can be thrown out: {risks}.", risks=listed(risks, RISKS_NAMED))


def _spare(tile: Tile) -> Message:
    said = Message("Spare tile: {shape}.")
    if tile.symbol in TREASURES:
        said = Message("Spare tile: {shape}, with a treasure: {treasure}.").of(treasure=TREASURES[tile.symbol])
    return said.of(shape=SHAPES[tile.shape])


def _bonuses(view: State) -> Iterator[Message]:
    if view.bonus.wall:
        yield Message("This walk may go through one wall.")
    if view.bonus.turn:
        yield Message("Another turn follows this one.")


def _known_goals(view: State, viewer: int) -> Iterator[Message]:
    """The goals of other players, as far as their cards have been seen."""
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


TAKING: Final[Mapping[Goals, Message]] = {
    "top": Message("Only the top card of the pile counts: who ends the walk on its treasure has found it."),
    "any": Message("Any of a player’s own cards counts: who ends the walk on its treasure has found it."),
    "numbers": Message("One pile lies open for all: who ends the walk on the treasure of its top card has found it, "
                       "and gets its number in points."),
}  # fmt: skip


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
"""The configuration that matters in a turn; how the tiles were dealt can be seen on the board."""


LONGEST = 20
"""Characters of a wrong answer that are quoted."""


def _push_of(view: State, said: Mapping[str, Any]) -> Push | None:
    """The push that an answer names, if it is legal."""
    arrow, rotation = _short(said.get("arrow")), _short(said.get("rotation"))
    for move in view.legal_moves():
        if isinstance(move, Push) and str(move.arrow) == arrow and str(move.rot) == rotation:
            return move
    return None


def _short(value: object) -> str:
    """A field of an answer as text of one line, truncated."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    text = value if isinstance(value, str) else str(value)[:LONGEST] if abs(value) < 10**LONGEST else ""
    return " ".join(text.split())[:LONGEST]


# -- the role


class LabyrinthNarration(Narration):
    """The ``NARRATION`` of Labyrinth."""

    def describe(self, state: State, move: LabyrinthMove) -> Message:
        """Describe what a move about to be made does; a push or walk without a name if only one plays."""
        player, alone = Player(state.player), state.params.players == 1
        if isinstance(move, Skip):
            return SKIPPED.of(player=player)
        if isinstance(move, Use):
            return USES[move.mark].of(player=player, other=Player(move.on or 0))
        if isinstance(move, Push):
            return PUSHED[alone].of(player=player, line=line_name(move.arrow))
        treasure = TREASURES.get(state.tile(move.cell).symbol, "")
        return _walked(state, move.cell)[alone].of(player=player, cell=str(move.cell), treasure=treasure)

    def notice(self, view: State) -> Message | None:
        """That a rival of the player to move, named, or several may win with their next turn; None if none may."""
        if view.outcome() is not None:
            return None
        near = [seat for seat in rivals(view, view.player) if is_about_to_win(view, seat)]
        if len(near) > 1:
            return Message("Several players may win with their next turn.")
        return NEARLY[view.params.end].of(player=Player(near[0])) if near else None

    def warning(self, view: State, move: LabyrinthMove) -> Message | None:
        """Ask before a walk that leaves a treasure within reach, or does not come home if that would win.

        The treasure is not named: others may see the screen.
        """
        if not isinstance(move, Walk):
            return None
        ways = view.ways()
        if view.has_all_treasures(view.player):
            home = view.params.starts[view.player]
            missed = home in ways and move.cell != home
            return Message("You could walk home now, and win. Do something else?") if missed else None
        goals = [cell for goal in view.goals(view.player) if (cell := view.cell_of(goal)) in ways]
        if goals and move.cell not in goals:
            return Message("A treasure of yours can be reached from here. Leave it?")
        return None

    def facts(self, state: State, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
        """The treasures found by each, or their points if numbers count; empty for a maze for one."""
        if state.params.players == 1:
            return ()
        by_points = state.params.goals == "numbers"
        won = [state.points(seat) if by_points else len(names) for seat, names in enumerate(state.found)]
        each = listed([Message("{player} ({n})", player=Player(seat), n=n) for seat, n in enumerate(won)])
        return (Message("Points: {each}", each=each) if by_points else Message("Treasures found: {each}", each=each),)

    def synopsis(self, view: State, viewer: int) -> tuple[Message, ...]:
        return self._told(view, viewer, str)

    def in_words(self, view: State, viewer: int) -> tuple[Message, ...]:
        return self._told(view, viewer, line_name)

    @staticmethod
    def _told(view: State, viewer: int, name: Callable[[Arrow], Named]) -> tuple[Message, ...]:
        return (
            turn(view, viewer),
            Message("You are {player}, {colour}.", player=Player(viewer), colour=_colour(view, viewer)),
            PHASES[view.phase],
            _goal(view, viewer),
            Message("Barred for a push: {arrows}; legal arrows: {n}.",
                    arrows=listed([name(arrow) for arrow in view.barred()]), n=len(view.arrows())),
            _reach(view, viewer),
            *(_opponent_progress(view, viewer, seat) for seat in range(view.params.players) if seat != viewer),
            _risk(view, name),
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

    def constraints(self, view: State) -> tuple[Message, ...]:
        ban = BANS[view.params.reinsertion_ban]
        return (
            Message("A turn is a push, always, and then a walk. A push moves a whole row or column on by one tile; "
                    "what falls out is the next spare tile. A pawn that falls out lands on the tile just pushed in."),
            *((ban,) if ban else ()),
            Message("Then walk along open passages to any cell they lead to, or stay. Passages join where both tiles "
                    "are open to each other. Pawns are in nobody’s way."),
            TAKING[view.params.goals],
            _aim(view),
            *_runes(view),
            Message("Cells are named by column and row, a1 at the upper left; in the JSON r and c count from 0. An "
                    "arrow is the cell pushed into and the direction: N up, E right, S down, W left."),
            Message("Moves are written “push a2 E 1” with the arrow and quarter turns clockwise of the tile from its "
                    "base, I open to N and S, L to N and E, T to N, S and W; then “walk c3”."),
        )  # fmt: skip

    def plain(self, view: State) -> dict[str, Any]:
        """The position as plain data: the JSON of :mod:`logic.labyrinth.notation`, minus what no turn depends on."""
        data = to_json(view)
        del data["event_log"]
        data["game_config"] = {key: data["game_config"][key] for key in FROM_CONFIG}
        for tile in (data["board"]["spare_tile"], *(tile for row in data["board"]["grid"] for tile in row)):
            del tile["tile_id"]
            if not tile["fixed"]:
                del tile["fixed"]
        return data

    def turn_form(self, view: State, said: Mapping[str, Any]) -> Mapping[str, tuple[str | int, ...]] | None:
        """The fields of a turn and their allowed values; None if a turn has begun, and goes on move by move.

        ``said`` is an answer that could not be executed: if its push is legal, the form keeps it and lists the cells
        that can be reached after it.
        """
        pushes = [move for move in view.legal_moves() if isinstance(move, Push)]
        if not pushes:
            return None
        kept = _push_of(view, said)
        among = pushes if kept is None else [kept]
        cells = sorted({cell for push in among for cell in view.apply(push).state.ways()})
        return {
            "arrow": tuple(dict.fromkeys(str(push.arrow) for push in among)),
            "rotation": tuple(dict.fromkeys(push.rot for push in among)),
            "destination": tuple(str(cell) for cell in cells),
        }

    def turn_moves(self, view: State, said: Mapping[str, Any]) -> tuple[LabyrinthMove, ...]:
        """The push and the walk that were meant; raises IllegalMove with the reason.

        If a rune comes out, only the push: using the rune is decided first.
        """
        push = _push_of(view, said)
        if push is None:
            raise IllegalMove(
                Message(
                    "Pushing at “{arrow}” with rotation “{rotation}” is not possible now.",
                    arrow=_short(said.get("arrow")),
                    rotation=_short(said.get("rotation")),
                )
            )
        after = view.apply(push).state
        if after.phase != "walk":
            return (push,)
        wanted = _short(said.get("destination"))
        walks = [move for move in after.legal_moves() if isinstance(move, Walk)]
        for walk in walks:
            if str(walk.cell) == wanted:
                return (push, walk)
        raise IllegalMove(
            Message(
                "After “{push}” there is no way to “{cell}”. From there one can walk to: {cells}.",
                push=str(push),
                cell=wanted,
                cells=", ".join(str(walk.cell) for walk in walks),
            )
        )

    def from_text(self, text: str) -> State:
        return from_text(text)


NARRATION = LabyrinthNarration()
