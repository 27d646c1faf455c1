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


class Drawer(KeyringBackend):
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


class PlainFile(Drawer):
    priority = 0.5


TROUBLES = (KeyringLocked(KEY), NoKeyringError(KEY), OSError(KEY), RuntimeError(KEY))


@pytest.fixture
def drawer():
    before = keyring.get_keyring()
    found = Drawer()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


def test_a_keyring_keeps_a_key_for_its_address_alone_until_it_is_forgotten_unless_it_is_locked_or_a_plain_file(drawer):
    assert settings.keep(ADDRESS, KEY)
    assert drawer.kept == {(settings.SERVICE, ADDRESS): KEY}
    assert ApiKey(in_keyring=True).read(ADDRESS) == KEY
    with pytest.raises(KeyringTrouble):
        ApiKey(in_keyring=True).read("https://elsewhere.example.org/v1")
    settings.forget(ADDRESS)
    assert drawer.kept == {}
    settings.forget(ADDRESS)
    plain = PlainFile()
    keyring.set_keyring(plain)
    assert not settings.keep(ADDRESS, KEY)
    assert plain.kept == {}
    drawer.trouble = KeyringLocked(KEY)
    told = pytest.raises(ModelTrouble, match="keyring does not give out the key")
    with served(lambda request: request.say("yes")) as server, told:
        ask(server, ApiKey(in_keyring=True))
    assert server.requests == []


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda error: type(error).__name__)
def test_a_keyring_that_is_locked_missing_or_broken_keeps_nothing_and_says_nothing_of_the_key(drawer, trouble):
    drawer.trouble = trouble
    assert not settings.keep(ADDRESS, KEY)
    with pytest.raises(KeyringTrouble) as raised:
        ApiKey(in_keyring=True).read(ADDRESS)
    assert KEY not in repr(raised.value)
    assert raised.value.__suppress_context__


def test_a_key_that_was_entered_shows_itself_nowhere_and_is_not_blamed_on_the_environment():
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


def test_what_was_entered_or_kept_is_sent_before_what_the_environment_holds(drawer, monkeypatch):
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


def test_a_server_is_found_by_its_list_of_models_and_none_where_nobody_listens():
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
def test_what_is_no_list_of_models_is_no_server(serve):
    with served(serve) as server:
        assert find_servers({server.server_address[1]: "Ollama"}) == ()
