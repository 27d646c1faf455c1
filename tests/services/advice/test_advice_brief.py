"""The brief for a language model: short, in the player's language, complete, and nothing that its seat may not know."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings

from logic import dragon, jumpin, labyrinth, lgame
from logic.core import Cell, Dice, Message
from logic.dragon.rules import begin as begin_in_the_dark
from logic.game import narration_of, redact
from logic.jumpin.board import Board
from logic.jumpin.rules import begin
from logic.llm.adviser import LARGEST_POSITION, LONGEST, SHORTEST, UnredactedError, brief, constraints, synopsis
from logic.registry import GAMES
from logic.text import LANGUAGES, Text
from tests.games import nullgame
from tests.support.positions import jumpin as meadows
from tests.support.positions.briefed import SEEDS, TABLES, played, positions, seats, views
from tests.support.positions.dragon import largest_board, random_board

LONGEST_SENTENCE = LONGEST - SHORTEST - 1
"""A sentence that is left out is no longer than this, so a synopsis without it is long enough."""
LONGEST_RULES = 1600


def check_synopsis(game, view, viewer, language):
    """Check that a synopsis is as long as it should be, and would be so with the next sentence left out."""
    text = Text(language)
    sentences = [text.say(part) for part in narration_of(game).synopsis(view, viewer)]
    assert max(map(len, sentences)) <= LONGEST_SENTENCE, max(sentences, key=len)
    said = synopsis(game, view, viewer, language)
    assert SHORTEST <= len(said) <= LONGEST
    assert said.startswith(sentences[0])
    assert not set("{}\n") & set(said)


# -- the length, in every language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_synopsis_has_300_to_500_characters_in_every_language(language):
    """For any position of a game, on meadows crowded and empty, and in the largest labyrinth."""
    slanting = tuple(Cell(row, 6 - row) for row in range(7))
    crowded = "RMMMMMM/MRMMMMM/MMRMMMM/MMMRMMM/MMMMRMM/MMMMMRM/MMMMMM."
    empty = Board(3, 3, (Cell(2, 2),), (), ())
    for text, board in ((crowded, Board(7, 7, slanting, (), ())), ("R../.../...", empty)):
        check_synopsis(jumpin, begin(text, board), 0, language)
    for view in large_views():
        check_synopsis(dragon, view, 0, language)

    @given(views() | meadows.positions().map(lambda laid: (jumpin, begin(laid[1], laid[0]), 0)))
    @settings(max_examples=40)
    def everywhere(seen):
        check_synopsis(*seen, language)

    everywhere()


def large_views():
    """Return views of the largest labyrinth: in the dark, and all seen with as many knights as fit on the board."""
    board = largest_board()
    dark = begin_in_the_dark(board)
    lit = begin_in_the_dark(board, open_map=True)
    cells = board.cells()
    knights = tuple(replace(knight, fate="board", cell=cells[7 * n]) for n, knight in enumerate(lit.knights))
    return [redact(dragon, state, 0) for state in (dark, lit, replace(lit, knights=knights))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_of_a_turn_are_3_to_12_lines(game, language):
    for name, params in TABLES:
        if GAMES[name] is game:
            said = constraints(game, played(name, params, 1, 0), language)
            assert 300 <= len(said) <= LONGEST_RULES
            assert 3 <= len(said.splitlines()) <= 12
            assert not set("{}") & set(said)


def test_brief_uses_the_requested_language_and_falls_back_to_the_picture():
    state = lgame.new(lgame.Params(), Dice(1))
    said = {synopsis(lgame, state, 0, language) for language in LANGUAGES}
    turns = {Text(language).say(Message("It is your turn.")) for language in LANGUAGES}
    assert len(said) == len(turns)
    state = nullgame.new(nullgame.Params(), Dice(1))
    told = brief(nullgame, state, 0, "en")
    assert told.game == "nullgame"
    assert told.synopsis == "It is your turn. You are Player 1. There are 3 legal moves."
    assert told.position == {"picture": str(state).splitlines()}
    assert told.moves == ("take 1", "take 2", "take 3")


# -- the position and the moves


@given(views())
def test_the_position_is_valid_json_of_limited_size(seen):
    told = brief(*seen, "en")
    assert 100 <= len(told.json.encode()) <= LARGEST_POSITION
    assert msgspec.json.decode(told.json) == told.position


def test_a_large_map_is_cropped_around_the_knights_and_marked_as_cut():
    for view, is_cut in zip(large_views(), (False, True, True), strict=True):
        told = brief(dragon, view, 0, "en")
        assert len(told.json.encode()) <= LARGEST_POSITION
        assert told.position["map"]["cut"] == is_cut
        assert told.position["map"]["rows"]


@given(SEEDS)
@settings(max_examples=20)
def test_a_small_map_is_given_whole(seed):
    state = begin_in_the_dark(random_board(Dice(seed)), open_map=True)
    rows = brief(dragon, redact(dragon, state, 0), 0, "en").position["map"]
    assert not rows["cut"]
    assert sum(len(row.split(": ")[1].split(" ")) for row in rows["rows"]) == state.board.height * state.board.width


@given(views())
def test_only_the_player_to_move_is_given_the_legal_moves(seen):
    game, view, viewer = seen
    legal = tuple(map(str, view.legal_moves()))
    assert brief(game, view, viewer, "en").moves == (legal if view.player == viewer else ())


# -- nothing hidden


@given(positions(games=("labyrinth", "coatl", "dragon"), most=30))
@settings(max_examples=30)
def test_an_unredacted_position_is_refused(laid):
    game, state = laid
    for viewer in seats(state):
        if redact(game, state, viewer) != state:
            for told in (brief, synopsis):
                with pytest.raises(UnredactedError, match=f"seat {viewer} "):
                    told(game, state, viewer, "en")


def test_the_brief_does_not_contain_the_seed_of_the_deal():
    state = labyrinth.new(labyrinth.Params(maze=3562), Dice(1))
    assert "3562" not in brief(labyrinth, redact(labyrinth, state, 0), 0, "en").json
