"""A language model beside the board: what it is asked, what it says, what is heard, and what goes wrong."""

import json
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from itertools import pairwise

import pytest

from logic import registry
from logic.core import Message
from logic.game import redact
from logic.labyrinth.rules import Push, Walk
from logic.llm.answer import ModelTrouble
from logic.llm.settings import own_file
from logic.registry import new_setup
from scenes.board.log import Chronicle, LogDialog, LogLine
from scenes.board.match import Match, resume_match
from scenes.board.scene import BoardScene
from scenes.board.seating import LONGEST, Spoken
from sprites.widgets import Label
from tests.screens.adviserhands import MODEL, REASON, agree, is_asked, open_up, put, set_up, sit_at, words_on
from tests.screens.boardhands import match_of
from tests.support.advicefakes import KEY, Scripted, first_choice
from tests.support.processes import PATIENCE
from tests.support.sampling import sample_of
from tests.support.seats import labyrinth as labyrinthseat
from tests.support.seats.match import ANNA, BEN, GENTLE, first_move, run, setup_of, take_turn
from tests.support.windows import faults_in_every_window

OFF = "The language model is switched off. The computer plays for it."


@pytest.fixture(name="driver")
def seated_driver(sit_down, model):
    """Sit two people down where the model is configured, switched on, and agreed to."""
    driver = sit_at(sit_down, ANNA, BEN)
    agree(driver)
    return driver


def note_of(driver):
    """Give what the paper says; nothing where there is none."""
    board = next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))
    note = board.panel.note
    return str(getattr(note.scrolls[0].child, "text", "") or note.scrolls[0].child.markup) if note.visible else ""


def ask_quietly(driver):
    """Ask for a hint while the worker does nothing yet."""
    driver.settle()
    driver.thinks = False
    driver.key("h")
    driver.step(0.1)


# -- a hint


def test_the_hint_is_the_models_with_its_words_and_says_so(driver, model):
    driver.strike("h")
    match = match_of(driver)
    assert match.coach.advice.source == "model"
    assert match.coach.hint.moves == (first_move(match),)
    assert note_of(driver) == f"The language model: {REASON}"
    assert match.session.ply == 0, "a hint is no move"
    assert len(model.told) == 1


def test_while_it_thinks_the_panel_says_so_and_the_frames_go_on(sit_down, monkeypatch):
    let_go = threading.Event()

    class Slow(Scripted):
        def ask(self, messages, schema, stop):
            let_go.wait(PATIENCE)
            return super().ask(messages, schema, stop)

    set_up()
    put(monkeypatch, Slow(first_choice))
    driver = sit_down((1024, 600), executor=ThreadPoolExecutor(1))
    driver.thinks = False
    agree(driver)
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
    driver.step(0.5)
    driver.key("h")
    driver.step(1.0)
    match = match_of(driver)
    assert match.coach.asks_model
    assert note_of(driver) == "The language model is thinking…"
    assert driver.top.panel.progress.visible
    let_go.set()
    match.requests.pending("hint").answer.result(PATIENCE)
    driver.step(0.1)
    assert note_of(driver) == f"The language model: {REASON}"


@pytest.mark.parametrize("way", ["escape", "button", "move", "leave", "undo"])
def test_it_can_be_cancelled(driver, model, way):
    match = match_of(driver)
    match.play(first_move(match))
    ask_quietly(driver)
    assert match.coach.asks_model
    answer = match.requests.pending("hint").answer
    if way == "escape":
        driver.key("escape")
    elif way == "button":
        driver.click("cancel_hint")
    elif way == "move":
        match.play(first_move(match))
    elif way == "undo":
        driver.key("u")
    else:
        driver.app.stack.pop(driver.top)
        driver.frame()
    assert not match.coach.asks_model
    assert answer.cancelled()
    driver.let_think()
    assert match.coach.hint is None
    assert model.told == []


def test_asked_twice_it_thinks_once_and_after_cancelling_it_may_be_asked_again(driver, model):
    ask_quietly(driver)
    driver.key("escape")
    driver.let_think()
    match = match_of(driver)
    assert match.coach.evaluation is not None
    assert note_of(driver) == ""
    assert isinstance(driver.top, BoardScene), "the key cancelled, and opened no menu"
    driver.strike("h")
    assert match.coach.advice.source == "model"
    # asked twice it thinks once
    driver.strike("escape")
    model.told.clear()
    ask_quietly(driver)
    driver.key("h", "h")
    driver.let_think()
    assert len(model.told) == 1


