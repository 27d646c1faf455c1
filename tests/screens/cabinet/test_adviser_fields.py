"""The language model's page as a form: what is written counts, the key is kept nowhere, a test says what came back."""

from concurrent.futures import Future

import pytest

from logic.core import Message
from logic.llm import settings
from logic.llm.answer import ModelTrouble
from logic.llm.endpoint import LocalServer
from logic.llm.settings import own_file
from logic.storage.settings import FILE_NAME, Settings, load, save
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.adviser import AdviserDialog, ask_first
from sprites.widgets import clipboard
from tests.advicefakes import KEY, Scripted, first_choice
from tests.adviserhands import URL, agree, is_asked, open_page, open_up, put, set_up, words_on
from tests.matchhands import ANNA, BEN, setup_of
from tests.processes import wait_for


@pytest.fixture(name="driver")
def adviser_driver(sit_down):
    return open_up(sit_down)


@pytest.fixture
def kept(monkeypatch):
    """Put a keyring in the system's place that keeps all, unless it is told to keep nothing."""
    drawer = {}

    def keep(address, key):
        if drawer.get("locked"):
            return False
        drawer[address] = key
        return True

    monkeypatch.setattr(settings, "keep", keep)
    monkeypatch.setattr(settings, "forget", lambda address: drawer.pop(address, None))
    return drawer


def write(driver, **fields):
    for key, text in fields.items():
        driver.top.ui.set_focus(driver.widget(key))
        driver.type(text)
        driver.key("return")
    driver.settle()


def settle_keyring(driver):
    """Wait until the keyring has answered, and let the screens hear of it."""

    def has_answered():
        driver.settle()
        return not driver.app.adviser.is_keeping

    wait_for(has_answered, "the keyring")


def test_what_is_written_counts_when_the_page_is_left_and_an_empty_field_means_what_the_file_says(driver):
    set_up("https://file.example.org/v1", "filed")
    open_page(driver)
    driver.widget("server").text = ""
    write(driver, server="http://box.local:8080/v1")
    config = driver.app.adviser.config
    assert (config.base_url, config.model) == ("http://box.local:8080/v1", "filed")
    assert driver.app.settings.model_name == "", "what stands in the file goes on to be read there"
    for _ in range(30):
        driver.key("backspace")
    driver.key("return")
    assert driver.app.adviser.config.base_url == "https://file.example.org/v1"
    # the language of the answers is chosen for itself
    driver.top.ui.set_focus(driver.widget("language"))
    driver.key("right", "right")
    driver.settle()
    assert driver.app.adviser.language == driver.app.settings.model_language == "de"


def test_an_address_that_cannot_be_used_is_told_and_nothing_is_on(driver):
    open_page(driver)
    write(driver, server="ftp://box", model="tiny")
    assert "an address such as" in driver.widget("note0").text
    driver.click("adviser")
    driver.settle()
    assert driver.app.adviser.ready is None
    assert not driver.app.settings.adviser


def test_pasting_writes_what_was_copied(driver, monkeypatch):
    monkeypatch.setattr(clipboard, "pasted", lambda: " https://models.example.org/v1\n")
    open_page(driver)
    driver.top.ui.set_focus(driver.widget("server"))
    driver.key("ctrl+v")
    assert driver.widget("server").text == "https://models.example.org/v1"


def test_what_was_written_counts_when_the_page_is_left(driver):
    open_page(driver)
    driver.top.ui.set_focus(driver.widget("server"))
    driver.type(URL)
    driver.key("escape")
    driver.settle()
    assert driver.app.settings.model_server == URL


# -- the key


