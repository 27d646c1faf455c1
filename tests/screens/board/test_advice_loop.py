"""The round of advice: what the model is sent, how answers are handled, and the fallback."""

import json
from concurrent.futures import CancelledError

import msgspec
import pytest

from logic import jumpin, labyrinth, lgame, registry
from logic.core import Dice, Message, never
from logic.engine.worker import Thinker
from logic.game import Analysis, redact
from logic.llm import adviser
from logic.llm.adviser import advise, brief, builtin
from logic.llm.answer import ModelTrouble, form_of
from logic.llm.settings import AdviserConfig
from logic.registry import new_setup
from logic.session import Seat, Session
from logic.text import Text
from scenes.shots.headless import ImmediateExecutor
from tests.games import cardgame
from tests.support.advicefakes import Scripted, first_choice
from tests.support.positions.cases import register_small

CONFIG = AdviserConfig(base_url="http://localhost:1/v1", model="fake")
START = jumpin.new(jumpin.Params(), Dice(1))
MAZE = labyrinth.new(labyrinth.Params(), Dice(1))
WRONG = '{"move": "hop R9 9,9", "reason": "It wins."}'


def advice_of(model, game=jumpin, state=START, config=CONFIG, language="en", stop=never):
    return advise(game, redact(game, state, state.player), model, config, language, Dice(1), stop)


# -- what the model is told


@pytest.mark.parametrize("name", registry.GAMES)
def test_the_prompt_holds_rules_position_and_allowed_answers(name):
    game = registry.GAMES[name]
    state = game.new(game.Params(), Dice(1))
    view = redact(game, state, state.player)
    model = Scripted(first_choice)
    advise(game, view, model, CONFIG, "en", Dice(1), never)
    system, user = model.told[0]
    told = brief(game, view, view.player, "en")
    assert [system["role"], user["role"]] == ["system", "user"]
    assert registry.game_config(name).title in system["content"]
    assert told.constraints in system["content"]
    assert told.synopsis in user["content"]
    assert told.json in user["content"]
    for field, values in form_of(game, view).items():
        assert f'"{field}": {json.dumps(values, ensure_ascii=False)}' in user["content"]


@pytest.mark.parametrize("language", ["de", "hu", "pl"])
def test_the_prompt_asks_for_a_reason_in_the_players_language(language):
    model = Scripted(first_choice)
    advice_of(model, language=language)
    assert {"de": "Deutsch", "hu": "Magyar", "pl": "Polski"}[language] in model.told[0][0]["content"]


# -- what becomes of an answer


def test_a_legal_answer_becomes_the_hint_with_a_sanitised_truncated_reason():
    advice = advice_of(Scripted('{"move": "hop R2 2,4", "reason": "<b>Up</b>, and away."}'))
    assert ([str(move) for move in advice.hint.moves], advice.source, advice.tries) == (["hop R2 2,4"], "model", 1)
    assert (str(advice.hint.reason), advice.trouble) == ("The language model: Up, and away.", None)
    assert advice.said == "Up, and away."
    # the model's text is an argument, never a msgid, and cut to length
    advice = advice_of(Scripted('{"move": "hop R2 2,4", "reason": "{text} {0.__class__} %s"}'))
    assert advice.hint.reason.args["text"] == "{text} {0.__class__} %s"
    assert Text("de").say(advice.hint.reason).endswith("{text} {0.__class__} %s")
    config = AdviserConfig(base_url="http://localhost:1/v1", model="fake", most_characters=50)
    advice = advice_of(Scripted(json.dumps({"move": "hop R2 2,4", "reason": "word " * 99})), config=config)
    assert advice.hint.reason.args["text"] == f"{' '.join(['word'] * 10)}…"


@pytest.mark.parametrize("reason", ["", 7, None, "<i></i>", "\u202e\x00"])
def test_an_answer_without_a_usable_reason_is_reported_as_giving_none(reason):
    advice = advice_of(Scripted(json.dumps({"move": "hop R2 2,4", "reason": reason})))
    assert (advice.source, str(advice.hint.reason)) == ("model", "The language model gives no reason.")
    assert advice.said == ""


def test_a_refused_answer_is_sent_back_truncated_with_the_reason():
    model = Scripted(WRONG, first_choice)
    advice = advice_of(model)
    assert (advice.source, advice.tries) == ("model", 2)
    first, second = model.told
    assert second[:2] == first
    assert second[2] == {"role": "assistant", "content": WRONG}
    assert second[3]["role"] == "user"
    assert second[3]["content"].startswith("“hop R9 9,9” is not a move that can be made now. Please answer once more")
    model = Scripted("words " * 9000, first_choice)
    advice_of(model)
    assert len(model.told[1][2]["content"]) <= 2000


@pytest.mark.parametrize("tries", [1, 2, 5])
def test_the_built_in_adviser_answers_after_the_last_failed_try(tries):
    config = AdviserConfig(base_url="http://localhost:1/v1", model="fake", tries=tries)
    model = Scripted(WRONG)
    advice = advice_of(model, config=config)
    assert len(model.told) == advice.tries == tries
    assert advice.source == "builtin"
    assert advice.hint == builtin(jumpin, START, Dice(1), never)
    word = "try" if tries == 1 else "tries"
    expected = f"The language model found no legal move in {tries} {word}. The built-in adviser answers."
    assert str(advice.trouble) == expected


