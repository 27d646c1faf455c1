"""Notation of Labyrinth: printed positions are parsed, with faults by line; JSON records, with faults by path."""

import copy
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Dice
from logic.game import redact
from logic.labyrinth.components import Arrow
from logic.labyrinth.notation import OWN_VARIANT, RecordError, event_log, from_json, from_text, read, to_json
from logic.labyrinth.rules import Bonus, Peek
from tests.support.positions.cases import by_choice
from tests.support.positions.labyrinth import VARIANTS, any_move, deal, maze, play, positions, random_position
from tests.support.tampering import tampered

# == pictures


ROWS = "┌┬┬┬┐ ├│┌─┤ ├└┤┘┤ ├┐├┌┤ └┴┴┴┘"
FULL_POSITION = replace(
    maze(ROWS, "└", marks={(1, 1): "wall", (1, 3): "turn_again", "spare": "peek"}, last=(1, 0, "E")),
    bonus=Bonus(turn=True, wall=True),
    peeks=(Peek(0, 1),),
    turn=12,
)
PICTURE = """\
┌f1  ┬t9  ┬f2  ┬t10 ┐f3
├t11 │t1  ┌t3  ─t2  ┤t12
├f4  └t4  ┤t13 ┘t5  ┤f5
├t14 ┐t6  ├t15 ┌t7  ┤t16
└f6  ┴t17 ┴f7  ┴t18 ┘f8
spare └t8
pawns a1 e5
cards book | map
found - | -
player 1, turn 12, push
last a2 E
marks t1 wall, t2 turn_again, t8 peek
bonus turn wall
peeks 1 2
""".splitlines()


def test_positions_round_trip_and_default_rules_are_omitted():
    *shown, rules = str(FULL_POSITION).splitlines()
    assert shown == PICTURE
    assert rules.startswith('rules {"size":5,"arrows":[[1,0,"E"],')
    assert from_text(str(FULL_POSITION)) == FULL_POSITION
    assert "rules" not in str(deal())
    assert str(deal(players=3, cards=(2,))).splitlines()[-1] == 'rules {"players":3,"cards":[2]}'
    state = from_text(str(play(deal(3), "push b1 S 0")))
    assert state.phase == "walk"
    assert play(state, state.legal_moves()[0]).barred() == (Arrow(6, 1, "N"),)


def changed(line, new, state=FULL_POSITION):
    """Return the text of a position with one of its lines, counted from 1, changed; or removed."""
    lines = str(state).splitlines()
    return "\n".join([*lines[: line - 1], *new, *lines[line:]])


