"""Positions of Labyrinth as text and as JSON: parses printed positions, and game records in the original JSON format.

Contradictions are reported; faults in JSON are named by their path.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar

import msgspec

from logic.core import Cell
from logic.labyrinth.components import (
    HIDDEN,
    LYING,
    MARKS,
    MOST_PLAYERS,
    OPEN,
    SIDES,
    TURNS,
    Arrow,
    Mark,
    Params,
    Shape,
    Side,
    Tile,
    line_of,
)
from logic.labyrinth.rules import GLYPHS, NOTHING, PHASES, Bonus, LabyrinthMove, Peek, Phase, Push, State, Use, Walk
from logic.notation import Contradiction, FieldPath, lines_of, one_of, read_params

# -- as text


def check(state: State) -> None:
    """Raise Contradiction if the position, complete or as one player may know it, is impossible."""
    _check_tiles(state)
    _check_marks(state)
    _check_pawns(state)
    _check_cards(state)
    _check_turn(state)
    _check_peeks(state)
    _check_winners(state)


def known_tiles(params: Params) -> dict[str, Tile]:
    """Every tile of a game by its id, as in the layout or unrotated."""
    return {tile.id: tile for tile in (*params.fixed_tiles.values(), *params.loose_tiles)}


def _placed(state: State) -> Iterator[tuple[FieldPath, Tile]]:
    for row, tiles in enumerate(state.grid):
        for col, tile in enumerate(tiles):
            yield ("grid", row, col), tile
    yield ("spare",), state.spare


def _check_tiles(state: State) -> None:
    size = state.params.size
    if [len(row) for row in state.grid] != [size] * size:
        raise Contradiction(("grid",), f"{size} rows of {size} tiles were expected")
    known, seen = known_tiles(state.params), set[str]()
    fixed: dict[FieldPath, Tile] = {("grid", *cell): tile for cell, tile in state.params.fixed_tiles.items()}
    for path, tile in _placed(state):
        _check_tile(path, tile, known, fixed.get(path))
        if tile.id in seen:
            missing = next(name for name in known if name not in {tile.id for _, tile in _placed(state)})
            raise Contradiction(path, f"{tile.id} lies there a second time, and {missing} nowhere")
        seen.add(tile.id)


def _check_tile(path: FieldPath, tile: Tile, known: dict[str, Tile], fixed: Tile | None) -> None:
    if fixed is not None and tile.id != fixed.id:
        raise Contradiction(path, f"the fixed tile {fixed.id} was expected, not {tile.id}")
    if tile.id not in known:
        raise Contradiction(path, f"there is no tile {tile.id!r} in this game")
    same = known[tile.id]
    if same.fixed and fixed is None:
        raise Contradiction(path, f"a tile that moves was expected, not the fixed {tile.id}")
    if tile != replace(same, rot=tile.rot, mark=tile.mark):
        holding = f" with {same.symbol!r}" if same.symbol else " without a treasure"
        raise Contradiction(path, f"{tile.id} is a tile {same.shape}{holding}")
    if tile.rot not in range(TURNS[same.shape]) or (same.fixed and tile.rot != same.rot):
        raise Contradiction(path, f"{tile.id} cannot lie so")


def _check_marks(state: State) -> None:
    left = Counter(state.params.marks)
    for path, tile in _placed(state):
        if tile.mark:
            if tile.symbol or tile.fixed:
                raise Contradiction(path, f"a mark ({tile.mark}) was expected on tiles without a treasure only")
            left[tile.mark] -= 1
            if left[tile.mark] < 0:
                n = state.params.marks.count(tile.mark)
                raise Contradiction(path, f"no more than {n} marks {tile.mark!r} were expected")


def _check_pawns(state: State) -> None:
    size, count = state.params.size, state.params.players
    if len(state.pawns) != count:
        raise Contradiction(("pawns",), f"{count} pawns were expected")
    for seat, cell in enumerate(state.pawns):
        if not (0 <= cell.row < size and 0 <= cell.col < size):
            raise Contradiction(("pawns", seat), f"a cell of the board, {Cell(0, 0)} to {Cell(size - 1, size - 1)}, "
                                "was expected")  # fmt: skip


# -- cards


def _check_cards(state: State) -> None:
    params = state.params
    if len(state.decks) != len(params.pile_sizes):
        raise Contradiction(("decks",), f"{len(params.pile_sizes)} piles of cards were expected")
    if len(state.found) != params.players:
        raise Contradiction(("found",), f"a list of treasures found was expected for each of {params.players} players")
    seen = set[str]()
    for path, card in _cards(state):
        if card == HIDDEN and path[0] == "decks" and not params.open_cards:
            continue
        if card not in params.treasures:
            raise Contradiction(path, f"there is no treasure {card!r} in this game")
        if card in seen:
            raise Contradiction(path, f"the card {card!r} lies there a second time")
        seen.add(card)
    for pile in range(len(state.decks)):
        _check_pile(state, pile)


def _cards(state: State) -> Iterator[tuple[FieldPath, str]]:
    for pile, deck in enumerate(state.decks):
        yield from ((("decks", pile, i), card) for i, card in enumerate(deck))
    for seat, names in enumerate(state.found):
        yield from ((("found", seat, i), name) for i, name in enumerate(names))


def _check_pile(state: State, pile: int) -> None:
    """Check that a pile and the treasures found from it are what was dealt."""
    params, deck = state.params, state.decks[pile]
    dealt = params.pile_sizes[pile]
    found = sum(len(names) for seat, names in enumerate(state.found) if params.piles[seat] == pile)
    if len(deck) + found != dealt:
        raise Contradiction(("decks", pile), f"{dealt} cards were dealt, so {dealt - found} were expected here and "
                            f"{found} found, not {len(deck)}")  # fmt: skip
    if params.goals == "numbers" and deck != params.treasures[found:dealt]:
        raise Contradiction(("decks", pile), "the cards from the next number on, in order, were expected")


# -- the turn, peeks, winners


def _check_turn(state: State) -> None:
    if state.player not in range(state.params.players):
        raise Contradiction(("player",), f"a player from 1 to {state.params.players} was expected")
    if state.turn < 1:
        raise Contradiction(("turn",), "a turn from 1 on was expected")
    if state.last is not None and state.last not in state.params.arrows:
        raise Contradiction(("last",), f"one of the game’s {len(state.params.arrows)} arrows was expected")
    if state.last is None and (state.phase != "push" or state.turn > 1):
        raise Contradiction(("last",), "the arrow of the last push was expected")
    if state.phase == "mark" and not state.uses():
        raise Contradiction(("phase",), "push or walk was expected: the spare tile bears no mark that can be used")
    for name, there in (("turn_again", state.bonus.turn), ("wall", state.bonus.wall)):
        if there and name not in state.params.marks:
            raise Contradiction(("bonus",), f"nothing was expected: no tile of this game bears the mark {name!r}")
    if state.bonus != NOTHING and state.last is None:
        raise Contradiction(("bonus",), "nothing was expected before the first push")


def _check_peeks(state: State) -> None:
    params = state.params
    for i, peek in enumerate(state.peeks):
        can_see = peek.viewer in range(params.players) and peek.pile in range(len(state.decks))
        if not can_see or params.piles[peek.viewer] == peek.pile or not state.decks[peek.pile]:
            raise Contradiction(("peeks", i), "somebody who has seen the top card of a pile of others was expected")
        if "peek" not in params.marks or params.open_cards or peek in state.peeks[:i]:
            raise Contradiction(("peeks", i), "nothing was expected: there was nothing new to be seen")


def _check_winners(state: State) -> None:
    over = state.params.end == "last_treasure" and not all(state.decks)
    if (state.winners or over) and (state.phase != "walk" or state.winners != state.winning_seats()):
        known = " ".join(str(seat + 1) for seat in state.winning_seats()) or "nobody"
        raise Contradiction(("winners",), f"{known} was expected at the end of player {state.player + 1}’s walk")


T = TypeVar("T")

ALWAYS = ("spare", "pawns", "cards", "found", "player")
SOMETIMES = ("last", "marks", "bonus", "peeks", "won", "rules")
"""The first words of the lines below the grid, in their order."""

OPEN_OF = {glyph: sides for sides, glyph in GLYPHS.items()}
WORD_OF = {
    "spare": "spare",
    "pawns": "pawns",
    "decks": "cards",
    "found": "found",
    "last": "last",
    "bonus": "bonus",
    "peeks": "peeks",
    "winners": "won",
}
"""The first word of the line of each field of State; all others are in the player's line."""

