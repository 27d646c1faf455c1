"""The campaign of Stone Dragon, and ``main.py check``, which reports the faults of board files."""

import json
import shutil
import sys
from dataclasses import replace
from functools import cache
from importlib.resources import files

import pytest

import bundle
import logic.config as config_module
from logic.config import ConfigError, read_yaml
from logic.core import Cell, Message, never
from logic.dragon.board import Field, Knight, dump_board, parse_board
from logic.dragon.engine.generator import grade, moves_without_warning
from logic.dragon.engine.solver import Solved, Unsolvable, solve, solve_from
from logic.dragon.puzzles import BOARDS, INDEX, OPTIONS, PUZZLES, SIZES, Index, Params, read_campaign
from logic.dragon.rules import EXAMPLE, Pass, begin
from logic.puzzles import TIERS, NoPuzzle, puzzles_of
from logic.text import LANGUAGES
from tests.services.project.test_cli import outcome_of
from tests.support.positions.dragon import file_text, play
from tests.support.processes import ROOT, run
from tests.tools.catalogue import phrases

QUICK_BUDGET = 20_000
"""A bound on positions within which every board is solved, so that this file stays quick."""

INDEX_OF = {entry.file: entry for part in read_yaml(INDEX, Index).chapters for entry in part.puzzles}
"""The campaign's entries by their files."""


INDEX_OF_SLUG = {file[3:-4]: entry for file, entry in INDEX_OF.items()}


def text_of(file):
    return files("config").joinpath(BOARDS, file).read_bytes()


def board_of(slug):
    return parse_board(text_of(INDEX_OF_SLUG[slug].file))


@cache
def answer_of(file):
    """Return the solver's answer for a board, cached for the tests of one worker."""
    return solve(parse_board(text_of(file)), budget=QUICK_BUDGET)


every_file = pytest.mark.parametrize("file", INDEX_OF)

# -- every board


@every_file
def test_a_board_has_the_par_and_tier_of_its_index_entry(file):
    """If this fails after a change of boards or grading: python -m tests.tools.record_campaign."""
    board, entry = parse_board(text_of(file)), INDEX_OF[file]
    answer = answer_of(file)
    assert isinstance(answer, Solved)
    assert (answer.turns, grade(board, answer).tier) == (entry.par, entry.tier)
    state = begin(board)
    for move in answer.moves:
        assert state.outcome() is None
        assert move in state.legal_moves()
        state = state.apply(move).state
    assert state.outcome().winners == (0,)
    assert PUZZLES.spent(state) == entry.par


@every_file
def test_a_board_is_canonical_not_won_by_passing_and_solvable_in_strict_rules(file):
    assert PUZZLES.write(PUZZLES.read(text_of(file).decode())).encode() == text_of(file)
    state = begin(parse_board(text_of(file)))
    assert state.outcome() is None
    while state.clock_runs and state.outcome() is None:
        assert state.time < 10_000
        state = state.apply(Pass()).state
    assert state.outcome() is None or not state.outcome().winners
    board = parse_board(text_of(file))
    has_store = any(field.kind in ("bricks", "teeth") for row in board.fields for field in row)
    assert not has_store or isinstance(solve(board, standing=False, budget=2 * QUICK_BUDGET), Solved)


def flipped(board, height, width, flip):
    """Return the board with every square moved by ``flip``, which is its own inverse; the targets too."""
    fields = [[board.field(flip(Cell(row, col))) for col in range(width)] for row in range(height)]
    rows = tuple(tuple(replace(f, target=f.target and flip(f.target)) for f in row) for row in fields)
    return replace(board, height=height, width=width, fields=rows, entrance=flip(board.entrance))


def mirrored(board):
    """Yield the board mirrored in its diagonal and in its middle column: those two generate all eight symmetries."""
    last = board.width - 1
    yield flipped(board, board.width, board.height, lambda cell: Cell(cell.col, cell.row))
    yield flipped(board, board.height, board.width, lambda cell: Cell(cell.row, last - cell.col))


def symmetries(board):
    """Return the board's files in all rotations and reflections."""
    known, fresh = {dump_board(board)}, [board]
    while fresh:
        for other in mirrored(fresh.pop()):
            if dump_board(other) not in known:
                known.add(dump_board(other))
                fresh.append(other)
    return known


