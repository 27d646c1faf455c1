"""The variants of Labyrinth as data, with faults by key; its rules pages and first game."""

from __future__ import annotations

import json
import re
from dataclasses import fields

import msgspec
import pytest

from logic import labyrinth
from logic.config import ConfigError
from logic.core import Dice
from logic.engine.arena import tournament
from logic.game import redact
from logic.labyrinth import Params, new
from logic.labyrinth.components import MARKS, TREASURES, Mix
from logic.labyrinth.notation import from_text
from logic.labyrinth.rules import Push
from logic.registry import game_config, new_setup
from logic.session import Seat, Session, setup_params
from logic.variants import parse_game, resolve_params, seated
from tests.support.positions.labyrinth import VARIANTS, random_position
from tests.support.stories.rulepages import Rulebook

CONFIG = game_config("labyrinth")
VARIANT_NAMES = {
    *("classic_2017", "classic_1986", "young_children", "no_return", "pick_of_hand", "short", "duel", "team"),
    *("junior_5x5", "giant_9x9", "solo", "points", "events"),
}


def params_of(name, count=None):
    variant = CONFIG.variants[name]
    chosen = seated(labyrinth, count or variant.players[0])
    return resolve_params(labyrinth, variant, computer=False, name=name, chosen=chosen)


def difference(name):
    """Return the params in which a variant differs from the classic game."""
    usual, here = Params(players=params_of(name).players), params_of(name)
    return {f.name: getattr(here, f.name) for f in fields(Params) if getattr(here, f.name) != getattr(usual, f.name)}


# -- what there is


def test_all_variants_exist_and_the_default_one_equals_the_default_params():
    assert set(CONFIG.variants) == VARIANT_NAMES
    assert CONFIG.default == "classic_2017"
    told = CONFIG.variants["classic_2017"].params
    assert params_of("classic_2017") == Params()
    assert set(told) >= {f.name for f in fields(Params)} - {"players", "first", "teams", "marks", "maze", "par", "tier"}
    assert sorted(difference("events")) == ["cards", "marks"]
    assert sorted(params_of("events").marks) == sorted([*MARKS, *MARKS])
    state = random_position(next(case for case in VARIANTS if case.variant_name == "young_children"), 1, 0)
    assert state.goals(0) == state.deck(0)
    assert redact(labyrinth, state, 1) == state


@pytest.mark.parametrize("name", sorted(VARIANT_NAMES))
def test_every_variant_can_be_played_by_each_number_of_players(name):
    assert CONFIG.variants[name].players == {"solo": (1,), "duel": (2,), "team": (4,)}.get(name, (2, 3, 4))
    for count in CONFIG.variants[name].players:
        setup = new_setup("labyrinth", name, [Seat(name=f"Player {i}") for i in range(count)], 3)
        session = Session(labyrinth, setup)
        assert len(session.state.pawns) == session.params.players == count
        assert all(session.state.deck(seat) for seat in range(count))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("classic_2017", {}),
        ("classic_1986", {"mix": Mix(13, 15, 6)}),
        ("short", {"cards": (4,)}),
        ("duel", {"cards": (7,), "reinsertion_ban": "whole_line"}),
        ("team", {"teams": True}),
        ("young_children", {"cards": (6,), "goals": "any", "open_cards": True}),
        ("no_return", {"end": "last_treasure"}),
        ("pick_of_hand", {"cards": (5,), "goals": "any"}),
        ("points", {"goals": "numbers", "open_cards": True, "end": "last_treasure"}),
        ("solo", {"cards": (3,), "open_cards": True}),
    ],
)
def test_each_variant_differs_from_the_classic_game_as_specified(name, what):
    assert difference(name) == what


