"""The language model's page as a form, its key, its test, the question before the first call, and the seat."""

from concurrent.futures import Future

import pytest

from logic.core import Message
from logic.llm import settings
from logic.llm.answer import ModelTrouble
from logic.llm.endpoint import LocalServer
from logic.llm.settings import own_file
from logic.registry import GAMES
from logic.storage.settings import FILE_NAME, Settings, load, save
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.adviser import AdviserDialog, Consent, ask_first
from scenes.cabinet.choices import LEVEL, MODEL_SEAT, remembered_choices
from scenes.cabinet.setup import SetupScene
from sprites.widgets import clipboard
from tests.screens.adviserhands import URL, agree, is_asked, open_page, open_up, put, set_up, switch, words_on
from tests.support.advicefakes import KEY, Scripted, first_choice
from tests.support.processes import wait_for
from tests.support.seats.match import ANNA, BEN, setup_of
from tests.support.windows import faults_in_every_window

SMALL = [((1024, 600), 2.0), ((600, 1024), 2.0)]


@pytest.fixture(name="driver")
def adviser_driver(sit_down):
    return open_up(sit_down)


# -- the page


def test_where_none_is_set_up_it_says_so_and_cannot_be_switched_on(driver, no_sockets):
    open_page(driver)
    assert "No language model is set up." in driver.widget("note0").text
    assert str(own_file()) in driver.widget("file").text
    switch(driver)
    assert isinstance(driver.top, AdviserDialog)
    assert driver.app.settings == Settings(pause=0.0)


def test_it_names_server_model_and_the_variable_of_the_key_but_never_the_key(driver, monkeypatch):
    set_up("https://models.example.org:444/v1", "tiny-1")
    open_page(driver)
    assert [driver.widget(key).text for key in ("server", "model", "key")] == [
        "https://models.example.org:444/v1", "tiny-1", "",
    ]  # fmt: skip
    assert driver.widget("key").hint == "no key"
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)
    driver.tap("again")
    assert driver.widget("key").hint == "the one in QUINCUNX_API_KEY"
    assert not any(KEY in words for words in words_on(driver))


@pytest.mark.parametrize("content", ["base_url: [", "base_url: ftp://x", "modle: tiny", "timeout: soon", "- 1"])
def test_a_file_with_a_fault_is_named_and_counts_as_none(driver, no_sockets, content):
    set_up()
    agree(driver)
    own_file().write_text(content, encoding="utf-8")
    open_page(driver)
    assert driver.app.adviser.ready is None
    assert str(own_file()) in driver.widget("note0").text
    assert not driver.widget("adviser").enabled


def test_it_is_off_by_default_and_a_file_that_was_written_meanwhile_is_read_at_a_press(driver, no_sockets):
    open_page(driver)
    set_up()
    assert not driver.widget("adviser").enabled
    driver.tap("again")
    assert driver.widget("adviser").enabled
    # off by default
    set_up()
    assert not Settings().adviser
    assert driver.app.adviser.ready is None
    open_page(driver)
    assert driver.widget("adviser").value is False
    assert driver.widget("adviser").enabled
    # the settings say whether it is on
    driver.strike("escape")
    assert driver.widget("model").label == "Language model: off"
    agree(driver)
    driver.top.resume()
    assert driver.widget("model").label == "Language model: on"


@pytest.mark.parametrize("scene", [AdviserDialog, Consent])
@pytest.mark.parametrize("url", ["", "http://a-box-with-a-name.local:8080/v1", f"https://{'long.' * 40}example.org/v1"])
def test_its_screens_fit(sit_down, scene, url):
    driver = sit_down()
    if url:
        set_up(url, "a" * 200)
    driver.open(scene(driver.app))
    assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize(("size", "scale"), SMALL)
def test_both_answers_are_in_sight_however_much_there_is_to_read(sit_down, size, scale):
    driver = sit_down(size, scale=scale)
    set_up("http://a-box-with-a-name.local:8080/v1", "a" * 200)
    driver.open(Consent(driver.app))
    scroll, answers = driver.top.scroll, [driver.widget("refuse"), driver.widget("agree")]
    assert scroll.scrollable
    for answer in answers:
        assert driver.top.frame.contains(answer.rect)
        assert answer.rect.top >= scroll.rect.bottom
    before = driver.widget("term0").rect.top
    scroll.slide.glide(scroll.slide.limit)
    driver.settle()
    assert driver.widget("term0").rect.top < before
    driver.click("agree")
    driver.settle()
    assert driver.app.adviser.ready is not None


