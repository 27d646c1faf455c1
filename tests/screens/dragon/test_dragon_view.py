"""The dragon’s picture: nothing unseen given away, words for what is seen, movement that ends at home."""

from dataclasses import replace
from itertools import pairwise

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice, Event
from logic.dragon import ANALYSIS, redact
from logic.dragon.board import Board, Field
from logic.dragon.rules import Go, begin
from logic.text import Text
from scenes.dragon.animation import Choreography
from scenes.dragon.board import mark_of
from scenes.dragon.panel import supply_told
from scenes.dragon.view import seen_of
from sprites.stage.stage import Stage, pose_at
from sprites.widgets.input import Pointer
from tests.dragonhands import SIZE, picture, plain_board, position, seeds, twin, view_of
from tests.gallery import make_kit
from tests.labyrinths import drawn, play
from tests.viewparts import THEME, Ear, middle, pointer, settle

MOST_FRAMES = 600
"""Frames after which all must be at rest."""

# -- nothing unseen is given away


@given(seeds, seeds, st.booleans())
@settings(max_examples=40)
def test_two_positions_that_differ_only_in_the_unseen_look_and_speak_alike(seed, other, known):
    state = position(seed)
    one, two = (view_of(position, known=known) for position in (state, twin(state, other)))
    for view in (one, two):
        view.choose(next((knight.name for knight in state.knights if knight.cell is not None), None))
        settle(view)
    assert picture(one) == picture(two)
    assert one.lit() == two.lit()
    one_marks, two_marks = ([mark_of(view.state, move) for move in view.lit().values()] for view in (one, two))
    assert one_marks == two_marks
    for cell in state.board.cells():
        assert one.inform(middle(one, cell)) == two.inform(middle(two, cell))


@given(seeds)
def test_the_true_position_looks_like_the_view_of_it(seed):
    state = position(seed)
    views = [view_of(state, known=known) for known in (True, False)]
    for view in views:
        settle(view)
    assert picture(views[0]) == picture(views[1])


def test_uncovered_it_shows_everything():
    state = drawn("Z;Z;M Z;Z;L", "N")
    view = view_of(state)
    before = picture(view)
    view.host = replace(view.host, uncovered=True)
    view.show(state)
    settle(view)
    assert picture(view) != before
    assert "A mine" in str(view.inform(middle(view, Cell(0, 2))))
    view.host = replace(view.host, uncovered=False)
    view.show(redact(state, 0))
    settle(view)
    assert picture(view) == before


def test_effects_on_unseen_squares_are_not_shown():
    seen = redact(drawn("Z;Z;M Z;Z;L", "N"), 0).seen
    assert seen_of(Event("regrow", {"@": (Cell(0, 2),)}), seen) is None
    assert seen_of(Event("topple", {"@": (Cell(0, 1), Cell(0, 2))}), seen).paths == {"@": (Cell(0, 1),)}
    assert seen_of(Event("blast", {"@": (Cell(0, 2),), "K1": (Cell(0, 0),)}), seen).paths == {"K1": (Cell(0, 0),)}


# -- words


def said(view, row, col):
    return str(view.inform(middle(view, Cell(row - 1, col - 1))))


def test_seen_squares_are_told_and_unseen_ones_are_not():
    state = drawn("Z;Z;D3;J W;A2;Z;C3 T1,1;M;L;Z", "Z2;B3;N", entrance="1;1", open_map=True)
    view = view_of(state)
    assert said(view, 1, 1) == "Eater K1: 2 of 2 teeth. Plain ground. The knights enter here."
    assert said(view, 1, 3) == "A hole of size 3. It gapes."
    assert said(view, 1, 4) == "An edible wall. It stands."
    assert said(view, 2, 1) == "An eternal wall: nothing opens it."
    assert said(view, 2, 2) == "A dental store: 2 of 2 teeth."
    assert said(view, 2, 4) == "A store: 3 of 3 bricks."
    assert said(view, 3, 1) == "A teleport."
    assert said(view, 3, 2) == "A mine. It is live."
    assert said(view, 3, 3) == "The dragon’s lair."
    assert said(view_of(drawn("Z;Z;D3 W;Z;L", "N")), 2, 3) == "Nobody has been here."
    assert view.inform((0, 0)) is None