_WORD = re.compile("[a-z]+ ")
_TILE = re.compile(f"([{''.join(OPEN_OF)}])([ft][0-9]{{1,3}})")
_CELL = re.compile("([a-i])([1-9])")
_TURN = re.compile("([1-9]), turn ([0-9]{1,9}), (push|mark|walk)")
_ARROW = re.compile("([a-i][1-9]) ([NESW])")
_MARK = re.compile(f"([ft][0-9]{{1,3}}) ({'|'.join(MARKS)})")
_PEEK = re.compile("([1-9]) ([1-9])")
_NAME = re.compile(r"[a-z_]+|\?")
_BONUS = re.compile("turn|wall|turn wall")
_SEATS = re.compile("[1-9]( [1-9])*")


def from_text(text: str) -> State:
    """Parse a printed position; raises ValueError naming the line of a fault and what was expected.

    Below the grid are the spare tile, pawns, cards, treasures found and the turn; optionally the last push, marks,
    their effects, cards seen, and winners; and the params that differ from their defaults, as JSON.
    """
    return _Picture(lines_of(text)).state()


class _Picture:
    """The lines of a printed position: those of the grid, and the others by their first word."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        start = next((i for i, line in enumerate(lines) if _WORD.match(line)), len(lines))
        self._rows = lines[:start]
        self._at: dict[str, int] = {}
        at = start
        for word in (*ALWAYS, *SOMETIMES):
            if at < len(lines) and lines[at].startswith(f"{word} "):
                self._at[word] = at
                at += 1
            elif word in ALWAYS:
                raise ValueError(f"line {at + 1}: “{word}” was expected")
        if at < len(lines):
            raise ValueError(f"line {at + 1}: {self._expected_lines()} was expected")

    def _expected_lines(self) -> str:
        last = max((SOMETIMES.index(word) for word in self._at if word in SOMETIMES), default=-1)
        words = ", ".join(f"“{word}”" for word in SOMETIMES[last + 1 :])
        return f"{words} or the end" if words else "the end"

    def state(self) -> State:
        params = self._params()
        player, turn, phase = self._turn()
        bonus = self._rest("bonus", _BONUS, "turn, wall or both").split()
        state = State(
            params,
            *self._tiles(params),
            pawns=self._all("pawns", " ", _CELL, "a list of cells such as a1", _cell),
            decks=self._names("cards"),
            found=self._names("found"),
            last=next(iter(self._all("last", ",", _ARROW, "a cell and a side, such as b1 S,", _arrow)), None),
            bonus=Bonus("turn" in bonus, "wall" in bonus),
            peeks=tuple(sorted(self._all("peeks", ", ", _PEEK, "who sees whose card, such as 1 2,", _peek))),
            winners=tuple(
                int(seat) - 1 for seat in self._rest("won", _SEATS, "a list of winners, such as 1 3,").split()
            ),
            player=player,
            turn=turn,
            phase=phase,
        )
        try:
            check(state)
        except Contradiction as error:
            raise ValueError(f"{self._source_position(error.path)}: {error}") from None
        for name in self._marks().keys() - known_tiles(params).keys():
            raise self._fault("marks", f"a tile that is there, not {name},")
        return state

    # -- parts

    def _params(self) -> Params:
        """The params of this game, from the last line."""
        if "rules" not in self._at:
            return Params()
        params: Params = read_params(Params, self._line("rules"), f"line {self._at['rules'] + 1}")
        return params

    def _tiles(self, params: Params) -> tuple[tuple[tuple[Tile, ...], ...], Tile]:
        """The grid and the spare tile, with their marks."""
        marks = self._marks()
        known = known_tiles(params)

        def tile(code: str, where: str) -> Tile:
            match = _TILE.fullmatch(code)
            if match is None:
                raise ValueError(f"{where}: a tile such as ├t12 was expected")
            sides, name = OPEN_OF[match[1]], match[2]
            same = known.get(name, Tile(name, "I"))
            return Tile(name, *LYING[sides], fixed=same.fixed, symbol=same.symbol, mark=marks.get(name, ""))

        grid = tuple(
            tuple(tile(code, f"line {i}, tile {j}") for j, code in enumerate(row.split(), 1))
            for i, row in enumerate(self._rows, 1)
        )
        spare = tile(self._line("spare"), f"line {self._at['spare'] + 1}")
        return grid, spare

    def _marks(self) -> dict[str, Mark]:
        return dict(self._all("marks", ", ", _MARK, "a list of tiles and their marks, such as t1 swap,", _marked))

    def _turn(self) -> tuple[int, int, Phase]:
        match = _TURN.fullmatch(self._line("player"))
        if match is None:
            raise self._fault("player", "a number, turn and a number, push, mark or walk")
        return int(match[1]) - 1, int(match[2]), one_of(PHASES, match[3])

    def _names(self, word: str) -> tuple[tuple[str, ...], ...]:
        """A list of treasures for each pile or seat, separated by bars."""
        lists = []
        for part in self._line(word).split(" | "):
            names = () if part == "-" else tuple(part.split(" "))
            if not all(_NAME.fullmatch(name) for name in names):
                raise self._fault(word, "a list of treasures or -, parted by |,")
            lists.append(names)
        return tuple(lists)

    # -- lines

    def _line(self, word: str) -> str:
        """The rest of the line after the word; empty if there is no such line."""
        return self._lines[self._at[word]].removeprefix(f"{word} ") if word in self._at else ""

    def _rest(self, word: str, pattern: re.Pattern[str], wanted: str) -> str:
        line = self._line(word)
        if word in self._at and not pattern.fullmatch(line):
            raise self._fault(word, wanted)
        return line

    def _all(
        self, word: str, gap: str, pattern: re.Pattern[str], wanted: str, made: Callable[[re.Match[str]], T]
    ) -> tuple[T, ...]:
        """The parsed parts of a line; empty if there is no such line."""
        if word not in self._at:
            return ()
        matches = [pattern.fullmatch(part) for part in self._line(word).split(gap)]
        found = tuple(made(match) for match in matches if match is not None)
        if len(found) < len(matches):
            raise self._fault(word, wanted)
        return found

    def _fault(self, word: str, wanted: str) -> ValueError:
        return ValueError(f"line {self._at[word] + 1}: {wanted} was expected")

    def _source_position(self, path: FieldPath) -> str:
        """The position of a path in the text: its line, counted from 1, and its part of that line."""
        name, *rest = path
        if name == "grid":
            numbers = [int(i) + 1 for i in rest]
            return f"line {numbers[0]}, tile {numbers[1]}" if numbers else "line 1"
        line = self._at.get(WORD_OF.get(str(name), "player"), len(self._lines) - 1) + 1
        return f"line {line}, {name} {'.'.join(str(int(i) + 1) for i in rest)}" if rest else f"line {line}"


def _cell(match: re.Match[str]) -> Cell:
    return Cell(int(match[2]) - 1, ord(match[1]) - ord("a"))


def _arrow(match: re.Match[str]) -> Arrow:
    cell = _CELL.fullmatch(match[1])
    assert cell is not None  # noqa: S101 - the pattern contains one
    return Arrow(*_cell(cell), one_of(SIDES, match[2]))


def _peek(match: re.Match[str]) -> Peek:
    return Peek(int(match[1]) - 1, int(match[2]) - 1)


def _marked(match: re.Match[str]) -> tuple[str, Mark]:
    return match[1], one_of(MARKS, match[2])


# -- as JSON


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell: row and column from 0."""

    r: int
    c: int

    @property
    def cell(self) -> Cell:
        return Cell(self.r, self.c)


