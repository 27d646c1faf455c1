"""The replay: every position, forwards and back, by every device; marks of a review; the lamp."""

from typing import ClassVar

import pytest

from logic.core import Message, Remark, find_move, never
from logic.game import narration_of
from logic.registry import GAMES
from logic.storage.exchange import moves_of
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.games import GamesScene
from scenes.cabinet.replay import PAUSE, ReplayScene
from scenes.cabinet.ribbon import course_of
from scenes.cabinet.shelf import ShelfScene
from scenes.shots.poses import game_with_mistakes, played, solved
from tests.support.hands.presses import HANDS
from tests.support.sampling import sample_of
from tests.support.seats.kept import LONG_NAME, finish_game, keep_game
from tests.support.seats.match import ANNA, BEN, begin, first_move
from tests.support.seats.seating import play_on
from tests.support.stories import sentences
from tests.support.stories.stories import ScreenStory
from tests.support.windows import faults_in_every_window

MARKS = (
    Remark(7, -1, Message("Here the win was given away.")),
    Remark(2, -1, Message("Here a draw was given away. Laying the L on the other side would have kept it.")),
)


@pytest.fixture
def watch(new_driver):
    def on(*, moves=10, ply=0, remarks=(), names=("Anna", ""), coach=True, **options):
        driver = new_driver(**options)
        driver.app.settings = driver.app.settings.with_(coach=coach)
        game_id, session = finish_game(driver.app, moves, names=names, thinking=(3723.0, 61.0))
        times = moves_of(driver.app.store.kept(game_id), session)
        driver.push(ShelfScene(driver.app))
        driver.push(ReplayScene(driver.app, session, ply, remarks, times=times))
        return driver

    return on


def shows(driver, ply):
    scene = driver.top
    return (
        scene.ply == ply
        and scene.board.view.state == scene.session.states[ply]
        and driver.widget("slider").value == ply
    )


STORIES = """
# Keys, pad, slider and list select the position, which stays when the window changes
at 4 :: key page~down :: shows 5 :: pad leftshoulder leftshoulder :: shows 3 :: drag knob end, settle
  :: shows 10, listed :: focus slider, key left :: shows 9 :: tap first, click row2 :: shows 2 :: finger row1 :: shows 1
  :: focus moves, key down down return :: shows 3 :: size 700 1100 :: shows 3
# Stepping stops at both ends, where the focus moves to another button
at 99 :: :: shows 10, disabled step-on :: key page~down :: shows 10 :: go -5 :: shows 0, disabled step-back
at 9 :: focus step-on, key return :: shows 10, focus play
at 1 :: focus step-back, key return :: shows 0, focus play
# A press while it is played stops it, and so does a step, which would otherwise be undone at once
at 0 :: click play, pause 0.5, click play :: stopped, shows 0 :: settle :: shows 0 :: click play, pause 3 :: shows 2
  :: click step-back, settle :: stopped, shows 1
# Marks are shown after a review, even with the coach off
faultless :: settle :: absent mark-on review
unreviewed uncoached :: settle :: absent mark-on review lamp, unasked
marked uncoached :: settle :: there mark-on, absent review lamp, unasked
# A review that has failed can be repeated
unreviewed :: fail review, click review, wait 0.3 :: said The coach cannot think just now.
  :: mend, click review, wait 0.3 :: reviews 2, absent review
# The lamp judges the position for whoever is to move; if a worker fails it only stays dark
faultless :: settle :: judged 0, says lamp :: tap last :: says lamp
faultless :: fail evaluation, settle, tap last :: dark
"""


