"""The rules of Labyrinth: push the spare tile in, then walk; whoever has found all their treasures and is home wins."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product, starmap
from typing import Literal, get_args

from logic.core import Cell, Dice, Event, Message, Outcome, Player, Step
from logic.game import Scoring
from logic.labyrinth.components import (
    HIDDEN,
    TURNS,
    Arrow,
    Grid,
    Mark,
    Params,
    Tile,
    line_of,
    opposite_arrow,
    pawn_after,
    pushed,
    ways,
)
from logic.notation import changed_params

Phase = Literal["push", "mark", "walk"]
PHASES: tuple[Phase, ...] = get_args(Phase)


@dataclass(frozen=True, slots=True)
class Push:
    """Push the spare tile in at an arrow, with this rotation."""

    arrow: Arrow
    rot: int

    def __str__(self) -> str:
        return f"push {self.arrow} {self.rot}"


@dataclass(frozen=True, slots=True)
class Walk:
    """Walk to a cell; the pawn's own cell means staying."""

    cell: Cell

    def __str__(self) -> str:
        return f"walk {self.cell}"


@dataclass(frozen=True, slots=True)
class Use:
    """Use the mark on the tile that was pushed out, on a player if the mark needs one."""

    mark: Mark
    on: int | None = None

    def __str__(self) -> str:
        return f"use {self.mark}" if self.on is None else f"use {self.mark} {self.on + 1}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave the mark unused; it stays on its tile."""

    def __str__(self) -> str:
        return "skip"


LabyrinthMove = Push | Walk | Use | Skip


@dataclass(frozen=True, slots=True)
class Bonus:
    """What marks have granted for the present turn: another turn after it, a step through a wall."""

    turn: bool = False
    wall: bool = False


NOTHING = Bonus()


@dataclass(frozen=True, slots=True, order=True)
class Peek:
    """A player has seen the top card of a pile, and knows it until the pile changes."""

    viewer: int
    pile: int


LAPS = 5
"""How many laps of pushes the trail remembers."""


@dataclass(frozen=True, slots=True)
class Past:
    """A past push as everybody at the table saw it: the position in which its player was about to push."""

    player: int
    grid: Grid
    spare: Tile
    pawns: tuple[Cell, ...]
    found: tuple[tuple[str, ...], ...]
    last: Arrow | None


GLYPHS = {
    "NS": "│", "EW": "─", "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
    "NES": "├", "ESW": "┬", "NSW": "┤", "NEW": "┴",
}  # fmt: skip
"""The box-drawing character of a tile, by its open sides."""


def drawn(state: State) -> str:
    """Format a position: the grid, then a line each for the spare tile, pawns, cards, treasures found, and the turn."""
    rows = [" ".join(f"{GLYPHS[tile.open]}{tile.id}".ljust(4) for tile in tiles).rstrip() for tiles in state.grid]
    lines = [
        *rows,
        f"spare {GLYPHS[state.spare.open]}{state.spare.id}",
        f"pawns {' '.join(map(str, state.pawns))}",
        f"cards {' | '.join(' '.join(deck) or '-' for deck in state.decks)}",
        f"found {' | '.join(' '.join(names) or '-' for names in state.found)}",
        f"player {state.player + 1}, turn {state.turn}, {state.phase}",
    ]
    return "\n".join([*lines, *_rest(state)])


def _rest(state: State) -> list[str]:
    """The optional lines."""
    lines = []
    if state.last is not None:
        lines.append(f"last {state.last}")
    tiles = [tile for row in state.grid for tile in row] + [state.spare]
    marks = [f"{tile.id} {tile.mark}" for tile in tiles if tile.mark]
    if marks:
        lines.append(f"marks {', '.join(marks)}")
    bonus = [name for name, there in (("turn", state.bonus.turn), ("wall", state.bonus.wall)) if there]
    if bonus:
        lines.append(f"bonus {' '.join(bonus)}")
    if state.peeks:
        lines.append(f"peeks {', '.join(f'{peek.viewer + 1} {peek.pile + 1}' for peek in state.peeks)}")
    if state.winners:
        lines.append(f"won {' '.join(str(seat + 1) for seat in state.winners)}")
    changed = changed_params(state.params)
    return [*lines, f"rules {changed}"] if changed else lines


