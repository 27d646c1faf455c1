"""What a language model says of its own moves: shown as plain text in its turn, but never to who must not know it."""

import json
from itertools import pairwise

import pytest

from logic.game import redact
from logic.registry import new_setup
from scenes.board.log import LogDialog, LogLine, log_lines
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.seating import LONGEST, Spoken
from tests.advicefakes import Scripted, first_choice
from tests.adviserhands import MODEL, REASON, agree, put, set_up, words_on
from tests.keptgames import faults_in_every_language
from tests.matchhands import ANNA, BEN, run, setup_of
from tests.sampling import sample_of

CHAT = "My next treasure is the owl, nobody knows it"
QUOTED = f"“{REASON}”"
LARGE, SMALL = ((1024, 600), 1.0), ((1024, 600), 2.0)
SIZES = [LARGE, SMALL, ((600, 1024), 1.0), ((600, 1024), 2.0), ((800, 480), 1.0)]


def says(monkeypatch, *reasons):
    """Let a model with these reasons, one after the other, be at the table."""
    set_up()
    answers = [lambda schema, reason=reason: first_choice(schema, reason) for reason in reasons]
    return put(monkeypatch, Scripted(*answers))


def sit_at(sit_down, match_setup, frame=LARGE, language="en", **options):
    size, scale = frame
    driver = sit_down(size, language, scale=scale, **options)
    agree(driver)
    match = Match.start(driver.app, match_setup)
    driver.push(BoardScene(driver.app, match))
    driver.settle()
    return driver, match


def play_turn(driver, match, number=0):
    """Make the turn of whoever is at the screen, by the first legal moves, and let the model answer."""
    mover = match.actor
    while match.awaits_human and match.actor == mover and not match.session.awaits_end:
        match.play(match.session.state.legal_moves()[number])
    if match.session.awaits_end:
        match.end_turn()
    driver.settle()


def said(driver, match):
    """Give what the list of moves has in quotation marks."""
    return [line.text for line in log_lines(driver.app, match) if line.text.startswith(("“", "„"))]


# -- where nobody hides anything


def test_its_words_stand_below_its_moves_each_turn_has_its_own_and_the_list_keeps_them(sit_down, monkeypatch):
    # its words stand below its moves
    model = says(monkeypatch, REASON)
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    lines = driver.widget("lines").lines
    assert [(line.player, line.date) for line in lines] == [(0, None), (0, ""), (0, None)]
    assert lines[1] == LogLine(0, QUOTED, "")
    assert len(model.told) == 2, "asked for the L and for the pebble, and quoted once"
    assert match.awaits_human
    # each turn has its own and the list keeps them
    says(monkeypatch, "One.", "Its pebble.", "Two.", "Its pebble.")
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "One.")
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”", "“Two.”"], "Two.")
    # whoever gave no reason this time is not quoted with the last
    says(monkeypatch, "One.", "", "")
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "")


@pytest.mark.parametrize("reason", ["", None, 7, "\u202e\x00"])
def test_a_model_without_a_reason_is_not_quoted(sit_down, monkeypatch, reason):
    says(monkeypatch, reason)
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    assert match.session.ply == 2
    assert (said(driver, match), match.spoken.latest) == ([], "")


def test_its_words_are_plain_and_cut_to_length_and_nobody_is_quoted_where_the_computer_plays(sit_down, monkeypatch):
    says(monkeypatch, "<b>2 * 3</b> {player} {0} **now** " + "and on " * 200)
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    assert match.spoken.latest.startswith("2 * 3 {player} {0} now and on and on")
    assert match.spoken.latest.endswith("…")
    assert len(match.spoken.latest) <= LONGEST
    assert said(driver, match) == [f"“{match.spoken.latest}”"]
    # where the computer plays for it nobody is quoted
    set_up()
    put(monkeypatch, Scripted("I would rather sing."))
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA))
    assert match.session.ply == 2
    assert said(driver, match) == []


def test_what_was_taken_back_is_not_quoted_unless_it_is_made_again_by_the_same(sit_down, monkeypatch):
    says(monkeypatch, "One.", "", "Two.", "", "Three.", "")
    driver, match = sit_at(sit_down, setup_of(ANNA, MODEL, undo="always"))
    play_turn(driver, match)
    assert said(driver, match) == ["“One.”"]
    session = match.session
    for _ in range(2):
        session.undo()
    assert said(driver, match) == []
    for _ in range(2):
        session.redo()
    assert said(driver, match) == ["“One.”"]
    # other moves take the words away with them
    session = Match.unkept(sit_down((640, 400)).app, setup_of(ANNA, BEN, undo="always")).session
    spoken = Spoken(session)
    first, other = session.state.legal_moves()[:2]
    spoken.keep((first,), "One.")
    session.play(first)
    assert spoken.after(0) == "One."
    session.undo()
    session.play(other)
    assert spoken.after(0) == ""
    session.undo()
    spoken.forget()
    session.play(first)
    assert spoken.after(0) == "", "somebody else has made the same move"


