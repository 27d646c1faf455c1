"""The view of Stone Dragon: nothing unseen revealed, texts and highlights, movement that ends at home."""

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon import ANALYSIS, redact
from logic.dragon.board import Board, Field
from logic.dragon.rules import Go, Leap, begin
from logic.text import Text
from scenes.dragon.animation import Animator, visible_part
from scenes.dragon.panel import describe_supply
from sprites.stage.stage import Stage, pose_at
from tests.support.gallery import make_kit
from tests.support.hands.dragon import SIZE, plain_board, position, view_of
from tests.support.hands.views import THEME, acts, middle, picture_of, settle
from tests.support.positions.dragon import drawn, play

MOST_FRAMES = 600
"""Frames after which all must be at rest."""

# -- nothing unseen is shown


def test_an_uncovered_view_shows_all_and_unseen_effects_are_hidden():
    state = drawn("Z;Z;M Z;Z;L", "N")
    view = view_of(state)
    before = picture_of(view)
    view.host = replace(view.host, uncovered=True)
    view.show(state)
    settle(view)
    assert picture_of(view) != before
    assert "A mine" in str(view.describe_at(middle(view, Cell(0, 2))))
    view.host = replace(view.host, uncovered=False)
    view.show(redact(state, 0))
    settle(view)
    assert picture_of(view) == before
    # effects on unseen squares are not shown
    seen = redact(drawn("Z;Z;M Z;Z;L", "N"), 0).seen
    assert visible_part(Event("regrow", {"@": (Cell(0, 2),)}), seen) is None
    assert visible_part(Event("topple", {"@": (Cell(0, 1), Cell(0, 2))}), seen).paths == {"@": (Cell(0, 1),)}
    assert visible_part(Event("blast", {"@": (Cell(0, 2),), "K1": (Cell(0, 0),)}), seen).paths == {"K1": (Cell(0, 0),)}


# -- texts


def said(view, row, col):
    return str(view.describe_at(middle(view, Cell(row - 1, col - 1))))


def test_seen_squares_are_described_and_unseen_ones_are_not():
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
    assert view.describe_at((0, 0)) is None
    # what is open for a while is shown without a time
    state = play(drawn("Z;J;D2;M;Z Z;Z;Z;Z;L", "Z1;B2;N;N", open_map=True), "K1 east", "K1 south", "K2 south")
    view = view_of(state)
    assert said(view, 1, 2) == "An edible wall, fallen."
    state = drawn("Z;D2;L", "B2")
    assert said(view_of(play(state, "K1 east")), 1, 2) == "Builder K1: 0 of 2 bricks. A hole of size 2, filled."
    state = play(drawn("Z;M Z;L", "N;N"), "K1 east")
    assert said(view_of(state), 1, 2) == "A mine, spent."
    # one tooth is not “teeth”
    view = view_of(drawn("Z;A1;C1;L", "Z1;B1", open_map=True))
    assert said(view, 1, 1) == "Eater K1: 1 of 1 tooth. Plain ground. The knights enter here."
    assert said(view, 1, 2) == "A dental store: 1 of 1 tooth."
    assert said(view, 1, 3) == "A store: 1 of 1 brick."
    told = [describe_supply(knight) for knight in view.state.knights]
    assert [*map(str, told)] == ["1 of 1 tooth", "1 of 1 brick"]
    said_in = {language: [Text(language).say(one) for one in told] for language in ("de", "hu", "pl")}
    assert said_in == {
        "de": ["Zahn: 1/1", "Ziegel: 1/1"], "hu": ["1/1 fog", "1/1 tégla"], "pl": ["Ząb: 1 z 1", "Cegła: 1 z 1"],
    }  # fmt: skip


def test_accept_on_an_empty_square_toggles_its_inspection():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    acts(view, "accept", "down", "accept")
    assert view.hands.inspector.inspected == Cell(1, 0)
    view.act("accept")
    assert view.hands.inspector.inspected is None
    assert view.party.chosen is None


def test_the_inspection_label_stays_on_the_board():
    view = view_of(drawn("Z;Z;D3 W;Z;L", "N"))
    bare, labelled = pygame.Surface(SIZE), pygame.Surface(SIZE)
    view.draw_foreground(bare)
    view.hands.inspector.show(Cell(0, 0))
    view.draw_foreground(labelled)
    for surface in (bare, labelled):
        surface.fill("#123456", view.rect)
    assert (pygame.surfarray.array3d(bare) == pygame.surfarray.array3d(labelled)).all()


# -- movement


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


