"""The API key of a language model: from the player or the keyring to the server, and nowhere else."""

import json
import pickle

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, NoKeyringError

from logic.llm import settings
from logic.llm.answer import ModelTrouble
from logic.llm.endpoint import HttpModel, LocalServer, find_servers
from logic.llm.settings import AdviserConfig, ApiKey, KeyringTrouble
from tests.support.advicefakes import KEY, served

ADDRESS = "https://models.example.org/v1"


class FakeKeyring(KeyringBackend):
    """A keyring that stores what it is given, or raises what it is told to raise."""

    priority = 5

    def __init__(self, trouble=None):
        self.kept, self.trouble = {}, trouble

    def _open(self):
        if self.trouble is not None:
            raise self.trouble

    def get_password(self, service, username):
        self._open()
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self._open()
        self.kept[service, username] = password

    def delete_password(self, service, username):
        self._open()
        del self.kept[service, username]


class PlainTextKeyring(FakeKeyring):
    priority = 0.5


TROUBLES = (KeyringLocked(KEY), NoKeyringError(KEY), OSError(KEY), RuntimeError(KEY))


@pytest.fixture
def fake_keyring():
    before = keyring.get_keyring()
    found = FakeKeyring()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


def test_the_keyring_stores_a_key_per_address_unless_locked_or_plain_text(fake_keyring):
    assert settings.keep(ADDRESS, KEY)
    assert fake_keyring.kept == {(settings.SERVICE, ADDRESS): KEY}
    assert ApiKey(in_keyring=True).read(ADDRESS) == KEY
    with pytest.raises(KeyringTrouble):
        ApiKey(in_keyring=True).read("https://elsewhere.example.org/v1")
    settings.forget(ADDRESS)
    assert fake_keyring.kept == {}
    settings.forget(ADDRESS)
    plain = PlainTextKeyring()
    keyring.set_keyring(plain)
    assert not settings.keep(ADDRESS, KEY)
    assert plain.kept == {}
    fake_keyring.trouble = KeyringLocked(KEY)
    told = pytest.raises(ModelTrouble, match="keyring does not give out the key")
    with served(lambda request: request.say("yes")) as server, told:
        ask(server, ApiKey(in_keyring=True))
    assert server.requests == []


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda error: type(error).__name__)
def test_a_failing_keyring_stores_nothing_and_its_error_omits_the_key(fake_keyring, trouble):
    fake_keyring.trouble = trouble
    assert not settings.keep(ADDRESS, KEY)
    with pytest.raises(KeyringTrouble) as raised:
        ApiKey(in_keyring=True).read(ADDRESS)
    assert KEY not in repr(raised.value)
    assert raised.value.__suppress_context__


def test_an_entered_key_is_never_printed_and_a_401_names_no_variable():
    key = ApiKey(KEY)
    assert KEY not in f"{key} {key!r} {[key]}"
    assert pickle.loads(pickle.dumps(key)).read(ADDRESS) == KEY  # noqa: S301 - our own
    assert ApiKey().read(ADDRESS) == ""
    with served(lambda request: request.reply("{}", 401)) as server, pytest.raises(ModelTrouble) as raised:
        ask(server, ApiKey(KEY))
    assert str(raised.value) == "The server does not accept the key."


def ask(server, key):
    model = HttpModel(AdviserConfig(base_url=server.base_url, model="fake", timeout=20), key)
    return model.ask([{"role": "user", "content": "?"}], {}, lambda: False)


def test_entered_and_stored_keys_take_precedence_over_the_environment(fake_keyring, monkeypatch):
    monkeypatch.setenv("QUINCUNX_API_KEY", "from-the-environment")
    with served(lambda request: request.say("yes")) as server:
        assert settings.keep(server.base_url, KEY)
        for key in (ApiKey("entered"), ApiKey(in_keyring=True), ApiKey()):
            ask(server, key)
    sent = [request.head.lower().partition("bearer ")[2].split()[0] for request in server.requests]
    assert sent == ["entered", KEY, "from-the-environment"]


# -- servers on this machine


def listed(*names):
    return lambda request: request.reply(json.dumps({"data": [{"id": name} for name in names]}))


def test_local_servers_are_found_by_their_model_list():
    with served(listed("wise", "nomic-embed-text", "wiser", "wisest", "more")) as server:
        port = server.server_address[1]
        found = find_servers({port: "Ollama"})
    assert found == (LocalServer("Ollama", f"http://127.0.0.1:{port}/v1", ("wise", "wiser", "wisest")),)
    (request,) = server.requests
    assert request.head.startswith("GET /v1/models ")
    assert request.body == b""
    assert "authorization" not in request.head.lower()
    with served(listed("wise")) as server:
        port = server.server_address[1]
    assert find_servers({port: "Ollama"}) == ()


@pytest.mark.parametrize(
    "serve",
    [
        lambda request: None,
        lambda request: request.stopping.wait(),
        lambda request: request.reply("<html>"),
        lambda request: request.reply("[" * 100_000),
        lambda request: request.reply('{"data": "' + "x" * 100_000 + '"}'),
        lambda request: request.reply("", 301, {"Location": "/v1/models"}),
        listed(),
        listed("two\nlines", "\u202eback", "<b>bold</b>", "x" * 201, ""),
    ],
    ids=["hangs up", "never answers", "HTML", "nested", "too long", "points elsewhere", "no models", "odd names"],
)
def test_an_invalid_model_list_is_not_taken_for_a_server(serve):
    with served(serve) as server:
        assert find_servers({server.server_address[1]: "Ollama"}) == ()
