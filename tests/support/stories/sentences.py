"""Tests of rules sentence by sentence, as tables of stories: a position, moves, and expectations.

A line with ``#`` is a sentence of the rules; the lines below it are its stories, and an indented line continues one.
A story is a position followed by moves and claims in turn, separated by ``::``. Claims and moves are separated by
commas, items of a list in a claim by ``+``; ``pass*9`` is made nine times. ``<J W>`` makes a story for each of the two,
with the same word everywhere in it; ``~`` is a blank there. ``if K1 east: K1 dead & over`` claims something of a move
that is not made. Claims of each game are described beside its tables; the common ones are::

only A + B, only -     exactly these moves are legal, in that order; none is
can A + B, no A + B    each of them is legal; none is
does a b, does -       what the last move did, by the names of its events; nothing
shows, hides           whether it showed something hidden
goes on, over          whether there is no outcome yet
won 0 1, lost          who has won; nobody
ranked 1 / 0 2         the ranking of the outcome
"""

import re
from itertools import product

import pytest

from logic.core import IllegalMove, find_move


def cases(table):
    """Return the stories of a table, as parameters named by their sentences."""
    sentence, found = "", []
    for line in filter(str.strip, table.splitlines()):
        if line.startswith("#"):
            sentence = line[1:].strip()
        elif line.startswith(" "):
            found[-1][1] += f" {line.strip()}"
        else:
            found.append([sentence, line])
    return [pytest.param(re.split(r"\s*::\s*", story), id=name) for name, line in found for story in spelt_out(line)]


def spelt_out(line):
    """Yield a line once for each of the alternatives in it, such as ``<J W>``."""
    choices = sorted({*re.findall("<[^>]*>", line)})
    for words in product(*(choice[1:-1].split() for choice in choices)):
        told = dict(zip(choices, words, strict=True))
        yield re.sub("<[^>]*>", lambda choice, told=told: told[choice[0]].replace("~", " "), line)


class Story:
    """A position in which moves are made; ``own`` has the claims of the game, by their first words.

    ``was`` is the position before the last move; ``sound`` checks each position that a move leads to.
    """

    def __init__(self, state, own, sound=None, events=(), was=None):
        self.state, self.own, self.sound, self.events, self.was = state, own, sound, events, was

    def after(self, moves):
        """Return the story with moves made, each of them legal where it is made."""
        state, events, was = self.state, self.events, self.was
        for move in moves:
            text, _, times = move.partition("*")
            for _ in range(int(times or 1)):
                was = state
                state, events = state.apply(find_move(state, text))
                if self.sound is not None:
                    self.sound(state)
        return Story(state, self.own, self.sound, events, was)

    def can(self, move):
        try:
            find_move(self.state, move)
        except IllegalMove:
            return False
        return True

    def holds(self, claim):
        word, _, rest = claim.partition(" ")
        if word == "if":
            moves, _, claims = rest.partition(": ")
            after = self.after(moves.split(" + "))
            return all(after.holds(one) for one in claims.split(" & "))
        if word in self.own:
            return self.own[word](self, *rest.split())
        return getattr(self, f"holds_{word}")(rest)

    def holds_only(self, moves):
        return [str(move) for move in self.state.legal_moves()] == listed(moves)

    def holds_can(self, moves):
        return all(map(self.can, listed(moves)))

    def holds_no(self, moves):
        return not any(map(self.can, listed(moves)))

    def holds_does(self, names):
        return [event.name for event in self.events if event.name != "reveal"] == names.replace("-", "").split()

    def holds_shows(self, _):
        return any(event.reveals for event in self.events)

    def holds_hides(self, _):
        return not self.holds_shows("")

    def holds_goes(self, _):
        return self.state.outcome() is None

    def holds_over(self, _):
        return self.state.outcome() is not None and not self.state.legal_moves()

    def holds_won(self, seats):
        return self.holds_over("") and self.state.outcome().winners == tuple(map(int, seats.split()))

    def holds_lost(self, _):
        return self.holds_won("")

    def holds_ranked(self, groups):
        wanted = tuple(tuple(map(int, group.split())) for group in groups.split(" / "))
        return self.state.outcome().ranking == wanted


def listed(names):
    return [] if names == "-" else names.split(" + ")


def leaves(message):
    """Return the sentences of a message that is composed of several."""
    if message.msgid != "{first} {second}":
        return [message]
    return [leaf for part in message.args.values() for leaf in leaves(part)]


def check(state, own, story, sound=None):
    """Check a story, starting from its position."""
    told = Story(state, own, sound)
    for number, part in enumerate(story):
        parts = [one.strip() for one in part.split(", ") if one.strip()]
        if number % 2 == 0:
            told = told.after(parts)
            continue
        for claim in parts:
            assert told.holds(claim), f"{claim}: {told.events}\n{told.state}"