@pytest.mark.parametrize(
    ("name", "size", "fixed", "arrows", "treasures"), [("junior_5x5", 5, 9, 8, 12), ("giant_9x9", 9, 25, 16, 24)]
)
def test_variants_with_other_boards_have_the_expected_sizes(name, size, fixed, arrows, treasures):
    params = params_of(name)
    assert (params.size, len(params.layout), len(params.arrows), len(params.treasures)) == (
        size,
        fixed,
        arrows,
        treasures,
    )
    assert params.mix.total == size * size - fixed + 1
    assert {(tile.row % 2, tile.col % 2) for tile in params.layout} == {(0, 0)}
    assert set(params.treasures) <= set(TREASURES)
    state = labyrinth.new(params, Dice(1))
    assert [len(row) for row in state.grid] == [size] * size


def test_cards_per_seat_are_configurable_and_params_round_trip_through_a_save():
    setup = new_setup("labyrinth", "pick_of_hand", [Seat(), Seat(), Seat()], 1, {"cards": [2, 5, 8]})
    assert [len(deck) for deck in Session(labyrinth, setup).state.decks] == [2, 5, 8]
    with pytest.raises(ConfigError, match="cards: nothing, one number, or 3 of them"):
        new_setup("labyrinth", "pick_of_hand", [Seat(), Seat(), Seat()], 1, {"cards": [2, 5]})
    with pytest.raises(ValueError, match="seats: 4 levels, please, not 2"):
        tournament("labyrinth", "team", ["random", "random"], 1, 1)
    setup = new_setup("labyrinth", None, [Seat(), Seat()], 1)
    assert setup.params["players"] == 2
    with pytest.raises(ValueError, match="seats: 2, as many as the params have players"):
        Session(labyrinth, msgspec.structs.replace(setup, seats=(Seat(),)))
    for name in VARIANT_NAMES:
        params = params_of(name)
        assert (
            resolve_params(
                labyrinth, CONFIG.variants[name], computer=False, name=name, chosen=setup_params(labyrinth, params)
            )
            == params
        )


@pytest.mark.parametrize(("name", "count"), [("short", 2), ("junior_5x5", 3), ("team", 4)])
def test_the_arena_seats_as_many_as_there_are_levels(name, count):
    played = tournament("labyrinth", name, ["random"] * count, 2, 1, bound=30)
    assert (played.games, played.moves) == (2, 30)


# -- what is refused

HEAD = {"title": "T", "blurb": "B", "default": "x"}
SMALL = CONFIG.variants["junior_5x5"].params


def parsed(params, players=(2,)):
    """Read a file with one variant."""
    variant = {"title": "X", "blurb": "B", "players": list(players), "params": params}
    return parse_game(json.dumps({**HEAD, "variants": {"x": variant}}), labyrinth, "config/labyrinth.yaml")


def small(**changes):
    return {**SMALL, **changes}


LAYOUT = [list(tile) for tile in Params().layout]
ARROWS = [list(arrow) for arrow in Params().arrows]


def with_tile(*tile):
    """Return the classic layout with another first tile."""
    return [list(tile), *LAYOUT[1:]]


