"""The set-up of Cóatl: the components of each variant, and the first position."""

from collections import Counter

import pytest

from logic import coatl
from logic.coatl import redact
from logic.coatl.components import (
    BODY_FIELDS,
    COLOURS,
    FIELDS,
    HEAD_FIELDS,
    KINDS,
    TAIL_FIELDS,
    TOKENS,
    kind_of,
    type_of,
)
from logic.coatl.notation import check
from logic.coatl.rules import all_pieces
from logic.variants import resolve_params, seated
from tests.support.positions.coatl import VARIANTS, begun, choices, deal, play, refused

PINNED = (
    (0, 1),
    (
        ("Gb18", "Yb12"),
        ("Rb14", "Yb7"),
        ("Gb9", "Kb19"),
        ("Kb1", "Bb23"),
        ("Rb10", "Kb5"),
        ("Yb18", "Kb9"),
        ("Bh3",),
        ("Gh3",),
        ("Kt3",),
        ("Bt2",),
    ),
    (("colorful:GYK", "pair:RK", "red:R'", "trio:R", "rainbow:KGRBY", "pair:RB"), ("temple:-Y/7", "temple:-B/10")),
    [("rainbow:YKRGB", "colorful:RBY", "red:B'"), ("colorful:RKB", "two_two:BY", "red:R", "red:K")],
    (("Kh3", "Rh2", "Yh3"), ("Gt2", "Rt2", "Yt3"), ("Rb21", "Rb13", "Rb19", "Rb6")),
    (("blank:RB", "trio:Y"), ("temple:-B/K=R", "temple:Y=G/6"), 365080079),
)
"""What Dice(7) deals to two."""

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])

# -- components


def test_150_pieces_in_three_bags_fill_the_supply_fields_and_displays():
    pieces = [piece for bag in all_pieces(deal().params) for piece in bag]
    assert len(set(pieces)) == len(pieces) == 150
    counts = Counter(map(type_of, pieces))
    assert counts == {f"{colour}{kind}": count for colour in COLOURS for kind, count in (("h", 3), ("t", 3), ("b", 24))}
    state = deal()
    for name, bag in zip(KINDS, state.bags, strict=True):
        assert {kind_of(piece) for piece in bag} == {name}
    state = play(begun(), "take b1", "end", "take h1", "end")
    for viewer in range(2):
        assert [len(bag) for bag in redact(state, viewer).bags] == [len(bag) for bag in state.bags]
    state = deal()
    assert (len(state.display), len(state.temples)) == (6, 2)
    assert all(state.display)
    assert all(state.temples)
    assert [seat.tokens for seat in deal(tokens=True).seats] == [TOKENS, TOKENS]
    assert [seat.tokens for seat in deal().seats] == [(), ()]
    assert len(TOKENS) == 3
    state = deal()
    assert (len(BODY_FIELDS), len(HEAD_FIELDS), len(TAIL_FIELDS), len(FIELDS)) == (6, 2, 2, 10)
    for names, kind, count in ((BODY_FIELDS, "body", 2), (HEAD_FIELDS, "head", 1), (TAIL_FIELDS, "tail", 1)):
        for name in names:
            assert [kind_of(piece) for piece in state.field(name)] == [kind] * count
    assert [len(bag) for bag in state.bags] == [13, 13, 108]
    check(state)


@PLAYERS
def test_each_seat_has_8_slots_a_hidden_temple_and_3_to_6_prophecies(players):
    assert [len(seat.board) for seat in deal(players=players).seats] == [8] * players
    for first in range(players):
        state = deal(players=players, first=first)
        held = [len(state.seats[(first + place) % players].prophecies) for place in range(players)]
        assert held == [3, 4, 5, 6][:players]
    state = deal(players=players)
    assert [len(seat.temples) for seat in state.seats] == [1] * players
    for viewer in range(players):
        shown = [seat.temples for seat in redact(state, viewer).seats]
        assert shown == [state.seats[n].temples if n == viewer else ("?",) for n in range(players)]


# -- the variants


def params_of(name, players):
    case = next(case for case in VARIANTS if case.variant_name == name)
    return resolve_params(coatl, case.variant, computer=False, name=name, chosen=seated(coatl, players))


def test_variants_set_tokens_promo_cards_and_player_counts():
    assert not params_of("classic", 2).tokens
    assert params_of("sacrifice", 2).tokens
    assert {case.variant_name: case.variant.players for case in VARIANTS} == {
        name: (1,) if name == "solo" else (2, 3, 4)
        for name in ("classic", "sacrifice", "promo", "fewer", "feathers", "solo")
    }
    assert params_of("promo", 2).promo


@pytest.mark.parametrize(("players", "bodies"), [(2, 14), (3, 18), (4, 24)])
def test_the_fewer_variant_has_14_18_or_24_bodies_a_colour(players, bodies):
    bag = all_pieces(params_of("fewer", players)).body
    assert set(Counter(piece[0] for piece in bag).values()) == {bodies}
    assert len(bag) == 5 * bodies


@pytest.mark.parametrize(("players", "golden", "others"), [(2, 4, 14), (3, 5, 18), (4, 6, 24)])
def test_the_feathers_variant_has_4_to_6_golden_bodies_and_14_to_24_a_colour(players, golden, others):
    counts = Counter(piece[0] for piece in all_pieces(params_of("feathers", players)).body)
    assert counts == {"F": golden, **dict.fromkeys("RYGBK", others)}


# -- set-up


@PLAYERS
def test_later_seats_discard_down_to_3_prophecies_in_turn_order(players):
    state = deal(players=players, first=1)
    for place in range(1, players):
        assert (state.player, state.action) == ((1 + place) % players, "discard")
        for _ in range(place):
            refused(state, "end", "take b1", "draw")
            state = play(state, choices(state, "discard")[-1])
        assert choices(state) == ["end"]
        assert len(state.seat.prophecies) == 3
        state = play(state, "end")
    assert (state.player, state.action, state.turn) == (1, "", 1)
    assert [len(seat.prophecies) for seat in state.seats] == [3] * players


def test_setup_discards_are_hidden_and_the_first_player_begins_afterwards():
    state = deal(first=0)
    card = state.seat.prophecies[2]
    after = play(state, f"discard {card}")
    assert after.seats[1].aside == (card,)
    assert card not in after.discards
    assert redact(after, 0).seats[1].aside == ("?",)
    assert redact(after, 1).seats[1].aside == (card,)
    assert begun(first=1).player == 1
    assert begun(first=0).player == 0
    assert begun(players=4, first=2).player == 2
    assert {deal(seed, players=4).first for seed in range(40)} == {0, 1, 2, 3}
    assert {deal(seed, players=4, first=3).first for seed in range(5)} == {3}


def test_the_deal_is_pinned():
    state = deal(7, players=2)
    assert (state.first, state.player) == PINNED[0]
    assert state.supply == PINNED[1]
    assert (state.display, state.temples) == PINNED[2]
    assert [seat.prophecies for seat in state.seats] == PINNED[3]
    assert (state.bags.head[:3], state.bags.tail[:3], state.bags.body[:4]) == PINNED[4]
    assert (state.deck[:2], state.temple_deck[:2], state.seed) == PINNED[5]
