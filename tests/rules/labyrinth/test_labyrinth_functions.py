"""The seed's functions under the seed's names: its test plan, the order of a turn, and each step undone exactly."""

import doctest
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, find_move
from logic.labyrinth import Params, functions
from logic.labyrinth.functions import (
    GameState,
    apply_insertion,
    check_win,
    end_turn,
    init_game,
    perform_move,
    reachable_cells,
    undo,
    validate_insertion,
)
from logic.labyrinth.json import event_log, read
from logic.labyrinth.notation import from_text
from logic.labyrinth.rules import Walk
from tests.mazes import maze, play, wanted

HALL = "┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘"
ARROWS = [(i, j, side) for i in (1, 3, 5) for j, side in ((0, "E"), (6, "W"))]
ARROWS += [(j, i, side) for i in (1, 3, 5) for j, side in ((0, "S"), (6, "N"))]


def hall(**more):
    return GameState(maze(HALL, **more))


def words(entries):
    return [type(entry).__struct_config__.tag for entry in entries]


def test_the_examples_in_the_docstrings():
    result = doctest.testmod(functions)
    assert result.attempted > 10
    assert result.failed == 0


# -- beginning


def test_a_game_begins_as_the_classic_one():
    game = init_game(seed=3)
    assert game.position.params == Params()
    assert (game.active_player, game.event_log, game.moved) == (f"P{game.position.player + 1}", (), None)
    assert init_game(seed=3) == game
    assert init_game(seed=4) != game


def test_everything_may_be_told():
    layout = [tuple(tile) for tile in Params().layout]
    tiles = [(tile.shape, tile.symbol) for tile in Params().loose_tiles]
    game = init_game({"reinsertion_ban": "none", "first": 1}, layout, tiles, Params().treasures, ["blue", "green"], 9)
    assert game.position.pawns == ((6, 6), (6, 0))
    assert game.active_player == "P2"
    assert game.position.params.mix == Params().mix
    assert game.position.params.tee_treasures == Params().tee_treasures
    assert game.position.grid == init_game({"first": 0}, seed=9).position.grid


def test_tiles_may_be_others():
    tiles = [("T", "owl"), *[("T", "")] * 3, ("L", "bat"), ("L", ""), *[("I", "")] * 11]
    layout = [(0, 0, "ES", "start red"), (0, 4, "SW", "book"), (4, 0, "NE", "map"), (4, 4, "NW", "start blue")]
    layout += [(0, 2, "ESW", ""), (2, 0, "NES", ""), (2, 2, "NES", ""), (2, 4, "NSW", ""), (4, 2, "NEW", "")]
    arrows = [[i, j, s] for i in (1, 3) for j, s in ((0, "E"), (4, "W"))]
    config = {"size": 5, "arrows": arrows, "corners": [["red"], ["red", "blue"]]}
    game = init_game(config, layout, tiles, ["book", "map", "owl", "bat"])
    assert len(game.position.decks[0]) == 2


@pytest.mark.parametrize(
    ("arguments", "words_said"),
    [
        ({"config": {"sice": 7}}, "init_game: params: no field 'sice'"),
        ({"config": {"size": 6}}, "size: an odd number"),
        ({"players": 5}, "players: 1 to 4"),
        ({"players": ["red", "red"]}, "corners: each of them once"),
        ({"players": ["red", "pink"]}, "no tile of the layout holds 'start pink'"),
        ({"treasure_cards": ["owl"]}, "treasure_cards: those on the tiles were expected: book"),
        ({"movable_tiles": [("I", "owl")]}, r"movable_tiles\[0\]: I without a symbol"),
        ({"movable_tiles": [("L", "owl"), ("X", "")]}, r"movable_tiles\[1\]"),
        ({"movable_tiles": [("L", "owl")]}, "mix: 34 tiles that move are needed"),
        ({"fixed_layout": [(0, 0, "NX", "")]}, "layout"),
    ],
)
def test_what_makes_no_game_is_refused(arguments, words_said):
    with pytest.raises(ValueError, match=words_said):
        init_game(**arguments)


# -- the seed's test plan: inserting


def test_each_of_the_twelve_arrows_is_valid_and_inserting_cannot_be_left_out():
    game = init_game(seed=1)
    assert len(ARROWS) == 12
    every = [(row, col, side) for row in range(-1, 8) for col in range(-1, 8) for side in "NESW"]
    valid = [arrow for arrow in every if validate_insertion(game, arrow)["ok"]]
    assert sorted(valid) == sorted(ARROWS)
    assert all("there is no arrow" in validate_insertion(game, a)["reason"] for a in set(every) - set(ARROWS))
    with pytest.raises(ValueError, match="perform_move: a tile is to be inserted first"):
        perform_move(game, (0, 0))
    with pytest.raises(ValueError, match="end_turn: a tile is to be inserted first"):
        end_turn(game)


