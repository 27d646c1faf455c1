"""A match: seats, turns, undo, the computer, the end, and the clock."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from typing import ClassVar
from unittest.mock import Mock

import msgspec
import pytest

from logic.cabinet import read_cabinet
from logic.core import Message
from logic.engine.worker import Thinker
from logic.registry import GAMES
from logic.session import Seat
from logic.storage.exchange import thinking_of
from logic.storage.files import StoreProblem, data_folder
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App
from scenes.board.match import Match, Watcher
from scenes.board.result import facts_of
from scenes.board.scene import BoardScene
from sprites.sound.sound import SoundBank
from tests.games import cardgame
from tests.screens.boardhands import match_of
from tests.support.processes import PATIENCE
from tests.support.seats.app import Clock, HandExecutor, make_app, make_driver
from tests.support.seats.match import ANNA, BEN, GENTLE, RANDOM, begin, counters, first_move, lay, run, setup_of
from tests.support.stories import sentences
from tests.support.stories.stories import ScreenStory

STORIES = """
# Own turn takes back piece by piece, and not what is closed
Anna Gentle :: :: cannot undo :: lay, undo, undo :: ply 0, can redo :: redo, redo, end :: cannot undo
  :: run :: cannot undo
# Always takes back until a human is to act, but not while the computer thinks
Anna Gentle practice :: lay, end :: thinking, cannot undo redo :: run :: ply 4 :: undo :: ply 1, awaited :: undo
  :: ply 0, cannot undo :: redo, redo :: open :: redo :: ply 4 :: run 1 :: awaited
# Turns taken back are counted once each, open ones not, and told in the result and after a resume
Anna Gentle undo always :: lay :: taken 0 :: undo, stay, end, run, lay :: taken 0 :: undo, stay, end, run :: taken 0
  :: back :: ply 0, taken 2 :: resume :: taken 2 :: give_up 0 :: fact With 2 turns taken back
# A game goes on in the middle of a turn
Anna Ben :: first, resume :: ply 1, can undo :: stay, resume :: open, actor 0 :: end, resume :: actor 1
# A computer answers a whole turn and ends it, and nothing is played before the own turn is ended
Anna Gentle :: lay, run :: actor 0 :: end :: thinking :: run :: awaited, ply 4, shut
# Only people among themselves agree on a draw
Anna Ben :: :: can agree :: agree :: over, won -, cannot agree
Anna Gentle :: :: cannot agree
# The clock begins anew with each turn, stands while covered, and ends the game of who lets it run out
Anna Ben blitz :: pass 20, cover 50 :: clock 10 :: first :: clock 10 :: stay :: clock 30
Anna Ben blitz :: pass 29 :: awake, goes on :: pass 1.5 :: won 1, reason clock, written 1
# A match without a clock needs no frames while a human thinks
Anna Ben :: run 0.2, pass 0.1 :: asleep
# An open turn is closed when the clock runs out
Anna Ben clock 10 :: lay, pass 11 :: goes on, actor 1, shut
# A turn that is resumed at its beginning has its whole time
Anna Ben blitz :: pass 25, lay, leave, resume :: actor 1, clock 30
# Taking back and leaving give no time back
Anna Ben blitz undo own_turn :: pass 8, first, pass 4, undo, pass 3 :: clock 15 :: leave, resume :: clock 15
  :: pass 2, redo, pass 5, leave, resume :: clock 8, thought 22 0, moves 17
# A turn that was taken back with the answer to it begins anew
Anna Gentle blitz undo always :: pass 20, lay, run, pass 10, undo, undo :: actor 0, clock 30
  :: leave, resume :: clock 30
# The thinking of all sittings counts for whoever thought, and a covered board or one that has ended counts for nobody
Anna Ben :: pass 7, first, pass 3, leave, resume :: thought 10 0 :: pass 2, stay, end, pass 4, leave, resume :: timed
  :: pass 5, give_up 1 :: thought 12 9, moves 7 5, kept 12 9, counted 0
