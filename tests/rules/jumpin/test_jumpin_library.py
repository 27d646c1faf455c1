"""The library and new puzzles of JumpIN’: difficulty, length and variety as stated; and the puzzles' names."""

import re
from collections import Counter, defaultdict
from functools import cache
from hashlib import sha256
from itertools import pairwise, product
from statistics import median

import numpy as np
import pytest

from logic import jumpin, labyrinth
from logic.config import ConfigError, read_text
from logic.core import Cell, Dice, never
from logic.jumpin import PUZZLES, Params, new
from logic.jumpin.board import STANDARD, Board, canonical, fox_tracks, parse
from logic.jumpin.engine.collection import HASHES, is_published, library, name_for, names, phrases, read_library
from logic.jumpin.engine.dealing import EVERY, FERTILE, deal, deal_any
from logic.jumpin.engine.generator import has_spare_piece
from logic.jumpin.engine.grading import around, difficulty_around, tier_of
from logic.jumpin.engine.solver import component, solve
from logic.jumpin.engine.space import space_of
from logic.jumpin.notation import encode
from logic.jumpin.puzzles import ANY, OPTIONS
from logic.puzzles import TIERS, NoPuzzle
from logic.text import LANGUAGES, Text
from tests.support.positions.jumpin import SEVEN, SIX, images
from tests.support.processes import ROOT
from tests.tools.record_jumpin_library import named

SEED = ".MM../...M./...R./...../....."
KEY_CODE_NAME = f"0123456789abcdef {encode(SEED)} 00-08-00"


def pieces(text):
    position = parse(text)
    return position.rabbits.bit_count(), position.mushrooms.bit_count(), len(position.foxes)


def grade_of(text, board=STANDARD):
    here = around(parse(text, board), board)
    return here.grades()[here.start]


def ground_of(text):
    """Return what never moves in a position: the cells with mushrooms, and the lines that foxes lie on."""
    position = parse(text)
    lines = [number for fox in position.foxes for number, track in enumerate(fox_tracks(STANDARD)) if fox in track]
    return position.mushrooms, tuple(sorted(lines)), position.rabbits.bit_count()


@cache
def by_ground():
    """Return the puzzles of the library by their ground, in all of their images."""
    found = defaultdict(set)
    for entry in library():
        for text in images(entry.position, STANDARD):
            found[ground_of(text)].add((entry.canonical, text))
    return found


def reachable_library_puzzles(entry):
    """Return other puzzles of the library among the positions that a puzzle, or an image of it, leads to."""
    others = [text for known_as, text in by_ground()[ground_of(entry.position)] if known_as != entry.canonical]
    if not others:
        return []
    position = parse(entry.position)
    space = space_of(position, STANDARD)
    keys = set(component(space, np.array([space.key(position)])).tolist())
    return [text for text in others if space.key(parse(text)) in keys]


# -- the library


def test_the_library_has_400_distinct_puzzles_for_each_tier():
    assert Counter(entry.tier for entry in library()) == dict.fromkeys(range(1, TIERS + 1), 400)
    assert len({entry.canonical for entry in library()}) == len(library())
    assert not any(is_published(entry.canonical) for entry in library())
    assert list(named(library())) == list(library())


@pytest.mark.parametrize(
    ("first", "every"), [(0, 100), *(pytest.param(n, TIERS, marks=pytest.mark.thorough) for n in range(TIERS))]
)
def test_library_entries_state_true_steps_moves_grade_and_difficulty(first, every):
    for entry in library()[first::every]:
        here, solution = around(parse(entry.position)), solve(entry.position)
        assert solution.cost == entry.steps
        assert solve(entry.position, "moves").cost == entry.moves
        assert here.grades()[here.start] == pytest.approx(entry.grade, abs=2e-3)
        assert tier_of(entry.grade) == entry.tier
        assert difficulty_around(here, solution) == entry.difficulty


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.thorough)])
def test_no_library_puzzle_is_reachable_from_another(count):
    shared = [found for found in by_ground().values() if len({known_as for known_as, _ in found}) > 1]
    assert len(shared) > 100, "many could lie on the way of others"
    for entry in Dice(7).shuffled(library())[:count]:
        assert not reachable_library_puzzles(entry)


@pytest.mark.parametrize("count", [20, pytest.param(2000, marks=pytest.mark.thorough)])
def test_library_puzzles_have_no_spare_piece(count):
    for entry in Dice(2).shuffled(library())[:count]:
        assert not has_spare_piece(entry.position, entry.steps)


