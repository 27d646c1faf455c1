"""Movement on a board: the stage, ornamental physics, and prerendering."""

import math

import msgspec
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Event
from logic.registry import GAMES
from scenes.view.picture import view_of
from scenes.view.view import GameView
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.stage.physics import STEP, Confetti, Drag
from sprites.stage.stage import Pose, Stage

SECONDS = load_theme().seconds
LONG = 20.0

coordinates = st.floats(-5, 5)
poses = st.builds(
    Pose,
    coordinates,
    coordinates,
    st.floats(-7, 7),
    st.floats(0.5, 2),
    st.floats(0, 1),
    st.sampled_from([1.0, -1.0]),
    st.floats(0, 1),
)
layouts = st.dictionaries(st.sampled_from("abcd"), poses, max_size=4)
paths = st.lists(st.builds(Cell, st.integers(0, 3), st.integers(0, 3)), max_size=4).map(tuple)
events = st.lists(
    st.builds(Event, st.just("go"), st.dictionaries(st.sampled_from("abcdx"), paths, max_size=3)), max_size=4
)


def ignore(_event):
    pass


def stage_with(layout, **options):
    stage = Stage(SECONDS, **options)
    stage.sync(layout, at_once=True)
    return stage


def close(a, b):
    return all(
        math.isclose(getattr(a, name), getattr(b, name), abs_tol=1e-6)
        for name in ("x", "y", "angle", "scale", "alpha", "flip", "z")
    )


@given(layouts, layouts, events, st.booleans(), st.lists(st.floats(0.001, 0.2), max_size=20))
def test_after_any_play_every_piece_is_at_its_layout_pose(before, after, events, reduced, steps):
    stage = stage_with(before, reduced_motion=reduced)
    stage.play(events, after, ignore)
    for dt in steps:
        stage.update(dt)
    assert not stage.update(LONG)
    assert dict(stage.poses()) == after


@given(layouts, layouts, events, st.booleans(), st.integers(1, 900), st.data())
@settings(max_examples=30)
def test_animation_does_not_depend_on_frame_rate(before, after, events, reduced, milliseconds, data):
    whole, cut = (stage_with(before, reduced_motion=reduced) for _ in range(2))
    whole.play(events, after, ignore)
    cut.play(events, after, ignore)
    whole.update(milliseconds / 1000)
    left = milliseconds
    while left:
        step = data.draw(st.integers(1, left))
        left -= step
        cut.update(step / 1000)
    # Where an event begins or ends at this very instant, rounding decides: a nanosecond on, both have begun.
    whole.update(1e-9)
    cut.update(1e-9)
    seen, expected = dict(cut.poses()), dict(whole.poses())
    assert seen.keys() == expected.keys()
    assert all(close(seen[piece], expected[piece]) for piece in seen)


@given(layouts, layouts, events)
def test_skip_jumps_to_the_end_of_the_animation(before, after, events):
    stage = stage_with(before)
    stage.play(events, after, ignore)
    stage.update(0.01)
    stage.skip()
    assert not stage.moving
    assert dict(stage.poses()) == after


def test_sync_glides_pieces_fades_them_in_and_out_and_flips_by_the_edge():
    stage = stage_with({"a": Pose(0, 0)})
    stage.sync({"a": Pose(2, 0)})
    assert stage.pose("a") == Pose(0, 0)
    stage.update(SECONDS.slide / 2)
    assert 1 < stage.pose("a").x < 2
    assert stage.moving
    assert not stage.update(SECONDS.slide)
    stage = stage_with({"old": Pose(0, 0)})
    stage.sync({"new": Pose(1, 1)})
    stage.update(SECONDS.settle / 2)
    old, new = stage.pose("old"), stage.pose("new")
    assert 0 < old.alpha < 1
    assert old.scale < 1
    assert 0 < new.alpha < 1
    assert new.scale < 1
    stage.update(LONG)
    assert [piece for piece, _ in stage.poses()] == ["new"]
    with pytest.raises(KeyError):
        stage.pose("old")
    # mirroring turns the piece over through its edge
    stage = stage_with({"a": Pose(0, 0, flip=1)})
    stage.sync({"a": Pose(0, 0, flip=-1)})
    seen = []
    while stage.update(0.005):
        seen.append(stage.pose("a").flip)
    assert seen == sorted(seen, reverse=True)
    assert min(abs(flip) for flip in seen) < 0.1