Anna Ben :: pass 7, lay, end, pass 2, cover 1000, give_up 1, pass 1000 :: thought 7 2, kept 7 2, written 0, unfinished
# The statistics count the thinking of all sittings, and what computers think counts for them
Anna Ben known :: pass 7, leave, resume, pass 4, give_up 1 :: thinks Anna 11
Anna Gentle :: lay, end, pass 6, run :: actor 0, longer 1 6
# Computers wait while something moves or is covered, and make the pause that is wished for
Gentle Anna :: hold moving, hold covered :: ply 0 :: run :: ply 2
Gentle Anna paused :: work, part 0.9 :: ply 0 :: part 0.2, pass 0.01 :: ply 1
Gentle Anna :: work, pass 0.01 :: ply 1
# A worker that fails once is forgiven; one that fails again is asked twice for each move, and replaced
Gentle Anna :: fail choose, work, mend, run :: ply 2, silent
Anna Gentle :: lay, fail choose, end, run :: asked choose 4, awaited, ply 4,
  said The computer cannot think just now. It goes on with simple moves.
# What nobody waits for is cancelled, and what somebody else has cancelled is asked for again
Gentle Anna :: leave :: idle, ply 0
Anna Ben :: waiting, first :: cancelled :: run 0.2 :: judged
Gentle Anna :: cancel, run :: ply 2, silent
# The coach looks at each position and forgets it with the move; where nobody wants one he is never asked
Anna Ben :: run 0.2 :: judged 0 :: first :: unjudged
Anna Ben uncoached :: run 0.3, hint :: asked evaluation 0, asked hint 0 :: coach, run 0.3 :: judged
# A hint is a legal turn, and gone when it has been followed; a finished game is reviewed, and no other
Anna Ben :: hint, run 0.2 :: hinted :: follow :: unhinted
Anna Ben :: :: unreviewed :: first, give_up 0, review, run 0.2 :: reviewed
# A coach that fails is silent at the lamp, is not asked again and again, and says so to who asks
Anna Ben :: fail evaluation, fail hint, run 0.5 :: unjudged, asked evaluation 1, silent
  :: hint, run 0.2 :: unhinted, said The coach cannot think just now.
