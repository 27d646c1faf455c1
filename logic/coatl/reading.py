"""Reads a position of Cóatl from the text that it prints; a fault is named by its line and the expectation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, TypeVar, get_args

from logic.coatl.check import check
from logic.coatl.ending import Cause
from logic.coatl.moves import Action
from logic.coatl.params import DISPLAY, SLOTS, TEMPLES, Params
from logic.coatl.picture import NOTHING
from logic.coatl.rules import State
from logic.coatl.table import FIELDS, HIDDEN, TOKENS, Bags, Seat, Serpent
from logic.coatl.unseen import rest_of_prophecies, rest_of_temples, unseen_pieces
from logic.pictures import LONGEST_PICTURE, Contradiction, Place, read_params

T = TypeVar("T")

PILES: Final = ("heads", "tails", "bodies", "deck", "shrines")
WORDS: Final = ("player", "supply", "display", "temples", "discards", *PILES, "end", "passes", "seed", "rules")
"""The words that lines begin with."""
SEAT_WORDS: Final = ("board", "coatl", "prophecies", "temples", "tokens", "aside", "gifts")
"""The words that lines about a player begin with, behind the number of the player."""
WORD_OF: Final = {
    "supply": "supply", "display": "display", "temples": "temples", "discards": "discards", "deck": "deck",
    "temple_deck": "shrines", "queue": "end", "passes": "passes", "seed": "seed", "shuffles": "seed",
    "head": "heads", "tail": "tails", "body": "bodies",
}  # fmt: skip
"""The word of the line that tells a field of State, or a bag; the rest is in the player's."""

_KEY = re.compile(f"({'|'.join(WORDS)}) (.+)|([1-9]) ({'|'.join(SEAT_WORDS)}) (.+)")
_ACTIONS = "|".join(action for action in get_args(Action) if action)
_TURN = re.compile(
    rf"([1-9])(?:, turn ([0-9]{{1,9}}))?(?:, first ([1-9]))?(?:, ({_ACTIONS}))?(?:, left ([1-9]))?(?:, from ([1-9]))?"
)
_PIECES = re.compile("[RYGBKF][htb][1-9][0-9]?( [RYGBKF][htb][1-9][0-9]?)*")
_SERPENT = re.compile(rf"({_PIECES.pattern})( \+ [^ ,]+(?: [^ ,]+)*)?(, locked)?")
_END = re.compile(f"({'|'.join(cause for cause in get_args(Cause) if cause)}), (over|-|[1-9]( [1-9])*)")
_PASSES = re.compile("[0-9]{1,9}")
_SEED = re.compile("([0-9]{1,12}), ([0-9]{1,9}) shuffles")
_MANY = re.compile(r"\?\*([0-9]{1,3})")
_TEMPLE: Final = "temple:"

Line = tuple[int, str]
"""A line's number, and what stands in it behind its words."""


def from_text(text: str) -> State:
    """Give the position that prints as ``text``; raise ValueError naming the line of a fault and what was expected.

    Only the line of the player to move has to be there. What is not told of is not there; the bags and the decks hold
    whatever lies nowhere else, in the order of the ids. Lines may come in any order.
    """
    if len(text) > LONGEST_PICTURE:
        raise ValueError(f"no more than {LONGEST_PICTURE} signs were expected")
    return _Picture(text.strip("\n").split("\n")).state()


