"""The coach of a match: the lamp, hints and the review of a game that is over."""

from tests.matchhands import ANNA, BEN, begin, first_move, run


def test_the_lamp_knows_the_position_and_forgets_it_with_the_move(driver):
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.2)
    assert match.coach.evaluation is not None
    assert match.coach.evaluation.value == 0
    match.play(first_move(match))
    assert match.coach.evaluation is None


def test_without_a_coach_nobody_asks(driver):
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.executor.asked.clear()
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.3)
    match.coach.ask_hint()
    assert driver.executor.asked == []
    driver.app.change(driver.app.settings.with_(coach=True))
    run(driver, match, 0.3)
    assert match.coach.evaluation is not None, "switched on in the middle of the game it looks at once"


def test_a_hint_is_a_legal_turn_with_a_reason(driver):
    match = begin(driver, ANNA, BEN)
    match.coach.ask_hint()
    run(driver, match, 0.2)
    assert match.coach.hint is not None
    for move in match.coach.hint.moves:
        match.play(move)
    assert match.coach.hint is None


def test_a_coach_that_fails_is_silent_at_the_lamp_and_says_so_when_asked(driver):
    driver.executor.failures.update(evaluation=RuntimeError("no"), hint=RuntimeError("no"))
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.5)
    assert match.coach.evaluation is None
    assert driver.executor.asked.count("evaluation") == 1, "a coach that cannot is not asked again and again"
    assert driver.said() == []
    match.coach.ask_hint()
    run(driver, match, 0.2)
    assert match.coach.hint is None
    assert driver.said() == ["The coach cannot think just now."]


def test_a_finished_game_is_reviewed(driver):
    match = begin(driver, ANNA, BEN)
    assert not match.coach.can_review
    match.play(first_move(match))
    match.give_up(0)
    match.coach.ask_review()
    run(driver, match, 0.2)
    assert match.coach.remarks is not None
