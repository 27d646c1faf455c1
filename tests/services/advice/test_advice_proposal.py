"""The schema allows exactly the legal moves, and any answer is parsed as a legal move or refused with a reason."""

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import jumpin, labyrinth
from logic.core import Dice
from logic.game import redact
from logic.labyrinth.rules import Walk
from logic.llm.answer import Refused, cut, form_of, plain, read, schema
from logic.registry import GAMES
from logic.variants import resolve_params
from tests.support.positions.cases import PLAIN, Case, config_of, positions
from tests.tools import advice_round

START = jumpin.new(jumpin.Params(), Dice(1))
MAZE = labyrinth.new(labyrinth.Params(), Dice(1))
CASES = [case for case in PLAIN if case.name != "labyrinth"] + [case for case in PLAIN if case.name == "labyrinth"][:3]


def views(case: Case, seed: int, count: int = 12):
    """Return some positions of a random game, each as its player to move may know it."""
    some = positions(case, seed, 60)[:: max(1, 60 // count)]
    return [redact(case.game, state, state.player) for state in some if state.outcome() is None]


def maze_of(variant: str):
    """Return a first position of a variant of Labyrinth for two."""
    found = config_of("labyrinth").variants[variant]
    return labyrinth.new(resolve_params(labyrinth, found, computer=False, name=variant, chosen={"players": 2}), Dice(3))


# -- the requested form


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_schema_allows_exactly_the_legal_moves(case):
    for view in views(case, 1):
        asked = schema(case.game, view)
        legal = [str(move) for move in view.legal_moves()]
        assert asked["required"] == list(asked["properties"])
        assert asked["additionalProperties"] is False
        if "move" in asked["properties"]:
            assert asked["properties"]["move"] == {"type": "string", "enum": legal}
        else:
            assert case.name == "labyrinth"
            assert {f"push {a} {r}" for a in asked["properties"]["arrow"]["enum"]
                    for r in asked["properties"]["rotation"]["enum"]} == set(legal)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_legal_move_is_parsed_from_an_answer(case):
    for view in views(case, 2):
        for move in view.legal_moves():
            proposal = read(case.game, view, json.dumps({"move": str(move), "reason": "Why not?"}))
            assert (proposal.moves, proposal.reason) == ((move,), "Why not?")


def test_the_pattern_of_the_reason_accepts_sentences_up_to_its_length():
    pattern = schema(jumpin, START, longest=300)["properties"]["reason"]["pattern"]
    assert re.fullmatch(pattern, "Üb immer Treu’ – és így tovább: „ąęł”.")
    assert re.fullmatch(pattern, "a" * 300)
    assert not re.fullmatch(pattern, "a" * 301)
    assert not re.fullmatch(pattern, 'say "hop"')


# -- a whole turn of Labyrinth


def answered(view, **fields):
    return read(labyrinth, view, json.dumps({"reason": "So.", **fields}))


def test_a_labyrinth_answer_is_a_push_with_a_reachable_cell_or_a_move():
    for push in MAZE.legal_moves():
        after = MAZE.apply(push).state
        for cell in after.ways():
            moves = answered(MAZE, arrow=str(push.arrow), rotation=push.rot, destination=str(cell)).moves
            assert moves == (push, Walk(cell))
            assert moves[1] in after.legal_moves()
    push = MAZE.legal_moves()[0]
    cells = [str(cell) for cell in MAZE.apply(push).state.ways()]
    assert "d4" not in cells
    with pytest.raises(Refused, match=rf"After “{push}” there is no way to “d4”.*: {', '.join(cells)}\.$"):
        answered(MAZE, arrow=str(push.arrow), rotation=push.rot, destination="d4")
    for push in MAZE.legal_moves():
        said = {"arrow": str(push.arrow), "rotation": push.rot, "destination": "nowhere"}
        fields = form_of(labyrinth, MAZE, said)
        assert (fields["arrow"], fields["rotation"]) == ((str(push.arrow),), (push.rot,))
        for cell in fields["destination"]:
            assert len(answered(MAZE, **{**said, "destination": cell}).moves) == 2
    assert len(answered(MAZE, arrow="b1 S", rotation="0", destination="g7").moves) == 2
    walking = MAZE.apply(MAZE.legal_moves()[0]).state
    assert list(form_of(labyrinth, walking)) == ["move"]
    walk = walking.legal_moves()[-1]
    assert answered(walking, move=str(walk)).moves == (walk,)
    state = maze_of("events")
    runes = [push for push in state.legal_moves() if state.apply(push).state.phase == "mark"]
    assert runes
    for push in runes:
        assert answered(state, arrow=str(push.arrow), rotation=push.rot, destination="a1").moves == (push,)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"arrow": "b1 N", "rotation": 0, "destination": "a1"}, "Pushing at “b1 N” with rotation “0” is not possible"),
        ({"arrow": "b1 S", "rotation": 9, "destination": "a1"}, "Pushing at “b1 S” with rotation “9” is not possible"),
        ({"arrow": "b1 S", "rotation": True, "destination": "a1"}, "with rotation “” is not possible"),
        ({"arrow": "b1 S"}, "with rotation “” is not possible"),
        ({"arrow": "b1 \ud800"}, "Pushing at “b1” with"),  # otherwise the refusal could not be sent back
        ({"arrow": {"a": [1]}, "rotation": [], "destination": None}, "Pushing at “” with rotation “”"),
        ({"arrow": "b1 S", "rotation": 10**900, "destination": "a1"}, "with rotation “” is not possible"),
        ({"arrow": "x" * 999, "rotation": 0, "destination": "a1"}, f"“{'x' * 20}” with"),
        ({"arrow": "b1 S", "rotation": 0}, "there is no way to “”"),
    ],
)
def test_an_invalid_push_is_refused_with_a_message(fields, said):
    with pytest.raises(Refused, match=said):
        answered(MAZE, **fields)


