"""A position of Labyrinth and its game as JSON under the seed’s names; faults are named by their path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

import msgspec

from logic.core import Cell
from logic.labyrinth.components import MOST_PLAYERS, OPEN, SIDES, TURNS, Arrow, Mark, Params, Shape, Side, Tile, line_of
from logic.labyrinth.notation import check, known_tiles
from logic.labyrinth.rules import Bonus, LabyrinthMove, Peek, Phase, Push, State, Use, Walk
from logic.notation import Contradiction, Place


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell: row and column from 0."""

    r: int
    c: int

    @property
    def cell(self) -> Cell:
        """The same as the rules have it."""
        return Cell(self.r, self.c)


class Rim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arrow: the cell pushed into, and the direction pushed."""

    row: int
    col: int
    dir: Side

    @property
    def arrow(self) -> Arrow:
        """The same as the rules have it."""
        return Arrow(self.row, self.col, self.dir)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened in that round, to that player or by it."""

    round: int
    player: str


class Inserted(_Entry, frozen=True, forbid_unknown_fields=True, tag="insert"):
    """A player pushed a tile in, turned so; another fell out."""

    arrow: Rim
    tile_id: str
    rot: int
    popped_out: str


class Relocated(_Entry, frozen=True, forbid_unknown_fields=True, tag="relocate"):
    """A pawn that was pushed out landed on the tile pushed in; that is no move."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class MarkUsed(_Entry, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="use"):
    """A player used the mark of the tile that fell out, on another player where it wants one."""

    mark: Mark
    on: str = ""


class Moved(_Entry, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A player walked, or stayed where it was."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class Collected(_Entry, frozen=True, forbid_unknown_fields=True, tag="collect"):
    """A player turned the card of a treasure up, standing on it."""

    symbol: str
    at: Spot


class Won(_Entry, frozen=True, forbid_unknown_fields=True, tag="win"):
    """A player has won."""


Entry = Inserted | Relocated | MarkUsed | Moved | Collected | Won


def name_of(seat: int) -> str:
    """The seed’s name of a seat: P1 is the first."""
    return f"P{seat + 1}"


def spot(cell: Cell) -> Spot:
    """A cell as it is written."""
    return Spot(*cell)


def rim(arrow: Arrow) -> Rim:
    """An arrow as it is written."""
    return Rim(*arrow)


def event_log(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Entry, ...]:
    """Tell a game from its positions, the last included, and the moves between them."""
    steps = zip(states, moves, states[1:], strict=False)
    return tuple(entry for before, move, after in steps for entry in entries(before, move, after))


def entries(before: State, move: LabyrinthMove, after: State) -> tuple[Entry, ...]:
    """Tell what one move did; to leave a mark unused is nothing to tell."""
    if isinstance(move, Push):
        return _pushed(before, move, after)
    if isinstance(move, Walk):
        return _walked(before, move, after)
    if isinstance(move, Use):
        on = "" if move.on is None else name_of(move.on)
        return (MarkUsed(before.turn, name_of(before.player), move.mark, on),)
    return ()


def _pushed(before: State, move: Push, after: State) -> tuple[Entry, ...]:
    arrow, turn = rim(move.arrow), before.turn
    insert = Inserted(turn, name_of(before.player), arrow, before.spare.id, move.rot, after.spare.id)
    end = line_of(move.arrow, before.params.size)[-1]
    thrown = [seat for seat, cell in enumerate(before.pawns) if cell == end]
    return insert, *(Relocated(turn, name_of(seat), spot(end), spot(after.pawns[seat])) for seat in thrown)


def _walked(before: State, move: Walk, after: State) -> tuple[Entry, ...]:
    seat, turn = before.player, before.turn
    told: list[Entry] = [Moved(turn, name_of(seat), spot(before.pawns[seat]), spot(move.cell))]
    found = after.found[seat][len(before.found[seat]) :]
    told += [Collected(turn, name_of(seat), symbol, spot(move.cell)) for symbol in found]
    told += [Won(turn, name_of(winner)) for winner in after.winners]
    return tuple(told)


def check_log(log: Sequence[Entry], state: State) -> None:
    """Raise Contradiction where what is told cannot have led to that position."""
    for i, entry in enumerate(log):
        wrong = _who_and_when(entry, state) or _what(entry, state)
        if wrong:
            raise Contradiction(("log", i), wrong)
    pushes = [entry.arrow.arrow for entry in log if isinstance(entry, Inserted)]
    if pushes and pushes[-1] != state.last:
        raise Contradiction(("last",), f"{pushes[-1]} was expected, the last insertion told of")


def _who_and_when(entry: Entry, state: State) -> str:
    names = [name_of(seat) for seat in range(state.params.players)]
    if entry.player not in names or (isinstance(entry, MarkUsed) and entry.on and entry.on not in names):
        return f"players among {', '.join(names)} were expected"
    return "" if 1 <= entry.round <= state.turn else f"a round from 1 to {state.turn} was expected"


def _what(entry: Entry, state: State) -> str:
    params, tiles = state.params, known_tiles(state.params)
    if isinstance(entry, Inserted):
        known = entry.tile_id in tiles and entry.popped_out in tiles and entry.arrow.arrow in params.arrows
        return "" if known else "an arrow and tiles of this game were expected"
    if isinstance(entry, Relocated | Moved):
        inside = all(0 <= i < params.size for place in (entry.from_, entry.to) for i in place.cell)
        return "" if inside else "cells of the board were expected"
    if isinstance(entry, Collected):
        found = state.found[int(entry.player[1:]) - 1]
        return "" if entry.symbol in found else f"a treasure that {entry.player} has found was expected"
    if isinstance(entry, MarkUsed):
        return "" if entry.mark in params.marks else "a mark of this game was expected"
    return ""


T = TypeVar("T")

OWN_VARIANT = "custom"
"""The variant's name where none is told."""
CONFIG = ("variant", "board_rows", "board_cols", "insertion_arrows", "reinsertion_forbidden_ref")
"""The keys of ``game_config`` that stand for fields of Params under other names; the others are named as there."""
ELSEWHERE = ("players", "size", "arrows")
"""The fields of Params that stand elsewhere, or under another name."""


