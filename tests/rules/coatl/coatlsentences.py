"""The vocabulary of Cóatl's story tests: short notation of positions, and the claims a story can make.

A position is lines of its text separated by `` / ``. A word in capitals stands for its text in PARTS, ``Kb1..3`` for
three pieces, and ``with players 3 tokens`` are params. Players and cóatls are counted from 1, as in the text.
"""

import re
from itertools import chain

from logic.coatl import NARRATION
from logic.coatl.components import COLOURS, prophecies
from logic.coatl.moves import level, worth
from tests.support.positions.coatl import table


def ends_but(*kept):
    """Return all heads and tails except some."""
    every = [f"{colour}{kind}{number}" for kind in "ht" for colour in COLOURS for number in (1, 2, 3)]
    return [piece for piece in every if piece not in kept]


def boards(pieces, sizes):
    """Return the boards of the players, each with so many of the pieces."""
    assert len(pieces) == sum(sizes)
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    dealt = [pieces[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    return " / ".join(f"{number} board {' '.join(board)}" for number, board in enumerate(dealt, 1))


HELD = ["red:K", "red:G", "red:B", "trio:R", "trio:Y"]
FINISHES = "{0} coatl Kh1 Kb11 Kt1 + red:K, locked / {0} coatl Yh1 Yb11 Yt1 + red:Y, locked / {0} coatl Gh1 Gb11 / "
FINISHES += "{0} board Gt1 / {0} prophecies red:G"
PARTS = {
    "CARDS": "display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB / temples temple:-Y/7 temple:-K/8",
    "OPEN": "supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | Rt1 | - / CARDS",
    "SUPPLY": f"supply {' | '.join(f'{c}b1 {c}b2' for c in 'RYGBK')} | Rb3 Yb3 | Rh1 | Rh2 | Rt1 | Rt2",
    "LAST": "supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2",
    "BARE": "supply Rb1 | - | - | - | - | - | - | - | Rt1 | -",
    "NOTHING": f"supply {'- | ' * 9}-",
    "TOKENS": "OPEN / with tokens",
    "FEATHERS": "supply Rb1 Yb1 | Gb1 Fb1 | - | - | - | - | Rh1 | - | Rt1 | - / GOLDEN / FEWER",
    "FEWER": "with bodies 14 14 18 24",
    "GOLDEN": "with feathers 4 4 5 6",
    "TWO": "with bodies 2 2 2 2",
    "FEW": "TWO / with players 3",
    "ALONE": "with players 1",
    **{f"HELD{n}": f"1 prophecies {' '.join(HELD[:n])}" for n in range(1, 6)},
    "SHOWN": "display red:Y' red:G trio:K pair:YG blackx:B rainbow:YKRGB / temples temple:-Y/7 temple:-K/8",
    "HAND": "1 prophecies red:R blackx:Y",
    "BUILT": "1 coatl Rb1..3",
    "PAIR": "1 board Rt1 Rt2 / 1 coatl Rh1 Rb1 / 1 coatl Rh2 Rb2",
    "THREE": "1 coatl Yb1..3 Gb1 Yb4 Gb2 + red:Y pair:YG trio:Y",
    "CLOSING": "1 board Rt1 Kb9 / 1 coatl Rh1 Rb1..5 / 1 prophecies red:R trio:R / SHOWN / "
    "1 temples temple:R=Y/12 temple:-G/9 / with tokens / 1 tokens -",
    "STUCK": "1 board Rh1..3 Yh1..3 Gh1..2 / 1 coatl Bh1 / 1 coatl Bh2 / 1 prophecies TRIOS",
    "TRIOS": "trio:R trio:Y trio:G trio:B trio:K",
    "FULL": "2 coatl Gb1..2 Bb1..2 Kb1..2",  # with two bodies of a colour: all that are neither red nor yellow
    **{f"THIRD{n}": f"player {n}, turn 20 / SUPPLY / {FINISHES.format(n)}" for n in (1, 2)},
    "OVER": "player 2, turn 30 / end third, -",
    "RED3": "coatl Rh1 Rb1 Rt1 + red:R, locked",  # 2
    "YELLOW3": "coatl Yh1 Yb1 Yt1 + red:Y, locked",  # 2
    "YELLOW4": "coatl Yh1 Yb1..2 Yt1 + red:Y, locked",  # 3
    "YELLOW5": "coatl Yh1 Yb1..3 Yt1 + red:Y, locked",  # 4
    "YELLOW6": "coatl Yh1 Yb1..4 Yt1 + red:Y, locked",  # 5
    "GREEN3": "coatl Gh1 Gb1 Gt1 + red:G, locked",  # 2
    "ENDS28": boards(ends_but("Rh1", "Rt1"), (5, 8, 8, 7)),
    "ENDS29": boards(ends_but("Rh1"), (5, 8, 8, 8)),
    "ENDS27": boards(ends_but("Rh1", "Rh2", "Rt1"), (3, 8, 8, 8)),
}


def counted(few):
    return " ".join(f"{few[1]}{number}" for number in range(int(few[2]), int(few[3]) + 1))


def position(text):
    """Return the position in short notation."""
    while (longer := re.sub(r"\b[A-Z][A-Z0-9]+\b", lambda word: PARTS.get(word[0], word[0]), text)) != text:
        text = longer
    text = re.sub(
        r"(\w[bht])(\d+)\.\.(\d+)", lambda m: " ".join(f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)), text
    )
    lines, params = [], {}
    for line in text.split(" / "):
        first, *words = line.split()
        if first != "with":
            lines.append(line)
            continue
        for name, numbers in re.findall(r"([a-z]+)((?: \d+)*)", " ".join(words)):
            told = [int(number) for number in numbers.split()]
            params[name] = (told[0] if len(told) == 1 and name != "ranks" else told) if told else True
    return table("\n".join(lines), **params)


def all_but(*cards):
    """Return the prophecies that neither lie face up in CARDS nor are among these."""
    shown = PARTS["CARDS"].partition(" / ")[0].split()
    return [card for card in prophecies(promo=False) if card not in (*cards, *shown)]


def named(words):
    return () if words == ("-",) else words


def moves_of(story, kind):
    return [str(move).partition(" ")[2] for move in story.state.legal_moves() if str(move).split()[0] == kind]


def kinds(story):
    return {str(move).split()[0] for move in story.state.legal_moves()}


def coatl(story, place):
    player, _, number = place.partition(".")
    return story.state.seats[int(player) - 1].coatls[int(number) - 1]


def of_seat(name):
    """Return a claim about what a seat has of a kind: ``hand 1 Rb1 Yb1``."""
    return lambda story, player, *what: getattr(story.state.seats[int(player) - 1], name) == named(what)


def of_state(name, told=str):
    """Return a claim about what the position has under a name, one thing: ``turn 2``."""
    return lambda story, *what: told(getattr(story.state, name)) == " ".join(named(what))


def filled(shown, deck):
    """Return what lies face up once its gaps are filled from a deck, and the rest of the deck."""
    rest = list(deck)
    return tuple(card or rest.pop(0) for card in shown), tuple(rest)


def drew(story):
    """Return whether the top of the deck came into the hand."""
    top, *rest = story.was.deck
    return (*story.was.seat.prophecies, top) == story.state.seat.prophecies and story.state.deck == tuple(rest)


def renewed(story):
    """Return whether all prophecies face up were discarded for the next six of the deck, and a message said so."""
    was, state = story.was, story.state
    gone = tuple(filter(None, was.display))
    told = [set(event.paths) for event in story.events]
    return (state.discards, state.display, told) == ((*was.discards, *gone), was.deck[:6], [{*gone, *was.deck[:6]}])


def gaps(cards):
    return " ".join(card or "-" for card in cards)


def reason(story):
    return str(story.state.outcome().reason)


def exactly(kind):
    """Return a claim about all moves of a kind in that order, without its name: ``attach: Kb1 1 head + Kb1 1 tail``."""
    return lambda story, *what: moves_of(story, kind) == [one for one in " ".join(named(what)).split(" + ") if one]


CLAIMS = {
    # what can be done
    **{
        f"{kind}:": exactly(kind)
        for kind in ("take", "start", "attach", "prophesy", "crown", "discard", "commit", "steal")
    },
    "kinds": lambda story, *wanted: kinds(story) == {*wanted},
    "offers": lambda story, *wanted: {*wanted} <= kinds(story),
    "lacks": lambda story, *unwanted: not {*unwanted} & kinds(story),
    "fetches": lambda story, letters: {look[-1] for look in moves_of(story, "fetch")} == {*letters},
    "bodies": lambda story, *colours: (
        [look[0] for look in moves_of(story, "fetch") if look[-1] == "b"] == [*named(colours)]
    ),
    # what a player has
    "hand": of_seat("pieces"),
    "holds": of_seat("prophecies"),
    "temples": of_seat("temples"),
    "tokens": of_seat("tokens"),
    "gifts": of_seat("gifts"),
    "slots": lambda story, player, *what: gaps(story.state.seats[int(player) - 1].board) == " ".join(what),
    "looks": lambda story, player, *what: (
        [piece[:2] for piece in story.state.seats[int(player) - 1].pieces] == [*what]
    ),
    "held": lambda story, player, count: len(story.state.seats[int(player) - 1].prophecies) == int(count),
    "free": lambda story, player, count: story.state.seats[int(player) - 1].free == int(count),
    # the cóatls, each by its player and its place: 1.2
    "coatl": lambda story, place, *pieces: coatl(story, place).pieces == pieces,
    "coatls": lambda story, player, *colours: (
        [one.colours for one in story.state.seats[int(player) - 1].coatls] == [*colours]
    ),
    "laid": lambda story, place, *cards: coatl(story, place).prophecies == cards,
    "locked": lambda story, place: coatl(story, place).locked,
    "unlocked": lambda story, place: not coatl(story, place).locked,
    "worth": lambda story, place, points: worth(coatl(story, place)) == int(points),
    "level": lambda story, place, card, points: level(card, coatl(story, place)) == int(points),
    # what lies on the table, and what became of the position before the last move
    "field": lambda story, name, *pieces: story.state.field(name) == named(pieces),
    "counts": lambda story, *sizes: [len(pieces) for pieces in story.state.supply] == [*map(int, sizes)],
    "emptied": lambda story, bag: getattr(story.state.bags, bag) == (),
    "display": lambda story, *cards: gaps(story.state.display) == " ".join(cards),
    "shrines": lambda story, *cards: gaps(story.state.temples) == " ".join(cards),
    "last": lambda story, *cards: story.state.discards[-len(cards) :] == cards,
    "same": lambda story, name: getattr(story.was, name) == getattr(story.state, name),
    "next": lambda story, *fields: (
        tuple(chain(*map(story.state.field, fields))) == story.was.bags.body[: 2 * len(fields)]
    ),
    "refilled": lambda story: (
        (story.state.display, story.state.deck) == filled(story.was.display, story.was.deck)
        and story.state.deck != story.was.deck
    ),
    "regained": lambda story: (
        (story.state.temples, story.state.temple_deck) == filled(story.was.temples, story.was.temple_deck)
        and story.state.temple_deck != story.was.temple_deck
    ),
    "drew": drew,
    "renewed": renewed,
    "locks": lambda story, *pieces: (
        [sorted(event.paths) for event in story.events if event.name == "lock"] == [sorted(pieces)]
    ),
    "did": lambda story, name: name in [event.name for event in story.events],
    # whose turn it is, and the end
    "player": of_state("player", lambda seat: str(seat + 1)),
    "turn": of_state("turn"),
    "passes": of_state("passes"),
    "cause": of_state("cause"),
    "queue": of_state("queue", lambda seats: " ".join(str(seat + 1) for seat in seats or ())),
    "idle": lambda story: (story.state.action, story.state.left, story.state.victim) == ("", 0, None),
    "left": lambda story, *turns: (
        [story.state.turns_left(seat) for seat in range(len(turns))] == [None if n == "-" else int(n) for n in turns]
    ),
    "score": lambda story, *points: (
        [story.state.score(seat) for seat in range(len(points))] == [*map(int, points)]
    ),
    "because": lambda story, *words: reason(story) == " ".join(words),
    "begins": lambda story, *words: reason(story).startswith(" ".join(words).replace("_", " ")),
    "ends": lambda story, *words: reason(story).endswith(" ".join(words)),
    "told": lambda story, *words: (
        [str(one) for one in NARRATION.facts(story.state, (), alone=True)] == " ".join(words).split(" and ")
    ),
}  # fmt: skip