"""
SEATS = {"Anna": ANNA, "Ben": BEN, "Gentle": GENTLE}
CHANGES = {"uncoached": {"coach": False}, "paused": {"pause": Settings().pause}}


def about(told, wanted):
    return list(told) == pytest.approx([float(one) for one in wanted])


class Played(ScreenStory):
    """A match between the named players, of a variant, and with ``undo always`` or ``clock 10`` in its place.

    Anna may be ``known``, the coach off (``uncoached``), and computers ``paused`` as by default.
    """

    STEPS: ClassVar = ScreenStory.STEPS | {
        "first": lambda story: story.match.play(first_move(story.match)),
        "stay": lambda story: story.match.play("stay"),
        "lay": lambda story: lay(story.match),
        "undo": lambda story: story.match.undo(),
        "redo": lambda story: story.match.redo(),
        "end": lambda story: story.match.end_turn(),
        "agree": lambda story: story.match.agree(),
        "leave": lambda story: story.match.leave(),
        "give_up": lambda story, seat: story.match.give_up(int(seat)),
        "run": lambda story, seconds=3: run(story.driver, story.match, float(seconds)),
        "cover": lambda story, seconds: story.match.update(float(seconds), covered=True),
        "part": lambda story, share: story.match.update(Settings().pause * float(share)),
        "waiting": lambda story: setattr(story, "asked", story.driver.executor.waiting[-1][0]),
        "cancel": lambda story: story.driver.app.thinker.cancel(),
        "coach": lambda story: story.app.change(story.app.settings.with_(coach=True)),
        "hint": lambda story: story.match.coach.ask_hint(),
        "review": lambda story: story.match.coach.ask_review(),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "ply": lambda story, count: story.match.session.ply == int(count),
        "actor": lambda story, seat: story.match.actor == int(seat),
        "awaited": lambda story: story.match.awaits_human,
        "thinking": lambda story: story.match.is_thinking,
        "open": lambda story: story.match.session.awaits_end,
        "shut": lambda story: not story.match.session.awaits_end,
        "can": lambda story, *what: all(getattr(story.match, f"can_{one}") for one in what),
        "cannot": lambda story, *what: not any(getattr(story.match, f"can_{one}") for one in what),
        "taken": lambda story, count: story.match.session.turns_taken_back == int(count),
        "fact": lambda story, *words: " ".join(words) in facts_of(story.driver.app, story.match),
        "goes": lambda story, _: not story.match.is_over,
        "over": lambda story: story.match.is_over,
        "won": lambda story, *seats: story.match.outcome.winners == tuple(map(int, "".join(seats).strip("-"))),
        "reason": lambda story, word: word in str(story.match.outcome.reason),
        "clock": lambda story, seconds: story.match.clock_left == pytest.approx(float(seconds)),
        "awake": lambda story: story.needs_frames,
        "asleep": lambda story: not story.needs_frames,
        "thought": lambda story, *seconds: about(story.match.thinking_time, seconds),
        "moves": lambda story, *seconds: about(story.match.move_times, seconds),
        "kept": lambda story, *seconds: about(thinking_of(story.store.kept(story.match.game_id)), seconds),
        "counted": lambda story, seconds: story.store.statistics("lgame").thinking == int(seconds),
        "timed": lambda story: not story.match.lacks_times,
        "thinks": lambda story, name, seconds: story.store.statistics("lgame", name).thinking == int(seconds),
        "asked": lambda story, task, count: story.driver.executor.asked.count(task) == int(count),
        "cancelled": lambda story: story.asked.cancelled(),
        "judged": lambda story, *values: story.judged in map(int, values or (-1, 0, 1)),
        "unjudged": lambda story: story.judged is None,
        "hinted": lambda story: story.match.coach.hint is not None,
        "unhinted": lambda story: story.match.coach.hint is None,
        "reviewed": lambda story: story.match.coach.remarks is not None,
        "unreviewed": lambda story: not story.match.coach.can_review,
        "written": lambda story, seat: (
            [(one.id, one.result.winners) for one in story.store.finished()] == [(story.match.game_id, (int(seat),))]
        ),
        "unfinished": lambda story: story.store.unfinished() == [],
    }

    def __init__(self, driver, told):
        words = iter(told.split())
        seats, options = [], {}
        for word in words:
            if word in SEATS:
                seats.append(SEATS[word])
            elif word in ("undo", "clock"):
                value = next(words)
                options[word] = int(value) if value.isdigit() else value
            elif word == "known":
                driver.app.store.add_profile("Anna")
            elif word in CHANGES:
                driver.app.change(driver.app.settings.with_(**CHANGES[word]))
            else:
                options["variant"] = word
        super().__init__(driver)
        self.match = begin(driver, *seats, **options)

    @property
    def judged(self):
        return self.match.coach.evaluation and self.match.coach.evaluation.value

    @property
    def store(self):
        return self.driver.app.store

    def do_pass(self, seconds):
        self.driver.app.run_calls()
        self.needs_frames = self.match.update(float(seconds))

    def do_back(self):
        while self.match.can_undo:
            self.match.undo()

    def do_hold(self, how):
        for _ in range(40):
            self.match.update(0.1, **{how: True})
            self.driver.executor.work()

    def do_follow(self):
        for move in self.match.coach.hint.moves:
            self.match.play(move)

    def is_longer(self, seat, seconds):
        kept, spent = thinking_of(self.store.kept(self.match.game_id)), self.match.thinking_time[int(seat)]
        return spent >= float(seconds) and kept[int(seat)] == pytest.approx(spent)

    def do_resume(self):
        before = self.match.session.state
        self.match = Match.resume(self.driver.app, self.match.game_id)
        assert self.match.session.state == before


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(driver, story):
    Played(driver, story[0]).check(story[1:])


def test_the_default_pause_of_computers_exceeds_half_a_second():
    assert Settings().pause > 0.5


def test_the_opening_move_of_a_computer_cannot_be_undone(driver, small_games):
    match = counters(driver, small_games, RANDOM, ANNA, undo="always")
    run(driver, match)
    assert match.session.ply == 1
    assert not match.can_undo


def revealing_move(state, further=1):
    """Return the move that shows something hidden, or after which one does, or else the first."""
    for move in state.legal_moves():
        step = state.apply(move)
        after = step.state.player == state.player and further and revealing_move(step.state, 0)
        if any(event.reveals for event in (*step.events, *(step.state.apply(after).events if after else ()))):
            return move
    return state.legal_moves()[0]


def test_undo_is_refused_after_hidden_information_was_revealed(driver):
    """Not even as far as the computer’s own moves, which it would make once more."""
    setup = msgspec.structs.replace(setup_of(ANNA, RANDOM, game="labyrinth"), undo="always")
    match = Match.start(driver.app, setup)
    hidden = 0
    for _ in range(60):
        if match.is_over:
            break
        if match.awaits_human:
            match.play(revealing_move(match.session.state))
        run(driver, match)
        own = [ply for ply in range(match.session.ply) if match.session.mover(ply) == 0]
        if not own or not match.awaits_human:
            continue
        since = match.session.events[own[-1] :]
        shown = any(event.reveals for events in since for event in events)
        assert match.can_undo != shown
        hidden += shown
    assert hidden


# -- storing


def test_every_action_is_in_the_journal_before_the_watcher_is_notified(driver):
    match = begin(driver, ANNA, BEN)
    shown = []
    kept = driver.app.store.resume
    match.watcher = Watcher(lambda _events: shown.append(kept(match.game_id, GAMES).session.state))
    lay(match)
    match.undo()
    match.redo()
    match.end_turn()
    assert len(shown) == 5
    assert shown[-1] == match.session.state
    again = driver.app.store.resume(match.game_id, GAMES).session
    assert (again.ply, again.awaits_end) == (match.session.ply, False)


def test_a_failing_store_is_reported_once_and_the_game_continues(driver, monkeypatch):
    match = begin(driver, ANNA, BEN)
    fail = Mock(side_effect=StoreProblem(Message("The disk is full.")))
    monkeypatch.setattr(driver.app.store, "record", fail)
    match.play(first_move(match))
    assert match.session.ply == 1
    assert driver.said() == ["The disk is full."]
    # a store that cannot begin does not stop the game
    monkeypatch.setattr(driver.app.store, "begin", fail)
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    match.give_up(0)
    assert match.is_over
    assert match.rematch().seats == (BEN, ANNA)


def test_resuming_an_ended_game_missing_its_result_stores_the_result(driver, monkeypatch):
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    monkeypatch.setattr(driver.app.store, "finish", lambda *_: None)
    match.give_up(0)
    monkeypatch.undo()
    assert driver.app.store.unfinished()
    assert Match.resume(driver.app, match.game_id).is_over
    assert driver.app.store.finished()


def test_discarded_games_play_on_unstored_and_unkept_matches_store_nothing(driver):
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    driver.app.store.discard(match.game_id)
    match.update(2)
    match.play("stay")
    match.end_turn()
    assert match.actor == 1
    assert driver.said() == [f"Game {match.game_id} cannot be read."]
    assert match.move_times == ()
    match.leave()
    assert driver.app.store.entry(match.game_id) is None
    match = Match.start_unstored(driver.app, setup_of(RANDOM, RANDOM))
    run(driver, match)
    assert match.session.ply > 1
    assert driver.app.store.unfinished() == []


# -- rematch


def test_a_rematch_swaps_seats_and_reseeds_and_default_names_are_used(driver):
    match = begin(driver, ANNA, GENTLE)
    other = match.rematch()
    assert other.seats == (GENTLE, ANNA)
    assert other.session.setup.seed != match.session.setup.seed
    assert match.again().session.setup == match.session.setup
    # where the dice decide who begins everybody stays seated
    assert begin(driver, ANNA, BEN, variant="lots").rematch().seats == (ANNA, BEN)
    # names come from profiles, levels or numbers
    assert begin(driver, ANNA, GENTLE).names == ("Anna", "Gentle")
    assert begin(driver, Seat(), Seat()).names == ("Player 1", "Player 2")
    assert begin(driver, GENTLE, GENTLE).names == ("Gentle 1", "Gentle 2")


# -- computers


def test_rematch_seeds_are_drawn_at_random_once_per_sitting(driver):
    drawn = iter(range(100, 200))
    driver.app.draw = lambda: next(drawn)
    match = begin(driver, ANNA, GENTLE)
    Match.resume(driver.app, match.game_id)
    assert match.rematch().session.setup.seed == 102
    assert next(drawn) == 104


def test_a_computer_answers_the_same_position_with_the_same_move(driver, small_games):
    match = counters(driver, small_games, ANNA, RANDOM, undo="always")
    match.play("take 1")
    run(driver, match)
    answer = match.session.moves[-1]
    match.undo()
    match.play("take 1")
    run(driver, match)
    assert match.session.moves[-1] == answer


def test_a_computer_in_a_worker_thread_plays_and_app_random_numbers_differ():
    app = make_app((640, 400), executor=ThreadPoolExecutor(1))
    match = Match.start(app, setup_of(GENTLE, ANNA))
    for _ in range(200):
        wait([match.requests.pending("choose").answer] if match.requests.pending("choose") else [], timeout=PATIENCE)
        match.update(0.05)
        if match.awaits_human:
            break
    assert match.session.ply == 2
    match.leave()
    app.close()
    # the computer draws random numbers that nobody can guess
    app = App(
        (640, 400), cabinet=read_cabinet(), settings=Settings(), store=Store.open(data_folder())[0],
        thinker=Thinker(HandExecutor), sound=SoundBank(silent=True), now=lambda: 0.0,
    )  # fmt: skip
    assert len({app.draw() for _ in range(50)}) == 50
    app.close()


# -- secrets


def seeds_asked_with(drawn, *seats, **changes):
    """Return the seeds sent to the worker at the first ply of a game: for a computer's move, or for a hint."""
    driver = make_driver((640, 400), draw=lambda: drawn)
    begin(driver, *seats, **changes).coach.ask_hint()
    tasks = [args for _, _, args in driver.executor.waiting if {"choose", "hint"} & set(map(str, args))]
    driver.app.close()
    return [next(one for one in args[-1][1:] if isinstance(one, int)) for args in tasks]


