"""``main.py check``: board files are judged one by one, by line and column where there is a fault."""

import json

import pytest

from logic.dragon.rules import EXAMPLE
from logic.text import LANGUAGES
from tests.services.test_cli import outcome_of

HOPELESS = "1\n3\nZ;W;L\n1;1\nN\n1\n"
ALREADY_WON = "1\n1\nL\n1;1\nN;N\n2\n"
ONE_TURN = "1\n2\nZ;L\n1;1\nN\n1\n"
FAULTY = "1\n3\nZ;Q;L\n1;1\nN\n1\n"


@pytest.fixture
def board(tmp_path, monkeypatch):
    """Write boards into the folder in which the program then runs; give their names."""
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write


def check(capsys, *argv):
    return outcome_of(capsys, "--lang", "en", "check", *argv)


def test_a_well_formed_board_is_told_by_its_measures_in_json_too(capsys, board):
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
def test_on_request_it_tells_whether_a_board_can_be_won(capsys, board, content, verdict):
    assert check(capsys, board("b.txt", content), "--solve") == (0, f"b.txt: {verdict}\n", "")


def test_a_search_without_an_answer_or_without_a_shortest_win_is_told_from_a_proof(capsys, board, monkeypatch):
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
def test_a_fault_is_told_by_its_place(capsys, board, content, place):
    code, out, err = check(capsys, board("b.txt", content))

    assert (code, err) == (1, "")
    assert out.startswith(f"b.txt:{place}: ")
    assert out.count("\n") == 1
    assert len(out) > len(f"b.txt:{place}: \n") + 5


def test_one_faulty_board_among_several_hides_no_other(capsys, board):
    names = [board("a.txt", ONE_TURN), board("b.txt", FAULTY), board("c.txt", EXAMPLE.replace("\n", "\r\n"))]

    code, out, _ = check(capsys, *names)

    assert code == 1
    assert [line.partition(":")[0] for line in out.splitlines()] == names


def test_json_tells_the_same_and_the_solution(capsys, board):
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


def test_every_language_has_its_own_words(capsys, board):
    name = board("a.txt", EXAMPLE)

    said = {outcome_of(capsys, "check", name, "--solve", "--lang", language)[1] for language in LANGUAGES}

    assert len(said) == len(LANGUAGES)
