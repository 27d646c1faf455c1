"""The best build of Cóatl is optimal: compared with exhaustive search, and with the rules themselves."""

from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from logic.coatl import Params, new
from logic.coatl.components import COLOURS, Seat, Serpent, kind_of_card, prophecies, temples, type_of
from logic.coatl.engine.bestbuild import NOTHING, best_build, best_serpent, means_of, product_of
from logic.coatl.moves import Crown, End, bare, built, steps, takes_card, worth
from logic.coatl.scoring import score_prophecy, score_temple
from logic.core import Dice
from tests.support.positions.coatl import play, table

ALL = prophecies(promo=True)
EMPTY = new(Params(players=2, first=0), Dice(1))
EMPTY = replace(EMPTY, player=0, action="", turn=1)


# -- random positions


class PuzzleMaker:
    """Makes small positions of few colours, so that much can be built in them."""

    def __init__(self, dice, colours):
        self.dice, self.colours = dice, dice.shuffled(COLOURS)[:colours]
        self.number = iter(range(1, 1000))

    def piece(self, letters):
        return f"{self.dice.choice(self.colours)}{self.dice.choice(letters)}{next(self.number)}"

    def serpent(self):
        closed = self.dice.choice(("", "", "h", "t"))
        bodies = [self.piece("b") for _ in range(self.dice.below(3) + (not closed))]
        head = [self.piece("h")] if closed == "h" else []
        return Serpent((*head, *bodies, *([self.piece("t")] if closed == "t" else [])))

    def cards(self, promo):
        """Return the cards in a random order, first those of the colours in play."""

        def foreign_colours(card):
            return sum(colour not in self.colours for colour in kind_of_card(card).split(":")[1])

        return sorted(self.dice.shuffled(prophecies(promo)), key=foreign_colours)[:24]

    def state(self, pieces, coatls=(0, 2)):
        promo = self.dice.below(2) == 1
        cards, shrines = self.dice.shuffled(self.cards(promo)), self.dice.shuffled(temples(promo))
        grown = []
        for _ in range(coatls[0] + self.dice.below(coatls[1] - coatls[0] + 1)):
            coatl = self.serpent()
            for card in cards[: self.dice.below(12)]:
                if takes_card(card, coatl):
                    coatl = replace(coatl, prophecies=(*coatl.prophecies, card))
                    cards.remove(card)
            grown.append(coatl)
        held = [self.piece("hhttbbbb") for _ in range(pieces)]
        seat = Seat(coatls=tuple(grown), prophecies=tuple(cards[: 1 + self.dice.below(5)]),
                    temples=tuple(shrines[: 1 + self.dice.below(2)]))  # fmt: skip
        return replace(EMPTY.with_seat(seat.storing(*held), 0), temples=(shrines[2], "" if promo else shrines[3]))


def seat_key(seat):
    """Return what makes two seats alike: looks, not ids."""
    return (
        sorted(map(type_of, seat.pieces)), sorted(seat.prophecies), sorted(seat.temples),
        [([type_of(piece) for piece in coatl.pieces], sorted(coatl.prophecies), coatl.temple) for coatl in seat.coatls],
    )  # fmt: skip


def most_points(state):
    """Return the most points that can be scored, by trying out all builds of the rules."""
    front, seen, best = [(state.seat, state.temples, state.action == "crown")], set(), 0
    while front:
        seat, shown, crowning = front.pop()
        if str((seat_key(seat), shown, crowning)) in seen:
            continue
        seen.add(str((seat_key(seat), shown, crowning)))
        if not bare(seat):
            points = sum(worth(coatl) for coatl in seat.coatls if coatl.is_finished)
            best = max(best, points - state.score(state.player))
        for step in steps(seat, shown, crowning=crowning):
            crown = isinstance(step, Crown)
            left = tuple("" if crown and card == step.temple else card for card in shown)
            front.append((built(seat, step), left, crowning or crown))
    return best


def check_build(state, build):
    """Check that the moves of a build are legal one after the other, and score what it says."""
    now = state
    for move in build.moves:
        assert move in now.legal_moves()
        if isinstance(move, End):
            assert tuple(each for each in now.seat.coatls if each.is_finished and not each.locked) == build.serpents
        now = now.apply(move).state
    if build.moves:
        assert isinstance(build.moves[-1], End)
        assert now.score(state.player) - state.score(state.player) == build.points > 0


# -- by brute force


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 6))])
def test_the_best_build_matches_exhaustive_search(seed):
    dice = Dice(seed)
    for _ in range(130):
        state = PuzzleMaker(dice, 2 + dice.below(2)).state(pieces=1 + dice.below(5))
        build = best_build(state)
        assert build.points == most_points(state), state
        check_build(state, build)


@pytest.mark.parametrize(("count", "least"), [(40, 1), pytest.param(150, 6, marks=pytest.mark.thorough)])
def test_the_best_build_of_several_cóatls_matches_exhaustive_search(count, least):
    dice = Dice(50)
    several = 0
    for _ in range(count):
        state = PuzzleMaker(dice, 2).state(pieces=3 + dice.below(3), coatls=(1, 2))
        build = best_build(state)
        assert build.points == most_points(state), state
        check_build(state, build)
        several += len(build.serpents) > 1
    assert several >= least