@dataclass(frozen=True, slots=True)
class State:
    """A position of Labyrinth.

    ``pawns`` and ``found`` are by seat, ``decks`` by pile with the top card first; ``turn`` is the number of the turn,
    from 1; ``last`` is the arrow of the last push. ``winners`` is empty until the game is over. ``trail`` holds the
    last pushes as everybody remembers them, the latest last; it takes no part in comparisons, and is not printed.
    """

    params: Params
    grid: Grid
    spare: Tile
    pawns: tuple[Cell, ...]
    decks: tuple[tuple[str, ...], ...]
    found: tuple[tuple[str, ...], ...]
    player: int = 0
    turn: int = 1
    phase: Phase = "push"
    last: Arrow | None = None
    bonus: Bonus = NOTHING
    peeks: tuple[Peek, ...] = ()
    winners: tuple[int, ...] = ()
    trail: tuple[Past, ...] = field(default=(), compare=False, repr=False)

    # -- queries

    def tile(self, cell: Cell) -> Tile:
        return self.grid[cell.row][cell.col]

    def deck(self, seat: int) -> tuple[str, ...]:
        """The cards that a seat still has to find, the top one first."""
        return self.decks[self.params.piles[seat]]

    def goals(self, seat: int) -> tuple[str, ...]:
        """The treasures that count for a seat now: the top card, or any of its cards."""
        deck = self.deck(seat)
        return deck if self.params.goals == "any" else deck[:1]

    def cell_of(self, symbol: str) -> Cell | None:
        """The cell of a treasure; None while its tile is the spare one."""
        for row, tiles in enumerate(self.grid):
            for col, tile in enumerate(tiles):
                if tile.symbol == symbol:
                    return Cell(row, col)
        return None

    def has_all_treasures(self, seat: int) -> bool:
        """Return whether a seat has all its treasures and only needs to come home."""
        return not self.deck(seat) and self.params.end == "home"

    def barred(self) -> tuple[Arrow, ...]:
        """The arrows that are barred now, by the ban on reinsertion."""
        if self.last is None or self.params.reinsertion_ban == "none":
            return ()
        other = opposite_arrow(self.last, self.params.size)
        chosen = {"exit_side": (other,), "entry_side": (self.last,), "whole_line": (self.last, other)}
        return tuple(arrow for arrow in chosen[self.params.reinsertion_ban] if arrow in self.params.arrows)

    def arrows(self) -> tuple[Arrow, ...]:
        """The arrows that may be used, in the order of the params."""
        barred = self.barred()
        return tuple(arrow for arrow in self.params.arrows if arrow not in barred)

    def ways(self, seat: int | None = None) -> dict[Cell, tuple[Cell, ...]]:
        """Each cell that a pawn can reach, its own included, with a shortest path; sorted by cell."""
        seat = self.player if seat is None else seat
        return ways(self.grid, self.pawns[seat], through_wall=self.bonus.wall and seat == self.player)

    # -- moves

    def legal_moves(self) -> tuple[LabyrinthMove, ...]:
        """All pushes by arrow and rotation, or all uses of a mark and then Skip, or all walks by cell."""
        if self.outcome() is not None:
            return ()
        if self.phase == "push":
            return tuple(starmap(Push, product(self.arrows(), range(TURNS[self.spare.shape]))))
        if self.phase == "mark":
            return (*self.uses(), Skip())
        return tuple(map(Walk, self.ways()))

    def uses(self) -> tuple[Use, ...]:
        """The possible uses of the mark on the tile that was pushed out."""
        mark = self.spare.mark
        others = [seat for seat in range(self.params.players) if seat != self.player]
        if mark == "swap":
            return tuple(Use(mark, seat) for seat in others if self.pawns[seat] != self.pawns[self.player])
        if mark == "peek":
            return tuple(Use(mark, seat) for seat in others if self.deck(seat) and self._may_peek(seat))
        if mark == "exchange" and len(self.deck(self.player)) < 2:
            return ()
        return (Use(mark),) if mark else ()

    def _may_peek(self, seat: int) -> bool:
        """Return whether the top card of that seat's pile is new to the player to move."""
        piles = self.params.piles
        known = self.params.open_cards or piles[seat] == piles[self.player]
        return not known and Peek(self.player, piles[seat]) not in self.peeks

    def apply(self, move: LabyrinthMove) -> Step[State]:
        if isinstance(move, Push):
            return self._push(move)
        if isinstance(move, Walk):
            return self._walk(move)
        if isinstance(move, Use):
            return self._use(move)
        return Step(replace(self, phase="walk"), ())

    # -- inserting

    def _push(self, move: Push) -> Step[State]:
        size = self.params.size
        grid, out = pushed(self.grid, replace(self.spare, rot=move.rot), move.arrow)
        pawns = tuple(pawn_after(cell, move.arrow, size) for cell in self.pawns)
        after = replace(
            self, grid=grid, spare=out, pawns=pawns, phase="mark", last=move.arrow, trail=self._longer_trail()
        )
        if not after.uses():
            after = replace(after, phase="walk")
        return Step(after, self._push_events(move.arrow, pawns))

    def _longer_trail(self) -> tuple[Past, ...]:
        past = Past(self.player, self.grid, self.spare, self.pawns, self.found, self.last)
        return (*self.trail, past)[-LAPS * self.params.players :]

    def _push_events(self, arrow: Arrow, pawns: tuple[Cell, ...]) -> tuple[Event, ...]:
        cells = line_of(arrow, self.params.size)
        way = Cell(cells[1].row - cells[0].row, cells[1].col - cells[0].col)
        places = [Cell(cells[0].row - way.row, cells[0].col - way.col), *cells]
        places.append(Cell(cells[-1].row + way.row, cells[-1].col + way.col))
        ids = [self.spare.id, *(self.tile(cell).id for cell in cells)]
        paths = {name: (start, end) for name, start, end in zip(ids, places[:-1], places[1:], strict=True)}
        thrown = {}
        for seat, (start, end) in enumerate(zip(self.pawns, pawns, strict=True)):
            if start == cells[-1]:
                thrown[f"p{seat}"] = (start, end)
            elif start != end:
                paths[f"p{seat}"] = (start, end)
        events = (Event("push", paths),)
        return (*events, Event("carried", thrown)) if thrown else events

    # -- marks

    def _use(self, move: Use) -> Step[State]:
        """Use the mark, which disappears from its tile."""
        spent = replace(self, spare=replace(self.spare, mark=""), phase="walk")
        reveals = move.mark in ("peek", "exchange") and not self.params.open_cards
        event = Event(move.mark, reveals=reveals)
        if move.mark == "push_again":
            return Step(replace(spent, phase="push"), (event,))
        if move.mark == "turn_again":
            return Step(replace(spent, bonus=replace(self.bonus, turn=True)), (event,))
        if move.mark == "wall":
            return Step(replace(spent, bonus=replace(self.bonus, wall=True)), (event,))
        if move.mark == "exchange":
            return Step(spent._with_next_card(), (event,))
        assert move.on is not None  # noqa: S101 - for the type checker
        if move.mark == "peek":
            pile = self.params.piles[move.on]
            seen = Peek(self.player, pile)
            return Step(replace(spent, peeks=tuple(sorted((*self.peeks, seen)))), (event,))
        return spent._swapped(move.on)

    def _with_next_card(self) -> State:
        """Put the top card under its pile; what the player passed by is no longer evidence."""
        deck = self.deck(self.player)
        return replace(self._with_pile((*deck[1:], deck[0])), trail=())

    def _with_pile(self, deck: tuple[str, ...]) -> State:
        """The position with another pile for the player to move; peeks are dropped if its top card is another one."""
        pile = self.params.piles[self.player]
        keeps_top = deck[:1] == self.decks[pile][:1]
        return replace(
            self,
            decks=(*self.decks[:pile], deck, *self.decks[pile + 1 :]),
            peeks=tuple(peek for peek in self.peeks if keeps_top or peek.pile != pile),
        )

    def _swapped(self, other: int) -> Step[State]:
        mine, theirs = self.pawns[self.player], self.pawns[other]
        changed = {self.player: theirs, other: mine}
        pawns = tuple(changed.get(seat, cell) for seat, cell in enumerate(self.pawns))
        paths = {f"p{self.player}": (mine, theirs), f"p{other}": (theirs, mine)}
        return Step(replace(self, pawns=pawns), (Event("swap", paths),))

    # -- moving

    def _walk(self, move: Walk) -> Step[State]:
        events = []
        if move.cell != self.pawns[self.player]:
            events.append(Event("walk", {f"p{self.player}": self.ways()[move.cell]}))
        pawns = tuple(move.cell if seat == self.player else cell for seat, cell in enumerate(self.pawns))
        after = replace(self, pawns=pawns)
        symbol = self.tile(move.cell).symbol
        if symbol and symbol in self.goals(self.player):
            events.append(Event("collect", {symbol: (move.cell,)}, reveals=not self.params.open_cards))
            after = after._collected(symbol)
        winners = after.winning_seats()
        if winners:
            name = "home" if self.params.end == "home" else "last"
            events.append(Event(name, {f"p{self.player}": (move.cell,)}))
            return Step(replace(after, winners=winners), tuple(events))
        return Step(after._pass_turn(), tuple(events))

    def _collected(self, symbol: str) -> State:
        found = (*self.found[self.player], symbol)
        return replace(
            self._with_pile(tuple(card for card in self.deck(self.player) if card != symbol)),
            found=tuple(found if seat == self.player else names for seat, names in enumerate(self.found)),
        )

    def winning_seats(self) -> tuple[int, ...]:
        """The seats that have won by the move just made, with their teams; usually none."""
        if self.deck(self.player):
            return ()
        if self.params.goals == "numbers":
            most = max(self.points(seat) for seat in range(self.params.players))
            return tuple(seat for seat in range(self.params.players) if self.points(seat) == most)
        if self.params.end == "home" and self.pawns[self.player] != self.params.starts[self.player]:
            return ()
        return self.params.partners(self.player)

    def _pass_turn(self) -> State:
        player = self.player if self.bonus.turn else (self.player + 1) % self.params.players
        return replace(self, player=player, turn=self.turn + 1, phase="push", bonus=NOTHING)

    # -- the end

    def worth(self, seat: int) -> int:
        """The value that the ranking goes by: points, or minus the number of cards left."""
        return self.points(seat) if self.params.goals == "numbers" else -len(self.deck(seat))

    def points(self, seat: int) -> int:
        """The points for the treasures found, by their numbers; only for the variant with numbers."""
        return sum(self.params.treasures.index(name) + 1 for name in self.found[seat])

    def outcome(self) -> Outcome | None:
        """The result: a player has all treasures and is home or, in some variants, only has the last treasure."""
        if not self.winners:
            return None
        return Outcome(self.winners, self._ranking(), self._reason())

    def _ranking(self) -> tuple[tuple[int, ...], ...]:
        """The ranking: the winners, then by points or by cards left; equals share a rank."""
        seats = range(self.params.players)
        worth = {seat: -self.worth(seat) for seat in seats}
        rest = sorted({worth[seat] for seat in seats if seat not in self.winners})
        others = (tuple(seat for seat in seats if seat not in self.winners and worth[seat] == n) for n in rest)
        return (self.winners, *others)

    def _reason(self) -> Message:
        player = Player(self.player)
        if self.params.goals == "numbers":
            n = self.points(self.winners[0])
            return Message("The last treasure is found. {n} [point|points] [is|are] the most.", n=n)
        if self.params.players == 1:
            return Message("All treasures of this maze are found.")
        if self.params.end == "home":
            return Message("{player} has found all treasures and is home again.", player=player)
        return Message("{player} has found the last treasure.", player=player)

    def __str__(self) -> str:
        return drawn(self)


