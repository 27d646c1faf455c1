"""Games for programs, without the protocol: seats and tokens, computers, undo, and nothing hidden told."""

import json
from concurrent.futures import CancelledError
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

from logic import players
from logic.core import Hint, Level, Message, never
from logic.game import redact
from logic.hosting import token_hash
from logic.llm import adviser as advised
from logic.llm.adviser import brief, synopsis
from logic.llm.settings import AdviserConfig
from logic.mcp import games as games_module
from logic.mcp.games import DAY, NOT_THINKING, HostedGame
from logic.registry import GAMES, game_config
from logic.terminal import Problem
from logic.text import Text
from tests.services.programs.mcphands import EN, by_turn, do, new_hosted_game, tables
from tests.support.advicefakes import Scripted, first_choice
from tests.support.positions.briefed import positions, seats, session_at

SOMEWHERE = AdviserConfig(base_url="http://localhost:1/v1", model="tiny")


# -- games and seats


def test_games_are_listed_computers_have_no_token_and_seeds_repeat_deals():
    listed = tables().games(EN).games
    assert [entry.game for entry in listed] == list(GAMES)
    for entry in listed:
        assert [one.variant for one in entry.variants] == list(game_config(entry.game).variants)
        assert players.MODEL not in entry.computers
    assert tables().games(Text("hu")) != tables().games(EN)
    at = tables()
    begun = at.begin("lgame", "blitz", ["gentle", "human"], 3)
    assert [(seat.player, seat.token is None) for seat in begun.seats] == [("gentle", True), ("human", False)]
    token = begun.seats[1].token
    standing = do(at, token, "standing")
    assert standing.your_turn
    assert standing.players == ("gentle", "human")
    dealt = []
    for seed in (5, 5, None, None):
        at = tables(seed=len(dealt))
        _, (token, _) = new_hosted_game(at, "coatl", seed=seed)
        dealt.append(do(at, token, "position").position)
    assert dealt[0] == dealt[1]
    assert len({json.dumps(one) for one in dealt}) == 3


@pytest.mark.parametrize(
    ("name", "seats", "variant"),
    [
        ("lgame", ["human", "gentle"], None),
        ("dragon", None, None),
        ("jumpin", None, None),
        ("labyrinth", ["child", "human"], None),
        ("coatl", ["human"], "solo"),
        pytest.param("coatl", ["human", "novice"], None, marks=pytest.mark.thorough),
    ],
)
def test_following_the_advice_finishes_every_game(name, seats, variant):
    at = tables()
    _, (token,) = new_hosted_game(at, name, seats, seed=3, variant=variant)
    standing = do(at, token, "standing")
    for _ in range(200):
        if standing.over:
            break
        for move in do(at, token, "suggestion").moves:
            standing = do(at, token, "play", move).standing
    assert standing.over
    assert standing.result
    assert standing.to_move is None
    assert not do(at, token, "moves").moves
    for ask in (("suggestion",), ("play", "pass")):
        with pytest.raises(Problem, match="The game is over"):
            do(at, token, *ask)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "game: there is no 'chess'; there are lgame, dragon"),
        ({"game": "x" * 5000}, "game: there is no 'xxx"),
        ({"variant": "huge"}, "variant: labyrinth has no 'huge'; there are classic_2017"),
        ({"seats": ["human"]}, "seats: 1 were given, but this variant is for 2 or 3 or 4"),
        ({"seats": ["human"] * 5}, "seats: 5 were given"),
        ({"seats": ["human", "genius"]}, "seats: there is no 'genius'; there are human, child"),
        ({"seats": ["human", "random"]}, "seats: there is no 'random'"),
        ({"seats": ["human", "model"]}, "seats: there is no 'model'"),
        ({"seats": ["human", ""]}, "seats: there is no ''"),
        ({"seats": ["child", "child"]}, "one of them at least must be human"),
        ({"variant": "solo", "seats": ["child"]}, "seats: there is no 'child'; there are human"),
    ],
)
def test_an_invalid_setup_is_refused_in_one_line(asked, said):
    wanted = {"game": "labyrinth", "variant": None, "seats": None, "seed": 1, **asked}
    with pytest.raises(Problem, match=said) as refused:
        tables().begin(**wanted)
    assert len(str(refused.value)) < 200


