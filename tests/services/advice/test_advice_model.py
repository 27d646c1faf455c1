"""A language model behind a hostile server: the game goes on, the player is told why, the key stays hidden."""

import json
import logging
import os
import pickle
import socket
import sys
import threading
import time
from concurrent.futures import CancelledError

import pytest

from logic import jumpin
from logic.core import Dice, never
from logic.engine.worker import Thinker
from logic.llm import adviser
from logic.llm.adviser import reach
from logic.llm.answer import ModelTrouble
from logic.llm.endpoint import HttpModel
from logic.llm.settings import AdviserConfig
from logic.session import Seat, Session, Setup, setup_params
from tests.support.advicefakes import CASES, KEY, LATE, ODD_BUT_GOOD, Case, served
from tests.support.processes import run, wait_for

START = jumpin.new(jumpin.Params(), Dice(1))
SOON, PATIENCE = 0.6, 60.0
AT_ONCE = PATIENCE / 2
"""Seconds, on any busy machine; heeding a stop only when the request is over would take all of ``PATIENCE``."""
QUESTION = ({"role": "system", "content": "Advise."}, {"role": "user", "content": "What now?"})
SCHEMA = {"type": "object", "properties": {"move": {"type": "string", "enum": ["a"]}}}


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)


def config_for(server, **changes):
    return AdviserConfig(**{"base_url": server.base_url, "model": "fake", "timeout": PATIENCE, **changes})


def game():
    params = jumpin.Params()
    return Session(jumpin, Setup("jumpin", "", setup_params(jumpin, params), 1, (Seat(level="model"),)))


# -- hostile servers


@pytest.mark.parametrize("case", CASES, ids=str)
def test_any_server_reply_yields_a_move_and_troubles_are_reported(case: Case, caplog):
    caplog.set_level(logging.DEBUG)
    session = game()
    with served(case.serve) as server:
        late = case.told == LATE
        url = server.base_url.replace("http", case.scheme, 1)
        config = config_for(server, base_url=url, timeout=SOON if late else PATIENCE)
        begun = time.monotonic()
        advice = adviser.turn(jumpin, session.state, config, "en", Dice(1), never)
        took = time.monotonic() - begun
    assert took < PATIENCE
    for move in advice.hint.moves:
        session.play(move)
    assert session.ply == len(advice.hint.moves) > 0
    if case.told:
        told = case.told.replace("{host}", config.host)
        assert (advice.source, str(advice.trouble)) == ("builtin", f"{told} The built-in adviser answers.")
    else:
        assert (advice.source, advice.trouble) == ("model", None)
    shown = [str(advice.hint.reason), repr(advice), str(session.save()), caplog.text, repr(config)]
    assert not [text for text in shown if KEY in text]