def new(params: Params, dice: Dice) -> State:
    """Deal the movable tiles, with random rotations, and the cards.

    The order of the rolls is: the tiles' places, their rotations, the cards, the first player, the marks.
    """
    dice = dice if params.maze is None else Dice(params.maze)
    tiles = [replace(tile, rot=dice.below(TURNS[tile.shape])) for tile in dice.shuffled(params.loose_tiles)]
    decks = _deal(params, dice)
    first = dice.below(params.players) if params.first is None else params.first
    tiles = _marked(tiles, dice.shuffled(params.marks), dice)
    spare, left, fixed = tiles[-1], iter(tiles), params.fixed_tiles
    grid = tuple(
        tuple(fixed[cell] if (cell := Cell(row, col)) in fixed else next(left) for col in range(params.size))
        for row in range(params.size)
    )
    return State(params, grid, spare, params.starts, decks, ((),) * params.players, player=first)


def _deal(params: Params, dice: Dice) -> tuple[tuple[str, ...], ...]:
    """Deal the piles, leaving out the surplus; with numbers the only pile is in their order."""
    cards = list(params.treasures) if params.goals == "numbers" else dice.shuffled(params.treasures)
    decks = []
    for n in params.pile_sizes:
        decks.append(tuple(cards[:n]))
        del cards[:n]
    return tuple(decks)