def test_the_number_of_games_is_limited_and_a_finished_one_is_evicted(monkeypatch):
    monkeypatch.setattr(games_module, "MOST_TABLES", 3)
    at = tables()
    _, (over,) = new_hosted_game(at, "jumpin", None, seed=3)
    _, (first, _) = new_hosted_game(at, "lgame")
    new_hosted_game(at, "lgame")
    with pytest.raises(Problem, match="there are 3 games going on"):
        new_hosted_game(at, "lgame")
    while not do(at, over, "standing").over:
        do(at, over, "play", do(at, over, "suggestion").moves[0])
    new_hosted_game(at, "lgame")
    assert do(at, first, "standing").your_turn
    with pytest.raises(Problem, match="token: no seat"):
        do(at, over, "standing")


def test_a_game_unused_for_a_day_is_evicted_oldest_first(monkeypatch):
    monkeypatch.setattr(games_module, "MOST_TABLES", 3)
    now = [1000.0]
    at = tables(clock=lambda: now[0])
    kept, saved, forgotten = (new_hosted_game(at, "lgame") for _ in range(3))
    do(at, saved[1][0], "save")
    seen = do(at, saved[1][0], "position")
    now[0] += DAY - 1
    do(at, kept[1][1], "standing")
    with pytest.raises(Problem, match="there are 3 games going on; finish or leave one of them first"):
        new_hosted_game(at, "lgame")
    now[0] += 1
    new_hosted_game(at, "lgame")
    new_hosted_game(at, "lgame")
    with pytest.raises(Problem, match="there are 3 games going on"):
        new_hosted_game(at, "lgame")
    assert do(at, kept[1][0], "standing").your_turn
    for _, (token, _) in (saved, forgotten):
        with pytest.raises(Problem, match="has to be loaded first"):
            do(at, token, "standing")
    now[0] += DAY
    at.load(saved[0], saved[1][0])
    assert do(at, saved[1][0], "position") == seen


def test_a_finished_game_is_evicted_before_an_unused_one(monkeypatch):
    monkeypatch.setattr(games_module, "MOST_TABLES", 2)
    now = [0.0]
    at = tables(clock=lambda: now[0])
    _, (forgotten, _) = new_hosted_game(at, "lgame")
    now[0] = DAY
    _, (left, _) = new_hosted_game(at, "lgame")
    do(at, left, "leave")
    new_hosted_game(at, "lgame")
    assert do(at, forgotten, "standing").your_turn


# -- leaving


def test_leaving_ends_the_game_or_passes_the_seat_to_a_computer():
    at = tables()
    _, (first, second) = new_hosted_game(at, "lgame")
    said = do(at, first, "leave")
    assert (said.over, said.winners, said.to_move, said.your_turn) == (True, (2,), None, False)
    told = do(at, second, "told")
    assert told.synopsis == told.standing.result == "Player 1 gave up."
    assert not do(at, second, "moves").moves
    for token, ask in product((first, second), ("leave", "suggestion", "undo")):
        with pytest.raises(Problem):
            do(at, token, ask)
    at = tables()
    _, (token,) = new_hosted_game(at, "jumpin", ["human"])
    assert do(at, token, "leave").result == "You gave up."
    at = tables()
    _, tokens = new_hosted_game(at, "labyrinth", ["human"] * 3)
    mover = next(token for token in tokens if do(at, token, "standing").your_turn)
    said = do(at, mover, "leave")
    assert not said.over
    assert said.players[said.your_seat - 1] in players.own_levels(GAMES["labyrinth"])
    assert said.to_move != said.your_seat
    for ask in ("suggestion", "undo"):
        with pytest.raises(Problem):
            do(at, mover, ask)
    with pytest.raises(Problem, match="you have left this game; a computer plays on in your seat"):
        do(at, mover, "leave")
    second, third = (token for token in tokens if token != mover)
    assert do(at, second, "standing").your_turn != do(at, third, "standing").your_turn
    assert not do(at, second, "leave").over
    assert do(at, third, "standing").your_turn
    assert do(at, third, "leave").over
    at = tables()
    for _ in range(2 * games_module.MOST_TABLES):
        _, (token, _) = new_hosted_game(at, "lgame")
        do(at, token, "leave")