def test_where_it_does_not_help_the_coach_answers_and_the_paper_says_why(driver, monkeypatch):
    put(monkeypatch, Scripted(ModelTrouble(Message("The server is asked too much at present."))))
    driver.strike("h")
    match = match_of(driver)
    assert match.coach.advice.source == "builtin"
    assert len(match.coach.hint.moves) == 2, "the whole turn, as the coach gives it"
    trouble, reason = note_of(driver).split("\n\n")
    assert trouble == "The server is asked too much at present. The built-in adviser answers."
    assert reason == driver.app.say(match.coach.hint.reason)


def test_its_words_are_no_markup(driver, monkeypatch):
    for said in ("2 * 3 * 4 = 24", "- not a bullet", "{player} wins {0}", "a_b_c **x"):
        put(monkeypatch, Scripted(lambda schema, said=said: first_choice(schema, said)))
        driver.strike("h")
        paper = driver.top.panel.note.scrolls[0].child
        assert isinstance(paper, Label)
        assert paper.text == f"The language model: {said}"
        driver.key("escape")


def test_nobody_has_agreed_so_it_is_asked_about_first_and_only_once(sit_down, model):
    driver = sit_at(sit_down, ANNA, BEN)
    driver.app.adviser.switch_on()
    driver.strike("h")
    assert is_asked(driver)
    assert model.told == []
    driver.tap("agree")
    assert match_of(driver).coach.advice.source == "model"
    driver.key("escape", "h")
    driver.settle()
    assert not is_asked(driver)
    assert len(model.told) == 2


def test_whoever_does_not_agree_gets_the_coachs_hint_and_is_left_in_peace(sit_down, model, no_sockets):
    driver = sit_at(sit_down, ANNA, BEN)
    driver.app.adviser.switch_on()
    driver.strike("h", "escape")
    assert match_of(driver).coach.advice.source == "builtin"
    driver.key("escape", "h")
    driver.settle()
    assert not is_asked(driver)
    assert model.told == []


# -- nothing while it is off


@pytest.mark.parametrize("is_set_up", [True, False])
def test_no_socket_is_made_while_it_is_off(sit_down, no_sockets, is_set_up):
    if is_set_up:
        set_up()
    driver = sit_at(sit_down, ANNA, MODEL)
    driver.strike("h")
    match = match_of(driver)
    assert match.coach.advice.source == "builtin"
    take_turn(match)
    driver.step(0.5)
    assert driver.said() == [OFF]
    driver.settle()
    assert match.session.ply == 4


def test_a_game_without_that_seat_has_nothing_to_say(sit_down, no_sockets):
    driver = sit_at(sit_down, GENTLE, ANNA)
    driver.settle()
    assert match_of(driver).awaits_human
    assert driver.said() == []


# -- a seat


def seated_at(sit_down, *seats, **options):
    driver = sit_down((640, 400))
    agree(driver)
    return driver, Match.start(driver.app, setup_of(*seats, **options))


def test_a_seat_of_its_own_plays_what_it_says_and_is_asked_once_for_a_whole_turn(sit_down, model):
    driver, match = seated_at(sit_down, MODEL, ANNA)
    expected = first_move(match)
    run(driver, match)
    assert match.awaits_human
    assert match.session.moves[0] == expected
    assert len(model.told) == 2, "once for the L, once for the pebble"
    assert driver.said() == []
    # a whole turn is asked for once
    model.told.clear()
    driver = sit_down((640, 400))
    agree(driver)
    match = Match.start(driver.app, labyrinthseat.setup_of(MODEL, ANNA))
    run(driver, match)
    push, walk = match.session.moves
    assert isinstance(push, Push)
    assert isinstance(walk, Walk)
    assert match.awaits_human
    assert len(model.told) == 1
    # a worker that fails lets the computer play
    model.told.clear()
    driver, match = seated_at(sit_down, MODEL, ANNA)
    driver.executor.failures["advise"] = RuntimeError("the worker fell over")
    run(driver, match)
    assert match.session.ply == 2
    assert model.told == []


