"""The board of Labyrinth and its deal, sentence by sentence: tiles, the fixed ones, the mixes, cards, who begins."""

from collections import Counter

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Cell, Dice
from logic.labyrinth import Params
from logic.labyrinth.components import TREASURES, Mix, Tile, open_sides
from tests.support.positions.labyrinth import BY_NAME, SEEDS, VARIANTS, deal, tiles

FIXED = {
    (0, 0): ("ES", "start red"),
    (0, 2): ("ESW", "book"),
    (0, 4): ("ESW", "money_bag"),
    (0, 6): ("SW", "start yellow"),
    (2, 0): ("NES", "map"),
    (2, 2): ("NES", "crown"),
    (2, 4): ("ESW", "keys"),
    (2, 6): ("NSW", "skull"),
    (4, 0): ("NES", "ring"),
    (4, 2): ("NEW", "chest"),
    (4, 4): ("NSW", "emerald"),
    (4, 6): ("NSW", "sword"),
    (6, 0): ("NE", "start green"),
    (6, 2): ("NEW", "candelabra"),
    (6, 4): ("NEW", "helmet"),
    (6, 6): ("NW", "start blue"),
}
"""The table on the page of the rules, line by line."""


# -- tiles


@pytest.mark.parametrize(
    ("shape", "opens"),
    [
        ("I", ["NS", "EW", "NS", "EW"]),
        ("L", ["NE", "ES", "SW", "NW"]),
        ("T", ["NSW", "NEW", "NES", "ESW"]),
    ],
)
def test_a_rotation_is_clockwise_quarter_turns_from_the_base(shape, opens):
    assert [open_sides(shape, rot) for rot in range(4)] == opens


# -- the board


def test_the_board_has_7_by_7_tiles_and_a_spare_with_stable_ids():
    state = deal()
    assert [len(row) for row in state.grid] == [7] * 7
    assert len({tile.id for tile in tiles(state)}) == 50
    assert not state.spare.fixed
    assert [tile.id for row in state.grid for tile in row if tile.fixed] == [f"f{n}" for n in range(1, 17)]
    assert {tile.id for tile in tiles(state) if not tile.fixed} == {f"t{n}" for n in range(1, 35)}
    symbols = {tile.id: tile.symbol for tile in tiles(state)}
    for seed in range(5):
        assert {tile.id: tile.symbol for tile in tiles(deal(seed))} == symbols


@given(seed=SEEDS)
def test_sixteen_even_cells_are_fixed_and_the_game_begins_with_a_push(seed):
    state = deal(seed)
    found = {
        (row, col): (tile.open, tile.symbol)
        for row, line in enumerate(state.grid)
        for col, tile in enumerate(line)
        if tile.fixed
    }
    assert found == FIXED
    assert (state.turn, state.phase, state.last, state.barred()) == (1, "push", None, ())


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_fixed_tiles_on_the_border_have_no_side_open_outwards(case):
    last = case.params.size - 1
    for cell, tile in case.params.fixed_tiles.items():
        beyond = {"N": cell.row == 0, "S": cell.row == last, "W": cell.col == 0, "E": cell.col == last}
        assert not any(beyond[side] for side in tile.open)


def test_inner_tiles_arrows_and_mix_match_the_rules_page():
    inner = [(2, 2), (2, 4), (4, 4), (4, 2)]
    assert len({FIXED[cell][0] for cell in inner}) == 4
    closed = [next(side for side in "NESW" if side not in FIXED[cell][0]) for cell in inner]
    assert closed == ["W", "N", "E", "S"], "each the last one turned by a quarter"
    assert Params().mix == Mix(12, 16, 6)
    expected = {(i, 0, "E") for i in (1, 3, 5)} | {(i, 6, "W") for i in (1, 3, 5)}
    expected |= {(0, i, "S") for i in (1, 3, 5)} | {(6, i, "N") for i in (1, 3, 5)}
    assert {tuple(arrow) for arrow in Params().arrows} == expected
    assert len(Params().arrows) == 12
    assert Tile("S01", "T", 2).open == "NES"


@pytest.mark.parametrize(
    ("mix", "counts"), [(Mix(12, 16, 6), {"I": 12, "L": 16, "T": 6}), (Mix(13, 15, 6), {"I": 13, "L": 15, "T": 6})]
)
def test_movable_tiles_match_the_mix(mix, counts):
    loose = [tile for tile in tiles(deal(mix=mix)) if not tile.fixed]
    assert Counter(tile.shape for tile in loose) == counts
    assert Counter(tile.shape for tile in loose if tile.symbol) == {"T": 6, "L": 6}