class Rim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arrow: the cell pushed into, and the direction pushed."""

    row: int
    col: int
    dir: Side

    @property
    def arrow(self) -> Arrow:
        return Arrow(self.row, self.col, self.dir)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """An event in that round, of that player."""

    round: int
    player: str


class Inserted(_Entry, frozen=True, forbid_unknown_fields=True, tag="insert"):
    """A player pushed a tile in, rotated so; another fell out."""

    arrow: Rim
    tile_id: str
    rot: int
    popped_out: str


class Relocated(_Entry, frozen=True, forbid_unknown_fields=True, tag="relocate"):
    """A pawn that was pushed out landed on the tile pushed in; not a move."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class MarkUsed(_Entry, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="use"):
    """A player used the mark of the tile that fell out, on another player if the mark needs one."""

    mark: Mark
    on: str = ""


class Moved(_Entry, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A player walked, or stayed."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class Collected(_Entry, frozen=True, forbid_unknown_fields=True, tag="collect"):
    """A player turned up the card of a treasure while standing on it."""

    symbol: str
    at: Spot


class Won(_Entry, frozen=True, forbid_unknown_fields=True, tag="win"):
    """A player has won."""


Entry = Inserted | Relocated | MarkUsed | Moved | Collected | Won


def name_of(seat: int) -> str:
    """The name of a seat in the original format: P1 is the first."""
    return f"P{seat + 1}"


def event_log(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Entry, ...]:
    """The log of a game, from its positions, the last included, and its moves."""
    steps = zip(states, moves, states[1:], strict=False)
    return tuple(entry for before, move, after in steps for entry in entries(before, move, after))


def entries(before: State, move: LabyrinthMove, after: State) -> tuple[Entry, ...]:
    """The log entries of one move; leaving a mark unused has none."""
    if isinstance(move, Push):
        return _pushed(before, move, after)
    if isinstance(move, Walk):
        return _walked(before, move, after)
    if isinstance(move, Use):
        on = "" if move.on is None else name_of(move.on)
        return (MarkUsed(before.turn, name_of(before.player), move.mark, on),)
    return ()


def _pushed(before: State, move: Push, after: State) -> tuple[Entry, ...]:
    arrow, turn = Rim(*move.arrow), before.turn
    insert = Inserted(turn, name_of(before.player), arrow, before.spare.id, move.rot, after.spare.id)
    end = line_of(move.arrow, before.params.size)[-1]
    thrown = [seat for seat, cell in enumerate(before.pawns) if cell == end]
    return insert, *(Relocated(turn, name_of(seat), Spot(*end), Spot(*after.pawns[seat])) for seat in thrown)


def _walked(before: State, move: Walk, after: State) -> tuple[Entry, ...]:
    seat, turn = before.player, before.turn
    told: list[Entry] = [Moved(turn, name_of(seat), Spot(*before.pawns[seat]), Spot(*move.cell))]
    found = after.found[seat][len(before.found[seat]) :]
    told += [Collected(turn, name_of(seat), symbol, Spot(*move.cell)) for symbol in found]
    told += [Won(turn, name_of(winner)) for winner in after.winners]
    return tuple(told)


def check_log(log: Sequence[Entry], state: State) -> None:
    """Raise Contradiction if the log cannot have led to that position."""
    for i, entry in enumerate(log):
        wrong = _entry_prefix(entry, state) or _entry_text(entry, state)
        if wrong:
            raise Contradiction(("log", i), wrong)
    pushes = [entry.arrow.arrow for entry in log if isinstance(entry, Inserted)]
    if pushes and pushes[-1] != state.last:
        raise Contradiction(("last",), f"{pushes[-1]} was expected, the last insertion told of")


def _entry_prefix(entry: Entry, state: State) -> str:
    names = [name_of(seat) for seat in range(state.params.players)]
    if entry.player not in names or (isinstance(entry, MarkUsed) and entry.on and entry.on not in names):
        return f"players among {', '.join(names)} were expected"
    return "" if 1 <= entry.round <= state.turn else f"a round from 1 to {state.turn} was expected"


def _entry_text(entry: Entry, state: State) -> str:
    params, tiles = state.params, known_tiles(state.params)
    if isinstance(entry, Inserted):
        known = entry.tile_id in tiles and entry.popped_out in tiles and entry.arrow.arrow in params.arrows
        return "" if known else "an arrow and tiles of this game were expected"
    if isinstance(entry, Relocated | Moved):
        inside = all(0 <= i < params.size for end in (entry.from_, entry.to) for i in end.cell)
        return "" if inside else "cells of the board were expected"
    if isinstance(entry, Collected):
        found = state.found[int(entry.player[1:]) - 1]
        return "" if entry.symbol in found else f"a treasure that {entry.player} has found was expected"
    if isinstance(entry, MarkUsed):
        return "" if entry.mark in params.marks else "a mark of this game was expected"
    return ""


OWN_VARIANT = "custom"
"""The variant's name if none is given."""
CONFIG = ("variant", "board_rows", "board_cols", "insertion_arrows", "reinsertion_forbidden_ref")
"""The keys of ``game_config`` that are no fields of Params; the others have the fields' names."""
ELSEWHERE = ("players", "size", "arrows")
"""The fields of Params that are stored elsewhere, or under another name."""


class RecordError(ValueError):
    """Invalid JSON of a position: ``path`` says where, the text what was expected there."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str]]:
        return RecordError, (self.path, self.text)


class Record(NamedTuple):
    """A game record: the variant's name, the position, and the events so far."""

    variant: str
    state: State
    log: tuple[Entry, ...]


class _Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    tile_id: str
    type: Shape
    rot: int
    fixed: bool
    open: tuple[Side, ...]
    symbol: str = ""
    mark: Mark | None = None


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grid: tuple[tuple[_Tile, ...], ...]
    spare_tile: _Tile


class _Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``seen`` are the players whose top card this one has seen."""

    id: str
    color: str
    pos: Spot
    start: Spot
    deck: tuple[str, ...]
    found: tuple[str, ...]
    seen: tuple[str, ...] = ()


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``another_turn`` and ``through_wall`` are what marks have granted for it."""

    active_player: str
    round: int
    phase: Phase = "push"
    another_turn: bool = False
    through_wall: bool = False


class _Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game_config: dict[str, Any]
    board: _Board
    players: tuple[_Player, ...]
    turn: _Turn
    last_insertion: Rim | None
    event_log: tuple[Entry, ...]
    winners: tuple[str, ...] = ()


# -- writing


def to_json(state: State, log: Sequence[Entry] = (), variant: str = OWN_VARIANT) -> dict[str, Any]:
    """A position, and the log so far, as plain data for JSON."""
    game = _Game(
        game_config=_config(state.params, variant),
        board=_Board(tuple(tuple(_tile(tile) for tile in row) for row in state.grid), _tile(state.spare)),
        players=tuple(_player(state, seat) for seat in range(state.params.players)),
        turn=_Turn(name_of(state.player), state.turn, state.phase, state.bonus.turn, state.bonus.wall),
        last_insertion=None if state.last is None else Rim(*state.last),
        event_log=tuple(log),
        winners=tuple(name_of(seat) for seat in state.winners),
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game))
    return data


