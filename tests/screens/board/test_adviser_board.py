"""A language model at the board: what it is asked, what it says, what is heard, and failures."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import ClassVar

import pytest

from logic import registry
from logic.core import Message
from logic.game import redact
from logic.labyrinth.rules import Push
from logic.llm.answer import ModelTrouble
from logic.llm.settings import own_file
from logic.registry import new_setup
from scenes.board.log import LogDialog, LogLine, MoveList
from scenes.board.match import Match, resume_match
from scenes.board.scene import BoardScene
from scenes.board.seating import LONGEST, Spoken
from sprites.widgets import Label
from tests.screens.adviserhands import MODEL, REASON, agree, open_up, put, set_up, sit_at, words_on
from tests.screens.boardhands import board_of, match_of
from tests.support.advicefakes import KEY, Scripted, first_choice
from tests.support.processes import PATIENCE
from tests.support.sampling import sample_of
from tests.support.seats import labyrinth as labyrinthseat
from tests.support.seats.match import ANNA, BEN, GENTLE, first_move, run, setup_of, take_turn
from tests.support.seats.seating import BoardStory
from tests.support.stories import sentences
from tests.support.windows import faults_in_every_window

OFF = "The language model is switched off. The computer plays for it."


@pytest.fixture(name="driver")
def seated_driver(new_driver, model):
    """Sit two people down where the model is configured, switched on, and agreed to."""
    driver = sit_at(new_driver, ANNA, BEN)
    agree(driver)
    return driver


def note_of(driver):
    """Return what the paper says; nothing where there is none."""
    note = board_of(driver).panel.note
    return str(getattr(note.scrolls[0].child, "text", "") or note.scrolls[0].child.markup) if note.visible else ""


def ask_quietly(driver):
    """Ask for a hint while the worker does nothing yet."""
    driver.settle()
    driver.thinks = False
    driver.key("h")
    driver.step(0.1)


STORIES = """
# A hint is the model's with its words, says so, and is no move
Anna Ben agreed :: strike h :: source model, advises first,
  paper The language model: It is the first one., ply 0, told 1
# It can be cancelled by a key, a button, a move, by leaving, and by taking back
Anna Ben agreed :: first, quietly :: asks :: <key~escape click~cancel_hint first leave key~u> :: cancelled :: think
  :: unhinted, told 0
# After cancelling, which opens no menu, it may be asked again, and asked twice it thinks once
Anna Ben agreed :: quietly, key escape, think :: judged, paper -, top BoardScene :: strike h :: source model
  :: strike escape, quietly, key h h, think :: told 2
# Where it does not help the coach answers with a whole turn, and the paper says why
Anna Ben agreed busy :: strike h :: source builtin, advised 2,
  paper The server is asked too much at present. The built-in adviser answers. + REASON
# Where nobody has agreed it is asked about first, and only once; whoever does not agree is left in peace
Anna Ben on :: strike h :: top Consent, told 0 :: tap agree :: source model :: key escape h, settle
  :: top BoardScene, told 2
Anna Ben on :: strike h escape :: source builtin :: key escape h, settle :: top BoardScene, told 0
# A game without a seat for it has nothing to say
Gentle Anna unset :: settle :: awaited, silent
# At a seat of its own it plays what it says, asked once for the L and once for the pebble, or once for a whole turn
Model Anna agreed :: settle :: awaited, began, ply 2, told 2, silent
Model Anna agreed labyrinth :: settle :: awaited, made push walk, told 1
# Where a worker fails, or it finds no move, the game goes on, and its trouble is told once
Model Anna agreed slowly :: fail advise, think :: ply 2, told 0
Model Anna agreed sings :: wait 0.5 :: ply 2,
  said The language model found no legal move in 3 tries. The built-in adviser answers.
# Opened again while it is off, the computer plays for it and says so
Anna Model agreed :: leave, off, reopen, turn, wait 0.5 :: said OFF :: settle :: ply 4, told 0, named Language model
# Another address is asked about before anything is sent there, in the middle of a game, too
Model Anna agreed slowly :: leave, moved, think, reopen, settle :: top Consent, contains term0 localhost:2, silent,
  ply 0, told 0 :: wait 2.0 :: count Consent 1 :: click agree, wait 0.5 :: silent :: settle
  :: top BoardScene, ply 2, told 2