def test_redirects_are_not_followed_and_an_unreachable_server_is_an_error():
    with served(lambda request: request.say("{}")) as other:
        sent = {"Location": f"{other.base_url}/chat/completions"}
        with served(lambda request: request.reply("", 307, sent)) as server, pytest.raises(ModelTrouble):
            HttpModel(config_for(server)).ask(QUESTION, SCHEMA, never)
        assert (len(server.requests), len(other.requests)) == (1, 0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        config = AdviserConfig(base_url=f"http://127.0.0.1:{free.getsockname()[1]}", model="fake")
        with pytest.raises(ModelTrouble, match=r"127\.0\.0\.1:\d+ cannot be reached"):
            HttpModel(config).ask(QUESTION, SCHEMA, never)


def test_all_retries_of_one_advice_share_its_timeout():
    def slow(request):
        request.stopping.wait(0.35)
        request.say("no move at all")

    with served(slow) as server:
        advice = adviser.turn(jumpin, START, config_for(server, timeout=SOON, tries=10), "en", Dice(1), never)
    assert str(advice.trouble).startswith(LATE)
    assert advice.tries < 10


# -- what is sent


def test_the_request_has_openai_format_with_a_strict_schema():
    with served(lambda request: request.say("good")) as server:
        assert HttpModel(config_for(server, most_tokens=77)).ask(QUESTION, SCHEMA, never) == "good"
    (request,) = server.requests
    assert request.head.startswith("POST /v1/chat/completions HTTP/1.1")
    assert json.loads(request.body) == {
        "model": "fake",
        "messages": list(QUESTION),
        "response_format": {"type": "json_schema", "json_schema": {"name": "advice", "strict": True, "schema": SCHEMA}},
        "max_tokens": 77,
    }


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_without_schema_support_is_retried_without_the_schema(status):
    def serve(request):
        if b"response_format" in request.body:
            request.reply("{}", status)
        else:
            request.say("good")

    with served(serve) as server:
        model = HttpModel(config_for(server))
        assert model.ask(QUESTION, SCHEMA, never) == "good"
        assert model.ask(QUESTION, SCHEMA, never) == "good"
    assert len(server.requests) == 3  # and it is not asked again for the same advice
    plain = json.loads(server.requests[1].body)
    assert set(plain) == {"model", "messages"}
    assert json.dumps(SCHEMA) in plain["messages"][0]["content"]


def test_the_key_is_sent_only_in_its_header_and_redacted_elsewhere(monkeypatch):
    with served(lambda request: request.say("good")) as server:
        HttpModel(config_for(server)).ask(QUESTION, SCHEMA, never)
    (request,) = server.requests
    assert f"authorization: bearer {KEY}\r\n" in request.head.lower()
    assert request.head.count(KEY) == 1
    assert KEY.encode() not in request.body
    with served(lambda request: request.say(f"You said {KEY}, {KEY}!")) as server:
        model = HttpModel(config_for(server))
        assert model.redact_key(model.ask(QUESTION, SCHEMA, never)) == "You said …, …!"
        assert KEY not in repr(vars(model))
    model = HttpModel(AdviserConfig(base_url="http://localhost:9/v1", model="fake"))
    assert repr(model) == "HttpModel('fake' at localhost:9)"
    assert KEY not in repr(vars(model))
    monkeypatch.delenv("QUINCUNX_API_KEY")
    said = "wants a key, and QUINCUNX_API_KEY holds none"
    with served(lambda request: request.reply("{}", 401)) as server, pytest.raises(ModelTrouble, match=said):
        HttpModel(config_for(server)).ask(QUESTION, SCHEMA, never)
    assert "authorization" not in server.requests[0].head.lower()


@pytest.mark.parametrize("key", ["sk-12\n34", "sk-ünmöglich", "sk 12", "k" * 5000])
def test_an_unsendable_key_is_an_error_that_does_not_reveal_the_key(monkeypatch, key):
    monkeypatch.setenv("QUINCUNX_API_KEY", key)
    said = "QUINCUNX_API_KEY holds no key that could be sent"
    with served(lambda request: request.say("good")) as server, pytest.raises(ModelTrouble, match=said) as caught:
        HttpModel(config_for(server)).ask(QUESTION, SCHEMA, never)
    assert server.requests == []
    assert key not in repr(caught.value)


def test_localhost_bypasses_the_proxy_and_an_invalid_proxy_is_reported(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "nonsense://")
    with served(lambda request: request.say("good")) as server:
        assert HttpModel(config_for(server)).ask(QUESTION, SCHEMA, never) == "good"
    monkeypatch.setenv("ALL_PROXY", "nonsense://")
    with pytest.raises(ModelTrouble, match="settings for proxies"):
        HttpModel(AdviserConfig(base_url="http://10.0.0.1/v1", model="fake")).ask(QUESTION, SCHEMA, never)


# -- off


def test_without_configuration_no_model_socket_or_http_code_is_loaded():
    assert reach(None) is None
    assert reach(AdviserConfig(base_url="http://localhost:1")) is None
    with pytest.raises(ValueError, match="base_url and model"):
        HttpModel(AdviserConfig())
    done = run(sys.executable, "-c", OFF)
    assert (done.stdout, done.stderr) == ("[]\n", "")


OFF = """
import socket, sys
def forbidden(*args, **kwargs):
    raise AssertionError("a socket")
socket.socket.__init__ = forbidden
from logic import players, registry
from logic.core import Dice, never
from logic.engine.worker import TASKS
for name in ("lgame", "jumpin", "labyrinth"):
    game = registry.GAMES[name]
    state = game.new(game.Params(), Dice(1))
    for seed in range(2):
        advice = TASKS["advise"](game, never, state, None, "en", seed)
        assert advice.source == "builtin" and advice.trouble is None
        assert players.choose(game, "model", state, Dice(seed), never) in state.legal_moves()
        for move in advice.hint.moves:
            state = state.apply(move).state
print(sorted(name for name in ("httpx", "httpcore", "anyio", "logic.llm.endpoint") if name in sys.modules))
"""


# -- cancelling


def stopped_after(seconds):
    """Return a stop that becomes true after so many seconds, and a list for the moment at which it did."""
    at = time.monotonic() + seconds
    return (lambda: time.monotonic() >= at), at


@pytest.mark.parametrize("name", ["never answers", "drips a byte at a time for ever", "says “soon” for ever"])
def test_a_running_request_ends_at_once_when_cancelled(name):
    case = next(case for case in CASES if case.name == name)
    with served(case.serve) as server:
        model = HttpModel(config_for(server))
        stop, at = stopped_after(0.3)
        with pytest.raises(CancelledError):
            model.ask(QUESTION, SCHEMA, stop)
        assert time.monotonic() - at < AT_ONCE


def test_an_endless_name_lookup_can_be_cancelled(monkeypatch):
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: released.wait(PATIENCE) or [])
    stop, at = stopped_after(0.3)
    try:
        with pytest.raises(CancelledError):
            HttpModel(AdviserConfig(base_url="http://attic.local/v1", model="fake")).ask(QUESTION, SCHEMA, stop)
        assert time.monotonic() - at < AT_ONCE
    finally:
        released.set()


def test_a_worker_cancels_a_request_and_answers_the_next():
    case = next(case for case in CASES if case.name == "drips a byte at a time for ever")
    with served(case.serve) as server, Thinker() as thinker:
        asked = thinker.ask("advise", "jumpin", START, config_for(server), "en", 1)
        wait_for(lambda: server.requests, "a request")
        begun = time.monotonic()
        thinker.cancel()
        with pytest.raises(CancelledError):
            asked.result(PATIENCE)
        assert time.monotonic() - begun < AT_ONCE
        again = thinker.ask("choose", "jumpin", START, "random", 1)
        assert again.result(PATIENCE) in START.legal_moves()


def test_advice_from_a_worker_does_not_contain_the_key():
    case = next(case for case in ODD_BUT_GOOD if "key" in case.name)
    with served(case.serve) as server, Thinker() as thinker:
        asked = thinker.ask("advise", "jumpin", START, config_for(server), "en", 1)
        advice = asked.result(PATIENCE)
    assert advice.source == "model"
    assert KEY in server.requests[0].head
    assert KEY.encode() not in pickle.dumps(advice)
    assert os.environ["QUINCUNX_API_KEY"] == KEY