def test_one_tooth_is_no_teeth():
    view = view_of(drawn("Z;A1;C1;L", "Z1;B1", open_map=True))
    assert said(view, 1, 1) == "Eater K1: 1 of 1 tooth. Plain ground. The knights enter here."
    assert said(view, 1, 2) == "A dental store: 1 of 1 tooth."
    assert said(view, 1, 3) == "A store: 1 of 1 brick."
    told = [supply_told(knight) for knight in view.state.knights]
    assert [*map(str, told)] == ["1 of 1 tooth", "1 of 1 brick"]
    said_in = {language: [Text(language).say(one) for one in told] for language in ("de", "hu", "pl")}
    assert said_in == {
        "de": ["Zahn: 1/1", "Ziegel: 1/1"], "hu": ["1/1 fog", "1/1 tégla"], "pl": ["Ząb: 1 z 1", "Cegła: 1 z 1"],
    }  # fmt: skip


def test_what_is_open_for_a_while_is_told_without_a_time():
    state = play(drawn("Z;J;D2;M;Z Z;Z;Z;Z;L", "Z1;B2;N;N", open_map=True), "K1 east", "K1 south", "K2 south")
    view = view_of(state)
    assert said(view, 1, 2) == "An edible wall, fallen."
    state = drawn("Z;D2;L", "B2")
    assert said(view_of(play(state, "K1 east")), 1, 2) == "Builder K1: 0 of 2 bricks. A hole of size 2, filled."
    state = play(drawn("Z;M Z;L", "N;N"), "K1 east")
    assert said(view_of(state), 1, 2) == "A mine, spent."


def test_the_mouse_at_rest_and_a_long_press_ask():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    quiet = picture(view)
    view.point(Pointer("hover", middle(view, Cell(1, 0))))
    assert view.asking.told is None
    settle(view, THEME.seconds.tooltip + 0.2)
    assert view.asking.told == Cell(1, 0)
    assert picture(view) != quiet
    view.point(Pointer("hover", middle(view, Cell(0, 1))))
    assert view.asking.told is None
    pointer(view, "down", middle(view, Cell(0, 1)))
    pointer(view, "hold", middle(view, Cell(0, 1)))
    assert view.asking.told == Cell(0, 1)
    assert pointer(view, "up", middle(view, Cell(0, 1))) is None  # it was a question, not a move


def test_without_a_mouse_the_cursor_asks_where_nobody_stands():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    for action in ("accept", "down", "accept"):
        view.act(action)
    assert view.asking.told == Cell(1, 0)
    view.act("accept")
    assert view.asking.told is None
    assert view.chosen is None


def test_a_mouse_that_rests_lets_the_screen_rest_too():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    view.point(Pointer("hover", middle(view, Cell(1, 0))))
    settle(view, 10)
    assert not view.update(1 / 60)


def test_the_label_stays_on_the_board():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    bare, labelled = pygame.Surface(SIZE), pygame.Surface(SIZE)
    view.draw_play(bare)
    view.asking.tell(Cell(0, 0))
    view.draw_play(labelled)
    for surface in (bare, labelled):
        surface.fill("#123456", view.rect)
    assert (pygame.surfarray.array3d(bare) == pygame.surfarray.array3d(labelled)).all()


# -- movement


def test_after_any_play_everyone_is_home_and_the_picture_is_the_position():
    for seed in range(25):
        state = position(seed, 8)
        view = view_of(state)
        settle(view)
        dice = Dice(seed)
        for _ in range(10):
            if not state.legal_moves():
                break
            state, events = state.apply(dice.choice(state.legal_moves()))
            view.show(redact(state, 0), events)
        settle(view, 60)
        assert dict(view.stage.poses()) == view.party.layout()
        fresh = view_of(state)
        fresh.choose(view.chosen)
        settle(fresh)
        assert picture(view) == picture(fresh)


def test_a_teleported_knight_does_not_slide_over_the_map():
    board = plain_board(3, 12)
    rows = [list(row) for row in board.fields]
    rows[0][1] = Field("teleport", target=Cell(2, 8))
    state = begin(Board(3, 12, tuple(map(tuple, rows)), Cell(0, 0), board.knights, 1))
    view = view_of(state)
    state, events = state.apply(Go("K1", "east"))
    view.show(redact(state, 0), events)
    places = set()
    for _ in range(200):
        pose = view.stage.pose("K1")
        if pose.alpha > 0:
            places.add((round(pose.x), round(pose.y)))
        if not view.update(1 / 120) and not view.stage.moving:
            break
    assert places <= {(0, 0), (1, 0), (2, 0), (8, 2), (9, 2)}
    assert (view.stage.pose("K1").x, view.stage.pose("K1").y) == (8.5, 2.5)