def test_the_campaign_rises_in_difficulty_and_has_no_symmetric_duplicates():
    met = {}
    for file in INDEX_OF:
        sides = symmetries(parse_board(text_of(file)))
        assert len(sides) in (1, 2, 4, 8)
        assert not sides & met.keys(), f"{file} is {[met[side] for side in sides if side in met]}"
        met.update(dict.fromkeys(sides, file))
    chapters = PUZZLES.chapters()
    assert len(INDEX_OF) >= 45
    assert [chapter.title for chapter in chapters] == [
        "First steps", "Teeth and bricks", "Clocks", "Sacrifices", "Deep halls", "The dragon’s own",
    ]  # fmt: skip
    for chapter in chapters:
        tiers = [puzzle.tier for puzzle in chapter.puzzles]
        assert tiers == sorted(tiers), chapter.title
    hardest = [max(puzzle.tier for puzzle in chapter.puzzles) for chapter in chapters]
    assert hardest[0] <= 2
    assert hardest[-1] == 5
    pars = [puzzle.par for chapter in chapters for puzzle in chapter.puzzles]
    assert min(pars) <= 3
    assert max(pars) >= 50
    boards = [parse_board(puzzle.params["board"]) for puzzle in PUZZLES.chapters()[0].puzzles]
    assert all(3 <= board.height <= 5 and 3 <= board.width <= 6 for board in boards)
    assert {knight.kind for board in boards for knight in board.knights} == {"ordinary", "eater", "builder", "jumper"}
    shown = {field.kind for board in boards for row in board.fields for field in row}
    assert shown == {"plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair"}
    gathered = {phrase.msgid for phrase in phrases()}
    for chapter in PUZZLES.chapters():
        assert {chapter.title, chapter.text} <= gathered
        assert {told for puzzle in chapter.puzzles for told in (puzzle.title, puzzle.text)} <= gathered
    careful = {file for file, entry in INDEX_OF.items() if entry.text.endswith("Careful from the first step!")}
    assert careful == {file for file in INDEX_OF if can_lose_on_first_step(parse_board(text_of(file)))}
    assert all(INDEX_OF[file].tier >= 4 for file in careful)


# -- the collection


def can_lose_on_first_step(board):
    """Return whether a first step without a warning makes the board unwinnable."""
    state = begin(board)
    return any(isinstance(solve_from(state.apply(step).state), Unsolvable) for step in moves_without_warning(state))


def alternatives_to(board, moves):
    """Yield what could be played instead along a win, without a warning."""
    state = begin(board)
    for move in moves:
        yield from (state.apply(other).state for other in moves_without_warning(state) if other != move)
        state = state.apply(move).state


HARD = [file for file, entry in INDEX_OF.items() if entry.tier >= 4]