def test_a_passing_error_counts_as_a_try_and_a_lasting_one_ends_the_round():
    trouble = Message("Oops.")
    passing = Scripted(ModelTrouble(trouble, passing=True), first_choice)
    assert (advice_of(passing).source, len(passing.told)) == ("model", 2)
    lasting = Scripted(ModelTrouble(trouble), first_choice)
    advice = advice_of(lasting)
    assert (advice.source, len(lasting.told)) == ("builtin", 1)
    assert str(advice.trouble) == "Oops. The built-in adviser answers."
    # only the last try at a turn is bound by what was said before
    push = MAZE.legal_moves()[5]
    away = json.dumps({"arrow": str(push.arrow), "rotation": push.rot, "destination": "nowhere", "reason": ""})
    model = Scripted(away, away, first_choice)
    advice = advice_of(model, labyrinth, MAZE)
    free, again, held = (schema["properties"]["arrow"]["enum"] for schema in model.schemas)
    assert len(free) == len(again) > 1
    assert held == [str(push.arrow)]
    assert (advice.source, advice.hint.moves[0]) == ("model", push)
    assert len(advice.hint.moves) == 2


# -- the way back


LED_AWAY = ("hop R2 2,4", "hop R2 4,4")
BACK = "Take back the last"


def led_away():
    """Return a puzzle in which moves have led away from the solution, and the positions on the way there."""
    states = [START]
    for text in LED_AWAY:
        move = next(move for move in states[-1].legal_moves() if str(move) == text)
        states.append(states[-1].apply(move).state)
    assert "led away" in str(jumpin.ANALYSIS.undo_hint(states, never).reason)
    return states


@pytest.mark.parametrize("model", [None, Scripted(WRONG), Scripted(ModelTrouble(Message("Oops.")))])
def test_the_built_in_adviser_advises_undo_after_moves_off_the_solution(model):
    states = led_away()
    advice = advise(jumpin, states[-1], model, CONFIG, "en", Dice(1), never, states)
    assert advice.source == "builtin"
    assert advice.hint == jumpin.ANALYSIS.undo_hint(states, never)
    assert (advice.trouble is None) is (model is None)
    without = advise(jumpin, states[-1], model, CONFIG, "en", Dice(1), never)
    assert without.hint.moves, "where nothing can be taken back, it goes on from here"


def test_hint_and_advice_suggest_undo_alike_unless_a_model_answers():
    states = led_away()
    with Thinker(ImmediateExecutor) as thinker:
        hint = thinker.ask("hint", "jumpin", states[-1], 1, states).result(5)
        advice = thinker.ask("advise", "jumpin", states[-1], None, "en", 1, states).result(5)
    assert hint == advice.hint == builtin(jumpin, states[-1], Dice(1), never, states)
    assert str(hint.reason).startswith(BACK)
    # a model that helps is not kept from it by the way back
    advice = advise(jumpin, states[-1], Scripted(first_choice), CONFIG, "en", Dice(1), never, states)
    assert advice.source == "model"


def test_only_positions_that_can_be_undone_are_considered_for_advice():
    session = Session(jumpin, new_setup("jumpin", None, (Seat(name="Anna"),), 1))
    assert adviser.known_positions(session) == ()
    session.play(session.state.legal_moves()[0])
    assert adviser.known_positions(session) == session.states
    strict = Session(jumpin, msgspec.structs.replace(session.setup, undo="never"))
    strict.play(strict.state.legal_moves()[0])
    assert adviser.known_positions(strict) == ()
    duel = Session(lgame, new_setup("lgame", None, (Seat(name="Anna"), Seat(name="Ben")), 1))
    duel.play(duel.state.legal_moves()[0])
    assert adviser.known_positions(duel) == (), "a game that does not look back"


# -- without a model, and without a choice


@pytest.mark.parametrize("name", registry.GAMES)
def test_without_a_model_the_built_in_adviser_advises_legal_moves(name):
    game = registry.GAMES[name]
    state = game.new(game.Params(), Dice(1))
    advice = advice_of(None, game, state)
    assert (advice.source, advice.tries, advice.trouble) == ("builtin", 0, None)
    assert str(advice.hint.reason)
    for move in advice.hint.moves:
        assert move in state.legal_moves()
        state = state.apply(move).state


def test_a_game_without_hints_is_advised_by_its_strongest_level(monkeypatch):
    monkeypatch.setattr(lgame, "ANALYSIS", Analysis())
    state = lgame.new(lgame.Params(), Dice(1))
    hint = builtin(lgame, state, Dice(1), never)
    assert hint.moves[0] in state.legal_moves()
    assert "strongest computer player" in str(hint.reason)


def test_the_model_is_not_asked_with_at_most_one_legal_move_or_when_cancelled(monkeypatch):
    register_small(monkeypatch)
    state = cardgame.new(cardgame.Params(), Dice(1))
    while len(state.legal_moves()) > 1:
        state = state.apply(state.legal_moves()[0]).state
    model = Scripted(first_choice)
    advice = advice_of(model, cardgame, state)
    assert model.told == []
    assert advice.hint.moves == tuple(state.legal_moves())
    # a game that is over needs no advice
    while state.legal_moves():
        state = state.apply(state.legal_moves()[0]).state
    advice = advice_of(Scripted(first_choice), cardgame, state)
    assert (advice.hint.moves, str(advice.hint.reason)) == ((), "The game is over.")
    # an answer that is no longer awaited is dropped
    with pytest.raises(CancelledError):
        advice_of(Scripted(first_choice), stop=lambda: True)