BASE = str(FULL_POSITION).splitlines()


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (2, "├", "x", "line 2, tile 1: a tile such as ├t12 was expected"),
        (1, "┌f1", "┌t1", "line 1, tile 1: the fixed tile f1 was expected, not t1"),
        (1, "┌f1", "└f1", "line 1, tile 1: f1 cannot lie so"),
        (2, "│", "┘", "line 2, tile 2: t1 is a tile I without a treasure"),
        (2, "│t1", "│t2", "line 2, tile 4: t2 lies there a second time, and t1 nowhere"),
        (2, "│t1", "│t99", "line 2, tile 2: there is no tile 't99' in this game"),
        (2, "│t1", "┌f1", "line 2, tile 2: a tile that moves was expected, not the fixed f1"),
        (6, "spare", "spares", "line 6: “spare” was expected"),
        (7, "pawns", "pawn", "line 7: “pawns” was expected"),
        (7, "a1 e5", "a1 e6", "line 7, pawns 2: a cell of the board, a1 to e5, was expected"),
        (7, "a1 e5", "a1", "line 7: 2 pawns were expected"),
        (7, "a1 e5", "a1 5e", "line 7: a list of cells such as a1 was expected"),
        (8, "book | map", "book", "line 8: 2 piles of cards were expected"),
        (8, "book | map", "book | book", "line 8, decks 2.1: the card 'book' lies there a second time"),
        (8, "book | map", "book | ring", "line 8, decks 2.1: there is no treasure 'ring' in this game"),
        (8, "book | map", "book keys | map", "line 8, decks 1: 1 cards were dealt, so 1 were expected here"),
        (8, "book | map", "book | -", "line 8, decks 2: 1 cards were dealt"),
        (8, "book | map", "Book | map", "line 8: a list of treasures or -, parted by |, was expected"),
        (9, "- | -", "- | book", "line 9, found 2.1: the card 'book' lies there a second time"),
        (9, "- | -", "- | - | -", "line 9: a list of treasures found was expected for each of 2 players"),
        (9, "- | -", "? | -", "line 9, found 1.1: there is no treasure '?' in this game"),
        (10, "player 1", "player 3", "line 10: a player from 1 to 2 was expected"),
        (10, "turn 12", "turn x", "line 10: a number, turn and a number, push, mark or walk was expected"),
        (10, "turn 12", "turn 0", "line 10: a turn from 1 on was expected"),
        (11, "a2 E", "a2 W", "line 11: one of the game’s 8 arrows was expected"),
        (11, "a2 E", "a2", "line 11: a cell and a side, such as b1 S, was expected"),
        (12, "t1 wall", "t1 door", "line 12: a list of tiles and their marks, such as t1 swap, was expected"),
        (12, "t1 wall", "t77 wall", "line 12: a tile that is there, not t77, was expected"),
        (12, "t1 wall", "t1 swap", "line 2, tile 2: no more than 0 marks 'swap' were expected"),
        (12, "t1 wall", "f1 wall", "line 1, tile 1: a mark (wall) was expected on tiles without a treasure only"),
        (13, "turn wall", "wall turn", "line 13: turn, wall or both was expected"),
        (14, "1 2", "1 1", "line 14, peeks 1: somebody who has seen the top card of a pile of others was expected"),
        (14, "1 2", "1 2, 1 2", "line 14, peeks 2: nothing was expected: there was nothing new to be seen"),
        (15, "rules {", "won 1\nrules {", "line 15: nobody was expected at the end of player 1’s walk"),
        (15, "rules {", "rules [", "line 15: an object in JSON was expected"),
        (15, '"size":5', '"size":6', "line 15: params: size: an odd number from 5 to 9, please"),
        (15, '"size"', '"sice"', "line 15: params: no field 'sice'"),
    ],
)
def test_a_fault_is_reported_with_its_line_and_the_expected_input(line, old, new, words):
    assert old in BASE[line - 1]
    text = changed(line, [BASE[line - 1].replace(old, new, 1)])
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        from_text(text)
    assert str(caught.value).startswith("line ")


@pytest.mark.parametrize("line", range(1, 11))
def test_a_missing_line_is_refused(line):
    with pytest.raises(ValueError, match="expected"):
        from_text(changed(line, []))


def test_inconsistent_endings_hidden_cards_and_trailing_text_are_refused():
    with pytest.raises(ValueError, match="line 16: the end was expected"):
        from_text(str(FULL_POSITION) + "\nmore")
    with pytest.raises(ValueError, match="line 13: an object in JSON was expected"):
        from_text(str(deal()) + '\nrules {"size":' + "[" * 15_000)
    state = maze(ROWS, decks=[[], ["map"]], found=[("book",), ()], pawns=[(0, 0), (4, 4)])
    won = play(state, "push b1 S 0", "walk a1")
    assert won.outcome() is not None
    assert from_text(str(won)) == won
    with pytest.raises(ValueError, match="1 was expected at the end of player 1’s walk"):
        from_text(str(won).replace("won 1", "won 2"))
    state = maze(ROWS, decks=[["book"], ["map"]], end="last_treasure")
    text = str(state).replace("cards book | map", "cards - | map").replace("found - | -", "found book | -")
    with pytest.raises(ValueError, match="1 was expected"):
        from_text(text)
    state = deal(open_cards=True, cards=(1,))
    with pytest.raises(ValueError, match=r"there is no treasure '\?'"):
        from_text(re.sub("cards .*", "cards ? | ?", str(state)))
    state = deal(goals="numbers", open_cards=True, end="last_treasure", cards=(2,))
    assert "cards book money_bag" in str(state)
    with pytest.raises(ValueError, match="the cards from the next number on, in order, were expected"):
        from_text(str(state).replace("cards book money_bag", "cards money_bag book"))