def test_events_animate_in_sequence_along_their_cells():
    heard = []
    stage = stage_with({"a": Pose(0.5, 0.5), "b": Pose(3.5, 3.5)})
    home = {"a": Pose(2.5, 2.5), "b": Pose(3.5, 0.5)}
    path = (Cell(0, 0), Cell(0, 2), Cell(2, 2))
    stage.play([Event("first", {"a": path}), Event("second", {"b": ()})], home, lambda event: heard.append(event.name))
    assert heard == ["first"]
    seen = []
    while heard == ["first"]:
        seen.append(stage.pose("a"))
        assert stage.pose("b") == Pose(3.5, 3.5)
        stage.update(0.01)
    assert max(pose.x - pose.y for pose in seen) == pytest.approx(2, abs=0.1)
    assert max(pose.z for pose in seen) == pytest.approx(1, abs=0.05)
    assert stage.pose("a") == home["a"]
    stage.update(0.05)
    assert stage.pose("b") != home["b"]
    # an event that moves nothing is heard and takes no time
    heard = []
    stage = stage_with({"a": Pose(0, 0)})
    stage.play(
        [Event("sigh"), Event("cough", {"nobody": ()})], {"a": Pose(0, 0)}, lambda event: heard.append(event.name)
    )
    assert heard == ["sigh", "cough"]
    assert not stage.moving


def test_a_play_waits_for_the_previous_play_and_is_dropped_by_sync():
    heard = []
    stage = stage_with({"a": Pose(0, 0)})
    stage.sync({"a": Pose(3, 0)})
    stage.play([Event("one", {"a": ()})], {"a": Pose(0, 3)}, lambda event: heard.append(event.name))
    stage.play([Event("two", {"a": ()})], {"a": Pose(3, 3)}, lambda event: heard.append(event.name))
    assert heard == ["one"]
    stage.update(SECONDS.slide + 0.01)
    assert heard == ["one", "two"]
    stage.update(LONG)
    assert stage.pose("a") == Pose(3, 3)
    # another position drops what was playing
    heard = []
    stage = stage_with({"a": Pose(0, 0)})
    stage.play([Event("one", {"a": ()}), Event("two", {"a": ()})], {"a": Pose(2, 0)}, lambda e: heard.append(e.name))
    stage.update(0.05)
    here = stage.pose("a")
    stage.sync({"a": Pose(0, 0)})
    assert stage.pose("a") == here
    stage.update(LONG)
    assert stage.pose("a") == Pose(0, 0)
    assert heard == ["one"]


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_rotation_takes_the_shorter_way(start, end):
    stage = stage_with({"a": Pose(0, 0, start)})
    stage.sync({"a": Pose(1, 0, end)})
    turned = []
    while stage.moving:
        turned.append(stage.pose("a").angle)
        stage.update(0.02)
    assert max(turned) - min(turned) <= math.pi + 1e-6


def test_reduced_motion_fades_instead_of_moving():
    stage = stage_with({"a": Pose(0, 0)}, reduced_motion=True)
    stage.play([Event("go", {"a": (Cell(0, 0), Cell(0, 3))})], {"a": Pose(3.5, 0.5)}, ignore)
    seen = []
    while stage.update(0.01):
        seen.append(stage.pose("a"))
    assert {(pose.x, pose.y) for pose in seen} == {(0, 0), (3.5, 0.5)}
    assert min(pose.alpha for pose in seen) < 0.2
    # reduced motion lifts without blinking
    stage = stage_with({"a": Pose(0, 0)}, reduced_motion=True)
    stage.sync({"a": Pose(0, 0, z=1)})
    while stage.update(0.01):
        assert stage.pose("a").alpha == 1
    # a duration of zero moves at once
    instant = msgspec.structs.replace(SECONDS, slide=0.0, settle=0.0, walk=0.0)
    stage = Stage(instant)
    stage.sync({"a": Pose(0, 0)}, at_once=True)
    stage.play([Event("go", {"a": (Cell(0, 0), Cell(2, 2))})], {"a": Pose(4, 4)}, ignore)
    assert not stage.moving
    assert stage.pose("a") == Pose(4, 4)


def test_a_held_piece_follows_the_hand_and_returns_from_there():
    stage = stage_with({"a": Pose(0, 0), "b": Pose(1, 1)})
    stage.hold("a", Pose(5, 5, z=1))
    stage.sync({"a": Pose(2, 2), "b": Pose(1, 1)})
    stage.update(LONG)
    assert stage.pose("a") == Pose(5, 5, z=1)
    assert [piece for piece, _ in stage.poses()] == ["b", "a"]
    stage.release("a")
    assert stage.pose("a") == Pose(5, 5, z=1)
    assert stage.moving
    stage.update(LONG)
    assert stage.pose("a") == Pose(2, 2)
    stage.release("a")
    assert not stage.moving


@pytest.mark.parametrize(("before", "after"), [({}, {"a": Pose(1, 1)}), ({"a": Pose(1, 1)}, {})])
def test_with_reduced_motion_pieces_fade_without_scaling(before, after):
    stage = stage_with(before, reduced_motion=True)
    stage.sync(after)
    stage.update(SECONDS.settle / 2)
    pose = stage.pose("a")
    assert 0 < pose.alpha < 1
    assert pose.scale == 1


AREA = pygame.Rect(100, 50, 800, 500)
points = st.tuples(st.floats(-1, 5), st.floats(-1, 5))


def kit(**options):
    return Kit(load_theme(), Metrics.of((1280, 720), 1.0), SurfaceCache(), **options)


def settled(drag, seconds=6.0):
    while seconds > 0 and drag.update(1 / 60):
        seconds -= 1 / 60
    return seconds > 0