@pytest.mark.parametrize("language", ["de", "hu", "pl"])
def test_the_marks_are_those_of_the_language(sit_down, monkeypatch, language):
    says(monkeypatch, REASON)
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA), language=language)
    marks = {"de": "„“", "hu": "„”", "pl": "„”"}[language]
    assert said(driver, match) == [f"{marks[0]}{REASON}{marks[1]}"]


# -- on the screen


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES, where=lambda frame: frame[1] == 2))
@pytest.mark.parametrize("reason", ["Yes.", "That keeps the middle open for you, and then some. " * 9, "x" * 300])
def test_its_words_fit_and_leave_the_rest_its_room(sit_down, quick_pictures, monkeypatch, size, scale, reason):
    says(monkeypatch, reason)
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA), (size, scale))
    assert match.spoken.latest
    assert faults_in_every_language(driver) == {}
    panel = driver.top.panel
    if panel.places.log is not None:
        assert not panel.speech.visible
        return
    assert panel.speech.visible
    parts = [panel.status, panel.speech, panel.lamp]
    assert all(upper.rect.bottom <= lower.rect.top for upper, lower in pairwise(parts))
    assert all(panel.places.panel.contains(part.rect) for part in parts)


def test_where_the_list_is_behind_a_button_it_is_said_below_the_status_but_not_over_a_hint(sit_down, monkeypatch):
    says(monkeypatch, f"{REASON} " * 5, "", "")
    driver, match = sit_at(sit_down, setup_of(MODEL, ANNA), SMALL)
    panel = driver.top.panel
    assert panel.speech.visible
    rows = panel.speech.rows()
    assert rows[0].startswith("“It is the first")
    assert rows[-1].endswith("…”")
    assert len(rows) * panel.speech.step <= panel.speech.rect.height
    driver.key("l")
    driver.settle()
    assert isinstance(driver.top, LogDialog)
    driver.key("escape")
    driver.settle()
    play_turn(driver, match)
    assert not panel.speech.visible, "the next turn had no words"
    assert panel.status.rect == panel.places.status
    # a hint on the paper is not disturbed
    says(monkeypatch, REASON)
    driver, _ = sit_at(sit_down, setup_of(MODEL, ANNA), SMALL)
    driver.key("h")
    driver.settle()
    panel = driver.top.panel
    assert panel.note.visible
    assert not panel.speech.visible
    driver.key("escape")
    driver.settle()
    assert panel.speech.visible


# -- where something is hidden


def hiding(name, *seats):
    """Set up a game with hidden things in which the first seat begins."""
    return new_setup(name, None, seats, 5, {"first": 0} if name == "labyrinth" else {"first": 1})


@pytest.mark.parametrize("frame", [LARGE, SMALL])
@pytest.mark.parametrize("name", ["labyrinth", "coatl"])
def test_what_it_chats_of_hidden_things_is_on_no_screen_before_the_end(sit_down, monkeypatch, name, frame):
    model = says(monkeypatch, CHAT)
    driver, match = sit_at(sit_down, hiding(name, MODEL, ANNA), frame)
    run(driver, match, 6.0)
    if match.awaits_human:
        match.play(match.session.state.legal_moves()[0])
    driver.settle()
    assert model.told
    state = match.session.state
    assert redact(match.session.game, state, 0) != redact(match.session.game, state, 1)
    driver.top.act("log")
    driver.settle()
    shown = [*words_on(driver), *(line.text for line in log_lines(driver.app, match)), match.spoken.latest]
    assert not any("owl" in words for words in shown)
    match.session.end_early(1)
    assert f"“{CHAT}”" in said(driver, match)
    assert match.spoken.latest == CHAT


def test_where_all_cards_lie_open_its_words_are_shown(sit_down, monkeypatch):
    says(monkeypatch, REASON)
    setup = new_setup("labyrinth", "classic_2017", (MODEL, ANNA), 5, {"open_cards": True, "first": 0})
    driver, match = sit_at(sit_down, setup)
    run(driver, match)
    assert [str(move)[:4] for move in match.session.moves] == ["push", "walk"]
    lines = [line.text for line in log_lines(driver.app, match)]
    assert lines[-1] == QUOTED, "below the whole turn, of which it is said"
    # its words are not in the save
    says(monkeypatch, CHAT)
    _, match = sit_at(sit_down, hiding("labyrinth", MODEL, ANNA))
    assert "owl, nobody" not in json.dumps(match.session.save())