def test_a_key_is_masked_kept_in_the_keyring_and_written_nowhere(driver, kept, tmp_path):
    set_up()
    open_page(driver)
    driver.top.ui.set_focus(driver.widget("key"))
    driver.type(KEY)
    assert driver.widget("key").masked
    driver.key("return")
    settle_keyring(driver)
    assert kept == {URL: KEY}
    assert driver.widget("key").text == ""
    assert driver.app.adviser.key.read(URL) == KEY
    assert not [words for words in words_on(driver) if KEY in words]
    save(tmp_path / FILE_NAME, driver.app.settings)
    assert KEY not in (tmp_path / FILE_NAME).read_text(encoding="utf-8")
    assert load(tmp_path / FILE_NAME)[0].key_kept
    assert not [path for path in own_file().parent.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_what_no_keyring_keeps_is_asked_for_once_each_time(driver, kept, sit_down):
    kept["locked"] = True
    set_up()
    open_page(driver)
    write(driver, key=KEY)
    settle_keyring(driver)
    assert driver.widget("key").hint == "for this time only"
    assert "asked for once each time" in driver.widget("note0").text
    agree(driver)
    again = sit_down((1280, 1000), settings=driver.app.settings)
    done = []
    ask_first(again.app, lambda: done.append(again.app.adviser.key.read(URL)))
    again.settle()
    assert again.top.masked
    again.type(KEY)
    again.key("return")
    again.settle()
    ask_first(again.app, lambda: done.append("again"))
    assert done == [KEY, "again"]


def test_a_key_that_the_keyring_no_longer_gives_out_is_asked_for_at_the_next_hint(driver, monkeypatch):
    set_up()
    agree(driver)
    driver.app.change(driver.app.settings.with_(key_server=URL, key_kept=True))
    put(monkeypatch, Scripted(ModelTrouble(settings.LOCKED)))
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
    driver.settle()
    driver.key("h")
    driver.executor.work()
    driver.settle()
    assert driver.app.adviser.needs_key
    driver.key("escape")
    driver.key("h")
    driver.settle()
    assert driver.top.masked


def test_who_would_rather_not_enter_it_is_asked_no_more_and_goes_on_without(driver):
    set_up()
    agree(driver)
    driver.app.change(driver.app.settings.with_(key_server=URL, adviser=False))
    assert not driver.app.adviser.needs_key, "a model that is switched off needs no key"
    driver.app.adviser.switch_on()
    done = []
    ask_first(driver.app, lambda: done.append(1))
    driver.settle()
    driver.key("escape")
    driver.settle()
    ask_first(driver.app, lambda: done.append(2))
    assert done == [1, 2]
    assert not driver.app.adviser.has_key


def test_a_key_belongs_to_its_address_and_can_be_forgotten_and_what_is_none_is_refused(driver, kept):
    # what is no key is refused
    set_up()
    open_page(driver)
    driver.top.ui.set_focus(driver.widget("key"))
    driver.type("two words")
    driver.key("return")
    assert "This is no key" in " ".join(driver.said())
    assert kept == {}
    # a key can be forgotten
    write(driver, key=KEY)
    settle_keyring(driver)
    driver.click("forget")
    settle_keyring(driver)
    assert kept == {}
    assert not driver.app.adviser.has_key
    assert driver.app.settings == Settings(pause=0.0)
    # a key belongs to its address
    write(driver, key=KEY)
    settle_keyring(driver)
    driver.widget("server").text = ""
    write(driver, server="http://localhost:2/v1")
    assert not driver.app.adviser.has_key


# -- servers on this machine


def test_a_server_on_this_machine_is_offered_and_taken_at_a_press(driver):
    found = Future()
    driver.app.find_servers = lambda _wake: found
    open_page(driver)
    assert driver.top.ui.find("near-0") is None
    found.set_result((LocalServer("Ollama", "http://127.0.0.1:11434/v1", ("wise", "wiser")),))
    driver.settle()
    driver.click("near-1")
    driver.settle()
    config = driver.app.adviser.config
    assert (config.base_url, config.model) == ("http://127.0.0.1:11434/v1", "wiser")
    assert driver.top.ui.find("near-1") is None, "what is in use is not offered"
    assert driver.app.adviser.ready is None, "to take it is no consent"


# -- the test


def result_of(driver):
    driver.click("test")
    driver.settle()
    driver.executor.work()
    driver.settle()
    return driver.widget("result").text


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Scripted(first_choice), "It works, and says: “It is the first one.”"),
        (Scripted(lambda schema: first_choice(schema, "")), "It works, though it gives no reason for its move."),
        (Scripted(ModelTrouble(Message("nobody.example cannot be reached."))), "nobody.example cannot be reached."),
        (Scripted("nonsense"), "The language model found no legal move in 1 try."),
    ],
)
def test_a_test_says_in_a_line_what_came_back(driver, monkeypatch, model, said):
    set_up()
    put(monkeypatch, model)
    agree(driver)
    open_page(driver)
    assert result_of(driver) == said
    assert len(model.told) == 1


def test_nothing_is_tested_before_somebody_has_agreed(driver, monkeypatch):
    set_up()
    model = put(monkeypatch, Scripted(first_choice))
    open_page(driver)
    driver.click("test")
    driver.settle()
    assert is_asked(driver)
    driver.click("refuse")
    driver.settle()
    assert isinstance(driver.top, AdviserDialog)
    assert model.told == []
    driver.click("test")
    driver.settle()
    driver.click("agree")
    driver.settle()
    driver.executor.work()
    assert len(model.told) == 1
