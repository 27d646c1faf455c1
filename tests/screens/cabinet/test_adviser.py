"""The language model's page: form, key, test, consent, and seat."""

from concurrent.futures import Future
from typing import ClassVar

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
from tests.screens.adviserhands import URL, agree, open_page, open_up, put, set_up, switch, words_on
from tests.support.advicefakes import KEY, Scripted, first_choice
from tests.support.processes import wait_for
from tests.support.seats.match import ANNA, BEN, setup_of
from tests.support.stories import sentences
from tests.support.stories.stories import ScreenStory
from tests.support.windows import faults_in_every_window

SMALL = [((1024, 600), 2.0), ((600, 1024), 2.0)]


@pytest.fixture(name="driver")
def adviser_driver(new_driver):
    return open_up(new_driver)


# -- the page


@pytest.fixture
def kept(monkeypatch):
    """Replace the system's keyring by one that stores everything, unless it is told to store nothing."""
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
    """Wait until the keyring has answered, and the screens have its answer."""

    def has_answered():
        driver.settle()
        return not driver.app.adviser.is_storing_key

    wait_for(has_answered, "the keyring")


STORIES = """
# Where none is set up it says so, and it cannot be switched on
none :: page :: contains note0 No language model is set up., filed file :: switch :: top AdviserDialog, plain
# A file with a fault is named and counts as none
file :: agree, spoil <base_url:~[ base_url:~ftp://x modle:~tiny timeout:~soon -~1>, page :: unready, filed note0,
  disabled adviser
# It is off by default, a file that was written meanwhile is read at a press, and the settings say whether it is on
none :: page, file :: disabled adviser :: tap again :: enabled adviser
file :: page :: plain, unready, value adviser False, enabled adviser :: strike escape
  :: label model Language model: off :: agree, resume :: label model Language model: on
# Switching it on asks what may be sent where, and who agrees is not asked again by that address
file http://box.local:8080/v1 :: page, switch :: top Consent, reads “tiny” at box.local:8080, reads not encrypted,
  reads what the player to move may see of the game,~in words and numbers, unready :: tap agree
  :: ready, value adviser True :: switch :: top AdviserDialog, unready :: switch :: top AdviserDialog, ready
file :: agree, file http://localhost:2/v1, page :: unready, value adviser False :: switch :: top Consent
# Whoever does not agree leaves it off
file :: page, switch, <click~refuse click~back click~beside key~escape>, settle :: top AdviserDialog, plain,
  value adviser False
# An address that cannot be used is told, and nothing is on
none :: page, fill server ftp://box, fill model tiny :: contains note0 an address such as :: tap adviser :: unready, off
# What was copied or written counts when the page is left
none :: page, copy https://models.example.org/v1, at server, key ctrl+v :: words server https://models.example.org/v1
none :: page, at server, type http://localhost:1/v1, strike escape :: server http://localhost:1/v1
# What is no key is refused; a key can be forgotten, and belongs to its address
file :: page, at key, type two words, key return :: last This is no key, kept 0 :: fill key KEY, keyring, click forget,
  keyring :: kept 0, keyless, plain :: fill key KEY, keyring, empty server, fill server http://localhost:2/v1 :: keyless
# Nothing is tested before somebody has agreed
file :: page, tap test :: top Consent :: tap refuse :: top AdviserDialog, told 0 :: tap test agree, work :: told 1
# What was tested counts no more where something else is written, nor does what is still being tested
file :: agree, page, tap test, work, settle
  :: contains result It works :: fill server http://localhost:2/v1 :: absent result
file :: agree, page, tap test, fill model other, work, settle :: absent result
  :: tap test, work, settle :: contains result It works
"""