@pytest.mark.parametrize("name", registry.GAMES)
def test_whatever_legal_move_it_advises_can_be_shown(sit_down, model, name):
    driver = open_up(sit_down, (1024, 600))
    agree(driver)
    seats = (ANNA, BEN)[: registry.game_config(name).variants[registry.game_config(name).default].players[0]]
    match = Match.start(driver.app, new_setup(name, None, seats, 3))
    driver.push(BoardScene(driver.app, match))
    driver.step(0.3)
    if driver.top.ui.find("look"):
        driver.key("return")
        driver.step(0.5)
    for _ in range(2):
        has_choice = len(match.session.state.legal_moves()) > 1
        driver.key("h")
        driver.step(0.5)
        source = match.coach.advice.source
        assert source == ("model" if has_choice else "builtin"), "nobody asks where there is no choice"
        match.play(match.coach.hint.moves[0])
        driver.step(0.5)


def test_its_trouble_is_told_once_and_the_game_goes_on(sit_down, monkeypatch):
    set_up()
    put(monkeypatch, Scripted("I would rather sing."))
    driver, match = seated_at(sit_down, MODEL, ANNA)
    run(driver, match)
    assert match.session.ply == 2
    assert driver.said() == ["The language model found no legal move in 3 tries. The built-in adviser answers."]


def test_opened_again_while_it_is_off_the_computer_plays_and_says_so(sit_down, model, no_sockets):
    driver, match = seated_at(sit_down, ANNA, MODEL)
    match.leave()
    driver.app.adviser.switch_off()
    again = Match.resume(driver.app, match.game_id)
    take_turn(again)
    run(driver, again)
    assert again.session.ply == 4
    assert driver.said() == [OFF]
    assert model.told == []
    assert again.names[1] == "Language model"


# -- a game that is opened again while another address is configured


MOVED = "http://localhost:2/v1"


@pytest.fixture(name="moved")
def moved_driver(sit_down, model):
    """Leave a game in the model's turn, and open it again when the model is at another address."""
    driver, match = seated_at(sit_down, MODEL, ANNA)
    match.leave()
    set_up(MOVED)
    driver.app.adviser.look_again()
    driver.open(BoardScene(driver.app, resume_match(driver.app, match.game_id)))
    return driver


def test_another_address_is_asked_about_before_anything_is_sent_there_and_who_agrees_has_the_model_back(
    moved, model, no_sockets
):
    assert is_asked(moved)
    assert "localhost:2" in moved.widget("term0").text
    assert (model.told, moved.said(), match_of(moved).session.ply) == ([], [], 0)
    moved.step(2.0)
    assert [type(scene).__name__ for scene in moved.app.stack.scenes].count("Consent") == 1
    # whoever agrees to it has the model back
    moved.click("agree")
    moved.step(0.5)
    assert moved.said() == []
    moved.settle()
    assert not is_asked(moved)
    assert match_of(moved).session.ply == 2
    assert len(model.told) == 2


def test_for_whoever_does_not_the_computer_plays(moved, model, no_sockets):
    moved.click("refuse")
    moved.step(0.5)
    assert not is_asked(moved)
    assert moved.said() == [OFF]
    moved.settle()
    assert match_of(moved).session.ply == 2
    assert model.told == []


def test_a_new_address_in_the_middle_of_a_game_is_asked_about_too(sit_down, model):
    driver = sit_at(sit_down, ANNA, MODEL)
    agree(driver)
    match = match_of(driver)
    set_up(MOVED)
    driver.app.adviser.look_again()
    take_turn(match)
    driver.settle()
    assert is_asked(driver)
    assert model.told == []


@pytest.mark.parametrize("content", ["", "base_url: ftp://nowhere"])
def test_a_model_that_is_not_set_up_any_more_is_not_said_to_be_switched_off(sit_down, model, no_sockets, content):
    driver, match = seated_at(sit_down, MODEL, ANNA)
    match.leave()
    own_file().write_text(content, encoding="utf-8")
    driver.app.adviser.look_again()
    again = Match.resume(driver.app, match.game_id)
    run(driver, again)
    assert again.session.ply == 2
    assert driver.said() == ["No language model is set up any more. The computer plays for it."]