@pytest.mark.parametrize("text", ["", "\n", "spare", "┌", "x" * 30_000, "spare ┌t1\npawns a1", "rules " + "[" * 15_000])
def test_malformed_positions_are_refused(text):
    with pytest.raises(ValueError, match="expected"):
        from_text(text)


# == the record


def full_position():
    """Return a position with something in every field."""
    marks = {(1, 1): "wall", (1, 3): "turn_again", "spare": "peek"}
    state = maze(ROWS, "└", marks=marks, decks=[["book", "skull"], ["map"]], found=[(), ("keys",)], last=(1, 0, "E"))
    return replace(state, bonus=Bonus(turn=True, wall=True), peeks=(Peek(0, 1),), turn=12)


def plain(state, *more):
    return json.loads(json.dumps(to_json(state, *more)))


DATA = plain(full_position())


# -- writing


def test_json_has_the_specified_keys_for_game_tiles_and_players():
    data = plain(deal())
    assert list(data) == ["game_config", "board", "players", "turn", "last_insertion", "event_log", "winners"]
    assert list(data["board"]) == ["grid", "spare_tile"]
    assert set(data["players"][0]) == {"id", "color", "pos", "start", "deck", "found"}
    assert data["turn"] == {"active_player": f"P{deal().player + 1}", "round": 1}
    assert data["last_insertion"] is None
    assert data["event_log"] == []
    config = data["game_config"]
    assert (config["variant"], config["board_rows"], config["board_cols"]) == (OWN_VARIANT, 7, 7)
    assert config["reinsertion_forbidden_ref"] is True
    assert {"row": 1, "col": 0, "dir": "E"} in config["insertion_arrows"]
    assert len(config["insertion_arrows"]) == 12
    tile = plain(deal())["board"]["grid"][0][0]
    assert tile == {"tile_id": "f1", "type": "L", "rot": 1, "fixed": True, "open": ["E", "S"], "symbol": "start red"}
    plain_tile = next(tile for row in plain(deal())["board"]["grid"] for tile in row if tile["type"] == "I")
    assert set(plain_tile) == {"tile_id", "type", "rot", "fixed", "open"}
    state = play(maze(ROWS, decks=[["map", "keys"], ["book"]]), "push b1 S 0", "walk a3")
    data = plain(state)
    assert data["players"][0] == {
        "id": "P1",
        "color": "red",
        "pos": {"r": 2, "c": 0},
        "start": {"r": 0, "c": 0},
        "deck": ["keys"],
        "found": ["map"],
    }
    assert data["turn"] == {"active_player": "P2", "round": 2}
    assert data["last_insertion"] == {"row": 0, "col": 1, "dir": "S"}


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_the_json_record_is_under_8500_characters(case):
    text = json.dumps(plain(random_position(case, 3, 60)), separators=(",", ":"))
    assert len(text) < 8_500


# -- reading


@given(state=positions())
def test_full_and_redacted_positions_round_trip_as_json(state):
    assert from_json(plain(state)) == state
    assert str(from_json(plain(state))) == str(state)
    for viewer in range(state.params.players):
        shown = redact(labyrinth, state, viewer)
        assert from_json(plain(shown)) == shown


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_the_event_log_and_the_variant_name_round_trip_as_json(case):
    dice = Dice(5)
    states, moves = by_choice(case.game.new(case.params, dice), lambda state: any_move(state, dice), 60)
    log = event_log(states, moves)
    data = plain(states[-1], log, case.variant_name)
    assert read(data) == (case.variant_name, states[-1], log)
    tags = {entry["event"] for entry in data["event_log"]}
    assert {"insert", "move"} <= tags <= {"insert", "relocate", "use", "move", "collect", "win"}