Model Anna agreed slowly :: leave, moved, think, reopen, settle, click refuse, wait 0.5 :: top BoardScene, said OFF
  :: settle :: ply 2, told 0
Anna Model agreed :: moved, turn, settle :: top Consent, told 0
# While it is off nobody asks it anything, whether it is set up or not
Anna Model <off unset> :: strike h :: source builtin :: turn, wait 0.5 :: said OFF :: settle :: ply 4, told 0
# A model that is not set up any more is not said to be switched off
Model Anna agreed slowly :: leave, file <- base_url:~ftp://nowhere>, think, reopen, wait 0.5
  :: said No language model is set up any more. The computer plays for it. :: settle :: ply 2
# While it thinks, the menu offers to go on without it, for this move alone; no menu does while a person is to move
Model Anna agreed slowly :: choosing, key escape, click without_model :: cancelled, top BoardScene, told 0
  :: think, wait 0.5 :: ply 2, told 1
Anna Model agreed slowly :: key escape :: top PauseMenu, absent without_model
# Switched off or left while it thinks, it is let go
Model Anna agreed slowly :: choosing, off, wait 0.1 :: cancelled :: think :: ply 2, told 0
Model Anna agreed slowly :: choosing, leave :: cancelled, idle, told 0
"""
SEATS = {"Anna": ANNA, "Ben": BEN, "Gentle": GENTLE, "Model": MODEL}
ANSWERS = {
    "busy": ModelTrouble(Message("The server is asked too much at present.")),
    "sings": "I would rather sing.",
}
MOVED = "http://localhost:2/v1"


class Advised(BoardStory):
    """Players at an L-Game, or at Labyrinth, where the model is configured.

    They have ``agreed`` to it, or it is only switched ``on``; it is ``unset``, in trouble, or answers ``slowly``.
    """

    STEPS: ClassVar = BoardStory.STEPS | {
        "first": lambda story: story.match.play(first_move(story.match)),
        "turn": lambda story: take_turn(story.match),
        "off": lambda story: story.driver.app.adviser.switch_off(),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "told": lambda story, count: len(story.model.told) == int(count),
        "source": lambda story, name: story.match.coach.advice.source == name,
        "advises": lambda story, _: story.match.coach.hint.moves == (first_move(story.match),),
        "advised": lambda story, count: len(story.match.coach.hint.moves) == int(count),
        "unhinted": lambda story: story.match.coach.hint is None and not story.match.coach.asks_model,
        "asks": lambda story: story.match.coach.asks_model,
        "cancelled": lambda story: story.answer.cancelled() and not story.match.coach.asks_model,
        "judged": lambda story: story.match.coach.evaluation is not None,
        "awaited": lambda story: story.match.awaits_human,
        "began": lambda story: story.match.session.moves[0] == story.match.session.states[0].legal_moves()[0],
        "made": lambda story, *kinds: [str(move).split()[0] for move in story.match.session.moves] == [*kinds],
        "said": lambda story, *words: story.driver.said() == [" ".join(words).replace("OFF", OFF)],
        "named": lambda story, *words: story.match.names[1] == " ".join(words),
    }

    def __init__(self, new_driver, monkeypatch, told):
        words = told.split()
        seats = [SEATS[word] for word in words if word in SEATS]
        answers = [ANSWERS[word] for word in words if word in ANSWERS] or [first_choice]
        self.model = put(monkeypatch, Scripted(*answers))
        if "unset" not in words:
            set_up()
        driver = open_up(new_driver, (1024, 600))
        driver.thinks = "slowly" not in words
        if "agreed" in words:
            agree(driver)
        if "on" in words:
            driver.app.adviser.switch_on()
        setup = labyrinthseat.setup_of(*seats) if "labyrinth" in words else setup_of(*seats)
        super().__init__(driver, Match.start(driver.app, setup))
        driver.push(BoardScene(driver.app, self.last))
        driver.step(0.3)

    def do_quietly(self):
        ask_quietly(self.driver)
        self.answer = self.match.requests.pending("hint").answer

    def do_choosing(self):
        self.answer = self.match.requests.pending("choose").answer

    def do_moved(self):
        set_up(MOVED)
        self.driver.app.adviser.reload()

    def do_file(self, *words):
        own_file().write_text(" ".join(words).strip("-"), encoding="utf-8")
        self.driver.app.adviser.reload()

    def do_reopen(self):
        self.driver.push(BoardScene(self.app, resume_match(self.app, self.last.game_id)))

    def is_paper(self, *words):
        hint = self.match.coach.hint
        reason = self.driver.app.say(hint.reason) if hint else ""
        return note_of(self.driver) == " ".join(words).strip("-").replace(" + REASON", f"\n\n{reason}")


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(new_driver, monkeypatch, no_sockets, story):
    Advised(new_driver, monkeypatch, story[0]).check(story[1:])


# -- a hint


def test_the_panel_shows_that_the_model_is_thinking_without_blocking_frames(new_driver, monkeypatch):
    let_go = threading.Event()

    class Slow(Scripted):
        def ask(self, messages, schema, stop):
            let_go.wait(PATIENCE)
            return super().ask(messages, schema, stop)

    set_up()
    put(monkeypatch, Slow(first_choice))
    driver = new_driver((1024, 600), executor=ThreadPoolExecutor(1))
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


def test_the_models_text_is_shown_without_markup(driver, monkeypatch):
    for said in ("2 * 3 * 4 = 24", "- not a bullet", "{player} wins {0}", "a_b_c **x"):
        put(monkeypatch, Scripted(lambda schema, said=said: first_choice(schema, said)))
        driver.strike("h")
        paper = driver.top.panel.note.scrolls[0].child
        assert isinstance(paper, Label)
        assert paper.text == f"The language model: {said}"
        driver.key("escape")


@pytest.mark.parametrize("name", registry.GAMES)
def test_any_legal_move_the_model_advises_is_shown_as_hint(new_driver, model, name):
    driver = open_up(new_driver, (1024, 600))
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


def test_a_planned_move_is_dropped_after_a_different_move(new_driver, model):
    driver = new_driver((640, 400))
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


def test_the_api_key_is_on_no_screen_and_not_in_the_saved_game(new_driver, monkeypatch, model):
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)
    driver = sit_at(new_driver, ANNA, MODEL)
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
    """Let a model with these reasons, one after the other, take a seat."""
    set_up()
    answers = [lambda schema, reason=reason: first_choice(schema, reason) for reason in reasons]
    return put(monkeypatch, Scripted(*answers))


def sit_with_model(new_driver, match_setup, frame=LARGE, language="en", **options):
    size, scale = frame
    driver = new_driver(size, language, scale=scale, **options)
    agree(driver)
    match = Match.start(driver.app, match_setup)
    driver.open(BoardScene(driver.app, match))
    return driver, match


def play_turn(driver, match, number=0):
    """Make the turn of the person at the screen, by the first legal moves, and let the model answer."""
    mover = match.actor
    while match.awaits_human and match.actor == mover and not match.session.awaits_end:
        match.play(match.session.state.legal_moves()[number])
    if match.session.awaits_end:
        match.end_turn()
    driver.settle()


def said(driver, match):
    """Return the quotations in the list of moves."""
    return [line.text for line in MoveList(driver.app, match).lines() if line.text.startswith(("“", "„"))]


# -- where nothing is hidden


def test_the_models_reason_is_listed_below_its_turn_and_kept(new_driver, monkeypatch):
    # its remark stands below its moves
    model = says(monkeypatch, REASON)
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA))
    lines = driver.widget("lines").lines
    assert [(line.player, line.date) for line in lines] == [(0, None), (0, ""), (0, None)]
    assert lines[1] == LogLine(0, QUOTED, "")
    assert len(model.told) == 2, "asked for the L and for the pebble, and quoted once"
    assert match.awaits_human
    # each turn has its own remark and the list keeps them
    says(monkeypatch, "One.", "Its pebble.", "Two.", "Its pebble.")
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA))
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "One.")
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”", "“Two.”"], "Two.")
    # a model that gives no reason this time is not quoted with the last
    says(monkeypatch, "One.", "", "")
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA))
    play_turn(driver, match)
    assert (said(driver, match), match.spoken.latest) == (["“One.”"], "")


def test_the_models_reason_is_sanitised_truncated_and_absent_on_fallback(new_driver, monkeypatch):
    says(monkeypatch, "<b>2 * 3</b> {player} {0} **now** " + "and on " * 200)
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA))
    assert match.spoken.latest.startswith("2 * 3 {player} {0} now and on and on")
    assert match.spoken.latest.endswith("…")
    assert len(match.spoken.latest) <= LONGEST
    assert said(driver, match) == [f"“{match.spoken.latest}”"]
    # where the computer plays for it nobody is quoted
    set_up()
    put(monkeypatch, Scripted("I would rather sing."))
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA))
    assert match.session.ply == 2
    assert said(driver, match) == []


def test_reasons_of_undone_moves_are_hidden_unless_redone_by_the_same_player(new_driver, monkeypatch):
    says(monkeypatch, "One.", "", "Two.", "", "Three.", "")
    driver, match = sit_with_model(new_driver, setup_of(ANNA, MODEL, undo="always"))
    play_turn(driver, match)
    assert said(driver, match) == ["“One.”"]
    session = match.session
    for _ in range(2):
        session.undo()
    assert said(driver, match) == []
    for _ in range(2):
        session.redo()
    assert said(driver, match) == ["“One.”"]
    # other moves take the remark away with them
    session = Match.start_unstored(new_driver((640, 400)).app, setup_of(ANNA, BEN, undo="always")).session
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
def test_quotation_marks_follow_the_language(new_driver, monkeypatch, language):
    says(monkeypatch, REASON)
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA), language=language)
    marks = {"de": "„“", "hu": "„”", "pl": "„”"}[language]
    assert said(driver, match) == [f"{marks[0]}{REASON}{marks[1]}"]


# -- on the screen


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES, where=lambda frame: frame[1] == 2))
@pytest.mark.parametrize("reason", ["Yes.", "That keeps the middle open for you, and then some. " * 9, "x" * 300])
def test_the_models_reason_fits_and_overlaps_nothing(new_driver, monkeypatch, size, scale, reason):
    says(monkeypatch, reason)
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA), (size, scale))
    assert match.spoken.latest
    assert faults_in_every_window(driver.app, [(size, scale)]) == {}
    panel = driver.top.panel
    if panel.layout.log is not None:
        assert not panel.speech.visible
        return
    assert panel.speech.visible
    parts = [panel.status, panel.speech, panel.lamp]
    assert all(upper.rect.bottom <= lower.rect.top for upper, lower in pairwise(parts))
    assert all(panel.layout.panel.contains(part.rect) for part in parts)


def test_without_a_log_the_models_reason_is_below_the_status_but_not_over_hints(new_driver, monkeypatch):
    says(monkeypatch, f"{REASON} " * 5, "", "")
    driver, match = sit_with_model(new_driver, setup_of(MODEL, ANNA), SMALL)
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
    assert panel.status.rect == panel.layout.status
    # a hint on the paper is not disturbed
    says(monkeypatch, REASON)
    driver, _ = sit_with_model(new_driver, setup_of(MODEL, ANNA), SMALL)
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
def test_reasons_in_games_with_secrets_are_hidden_until_the_game_ends(new_driver, monkeypatch, name, frame):
    model = says(monkeypatch, CHAT)
    driver, match = sit_with_model(new_driver, hiding(name, MODEL, ANNA), frame)
    run(driver, match, 6.0)
    if match.awaits_human:
        match.play(match.session.state.legal_moves()[0])
    driver.settle()
    assert model.told
    state = match.session.state
    assert redact(match.session.game, state, 0) != redact(match.session.game, state, 1)
    driver.top.act("log")
    driver.settle()
    shown = [*words_on(driver), *(line.text for line in MoveList(driver.app, match).lines()), match.spoken.latest]
    assert not any("owl" in words for words in shown)
    match.session.end_early(1)
    assert f"“{CHAT}”" in said(driver, match)
    assert match.spoken.latest == CHAT


def test_reasons_are_shown_in_open_games_and_never_saved(new_driver, monkeypatch):
    says(monkeypatch, REASON)
    setup = new_setup("labyrinth", "classic_2017", (MODEL, ANNA), 5, {"open_cards": True, "first": 0})
    driver, match = sit_with_model(new_driver, setup)
    run(driver, match)
    assert [str(move)[:4] for move in match.session.moves] == ["push", "walk"]
    lines = [line.text for line in MoveList(driver.app, match).lines()]
    assert lines[-1] == QUOTED, "below the whole turn, of which it is said"
    # its remarks are not in the save
    says(monkeypatch, CHAT)
    _, match = sit_with_model(new_driver, hiding("labyrinth", MODEL, ANNA))
    assert "owl, nobody" not in json.dumps(match.session.save())