def _config(params: Params, variant: str) -> dict[str, Any]:
    values = (variant, params.size, params.size, [Rim(*arrow) for arrow in params.arrows])
    head = dict(zip(CONFIG, (*values, params.reinsertion_ban != "none"), strict=True))
    return head | {field.name: getattr(params, field.name) for field in fields(params) if field.name not in ELSEWHERE}


def _tile(tile: Tile) -> _Tile:
    sides = tuple(side for side in SIDES if side in tile.open)
    return _Tile(tile.id, tile.shape, tile.rot, tile.fixed, sides, tile.symbol, tile.mark or None)


def _player(state: State, seat: int) -> _Player:
    piles = state.params.piles
    return _Player(
        id=name_of(seat),
        color=state.params.corners[state.params.players - 1][seat],
        pos=Spot(*state.pawns[seat]),
        start=Spot(*state.params.starts[seat]),
        deck=state.deck(seat),
        found=state.found[seat],
        seen=tuple(name_of(piles.index(peek.pile)) for peek in state.peeks if peek.viewer == seat),
    )


# -- reading


def from_json(data: Any) -> State:
    """Parse what :func:`to_json` wrote; raises RecordError with the path of the first fault."""
    return read(data).state


def read(data: Any) -> Record:
    """Parse a game record; raises RecordError with the path of the first fault."""
    game: _Game = _as(data, _Game, "$")
    players = game.players
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise RecordError("$.players", f"1 to {MOST_PLAYERS} players were expected")
    variant, params = _params(game.game_config, len(players))
    seats = [name_of(seat) for seat in range(params.players)]
    state = State(
        params,
        tuple(
            tuple(_read_tile(tile, f"$.board.grid[{i}][{j}]") for j, tile in enumerate(row))
            for i, row in enumerate(game.board.grid)
        ),
        _read_tile(game.board.spare_tile, "$.board.spare_tile"),
        tuple(player.pos.cell for player in players),
        _decks(players, params),
        tuple(player.found for player in players),
        player=_seat(game.turn.active_player, seats, "$.turn.active_player"),
        turn=game.turn.round,
        phase=game.turn.phase,
        last=None if game.last_insertion is None else game.last_insertion.arrow,
        bonus=Bonus(game.turn.another_turn, game.turn.through_wall),
        peeks=tuple(sorted(_peeks(players, params, seats))),
        winners=tuple(_seat(name, seats, f"$.winners[{i}]") for i, name in enumerate(game.winners)),
    )
    try:
        check(state)
        check_log(game.event_log, state)
    except Contradiction as error:
        raise RecordError(_json_path(error.path, state), str(error)) from None
    return Record(variant, state, game.event_log)