@pytest.mark.parametrize("file", HARD)
def test_a_hard_board_can_be_lost_by_a_move_without_a_warning(file):
    """Looked for where it is proven soonest: near the end, and with small bounds before large ones."""
    beside = [*alternatives_to(parse_board(text_of(file)), answer_of(file).moves)][::-1]
    looks = ((state, budget) for budget in (QUICK_BUDGET // 50, QUICK_BUDGET) for state in beside)
    assert any(isinstance(solve_from(state, budget=budget), Unsolvable) for state, budget in looks)


def grade_of(file):
    return grade(parse_board(text_of(file)), answer_of(file))


def test_tiers_differ_in_traps_and_excess_and_the_finale_is_hardest():
    """The two easiest are little more than walking, the two hardest full of traps; no tier holds a third of all."""
    grades = [grade_of(file) for file in INDEX_OF]
    tiers = [[found for found in grades if found.tier == tier] for tier in range(1, TIERS + 1)]
    excess = [sum(found.excess / found.par for found in tier) / len(tier) for tier in tiers]
    traps = [sum(found.traps for found in tier) / len(tier) for tier in tiers]
    assert traps[0] < min(traps[1:3]) <= max(traps[1:3]) < traps[3] < traps[4]
    assert excess[0] < excess[1] < 0.2 < min(excess[2:])
    assert max(map(len, tiers)) <= len(grades) / 3
    finale = [grade_of(entry.file) for entry in read_yaml(INDEX, Index).chapters[-1].puzzles]
    assert all(found.tier == 5 for found in finale)
    assert 2 * sum(found.excess >= 0.3 * found.par for found in finale) >= len(finale)


def test_puzzles_have_unique_names_and_keys_and_their_files_are_packaged():
    puzzles = [puzzle for chapter in PUZZLES.chapters() for puzzle in chapter.puzzles]
    for told in ("title", "text", "key"):
        assert len({getattr(puzzle, told) for puzzle in puzzles}) == len(puzzles)
    assert all("\n" not in puzzle.title + puzzle.text and len(puzzle.text) <= 130 for puzzle in puzzles)
    for chapter in PUZZLES.chapters():
        for puzzle in chapter.puzzles:
            assert Params(**puzzle.params).par == puzzle.par
            assert PUZZLES.key(puzzle.params) == puzzle.key
    assert PUZZLES.key({"board": EXAMPLE}) in {puzzle.key for c in PUZZLES.chapters() for puzzle in c.puzzles}
    assert [int(file[:2]) for file in INDEX_OF] == list(range(1, len(INDEX_OF) + 1))
    assert {path.name for path in files("config").joinpath(BOARDS).iterdir()} == set(INDEX_OF)
    wanted = {f"config/{BOARDS}/{file}" for file in INDEX_OF} | {f"config/{INDEX}"}
    packed = {path.relative_to(ROOT).as_posix() for pattern in bundle.DATA for path in ROOT.glob(pattern)}
    assert wanted <= packed
    assert puzzles_of(sys.modules["logic.dragon"]) is PUZZLES
    assert PUZZLES.chapters() is PUZZLES.chapters()
    program = "import sys; import logic.dragon.puzzles as c; sys.exit(c._campaign.cache_info().currsize)"
    assert run(sys.executable, "-c", program).returncode == 0


# -- each chapter's first board needs its idea


def without(board, knight=None, field=None):
    """Return the board with ordinary knights for those of a kind, and plain ground for the fields of one."""
    knights = tuple(Knight("ordinary") if one.kind == knight else one for one in board.knights)
    fields = tuple(tuple(Field("plain") if one.kind == field else one for one in row) for row in board.fields)
    return replace(board, knights=knights, fields=fields)


@pytest.mark.parametrize(
    ("slug", "idea"),
    [
        ("a-good-bite", {"knight": "eater"}),
        ("after-you", {"knight": "eater"}),
        ("a-bite-at-the-door", {"knight": "eater"}),
        ("the-wall-remembers", {"knight": "eater"}),
        ("a-floor-of-bricks", {"knight": "builder"}),
        ("count-your-bricks", {"knight": "builder"}),
        ("on-thin-bricks", {"knight": "builder"}),
        ("over-the-top", {"knight": "jumper"}),
        ("light-feet", {"knight": "jumper"}),
        ("feel-your-way", {"knight": "jumper"}),
        ("the-right-knight", {"knight": "jumper"}),
        ("the-fuse", {"field": "mine"}),
        ("elsewhere", {"field": "teleport"}),
        ("two-runes", {"field": "teleport"}),
        ("bricks-on-the-way", {"field": "bricks"}),
        ("brick-by-brick", {"field": "bricks"}),
        ("golden-teeth", {"field": "teeth"}),
    ],
)
def test_a_lesson_board_is_unsolvable_without_its_knight_or_field(slug, idea):
    assert isinstance(solve(without(board_of(slug), **idea)), Unsolvable)


@pytest.mark.parametrize(
    ("slug", "field", "shorter"),
    [("the-long-way-round", "eternal", 2), ("sleeping-iron", "mine", 3), ("count-your-bricks", "hole", 3)],
)
def test_a_lesson_board_is_shorter_without_its_obstacle(slug, field, shorter):
    assert solve(without(board_of(slug), field=field)).turns == shorter < INDEX_OF_SLUG[slug].par


SINGLE_FILE_WALKS = {
    "the-wall-remembers": ("east", "east", "south", "east", "south"),
    "a-bite-at-the-door": ("east", "east", "south", "south", "west", "west"),
    "on-thin-bricks": ("east", "east", "south", "south", "east"),
    "it-comes-back": ("east", "east", "east", "east", "south", "south", "west", "west"),
}
"""The way from the entrance to the lair where a clock forbids that the knights take it one after the other."""


@pytest.mark.parametrize("slug", SINGLE_FILE_WALKS)
def test_knights_that_walk_one_after_another_lose_to_the_clock(slug):
    state = begin(board_of(slug))
    walks = iter([(f"K{number}", step) for number in (1, 2, 3) for step in SINGLE_FILE_WALKS[slug]])
    for knight, step in walks:
        if state.outcome() is None and state.knights[int(knight[1:]) - 1].fate == "board":
            state = play(state, f"{knight} {step}")
    assert state.outcome() is not None
    assert not state.outcome().winners


def test_lesson_boards_show_waiting_leaping_and_passing():
    state = begin(board_of("make-room"))
    assert [knight.fate for knight in state.knights] == ["board", "waiting", "waiting"]
    assert play(state, "K1 east").count("board") == 2
    state = play(begin(board_of("feel-your-way")), "K1 leap north", "K1 leap south", "K1 leap east", "K1 leap north")
    assert (state.time, state.outcome().winners) == (2, (0,))
    moves = solve(board_of("brick-by-brick")).moves
    assert moves.count(Pass()) >= 5


# -- reading


@pytest.fixture
def config_folder(tmp_path, monkeypatch):
    """A config folder of its own with the whole campaign."""
    shutil.copytree(str(files("config").joinpath("boards")), tmp_path / "boards")
    shutil.copy(str(files("config").joinpath(INDEX)), tmp_path / INDEX)
    monkeypatch.setattr(config_module, "files", lambda package: tmp_path)
    return tmp_path


def test_a_fault_in_a_board_file_is_reported_with_file_line_and_column(config_folder):
    assert read_campaign() == PUZZLES.chapters()
    (config_folder / "boards/dragon/01-first-light.txt").write_text("3\n4\nZ;Z;X;W\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^config/boards/dragon/01-first-light\.txt:3:5: A field was expected"):
        read_campaign()


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("par: 5", "par: none", r"config/dragon_campaign\.yaml: `\$\.chapters\[0\]\.puzzles\[0\]\.par`: a whole"),
        ("par: 5", "par: 0", r"config/dragon_campaign\.yaml: .*`\$\.chapters\[0\]\.puzzles\[0\]\.par`"),
        ("tier: 1", "tier: 6", r"config/dragon_campaign\.yaml: .*`\$\.chapters\[0\]\.puzzles\[0\]\.tier`"),
        ("tier: 1", "teir: 1", r"config/dragon_campaign\.yaml: .*"),
        ("01-first-light.txt", "../01-first-light.txt", r"config/dragon_campaign\.yaml: .*file`"),
        ("01-first-light.txt", "01-last-light.txt", r"config/boards/dragon/01-last-light\.txt: "),
    ],
)
def test_a_fault_in_the_campaign_index_is_reported_with_its_path(config_folder, was, becomes, said):
    index = config_folder / INDEX
    index.write_text(index.read_text("utf-8").replace(was, becomes, 1), encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        read_campaign()


# -- new puzzles


def test_a_puzzle_is_generated_from_options_and_seed_unless_cancelled():
    wanted = {"size": 0, "knights": 2, "dangers": 25, "difficulty": 2}
    made = PUZZLES.make(wanted, 7, never)
    board = parse_board(made.params["board"])
    assert made == PUZZLES.make(wanted, 7, never)
    assert made.key != PUZZLES.make(wanted, 8, never).key
    assert (board.height, board.width, len(board.knights)) == (*SIZES[0], 2)
    assert PUZZLES.judge(made.params, never)[0] == made.par == made.params["par"]
    assert made.title
    assert made.text
    usual = {option.name: option.default for option in OPTIONS}
    assert PUZZLES.make({}, 3, never) == PUZZLES.make(usual, 3, never)
    assert all(option.default in dict(option.values) for option in OPTIONS)
    with pytest.raises(NoPuzzle):
        PUZZLES.make({"size": 3, "difficulty": 5}, 1, lambda: True)


@pytest.mark.parametrize("wanted", [{"size": 9}, {"dangers": 26}, {"colour": 1}])
def test_unknown_options_and_values_are_refused(wanted):
    with pytest.raises(NoPuzzle, match=next(iter(wanted))):
        PUZZLES.make(wanted, 1, never)


def test_the_daily_puzzle_has_a_seed_by_date_and_options_by_weekday():
    asked = [PUZZLES.daily(f"2026-11-{day}") for day in range(16, 30)]  # the 16th is a Monday
    assert len({seed for _, seed in asked}) == 14
    assert [options for options, _ in asked[:7]] == [options for options, _ in asked[7:]]
    assert [options["difficulty"] for options, _ in asked[:7]] == [1, 2, 2, 3, 3, 4, 5]
    assert PUZZLES.daily("2026-01-31") == ({"size": 1, "knights": 4, "dangers": 50, "difficulty": 4}, 920432030)
    for options, _ in asked:
        assert all(options[option.name] in dict(option.values) for option in OPTIONS)
    puzzle = PUZZLES.make(*PUZZLES.daily("2026-02-02"), never)
    assert puzzle == PUZZLES.make(*PUZZLES.daily("2026-02-02"), never)
    assert PUZZLES.judge(puzzle.params, never)[0] == puzzle.par
    assert PUZZLES.daily("2028-02-29") != PUZZLES.daily("2028-02-28")


@pytest.mark.parametrize(
    "day",
    ["", "today", "2026-1-31", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "0000-01-01",
     "2026-01-31\n", " 2026-01-31", "2026-01-31T00:00", "٢٠٢٦-01-31"],
)  # fmt: skip
def test_invalid_dates_are_refused(day):
    with pytest.raises(ValueError, match="day: "):
        PUZZLES.daily(day)


# -- files and verdicts


def test_a_board_file_is_read_canonically_or_refused_with_the_place():
    params = PUZZLES.read("\ufeff1\r\n 2 \r\nZ ; L\n1;1\nN\n1\n\n")
    assert params == {"board": "1\n2\nZ;L\n1;1\nN\n1\n", "par": 0}
    assert PUZZLES.write(params) == params["board"]
    assert PUZZLES.key(params) == PUZZLES.key({**params, "par": 1, "open_map": True})
    with pytest.raises(NoPuzzle) as caught:
        PUZZLES.read("1\n2\nZ;Q\n")
    assert str(caught.value.message).startswith("Line 3, column 3: A field was expected")
    assert PUZZLES.key({"height": 5}) == ""
    with pytest.raises(NoPuzzle):
        PUZZLES.write({"height": 5, "board": ""})


@pytest.mark.parametrize(
    ("rows", "params", "turns", "said"),
    [
        ("Z;L", {}, 1, "It can be won in 1 turn."),
        ("Z;Z;L", {}, 2, "It can be won in 2 turns."),
        ("Z;W;L", {}, None, "It cannot be won."),
    ],
)
def test_judging_a_board_states_whether_it_can_be_won(rows, params, turns, said):
    verdict = PUZZLES.judge({"board": file_text(rows), **params}, never)
    assert (verdict[0], str(verdict[1])) == (turns, said)


def test_judging_follows_the_store_rule_in_play_and_can_be_cancelled():
    board = dump_board(board_of("brick-by-brick"))
    assert PUZZLES.judge({"board": board}, never)[0] == 10
    assert PUZZLES.judge({"board": board, "stores_supply_standing": False}, never)[0] == 11
    turns, said = PUZZLES.judge({"board": EXAMPLE}, lambda: True)
    assert turns is None
    assert said == Message("No way was found within the bound, but there may be one.")
    assert [str(PUZZLES.cost(n)) for n in (1, 2)] == ["1 turn", "2 turns"]


# == what is checked of it


HOPELESS = "1\n3\nZ;W;L\n1;1\nN\n1\n"
ALREADY_WON = "1\n1\nL\n1;1\nN;N\n2\n"
ONE_TURN = "1\n2\nZ;L\n1;1\nN\n1\n"
FAULTY = "1\n3\nZ;Q;L\n1;1\nN\n1\n"


@pytest.fixture
def board(tmp_path, monkeypatch):
    """Write boards into the folder in which the program then runs; return their names."""
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write


def check(capsys, *argv):
    return outcome_of(capsys, "--lang", "en", "check", *argv)


def test_check_prints_the_size_of_a_well_formed_board_as_text_and_json(capsys, board):
    name = board("example.txt", EXAMPLE)
    assert check(capsys, name) == (0, "example.txt: well-formed, 4×3, 5 knights, 3 needed\n", "")
    code, out, _ = check(capsys, board("a.txt", ONE_TURN), "--json")
    told = {"file": "a.txt", "well_formed": True, "height": 1, "width": 2, "knights": 1, "required": 1}
    assert (code, json.loads(out)) == (0, [told])


@pytest.mark.parametrize(
    ("content", "verdict"),
    [
        (EXAMPLE, "well-formed, 4×3, 5 knights, 3 needed; can be won in 8 turns"),
        (ONE_TURN, "well-formed, 1×2, 1 knight, 1 needed; can be won in 1 turn"),
        (ALREADY_WON, "well-formed, 1×1, 2 knights, 2 needed; can be won in 0 turns"),
        (HOPELESS, "well-formed, 1×3, 1 knight, 1 needed; cannot be won"),
    ],
)
def test_check_solve_prints_whether_a_board_can_be_won(capsys, board, content, verdict):
    assert check(capsys, board("b.txt", content), "--solve") == (0, f"b.txt: {verdict}\n", "")


def test_check_solve_distinguishes_an_exhausted_search_from_a_proof(capsys, board, monkeypatch):
    monkeypatch.setattr("logic.dragon.puzzles.BUDGET", 3)
    name = board("b.txt", EXAMPLE)

    assert check(capsys, name, "--solve")[1].endswith("; not found within the bound\n")
    (told,) = json.loads(check(capsys, name, "--solve", "--json")[1])
    assert told["can_be_won"] is None
    monkeypatch.setattr("logic.dragon.puzzles.BUDGET", 400)
    name = board("b.txt", DENSE)

    said = check(capsys, name, "--solve")[1]
    (told,) = json.loads(check(capsys, name, "--solve", "--json")[1])
    assert said.endswith(f"; can be won in at most {told['at_most']} turns\n")
    assert "turns" not in told
    assert len(told["solution"]) == told["at_most"]


DENSE = """6
7
M;M;Z;Z;Z;W;W
Z;Z;Z;Z;D1;Z;Z
L;D2;Z;J;Z;Z;Z
T6,6;Z;M;C1;D1;M;Z
D1;D1;A2;W;Z;Z;J
Z;C2;Z;Z;Z;A1;Z
4;7
S;B2;Z2;B2
3
"""
"""A board that can be won in many ways, of which the shortest takes long to prove."""


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (FAULTY, "3:3"),
        ("", "1:1"),
        (b"\xff\xfe", "1:1"),
        (EXAMPLE.encode().replace(b"C2", b"C\xff"), "5:2"),
        (EXAMPLE + "\x00", "10:1"),
        (EXAMPLE.replace("\n3\n", "\n3\r", 1), "2:2"),
    ],
)
def test_check_prints_a_fault_with_its_line_and_column(capsys, board, content, place):
    code, out, err = check(capsys, board("b.txt", content))

    assert (code, err) == (1, "")
    assert out.startswith(f"b.txt:{place}: ")
    assert out.count("\n") == 1
    assert len(out) > len(f"b.txt:{place}: \n") + 5