def test_walls_fall_when_the_event_comes_and_not_before():
    state = drawn("Z;Z;J;L", "Z1")
    state = play(state, "K1 east")
    view = view_of(state)
    after, events = state.apply(Go("K1", "east"))
    view.show(redact(after, 0), events)
    assert not view.scenery.ground.look(Cell(0, 2)).is_open
    settle(view)
    assert view.scenery.ground.look(Cell(0, 2)).is_open


def test_squares_that_there_is_no_time_for_are_seen_as_they_were_and_in_the_end_as_they_are():
    state = drawn("Z;Z;J;L Z;W;Z;Z Z;Z;M;Z", "Z1")
    after, events = state.apply(Go("K1", "south"))
    kit = make_kit(SIZE)
    view = view_of(state, kit)
    settle(view)
    before = picture(view)
    kit.bakery.clear()
    kit.bakery.patience, kit.bakery.clock = 0.0, lambda: 0.0
    view.scenery.expect(state, redact(after, 0), uncovered=False)
    view.scenery.catch_up()
    view.update(0)
    assert picture(view) == before
    view.show(redact(after, 0), events)
    for _ in range(MOST_FRAMES):
        is_moving = view.update(1 / 30)
        last = picture(view)
        if not is_moving:
            break
    assert not is_moving
    assert last == picture(view_of(after, make_kit(SIZE))) != before


def test_a_skip_ends_everything_at_once():
    state = play(drawn("Z;Z;J;L", "Z1"), "K1 east")
    view = view_of(state)
    after, events = state.apply(Go("K1", "east"))
    view.show(redact(after, 0), events)
    view.stage.skip()
    view.update(0)
    assert view.scenery.ground.look(Cell(0, 2)).is_open
    assert (view.stage.pose("K1").x, view.stage.pose("K1").y) == (2.5, 0.5)


def test_each_event_is_heard():
    ear = Ear()
    state = play(drawn("Z;Z;J;L", "Z1"), "K1 east")
    view = view_of(state, sound=ear)
    after, events = state.apply(Go("K1", "east"))
    view.show(redact(after, 0), events)
    settle(view)
    assert [name for name in ear.heard if name != "reveal"] == ["go", "eat"]


def test_the_picture_changes_exactly_when_the_player_sees_a_change():
    for seed in range(40):
        state = position(seed, 12)
        for move in state.legal_moves():
            after = state.apply(move).state
            views = [view_of(one) for one in (state, after)]
            for view in views:
                view.choose(None)
                assert view.chosen is None
                view.stage.sync(view.layout(view.state), at_once=True)
                view.host = replace(view.host, live=False)
                settle(view)
            if not ANALYSIS.looks_changed(state, after):
                assert picture(views[0]) == picture(views[1])


def test_at_rest_it_costs_nothing():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    settle(view, 10)
    assert not view.update(1 / 60)


# -- walking


def walked(name, paths, *, reduced_motion=False):
    """Where a knight is in each frame of an event that is played as the view plays it, until it is over."""
    before = {} if name == "enter" else {"K1": pose_at(Cell(1, 1))}
    home = {"K1": pose_at(paths["K1"][-1])}
    stage = Stage(THEME.seconds, reduced_motion)
    stage.sync(before, at_once=True)
    stage.perform(Choreography(before, THEME.seconds).beats([Event(name, paths)]), home, lambda _event: None)
    seen = []
    while stage.moving:
        seen.append(stage.pose("K1"))
        stage.update(1 / 120)
    return [*seen, stage.pose("K1")]


def test_a_knight_bobs_with_each_step_and_comes_to_stand():
    poses = walked("go", {"K1": (Cell(1, 1), Cell(1, 2))})
    top = max(range(len(poses)), key=lambda place: poses[place].z)
    assert poses[top].z > 0.5
    assert 0 < top < len(poses) - 1
    assert poses[-1] == pose_at(Cell(1, 2))
    assert {pose.z for pose in walked("go", {"K1": (Cell(1, 1), Cell(1, 2))}, reduced_motion=True)} == {0.0}


def test_a_new_knight_walks_in_at_the_gate():
    poses = walked("enter", {"K1": (Cell(2, 2),)})
    assert len(poses) / 120 > 0.3, "in more than a moment"
    assert (poses[0].alpha, poses[-1]) == (0.0, pose_at(Cell(2, 2)))
    ways = [pose.y for pose in poses]
    assert ways == sorted(ways), "from within the arch towards the player"
    assert poses[0].y < poses[-1].y
    assert all(abs(one.alpha - other.alpha) < 0.3 for one, other in pairwise(poses)), "nobody appears within one frame"