def _as(data: Any, kind: Any, path: str) -> Any:
    """Convert data to that type; raise RecordError with the full path of a fault."""
    try:
        return msgspec.convert(data, kind)
    except (ValueError, RecursionError) as error:  # a mismatch, or a number out of range
        text, _, inside = str(error).partition(" - at `$")
        raise RecordError(path + inside.removesuffix("`"), text) from None


def _params(config: dict[str, Any], players: int) -> tuple[str, Params]:
    path = "$.game_config"
    known = [*CONFIG, *(field.name for field in fields(Params) if field.name not in ELSEWHERE)]
    for key in config:
        if key not in known:
            raise RecordError(f"{path}.{key}", f"no such key; there are {', '.join(known)}")
    usual = _config(Params(), OWN_VARIANT)
    kinds = {"variant": str, "board_rows": int, "board_cols": int, "insertion_arrows": tuple[Rim, ...]}
    variant, rows, cols, rims = (_as(config.get(key, usual[key]), kind, f"{path}.{key}") for key, kind in kinds.items())
    is_barred = _as(config.get("reinsertion_forbidden_ref", True), bool, f"{path}.reinsertion_forbidden_ref")
    if cols != rows:
        raise RecordError(f"{path}.board_cols", f"{rows} was expected, as many as there are rows")
    chosen = {key: value for key, value in config.items() if key not in CONFIG}
    chosen.setdefault("reinsertion_ban", "exit_side" if is_barred else "none")
    params = _as({**chosen, "players": players, "size": rows, "arrows": [tuple(r.arrow) for r in rims]}, Params, path)
    if is_barred != (params.reinsertion_ban != "none"):
        raise RecordError(f"{path}.reinsertion_forbidden_ref", f"{not is_barred} was expected, as reinsertion_ban says")
    return variant, params