def test_check_prints_every_board_even_if_one_is_faulty(capsys, board):
    names = [board("a.txt", ONE_TURN), board("b.txt", FAULTY), board("c.txt", EXAMPLE.replace("\n", "\r\n"))]

    code, out, _ = check(capsys, *names)

    assert code == 1
    assert [line.partition(":")[0] for line in out.splitlines()] == names


def test_check_json_includes_the_solution_and_the_faults(capsys, board):
    names = [board("a.txt", EXAMPLE), board("b.txt", FAULTY), board("c.txt", HOPELESS)]

    code, out, _ = check(capsys, *names, "--solve", "--json")

    example, faulty, hopeless = json.loads(out)
    solution = example.pop("solution")
    size = {"height": 4, "width": 3, "knights": 5, "required": 3}
    assert code == 1
    assert example == {"file": "a.txt", "well_formed": True, **size, "can_be_won": True, "turns": 8}
    assert len(solution) == 8
    assert solution[0].startswith("K")
    assert faulty.pop("message")
    assert faulty == {"file": "b.txt", "well_formed": False, "line": 3, "column": 3}
    assert hopeless["can_be_won"] is False
    assert "turns" not in hopeless


def test_check_output_is_translated_in_every_language(capsys, board):
    name = board("a.txt", EXAMPLE)

    said = {outcome_of(capsys, "check", name, "--solve", "--lang", language)[1] for language in LANGUAGES}

    assert len(said) == len(LANGUAGES)
