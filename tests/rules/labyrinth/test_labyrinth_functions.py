"""The functions for other programs: they play as the rules do, refuse with a reason, and undo each step."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Dice
from logic.labyrinth import Params
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
from logic.labyrinth.notation import event_log, read
from logic.labyrinth.rules import Push, Skip, Walk
from tests.support.positions.labyrinth import ROOMS, SEEDS, VARIANTS, maze, wanted


def open_game(**more):
    return GameState(maze(ROOMS, **more))


def words(entries):
    return [type(entry).__struct_config__.tag for entry in entries]


# -- beginning


def test_a_game_begins_with_default_params_and_depends_on_the_seed():
    game = init_game(seed=3)
    assert game.position.params == Params()
    assert (game.active_player, game.event_log, game.moved) == (f"P{game.position.player + 1}", (), None)
    assert init_game(seed=3) == game
    assert init_game(seed=4) != game


def test_init_game_accepts_every_argument():
    layout = [tuple(tile) for tile in Params().layout]
    tiles = [(tile.shape, tile.symbol) for tile in Params().loose_tiles]
    game = init_game({"reinsertion_ban": "none", "first": 1}, layout, tiles, Params().treasures, ["blue", "green"], 9)
    assert game.position.pawns == ((6, 6), (6, 0))
    assert game.active_player == "P2"
    assert game.position.params.mix == Params().mix
    assert game.position.params.tee_treasures == Params().tee_treasures
    assert game.position.grid == init_game({"first": 0}, seed=9).position.grid


def test_init_game_accepts_other_tiles_and_treasures():
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
def test_invalid_init_arguments_are_refused(arguments, words_said):
    with pytest.raises(ValueError, match=words_said):
        init_game(**arguments)


# -- they play as the rules do, which have tests of their own


def ends(state):
    """Return every cell beside a line of the board or on it, with every side."""
    along = range(-1, state.params.size + 1)
    return [(row, col, side) for row in along for col in along for side in "NESW"]


def insert(game, dice):
    """Check which insertions are allowed; make one of them, which leaves the game as it was."""
    state, before = game.position, str(game.position)
    allowed = {tuple(move.arrow) for move in state.legal_moves()}
    told = {arrow: validate_insertion(game, arrow) for arrow in ends(state)}
    assert {arrow for arrow, verdict in told.items() if verdict["ok"]} == allowed
    for arrow in {*state.params.arrows} - allowed:
        assert told[arrow]["reason"] == "the tile would go back in where it came out"
    assert "there is no arrow" in told[-1, -1, "E"]["reason"]
    arrow, rot = dice.choice(sorted(allowed)), dice.below(4)
    push = next(
        move for move in state.legal_moves() if move == Push(arrow, rot % (2 if state.spare.shape == "I" else 4))
    )
    row, col, side = arrow
    inserted = apply_insertion(game, dice.choice((arrow, {"row": row, "col": col, "dir": side})), rot)
    after = state.apply(push).state
    assert (inserted.position, inserted.board, inserted.moved) == (after, (after.grid, after.spare), None)
    same = apply_insertion(game, arrow)
    assert same == apply_insertion(game, arrow, state.spare.rot), "as it lies"
    assert str(state) == before
    return inserted, [push]


def move(game, dice):
    """Check where the pawn may go; go there, or stay by ending the turn; a mark is left unused."""
    state, moves = game.position, []
    if state.phase == "mark":
        state, moves = state.apply(Skip()).state, [Skip()]
    here = state.pawns[state.player]
    cells = reachable_cells(game.board, here)
    assert cells == {*map(tuple, state.ways())}
    goal = dice.choice(sorted([cell for cell in cells if cell in wanted(state)] or cells))
    for row, col in {(row, col) for row, col, _ in ends(state)} - cells:
        with pytest.raises(ValueError, match="no open way leads to"):
            perform_move(game, (row, col))
    walk = next(one for one in state.legal_moves() if one == Walk(goal))
    moved = perform_move(game, goal)
    assert moved.position == state.apply(walk).state
    if goal == here and moved.position.outcome() is None:
        assert end_turn(game) == end_turn(moved)
    return moved, [*moves, walk]


def played(case, seed, turns=8):
    """Return each state of some random turns by the functions, which must be those of the rules."""
    dice = Dice(seed)
    games, states, moves = [GameState(case.game.new(case.params, dice))], [], []
    states.append(games[0].position)
    for _ in range(turns):
        seat = games[-1].active_player
        for step in (insert, move):
            after, made = step(games[-1], dice)
            games.append(after)
            for one in made:
                states.append(states[-1].apply(one).state)
                moves.append(one)
            assert after.active_player == seat, "until the turn is ended"
        seats = range(case.params.players)
        winners = {number for number in seats if check_win(after, f"P{number + 1}")}
        assert winners == {*states[-1].winners}
        if winners:
            break
        games.append(end_turn(after))
        assert games[-1].active_player == f"P{states[-1].player + 1}"
    assert games[-1].position == states[-1]
    if Skip() not in moves:
        assert games[-1].event_log == event_log(states, moves)
    return games


@settings(max_examples=25)
@given(st.sampled_from(VARIANTS), SEEDS)
def test_the_functions_match_the_rules_undo_each_step_and_round_trip_as_json(case, seed):
    games = played(case, seed)
    game = games[-1]
    record = read(json.loads(json.dumps(game.as_json())))
    assert (record.state, record.log) == (game.position, game.event_log)
    for before in reversed(games[:-1]):
        game = undo(game)
        assert game == before
        assert game.as_json() == before.as_json()
    with pytest.raises(ValueError, match="nothing to take back"):
        undo(game)


def test_steps_out_of_order_are_refused_and_events_logged_in_order():
    game = open_game(decks=[["map"], ["book"]], pawns=[(1, 4), (4, 4)])
    for early, said in ((lambda: perform_move(game, (0, 0)), "perform_move"), (lambda: end_turn(game), "end_turn")):
        with pytest.raises(ValueError, match=f"{said}: a tile is to be inserted first"):
            early()
    inserted = apply_insertion(game, (1, 0, "E"), 0)
    assert validate_insertion(inserted, (3, 0, "E")) == {
        "ok": False,
        "reason": "a tile was inserted already; the move comes next",
    }
    assert (words(inserted.event_log), inserted.position.pawns[0]) == (["insert", "relocate"], (1, 0))
    moved = perform_move(inserted, (2, 0))
    assert words(moved.event_log) == ["insert", "relocate", "move", "collect"]
    assert undo(undo(moved)) == game
    assert undo(undo(moved)).event_log == ()
    assert "is to be ended first" in validate_insertion(moved, (3, 0, "E"))["reason"]
    with pytest.raises(ValueError, match="is to be ended first"):
        perform_move(moved, (0, 0))
    with pytest.raises(ValueError, match="unpack"):
        perform_move(inserted, (2,))
    with pytest.raises(ValueError, match="start_rc: 0 to 4"):
        reachable_cells(game.board, (5, 0))


def test_after_a_win_every_step_is_refused():
    game = apply_insertion(open_game(decks=[[], ["book"]], found=[("map",), ()], pawns=[(1, 0), (4, 4)]), (0, 3, "S"))
    assert not check_win(game, "P1")
    won = perform_move(game, (0, 0))
    assert [check_win(won, name) for name in ("P1", "P2")] == [True, False]
    assert words(won.event_log) == ["insert", "move", "win"]
    for again in (lambda: apply_insertion(won, (1, 0, "E")), lambda: perform_move(won, (0, 0)), lambda: end_turn(won)):
        with pytest.raises(ValueError, match="over"):
            again()
    with pytest.raises(ValueError, match="player: one of P1, P2"):
        check_win(won, "P3")


def test_ending_the_turn_without_a_move_wins_if_the_pawn_stands_on_its_start():
    at_home = open_game(decks=[[], ["book"]], found=[("map",), ()], pawns=[(0, 0), (4, 4)])
    won = end_turn(apply_insertion(at_home, (1, 0, "E")))
    assert check_win(won, "P1")
    assert words(won.event_log)[-1] == "win"


@pytest.mark.parametrize("arrow", [(1, 0), None, (1, 0, "X"), {"row": 1}, {"row": 1, "col": 0, "side": "E"}, "a"])
def test_a_malformed_arrow_is_refused(arrow):
    with pytest.raises(ValueError, match="arrow: row, col"):
        validate_insertion(init_game(), arrow)


@pytest.mark.parametrize("rot", [-1, 4, "1", 1.5])
def test_a_malformed_rotation_is_refused(rot):
    with pytest.raises(ValueError, match="spare_rot: 0 to 3"):
        apply_insertion(init_game(), (1, 0, "E"), rot)