class Watching(ScreenStory):
    """A user before a replay of ten moves, ``at`` one of them; ``faultless`` or ``marked``, or not reviewed yet.

    Where nobody wants a coach it is ``uncoached``.
    """

    STEPS: ClassVar = ScreenStory.STEPS | {
        "go": lambda story, ply: story.driver.top.go(int(ply)),
        "pause": lambda story, count: story.driver.step(float(count) * PAUSE),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "shows": lambda story, ply: shows(story.driver, int(ply)),
        "stopped": lambda story: not story.driver.top.playing,
        "reviews": lambda story, count: story.driver.executor.asked.count("review") == int(count),
        "unasked": lambda story: story.driver.executor.asked == [],
        "says": lambda story, key: story.driver.widget(key).text,
        "dark": lambda story: story.driver.widget("lamp").value is None,
    }

    def __init__(self, watch, told):
        remarks = MARKS if "marked" in told else None if "unreviewed" in told else ()
        ply = int(told.removeprefix("at ")) if told.startswith("at ") else 0
        super().__init__(watch(ply=ply, remarks=remarks, coach="uncoached" not in told, size=(1024, 600)))

    def place(self, word):
        if word.startswith("row"):
            return self.driver.widget("moves").row_rect(int(word[3:])).center
        slider = self.driver.widget("slider")
        ends = {"knob": lambda: (slider.knob_x(), slider.track().centery), "end": lambda: slider.track().midright}
        return ends[word]() if word in ends else word

    def is_listed(self):
        moves, last = self.driver.widget("moves"), self.driver.top.last
        return moves.selected == last and moves.rect.contains(moves.row_rect(last))

    def is_judged(self, ply):
        lamp, state = self.driver.widget("lamp"), self.driver.top.session.states[int(ply)]
        return lamp.value in (-1, 0, 1) and lamp.player == state.player


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(watch, story):
    Watching(watch, story[0]).check(story[1:])


@pytest.mark.parametrize(
    ("remarks", "names"),
    [(None, ("Anna", "")), ((), (LONG_NAME[:20], LONG_NAME[20:])), (MARKS, (LONG_NAME[:20], ""))],
)
def test_the_replay_fits_every_window(watch, remarks, names):
    driver = watch(remarks=remarks, names=names)
    for ply in (0, 3, 10):
        driver.top.go(ply)
        assert faults_in_every_window(driver.app) == {}


def test_the_list_shows_the_present_move_in_its_middle_with_the_next_ones(watch):
    driver = watch(moves=12, ply=6, size=(1920, 1080))
    moves = driver.widget("moves")
    for ply in (6, 7, 4):
        driver.top.go(ply)
        driver.settle()
        assert abs(moves.row_rect(ply).centery - moves.rect.centery) <= 1
        assert all(moves.rect.contains(moves.row_rect(near)) for near in (ply - 1, ply + 1))
    driver.top.go(12)
    driver.settle()
    assert moves.row_rect(12).bottom <= moves.rect.bottom


def test_a_move_of_which_the_game_tells_nothing_is_described(watch, monkeypatch):
    driver = watch(ply=3)
    monkeypatch.setattr(type(narration_of(driver.top.session.game)), "tell", lambda *_: ())
    driver.top.go(5)
    driver.top.go(3)
    assert driver.widget("moves").rows[3].title == f"3. {driver.widget('words').text}"


def test_without_a_move_there_is_nothing_to_play(watch):
    driver = watch(moves=0)
    assert not driver.widget("play").enabled
    assert driver.top.ui.focus is driver.widget("back")


def test_the_thinking_time_is_listed_below_each_move_or_shown_with_its_text(watch):
    driver = watch(ply=1)
    assert driver.widget("moves").visible
    assert [row.subtitle for row in driver.widget("moves").rows[:4]] == ["", "1 h 2 min", "0 s", "1 min 1 s"]
    assert "1 h" not in driver.widget("words").text
    # where there is no room for the list the time is shown with the move
    driver = watch(ply=1, size=(1024, 600), scale=2.0)
    assert driver.top.ui.find("moves") is None
    assert driver.widget("words").text.endswith(" · 1 h 2 min")
    driver.tap("first")
    assert "·" not in driver.widget("words").text