def test_the_library_is_varied_and_gets_harder():
    assert [entry.tier for entry in library()] == sorted(entry.tier for entry in library())
    for tier in range(1, TIERS + 1):
        own = [entry for entry in library() if entry.tier == tier]
        for part, rest in ((own[:100], own[100:]), (own[:-100], own[-100:])):
            assert median(entry.grade for entry in part) < median(entry.grade for entry in rest)
        assert len({pieces(entry.position) for entry in own}) >= 8
        assert len({entry.steps for entry in own}) >= 9
    assert {part for entry in library() for part in zip("RMF", pieces(entry.position), strict=True)} == {
        *(("R", n) for n in range(1, 5)),
        *(("M", n) for n in range(4)),
        *(("F", n) for n in range(3)),
    }
    for before, after in pairwise(library()):
        assert before.tier < after.tier or pieces(before.position)[1:] != pieces(after.position)[1:]
    assert len(FERTILE) == TIERS
    assert all(set(some) <= set(EVERY) for some in FERTILE)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"1 .... 3 3 1.000 0 0 0 0 {KEY_CODE_NAME}", "expected"),
        (f"6 {SEED} 2 2 5.000 0 0 0 0 {KEY_CODE_NAME}", "a tier"),
        (f"1 {SEED} 2 2", "a tier"),
        (f"1 {SEED} 2 2 5.000 0 0 0 {KEY_CODE_NAME}", "four numbers"),
        (f"1 {SEED} 2 2 5.000 0 0 0 0", "key, code and name"),
        (f"1 {SEED} 2 2 5.000 0 0 0 0 {KEY_CODE_NAME[:-1]}9", "00-08-09 is no name"),
        (f"1 .MM../...f./...R./...../..... 2 2 5.000 0 0 0 0 {KEY_CODE_NAME}", "fox line"),
    ],
)
def test_a_faulty_library_line_is_reported_with_its_number(line, words):
    good = f"1 {SEED} 2 2 5.000 1 0 4 3 {KEY_CODE_NAME}\n"
    (entry,) = read_library(good)
    assert (entry.steps, entry.difficulty.loss, entry.as_line()) == (2, 4, good)
    with pytest.raises(ConfigError, match=words) as caught:
        read_library(good + line, "here")
    assert str(caught.value).startswith("here:2: ")


@pytest.mark.parametrize(
    ("was", "is_now", "words"), [("at midnight", "[", "while parsing"), ("in spring,", "'{n}',", "when[0][0]")]
)
def test_a_fault_in_the_names_file_is_reported_for_that_file(monkeypatch, was, is_now, words):
    faulty = read_text("jumpin_names.yaml").replace(was, is_now)
    monkeypatch.setattr("logic.config.read_text", lambda _: faulty)
    phrases.cache_clear()
    with pytest.raises(ConfigError, match=rf"^config/jumpin_names\.yaml: .*{re.escape(words)}"):
        read_library("")


# -- new ones


@cache
def dealt_of(tier, seed):
    return deal_any(tier, (None,) * 3, Dice(seed))


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_a_generated_puzzle_of_each_tier_is_new_correct_and_reproducible(tier, seeds):
    known = {entry.canonical for entry in library()}
    for seed in range(seeds):
        dealt = dealt_of(tier, seed)
        assert tier_of(grade_of(dealt.position)) == dealt.tier == tier
        assert not has_spare_piece(dealt.position, dealt.steps)
        assert solve(dealt.position).cost == dealt.steps > 0
        assert solve(dealt.position, "moves").cost == dealt.moves
        assert canonical(dealt.position) not in known
        assert pieces(dealt.position) in EVERY
    assert deal_any(tier, (None,) * 3, Dice(seed)) == dealt != dealt_of(tier, seed - 1)


@pytest.mark.parametrize("seeds", [9, pytest.param(20, marks=pytest.mark.thorough)])
def test_new_puzzles_vary(seeds):
    dealt = [dealt_of(2, seed) for seed in range(seeds)]
    assert len({canonical(one.position) for one in dealt}) >= seeds - 1
    assert len({pieces(one.position) for one in dealt}) > 4
    assert len({one.steps for one in dealt}) > 4