class RecordError(ValueError):
    """Data that is no position: ``path`` says where, the text what was expected there."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str]]:
        return RecordError, (self.path, self.text)


class Record(NamedTuple):
    """What JSON tells: the variant's name, the position, and what happened so far."""

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
    """``another_turn`` and ``through_wall`` are what marks have brought for it."""

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
    """A position, and what happened so far, as plain data for JSON."""
    game = _Game(
        game_config=_config(state.params, variant),
        board=_Board(tuple(tuple(_tile(tile) for tile in row) for row in state.grid), _tile(state.spare)),
        players=tuple(_player(state, seat) for seat in range(state.params.players)),
        turn=_Turn(name_of(state.player), state.turn, state.phase, state.bonus.turn, state.bonus.wall),
        last_insertion=None if state.last is None else rim(state.last),
        event_log=tuple(log),
        winners=tuple(name_of(seat) for seat in state.winners),
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game))
    return data


def _config(params: Params, variant: str) -> dict[str, Any]:
    values = (variant, params.size, params.size, [rim(arrow) for arrow in params.arrows])
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
        pos=spot(state.pawns[seat]),
        start=spot(state.params.starts[seat]),
        deck=state.deck(seat),
        found=state.found[seat],
        seen=tuple(name_of(piles.index(peek.pile)) for peek in state.peeks if peek.viewer == seat),
    )


# -- reading


def from_json(data: Any) -> State:
    """The position that :func:`to_json` wrote so; raises RecordError with the path of the first fault."""
    return read(data).state


def read(data: Any) -> Record:
    """All that the JSON of a position tells; raises RecordError with the path of the first fault."""
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
        raise RecordError(_path(error.place, state), str(error)) from None
    return Record(variant, state, game.event_log)


def _as(data: Any, kind: Any, path: str) -> Any:
    """Convert data to that type; raise RecordError with the whole path of what does not fit."""
    try:
        return msgspec.convert(data, kind)
    except (ValueError, RecursionError) as error:  # what does not fit, or a number beyond all bounds
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
    """The piles, once it is clear that the players are those of these params, and that partners share theirs."""
    decks: dict[int, tuple[str, ...]] = {}
    colours = params.corners[params.players - 1]
    for seat, player in enumerate(players):
        path = f"$.players[{seat}]"
        wanted = {"id": name_of(seat), "color": colours[seat], "start": spot(params.starts[seat])}
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


def _path(place: Place, state: State) -> str:
    name, *rest = place
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
"""Where a field of State stands."""