@given(seed=SEEDS)
def test_there_are_24_treasures_half_of_them_fixed(seed):
    holders = {tile.symbol: tile for tile in tiles(deal(seed)) if tile.symbol and "start" not in tile.symbol}
    assert set(holders) == set(TREASURES)
    assert len(holders) == 24
    assert {name for name, tile in holders.items() if tile.shape == "T" and not tile.fixed} == {
        "bat", "dragon", "ghost", "genie", "gnome", "princess",
    }  # fmt: skip
    assert {name for name, tile in holders.items() if tile.shape == "L"} == {
        "lizard", "moth", "owl", "rat", "scarab", "spider",
    }  # fmt: skip
    assert sum(tile.fixed for tile in holders.values()) == 12


# -- the deal


@pytest.mark.parametrize(("players", "each"), [(1, 24), (2, 12), (3, 8), (4, 6)])
@given(seed=SEEDS)
def test_the_cards_are_dealt_in_equal_piles(players, each, seed):
    state = deal(seed, players=players)
    assert [len(deck) for deck in state.decks] == [each] * players
    assert sorted(card for deck in state.decks for card in deck) == sorted(TREASURES)
    assert state.found == ((),) * players


@pytest.mark.parametrize("n", [1, 3, 24])
def test_a_solo_player_gets_the_chosen_number_of_cards(n):
    assert len(deal(players=1, cards=(n,)).decks[0]) == n


def test_pile_sizes_corners_and_the_first_player_are_configurable():
    params = BY_NAME["junior_5x5"].params
    assert [params.pile_sizes, len(params.treasures)] == [(6, 6), 12]
    assert deal(players=3, cards=(7,)).params.pile_sizes == (7, 7, 7)
    assert [len(deck) for deck in deal(players=3, cards=(2, 5, 9)).decks] == [2, 5, 9]
    state = deal(corners=(("green",), ("yellow", "green")))
    assert state.pawns == (Cell(0, 6), Cell(6, 0))
    assert {deal(seed, players=4).player for seed in range(30)} == {0, 1, 2, 3}
    for first in range(4):
        assert {deal(seed, players=4, first=first).player for seed in range(5)} == {first}


@pytest.mark.parametrize(
    ("players", "starts"),
    [
        (1, [(0, 0)]),
        (2, [(0, 0), (6, 6)]),
        (3, [(0, 0), (0, 6), (6, 6)]),
        (4, [(0, 0), (0, 6), (6, 6), (6, 0)]),
    ],
)
def test_pawns_begin_in_their_corners(players, starts):
    state = deal(players=players)
    assert list(state.pawns) == list(state.params.starts) == starts


def test_seeds_deal_varied_mazes_and_one_is_pinned():
    dealt = [deal(seed) for seed in range(60)]
    assert len({state.grid for state in dealt}) == 60
    assert len({state.spare.id for state in dealt}) > 25
    assert len({state.decks for state in dealt}) == 60
    for shape, ways in (("I", 2), ("L", 4), ("T", 4)):
        lain = Counter(tile.rot for state in dealt for tile in tiles(state) if tile.shape == shape and not tile.fixed)
        assert len(lain) == ways
        assert min(lain.values()) > 0.7 * sum(lain.values()) / ways
    state = labyrinth.new(Params(players=4, cards=(3,)), Dice(2024))
    assert str(state).splitlines() == PINNED


PINNED = """\
┌f1  ┌t20 ┬f2  │t5  ┬f3  │t9  ┐f4
│t6  ┤t31 ┘t18 ┤t33 │t1  ┤t34 │t3
├f5  ─t2  ├f6  ─t11 ┬f7  ┌t19 ┤f8
┬t29 ─t12 │t4  └t23 ┘t14 ┐t24 └t15
├f9  ┘t27 ┴f10 ┌t26 ┤f11 └t17 ┤f12
┴t32 ┬t30 └t22 │t7  │t8  ┘t21 ┘t13
└f13 ┌t28 ┴f14 │t10 ┴f15 ┐t25 ┘f16
spare ┘t16
pawns a1 g1 g7 a7
cards candelabra emerald scarab | sword ring lizard | ghost spider bat | dragon princess rat
found - | - | - | -
player 1, turn 1, push
rules {"players":4,"cards":[3]}""".splitlines()