def test_move_times_come_from_the_stored_game_or_are_blank(new_driver):
    # a kept game is watched with its times
    driver = new_driver()
    game_id, _ = finish_game(driver.app, 3, thinking=(62.0, 3.0))
    driver.push(GamesScene(driver.app))
    driver.tap(f"watch-{game_id}")
    assert [row.subtitle for row in driver.widget("moves").rows] == ["", "1 min 2 s", "0 s", "3 s"]
    # moves without a recorded time show none
    game_id, session = keep_game(driver.app, 3)
    driver.push(ReplayScene(driver.app, session, times=moves_of(driver.app.store.kept(game_id), session)))
    assert [row.subtitle for row in driver.widget("moves").rows] == [""] * 4
    driver.push(ReplayScene(driver.app, session))
    assert [row.subtitle for row in driver.widget("moves").rows] == [""] * 4


def test_a_replay_shows_the_move_times_of_all_sessions(new_driver):
    driver = new_driver()
    match = begin(driver, ANNA, BEN)
    match.update(40)
    match.play(first_move(match))
    match.leave()
    driver.push(BoardScene(driver.app, Match.resume(driver.app, match.game_id)))
    match = driver.top.match
    match.update(20)
    match.play("stay")
    match.end_turn()
    match.give_up(1)
    driver.settle()
    driver.tap("replay")
    assert [row.subtitle for row in driver.widget("moves").rows] == ["", "40 s", "20 s"]


@pytest.mark.parametrize("hand", HANDS)
def test_replay_controls_step_play_and_leave_by_each_input_method(watch, hand):
    driver = watch(moves=4, ply=2)
    for key, ply in (("step-on", 3), ("step-back", 2), ("first", 0), ("last", 4)):
        hand(driver, key)
        assert shows(driver, ply)
    assert driver.widget("words").text == "Gentle gave up."
    # played from the end it begins at the start, and stops at the end
    hand(driver, "play", rests=False)
    assert driver.top.playing
    assert shows(driver, 0)
    driver.settle()
    assert shows(driver, 4)
    assert not driver.top.playing
    assert driver.widget("play").icon == "play"
    hand(driver, "back")
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("hand", HANDS)
def test_mark_buttons_step_through_the_marked_mistakes(watch, hand):
    driver = watch(remarks=MARKS)
    hand(driver, "mark-on")
    assert shows(driver, 3)
    assert driver.widget("words").text == str(MARKS[1].text)
    assert not driver.widget("mark-back").enabled
    hand(driver, "mark-on")
    assert shows(driver, 8)
    assert not driver.widget("mark-on").enabled
    hand(driver, "mark-back")
    assert shows(driver, 3)
    # marked moves have a sign in the list
    signs = [row.icon for row in driver.widget("moves").rows]
    assert [i for i, icon in enumerate(signs) if icon] == [3, 8]


def test_in_a_small_window_remarks_keep_their_size_and_mark_buttons_shrink(watch):
    said = Remark(3, -1, Message("Anna gives the draw away here, and nobody would have thought so. Better: a stone."))
    driver = watch(ply=4, remarks=(said,), size=(1024, 600), scale=2.0)
    words, small = driver.widget("words"), driver.app.px(driver.app.theme.sizes.small)
    found = words.fitted(*words.rect.size)
    assert (found.size, found.fits) == (small, True)
    assert len(found.lines) > 2
    assert {driver.widget(key).label for key in ("mark-back", "mark-on")} == {"!"}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1024, 600), 2.0)])
def test_the_review_marks_the_mistakes_of_a_stored_game(watch, hand, size, scale):
    driver = watch(moves=12, remarks=None, size=size, scale=scale)
    assert driver.top.ui.find("mark-on") is None
    hand(driver, "review")
    assert driver.executor.asked.count("review") == 1
    assert driver.top.ui.find("review") is None
    marked = [remark.ply + 1 for remark in driver.top.coach.remarks]
    assert marked
    assert [i for i, row in enumerate(driver.top.list.rows) if row.icon] == marked
    driver.click("mark-on")
    assert driver.top.ply == marked[0]