def test_json_defaults_may_be_omitted_and_equivalent_forms_are_accepted():
    data = plain(deal())
    data["game_config"] = {"variant": "classic"}
    assert from_json(data) == deal()
    data["game_config"]["reinsertion_forbidden_ref"] = False
    assert from_json(data).params.reinsertion_ban == "none"
    data = plain(deal())
    row, col = next((r, c) for r in range(7) for c in range(7) if data["board"]["grid"][r][c]["type"] == "I")
    data["board"]["grid"][row][col]["rot"] += 2
    assert from_json(data) == deal()
    data = plain(deal())
    data["board"]["spare_tile"]["open"].reverse()
    assert from_json(data) == deal()
    state = from_json(plain(play(deal(4), "push b1 S 0")))
    assert [str(move) for move in play(state, state.legal_moves()[0]).barred()] == ["b7 N"]
    assert from_json(DATA) == full_position()


# -- what contradicts itself


def put(data, path, value):
    """Return the data with another value at a path such as ``board.grid.0.1.rot``, or without one for DELETE."""
    way = [int(part) if part.isdecimal() else part for part in path.split(".")]
    return tampered(data, way, value, "remove" if value is DELETE else "replace")


DELETE = object()
GRID = DATA["board"]["grid"]
ENTRY = {"event": "move", "round": 1, "player": "P1", "from": {"r": 0, "c": 0}, "to": {"r": 0, "c": 0}}
INSERT = {
    "event": "insert", "round": 1, "player": "P1", "arrow": {"row": 1, "col": 4, "dir": "W"}, "tile_id": "t1", "rot": 0,
    "popped_out": "t2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        # keys and types
        ("game", 1, "$: Object contains unknown field `game`"),
        ("board", DELETE, "$: Object missing required field `board`"),
        ("board.grid", 1, "$.board.grid: Expected `array`, got `int`"),
        ("board.grid.2", 1, "$.board.grid[2]: Expected `array`, got `int`"),
        ("board.grid.2.3", None, "$.board.grid[2][3]: Expected `object`, got `null`"),
        ("board.grid.2.3.rot", "1", "$.board.grid[2][3].rot: Expected `int`, got `str`"),
        ("board.grid.2.3.rot", True, "$.board.grid[2][3].rot: Expected `int`, got `bool`"),
        ("board.grid.2.3.colour", 1, "$.board.grid[2][3]: Object contains unknown field `colour`"),
        ("board.grid.2.3.type", "X", "$.board.grid[2][3].type: Invalid enum value 'X'"),
        ("players.1.deck", "map", "$.players[1].deck: Expected `array`, got `str`"),
        ("players.1.name", "map", "$.players[1]: Object contains unknown field `name`"),
        ("turn.phase", "think", "$.turn.phase: Invalid enum value 'think'"),
        # rules
        ("game_config.colour", 1, "$.game_config.colour: no such key; there are variant, board_rows"),
        ("game_config.size", 5, "$.game_config.size: no such key"),
        ("game_config.board_rows", 7, "$.game_config.board_cols: 7 was expected, as many as there are rows"),
        ("game_config.board_cols", 7, "$.game_config.board_cols: 5 was expected"),
        ("game_config.insertion_arrows.0.dir", "Q", "$.game_config.insertion_arrows[0].dir: Invalid enum value 'Q'"),
        (
            "game_config.insertion_arrows.0.row",
            2,
            "$.game_config: arrows: (2, 0, E) would push the fixed tile at (2, 0)",
        ),
        ("game_config.reinsertion_forbidden_ref", False, "$.game_config.reinsertion_forbidden_ref: True was expected"),
        ("game_config.reinsertion_ban", "none", "$.game_config.reinsertion_forbidden_ref: False was expected"),
        ("game_config.reinsertion_ban", "all", "$.game_config.reinsertion_ban: Invalid enum value 'all'"),
        ("game_config.mix.I", 3, "$.game_config: mix: 18 tiles that move are needed"),
        ("game_config.goals", "numbers", "$.game_config: cards: nothing, one number, or 1 of them"),
        # tiles
        ("board.grid.0", [], "$.board.grid: 5 rows of 5 tiles were expected"),
        ("board.grid.1.1.open", ["N"], "$.board.grid[1][1].open: N, S was expected of a tile I at rot 0"),
        ("board.grid.1.1.open", ["N", "S", "S"], "$.board.grid[1][1].open: N, S was expected"),
        ("board.grid.1.1.rot", 1, "$.board.grid[1][1].open: E, W was expected of a tile I at rot 1"),
        ("board.grid.1.1.rot", 4, "$.board.grid[1][1].rot: 0 to 3 quarter turns were expected"),
        ("board.grid.1.1.tile_id", "t2", "$.board.grid[1][3]: t2 lies there a second time, and t1 nowhere"),
        ("board.grid.1.1.tile_id", "t99", "$.board.grid[1][1]: there is no tile 't99' in this game"),
        ("board.grid.1.1", GRID[1][2], "$.board.grid[1][2]: t3 lies there a second time, and t1 nowhere"),
        ("board.spare_tile", GRID[0][0], "$.board.spare_tile: a tile that moves was expected, not the fixed f1"),
        ("board.grid.1.1", GRID[0][0], "$.board.grid[1][1]: a tile that moves was expected, not the fixed f1"),
        ("board.grid.0.0", GRID[1][1], "$.board.grid[0][0]: the fixed tile f1 was expected, not t1"),
        ("board.grid.1.1.fixed", True, "$.board.grid[1][1]: t1 is a tile I without a treasure"),
        ("board.grid.1.1.symbol", "owl", "$.board.grid[1][1]: t1 is a tile I without a treasure"),
        ("board.grid.0.2.symbol", DELETE, "$.board.grid[0][2]: f2 is a tile T with 'book'"),
        ("board.grid.0.2.symbol", "map", "$.board.grid[0][2]: f2 is a tile T with 'book'"),
        ("board.grid.1.1.mark", "swap", "$.board.grid[1][1]: no more than 0 marks 'swap' were expected"),
        ("board.grid.0.0.mark", "wall", "$.board.grid[0][0]: a mark (wall) was expected on tiles without"),
        # players
        ("players", [], "$.players: 1 to 4 players were expected"),
        ("players.0.id", "P2", '$.players[0].id: "P1" was expected'),
        ("players.1.color", "red", '$.players[1].color: "blue" was expected'),
        ("players.1.start.r", 0, '$.players[1].start: {"r":4,"c":4} was expected'),
        ("players.1.pos.r", 5, "$.players[1].pos: a cell of the board, a1 to e5, was expected"),
        ("players.0.pos.c", -1, "$.players[0].pos: a cell of the board"),
        ("players.0.deck.1", "book", "$.players[0].deck[1]: the card 'book' lies there a second time"),
        ("players.1.deck.0", "book", "$.players[1].deck[0]: the card 'book' lies there a second time"),
        ("players.1.deck.0", "ring", "$.players[1].deck[0]: there is no treasure 'ring' in this game"),
        ("players.1.found.0", "book", "$.players[1].found[0]: the card 'book' lies there a second time"),
        ("players.1.found.0", "?", "$.players[1].found[0]: there is no treasure '?'"),
        ("players.1.found", [], "$.players[1].deck: 2 cards were dealt, so 2 were expected here and 0 found, not 1"),
        ("players.0.deck", ["book"], "$.players[0].deck: 2 cards were dealt"),
        ("players.0.seen", ["P1"], "$.players[0].seen: somebody who has seen the top card of a pile of others"),
        ("players.0.seen", ["P3"], "$.players[0].seen[0]: one of P1, P2 was expected"),
        # the turn, and what was before it
        ("turn.active_player", "P3", "$.turn.active_player: one of P1, P2 was expected"),
        ("turn.round", 0, "$.turn.round: a turn from 1 on was expected"),
        ("turn.another_turn", 1, "$.turn.another_turn: Expected `bool`, got `int`"),
        ("last_insertion", None, "$.last_insertion: the arrow of the last push was expected"),
        ("last_insertion", DELETE, "$: Object missing required field `last_insertion`"),
        ("last_insertion.row", 2, "$.last_insertion: one of the game’s 8 arrows was expected"),
        ("winners", ["P1"], "$.winners: nobody was expected at the end of player 1’s walk"),
        ("winners", ["P9"], "$.winners[0]: one of P1, P2 was expected"),
        # the log
        ("event_log", [ENTRY, {**ENTRY, "event": "jump"}], "$.event_log[1].event: Invalid value 'jump'"),
        ("event_log", [{**ENTRY, "player": "P3"}], "$.event_log[0]: players among P1, P2 were expected"),
        ("event_log", [ENTRY, {**ENTRY, "round": 13}], "$.event_log[1]: a round from 1 to 12 was expected"),
        ("event_log", [{**ENTRY, "to": {"r": 5, "c": 0}}], "$.event_log[0]: cells of the board were expected"),
        ("event_log", [INSERT], "$.last_insertion: e2 W was expected, the last insertion told of"),
        ("event_log", [{**INSERT, "tile_id": "t99"}], "$.event_log[0]: an arrow and tiles of this game were expected"),
        (
            "event_log",
            [{"event": "collect", "round": 1, "player": "P1", "symbol": "keys", "at": {"r": 0, "c": 0}}],
            "$.event_log[0]: a treasure that P1 has found was expected",
        ),
        (
            "event_log",
            [{"event": "use", "round": 1, "player": "P1", "mark": "swap", "on": "P2"}],
            "$.event_log[0]: a mark of this game was expected",
        ),
    ],
)
def test_contradictory_json_is_refused_with_the_path(path, value, words):
    with pytest.raises(RecordError, match="^" + re.escape(words)):
        from_json(put(DATA, path, value))