def with_arrow(*arrow):
    return [*ARROWS, list(arrow)]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"colour": 1}, "no field 'colour'; there are players, first, size"),
        ({"first": 2}, "first: 0 to 1 or nothing"),
        ({"first": -1}, "first: 0 to 1"),
        ({"first": "me"}, "$.first"),
        ({"size": 8}, "size: an odd number from 5 to 9"),
        ({"size": 3}, "size: an odd number"),
        ({"size": 11}, "size: an odd number"),
        ({"size": "big"}, "$.size"),
        ({"teams": True}, "teams: two against two, so players: 4"),
        ({"par": -1}, "par: 0 (unknown) or more"),
        ({"tier": 6}, "tier: 1 to 5"),
        ({"tier": -1}, "tier: 1 to 5"),
        ({"maze": -1}, "maze: 0 or more"),
        # layout
        ({"layout": with_tile(7, 0, "ES", "start red")}, "layout: (7, 0): rows and columns from 0 to 6"),
        ({"layout": with_tile(0, -1, "ES", "start red")}, "layout: (0, -1): rows"),
        ({"layout": with_tile(0, 2, "ES", "start red")}, "layout: (0, 2) stands twice"),
        ({"layout": with_tile(0, 0, "SE", "start red")}, "layout: (0, 0): 'SE' is no tile; there are NS, EW"),
        ({"layout": with_tile(0, 0, "NESW", "start red")}, "layout: (0, 0): 'NESW' is no tile"),
        ({"layout": with_tile(0, 0, "ES", "start blue")}, "layout: each start once"),
        ({"layout": with_tile(0, 0, "ES", "book")}, "corners: no tile of the layout holds 'start red'"),
        ({"layout": with_tile(0, 0, "ES", "red")}, "corners: no tile of the layout holds 'start red'"),
        ({"layout": [[0, 0]]}, "$.layout[0]"),
        ({"layout": [[0, 0, "ES", "a", "b"]]}, "$.layout[0]"),
        # arrows
        ({"arrows": []}, "arrows: at least one"),
        ({"arrows": with_arrow(1, 0, "E")}, "arrows: each of them once"),
        ({"arrows": with_arrow(2, 0, "E")}, "arrows: (2, 0, E) would push the fixed tile at (2, 0)"),
        ({"arrows": with_arrow(0, 4, "S")}, "arrows: (0, 4, S) would push the fixed tile at (0, 4)"),
        ({"arrows": with_arrow(1, 3, "E")}, "arrows: (1, 3, E) does not push in from the rim"),
        ({"arrows": with_arrow(1, 0, "W")}, "arrows: (1, 0, W) does not push in from the rim"),
        ({"arrows": with_arrow(1, 7, "W")}, "arrows: (1, 7, W) does not push in from the rim"),
        ({"arrows": with_arrow(1, 0, "X")}, "$.arrows[12]"),
        # corners
        ({"corners": [["red"]]}, "corners: a list for each number of players"),
        ({"corners": [["red"], ["red"]]}, "corners: a list for each number of players"),
        ({"corners": [["red"], ["red", "red"]]}, "corners: each of them once"),
        ({"corners": [["red"], ["red", "pink"]]}, "corners: no tile of the layout holds 'start pink'"),
        # tiles
        ({"mix": {"I": 12, "L": 16, "T": 5}}, "mix: 34 tiles that move are needed (one of them spare), not 33"),
        ({"mix": {"I": -1, "L": 29, "T": 6}}, "mix: no fewer than 0 tiles of a shape"),
        ({"mix": {"I": 12, "L": 22}}, "`$.mix`: the field `T` is missing"),
        ({"mix": {"I": 12, "L": 16, "T": 6, "X": 0}}, "`$.mix`: there is no field `X`"),
        ({"mix": {"I": 24, "L": 5, "T": 5}}, "tee_treasures: there are only 5 tiles for them"),
        ({"mix": {"I": 23, "L": 5, "T": 6}}, "corner_treasures: there are only 5 tiles for them"),
        ({"tee_treasures": ["bat", "unicorn"]}, "no treasure 'unicorn'; there are book, money_bag"),
        ({"tee_treasures": ["bat", "bat"]}, "'bat' stands twice"),
        ({"tee_treasures": ["bat", "book"]}, "'book' stands twice"),
        ({"marks": ["wall"] * 23}, "marks: there are only 22 tiles without a treasure for them"),
        ({"marks": ["door"]}, "$.marks[0]"),
        # ban, cards, goals, end
        ({"reinsertion_ban": "sometimes"}, "$.reinsertion_ban"),
        ({"cards": [0]}, "cards: at least 1 for each player, from the 24 there are"),
        ({"cards": [13]}, "cards: at least 1 for each player, from the 24 there are"),
        ({"cards": [20, 5]}, "cards: at least 1 for each player"),
        ({"cards": [1, 2, 3]}, "cards: nothing, one number, or 2 of them"),
        ({"goals": "all"}, "$.goals"),
        ({"goals": "numbers"}, "goals: numbers go with end: last_treasure, open_cards: true"),
        ({"goals": "numbers", "end": "last_treasure"}, "goals: numbers go with"),
        ({"end": "never"}, "$.end"),
        ({"open_cards": 1}, "$.open_cards"),
        (small(layout=[*SMALL["layout"][:1], *SMALL["layout"][2:]]), "mix: 18 tiles that move are needed"),
        (small(arrows=[[1, 0, "E"], [1, 6, "W"]]), "arrows: (1, 6, W) does not push in from the rim"),
    ],
)
def test_a_malformed_variant_is_refused_with_its_key_and_the_reason(params, words):
    with pytest.raises(ConfigError, match="^" + re.escape("config/labyrinth.yaml: `$.variants.x`: params:")) as caught:
        parsed(params)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("players", "params", "words"),
    [
        ([5], {}, "players: 1 to 4, please"),
        ([0], {}, "players: 1 to 4, please"),
        ([2, 3], {"corners": [["red"], ["red", "blue"]]}, "corners: a list for each number of players"),
        ([2, 4], {"cards": [7]}, "cards: at least 1 for each player, from the 24 there are"),
        ([2, 4], {"teams": True}, "teams: two against two"),
        (
            [2],
            {
                "tee_treasures": [],
                "corner_treasures": [],
                "layout": [[t[0], t[1], t[2], t[3] if "start" in t[3] else ""] for t in LAYOUT],
            },
            "from the 0 there are",
        ),
    ],
)
def test_a_variant_is_checked_for_every_number_of_players(players, params, words):
    with pytest.raises(ConfigError, match=re.escape("`$.variants.x`: params:")) as caught:
        parsed(params, players)
    assert words in str(caught.value)


