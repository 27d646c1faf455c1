"""Mazes for one: the collection, new and daily ones, codes and files, and the solver."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import labyrinth
from logic.config import ConfigError, parse_yaml
from logic.core import Dice, never
from logic.labyrinth import PUZZLES, Params, new
from logic.labyrinth.puzzles import (
    ANY,
    MOST_TREASURES,
    OPTIONS,
    POSSIBLE,
    SEED_BITS,
    TASKS,
    USUAL,
    Grade,
    Index,
    Maze,
    grade,
    maze_of,
    maze_of_code,
    planless_turns,
)
from logic.notation import LETTERS
from logic.puzzles import TIERS, NoPuzzle, puzzles_at, puzzles_of
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session
from logic.variants import make_params

CONFIG = game_config("labyrinth")
ALL_PUZZLES = [puzzle for chapter in PUZZLES.chapters() for puzzle in chapter.puzzles]
MAZE = Maze(446846602, 1)
mazes = st.builds(Maze, st.integers(0, (1 << SEED_BITS) - 1), st.integers(1, MOST_TREASURES))


def begin(puzzle):
    return Session(labyrinth, new_setup("labyrinth", "solo", (Seat("Ann"),), 5, puzzle.params))


# -- the deal


def test_a_maze_ignores_the_dice_and_the_solo_variant_deals_it():
    params = Params(players=1, maze=7, cards=(3,))
    assert new(params, Dice(1)) == new(params, Dice(2))
    assert new(params, Dice(1)).grid == new(Params(players=1, cards=(3,)), Dice(7)).grid
    assert new(Params(players=1), Dice(1)) != new(Params(players=1), Dice(2))
    assert str(MAZE.first_position()).startswith(PINNED.lstrip())
    assert MAZE.code == "3AH5D-2GR"
    for puzzle in ALL_PUZZLES[::9]:
        state = begin(puzzle).state
        mine = maze_of(puzzle.params).first_position()
        assert (state.grid, state.spare, state.decks, state.pawns) == (mine.grid, mine.spare, mine.decks, mine.pawns)
        assert (state.params.end, state.params.goals) == (mine.params.end, mine.params.goals)
        assert (state.params.reinsertion_ban, state.params.arrows) == (mine.params.reinsertion_ban, mine.params.arrows)
    for puzzle in ALL_PUZZLES[::10]:
        made = make_params(labyrinth, {"players": 1, **puzzle.params}, "maze")
        assert (made.par, made.tier, made.cards) == (puzzle.par, puzzle.tier, tuple(puzzle.params["cards"]))


PINNED = """
┌f1  ├t34 ┬f2  ─t7  ┬f3  ┘t21 ┐f4
┐t26 ┤t31 ├t33 │t6  ─t10 ┘t14 ┌t15
├f5  └t23 ├f6  ┬t29 ┬f7  ┐t16 ┤f8
│t8  ─t11 │t3  ┌t22 ┐t28 ┐t13 ┌t27
├f9  ┘t24 ┴f10 │t5  ┤f11 ┴t30 ┤f12
│t12 │t1  ─t9  ┤t32 │t2  │t4  ┌t25
└f13 ┘t19 ┴f14 ┌t20 ┴f15 ┌t17 ┘f16
spare ┌t18
pawns a1
cards chest
"""


# -- the collection


def test_the_collection_has_five_tiers_of_ten_mazes_and_its_file_is_checked():
    assert [len(chapter.puzzles) for chapter in PUZZLES.chapters()] == [10] * TIERS
    assert (
        len({puzzle.key for puzzle in ALL_PUZZLES}) == len({puzzle.title for puzzle in ALL_PUZZLES}) == len(ALL_PUZZLES)
    )
    for puzzle in ALL_PUZZLES:
        assert puzzle.text == TASKS[puzzle.params["cards"][0] - 1].msgid
    for tier, counts in enumerate(USUAL, 1):
        assert all(POSSIBLE[count - 1][0] <= tier <= POSSIBLE[count - 1][1] for count in counts)
    assert {option.name for option in OPTIONS} == {"tier", "treasures"}
    for text in (
        "tiers: [[], []]",
        "tiers: 1",
        "tiers: [[[1, 2]], [], [], [], []]",
        "tiers: [[[1, 9, 2]], [], [], [], []]",
    ):
        with pytest.raises(ConfigError):
            parse_yaml(text, Index, "mazes")
    graded = [grade(maze_of(puzzle.params).first_position()) for puzzle in ALL_PUZZLES[::7]]
    hardness = [(2 * one.planless - one.par, one.tier) for one in graded]
    assert [tier for _, tier in sorted(hardness)] == sorted(tier for _, tier in hardness)
    assert all(one.planless >= one.par for one in graded)
    state = MAZE.first_position()
    assert grade(state, lambda: True) is None
    assert planless_turns(state, lambda: True) is None
    assert grade(new(Params(), Dice(1))) is None
    assert grade(state) == Grade(2, 2, 1)


@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_every_maze_has_its_stated_par_and_tier(tier):
    for puzzle in PUZZLES.chapters()[tier - 1].puzzles:
        found = grade(maze_of(puzzle.params).first_position())
        assert (found.par, found.tier) == (puzzle.par, tier), puzzle.title
        assert puzzle.tier == puzzle.params["tier"] == tier


@pytest.mark.parametrize("puzzle", ALL_PUZZLES[::5], ids=lambda puzzle: puzzle.title)
def test_a_maze_can_be_solved_in_par_by_the_rules(puzzle):
    session = begin(puzzle)
    for move in labyrinth.ANALYSIS.solution(session.state, never):
        assert session.outcome() is None
        session.play(move)
    assert session.outcome().winners == (0,)
    assert PUZZLES.spent(session.state) == puzzle.par
    assert session.setup.params["par"] == puzzle.par


# -- made to measure


@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_a_generated_maze_has_the_requested_tier(tier):
    made = PUZZLES.make({"tier": tier}, 11, never)
    assert made == PUZZLES.make({"tier": tier, "treasures": ANY}, 11, never)
    assert made != PUZZLES.make({"tier": tier}, 12, never)
    assert (made.tier, made.par) == (tier, made.params["par"])
    assert made.params["cards"][0] in USUAL[tier - 1]
    assert PUZZLES.judge(made.params, never)[0] == made.par
    assert PUZZLES.key(made.params) == made.key


@pytest.mark.parametrize("treasures", [1, 4, MOST_TREASURES])
def test_a_generated_maze_has_the_requested_number_of_treasures(treasures):
    made = PUZZLES.make({"tier": 3, "treasures": treasures}, 5, never)
    assert made.params["cards"] == [treasures]
    assert begin(made).state.decks[0] == maze_of(made.params).first_position().decks[0]


@pytest.mark.parametrize(
    "wanted", [{"tier": 5, "treasures": 1}, {"tier": 1, "treasures": 6}, {"tier": 9}, {"size": 2}, {"treasures": 7}]
)
def test_impossible_options_are_refused(wanted):
    with pytest.raises(NoPuzzle):
        PUZZLES.make(wanted, 1, never)


def test_like_keeps_the_tier_and_daily_mazes_grow_harder_over_the_week():
    assert PUZZLES.like(ALL_PUZZLES[-1].params) == {"tier": 5, "treasures": ALL_PUZZLES[-1].params["cards"][0]}
    assert PUZZLES.like(PUZZLES.read(ALL_PUZZLES[-1].title)) is None
    assert PUZZLES.like({"cards": [3], "tier": 2}) is None
    with pytest.raises(NoPuzzle):
        PUZZLES.make({"tier": 5}, 1, lambda: True)
    asked = [PUZZLES.daily(f"2026-11-{day}") for day in range(16, 23)]
    assert [wanted["tier"] for wanted, _ in asked] == [1, 2, 2, 3, 3, 4, 5]
    assert len({seed for _, seed in asked}) == 7
    assert PUZZLES.daily("2026-11-20") == PUZZLES.daily("2026-11-20")
    with pytest.raises(ValueError, match="day"):
        PUZZLES.daily("2026-02-30")


# -- names, codes, files


@given(maze=mazes)
def test_a_code_round_trips_the_maze(maze):
    assert maze_of_code(maze.code) == maze
    assert maze_of_code(maze.code.lower().replace("-", " ")) == maze
    assert maze_of(maze.params) == maze
    assert PUZZLES.read(PUZZLES.write(maze.params)) == {**maze.params, "par": 0}
    assert PUZZLES.read(PUZZLES.code(maze.params)) == {**maze.params, "par": 0}
    assert PUZZLES.claims(PUZZLES.write(maze.params))


@given(maze=mazes, place=st.integers(0, 7), letter=st.sampled_from(LETTERS))
def test_a_wrong_letter_in_a_code_is_detected(maze, place, letter):
    letters = list(maze.code.replace("-", ""))
    wrong, letters[place] = letters[place] != letter, letter
    if wrong:
        with pytest.raises(NoPuzzle):
            maze_of_code("".join(letters))


@pytest.mark.parametrize(
    "text", ["", "Labyrinth", "Labyrinth\n", "ABC", "0000000000", "1\n2\nZ;L", "?", "x" * 200, "{"]
)
def test_malformed_mazes_are_refused(text):
    with pytest.raises(NoPuzzle):
        PUZZLES.read(text)


@pytest.mark.parametrize(
    "params",
    [{}, {"cards": [3]}, {"maze": None, "cards": [3]}, {"maze": 5}, {"maze": 5, "cards": [3, 3]},
     {"maze": 5, "cards": [9]}, {"maze": 1 << SEED_BITS, "cards": [1]}, {"maze": "5", "cards": [1]}],
)  # fmt: skip
def test_params_without_a_valid_maze_have_no_key_and_no_code(params):
    assert PUZZLES.key(params) == ""
    with pytest.raises(NoPuzzle):
        PUZZLES.code(params)
    assert PUZZLES.judge(params, never)[0] is None


def test_maze_keys_judging_undo_and_counting_of_turns():
    session = begin(ALL_PUZZLES[0])
    assert PUZZLES.key(session.setup.params) == ALL_PUZZLES[0].key
    assert PUZZLES.key(PUZZLES.read(ALL_PUZZLES[0].title)) == ALL_PUZZLES[0].key
    assert len({PUZZLES.key({"maze": seed, "cards": [n]}) for seed in range(5) for n in range(1, 5)}) == 20
    session = begin(ALL_PUZZLES[0])
    for move in labyrinth.ANALYSIS.solution(session.state, never)[:2]:
        session.play(move)
    assert session.state.found == (("chest",),)
    session.undo()
    session.undo()
    assert session.state == session.states[0]
    n, said = PUZZLES.judge(ALL_PUZZLES[0].params, never)
    assert (n, str(said)) == (2, "It can be done in 2 turns.")
    assert PUZZLES.judge(ALL_PUZZLES[0].params, lambda: True)[0] is None
    assert [str(PUZZLES.cost(n)) for n in (1, 2)] == ["1 turn", "2 turns"]
    session = begin(ALL_PUZZLES[0])
    spent = [PUZZLES.spent(session.state)]
    for move in labyrinth.ANALYSIS.solution(session.state, never):
        session.play(move)
        spent.append(PUZZLES.spent(session.state))
    assert spent == [0, 0, 1, 1, 2], "a turn counts once it is done"


# -- a game of both kinds


def test_puzzles_are_offered_to_one_player_only():
    game = GAMES["labyrinth"]
    assert puzzles_of(game) is PUZZLES
    assert puzzles_at(game, 1) is PUZZLES
    assert puzzles_at(game, 2) is None
    assert Session(labyrinth, new_setup("labyrinth", None, (Seat(), Seat()), 1)).state.params.players == 2
    assert begin(ALL_PUZZLES[0]).state.params.players == 1
    with pytest.raises(ValueError, match="seats"):
        Session(labyrinth, new_setup("labyrinth", "solo", (Seat(), Seat()), 1, {"players": 1}))
    assert list(CONFIG.for_one) == ["solo"]
    assert CONFIG.default_for_one == "solo"
    assert game_config("jumpin").default_for_one == game_config("jumpin").default
    assert game_config("lgame").for_one == {}