def test_impossible_bonuses_phases_and_team_cards_are_refused():
    data = plain(play(maze(ROWS), "push b1 S 0", "walk a1"))
    with pytest.raises(
        RecordError, match=r"^\$\.turn: nothing was expected: no tile of this game bears the mark 'wall'"
    ):
        from_json(put(data, "turn.through_wall", True))
    data = plain(play(maze(ROWS), "push b1 S 0"))
    with pytest.raises(RecordError, match=r"^\$\.turn\.phase: push or walk was expected"):
        from_json(put(data, "turn.phase", "mark"))
    first = plain(maze(ROWS))
    with pytest.raises(RecordError, match=r"^\$\.last_insertion: the arrow of the last push"):
        from_json(put(first, "turn.phase", "walk"))
    data = plain(deal(players=4, teams=True))
    data["players"][2]["deck"].reverse()
    with pytest.raises(RecordError, match=r"^\$\.players\[2\]\.deck: the same cards as those of the others"):
        from_json(data)
    with pytest.raises(RecordError) as caught:
        from_json({})
    again = copy.copy(caught.value)
    assert (str(again), again.path) == (str(caught.value), "$")


@pytest.mark.parametrize("data", [None, [], 1, "x", {}, {"players": []}, b"{}", {1: 2}, {"a": {1, 2}}])
def test_malformed_json_records_are_refused(data):
    with pytest.raises(RecordError, match=r"^\$: "):
        from_json(data)