def test_a_game_without_mistakes_is_praised(watch, monkeypatch):
    driver = watch(remarks=None)
    monkeypatch.setattr(driver.top.session.game.ANALYSIS, "review", lambda *_asked: ())
    driver.click("review")
    driver.step(0.3)
    assert driver.said() == ["Nobody gave anything away in this game. Well played!"]


def test_an_answer_for_an_older_position_is_not_shown(watch):
    driver = watch()
    driver.thinks = False
    driver.top.go(1)
    driver.top.go(2)
    driver.executor.work()
    driver.frame()
    driver.frame()
    assert driver.executor.asked.count("evaluation") >= 2
    ((ply, found),) = driver.top.coach.evaluations.items()
    assert (ply, driver.widget("lamp").value) == (2, found.value)


def test_replaying_leaves_the_session_unchanged_and_numbers_equal_names(watch):
    driver = watch()
    assert driver.top.board.view.host.names_pieces
    session = driver.top.session
    before = session.save()
    for ply in (3, 0, 10):
        driver.top.go(ply)
    assert session.save() == before
    # two players of one name are distinguished
    driver = watch(ply=1, names=("Anna", "Anna"))
    assert "Anna 1" in driver.widget("words").text
    assert "Anna 1 – Anna 2" in driver.widget("heading").text
    # an exact game is shown by who wins from each position
    driver = watch(remarks=None)
    driver.settle()
    scene = driver.top
    assert len(scene.ribbon.course) == len(scene.states)
    assert any(evaluation.value for evaluation in scene.coach.evaluations.values())
    for ply, standing in enumerate(scene.ribbon.course):
        value, mover = scene.coach.evaluations[ply].value, scene.states[ply].player
        assert standing.leader == (None if not value else mover if value > 0 else 1 - mover)


def test_games_without_moves_and_unfinished_games_can_be_replayed(watch, new_driver):
    driver = watch(moves=0)
    assert shows(driver, 0)
    driver.click("play")
    assert not driver.top.playing
    assert driver.top.ui.overflows() == []
    # an unfinished game can be watched too
    _, session = keep_game(driver.app, 5)
    session.undo()
    driver.push(ReplayScene(driver.app, session, 4))
    assert driver.top.last == 4
    assert driver.widget("words").text


# -- the ribbon


def open_reviewed_replay(driver, session, ply=0):
    """Open a replay that the coach has reviewed; return its remarks that know a better move."""
    remarks = session.game.ANALYSIS.review(session.states, session.moves, never)
    driver.open(ReplayScene(driver.app, session, ply, remarks))
    return [remark for remark in remarks if remark.better]


@pytest.mark.parametrize("game", ["labyrinth", "coatl"])
def test_the_ribbon_of_a_game_with_points_shows_the_leader(game):
    session = played(game)
    scoring, course = session.game.SCORING, course_of(session, {}, ())
    for state, standing in zip(session.states, course, strict=True):
        ahead = scoring.standing(state, 0) - scoring.standing(state, 1)
        assert standing.leader == (None if not ahead else 0 if ahead > 0 else 1)
        assert (standing.share > 0) == bool(ahead)
    assert max(standing.share for standing in course) == 1


def test_the_end_of_a_puzzle_is_told_once(new_driver):
    driver = new_driver()
    driver.push(ReplayScene(driver.app, solved("jumpin")))
    driver.tap("last")
    assert driver.widget("words").text == "Every rabbit is home."
    assert (driver.widget("lamp").value, driver.widget("lamp").text) == (1, "")