def test_valid_variants_are_parsed():
    assert parsed({}).variants["x"].params == {}
    assert parsed(small(), [2, 3, 4])
    assert parsed({"goals": "numbers", "end": "last_treasure", "open_cards": True})
    assert parsed({"arrows": [[1, 0, "E"]]})


# == the pages of the rules, and the guided first game


RULES = Rulebook("labyrinth")
PAGES, shown = RULES.pages, RULES.shown
FIRST = resolve_params(
    labyrinth, CONFIG.variants[CONFIG.default], computer=True, name="first", chosen=CONFIG.first_game
)


def test_rules_pages_show_their_topics_and_the_lesson_matches_the_dealt_card():
    assert [str(from_text(page.board)) for page in PAGES] == [page.board for page in PAGES]
    (first, *_), happened = shown("The quest")
    assert happened == ["push", "walk", "collect"]
    assert first.cell_of(first.goals(0)[0]) not in first.ways()
    (first, pushed, *_), _ = shown("No way back")
    assert [str(arrow) for arrow in first.barred()] == ["g4 W"]
    assert pushed.last == first.last
    (first, pushed, *_), happened = shown("Pawns ride along")
    assert "carried" in happened
    assert [(a.col, b.col) for a, b in zip(first.pawns, pushed.pawns, strict=True)] == [(3, 4), (6, 0)]
    states, happened = shown("Treasures")
    assert happened == ["push", "collect"]
    assert states[0].pawns[0] == states[-1].pawns[0]
    states, happened = shown("And home")
    assert happened[-1] == "home"
    assert states[-1].outcome().winners == (0,)
    _, happened = shown("Runes")
    assert "swap" in happened
    state = new(FIRST, Dice(1))
    assert state.player == 0
    assert state.deck(0)[0] == "princess"
    assert "princess" in CONFIG.lessons[2].text
    goal = state.deck(0)[0]
    assert state.cell_of(goal) not in state.ways()
    pushes = [move for move in state.legal_moves() if isinstance(move, Push) and move.arrow.row == 1
              and move.arrow.side in "EW"]  # fmt: skip
    assert len(pushes) == 8
    for move in pushes:
        after = state.apply(move).state
        assert after.cell_of(goal) in after.ways()
    assert RULES.awaited() == ["look", "push", "walk", "push", "walk"]
