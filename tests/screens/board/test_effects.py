"""Effects on boards: visible, finite, bounded, baked once, and off with reduced motion."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, get_args

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon.board import KnightKind
from sprites.coatl import effects as coatl
from sprites.coatl.effects import FEATHERS, CoatlEffects
from sprites.dragon import effects as dragon
from sprites.jumpin import art as meadow_art
from sprites.jumpin import effects as jumpin
from sprites.jumpin.effects import MeadowEffects, Shape, draw_shaped, hop_shape
from sprites.labyrinth import art as maze_art
from sprites.labyrinth import effects as labyrinth
from sprites.labyrinth.effects import LabyrinthEffects, draw_tumbling, tumble
from sprites.stage.effects import MASTER, MOST
from tests.screens.artparts import difference, effect_frame, passing, pixels
from tests.support.gallery import make_kit

HERE, THERE = Cell(1, 1), Cell(1, 3)
SECONDS = 0.35
"""How long an event of Stone Dragon takes."""


class Case(NamedTuple):
    """The effects of a game."""

    make: Callable[..., Any]
    shows: Any
    begun: Mapping[str, tuple[Any, ...]]
    """The arguments of each event that they show."""
    longest: float
    many: int
    largest: float
    """How many pictures there may be at once, and how many cells the largest may cover."""
    nothing: tuple[tuple[Any, ...], ...]
    """Events that show nothing: unknown ones, and those without a cell."""
    rain: tuple[int, int, int] = (0, 0, 0)
    """Columns and rows of a board on which it rains at the end, and the most pieces that fall."""
    figures: tuple[str, ...] = ()
    fades: bool = False
    """Whether an effect that must not move fades instead of standing still."""


def events(moved, *more):
    return {name: (Event(name, paths), *more) for name, paths in moved.items()}


SERPENT = [(number + 0.5, 1.5) for number in range(5)]
COUNTS = {"lock": 18, "refill": 16, "foresee": 6}
LINE = {f"t{col}": (Cell(1, col - 1), Cell(1, col)) for col in range(6)}
KNIGHT, STONE = {"K1": (HERE,)}, {"@": (HERE,)}
AWAY = {"K1": (HERE, THERE)}
CASES = {
    "coatl": Case(
        coatl.CoatlEffects, coatl.SHOWS, {name: (name, SERPENT) for name in coatl.SHOWS}, 2, 48, 3,
        (("an event of some new game", SERPENT), ("lock", [])),
    ),
    "dragon": Case(
        dragon.Effects, dragon.SHOWS,
        events({
            "eat": KNIGHT, "fill": KNIGHT, "crumble": STONE, "regrow": STONE, "blast": {**STONE, **KNIGHT},
            "topple": STONE, "teleport": AWAY, "leap": AWAY, "fall": KNIGHT, "hide": KNIGHT, "crush": KNIGHT,
            "bounce": {"K1": (HERE, THERE, HERE)}, "supply": KNIGHT, "restock": STONE, "mine_back": STONE,
        }, SECONDS),
        1, 45, 3.1,
        (*((Event(name, AWAY), SECONDS) for name in ("go", "enter", "reveal", "an event of some new game")),
         (Event("blast", {}), SECONDS)),
        figures=get_args(KnightKind), fades=True,
    ),
    "jumpin": Case(
        jumpin.MeadowEffects, jumpin.SHOWS,
        events({"hop": {"R1": (Cell(1, 0), THERE)}, "burrow": {"R1": (Cell(1, 2),)},
                "slide": {"F1": (Cell(1, 0), Cell(1, 2))}}),
        1, 48, 1,
        ((Event("an event of some new game", AWAY),), (Event("hop", {}),), (Event("hop", {"R1": ()}),)),
        (5, 4, jumpin.FALLING),
    ),
    "labyrinth": Case(
        labyrinth.LabyrinthEffects, labyrinth.SHOWS,
        events({"push": {**LINE, "p1": (Cell(1, 2), THERE)}, "carried": {"p0": (Cell(1, 4), Cell(1, 0))},
                "swap": {"p0": (Cell(0, 0), Cell(2, 4)), "p2": (Cell(2, 4), Cell(0, 0))},
                "collect": {"owl": (Cell(1, 2),)}, "home": {"p0": (Cell(0, 0),)}, "last": {"p0": (THERE,)}}),
        2, 48, 3.2,
        (*((Event(name, {}),) for name in ("push_again", "turn_again", "peek", "exchange", "wall", "a new one")),
         (Event("collect", {}),), (Event("collect", {"owl": ()}),)),
    ),
}  # fmt: skip
EVENTS = [(name, event) for name, case in CASES.items() for event in case.begun]
RAINS = [name for name, case in CASES.items() if any(case.rain)]


@pytest.fixture(scope="module")
def still():
    return make_kit((1920, 1080), reduced_motion=True)


@pytest.mark.parametrize("game", CASES)
def test_the_cases_cover_every_event_shown(game):
    assert set(CASES[game].begun) == set(CASES[game].shows)


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_an_effect_is_visible_and_ends_in_time(kit, game, event):
    case = CASES[game]
    begun, effects = case.begun[event], case.make(kit)
    assert max(pixels(effect_frame(case.make(kit), *begun, share=share)).max() for share in (0.3, 0.5, 0.7)) > 60
    length = effects.begin(*begun)
    assert 0.2 < length < case.longest
    assert effects.update(length * 0.9)
    assert not effects.update(length * 0.2)
    assert list(effects.seen()) == []


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_effects_do_not_depend_on_frame_rate(kit, game, event):
    make, begun = CASES[game].make, CASES[game].begun[event]
    assert difference(*(effect_frame(make(kit), *begun, share=0.6, steps=steps) for steps in (1, 7))) < 0.05


@pytest.mark.parametrize(("game", "event"), [*EVENTS, *((game, "celebrate") for game in RAINS)])
def test_effect_frames_use_few_small_prerendered_pictures(kit, game, event):
    case = CASES[game]
    effects, begin = case.make(kit), case.make.begin
    if event == "celebrate":
        begin, begun = case.make.celebrate, (7, 7)
    elif game == "coatl":
        begun = (event, [(number + 0.5, 0.5) for number in range(COUNTS.get(event, 2))])
    else:
        begun = case.begun[event]
    frames = [list(effects.seen()) for _ in passing(effects, begin(effects, *begun))]
    baked = {*effects.particles.solid, *effects.particles.soft, *case.figures}
    assert all(len(seen) <= case.many for seen in frames)
    assert {particle.name for seen in frames for particle in seen} <= baked
    assert all(particle.size <= case.largest for seen in frames for particle in seen)


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_with_reduced_motion_effects_do_not_move(still, game, event):
    case = CASES[game]
    effects = case.make(still)
    if case.fades:
        early, late = (pixels(effect_frame(case.make(still), *case.begun[event], share=share)) for share in (0.3, 0.5))
        assert late.sum() > early.sum() > 0
        assert not ((early > 24) & (late == 0)).any()
    else:
        length = effects.begin(*case.begun[event])
        places = {
            tuple((particle.name, particle.x, particle.y, particle.size) for particle in effects.seen())
            for _ in passing(effects, 0.95 * length)
        }
        assert len(places) == 1
        assert places != {()}


@pytest.mark.parametrize("game", CASES)
def test_unknown_events_show_nothing_and_running_effects_are_bounded(kit, game):
    effects = CASES[game].make(kit)
    assert [effects.begin(*begun) for begun in CASES[game].nothing] == [0] * len(CASES[game].nothing)
    assert not effects.update(0)
    # and a storm of those with a cell stays bounded and can be ended
    begun = next(iter(CASES[game].begun.values()))
    for _ in range(3 * MOST):
        effects.begin(*begun)
    assert len(effects.running) == MOST
    effects.clear()
    assert not effects.update(0)


@pytest.mark.parametrize("game", CASES)
def test_prerender_tasks_paint_every_effect_picture(game):
    kit = make_kit((1920, 1080))
    effects = CASES[game].make(kit)
    for task in effects.to_prerender():
        before = kit.cache.baked
        task()
        assert kit.cache.baked > before
    baked = kit.cache.baked
    for name in (*effects.particles.solid, *effects.particles.soft):
        effects.particles.picture(kit, name, MASTER)
    assert kit.cache.baked == baked


@pytest.mark.parametrize("game", RAINS)
def test_confetti_covers_the_whole_board_unless_motion_is_reduced(kit, still, game):
    make, (cols, rows, most) = CASES[game].make, CASES[game].rain
    effects = make(kit)
    length = effects.celebrate(cols, rows)
    assert length == kit.theme.seconds.celebrate
    assert effects.update(length / 2)
    seen = list(effects.seen())
    assert most / 2 < len(seen) <= most
    assert max(particle.x for particle in seen) - min(particle.x for particle in seen) > 0.6 * cols
    assert all(-1 < particle.y < rows + 1 for particle in seen)
    assert not effects.update(length)
    dry = make(still)
    assert (dry.celebrate(7, 7), list(dry.seen()), dry.update(0)) == (0, [], False)


# -- a tile that falls out


def test_an_ejected_tile_tumbles_in_a_smooth_arc_and_lands_face_up():
    start, end = (7.5, 1.5), (9.0, 6.0)
    poses = [tumble(start, end, share / 60) for share in range(61)]
    assert (poses[0].x, poses[0].y) == start
    assert (poses[-1].x, poses[-1].y) == end
    assert poses[0].z == pytest.approx(0)
    assert poses[-1].z == pytest.approx(0, abs=1e-6)
    assert poses[-1].flip == pytest.approx(1)
    assert np.sin(poses[-1].angle) == pytest.approx(0, abs=1e-6)
    assert max(pose.z for pose in poses) > 0.9
    assert min(pose.flip for pose in poses) < -0.9
    assert all(abs(a.x - b.x) < 0.2 and abs(a.z - b.z) < 0.2 for a, b in pairwise(poses))


def tumbling(kit, face, share):
    table = pygame.Surface((300, 200))
    draw_tumbling(table, kit, face, tumble((0, 0), (1, 0), share), (150, 100), key="NS")
    return table


def test_a_tumbling_tile_shows_both_faces_and_caches_its_rotations():
    kit = make_kit((1280, 720))
    face = maze_art.tile(kit, "NS", 60)
    assert difference(tumbling(kit, face, 0.4), tumbling(kit, face, 0)) > 4
    assert all(pixels(tumbling(kit, face, share / 200)).max() > 60 for share in range(200))
    baked = kit.cache.baked
    for share in range(130):
        tumbling(kit, face, share / 130)
    assert kit.cache.baked == baked


# -- effects


@pytest.mark.parametrize("line", ["row", "column"])
def test_push_dust_stays_at_the_edges_of_the_pushed_line(kit, line):
    def cell(along):
        return Cell(1, along) if line == "row" else Cell(along, 1)

    effects = LabyrinthEffects(kit)
    length = effects.begin(Event("push", {f"t{i}": (cell(i - 1), cell(i)) for i in range(6)}))
    effects.update(0.2 * length)
    seen = [
        (particle.x, particle.y) if line == "row" else (particle.y, particle.x)
        for particle in effects.seen()
        if particle.name == "dust"
    ]
    assert len(seen) > 4
    assert {round(aside - (0.06 if line == "row" else 0)) for _, aside in seen} <= {1, 2}


def test_push_crumbs_appear_at_the_exit_of_the_line(kit):
    effects = LabyrinthEffects(kit)
    length = effects.begin(Event("push", {f"t{col}": (Cell(1, col - 1), Cell(1, col)) for col in range(6)}))
    effects.update(0.5 * length)
    crumbs = [particle for particle in effects.seen() if particle.name in ("crumb", "chip")]
    assert crumbs
    assert all(4.5 < particle.x < 6.5 for particle in crumbs)


@pytest.mark.parametrize("show", ["shutter", "landed"])
def test_dust_appears_around_a_closing_shutter_or_landing_tile(kit, show):
    effects = LabyrinthEffects(kit)
    length = getattr(effects, show)((2.5, 1.5))
    effects.update(length / 3)
    seen = list(effects.seen())
    assert seen
    assert all(abs(particle.x - 2.5) < 1 and abs(particle.y - 1.5) < 1 for particle in seen)


def test_a_hop_squashes_and_stretches_smoothly_unless_motion_is_reduced():
    assert hop_shape(0) == hop_shape(1) == Shape()
    assert hop_shape(0.07).high < 1 < hop_shape(0.07).wide
    assert hop_shape(0.3).high > 1 > hop_shape(0.3).wide
    assert hop_shape(0.9).high < 1 < hop_shape(0.9).wide
    shapes = [hop_shape(share / 200) for share in range(201)]
    assert all(abs(a.high - b.high) < 0.03 for a, b in pairwise(shapes))
    assert all(0.75 < shape.high < 1.25 and 0.75 < shape.wide < 1.25 for shape in shapes)
    # reduced motion distorts no piece
    assert {hop_shape(share / 20, reduced_motion=True) for share in range(21)} == {Shape()}


@pytest.mark.parametrize("shape", [Shape(), Shape(1.15, 0.8), Shape(0.9, 1.15)])
def test_a_distorted_rabbit_keeps_its_feet_in_place(kit, shape):
    table = pygame.Surface((200, 200), pygame.SRCALPHA)
    draw_shaped(table, meadow_art.rabbit(kit, 1, 100), (100, 100), shape)
    _, ys = np.nonzero(pygame.surfarray.array_red(table) > 140)
    assert abs(ys.max() - 145) <= 4


def test_landing_dust_appears_only_after_the_hop_lands(kit):
    seconds = kit.theme.seconds
    effects = MeadowEffects(kit)
    effects.begin(Event("hop", {"R1": (Cell(1, 0), Cell(1, 3))}))
    effects.update(seconds.hop * 0.8)
    assert all(particle.x < 1.5 for particle in effects.seen())
    effects.update(seconds.hop * 0.5)
    assert any(particle.x > 3 for particle in effects.seen())


def test_a_finished_coatl_gleams_from_head_to_tail_and_sheds_feathers(kit):
    effects = CoatlEffects(kit)
    length = effects.begin("lock", SERPENT)
    places = []
    for _ in range(8):
        effects.update(length * 0.06)
        places.append(
            max(
                (particle for particle in effects.seen() if particle.name == "shine"),
                key=lambda particle: particle.size,
            ).x
        )
    assert all(one < other for one, other in pairwise(places))
    assert places[0] < 1.5 < 3.5 < places[-1]
    # feathers fly all along a finished cóatl
    effects = CoatlEffects(kit)
    length = effects.begin("lock", SERPENT)
    flown = [particle for _ in passing(effects, length) for particle in effects.seen() if particle.name in FEATHERS]
    assert min(particle.x for particle in flown) < 1
    assert max(particle.x for particle in flown) > 4