def _read_tile(tile: _Tile, path: str) -> Tile:
    if tile.rot not in range(len(SIDES)):
        raise RecordError(f"{path}.rot", "0 to 3 quarter turns were expected")
    rot = tile.rot % TURNS[tile.type]  # a straight tile looks the same after two of them
    sides = OPEN[tile.type, rot]
    if "".join(sorted(tile.open, key=SIDES.index)) != sides:
        raise RecordError(f"{path}.open", f"{', '.join(sides)} was expected of a tile {tile.type} at rot {tile.rot}")
    return Tile(tile.tile_id, tile.type, rot, tile.fixed, tile.symbol, tile.mark or "")


def _decks(players: Sequence[_Player], params: Params) -> tuple[tuple[str, ...], ...]:
    """The piles, after checking that the players match the params, and that partners share theirs."""
    decks: dict[int, tuple[str, ...]] = {}
    colours = params.corners[params.players - 1]
    for seat, player in enumerate(players):
        path = f"$.players[{seat}]"
        wanted = {"id": name_of(seat), "color": colours[seat], "start": Spot(*params.starts[seat])}
        for key, value in wanted.items():
            if getattr(player, key) != value:
                raise RecordError(f"{path}.{key}", f"{msgspec.json.encode(value).decode()} was expected")
        if decks.setdefault(params.piles[seat], player.deck) != player.deck:
            raise RecordError(f"{path}.deck", "the same cards as those of the others with this pile were expected")
    return tuple(decks.values())