@pytest.mark.parametrize("seats", [(GENTLE, ANNA), (ANNA, GENTLE)], ids=["a move", "a hint"])
def test_computer_and_hint_seeds_do_not_depend_on_the_deal_seed(seats):
    of_deals = [seeds_asked_with(3, *seats, seed=seed) for seed in (0, 5, 2**53 - 1)]
    assert len(of_deals[0]) == 1
    assert of_deals[0] == of_deals[1] == of_deals[2], "the deal says nothing of the dice"
    of_draws = [seeds_asked_with(drawn, *seats, seed=5)[0] for drawn in (3, 4, 5)]
    assert len(set(of_draws)) == len(of_draws)


def test_computers_get_redacted_positions_and_secrets_need_a_curtain(driver, small_games, monkeypatch):
    asked = []
    ask = driver.app.thinker.ask
    monkeypatch.setattr(
        driver.app.thinker, "ask", lambda task, game, *args: asked.append(args) or ask(task, game, *args)
    )
    match = begin(driver, RANDOM, ANNA, game="tricks", config=small_games["tricks"])
    assert set(asked[0][0].hands[1]) == {cardgame.HIDDEN}
    assert match.viewer == 1
    assert not match.needs_curtain
    assert begin(driver, ANNA, BEN, game="tricks", config=small_games["tricks"]).needs_curtain
    assert not begin(driver, ANNA, BEN).needs_curtain