# -- turns


def test_out_of_turn_no_moves_are_listed_and_refusals_are_translated():
    at = tables()
    _, tokens = new_hosted_game(at, "labyrinth")
    first, second = by_turn(at, tokens)
    assert do(at, first, "moves").moves
    waiting = do(at, second, "moves")
    assert not waiting.your_turn
    assert not waiting.moves
    before = do(at, first, "position")
    for ask in (("play", do(at, first, "moves").moves[0]), ("suggestion",)):
        with pytest.raises(Problem, match=r"It is not your turn: you are player \d, and player \d is to move"):
            do(at, second, *ask)
    assert do(at, first, "position") == before
    at = tables()
    _, (first, _) = new_hosted_game(at, "lgame", variant="blitz")
    do(at, first, "play", do(at, first, "moves").moves[0])
    refusal = Message("This move cannot be taken back.")
    for language in ("en", "pl"):
        text = Text(language)
        with pytest.raises(Problem, match=text.say(refusal)):
            do(at, first, "undo", text=text)


@pytest.mark.parametrize("move", ["", " ", "nonsense", "{0.__class__}", "\n", "x" * 200, "\u202e"])
def test_an_unlisted_move_is_refused_and_changes_nothing(move):
    at = tables()
    first, _ = by_turn(at, new_hosted_game(at, "coatl")[1])
    before = do(at, first, "position")
    with pytest.raises(Problem, match="is not a move that can be made now"):
        do(at, first, "play", move)
    assert do(at, first, "position") == before


def test_undo_works_within_the_turn_or_with_the_computers_reply_if_allowed():
    at = tables()
    _, (first, second) = new_hosted_game(at, "lgame")
    before = do(at, first, "position")
    do(at, first, "play", do(at, first, "moves").moves[0])
    assert do(at, first, "position") != before
    with pytest.raises(Problem, match="not yours"):
        do(at, second, "undo")
    do(at, first, "undo")
    assert do(at, first, "position") == before
    with pytest.raises(Problem, match="not yours"):
        do(at, first, "undo")
    at = tables()
    _, (first,) = new_hosted_game(at, "lgame", ["human", "gentle"])
    play_turn(at, first)
    after = do(at, first, "position")
    with pytest.raises(Problem, match="cannot be taken back"):
        do(at, first, "undo")
    assert do(at, first, "position") == after
    at = tables()
    _, (token,) = new_hosted_game(at, "lgame", ["human", "gentle"], variant="practice")
    before = do(at, token, "position")
    play_turn(at, token)
    while do(at, token, "position") != before:
        assert do(at, token, "undo").standing.your_turn
    with pytest.raises(Problem, match="not yours"):
        do(at, token, "undo")


def play_turn(at, token):
    """Play a whole turn of the L-Game by the first legal moves, and let the computer answer it."""
    for _ in ("lay", "shift"):
        do(at, token, "play", do(at, token, "moves").moves[0])


def test_advice_is_to_undo_a_lost_line_and_is_refused_without_a_coach():
    at = tables()
    _, (first, _) = new_hosted_game(at, "lgame", variant="blitz")
    with pytest.raises(Problem, match="without advice"):
        do(at, first, "suggestion")
    at = tables()
    _, (token,) = new_hosted_game(at, "jumpin", ["human"], seed=1)
    before = do(at, token, "position").position
    for move in ("hop R2 2,4", "hop R2 4,4"):
        do(at, token, "play", move)
    said = do(at, token, "suggestion")
    assert said.moves == ()
    assert said.reason.startswith("Take back the last 2 moves: they led away.")
    for _ in range(2):
        do(at, token, "undo")
    assert do(at, token, "position").position == before
    assert do(at, token, "suggestion").moves