def test_switched_off_or_left_while_it_thinks_it_is_let_go(sit_down, model):
    driver, match = seated_at(sit_down, MODEL, ANNA)
    asked = match.requests.pending("choose").answer
    driver.app.adviser.switch_off()
    run(driver, match)
    assert asked.cancelled()
    assert match.session.ply == 2
    assert model.told == []
    # leaving the board in its turn lets go of it
    driver, match = seated_at(sit_down, MODEL, ANNA)
    question = match.requests.pending("choose")
    match.leave()
    with pytest.raises(CancelledError):
        question.answer.result(timeout=0)
    assert driver.executor.work() == 0
    assert model.told == []


def test_after_another_move_an_old_plan_is_forgotten(sit_down, model):
    driver = sit_down((640, 400))
    agree(driver)
    match = Match.start(driver.app, labyrinthseat.setup_of(MODEL, ANNA))
    driver.executor.work()
    match.update(0.05)
    push, old = match.session.moves[0], match.computers.plan
    assert isinstance(push, Push)
    assert old[0] == match.session.state
    match.session.undo()
    other = next(move for move in match.session.state.legal_moves() if move.arrow != push.arrow)
    match.play(other)
    run(driver, match)
    assert match.session.ply == 2
    assert len(model.told) == 2


def test_no_key_is_on_the_screens_or_in_the_store(sit_down, monkeypatch, model):
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)
    driver = sit_at(sit_down, ANNA, MODEL)
    agree(driver)
    driver.strike("h")
    match = match_of(driver)
    take_turn(match)
    driver.settle()
    assert not any(KEY in words for words in words_on(driver))
    assert KEY not in match.session.save()
    assert KEY not in repr(driver.app.adviser.ready)


CHAT = "My next treasure is the owl, nobody knows it"
QUOTED = f"“{REASON}”"
LARGE, SMALL = ((1024, 600), 1.0), ((1024, 600), 2.0)
SIZES = [LARGE, SMALL, ((600, 1024), 1.0), ((600, 1024), 2.0), ((800, 480), 1.0)]


def says(monkeypatch, *reasons):
    """Let a model with these reasons, one after the other, be at the table."""
    set_up()
    answers = [lambda schema, reason=reason: first_choice(schema, reason) for reason in reasons]
    return put(monkeypatch, Scripted(*answers))


def sit_spoken_to(sit_down, match_setup, frame=LARGE, language="en", **options):
    size, scale = frame
    driver = sit_down(size, language, scale=scale, **options)
    agree(driver)
    match = Match.start(driver.app, match_setup)
    driver.open(BoardScene(driver.app, match))
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
    return [line.text for line in Chronicle(driver.app, match).lines() if line.text.startswith(("“", "„"))]


# -- where nobody hides anything


def test_its_words_stand_below_its_moves_each_turn_has_its_own_and_the_list_keeps_them(sit_down, monkeypatch):
    # its words stand below its moves
    model = says(monkeypatch, REASON)
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA))
    lines = driver.widget("lines").lines
    assert [(line.player, line.date) for line in lines] == [(0, None), (0, ""), (0, None)]
    assert lines[1] == LogLine(0, QUOTED, "")
    assert len(model.told) == 2, "asked for the L and for the pebble, and quoted once"
    assert match.awaits_human
    # each turn has its own and the list keeps them
    says(monkeypatch, "One.", "Its pebble.", "Two.", "Its pebble.")
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA))
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "One.")
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”", "“Two.”"], "Two.")
    # whoever gave no reason this time is not quoted with the last
    says(monkeypatch, "One.", "", "")
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA))
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "")


def test_its_words_are_plain_and_cut_to_length_and_nobody_is_quoted_where_the_computer_plays(sit_down, monkeypatch):
    says(monkeypatch, "<b>2 * 3</b> {player} {0} **now** " + "and on " * 200)
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA))
    assert match.spoken.latest.startswith("2 * 3 {player} {0} now and on and on")
    assert match.spoken.latest.endswith("…")
    assert len(match.spoken.latest) <= LONGEST
    assert said(driver, match) == [f"“{match.spoken.latest}”"]
    # where the computer plays for it nobody is quoted
    set_up()
    put(monkeypatch, Scripted("I would rather sing."))
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA))
    assert match.session.ply == 2
    assert said(driver, match) == []


