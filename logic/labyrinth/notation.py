"""Reads a position of Labyrinth from the text that it prints, and says where one contradicts itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from logic.core import Cell
from logic.labyrinth.components import HIDDEN, LYING, MARKS, SIDES, TURNS, Arrow, Mark, Params, Tile
from logic.labyrinth.rules import GLYPHS, NOTHING, PHASES, Bonus, Peek, Phase, State
from logic.notation import LONGEST_PICTURE, Contradiction, Place, read_params


def check(state: State) -> None:
    """Raise Contradiction where the position, whole or as one player may know it, is impossible."""
    _check_tiles(state)
    _check_marks(state)
    _check_pawns(state)
    _check_cards(state)
    _check_turn(state)
    _check_peeks(state)
    _check_winners(state)


def known_tiles(params: Params) -> dict[str, Tile]:
    """Every tile of a game by its id, lying as its layout has it or not turned."""
    return {tile.id: tile for tile in (*params.fixed_tiles.values(), *params.loose_tiles)}


def _placed(state: State) -> Iterator[tuple[Place, Tile]]:
    for row, tiles in enumerate(state.grid):
        for col, tile in enumerate(tiles):
            yield ("grid", row, col), tile
    yield ("spare",), state.spare


def _check_tiles(state: State) -> None:
    size = state.params.size
    if [len(row) for row in state.grid] != [size] * size:
        raise Contradiction(("grid",), f"{size} rows of {size} tiles were expected")
    known, seen = known_tiles(state.params), set[str]()
    fixed: dict[Place, Tile] = {("grid", *cell): tile for cell, tile in state.params.fixed_tiles.items()}
    for place, tile in _placed(state):
        _check_tile(place, tile, known, fixed.get(place))
        if tile.id in seen:
            missing = next(name for name in known if name not in {tile.id for _, tile in _placed(state)})
            raise Contradiction(place, f"{tile.id} lies there a second time, and {missing} nowhere")
        seen.add(tile.id)


def _check_tile(place: Place, tile: Tile, known: dict[str, Tile], fixed: Tile | None) -> None:
    if fixed is not None and tile.id != fixed.id:
        raise Contradiction(place, f"the fixed tile {fixed.id} was expected, not {tile.id}")
    if tile.id not in known:
        raise Contradiction(place, f"there is no tile {tile.id!r} in this game")
    same = known[tile.id]
    if same.fixed and fixed is None:
        raise Contradiction(place, f"a tile that moves was expected, not the fixed {tile.id}")
    if tile != replace(same, rot=tile.rot, mark=tile.mark):
        holding = f" with {same.symbol!r}" if same.symbol else " without a treasure"
        raise Contradiction(place, f"{tile.id} is a tile {same.shape}{holding}")
    if tile.rot not in range(TURNS[same.shape]) or (same.fixed and tile.rot != same.rot):
        raise Contradiction(place, f"{tile.id} cannot lie so")


def _check_marks(state: State) -> None:
    left = Counter(state.params.marks)
    for place, tile in _placed(state):
        if tile.mark:
            if tile.symbol or tile.fixed:
                raise Contradiction(place, f"a mark ({tile.mark}) was expected on tiles without a treasure only")
            left[tile.mark] -= 1
            if left[tile.mark] < 0:
                n = state.params.marks.count(tile.mark)
                raise Contradiction(place, f"no more than {n} marks {tile.mark!r} were expected")


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
    for place, card in _cards(state):
        if card == HIDDEN and place[0] == "decks" and not params.open_cards:
            continue
        if card not in params.treasures:
            raise Contradiction(place, f"there is no treasure {card!r} in this game")
        if card in seen:
            raise Contradiction(place, f"the card {card!r} lies there a second time")
        seen.add(card)
    for pile in range(len(state.decks)):
        _check_pile(state, pile)


def _cards(state: State) -> Iterator[tuple[Place, str]]:
    for pile, deck in enumerate(state.decks):
        yield from ((("decks", pile, i), card) for i, card in enumerate(deck))
    for seat, names in enumerate(state.found):
        yield from ((("found", seat, i), name) for i, name in enumerate(names))


def _check_pile(state: State, pile: int) -> None:
    """See that a pile and what was found from it are what was dealt."""
    params, deck = state.params, state.decks[pile]
    dealt = params.pile_sizes[pile]
    found = sum(len(names) for seat, names in enumerate(state.found) if params.piles[seat] == pile)
    if len(deck) + found != dealt:
        raise Contradiction(("decks", pile), f"{dealt} cards were dealt, so {dealt - found} were expected here and "
                            f"{found} found, not {len(deck)}")  # fmt: skip
    if params.goals == "numbers" and deck != params.treasures[found:dealt]:
        raise Contradiction(("decks", pile), "the cards from the next number on, in order, were expected")


# -- whose turn it is, and what is known and over


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
    if (state.winners or over) and (state.phase != "walk" or state.winners != state.enders()):
        known = " ".join(str(seat + 1) for seat in state.enders()) or "nobody"
        raise Contradiction(("winners",), f"{known} was expected at the end of player {state.player + 1}’s walk")


T = TypeVar("T")

ALWAYS = ("spare", "pawns", "cards", "found", "player")
SOMETIMES = ("last", "marks", "bonus", "peeks", "won", "rules")
"""The words that lines below the grid begin with, in their order."""

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
"""The word of the line that tells a field of State; the rest is in the player's."""

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
    """The position that prints as ``text``; raises ValueError naming the line of a fault and what was expected.

    Below the grid stand the spare tile, pawns, cards, treasures found and whose turn it is; where there is something to
    tell, the last push, marks, what they have brought, cards seen, and winners; and the params that are not the usual
    ones as JSON.
    """
    if len(text) > LONGEST_PICTURE:
        raise ValueError(f"no more than {LONGEST_PICTURE} signs were expected")
    return _Picture(text.strip("\n").split("\n")).state()