@pytest.mark.parametrize("game", ["jumpin", "dragon"])
def test_the_ribbon_of_a_puzzle_shows_wasted_moves_after_the_review(new_driver, game):
    driver, session = new_driver(), game_with_mistakes(game)
    driver.push(ReplayScene(driver.app, session))
    assert not driver.top.ribbon.course
    driver.tap("review")
    shares = [standing.share for standing in driver.top.ribbon.course]
    falls = [ply for ply in range(1, len(shares)) if shares[ply] < shares[ply - 1]]
    assert falls == [remark.ply + 1 for remark in driver.top.coach.remarks if remark.better]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_tapping_the_ribbon_goes_to_the_mistake_or_ply_there(watch, hand):
    driver = watch(remarks=MARKS)
    driver.settle()
    ribbon = driver.top.ribbon
    for ply in (8, 3, 5):
        spot = (ribbon.x_of(ply) + (0 if ply == 5 else 3), ribbon.rect.centery)
        driver.click(spot) if hand == "mouse" else driver.finger(spot)
        assert shows(driver, ply)


@pytest.mark.parametrize("game", sample_of(GAMES, every=2))
def test_at_a_mistake_the_board_shows_the_played_and_the_better_move(new_driver, game):
    driver, session = new_driver(), game_with_mistakes(game)
    better = open_reviewed_replay(driver, session)
    assert better
    for remark in better:
        driver.top.go(remark.ply + 1)
        driver.settle()
        assert driver.top.board.view.hint_state == session.as_played(remark.ply)
        assert driver.top.legend.is_shown
        state = session.states[remark.ply]
        for move in remark.better:
            state = state.apply(find_move(state, str(move))).state
    driver.top.go(0)
    assert not driver.top.legend.is_shown
    assert driver.top.board.view.hint_state == driver.top.board.view.state


# -- playing on


@pytest.mark.parametrize("size", [(1280, 720), (600, 1024)])
def test_play_from_here_starts_a_new_stored_game_and_keeps_the_original(watch, size):
    driver = watch(moves=10, ply=4, size=size)
    watched = driver.top.session
    driver.tap("branch")
    board = driver.top
    assert isinstance(board, BoardScene)
    assert board.match.session.states == watched.states[:5]
    assert board.match.session.setup == watched.setup
    board.match.play(first_move(board.match))
    kept = {game.id for game in driver.app.store.unfinished()}
    assert board.match.game_id in kept, "it is kept like any other"
    assert len(watched.moves) == 10, "the one that was watched stays as it was"
    assert Match.resume(driver.app, board.match.game_id).session.moves == board.match.session.moves


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_branch_at_first_middle_and_next_to_last_position(new_driver, game):
    driver, session = new_driver(), played(game)
    for ply in (0, len(session.moves) // 2, len(session.moves) - 1):
        match = Match.branch(driver.app, session, ply)
        assert match.session.states == session.states[: ply + 1]
        match.play(str(session.moves[ply]))
        assert match.session.state == session.states[ply + 1]


def test_branching_is_off_at_the_end_and_branched_puzzles_earn_no_award(new_driver):
    driver, session = new_driver(), played("lgame")
    driver.push(ReplayScene(driver.app, session, len(session.moves)))
    assert not driver.widget("branch").enabled
    driver.tap("step-back")
    assert driver.widget("branch").enabled
    # what was shown earns no stars
    driver, session = new_driver(), solved("jumpin")
    driver.push(ReplayScene(driver.app, session, len(session.moves) - 1))
    driver.tap("branch")
    match = driver.top.match
    play_on(driver, match, str(session.moves[-1]))
    assert match.is_over
    assert match.session.was_helped
    assert match.award is None


def test_coach_requests_dropped_by_a_branched_board_are_repeated(watch):
    driver = watch(remarks=None, names=("Anna", "Ben"))
    replay, driver.thinks = driver.top, False
    driver.click("review")
    driver.click("branch")
    driver.top.match.play(first_move(driver.top.match))
    driver.let_think()
    assert driver.said() == []
    assert set(replay.coach.evaluations) == set(range(11))
    assert replay.coach.remarks