# -- arbitrary answers


@pytest.mark.parametrize(
    "answer",
    [
        '{"move": "hop R1 2,1", "reason": "r"}',
        'Well: {"move": "hop  R1\\n2,1 ", "reason": "r"} and so on {',
        '```json\n{"reason": "r", "move": "hop R1 2,1", "more": {"move": 7}}\n```',
        '<think>{hm} {"what": 1}</think>{"move": "hop R1 2,1", "reason": "r"}',
        '{"move": "slide F1 9,9", "move": "hop R1 2,1", "reason": "r"}',
        "{" * 30 + '{"move": "hop R1 2,1", "reason": "r"}',
    ],
)
def test_the_json_answer_is_found_in_surrounding_text(answer):
    assert [str(move) for move in read(jumpin, START, answer).moves] == ["hop R1 2,1"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "The answer holds no JSON object with move."),
        ("[]", "The answer holds no JSON object with move."),
        ("null", "The answer holds no JSON object with move."),
        ('{"best": 1}', "The answer holds no JSON object with move."),
        ("{" * 60_000, "The answer holds no JSON object with move."),
        ('{"move":' * 9_000, "The answer holds no JSON object with move."),
        ('{"a":[' * 9_000, "The answer holds no JSON object with move."),
        ('{"move": NaN}', "“nan” is not a move that can be made now."),
        ('{"move": null}', "“None” is not a move that can be made now."),
        ('{"move": "' + "x" * 5000 + '"}', f"“{'x' * 59}…” is not a move that can be made now."),
        ('{"move": "\\ud800<b>{text}\\u202e"}', "“{text}” is not a move that can be made now."),
    ],
)
def test_an_answer_without_a_legal_move_is_refused_with_a_message(answer, said):
    with pytest.raises(Refused) as caught:
        read(jumpin, START, answer)
    assert str(caught.value.message) == said


# -- untrusted text


@given(st.text(max_size=300), st.integers(10, 80))
def test_plain_returns_one_line_of_visible_characters(text, most):
    shown = plain(text, most)
    assert len(shown) <= most
    assert shown == shown.strip()
    assert not [sign for sign in shown if unicodedata.category(sign).startswith("C") or sign in "\n\r\t\u2028"]


@given(st.text("ab ,.", max_size=200), st.integers(10, 80))
def test_cut_shortens_a_text_to_a_limit_with_an_ellipsis(text, most):
    shown = cut(text, most)
    assert len(shown) <= most
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("It opens the way.", "It opens the way."),
        ("  Two\nlines\tand\u2028more ", "Two lines and more"),
        ("<b>Bold</b> <script>evil()</script>words<!-- no -->", "Bold words"),
        ("**Strong** and `code`, [a link](https://example.org/(x))", "Strong and code, a link"),
        ("# Title\n> said", "Title said"),
        ("1 < 2 and 3 > 2, 2 * 3", "1 < 2 and 3 > 2, 2 * 3"),
        ("red\x1b[31m\x07 alert\x00", "red alert"),
        ("\u202eright to left\u202c \u2066x\u2069", "right to left x"),
        ("zero\u200bwidth \ufeffmark", "zerowidth mark"),
        ("a" + "\u0316" * 40 + "b", "a\u0316\u0316b"),
        ("Zażółć gęślą jaźń, őű", "Zażółć gęślą jaźń, őű"),
        ("{player} {0} %s", "{player} {0} %s"),
        (
            "\u2b50 \U0001f9d9\u200d\u2642\ufe0f Well **done** \U0001f44d\U0001f3fd, 2 → 3 \u2714\ufe0f",
            "Well done , 2 → 3",
        ),
    ],
)
def test_plain_removes_markup_and_invisible_characters(text, shown):
    assert plain(text, 100) == shown


# -- a whole round


@pytest.mark.parametrize("game", GAMES)
def test_advice_round_prints_a_refusal_and_the_shown_advice(capsys, game):
    advice_round.show(game, "en", short=True)
    refused, shown = capsys.readouterr().out.split("-- shown\n")
    assert "win at once" in refused
    assert ": The language model: " in shown
