"""The end of a game of Stone Dragon and what is kept of it: results, uncovering, stars, keys, and leading on."""

from __future__ import annotations

import pytest

from logic.core import Message
from logic.game import redact
from logic.registry import GAMES
from logic.session.saving import SaveError, Seat
from logic.session.session import Session
from logic.storage.files import StoreProblem
from scenes.app.overlays import PauseMenu
from scenes.board.match import Match
from scenes.board.result import Result, Stars
from scenes.board.scene import BoardScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.replay import ReplayScene
from tests.dragonseat import ANNA, DRAGON, EATER, HALL, PITS, played, setup_of, sit_at
from tests.labyrinths import file_text

# -- the end


def test_a_solved_puzzle_shows_its_stars_and_is_remembered(sit_down):
    driver, match = sit_at(sit_down, HALL, par=2)
    played(driver, match, "K1 east", "pass", "K1 east")
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.top.heading() == "Solved!"
    assert driver.widget("reason").text == "Enough knights have reached the dragon’s lair."
    assert next(one for one in driver.top.ui.walk() if isinstance(one, Stars)).earned == 1
    assert driver.top.ui.find("ranking") is None
    key = DRAGON.PUZZLES.key(match.session.setup.params)
    assert driver.app.store.progress("dragon", "Anna")[key] == {"best": 3, "stars": 1}
    driver.click("again")
    driver.settle()
    again = driver.top.match
    played(driver, again, "K1 east", "K1 east")
    assert driver.app.store.progress("dragon", "Anna")[key] == {"best": 2, "stars": 3}
    facts = [driver.widget(f"fact{i}").text for i in range(3)]
    assert facts[1:] == ["Nobody can do better.", "Your best so far was 3 turns."]
    worse = Match.start(driver.app, setup_of(HALL, par=2))
    for move in ("pass", "pass", "K1 east", "K1 east"):
        worse.play(move)
    assert driver.app.store.progress("dragon", "Anna")[key] == {"best": 2, "stars": 3}
    assert (worse.award.spent, worse.award.best) == (4, 2)


@pytest.mark.parametrize("kind", ["practice", "unkept", "computer", "lost"])
def test_what_does_not_count_is_not_remembered(sit_down, kind):
    driver, _ = sit_at(sit_down, HALL)
    seat = Seat(level="random") if kind == "computer" else ANNA
    setup = setup_of(HALL, "practice" if kind == "practice" else "adventure", seat)
    match = Match.unkept(driver.app, setup) if kind == "unkept" else Match.start(driver.app, setup)
    if kind == "lost":
        match.give_up(0)
    else:
        match.play("K1 east")
        match.play("K1 east")
    assert match.is_over
    assert driver.app.store.progress("dragon", "Anna") == driver.app.store.progress("dragon") == {}


def test_a_store_that_fails_spoils_no_victory(sit_down, monkeypatch):
    driver, match = sit_at(sit_down, HALL, par=2)

    def fail(*_):
        raise StoreProblem(Message("The disk is full."))

    monkeypatch.setattr(driver.app.store, "set_progress", fail)
    match.play("K1 east")
    match.play("K1 east")
    assert driver.said() == ["The disk is full."]
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.top.ending.stars == 3


def test_who_gives_up_may_uncover_the_labyrinth_and_comes_back_to_the_result(sit_down):
    driver, match = sit_at(sit_down, PITS)
    view = driver.top.view
    driver.top.uncover()
    assert not view.host.uncovered
    assert any(field.kind == "unseen" for row in view.state.board.fields for field in row)
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, PauseMenu)
    driver.click("give_up")
    driver.settle()
    driver.click("answer1")
    driver.settle()
    assert driver.top.heading() == "Given up"
    assert match.session.ply == match.session.state.time == 0
    assert any(field.kind == "unseen" for row in view.state.board.fields for field in row)
    driver.click("more")
    driver.click("uncover")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert view.state == match.session.state
    driver.click("menu")
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.top.ui.find("uncover") is None
    driver.click("replay")
    driver.settle()
    assert isinstance(driver.top, ReplayScene)
    assert driver.top.board.view.state == match.session.state


def test_a_lost_game_says_so_and_its_replay_stays_covered(sit_down):
    driver, match = sit_at(sit_down, file_text("Z;M;Z;L", "N", 1, "1;1"))
    played(driver, match, "K1 east")
    assert driver.top.heading() == "Not this time"
    driver.click("replay")
    driver.settle()
    driver.click("last")
    driver.settle()
    shown = driver.top.board.view.state
    assert shown == redact(DRAGON, match.session.state, 0)
    assert any(field.kind == "unseen" for row in shown.board.fields for field in row)
    assert driver.widget("words").text == "Too few knights are left alive: 0, and 1 are needed."


# -- keeping


SECRET = file_text("Z;Z;J;D77\nZ;W;T2,3;C91\nZ;Z;Z;L", "N;S", 1, "1;1")


def damaged():
    """Saves of the same game, each with something wrong, and the field that is to be named."""

    def save():
        session = Session(DRAGON, setup_of(SECRET))
        session.play("K1 south")
        return session.save()

    def with_board(change):
        data = save()
        data["setup"]["params"]["board"] = change(data["setup"]["params"]["board"])
        return data

    yield "board", with_board(lambda text: text.replace("D77", "D0"))
    yield "board", with_board(lambda text: text.replace("T2,3", "T9,3"))
    yield "board", with_board(lambda text: text.replace("L", "Z"))
    yield "board", with_board(lambda text: text[:-2] + "9\n")
    yield "knights", {**save(), "setup": {**save()["setup"], "params": {**save()["setup"]["params"], "knights": 0}}}
    yield "Move 1", {**save(), "moves": ["K1 east", "K2 leap east"][::-1]}
    yield "Move 2", {**save(), "moves": ["K1 south", "K7 east"]}
    yield "place", {**save(), "place": 5}
    yield "open_map", {**save(), "setup": {**save()["setup"], "params": {"board": SECRET, "open_map": "maybe"}}}


@pytest.mark.parametrize(("field", "data"), list(damaged()))
def test_a_damaged_save_is_refused_by_its_field_and_tells_nothing_of_the_map(field, data):
    with pytest.raises(SaveError) as caught:
        Session.load(data, GAMES)
    words = str(caught.value)
    assert field in words
    assert not any(code in words for code in ("D77", "C91", "T2,3", "J;", ";W", "Z;Z"))


# -- keys


def test_the_page_of_keys_calls_them_what_they_do_here_and_the_pad_reaches_every_button(sit_down):
    driver, _ = sit_at(sit_down, HALL)
    driver.key("f1")
    driver.settle()
    assert isinstance(driver.top, HelpScene)
    assert driver.widget("end_turn-0").text == "Pass"
    assert driver.widget("rotate-0").text == "Next knight"
    assert driver.widget("wait-1").text == "W"
    gestures = [one.text for one in driver.top.ui.walk() if one.key.startswith("gesture-") and one.key.endswith("what")]
    assert "Drag a knight" in gestures
    assert not any("Twist" in text for text in gestures)
    # every button is reached by the pad alone
    driver, match = sit_at(sit_down, EATER)
    played(driver, match, "K1 north", "K1 east", "K1 east")
    driver.top.view.choose(None)
    reached = set()
    for button in ["dpright"] * 8 + ["dpdown"] * 4 + ["dpleft", "dpright"]:
        driver.pad(button)
        reached.add(driver.top.ui.focus.key)
    assert {"hint", "menu", "end_turn", "wait"} <= reached | {driver.top.ui.focus.key}
    driver.pad("a")
    driver.settle()
    assert match.session.ply == 12