@pytest.mark.parametrize("arrow", ARROWS)
def test_the_tile_may_not_go_back_in_where_it_came_out(arrow):
    game = end_turn(apply_insertion(init_game(seed=1), arrow))
    barred = [one for one in ARROWS if not validate_insertion(game, one)["ok"]]
    assert len(barred) == 1
    assert barred[0] != arrow
    with pytest.raises(ValueError, match="apply_insertion: the tile would go back in"):
        apply_insertion(game, barred[0])


def test_the_seeds_own_reading_bars_the_same_arrow():
    game = end_turn(apply_insertion(init_game({"reinsertion_ban": "entry_side"}), (1, 0, "E")))
    assert [one for one in ARROWS if not validate_insertion(game, one)["ok"]] == [(1, 0, "E")]


def test_one_insertion_a_turn():
    game = apply_insertion(init_game(seed=1), (1, 0, "E"))
    assert validate_insertion(game, (3, 0, "E")) == {
        "ok": False,
        "reason": "a tile was inserted already; the move comes next",
    }
    moved = perform_move(game, game.position.pawns[game.position.player])
    assert "is to be ended first" in validate_insertion(moved, (3, 0, "E"))["reason"]
    with pytest.raises(ValueError, match="is to be ended first"):
        perform_move(moved, (0, 0))


def test_the_popped_tile_is_the_next_spare_and_no_function_changes_the_state_it_is_given():
    game = hall()
    out = game.board.grid[1][4]
    after = apply_insertion(game, {"row": 1, "col": 0, "dir": "E"}, 1)
    assert after.board.spare_tile == out
    assert after.board.grid[1][0].rot == 1
    assert apply_insertion(game, (1, 0, "E")).board.grid[1][0].rot == game.board.spare_tile.rot
    assert apply_insertion(game, (1, 0, "E"), 3).board.grid[1][0].rot == 1, "a straight tile, three quarter turns"
    before = str(game.position)
    apply_insertion(game, (1, 0, "E"))
    assert str(game.position) == before
    assert hash(game.position) == hash(hall().position)


def test_pawns_that_fall_out_are_relocated_and_that_is_no_move():
    game = hall(pawns=[(1, 4), (1, 4)])
    after = apply_insertion(game, (1, 0, "E"))
    assert after.position.pawns == ((1, 0), (1, 0))
    assert words(after.event_log) == ["insert", "relocate", "relocate"]
    assert after.active_player == "P1"
    assert perform_move(after, (1, 0)).moved == 0


@pytest.mark.parametrize("arrow", [(1, 0), None, (1, 0, "X"), {"row": 1}, {"row": 1, "col": 0, "side": "E"}, "a"])
def test_what_is_no_arrow_at_all_is_refused(arrow):
    with pytest.raises(ValueError, match="arrow: row, col"):
        validate_insertion(init_game(), arrow)


@pytest.mark.parametrize("rot", [-1, 4, "1", 1.5])
def test_what_is_no_rotation_is_refused(rot):
    with pytest.raises(ValueError, match="spare_rot: 0 to 3"):
        apply_insertion(init_game(), (1, 0, "E"), rot)


# -- moving


def test_reachable_cells_are_joined_both_ways_and_stay_on_the_board():
    board = hall().board
    assert reachable_cells(board, (0, 0)) == {(row, col) for row in range(5) for col in range(5)}
    closed = GameState(maze("┌│││┐ │││││ ││─│─ │││││ └│││┘")).board
    assert reachable_cells(closed, (2, 2)) == {(2, 2)}
    with pytest.raises(ValueError, match="start_rc: 0 to 4"):
        reachable_cells(board, (5, 0))


def test_a_move_goes_where_an_open_way_leads():
    game = apply_insertion(GameState(maze("┌│││┐ │││││ ││─│─ │││││ └│││┘")), (0, 1, "S"))
    assert perform_move(game, (4, 0)).position.pawns[0] == (4, 0)
    with pytest.raises(ValueError, match=r"perform_move: no open way leads to \(2, 2\)"):
        perform_move(game, (2, 2))
    with pytest.raises(ValueError, match="unpack"):
        perform_move(game, (2,))