def test_requested_pieces_are_used_and_the_nearest_possible_tier_chosen():
    for wanted in ((2, 2, 2), (None, 3, None), (1, None, None)):
        got = pieces(deal_any(1, wanted, Dice(1)).position)
        assert all(number in (None, own) for number, own in zip(wanted, got, strict=True))
    dealt = deal(STANDARD, 1, 1, 1, 5, Dice(1))
    assert dealt.tier == tier_of(grade_of(dealt.position)) == 1
    assert pieces(dealt.position) == (1, 1, 1)
    with pytest.raises(NoPuzzle):
        deal(STANDARD, 1, 0, 0, 1, Dice(1))
    with pytest.raises(NoPuzzle):
        deal_any(1, (7, None, None), Dice(1))


@pytest.mark.parametrize("board", [SIX, SEVEN, Board(4, 5, (Cell(0, 0), Cell(3, 4)), (1,), ())])
def test_puzzles_can_be_generated_on_other_boards(board):
    dealt = deal(board, 2, 2, 1, 1, Dice(3))
    assert solve(dealt.position, board=board).cost == dealt.steps
    assert dealt.tier == tier_of(grade_of(dealt.position, board)) == 1


@pytest.mark.parametrize(
    ("seeds", "digest"), [(2, "d36ea37ee6dcb79e"), pytest.param(8, "0eea72260cefe879", marks=pytest.mark.thorough)]
)
def test_puzzles_generated_from_a_seed_are_pinned_for_saved_games(seeds, digest):
    asked = [(STANDARD, *pieces) for pieces in ((2, 2, 1, 1), (3, 3, 2, 2), (2, 3, 1, 3), (3, 3, 1, 5))]
    cases = product((*asked, (SIX, 2, 2, 1, 1)), range(seeds))
    dealt = " ".join(deal(*case, Dice(seed)).position for case, seed in cases)
    assert sha256(dealt.encode()).hexdigest()[:16] == digest


# -- what the shelf asks for


def test_chapters_are_the_tiers_and_puzzle_keys_ignore_symmetry():
    chapters = PUZZLES.chapters()
    assert [chapter.title for chapter in chapters] == ["Starter", "Junior", "Expert", "Master", "Wizard"]
    puzzles = [puzzle for chapter in chapters for puzzle in chapter.puzzles]
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles) == 2000
    for puzzle in puzzles[::50]:
        assert puzzle.is_code
        state = new(Params(**puzzle.params), Dice(0))
        assert PUZZLES.judge(puzzle.params, never)[0] == puzzle.par
        assert PUZZLES.key(puzzle.params) == puzzle.key
        assert PUZZLES.spent(state.apply(state.legal_moves()[0]).state) >= 1
    assert len({PUZZLES.key({"position": text, "par": n}) for n, text in enumerate(images(SEED, STANDARD))}) == 1
    assert PUZZLES.key({"position": ""}) == PUZZLES.key({}) == ""
    other = Board(holes=STANDARD.holes[:2])
    assert PUZZLES.key({"position": SEED}) != PUZZLES.key({"position": SEED, "holes": other.holes})
    assert len((ROOT / "config" / HASHES).read_text().split()) == 102
    assert is_published(canonical(SEED))
    assert not is_published(SEED)


def test_options_are_honoured_and_each_day_has_its_own_puzzle():
    made = PUZZLES.make({"tier": 2, "rabbits": 3, "mushrooms": ANY, "foxes": 1}, 7, never)
    assert made.tier == tier_of(grade_of(made.params["position"])) == 2
    assert pieces(made.params["position"])[::2] == (3, 1)
    assert made == PUZZLES.make({"tier": 2, "rabbits": 3, "foxes": 1}, 7, never)
    with pytest.raises(NoPuzzle, match="Try others"):
        PUZZLES.make({"tier": 5, "rabbits": 1}, 7, never)
    for wanted in ({"tier": 6}, {"rabbits": 5}, {"cats": 1}):
        with pytest.raises(NoPuzzle, match="No puzzle can be made"):
            PUZZLES.make(wanted, 1, never)
    assert [option.name for option in OPTIONS] == ["tier", "rabbits", "mushrooms", "foxes"]
    assert [str(words) for _, words in OPTIONS[1].values] == ["Any", "1 rabbit", "2 rabbits", "3 rabbits", "4 rabbits"]
    assert [value for value, _ in OPTIONS[2].values] == [ANY, 0, 1, 2, 3]
    assert all(option.default in dict(option.values) for option in OPTIONS)
    week = [PUZZLES.daily(f"2026-11-{day}") for day in range(16, 23)]
    assert [wanted["tier"] for wanted, _ in week] == [1, 2, 2, 3, 3, 4, 5]
    assert len({seed for _, seed in week}) == 7
    wanted, seed = week[0]
    assert PUZZLES.make(wanted, seed, never).tier == 1
    with pytest.raises(ValueError, match="day: "):
        PUZZLES.daily("2026-02-29")