class Agreeing(ScreenStory):
    """A user at the page of the language model, with a ``file`` that names one, or ``none``."""

    STEPS: ClassVar = ScreenStory.STEPS | {
        "page": lambda story: open_page(story.driver),
        "switch": lambda story: switch(story.driver),
        "file": lambda story, *url: set_up(*url),
        "spoil": lambda story, *words: own_file().write_text(" ".join(words), encoding="utf-8"),
        "agree": lambda story: agree(story.driver),
        "resume": lambda story: story.driver.top.resume(),
        "at": lambda story, key: story.driver.top.ui.set_focus(story.driver.widget(key)),
        "empty": lambda story, key: setattr(story.driver.widget(key), "text", ""),
        "fill": lambda story, key, text: write(story.driver, **{key: text.replace("KEY", KEY)}),
        "copy": lambda story, text: clipboard.copy(f" {text}\n"),
        "keyring": lambda story: settle_keyring(story.driver),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "filed": lambda story, key: str(own_file()) in story.driver.widget(key).text,
        "plain": lambda story: story.app.settings == Settings(pause=0.0),
        "off": lambda story: not story.app.settings.adviser,
        "ready": lambda story: story.app.adviser.ready is not None,
        "unready": lambda story: story.app.adviser.ready is None,
        "value": lambda story, key, value: story.driver.widget(key).value is (value == "True"),
        "reads": lambda story, *words: " ".join(words) in " ".join(words_on(story.driver)),
        "server": lambda story, url: story.app.settings.model_server == url,
        "kept": lambda story, count: len(story.drawer) == int(count),
        "keyless": lambda story: not story.app.adviser.has_key,
        "told": lambda story, count: len(story.model.told) == int(count),
    }

    def __init__(self, driver, model, drawer, told):
        super().__init__(driver)
        self.model, self.drawer = model, drawer
        if told != "none":
            set_up(*told.split()[1:])

    def place(self, word):
        return (3, 3) if word == "beside" else word


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(driver, kept, monkeypatch, no_sockets, story):
    Agreeing(driver, put(monkeypatch, Scripted(first_choice)), kept, story[0]).check(story[1:])


def test_the_model_page_shows_server_model_and_key_variable_but_never_the_key(driver, monkeypatch):
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


@pytest.mark.parametrize("scene", [AdviserDialog, Consent])
@pytest.mark.parametrize("url", ["", "http://a-box-with-a-name.local:8080/v1", f"https://{'long.' * 40}example.org/v1"])
def test_model_dialog_and_consent_fit_every_window(new_driver, scene, url):
    driver = new_driver()
    if url:
        set_up(url, "a" * 200)
    driver.open(scene(driver.app))
    assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize(("size", "scale"), SMALL)
def test_consent_buttons_stay_visible_while_the_terms_scroll(new_driver, size, scale):
    driver = new_driver(size, scale=scale)
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


def test_consent_is_saved_in_settings_without_the_key(driver, monkeypatch, tmp_path):
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
def test_the_model_seat_is_offered_only_if_switched_on_and_agreed(driver, game):
    set_up()
    driver.push(SetupScene(driver.app, game))
    assert MODEL_SEAT not in options_of(driver)
    driver.app.adviser.switch_on()
    driver.push(SetupScene(driver.app, game))
    assert MODEL_SEAT not in options_of(driver), "nobody has agreed"
    agree(driver)
    driver.push(SetupScene(driver.app, game))
    assert options_of(driver)[-1] == MODEL_SEAT


def test_the_model_seat_is_remembered_and_replaced_when_switched_off(driver, model):
    agree(driver)
    driver.push(SetupScene(driver.app, "lgame"))
    driver.top.assign_seat(1, MODEL_SEAT)
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


def test_page_entries_override_the_config_file_and_empty_fields_do_not(driver):
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
    # the language of the answers is chosen separately
    driver.top.ui.set_focus(driver.widget("language"))
    driver.key("right", "right")
    driver.settle()
    assert driver.app.adviser.language == driver.app.settings.model_language == "de"


# -- the key


def test_the_api_key_is_masked_and_stored_only_in_the_keyring(driver, kept, tmp_path):
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


def test_without_a_keyring_the_key_is_asked_once_per_session(driver, kept, new_driver):
    kept["locked"] = True
    set_up()
    open_page(driver)
    write(driver, key=KEY)
    settle_keyring(driver)
    assert driver.widget("key").hint == "for this time only"
    assert "asked for once each time" in driver.widget("note0").text
    agree(driver)
    again = new_driver((1280, 1000), settings=driver.app.settings)
    done = []
    ask_first(again.app, lambda: done.append(again.app.adviser.key.read(URL)))
    again.settle()
    assert again.top.masked
    again.type(KEY)
    again.key("return")
    again.settle()
    ask_first(again.app, lambda: done.append("again"))
    assert done == [KEY, "again"]


def test_a_key_the_keyring_refuses_is_asked_for_at_the_next_hint(driver, monkeypatch):
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


def test_declining_to_enter_the_key_continues_without_and_is_not_asked_again(driver):
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


# -- servers on this machine


def test_a_local_server_is_offered_and_selected_without_consent(driver):
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
def test_the_model_test_reports_its_result_in_one_line(driver, monkeypatch, model, said):
    set_up()
    put(monkeypatch, model)
    agree(driver)
    open_page(driver)
    assert result_of(driver) == said
    assert len(model.told) == 1