class _Picture:
    """The lines of a picture, by the words that they begin with; those of a player by number and word."""

    def __init__(self, lines: list[str]) -> None:
        self._at: dict[str, list[Line]] = {}
        for number, line in enumerate(lines, 1):
            match = _KEY.fullmatch(line)
            if match is None:
                words = ", ".join(f"“{word}”" for word in (*WORDS, *(f"1 {word}" for word in SEAT_WORDS)))
                raise ValueError(f"line {number}: one of {words}, and what there is to it, was expected")
            key, rest = (match[1], match[2]) if match[1] else (f"{match[3]} {match[4]}", match[5])
            if key in self._at and not key.endswith(" coatl"):
                raise ValueError(f"line {number}: no second line “{key}” was expected")
            self._at.setdefault(key, []).append((number, rest))
        if "player" not in self._at:
            raise ValueError(f"line {len(lines)}: a line “player” was expected")

    def state(self) -> State:
        """Give the position."""
        state = self._with_end(self._with_piles(self._with_turn(self._begun())))
        try:
            check(state)
        except Contradiction as error:
            raise ValueError(f"line {self._line_of(error.place, state.player)}: {error}") from None
        return state

    # -- parts

    def _begun(self) -> State:
        """Give the position with what lies open; the rest is still missing."""
        where = self._at.get("rules", [(1, "{}")])[0]
        params: Params = read_params(Params, where[1], f"line {where[0]}")
        for key, lines in self._at.items():
            if key[0].isdecimal() and int(key[0]) > params.players:
                raise _fault(lines[0], f"a player from 1 to {params.players}")
        seats = tuple(self._seat(number, params) for number in range(1, params.players + 1))
        display, temples = self._gaps("display", DISPLAY), self._gaps("temples", TEMPLES)
        nothing = Bags((), (), ())
        return State(params, seats, nothing, self._supply(), (), display, (), temples, self._things("discards"))

    def _supply(self) -> tuple[tuple[str, ...], ...]:
        line = self._one("supply")
        if line is None:
            return ((),) * len(FIELDS)
        fields = line[1].split(" | ")
        if len(fields) != len(FIELDS) or not all(field == NOTHING or _PIECES.fullmatch(field) for field in fields):
            raise _fault(line, f"pieces or - for each of {len(FIELDS)} fields, parted by |,")
        return tuple(() if field == NOTHING else tuple(field.split(" ")) for field in fields)

    def _seat(self, number: int, params: Params) -> Seat:
        usual = TOKENS if params.tokens else ()
        return Seat(
            self._gaps(f"{number} board", SLOTS),
            tuple(_serpent(line) for line in self._at.get(f"{number} coatl", [])),
            self._things(f"{number} prophecies"),
            self._things(f"{number} temples"),
            self._things(f"{number} tokens") if f"{number} tokens" in self._at else usual,
            self._things(f"{number} aside"),
            self._things(f"{number} gifts"),
        )

    def _with_turn(self, state: State) -> State:
        line = self._at["player"][0]
        match = _TURN.fullmatch(line[1])
        if match is None:
            raise _fault(line, "a player’s number, and perhaps turn, first, what is begun, left and from,")
        action = _one_of(get_args(Action), match[4] or "")
        player, first = int(match[1]) - 1, int(match[3] or 1) - 1
        turn = int(match[2]) if match[2] else int(action != "discard")
        victim = int(match[6]) - 1 if match[6] else None
        return replace(
            state, player=player, turn=turn, first=first, action=action, left=int(match[5] or 0), victim=victim
        )

    def _with_piles(self, state: State) -> State:
        """Fill the bags and decks, as told or with whatever lies nowhere else."""
        rest = unseen_pieces(state)
        heads, tails, bodies, deck, shrines = (
            self._things(word) if word in self._at else usual
            for word, usual in zip(PILES, (*rest, rest_of_prophecies(state), rest_of_temples(state)), strict=True)
        )
        return replace(state, bags=Bags(heads, tails, bodies), deck=deck, temple_deck=shrines)

    def _with_end(self, state: State) -> State:
        end, passes, seed = (
            self._match("end", _END, "a reason, and over, - or whose turns are left, such as third, 2 1,"),
            self._match("passes", _PASSES, "a number"),
            self._match("seed", _SEED, "a number, and a number of shuffles,"),
        )
        if end:
            seats = () if end[2] in ("over", NOTHING) else tuple(int(seat) - 1 for seat in end[2].split(" "))
            state = replace(state, cause=_one_of(get_args(Cause), end[1]), queue=seats, over=end[2] == "over")
        if seed:
            state = replace(state, seed=int(seed[1]), shuffles=int(seed[2]))
        return replace(state, passes=int(passes[0])) if passes else state

    # -- lines

    def _one(self, key: str) -> Line | None:
        return self._at[key][0] if key in self._at else None

    def _match(self, key: str, pattern: re.Pattern[str], wanted: str) -> re.Match[str] | None:
        """Give what a line says, None where there is no such line."""
        line = self._one(key)
        match = pattern.fullmatch(line[1]) if line else None
        if line and match is None:
            raise _fault(line, wanted)
        return match

    def _things(self, key: str) -> tuple[str, ...]:
        """Give a list of pieces, cards or tokens without gaps; nothing where there is no such line."""
        line = self._one(key)
        if line is None or line[1] == NOTHING:
            return ()
        return _list(line, gaps=False)

    def _gaps(self, key: str, size: int) -> tuple[str, ...]:
        """Give a list with gaps, filled up with them to its size."""
        line = self._one(key)
        things = () if line is None else _list(line, gaps=True)
        return things + ("",) * (size - len(things))

    def _line_of(self, place: Place, player: int) -> int:
        """Give the number of the line that tells of a place in a position."""
        name = str(place[0])
        if name == "seats":
            number, what = (int(place[1]) + 1, str(place[2])) if len(place) > 2 else (player + 1, "")
            lines = self._at.get(f"{number} {what.replace('coatls', 'coatl')}")
            if lines:
                return lines[int(place[3]) if len(place) > 3 else 0][0]
        word = WORD_OF.get(str(place[1]) if name == "bags" else name, "player")
        return self._at.get(word, self._at["player"])[0][0]


def _list(line: Line, *, gaps: bool) -> tuple[str, ...]:
    """Give the parts of a line, gaps as "", hidden things as many as there are."""
    found: list[str] = []
    for part in line[1].split(" "):
        many = _MANY.fullmatch(part)
        if not part or (part == NOTHING and not gaps):
            raise _fault(line, "a list, or - alone for nothing,")
        found += [HIDDEN] * int(many[1]) if many else ["" if part == NOTHING else part]
    return tuple(found)


def _serpent(line: Line) -> Serpent:
    match = _SERPENT.fullmatch(line[1])
    if match is None:
        raise _fault(line, "pieces from the head end to the tail end, perhaps + and cards, perhaps “, locked”,")
    cards = match[3].removeprefix(" + ").split(" ") if match[3] else []
    temples = [card for card in cards if card.startswith(_TEMPLE)]
    if len(temples) > 1 or temples != cards[len(cards) - len(temples) :]:
        raise _fault(line, "one temple, behind the prophecies,")
    prophecies = tuple(cards[: len(cards) - len(temples)])
    return Serpent(tuple(match[1].split(" ")), prophecies, "".join(temples), locked=bool(match[4]))


def _fault(line: Line, wanted: str) -> ValueError:
    return ValueError(f"line {line[0]}: {wanted} was expected")


def _one_of(words: tuple[T, ...], word: str) -> T:
    return next(one for one in words if one == word)