def _seat(name: str, seats: Sequence[str], path: str) -> int:
    if name not in seats:
        raise RecordError(path, f"one of {', '.join(seats)} was expected")
    return seats.index(name)


def _peeks(players: Sequence[_Player], params: Params, seats: Sequence[str]) -> tuple[Peek, ...]:
    return tuple(
        Peek(seat, params.piles[_seat(name, seats, f"$.players[{seat}].seen[{i}]")])
        for seat, player in enumerate(players)
        for i, name in enumerate(player.seen)
    )


def _json_path(path: FieldPath, state: State) -> str:
    name, *rest = path
    if name in OF_A_PLAYER and rest:
        numbers = [int(i) for i in rest]
        if name == "decks":
            numbers[0] = state.params.piles.index(numbers[0])
        elif name == "peeks":
            numbers[0] = state.peeks[numbers[0]].viewer
        rest = list(numbers[1:])
        return f"$.players[{numbers[0]}].{OF_A_PLAYER[str(name)]}" + "".join(f"[{i}]" for i in rest)
    return PATHS.get(str(name), "$.players") + "".join(f"[{i}]" for i in rest)


OF_A_PLAYER = {"pawns": "pos", "decks": "deck", "found": "found", "peeks": "seen"}
PATHS = {
    "grid": "$.board.grid",
    "spare": "$.board.spare_tile",
    "player": "$.turn.active_player",
    "turn": "$.turn.round",
    "phase": "$.turn.phase",
    "bonus": "$.turn",
    "last": "$.last_insertion",
    "winners": "$.winners",
    "log": "$.event_log",
}
"""The JSON paths of the log and of the fields of State that are not ``OF_A_PLAYER``."""