def test_what_was_taken_back_is_not_quoted_unless_it_is_made_again_by_the_same(sit_down, monkeypatch):
    says(monkeypatch, "One.", "", "Two.", "", "Three.", "")
    driver, match = sit_spoken_to(sit_down, setup_of(ANNA, MODEL, undo="always"))
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
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA), language=language)
    marks = {"de": "„“", "hu": "„”", "pl": "„”"}[language]
    assert said(driver, match) == [f"{marks[0]}{REASON}{marks[1]}"]


# -- on the screen


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES, where=lambda frame: frame[1] == 2))
@pytest.mark.parametrize("reason", ["Yes.", "That keeps the middle open for you, and then some. " * 9, "x" * 300])
def test_its_words_fit_and_leave_the_rest_its_room(sit_down, monkeypatch, size, scale, reason):
    says(monkeypatch, reason)
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA), (size, scale))
    assert match.spoken.latest
    assert faults_in_every_window(driver.app, [(size, scale)]) == {}
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
    driver, match = sit_spoken_to(sit_down, setup_of(MODEL, ANNA), SMALL)
    panel = driver.top.panel
    assert panel.speech.visible
    rows = panel.speech.rows()
    assert rows[0].startswith("“It is the first")
    assert rows[-1].endswith("…”")
    assert len(rows) * panel.speech.step <= panel.speech.rect.height
    assert isinstance(driver.strike("l"), LogDialog)
    driver.strike("escape")
    play_turn(driver, match)
    assert not panel.speech.visible, "the next turn had no words"
    assert panel.status.rect == panel.places.status
    # a hint on the paper is not disturbed
    says(monkeypatch, REASON)
    driver, _ = sit_spoken_to(sit_down, setup_of(MODEL, ANNA), SMALL)
    driver.strike("h")
    panel = driver.top.panel
    assert panel.note.visible
    assert not panel.speech.visible
    driver.strike("escape")
    assert panel.speech.visible


# -- where something is hidden


def hiding(name, *seats):
    """Set up a game with hidden things in which the first seat begins."""
    return new_setup(name, None, seats, 5, {"first": 0} if name == "labyrinth" else {"first": 1})


@pytest.mark.parametrize("frame", [LARGE, SMALL])
@pytest.mark.parametrize("name", ["labyrinth", "coatl"])
def test_what_it_chats_of_hidden_things_is_on_no_screen_before_the_end(sit_down, monkeypatch, name, frame):
    model = says(monkeypatch, CHAT)
    driver, match = sit_spoken_to(sit_down, hiding(name, MODEL, ANNA), frame)
    run(driver, match, 6.0)
    if match.awaits_human:
        match.play(match.session.state.legal_moves()[0])
    driver.settle()
    assert model.told
    state = match.session.state
    assert redact(match.session.game, state, 0) != redact(match.session.game, state, 1)
    driver.top.act("log")
    driver.settle()
    shown = [*words_on(driver), *(line.text for line in Chronicle(driver.app, match).lines()), match.spoken.latest]
    assert not any("owl" in words for words in shown)
    match.session.end_early(1)
    assert f"“{CHAT}”" in said(driver, match)
    assert match.spoken.latest == CHAT


def test_where_all_cards_lie_open_its_words_are_shown(sit_down, monkeypatch):
    says(monkeypatch, REASON)
    setup = new_setup("labyrinth", "classic_2017", (MODEL, ANNA), 5, {"open_cards": True, "first": 0})
    driver, match = sit_spoken_to(sit_down, setup)
    run(driver, match)
    assert [str(move)[:4] for move in match.session.moves] == ["push", "walk"]
    lines = [line.text for line in Chronicle(driver.app, match).lines()]
    assert lines[-1] == QUOTED, "below the whole turn, of which it is said"
    # its words are not in the save
    says(monkeypatch, CHAT)
    _, match = sit_spoken_to(sit_down, hiding("labyrinth", MODEL, ANNA))
    assert "owl, nobody" not in json.dumps(match.session.save())