def test_the_top_card_is_collected_by_a_move_or_by_staying():
    game = apply_insertion(hall(decks=[["map", "keys"], ["book"]]), (0, 3, "S"))
    found = perform_move(game, (2, 0))
    assert (found.position.decks[0], found.position.found[0]) == (("keys",), ("map",))
    assert words(found.event_log) == ["insert", "move", "collect"]
    other = perform_move(game, (4, 2))
    assert other.position.decks == game.position.decks
    assert words(other.event_log) == ["insert", "move"]
    game = apply_insertion(hall(decks=[["map"], ["book"]], pawns=[(2, 0), (4, 4)]), (0, 3, "S"))
    assert end_turn(game).position == end_turn(perform_move(game, (2, 0))).position
    assert end_turn(game).position.found[0] == ("map",)


def test_all_treasures_and_the_own_start_win():
    game = apply_insertion(hall(decks=[[], ["book"]], found=[("map",), ()], pawns=[(1, 0), (4, 4)]), (0, 3, "S"))
    assert not check_win(game, "P1")
    won = perform_move(game, (0, 0))
    assert [check_win(won, name) for name in ("P1", "P2")] == [True, False]
    assert words(won.event_log) == ["insert", "move", "win"]
    assert not check_win(perform_move(game, (4, 4)), "P1")
    for again in (lambda: apply_insertion(won, (1, 0, "E")), lambda: perform_move(won, (0, 0)), lambda: end_turn(won)):
        with pytest.raises(ValueError, match="over"):
            again()
    with pytest.raises(ValueError, match="player: one of P1, P2"):
        check_win(won, "P3")


def test_the_turn_goes_on_to_the_next_player():
    game = init_game({"first": 2}, players=3)
    order = []
    for _ in range(6):
        game = apply_insertion(game, next(a for a in ARROWS if validate_insertion(game, a)["ok"]))
        game = perform_move(game, game.position.pawns[game.position.player])
        order.append((game.active_player, game.event_log[-1].round))
        game = end_turn(game)
    assert order == [("P3", 1), ("P1", 2), ("P2", 3), ("P3", 4), ("P1", 5), ("P2", 6)]


def test_a_mark_is_left_unused():
    game = GameState(maze(HALL, marks={(1, 4): "turn_again"}))
    game = end_turn(perform_move(apply_insertion(game, (1, 0, "E")), (0, 0)))
    assert game.active_player == "P2"
    assert game.board.spare_tile.mark == "turn_again"


# -- undo and log


def random_play(seed, steps):
    """Some turns by chance, finding things where that can be; each state on the way."""
    dice = Dice(seed)
    games = [init_game({"cards": [2]}, seed=seed)]
    while len(games) < steps and not any(check_win(games[-1], name) for name in ("P1", "P2")):
        game = games[-1]
        arrow = dice.choice([a for a in ARROWS if validate_insertion(game, a)["ok"]])
        games.append(apply_insertion(game, arrow, dice.below(4)))
        inserted = games[-1].position
        cells = sorted(reachable_cells(games[-1].board, inserted.pawns[inserted.player]))
        games.append(perform_move(games[-1], dice.choice([c for c in cells if c in wanted(inserted)] or cells)))
        if not check_win(games[-1], games[-1].active_player):
            games.append(end_turn(games[-1]))
    return games


@given(seed=st.integers(0, 10_000))
def test_each_step_is_undone_exactly_and_a_game_goes_to_json_and_back_with_its_log(seed):
    games = random_play(seed, 20)
    game = games[-1]
    for before in reversed(games[:-1]):
        game = undo(game)
        assert game == before
        assert game.as_json() == before.as_json()
    with pytest.raises(ValueError, match="nothing to take back"):
        undo(game)
    game = random_play(seed, 20)[-1]
    record = read(json.loads(json.dumps(game.as_json())))
    assert (record.state, record.log) == (game.position, game.event_log)


def test_insert_relocate_move_and_collect_are_all_undone():
    start = hall(decks=[["map"], ["book"]], pawns=[(1, 4), (4, 4)])
    game = perform_move(apply_insertion(start, (1, 0, "E"), 0), (2, 0))
    assert words(game.event_log) == ["insert", "relocate", "move", "collect"]
    assert undo(undo(game)) == start
    assert undo(undo(game)).event_log == ()


def test_the_log_is_what_the_moves_tell():
    state = from_text(str(init_game({"first": 0}, seed=2).position))
    push, walk = find_move(state, "push b1 S 0"), Walk(Cell(0, 0))
    pushed = play(state, push)
    walked = play(pushed, walk)
    game = perform_move(apply_insertion(GameState(state), (0, 1, "S"), 0), (0, 0))
    assert game.position == walked
    assert game.event_log == event_log((state, pushed, walked), (push, walk))