def test_positions_and_codes_round_trip():
    params = {"position": SEED, "par": 0}
    for text in (SEED, SEED.replace("/", "\n") + "\n", encode(SEED), encode(SEED).lower().replace("-", "  ")):
        assert PUZZLES.read(text) == params
    assert PUZZLES.read(PUZZLES.write(params)) == params
    board = {"rows": 6, "cols": 6, "holes": SIX.holes, "fox_rows": SIX.fox_rows, "fox_cols": SIX.fox_cols}
    large = {"position": "/".join(["R....M", *["......"] * 5]), "par": 0, **board}
    assert PUZZLES.read(PUZZLES.write(large)) == large


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".MM../...M./...X./...../.....", "Row 2, column 3"),
        ("./.", "Row 0, column 1"),
        ("", "10 letters"),
        ("1BVAC-HMWYS", "does not fit"),
        (SEED + "\nnonsense here", "Line 2"),
    ],
)
def test_unreadable_puzzles_are_refused_with_the_place(text, words):
    with pytest.raises(NoPuzzle, match=words):
        PUZZLES.read(text)


def test_judging_states_steps_and_moves_or_that_it_is_unsolvable():
    text = "...../...ff/R..../...../....."
    assert PUZZLES.judge({"position": text}, never)[0] == 4
    assert str(PUZZLES.judge({"position": text}, never)[1]) == "It can be solved in 4 steps (2 moves)."
    par, said = PUZZLES.judge({"position": text, "metric": "moves"}, never)
    assert (par, str(said)) == (4, "It can be solved in 2 moves (4 steps)."), "stars count steps"
    par, said = PUZZLES.judge({"position": "...../..R../...../...../....."}, never)
    assert (par, str(said)) == (None, "It cannot be solved.")
    with pytest.raises(NoPuzzle, match="Row 0"):
        PUZZLES.judge({"position": "R.X../...../...../...../....."}, never)


# == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [jumpin, labyrinth])
def test_puzzle_names_are_unique_in_each_collection_and_language(game, language):
    say = Text(language).say
    called = [say(puzzle.name) for chapter in game.PUZZLES.chapters() for puzzle in chapter.puzzles]
    assert len(called) == len(set(called)) >= 50
    assert all(name.strip() == name and "{" not in name for name in called)


def test_names_depend_on_the_puzzle_alone_and_tell_animals_place_and_season():
    for tier, chapter in enumerate(jumpin.PUZZLES.chapters(), 1):
        for puzzle in chapter.puzzles:
            signs = puzzle.params["position"]
            assert puzzle.name.args["who"] == phrases().who[signs.count("R") - 1][("f" in signs) + ("F" in signs)]
            assert puzzle.name.args.get("when", phrases().when[tier - 1][0]) in phrases().when[tier - 1]
    position = "..R../...../..M../...../.R..."
    assert list(names([(position, 2)])) == list(names([(position, 2)]))
    enough = sum(map(len, phrases().where)) * len(phrases().when[1]) + len(phrases().where[0])
    assert len({str(name.message()) for name in names([(position, 2)] * enough)}) == enough
    with pytest.raises(ValueError, match="no name is left"):
        list(names([(position, 2)] * (enough + 1)))
    made = jumpin.PUZZLES.make({"tier": 1}, 5, never)
    assert made.name == name_for(made.params["position"], 1)


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("..R../...../..M../...../.R...", 0),
        ("M.R../...../...../...../.R...", 0),
        ("..R../.M.../.M.../...../.R...", 1),
        ("..RM./...../M..../...../.R...", 2),
        ("..R../...M./M..../...../.R...", 3),
        ("..R../...../...../...../.R...", 3),
    ],
)
def test_the_place_in_a_name_follows_from_the_mushrooms(position, kind):
    (name,) = names([(position, 1)])
    assert name.message().args["where"] in phrases().where[kind]
    assert name_for(position, 3).args["where"] in phrases().where[kind]
