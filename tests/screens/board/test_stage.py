"""The stage: where pieces are while they move, and that they always come home."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Event
from sprites.paint.theme import load_theme
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
def test_after_any_play_everything_is_home(before, after, beats, reduced, steps):
    stage = stage_with(before, reduced_motion=reduced)
    stage.play(beats, after, ignore)
    for dt in steps:
        stage.update(dt)
    assert not stage.update(LONG)
    assert dict(stage.poses()) == after


@given(layouts, layouts, events, st.booleans(), st.integers(1, 900), st.data())
@settings(max_examples=30)
def test_speed_does_not_depend_on_frame_rate(before, after, beats, reduced, milliseconds, data):
    whole, cut = (stage_with(before, reduced_motion=reduced) for _ in range(2))
    whole.play(beats, after, ignore)
    cut.play(beats, after, ignore)
    whole.update(milliseconds / 1000)
    left = milliseconds
    while left:
        step = data.draw(st.integers(1, left))
        left -= step
        cut.update(step / 1000)
    # Where a beat begins or ends at this very instant, rounding decides: a nanosecond on, both have begun.
    whole.update(1e-9)
    cut.update(1e-9)
    seen, expected = dict(cut.poses()), dict(whole.poses())
    assert seen.keys() == expected.keys()
    assert all(close(seen[piece], expected[piece]) for piece in seen)


@given(layouts, layouts, events)
def test_skip_jumps_to_the_end(before, after, beats):
    stage = stage_with(before)
    stage.play(beats, after, ignore)
    stage.update(0.01)
    stage.skip()
    assert not stage.moving
    assert dict(stage.poses()) == after


def test_a_glide_starts_at_once_and_newcomers_appear_while_leavers_go():
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
    # mirroring turns over through the edge
    stage = stage_with({"a": Pose(0, 0, flip=1)})
    stage.sync({"a": Pose(0, 0, flip=-1)})
    seen = []
    while stage.update(0.005):
        seen.append(stage.pose("a").flip)
    assert seen == sorted(seen, reverse=True)
    assert min(abs(flip) for flip in seen) < 0.1


def test_an_event_runs_along_its_cells_one_beat_after_the_other():
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


def test_a_play_waits_for_the_play_before_but_not_for_a_glide():
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
def test_turning_takes_the_short_way_round(start, end):
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
    # seconds of nothing move at once
    import msgspec

    instant = msgspec.structs.replace(SECONDS, slide=0.0, settle=0.0, walk=0.0)
    stage = Stage(instant)
    stage.sync({"a": Pose(0, 0)}, at_once=True)
    stage.play([Event("go", {"a": (Cell(0, 0), Cell(2, 2))})], {"a": Pose(4, 4)}, ignore)
    assert not stage.moving
    assert stage.pose("a") == Pose(4, 4)


def test_a_held_piece_stays_in_the_hand_and_goes_home_from_there():
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
def test_with_reduced_motion_what_comes_and_goes_only_fades(before, after):
    stage = stage_with(before, reduced_motion=True)
    stage.sync(after)
    stage.update(SECONDS.settle / 2)
    pose = stage.pose("a")
    assert 0 < pose.alpha < 1
    assert pose.scale == 1