def test_squares_keep_their_old_picture_until_the_new_one_is_painted():
    state = drawn("Z;Z;J;L Z;W;Z;Z Z;Z;M;Z", "Z1")
    after, events = state.apply(Go("K1", "south"))
    kit = make_kit(SIZE)
    kit.cache.time_budget = 1.0  # as in a window, where pictures are prerendered
    view = settle(view_of(state, kit))
    before = picture_of(view)
    kit.cache.clear()
    kit.cache.time_budget, kit.cache.clock = 0.0, lambda: 0.0
    view.scenery.delay_changes(state, redact(after, 0), uncovered=False)
    view.scenery.apply_all_changes()
    view.update(0)
    assert picture_of(view) == before
    view.show(redact(after, 0), events)
    for _ in range(MOST_FRAMES):
        is_moving = view.update(1 / 30)
        last = picture_of(view)
        if not is_moving:
            break
    assert not is_moving
    assert last == picture_of(view_of(after, make_kit(SIZE))) != before


def test_a_resized_view_is_drawn_roughly_first_and_exactly_at_last():
    state, kit = drawn("Z;Z;J;L Z;W;Z;Z Z;Z;M;Z", "Z1"), make_kit(SIZE)
    view = settle(view_of(state))
    kit.cache.time_budget, kit.cache.clock = 0.0, lambda: 0.0
    view.set_kit(kit)
    view.place(pygame.Rect(0, 0, SIZE[0] - 90, SIZE[1] - 90))
    view.update(0)
    first = picture_of(view)
    assert view.update(0), "there was no time for all of it"
    for _ in range(MOST_FRAMES):
        is_moving = view.update(1 / 30)
        last = picture_of(view)
        if not is_moving:
            break
    assert last == picture_of(settle(view_of(state, make_kit(SIZE), pygame.Rect(view.rect)))) != first


def test_a_wall_falls_only_when_its_event_is_shown_or_skipped():
    state = play(drawn("Z;Z;J;L", "Z1"), "K1 east")
    after, events = state.apply(Go("K1", "east"))
    for skips in (False, True):
        view = view_of(state)
        view.show(redact(after, 0), events)
        assert not view.scenery.ground.look(Cell(0, 2)).is_open
        if skips:
            view.stage.skip()
            view.update(0)
        else:
            settle(view)
            assert [name for name in view.sound.heard if name != "reveal"] == ["go", "eat"]
        assert view.scenery.ground.look(Cell(0, 2)).is_open
        assert (view.stage.pose("K1").x, view.stage.pose("K1").y) == (2.5, 0.5)


def test_the_picture_is_unchanged_unless_looks_changed_reports_a_change():
    for seed in range(40):
        state = position(seed, 12)
        for move in state.legal_moves():
            after = state.apply(move).state
            views = [view_of(one) for one in (state, after)]
            for view in views:
                view.hands.choose(None)
                assert view.party.chosen is None
                view.stage.sync(view.layout(view.state), at_once=True)
                view.host = replace(view.host, live=False)
                settle(view)
            if not ANALYSIS.looks_changed(state, after):
                assert picture_of(views[0]) == picture_of(views[1])


# -- walking


def walked(name, paths, *, reduced_motion=False):
    """Return where a knight is in each frame of an event that is played as the view plays it, until it is over."""
    before = {} if name == "enter" else {"K1": pose_at(Cell(1, 1))}
    home = {"K1": pose_at(paths["K1"][-1])}
    stage = Stage(THEME.seconds, reduced_motion)
    stage.sync(before, at_once=True)
    stage.perform(Animator(before, THEME.seconds).animations([Event(name, paths)]), home, lambda _event: None)
    seen = []
    while stage.moving:
        seen.append(stage.pose("K1"))
        stage.update(1 / 120)
    return [*seen, stage.pose("K1")]


def test_a_knight_bobs_when_stepping_and_a_new_one_walks_in_at_the_gate():
    poses = walked("go", {"K1": (Cell(1, 1), Cell(1, 2))})
    top = max(range(len(poses)), key=lambda place: poses[place].z)
    assert poses[top].z > 0.5
    assert 0 < top < len(poses) - 1
    assert poses[-1] == pose_at(Cell(1, 2))
    assert {pose.z for pose in walked("go", {"K1": (Cell(1, 1), Cell(1, 2))}, reduced_motion=True)} == {0.0}
    # a new knight walks in at the gate
    poses = walked("enter", {"K1": (Cell(2, 2),)})
    assert len(poses) / 120 > 0.3, "in more than a moment"
    assert (poses[0].alpha, poses[-1]) == (0.0, pose_at(Cell(2, 2)))
    ways = [pose.y for pose in poses]
    assert ways == sorted(ways), "from within the arch towards the player"
    assert poses[0].y < poses[-1].y
    assert all(abs(one.alpha - other.alpha) < 0.3 for one, other in pairwise(poses)), "nobody appears within one frame"


