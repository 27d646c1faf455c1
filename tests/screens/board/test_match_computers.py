"""Computers at the table: they think elsewhere, in their turn, and know no more than their seat may."""

from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from logic.cabinet import read_cabinet
from logic.engine.worker import Thinker
from logic.storage.files import data_folder
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App
from scenes.board.match import Match
from sprites.sound.sound import SoundBank
from tests import cardgame
from tests.matchhands import ANNA, BEN, GENTLE, RANDOM, begin, counters, first_move, run, setup_of
from tests.sceneapp import HandExecutor, make_app, make_driver

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
    assert match.session.ply == 4
    assert not match.session.awaits_end


def test_a_computer_waits_while_pieces_move_or_something_lies_over_the_board(driver):
    match = begin(driver, GENTLE, ANNA)
    for _ in range(40):
        match.update(0.1, moving=True)
        driver.executor.work()
    for _ in range(40):
        match.update(0.1, covered=True)
        driver.executor.work()
    assert match.session.ply == 0
    run(driver, match)
    assert match.session.ply == 2


def test_computers_make_a_pause_before_each_move(driver):
    pause = Settings().pause
    assert pause > 0.5, "everybody can follow, unless somebody wishes otherwise"
    driver.app.change(driver.app.settings.with_(pause=pause))
    match = begin(driver, GENTLE, ANNA)
    driver.executor.work()
    match.update(pause * 0.9)
    assert match.session.ply == 0
    match.update(pause * 0.2)
    match.update(0.01)
    assert match.session.ply == 1


def test_computers_move_at_once_where_no_pause_is_wished_for(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.executor.work()
    match.update(0.01)
    assert match.session.ply == 1


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
    assert match.session.ply == 4


def test_a_worker_that_fails_once_is_forgiven(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.executor.failures["choose"] = RuntimeError("a hiccup")
    driver.executor.work()
    del driver.executor.failures["choose"]
    run(driver, match)
    assert match.session.ply == 2
    assert driver.said() == []


def test_leaving_while_the_computer_thinks_cancels_it(driver):
    match = begin(driver, GENTLE, ANNA)
    match.leave()
    assert driver.executor.work() == 0, "nobody waits for the answer"
    assert match.session.ply == 0


def test_an_answer_for_an_older_position_is_dropped(driver):
    match = begin(driver, ANNA, BEN)
    old = driver.executor.waiting[-1]
    match.play(first_move(match))
    assert old[0].cancelled()
    run(driver, match, 0.2)
    assert match.coach.evaluation is not None


def test_cancelled_by_somebody_else_the_computer_asks_again(driver):
    match = begin(driver, GENTLE, ANNA)
    driver.app.thinker.cancel()
    run(driver, match)
    assert match.session.ply == 2
    assert driver.said() == []


def test_a_computer_in_another_thread_plays_its_turn():
    app = make_app((640, 400), executor=ThreadPoolExecutor(1))
    match = Match.start(app, setup_of(GENTLE, ANNA))
    for _ in range(200):
        wait([match.questions.pending("choose").answer] if match.questions.pending("choose") else [], timeout=10)
        match.update(0.05)
        if match.awaits_human:
            break
    assert match.session.ply == 2
    match.leave()
    app.close()


# -- secrets


def seeds_asked_with(drawn, *seats, **changes):
    """The seeds with which the worker is asked at the first place of a game: for a computer's move, or for a hint."""
    driver = make_driver((640, 400), draw=lambda: drawn)
    match = begin(driver, *seats, **changes)
    match.coach.ask_hint()
    tasks = [args for _, _, args in driver.executor.waiting if {"choose", "hint"} & set(map(str, args))]
    driver.app.close()
    return [next(one for one in args[-1][1:] if isinstance(one, int)) for args in tasks]


@pytest.mark.parametrize("seats", [(GENTLE, ANNA), (ANNA, GENTLE)], ids=["a move", "a hint"])
def test_nobody_thinks_by_the_seed_of_the_deal(seats):
    of_deals = [seeds_asked_with(3, *seats, seed=seed) for seed in (0, 5, 2**53 - 1)]
    assert len(of_deals[0]) == 1
    assert of_deals[0] == of_deals[1] == of_deals[2], "the deal says nothing of the dice"
    of_draws = [seeds_asked_with(drawn, *seats, seed=5)[0] for drawn in (3, 4, 5)]
    assert len(set(of_draws)) == len(of_draws)


def test_each_sitting_draws_dice_of_its_own(driver):
    drawn = iter(range(100, 200))
    driver.app.draw = lambda: next(drawn)
    match = begin(driver, ANNA, GENTLE)
    Match.resume(driver.app, match.game_id)
    match.rematch()
    assert next(drawn) == 103


def test_an_open_cabinet_draws_what_nobody_can_guess():
    app = App(
        (640, 400), cabinet=read_cabinet(), settings=Settings(), store=Store.open(data_folder())[0],
        thinker=Thinker(HandExecutor), sound=SoundBank(silent=True), now=lambda: 0.0,
    )  # fmt: skip
    assert len({app.draw() for _ in range(50)}) == 50
    app.close()


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
    assert not match.needs_curtain
    assert begin(driver, ANNA, BEN, game="tricks", config=small_games["tricks"]).needs_curtain
    assert not begin(driver, ANNA, BEN).needs_curtain