# -- the question


def test_switching_it_on_asks_what_may_be_sent_where_and_who_agrees_is_not_asked_again(driver):
    set_up("http://box.local:8080/v1", "tiny")
    open_page(driver)
    switch(driver)
    assert is_asked(driver)
    said = " ".join(words_on(driver))
    assert "“tiny” at box.local:8080" in said
    assert "what the player to move may see of the game, in words and numbers" in said
    assert "not encrypted" in said
    assert driver.app.adviser.ready is None, "nothing is allowed before somebody has agreed"
    # who agrees is not asked again by that address
    driver.tap("agree")
    assert driver.app.adviser.ready is not None
    assert driver.widget("adviser").value is True
    for expected in (False, True):
        switch(driver)
        assert not is_asked(driver)
        assert (driver.app.adviser.ready is not None) is expected
    # another address is asked about anew
    driver.strike("escape")
    set_up()
    agree(driver)
    set_up("http://localhost:2/v1")
    open_page(driver)
    assert driver.app.adviser.ready is None
    assert driver.widget("adviser").value is False
    switch(driver)
    assert is_asked(driver)


def test_whoever_does_not_agree_leaves_it_off(driver):
    set_up()
    open_page(driver)
    for way in ("refuse", "back", (3, 3), "escape"):
        switch(driver)
        driver.key("escape") if way == "escape" else driver.click(way)
        driver.settle()
        assert isinstance(driver.top, AdviserDialog)
        assert not driver.app.settings.adviser
        assert driver.app.settings.agreed == ""
        assert driver.widget("adviser").value is False


def test_the_answer_is_kept_and_no_key_with_it(driver, monkeypatch, tmp_path):
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)
    set_up()
    agree(driver)
    path = tmp_path / FILE_NAME
    save(path, driver.app.settings)
    assert KEY not in path.read_text(encoding="utf-8")
    found, messages = load(path)
    assert (found.adviser, found.agreed, messages) == (True, URL, ())


# -- the seat


def options_of(driver):
    return [value for value, _ in driver.widget("seat-1").options]


@pytest.mark.parametrize("game", ["lgame", "labyrinth", "coatl"])
def test_the_seat_is_offered_only_where_it_is_on_and_agreed_to(driver, game):
    set_up()
    driver.push(SetupScene(driver.app, game))
    assert MODEL_SEAT not in options_of(driver)
    driver.app.adviser.switch_on()
    driver.push(SetupScene(driver.app, game))
    assert MODEL_SEAT not in options_of(driver), "nobody has agreed"
    agree(driver)
    driver.push(SetupScene(driver.app, game))
    assert options_of(driver)[-1] == MODEL_SEAT


def test_the_seat_is_chosen_remembered_and_given_up_with_the_switch(driver, model):
    agree(driver)
    driver.push(SetupScene(driver.app, "lgame"))
    driver.top.sit(1, MODEL_SEAT)
    driver.settle()
    assert "language model" in driver.widget("level-1").text
    assert isinstance(driver.tap("start"), BoardScene)
    assert driver.top.match.names[1] == "Language model"
    kept = driver.app.settings.setups["lgame"]
    assert remembered_choices("lgame", "", (), kept).seats[1] == MODEL_SEAT
    assert SetupScene(driver.app, "lgame").choices.seats[1] == MODEL_SEAT
    driver.app.adviser.switch_off()
    strongest = list(GAMES["lgame"].LEVELS)[-1]
    assert SetupScene(driver.app, "lgame").choices.seats[1] == LEVEL + strongest


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
    driver.tap("adviser")
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
    driver.strike("escape")
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
    driver.open(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
    driver.key("h")
    driver.executor.work()
    driver.settle()
    assert driver.app.adviser.needs_key
    driver.key("escape")
    driver.strike("h")
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
    driver.strike("escape")
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
    driver.tap("near-1")
    config = driver.app.adviser.config
    assert (config.base_url, config.model) == ("http://127.0.0.1:11434/v1", "wiser")
    assert driver.top.ui.find("near-1") is None, "what is in use is not offered"
    assert driver.app.adviser.ready is None, "to take it is no consent"


# -- the test


def result_of(driver):
    driver.tap("test")
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
    driver.tap("test")
    assert is_asked(driver)
    assert isinstance(driver.tap("refuse"), AdviserDialog)
    assert model.told == []
    driver.tap("test", "agree")
    driver.executor.work()
    assert len(model.told) == 1
