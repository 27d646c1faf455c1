"""What a language model is told: short, in the player's language, complete, and nothing that its seat may not know."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic import coatl, dragon, jumpin, labyrinth, lgame
from logic.coatl.rules import unseen_prophecies, unseen_temples
from logic.core import Cell, Dice, Message
from logic.dragon.rules import begin as begin_in_the_dark
from logic.game import narration_of, redact, sample
from logic.jumpin.board import Board
from logic.jumpin.rules import begin
from logic.llm.adviser import LARGEST_POSITION, LONGEST, SHORTEST, Overseen, brief, constraints, synopsis
from logic.registry import GAMES
from logic.text import LANGUAGES, Text
from tests import cardgame, meadows, nullgame
from tests.briefed import SEEDS, TABLES, bytes_of, played, positions, seats, views
from tests.labyrinths import largest_board, random_board, with_other_secrets
from tests.laws.test_dragon_laws import game as dragon_game

LONGEST_SENTENCE = LONGEST - SHORTEST - 1
"""A sentence that finds no room is no longer than this, so what is told without it is long enough."""
LONGEST_RULES = 1600


def check_synopsis(game, view, viewer, language):
    """What is told is as long as it should be, and so it would be with the next sentence left out."""
    text = Text(language)
    sentences = [text.say(part) for part in narration_of(game).synopsis(view, viewer)]
    assert max(map(len, sentences)) <= LONGEST_SENTENCE, max(sentences, key=len)
    said = synopsis(game, view, viewer, language)
    assert SHORTEST <= len(said) <= LONGEST
    assert said.startswith(sentences[0])
    assert not set("{}\n") & set(said)


# -- as long as it should be, in every language


@pytest.mark.parametrize("language", LANGUAGES)
@given(views())
@settings(max_examples=30)
def test_a_synopsis_has_300_to_500_characters_in_every_language(language, seen):
    check_synopsis(*seen, language)


@pytest.mark.parametrize("language", LANGUAGES)
@given(SEEDS)
@settings(max_examples=8)
def test_so_it_has_in_labyrinths_of_every_kind(language, seed):
    for state, _ in dragon_game(seed, turns=20):
        check_synopsis(dragon, redact(dragon, state, 0), 0, language)


@pytest.mark.parametrize("language", LANGUAGES)
@given(meadows.positions())
@settings(max_examples=12)
def test_so_it_has_on_meadows_of_every_size(language, laid):
    board, text = laid
    check_synopsis(jumpin, begin(text, board), 0, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_it_has_on_a_crowded_meadow_and_on_an_empty_one(language):
    slanting = tuple(Cell(row, 6 - row) for row in range(7))
    crowded = "RMMMMMM/MRMMMMM/MMRMMMM/MMMRMMM/MMMMRMM/MMMMMRM/MMMMMM."
    empty = "R../.../..."
    for text, board in ((crowded, Board(7, 7, slanting, (), ())), (empty, Board(3, 3, (Cell(2, 2),), (), ()))):
        check_synopsis(jumpin, begin(text, board), 0, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_it_has_in_the_largest_labyrinth(language):
    for view in large_views():
        check_synopsis(dragon, view, 0, language)


def large_views():
    """Views of the largest labyrinth: in the dark, and all of it seen with as many knights as can be on the board."""
    board = largest_board()
    dark = begin_in_the_dark(board)
    lit = begin_in_the_dark(board, open_map=True)
    cells = board.cells()
    knights = tuple(replace(knight, fate="board", cell=cells[7 * n]) for n, knight in enumerate(lit.knights))
    return [redact(dragon, state, 0) for state in (dark, lit, replace(lit, knights=knights))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_of_a_turn_are_a_few_lines(game, language):
    for name, params in TABLES:
        if GAMES[name] is game:
            said = constraints(game, played(name, params, 1, 0), language)
            assert 300 <= len(said) <= LONGEST_RULES
            assert 3 <= len(said.splitlines()) <= 12
            assert not set("{}") & set(said)


def test_a_synopsis_is_said_in_the_language_that_is_asked_for():
    state = lgame.new(lgame.Params(), Dice(1))
    said = {synopsis(lgame, state, 0, language) for language in LANGUAGES}
    turns = {Text(language).say(Message("It is your turn.")) for language in LANGUAGES}
    assert len(said) == len(turns)


# -- the position and the moves


@given(views())
def test_a_position_is_a_few_kilobytes_of_json(seen):
    told = brief(*seen, "en")
    assert 100 <= len(told.json.encode()) <= LARGEST_POSITION
    assert msgspec.json.decode(told.json) == told.position


def test_a_large_map_is_cut_to_what_lies_around_the_knights_and_says_so():
    for view, is_cut in zip(large_views(), (False, True, True), strict=True):
        told = brief(dragon, view, 0, "en")
        assert len(told.json.encode()) <= LARGEST_POSITION
        assert told.position["map"]["cut"] == is_cut
        assert told.position["map"]["rows"]


@given(SEEDS)
@settings(max_examples=20)
def test_a_small_map_is_told_whole(seed):
    state = begin_in_the_dark(random_board(Dice(seed)), open_map=True)
    rows = brief(dragon, redact(dragon, state, 0), 0, "en").position["map"]
    assert not rows["cut"]
    assert sum(len(row.split(": ")[1].split(" ")) for row in rows["rows"]) == state.board.height * state.board.width


@given(views())
def test_who_is_to_move_is_told_the_legal_moves_and_nobody_else(seen):
    game, view, viewer = seen
    legal = tuple(map(str, view.legal_moves()))
    assert brief(game, view, viewer, "en").moves == (legal if view.player == viewer else ())


def test_a_game_without_words_of_its_own_is_told_by_its_picture():
    state = nullgame.new(nullgame.Params(), Dice(1))
    told = brief(nullgame, state, 0, "en")
    assert told.game == "nullgame"
    assert told.synopsis == "It is your turn. You are Player 1. There are 3 legal moves."
    assert told.position == {"picture": str(state).splitlines()}
    assert told.moves == ("take 1", "take 2", "take 3")


# -- nothing hidden


def hidden_otherwise(game, state, viewer, seed):
    """A position that differs from another only in what a viewer cannot know."""
    if game is dragon:
        return with_other_secrets(state, Dice(seed))
    return sample(game, state, viewer, Dice(seed)) or state


@given(positions(), SEEDS, st.sampled_from(sorted(LANGUAGES)))
def test_positions_that_differ_only_in_what_is_hidden_are_told_alike_byte_for_byte(laid, seed, language):
    game, state = laid
    for viewer in seats(state):
        one, other = (
            brief(game, redact(game, each, viewer), viewer, language)
            for each in (state, hidden_otherwise(game, state, viewer, seed))
        )
        assert bytes_of(one) == bytes_of(other)


@given(SEEDS)
@settings(max_examples=10)
def test_so_are_labyrinths_of_every_kind(seed):
    for state, _ in dragon_game(seed, turns=20):
        views_of = (redact(dragon, each, 0) for each in (state, with_other_secrets(state, Dice(seed))))
        one, other = (brief(dragon, view, 0, "en") for view in views_of)
        assert bytes_of(one) == bytes_of(other)


@given(SEEDS, st.integers(0, 5))
def test_so_are_hands_of_cards_in_a_game_that_tells_only_its_picture(seed, moves):
    state = cardgame.new(cardgame.Params(), Dice(seed))
    for _ in range(moves):
        state = state.apply(state.legal_moves()[0]).state
    for viewer in (0, 1):
        other = cardgame.sample(state, viewer, Dice(seed + 1))
        one, two = (brief(cardgame, redact(cardgame, each, viewer), viewer, "en") for each in (state, other))
        assert bytes_of(one) == bytes_of(two)


def test_the_law_above_would_see_a_difference():
    state = played("coatl", coatl.Params(first=0), 3, 0)
    own, other = (brief(coatl, redact(coatl, state, viewer), viewer, "en") for viewer in (0, 1))
    assert bytes_of(own) != bytes_of(other)
    changed = state.with_seat(replace(state.seat, prophecies=state.seat.prophecies[1:]))
    assert bytes_of(brief(coatl, redact(coatl, changed, 0), 0, "en")) != bytes_of(own)


@given(positions(games=("coatl",)))
def test_no_card_of_another_hand_is_named(laid):
    _, state = laid
    for viewer in seats(state):
        view = redact(coatl, state, viewer)
        told = brief(coatl, view, viewer, "en")
        unseen = {*unseen_prophecies(view), *unseen_temples(view)}
        assert not [card for card in unseen if f'"{card}"' in told.json]
        named = set(told.synopsis.replace(",", " ").replace(".", " ").split())
        assert not named & {card.removeprefix("temple:") for card in unseen}


@given(positions(games=("labyrinth", "coatl", "dragon"), most=30))
@settings(max_examples=30)
def test_a_position_that_holds_more_than_its_viewer_may_know_is_refused(laid):
    game, state = laid
    for viewer in seats(state):
        if redact(game, state, viewer) != state:
            for told in (brief, synopsis):
                with pytest.raises(Overseen, match=f"seat {viewer} "):
                    told(game, state, viewer, "en")


def test_the_seed_of_a_deal_is_not_told():
    state = labyrinth.new(labyrinth.Params(maze=3562), Dice(1))
    assert "3562" not in brief(labyrinth, redact(labyrinth, state, 0), 0, "en").json
