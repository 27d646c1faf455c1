"""What moves on any game's board besides its pieces: seen, over in time, bounded, baked once, still where wished."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

import pytest

from logic.core import Cell, Event
from logic.dragon.board import KnightKind
from sprites.coatl import effects as coatl
from sprites.dragon import effects as dragon
from sprites.jumpin import effects as jumpin
from sprites.labyrinth import effects as labyrinth
from sprites.stage.effects import MASTER, MOST
from tests.artparts import difference, effect_frame, passing, pixels
from tests.gallery import make_kit

HERE, THERE = Cell(1, 1), Cell(1, 3)
SECONDS = 0.35
"""How long an event of Stone Dragon takes."""


class Case(NamedTuple):
    """The effects of a game."""

    make: Callable[..., Any]
    shows: Any
    begun: Mapping[str, tuple[Any, ...]]
    """What they are told of each event that they show."""
    longest: float
    many: int
    largest: float
    """How many pictures there may be at once, and how many cells the largest may take."""
    nothing: tuple[tuple[Any, ...], ...]
    """Events that show nothing: unknown ones, and those without a place."""
    rain: tuple[int, int, int] = (0, 0, 0)
    """Columns and rows of a board on which it rains at the end, and the most that falls."""
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
def test_every_event_that_is_shown_is_tried_here(game):
    assert set(CASES[game].begun) == set(CASES[game].shows)


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_an_effect_is_seen_and_then_over(kit, game, event):
    case = CASES[game]
    begun, effects = case.begun[event], case.make(kit)
    assert max(pixels(effect_frame(case.make(kit), *begun, share=share)).max() for share in (0.3, 0.5, 0.7)) > 60
    length = effects.begin(*begun)
    assert 0.2 < length < case.longest
    assert effects.update(length * 0.9)
    assert not effects.update(length * 0.2)
    assert list(effects.seen()) == []


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_time_may_be_cut_as_it_likes(kit, game, event):
    make, begun = CASES[game].make, CASES[game].begun[event]
    assert difference(*(effect_frame(make(kit), *begun, share=0.6, steps=steps) for steps in (1, 7))) < 0.05


@pytest.mark.parametrize(("game", "event"), [*EVENTS, *((game, "celebrate") for game in RAINS)])
def test_each_frame_is_few_small_pictures_that_were_baked_ahead(kit, game, event):
    case = CASES[game]
    effects, begin = case.make(kit), case.make.begin
    if event == "celebrate":
        begin, begun = case.make.celebrate, (7, 7)
    elif game == "coatl":
        begun = (event, [(number + 0.5, 0.5) for number in range(COUNTS.get(event, 2))])
    else:
        begun = case.begun[event]
    length = begin(effects, *begun)
    frames = [list(effects.seen()) for _ in passing(effects, length)]
    baked = {*effects.motes.solid, *effects.motes.soft, *case.figures}
    assert all(len(seen) <= case.many for seen in frames)
    assert {mote.name for seen in frames for mote in seen} <= baked
    assert all(mote.size <= case.largest for seen in frames for mote in seen)


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_with_reduced_motion_nothing_moves(still, game, event):
    case = CASES[game]
    effects = case.make(still)
    if case.fades:
        early, late = (pixels(effect_frame(case.make(still), *case.begun[event], share=share)) for share in (0.3, 0.5))
        assert late.sum() > early.sum() > 0
        assert not ((early > 24) & (late == 0)).any()
    else:
        length = effects.begin(*case.begun[event])
        places = {
            tuple((mote.name, mote.x, mote.y, mote.size) for mote in effects.seen())
            for _ in passing(effects, 0.95 * length)
        }
        assert len(places) == 1
        assert places != {()}


@pytest.mark.parametrize("game", CASES)
def test_events_without_a_picture_and_without_a_place_show_nothing(kit, game):
    effects = CASES[game].make(kit)
    assert [effects.begin(*begun) for begun in CASES[game].nothing] == [0] * len(CASES[game].nothing)
    assert not effects.update(0)


@pytest.mark.parametrize("game", CASES)
def test_a_storm_of_events_stays_bounded_and_can_be_ended(kit, game):
    effects, begun = CASES[game].make(kit), next(iter(CASES[game].begun.values()))
    for _ in range(3 * MOST):
        effects.begin(*begun)
    assert len(effects.running) == MOST
    effects.clear()
    assert not effects.update(0)


@pytest.mark.parametrize("game", CASES)
def test_what_effects_need_is_baked_ahead_piece_by_piece(game):
    kit = make_kit((1920, 1080))
    effects = CASES[game].make(kit)
    for chore in effects.chores():
        before = kit.bakery.baked
        chore()
        assert kit.bakery.baked > before
    baked = kit.bakery.baked
    for name in (*effects.motes.solid, *effects.motes.soft):
        effects.motes.picture(kit, name, MASTER)
    assert kit.bakery.baked == baked


@pytest.mark.parametrize("game", RAINS)
def test_at_the_end_it_rains_on_the_whole_board_unless_motion_is_reduced(kit, still, game):
    make, (cols, rows, most) = CASES[game].make, CASES[game].rain
    effects = make(kit)
    length = effects.celebrate(cols, rows)
    assert length == kit.theme.seconds.celebrate
    assert effects.update(length / 2)
    seen = list(effects.seen())
    assert most / 2 < len(seen) <= most
    assert max(mote.x for mote in seen) - min(mote.x for mote in seen) > 0.6 * cols
    assert all(-1 < mote.y < rows + 1 for mote in seen)
    assert not effects.update(length)
    dry = make(still)
    assert (dry.celebrate(7, 7), list(dry.seen()), dry.update(0)) == (0, [], False)
