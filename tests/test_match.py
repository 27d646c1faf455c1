"""A match: journal before picture, computers that think elsewhere, undo among computers, clock, coach, result."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from logic import registry
from logic.core import IllegalMove, Message
from logic.files import StoreProblem
from logic.registry import GAMES, game_config
from logic.session import Seat, Setup, setup_params
from logic.variants import parse_game, resolve_params
from scenes import match as match_module
from scenes.match import Match
from tests import cardgame, nullgame
from tests.sceneapp import Clock, make_app, sit_down  # noqa: F401 - a fixture

ANNA, BEN, GENTLE = Seat(name="Anna"), Seat(name="Ben"), Seat(level="gentle")
RANDOM = Seat(level="random")


def setup_of(*seats, game="lgame", variant=None, config=None, **changes):
    config = config or game_config(game)
    chosen = config.variants[variant or config.default]
    computer = any(seat.is_computer for seat in seats)
    params = setup_params(GAMES[game], resolve_params(GAMES[game], chosen, computer=computer, name=game))
    fields = {
        "game": game, "variant": variant or config.default, "params": params, "seed": 5, "seats": seats,
        "undo": chosen.undo, "confirm": chosen.confirm, "clock": chosen.clock, "coach": chosen.coach,
    }  # fmt: skip
    return Setup(**{**fields, **changes})


@pytest.fixture
def driver(sit_down):  # noqa: F811
    return sit_down((640, 400))


@pytest.fixture
def small_games(monkeypatch):
    """Put the two games of the tests into the cabinet."""
    added = {"counters": nullgame, "tricks": cardgame}
    configs = {name: parse_game(game.YAML, game, name) for name, game in added.items()}
    for name, game in added.items():
        monkeypatch.setitem(registry.GAMES, name, game)
    monkeypatch.setattr(match_module, "game_config", lambda name: configs.get(name) or game_config(name))
    return configs


def begin(driver, *seats, **options):
    return Match.start(driver.app, setup_of(*seats, **options))


def counters(driver, small_games, *seats, **changes):
    return begin(driver, *seats, game="counters", config=small_games["counters"], **changes)


def run(driver, match, seconds=3.0, dt=0.05):
    """Let time pass at the table, the worker answering between two frames."""
    for _ in range(round(seconds / dt)):
        match.update(dt)
        driver.executor.work()


def first_move(match):
    return match.session.state.legal_moves()[0]


# -- keeping


def test_every_action_is_in_the_journal_before_it_is_shown(driver):
    match = begin(driver, ANNA, BEN)
    shown = []

    def look(_events):
        shown.append(driver.app.store.resume(match.game_id, GAMES).session.state)

    match.on_change = look
    match.play(first_move(match))
    match.play("stay")
    match.undo()
    match.redo()
    match.end_turn()
    assert len(shown) == 5
    assert shown[-1] == match.session.state
    again = driver.app.store.resume(match.game_id, GAMES).session
    assert (again.place, again.awaits_end) == (match.session.place, False)


def test_resume_goes_on_in_the_middle_of_a_turn(driver):
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    half = Match.resume(driver.app, match.game_id)
    assert half.session.state == match.session.state
    assert half.can_undo
    half.play("stay")
    whole = Match.resume(driver.app, match.game_id)
    assert whole.session.awaits_end
    assert whole.actor == 0
    whole.end_turn()
    assert Match.resume(driver.app, match.game_id).actor == 1


def test_a_failing_store_is_told_once_and_play_goes_on(driver, monkeypatch):
    match = begin(driver, ANNA, BEN)

    def fail(*_):
        raise StoreProblem(Message("The disk is full."))

    monkeypatch.setattr(driver.app.store, "record", fail)
    match.play(first_move(match))
    assert match.session.place == 1
    assert driver.said() == ["The disk is full."]


def test_only_people_among_themselves_agree_on_a_draw(driver):
    match = begin(driver, ANNA, BEN)
    assert match.can_agree
    match.agree()
    assert match.is_over
    assert match.outcome.winners == ()
    assert not match.can_agree
    assert not begin(driver, ANNA, Seat(level="gentle")).can_agree


def test_a_store_that_cannot_begin_does_not_stop_the_game(driver, monkeypatch):
    def fail(*_):
        raise StoreProblem(Message("The disk is full."))

    monkeypatch.setattr(driver.app.store, "begin", fail)
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    match.give_up(0)
    assert match.is_over
    assert match.rematch().seats == (BEN, ANNA)


def test_the_result_is_written_once_with_the_time_of_each_seat(sit_down):  # noqa: F811
    clock = Clock()
    driver = sit_down((640, 400), now=clock)
    match = begin(driver, ANNA, BEN)
    clock.pass_by(7)
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    clock.pass_by(2)
    match.pause()
    clock.pass_by(1000)
    match.go_on()
    match.give_up(1)
    assert match.thinking_time == [7, 2]
    entry = driver.app.store.finished()[0]
    assert entry.id == match.game_id
    assert entry.result is not None
    assert entry.result.winners == (0,)
    assert driver.app.store.unfinished() == []


def test_an_ended_game_that_was_not_written_as_ended_is_when_it_is_resumed(driver, monkeypatch):
    match = begin(driver, ANNA, BEN)
    match.play(first_move(match))
    monkeypatch.setattr(driver.app.store, "finish", lambda *_: None)
    match.give_up(0)
    monkeypatch.undo()
    assert driver.app.store.unfinished()
    assert Match.resume(driver.app, match.game_id).is_over
    assert driver.app.store.finished()


def test_a_demonstration_leaves_nothing_behind(driver):
    match = Match.unkept(driver.app, setup_of(RANDOM, RANDOM))
    run(driver, match)
    assert match.session.place > 1
    assert driver.app.store.unfinished() == []


# -- rematch


def test_a_rematch_changes_seats_and_seed(driver):
    match = begin(driver, ANNA, GENTLE)
    other = match.rematch()
    assert other.seats == (GENTLE, ANNA)
    assert other.session.setup.seed != match.session.setup.seed
    assert match.again().session.setup == match.session.setup


def test_where_the_dice_decide_who_begins_everybody_stays_seated(driver):
    assert begin(driver, ANNA, BEN, variant="lots").rematch().seats == (ANNA, BEN)


# -- names


def test_names_come_from_profiles_levels_or_numbers(driver):
    assert begin(driver, ANNA, GENTLE).names == ("Anna", "Gentle")
    assert begin(driver, Seat(), Seat()).names == ("Player 1", "Player 2")
    assert begin(driver, GENTLE, GENTLE).names == ("Gentle 1", "Gentle 2")


# -- computers


def test_a_computer_answers_a_whole_turn_and_ends_it(driver):
    match = begin(driver, ANNA, GENTLE)
    match.play(first_move(match))
    match.play("stay")
    run(driver, match)
    assert match.actor == 0, "nothing is played before the turn is ended"
    match.end_turn()
    assert match.is_thinking
    run(driver, match)
    assert match.awaits_human
    assert match.session.place == 4
    assert not match.session.awaits_end


def test_a_computer_waits_while_pieces_move_or_something_lies_over_the_board(driver):
    match = begin(driver, GENTLE, ANNA)
    for _ in range(40):
        match.update(0.1, moving=True)
        driver.executor.work()
    for _ in range(40):
        match.update(0.1, covered=True)
        driver.executor.work()
    assert match.session.place == 0
    run(driver, match)
    assert match.session.place == 2


def test_computers_make_a_pause_before_each_move(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.executor.work()
    pause = driver.app.theme.seconds.pause_between_computer_moves
    match.update(pause * 0.9)
    assert match.session.place == 0
    match.update(pause * 0.2)
    match.update(0.01)
    assert match.session.place == 1


def test_the_same_position_is_answered_alike(driver, small_games):
    match = counters(driver, small_games, ANNA, RANDOM, undo="always")
    match.play("take 1")
    run(driver, match)
    answer = match.session.moves[-1]
    match.undo()
    match.play("take 1")
    run(driver, match)
    assert match.session.moves[-1] == answer


def test_a_worker_that_fails_is_asked_once_more_and_then_replaced(driver):
    match = begin(driver, ANNA, GENTLE)
    match.play(first_move(match))
    match.play("stay")
    driver.executor.failures["choose"] = RuntimeError("the worker fell over")
    driver.executor.asked.clear()
    match.end_turn()
    run(driver, match)
    assert driver.executor.asked.count("choose") == 4, "asked twice for each of the two moves"
    assert driver.said() == ["The computer cannot think just now. It goes on with simple moves."]
    assert match.awaits_human
    assert match.session.place == 4


def test_a_worker_that_fails_once_is_forgiven(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.executor.failures["choose"] = RuntimeError("a hiccup")
    driver.executor.work()
    del driver.executor.failures["choose"]
    run(driver, match)
    assert match.session.place == 2
    assert driver.said() == []


def test_leaving_while_the_computer_thinks_cancels_it(driver):
    match = begin(driver, GENTLE, ANNA)
    match.leave()
    assert driver.executor.work() == 0, "nobody waits for the answer"
    assert match.session.place == 0


def test_an_answer_for_an_older_position_is_dropped(driver):
    match = begin(driver, ANNA, BEN)
    old = driver.executor.waiting[-1]
    match.play(first_move(match))
    assert old[0].cancelled()
    run(driver, match, 0.2)
    assert match.verdict is not None


def test_cancelled_by_somebody_else_the_computer_asks_again(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.app.thinker.cancel()
    run(driver, match)
    assert match.session.place == 2
    assert driver.said() == []


def test_a_computer_in_another_thread_plays_its_turn():
    app = make_app((640, 400), executor=ThreadPoolExecutor(1))
    match = Match.start(app, setup_of(GENTLE, ANNA))
    for _ in range(200):
        wait([match._questions.pending("choose").answer] if match._questions.pending("choose") else [], timeout=10)
        match.update(0.05)
        if match.awaits_human:
            break
    assert match.session.place == 2
    match.leave()
    app.close()


# -- taking back


def test_own_turn_takes_back_piece_by_piece_and_not_what_is_closed(driver):
    match = begin(driver, ANNA, GENTLE)
    start = match.session.state
    assert not match.can_undo
    match.play(first_move(match))
    match.play("stay")
    match.undo()
    match.undo()
    assert match.session.state == start
    assert match.can_redo
    match.redo()
    match.redo()
    match.end_turn()
    assert not match.can_undo
    run(driver, match)
    assert not match.can_undo


def test_always_takes_back_until_a_human_is_to_act(driver):
    match = begin(driver, ANNA, GENTLE, variant="practice")
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    run(driver, match)
    assert match.session.place == 4
    match.undo()
    assert match.session.place == 1
    assert match.awaits_human
    match.undo()
    assert match.session.place == 0
    assert not match.can_undo
    match.redo()
    match.redo()
    assert match.session.awaits_end
    match.redo()
    assert match.session.place == 4
    run(driver, match, 1)
    assert match.awaits_human


def test_a_computer_that_began_is_not_taken_back(driver, small_games):
    match = counters(driver, small_games, RANDOM, ANNA, undo="always")
    run(driver, match)
    assert match.session.place == 1
    assert not match.can_undo


def test_nothing_can_be_taken_back_while_the_computer_thinks(driver):
    match = begin(driver, ANNA, GENTLE, variant="practice")
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    assert match.is_thinking
    assert not match.can_undo
    assert not match.can_redo


def test_a_move_that_is_not_listed_changes_nothing(driver):
    match = begin(driver, ANNA, BEN)
    with pytest.raises(IllegalMove):
        match.play("fly away")
    assert match.session.place == 0


# -- the clock


def test_the_clock_ends_the_game_against_who_lets_it_run_out(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    assert match.update(29.0)
    assert not match.is_over
    match.update(1.5)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert "clock" in str(match.outcome.reason)
    assert driver.app.store.finished()[0].result.winners == (1,)


def test_the_clock_begins_anew_with_each_turn_and_stands_while_covered(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.update(20.0)
    match.update(50.0, covered=True)
    assert match.clock_left == pytest.approx(10.0)
    match.play(first_move(match))
    assert match.clock_left == pytest.approx(10.0), "a turn has one clock for all its moves"
    match.play("stay")
    assert match.clock_left == pytest.approx(30.0)


def test_a_turn_that_may_end_ends_when_the_clock_runs_out(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.play(first_move(match))
    match.way_out = lambda: match.session.state.legal_moves()[-1]
    match.update(31.0)
    assert not match.is_over
    assert match.actor == 1


def test_an_open_turn_is_closed_when_the_clock_runs_out(driver):
    match = begin(driver, ANNA, BEN, clock=10)
    match.play(first_move(match))
    match.play("stay")
    match.update(11.0)
    assert not match.is_over
    assert match.actor == 1
    assert not match.session.awaits_end


def test_a_match_without_a_clock_needs_no_frames_while_a_human_thinks(driver):
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.2)
    assert not match.update(0.1)


# -- the coach


def test_the_lamp_knows_the_position_and_forgets_it_with_the_move(driver):
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.2)
    assert match.verdict is not None
    assert match.verdict.value == 0
    match.play(first_move(match))
    assert match.verdict is None


def test_without_a_coach_nobody_asks(driver):
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.executor.asked.clear()
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.3)
    match.ask_hint()
    assert driver.executor.asked == []
    driver.app.change(driver.app.settings.with_(coach=True))
    run(driver, match, 0.3)
    assert match.verdict is not None, "switched on in the middle of the game it looks at once"


def test_a_hint_is_a_legal_turn_with_a_reason(driver):
    match = begin(driver, ANNA, BEN)
    match.ask_hint()
    run(driver, match, 0.2)
    assert match.hint is not None
    for move in match.hint.moves:
        match.play(move)
    assert match.hint is None


def test_a_coach_that_fails_is_silent_at_the_lamp_and_says_so_when_asked(driver):
    driver.executor.failures.update(verdict=RuntimeError("no"), hint=RuntimeError("no"))
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.5)
    assert match.verdict is None
    assert driver.executor.asked.count("verdict") == 1, "a coach that cannot is not asked again and again"
    assert driver.said() == []
    match.ask_hint()
    run(driver, match, 0.2)
    assert match.hint is None
    assert driver.said() == ["The coach cannot think just now."]


def test_a_finished_game_is_reviewed(driver):
    match = begin(driver, ANNA, BEN)
    assert not match.can_review
    match.play(first_move(match))
    match.give_up(0)
    match.ask_review()
    run(driver, match, 0.2)
    assert match.remarks is not None


# -- secrets


def test_computers_and_viewers_know_only_what_their_seat_may(driver, small_games, monkeypatch):
    asked = []
    ask = driver.app.thinker.ask
    monkeypatch.setattr(
        driver.app.thinker, "ask", lambda task, game, *args: asked.append(args) or ask(task, game, *args)
    )
    match = begin(driver, RANDOM, ANNA, game="tricks", config=small_games["tricks"])
    state = asked[0][0]
    assert set(state.hands[1]) == {cardgame.HIDDEN}
    assert match.viewer == 1
    assert match.has_secrets
    assert not match.needs_curtain
    assert begin(driver, ANNA, BEN, game="tricks", config=small_games["tricks"]).needs_curtain
    assert not begin(driver, ANNA, BEN).needs_curtain