EMPTY = pygame.Color("#123456")
WIDE = " ".join(["Z" + 39 * ";Z"] * 29 + ["Z" + 38 * ";Z" + ";L"])
"""A board of which only a part is in view."""


def painted(view, rect):
    surface = pygame.Surface(SIZE)
    surface.fill(EMPTY)
    view.draw_foreground(surface)
    return any(
        surface.get_at((x, y)) != EMPTY for x in range(rect.left, rect.right) for y in range(rect.top, rect.bottom)
    )


def lit_in(view):
    """Return the picture of the square east of the first one."""
    surface = pygame.Surface(SIZE)
    view.draw(surface)
    return pygame.image.tobytes(surface.subsurface(view.cell_rect(Cell(0, 1))), "RGB")


# -- the first row


def test_a_lifted_knight_store_stock_and_leap_control_stay_visible():
    view = settle(view_of(drawn("Z;Z;Z Z;Z;L", "N")))
    square = view.cell_rect(Cell(0, 0))
    above = pygame.Rect(square.left, square.top - square.height // 6, square.width, square.height // 8)
    assert painted(view, above)
    assert not painted(view, above.move(2 * square.width, 0))
    # the small map moves away from a square and stays there
    view = settle(view_of(drawn(WIDE, "N", entrance="15;20")))
    camera = view.camera
    below = view.cell_at(camera.map.rect.center)
    camera.map.keep_clear([below])
    moved = camera.map.rect
    assert not moved.colliderect(view.cell_rect(below))
    camera.map.keep_clear([])
    assert camera.map.rect == moved
    # what a store holds is shown while a knight hides it
    view = settle(view_of(play(drawn("Z;C3;Z D1;Z;L", "B3"), "K1 south", "K1 east", "K1 north")))
    told, untold = pygame.Surface(SIZE), pygame.Surface(SIZE)
    view.draw_foreground(told)
    view.picture.draw_foreground(untold, view.party, view.stage.poses(), replace(view.signs(), tells_stocks=False))
    assert pygame.image.tobytes(told, "RGB") != pygame.image.tobytes(untold, "RGB")
    # the button for leaps appears with a jumper
    assert view_of(drawn("Z;Z;Z Z;Z;L", "N")).controls() == ()
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;S"), "K1 east"))
    view.hands.choose("K1")
    assert [control.enabled for control in view.controls()] == [False]
    view.hands.choose("K2")
    leap = view.controls()
    assert [control.enabled for control in leap] == [True]
    view.act("leap")
    assert view.controls() != leap


# -- the small map


@pytest.mark.parametrize("entrance", ["1;1", "1;40", "30;1", "30;38", "15;20", "28;39"])
def test_the_minimap_never_covers_a_target_square(entrance):
    view = settle(view_of(drawn(WIDE, "N", entrance=entrance)))
    lit = [view.cell_rect(cell) for cell in view.hands.lit()]
    assert lit
    assert view.camera.map.rect.collidelist(lit) < 0


# -- targets


def test_targets_are_highlighted_after_the_animation_or_a_choice():
    state = play(drawn("Z;Z;J;L", "Z1"), "K1 east")
    view = settle(view_of(state))
    after, events = state.apply(Go("K1", "east"))
    view.show(redact(after, 0), events)
    view.update(1 / 60)
    assert view.hands.lit()
    assert view.signs().targets == {}
    settle(view)
    assert view.signs().targets == view.hands.lit()
    # a tap is answered within one frame
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;N"), "K1 south"))
    view.hands.choose(None)
    settle(view)
    dark = lit_in(view)
    view.hands.choose("K2")
    assert lit_in(view) != dark
    # a hint selects its knight and a picture none
    state = play(drawn("Z;Z;Z Z;Z;Z Z;Z;L", "N;S"), "K1 east")
    view = view_of(state)
    view.hands.choose("K1")
    view.show_hint((Leap("K2", "south"),))
    assert view.party.chosen == "K2"
    still = view_of(state)
    still.host = replace(still.host, live=False)
    still.show_hint((Leap("K2", "south"),))
    assert still.party.chosen is None