class _Picture:
    """The lines of a picture: those of the grid, and the others by the word that they begin with."""

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
            raise ValueError(f"line {at + 1}: {self._what_may_follow()} was expected")

    def _what_may_follow(self) -> str:
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
            raise ValueError(f"{self._where(error.place)}: {error}") from None
        for name in self._marks().keys() - known_tiles(params).keys():
            raise self._fault("marks", f"a tile that is there, not {name},")
        return state

    # -- parts

    def _params(self) -> Params:
        """The rules of this game; they stand in the last line."""
        if "rules" not in self._at:
            return Params()
        params: Params = read_params(Params, self._line("rules"), f"line {self._at['rules'] + 1}")
        return params

    def _tiles(self, params: Params) -> tuple[tuple[tuple[Tile, ...], ...], Tile]:
        """The grid and the spare tile, with the marks on them."""
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
        return int(match[1]) - 1, int(match[2]), _one_of(PHASES, match[3])

    def _names(self, word: str) -> tuple[tuple[str, ...], ...]:
        """A list of treasures for each pile or seat, parted by bars."""
        lists = []
        for part in self._line(word).split(" | "):
            names = () if part == "-" else tuple(part.split(" "))
            if not all(_NAME.fullmatch(name) for name in names):
                raise self._fault(word, "a list of treasures or -, parted by |,")
            lists.append(names)
        return tuple(lists)

    # -- lines

    def _line(self, word: str) -> str:
        """What stands behind the word; nothing where there is no such line."""
        return self._lines[self._at[word]].removeprefix(f"{word} ") if word in self._at else ""

    def _rest(self, word: str, pattern: re.Pattern[str], wanted: str) -> str:
        line = self._line(word)
        if word in self._at and not pattern.fullmatch(line):
            raise self._fault(word, wanted)
        return line

    def _all(
        self, word: str, gap: str, pattern: re.Pattern[str], wanted: str, made: Callable[[re.Match[str]], T]
    ) -> tuple[T, ...]:
        """What is made of each part of a line; nothing where there is no such line."""
        if word not in self._at:
            return ()
        matches = [pattern.fullmatch(part) for part in self._line(word).split(gap)]
        found = tuple(made(match) for match in matches if match is not None)
        if len(found) < len(matches):
            raise self._fault(word, wanted)
        return found

    def _fault(self, word: str, wanted: str) -> ValueError:
        return ValueError(f"line {self._at[word] + 1}: {wanted} was expected")

    def _where(self, place: Place) -> str:
        """Name a place in a position by its line, counted from 1, and by what it is in that line."""
        name, *rest = place
        if name == "grid":
            numbers = [int(i) + 1 for i in rest]
            return f"line {numbers[0]}, tile {numbers[1]}" if numbers else "line 1"
        line = self._at.get(WORD_OF.get(str(name), "player"), len(self._lines) - 1) + 1
        return f"line {line}, {name} {'.'.join(str(int(i) + 1) for i in rest)}" if rest else f"line {line}"


def _cell(match: re.Match[str]) -> Cell:
    return Cell(int(match[2]) - 1, ord(match[1]) - ord("a"))


def _arrow(match: re.Match[str]) -> Arrow:
    cell = _CELL.fullmatch(match[1])
    assert cell is not None  # noqa: S101 - the pattern has one in it
    return Arrow(*_cell(cell), _one_of(SIDES, match[2]))


def _peek(match: re.Match[str]) -> Peek:
    return Peek(int(match[1]) - 1, int(match[2]) - 1)


def _marked(match: re.Match[str]) -> tuple[str, Mark]:
    return match[1], _one_of(MARKS, match[2])


def _one_of(words: tuple[T, ...], word: str) -> T:
    return next(one for one in words if one == word)