# -- computers


def level_that(choose):
    return Level(Message("Odd"), Message("Odd."), choose)


def test_a_failing_computer_falls_back_to_simple_moves_reported_once(monkeypatch):
    def choose(state, dice, stop):
        raise ZeroDivisionError

    monkeypatch.setitem(GAMES["lgame"].LEVELS, "odd", level_that(choose))
    at = tables()
    _, (token,) = new_hosted_game(at, "lgame", ["odd", "human"])
    standing = do(at, token, "standing")
    assert standing.your_turn
    assert standing.trouble == EN.say(NOT_THINKING)
    assert do(at, token, "standing").trouble == ""


def test_computer_and_adviser_dice_are_independent_of_the_deal_seed(monkeypatch):
    rolled = []

    def choose(state, dice, stop):
        rolled.append(dice.seed())
        return state.legal_moves()[0]

    def hint(state, dice, stop):
        return Hint((choose(state, dice, stop),), Message("Odd."))

    def dice_at(drawn, dealt):
        rolled.clear()
        at = tables(drawn)
        _, (token,) = new_hosted_game(at, "lgame", ["odd", "human"], seed=dealt)
        do(at, token, "suggestion")
        return tuple(rolled)

    monkeypatch.setitem(GAMES["lgame"].LEVELS, "odd", level_that(choose))
    monkeypatch.setattr(GAMES["lgame"].ANALYSIS, "hint", hint)
    assert len({dice_at(1, dealt) for dealt in (0, 7, 2**53 - 1)}) == 1
    assert len({dice_at(drawn, 7) for drawn in (1, 2, 3)}) == 3
    assert len(set(dice_at(1, 7))) == len(rolled) == 3, "two moves of the computer, and the advice after them"


def test_waiting_for_a_busy_game_can_be_cancelled():
    at = tables()
    _, (token, _) = new_hosted_game(at, "lgame")
    table, _ = at.at(token)
    with table._held(EN, never), pytest.raises(CancelledError):
        do(at, token, "standing", stop=lambda: True)
    assert do(at, token, "standing").your_turn


def test_the_language_model_plays_and_advises_only_if_configured(monkeypatch):
    asked = []

    def reach(config, _key):
        asked.append(config)
        return None if config is None else Scripted(first_choice)

    monkeypatch.setattr(advised, "reach", reach)
    at = tables()
    _, (token, _) = new_hosted_game(at, "lgame")
    assert do(at, token, "suggestion").source == "builtin"
    assert asked == [None]
    at = tables(config=SOMEWHERE)
    assert "model" in at.games(EN).games[0].computers
    _, (token,) = new_hosted_game(at, "lgame", ["model", "human"])
    assert do(at, token, "standing").your_turn
    said = do(at, token, "suggestion")
    assert (said.source, said.reason) == ("model", "The language model: It is the first one.")
    assert asked[1:] == [SOMEWHERE] * len(asked[1:])


# -- nothing hidden


@given(positions(games=("labyrinth", "coatl", "dragon")))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_answers_equal_those_of_the_redacted_position(found):
    game, state = found
    table = HostedGame("0" * 12, session_at(game, state), tuple(map(token_hash, map(str, seats(state)))), own_seed=7)
    for viewer in seats(state):
        view = redact(game, state, viewer)
        known = brief(game, view, viewer, "en")
        assert table.position(viewer, EN, never).position == known.position
        assert table.told(viewer, EN, never).synopsis == synopsis(game, view, viewer, "en")
        moves = table.moves(viewer, EN, never)
        assert moves.moves == (known.moves if moves.your_turn else ())