def _marked(tiles: list[Tile], marks: list[Mark], dice: Dice) -> list[Tile]:
    """Put the marks on random tiles without a treasure."""
    if not marks:
        return tiles
    chosen = dice.shuffled([tile.id for tile in tiles if not tile.symbol])[: len(marks)]
    by_id = dict(zip(chosen, marks, strict=True))
    return [replace(tile, mark=by_id.get(tile.id, "")) for tile in tiles]


class LabyrinthScoring(Scoring):
    """The ``SCORING`` of Labyrinth: partners, and how far each player has come."""

    def partners(self, state: State, seat: int) -> tuple[int, ...]:
        return state.params.partners(seat)

    def standing(self, state: State, seat: int) -> int:
        """Points by numbers, or else minus the number of cards left."""
        return state.worth(seat)


SCORING = LabyrinthScoring()


# -- what a player may know


def redact(state: State, viewer: int) -> State:
    """The position as that player may know it: unknown cards are ``HIDDEN``."""
    params, own, decks = state.params, state.params.piles[viewer], []
    for pile, deck in enumerate(state.decks):
        knows_all = params.open_cards or (pile == own and params.goals == "any")
        known = len(deck) if knows_all else int(pile == own or Peek(viewer, pile) in state.peeks)
        decks.append((*deck[:known], *(HIDDEN,) * len(deck[known:])))
    return replace(state, decks=tuple(decks), peeks=tuple(peek for peek in state.peeks if peek.viewer == viewer))


def unseen(state: State) -> tuple[str, ...]:
    """The cards that are hidden from the viewer of a redacted position, in the order of the params.

    Cards that were not dealt are among them.
    """
    seen = {card for deck in state.decks for card in deck}
    seen.update(name for names in state.found for name in names)
    return tuple(name for name in state.params.treasures if name not in seen)


def sample(state: State, viewer: int, dice: Dice) -> State:
    """A full position consistent with that player's knowledge: hidden cards are dealt anew."""
    known = redact(state, viewer)
    cards = iter(dice.shuffled(unseen(known)))
    decks = tuple(tuple(next(cards) if card == HIDDEN else card for card in deck) for deck in known.decks)
    return replace(known, decks=decks)