@given(points, points, points, st.lists(points, max_size=5))
def test_a_dragged_piece_settles_at_the_pointer_offset(middle, finger, offset, way):
    drag = Drag(middle, finger, offset)
    for there in way:
        drag.follow(there)
        drag.update(0.05)
        assert all(map(math.isfinite, (*drag.middle, drag.swing)))
        finger = there
    assert settled(drag)
    assert drag.middle == pytest.approx((finger[0] + offset[0], finger[1] + offset[1]), abs=1e-6)
    assert drag.swing == 0


def test_a_dragged_piece_lags_swings_and_then_settles_without_cost():
    drag = Drag((0, 1), (0, 0), (0, 1))
    drag.update(0.1)
    drag.follow((0.5, 0))
    drag.update(2 * STEP)
    assert 0 < drag.middle[0] < 0.5
    swings = []
    for _ in range(30):
        drag.update(1 / 60)
        swings.append(drag.swing)
    assert max(map(abs, swings)) > 0.03
    assert max(map(abs, swings)) < 0.9
    # after a turn it swings round to lie straight again
    drag = Drag((1, 0), (0, 0), (1, 0))
    drag.hold_at((0, 1), -math.pi / 2)
    assert drag.swing == pytest.approx(-math.pi / 2)
    assert settled(drag)
    assert drag.middle == pytest.approx((0, 1), abs=1e-6)
    # at rest it costs nothing
    drag = Drag((1, 1), (1, 1), (0, 0))
    settled(drag)
    assert not drag.update(1)
    drag.follow((2, 2))
    assert drag.update(1 / 60)


def test_dragging_is_deterministic_and_independent_of_frame_rate():
    def way():
        drag = Drag((0, 0), (1, 1), (0.3, 0.4))
        seen = []
        for i in range(40):
            drag.follow((1 + i / 10, 1))
            drag.update(0.011)
            seen.append((drag.middle, drag.swing))
        return seen

    assert way() == way()
    # the number of frames changes nothing
    whole, cut = (Drag((0, 0), (2, 1), (0.3, 0.4)) for _ in range(2))
    whole.update(24 * STEP + STEP / 2)
    for _ in range(7):
        cut.update(3.5 * STEP)
    assert cut.middle == pytest.approx(whole.middle)
    assert cut.swing == pytest.approx(whole.swing)


def test_confetti_lasts_for_the_celebration_time_and_repeats_by_seed():
    surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
    confetti = Confetti(kit(), AREA)
    assert confetti.update(0.5)
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() > 1000
    assert not confetti.update(load_theme().seconds.celebrate)
    surface.fill((0, 0, 0, 0))
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() == 0
    # the same seed makes the same rain
    surfaces = []
    for _ in range(2):
        surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
        confetti = Confetti(kit(), AREA, seed=5)
        confetti.update(0.7)
        confetti.draw(surface)
        surfaces.append(pygame.image.tobytes(surface, "RGBA"))
    assert surfaces[0] == surfaces[1]


def test_confetti_rises_and_falls_unless_stopped_or_motion_is_reduced():
    confetti = Confetti(kit(), AREA)
    highest = AREA.bottom
    for _ in range(60):
        confetti.update(1 / 60)
        highest = min(highest, *(piece.body.position.y for piece in confetti.pieces))
    assert AREA.top - AREA.height < highest < AREA.centery
    assert all(piece.body.velocity.y > 0 for piece in confetti.pieces)
    # confetti can be tapped away
    confetti.stop()
    assert not confetti.update(0.01)
    # reduced motion has no confetti
    confetti = Confetti(kit(reduced_motion=True), AREA)
    assert not confetti.update(0.01)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_confetti_of_its_own_in_the_given_colours(game):
    """Pieces of its own, inside their canvas, in two colours at least, some of them what is won with."""
    shape, pictures = view_of(game).confetti, []
    for colour in ("#3f9fda", "#f28a3d"):
        canvas = pygame.Surface((120, 120), pygame.SRCALPHA)
        shape(canvas, pygame.Color(colour))
        assert 0.1 * 120**2 < pygame.mask.from_surface(canvas, 40).count() < 0.85 * 120**2
        pictures.append(pygame.image.tobytes(canvas, "RGBA"))
    assert pictures[0] != pictures[1]
    assert shape is not GameView.confetti


def test_confetti_paints_few_pictures_in_each_frame():
    """What turns in the air is cut from one picture of each colour; there are few sizes and few angles."""
    surface, cache = pygame.Surface((1000, 600), pygame.SRCALPHA), SurfaceCache()
    confetti = Confetti(Kit(load_theme(), Metrics.of((1280, 720), 1.0), cache), AREA, colours=["#ffffff", "#d9a441"])
    while confetti.update(1 / 60):
        before = cache.baked
        confetti.draw(surface)
        assert cache.baked - before <= 2 * confetti.PIECES
    assert cache.baked <= 2 * (1 + len(confetti.SIZES)) + 2 * len(confetti.SIZES) * confetti.TURNS * confetti.SQUASHES
