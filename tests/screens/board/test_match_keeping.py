"""A match is kept: journal before picture, results, rematches, and the names of those who play."""

from logic.core import Message
from logic.registry import GAMES
from logic.session.saving import Seat
from logic.storage.files import StoreProblem
from logic.storage.times import thinking_of
from scenes.board.match import Match
from tests.matchhands import ANNA, BEN, GENTLE, RANDOM, begin, first_move, run, setup_of

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
    assert (again.ply, again.awaits_end) == (match.session.ply, False)


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
    assert match.session.ply == 1
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


def test_the_result_is_written_once_with_the_time_of_each_seat(driver):
    match = begin(driver, ANNA, BEN)
    match.update(7)
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    match.update(2)
    match.update(1000, covered=True)
    match.give_up(1)
    match.update(1000)
    assert match.thinking_time == [7, 2]
    assert thinking_of(driver.app.store.kept(match.game_id)) == (7, 2)
    entry = driver.app.store.finished()[0]
    assert entry.id == match.game_id
    assert entry.result is not None
    assert entry.result.winners == (0,)
    assert driver.app.store.unfinished() == []


def test_a_game_that_is_thrown_away_while_it_is_played_goes_on_unkept(driver):
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
    assert match.session.ply > 1
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
