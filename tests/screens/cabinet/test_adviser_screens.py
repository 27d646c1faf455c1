"""The language model's page of the settings, the question before the first call, and the seat at the set-up."""

import pytest

from logic.llm.settings import own_file
from logic.registry import GAMES
from logic.storage.settings import FILE_NAME, Settings, load, save
from scenes.board.scene import BoardScene
from scenes.cabinet.adviser import AdviserDialog, Consent
from scenes.cabinet.choices import LEVEL, MODEL_SEAT, remembered_choices
from scenes.cabinet.setup import SetupScene
from tests.adviserhands import URL, agree, is_asked, open_page, open_up, set_up, switch, words_on
from tests.keptgames import faults_in_every_language
from tests.sampling import sample_of

KEY = "sk-nobody-may-ever-see-this-0123456789"
SMALL = [((1024, 600), 2.0), ((600, 1024), 2.0)]


@pytest.fixture(name="driver")
def adviser_driver(sit_down, quick_pictures):
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
    driver.click("again")
    driver.settle()
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
    driver.click("again")
    driver.settle()
    assert driver.widget("adviser").enabled
    # off by default
    set_up()
    assert not Settings().adviser
    assert driver.app.adviser.ready is None
    open_page(driver)
    assert driver.widget("adviser").value is False
    assert driver.widget("adviser").enabled
    # the settings say whether it is on
    driver.key("escape")
    driver.settle()
    assert driver.widget("model").label == "Language model: off"
    agree(driver)
    driver.top.resume()
    assert driver.widget("model").label == "Language model: on"


@pytest.mark.parametrize(("size", "scale"), sample_of(SMALL, every=2))
@pytest.mark.parametrize("scene", [AdviserDialog, Consent])
@pytest.mark.parametrize("url", ["", "http://a-box-with-a-name.local:8080/v1", f"https://{'long.' * 40}example.org/v1"])
def test_its_screens_fit(sit_down, quick_pictures, size, scale, scene, url):
    driver = sit_down(size, scale=scale)
    if url:
        set_up(url, "a" * 200)
    driver.push(scene(driver.app))
    driver.settle()
    assert faults_in_every_language(driver) == {}


@pytest.mark.parametrize(("size", "scale"), SMALL)
def test_both_answers_are_in_sight_however_much_there_is_to_read(sit_down, size, scale):
    driver = sit_down(size, scale=scale)
    set_up("http://a-box-with-a-name.local:8080/v1", "a" * 200)
    driver.push(Consent(driver.app))
    driver.settle()
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
    driver.click("agree")
    driver.settle()
    assert driver.app.adviser.ready is not None
    assert driver.widget("adviser").value is True
    for expected in (False, True):
        switch(driver)
        assert not is_asked(driver)
        assert (driver.app.adviser.ready is not None) is expected
    # another address is asked about anew
    driver.key("escape")
    driver.settle()
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
    driver.click("start")
    driver.frame()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.names[1] == "Language model"
    kept = driver.app.settings.setups["lgame"]
    assert remembered_choices("lgame", "", (), kept).seats[1] == MODEL_SEAT
    assert SetupScene(driver.app, "lgame").choices.seats[1] == MODEL_SEAT
    driver.app.adviser.switch_off()
    strongest = list(GAMES["lgame"].LEVELS)[-1]
    assert SetupScene(driver.app, "lgame").choices.seats[1] == LEVEL + strongest