def test_the_clock_plays_the_way_out_of_a_turn_that_can_end(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.play(first_move(match))
    match.watcher = Watcher(ending_move=lambda: match.session.state.legal_moves()[-1])
    match.update(31.0)
    assert not match.is_over
    assert match.actor == 1


# -- left and resumed


def think(driver, seconds):
    """Let a player think before the board; no frame counts for more than a tenth of a second."""
    for _ in range(round(seconds * 10)):
        driver.frame(dt=0.1)


def test_time_that_the_machine_sleeps_is_no_thinking_time(new_driver):
    clock = Clock()
    driver = new_driver((640, 400), now=clock)
    driver.push(BoardScene(driver.app, begin(driver, ANNA, BEN)))
    before = match_of(driver).thinking_time[0]
    clock.pass_by(8 * 3600)
    driver.frame(dt=8 * 3600)
    assert match_of(driver).thinking_time[0] == pytest.approx(before + 0.1)


CHILD = """
import sys
from scenes.board.scene import BoardScene
from scenes.board.match import Match
from tests.support.seats.match import ANNA, BEN, setup_of
from tests.support.seats.app import make_driver
from tests.screens.board.test_match import think

driver = make_driver((640, 400))
match = Match.start(driver.app, setup_of(ANNA, BEN, variant="blitz"))
driver.push(BoardScene(driver.app, match))
think(driver, 25)
match.play(match.session.state.legal_moves()[0])
print(match.clock_left, flush=True)
think(driver, 2)
print(match.clock_left, flush=True)
sys.stdin.read()
"""


def test_a_killed_program_loses_only_the_time_since_the_last_move(driver):
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with child:
        try:
            moved, killed = float(child.stdout.readline()), float(child.stdout.readline())
        finally:
            child.kill()
    assert moved == pytest.approx(5, abs=0.2)
    assert killed == pytest.approx(3, abs=0.2)
    (entry,) = driver.app.store.unfinished()
    again = Match.resume(driver.app, entry.id)
    assert again.session.ply == 1
    assert again.clock_left == pytest.approx(moved, abs=0.02)
    assert again.thinking_time == pytest.approx([30 - moved, 0])