def test_the_best_build_continued_mid_build_matches_exhaustive_search():
    dice = Dice(77)
    begun = 0
    for _ in range(250):
        state = PuzzleMaker(dice, 2).state(pieces=1 + dice.below(5))
        for _ in range(1 + dice.below(4)):
            choices = list(steps(state.seat, state.temples, crowning=state.action == "crown"))
            if choices:
                state = state.apply(dice.choice(choices)).state
        build = best_build(state)
        assert build.points == most_points(state), state
        check_build(state, build)
        begun += build.points > 0
    assert begun > 20


def points_of_row(coatl, hand, shrines):
    """Return the most points that cards score on a finished cóatl, by trying out each choice of them."""
    room = 4 - len(coatl.prophecies)
    laid = {kind_of_card(card) for card in coatl.prophecies}
    best = -1
    for count in range(room + 1):
        for cards in combinations(hand, count):
            kinds = [kind_of_card(card) for card in cards]
            every = (*coatl.prophecies, *cards)
            if len(set(kinds)) < count or laid & set(kinds) or not every:
                continue
            each = [score_prophecy(card, coatl.colours, True, True)[1] for card in every]
            if all(each):
                crown = max((score_temple(card, coatl.colours, every) for card in shrines), default=0)
                best = max(best, sum(each) + crown)
    return best


def best_row(pieces, core, hand, shrines):
    """Return the most points of one finished cóatl, by trying out all rows of all pieces."""
    best = 0
    middle = core.pieces if core else ()
    for count in range(1, len(pieces) + 1):
        for row in set(permutations(pieces, count)):
            for split in range(count + 1) if core else (count,):
                every = (*row[:split], *middle, *row[split:])
                shape = "".join(piece[1] for piece in every)
                inner = shape[1:-1]
                if shape[0] == "h" and shape[-1] == "t" and inner and set(inner) == {"b"}:
                    coatl = Serpent(every, core.prophecies if core else ())
                    best = max(best, points_of_row(coatl, hand, shrines))
    return best


@pytest.mark.parametrize("seed", range(4))
def test_the_best_single_cóatl_matches_exhaustive_search(seed):
    dice = Dice(100 + seed)
    for _ in range(30):
        state = PuzzleMaker(dice, 2 + dice.below(2)).state(pieces=3 + dice.below(3), coatls=(0, 1))
        means = means_of(state)
        for core in (*means.coatls, None):
            best = best_serpent(means, core)
            assert best.points == best_row(means.pieces, core, means.hand, means.temples), (state, core)


def test_the_product_automaton_agrees_with_the_scores():
    reader = product_of(ALL)
    for length in range(1, 6):
        for row in product(COLOURS, repeat=length):
            colours = "".join(row)
            points = [score_prophecy(card, colours, True, True)[1] for card in ALL]
            assert list(reader.points(reader.read(0, colours))) == points


# -- by hand


def test_the_best_build_extends_and_starts_cóatls_with_few_pieces_or_is_empty():
    state = table("""
        1 board Rt1 Kh1 Kb1 Kb2 Kb3 Kt1
        1 coatl Rh1 Rb1 Rb2
        1 prophecies trio:R trio:K red:R
        1 temples temple:-K/8
        temples temple:-R/11 temple:-G/9
    """)
    build = best_build(state)
    check_build(state, build)
    assert [coatl.colours for coatl in build.serpents] == ["RRRR", "KKK"]
    assert build.points == (3 + 3 + 3) + (3 + 3)  # a trio, four red ones, nothing black; a trio, nothing red
    state = table("1 board Rh1 Rb1 Rb2 Kb1 Rt1\n1 prophecies trio:R\n1 temples temple:-B/10")
    build = best_build(state)
    assert build.serpents[0].colours == "RRR"
    state = table("1 board Rh1 Fb1 Rt1\n1 prophecies pair:RK", feathers=(4, 4, 5, 6))
    assert best_build(state) == NOTHING
    state = table("1 board Rh1 Rb1 Rb2\n1 prophecies trio:R")
    assert best_build(state) == NOTHING
    state = play(
        table("1 board Rh1 Rb1 Rt1\n1 prophecies red:R\nsupply Kb1 Kb2 | - | - | - | - | - | - | - | - | -"), "take b1"
    )
    assert best_build(state) == NOTHING
    state = PuzzleMaker(Dice(3), 3).state(pieces=6)
    check_build(state, best_build(state, stop=lambda: True))
    dice = Dice(9)
    for _ in range(40):
        maker = PuzzleMaker(dice, 5)
        state = maker.state(pieces=0)
        held = [maker.piece("h"), maker.piece("t"), *(maker.piece("b") for _ in range(6))]
        cards = tuple(dice.shuffled(prophecies(promo=False))[:5])
        state = state.with_seat(replace(state.seat, prophecies=cards).storing(*held))
        check_build(state, best_build(state))
