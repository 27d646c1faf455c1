"""Analysis of Stone Dragon: hints from the view alone, each with its reason, and the review of a game."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic import dragon
from logic.config import read_text, read_yaml
from logic.core import Dice, never
from logic.dragon.board import parse_board
from logic.dragon.notation import from_text
from logic.dragon.puzzles import BOARDS, INDEX, Index
from logic.dragon.rules import MAKING, OPEN_FOR, Pass, begin
from logic.game import redact
from tests.laws.test_dragon_laws import game
from tests.support.positions.cases import by_texts
from tests.support.positions.dragon import drawn, passes, play, with_other_secrets
from tests.support.sampling import sample_of

SEEDS = st.integers(0, 2**31)
CAMPAIGN_TURNS = 40
"""Turns for which a board of the campaign is played; circles have begun by then."""


def advised(state, seed=1):
    """Return what the adviser says of the player's view: the one move, and the reason in English."""
    found = dragon.ANALYSIS.hint(redact(dragon, state, 0), Dice(seed), never)
    (move,) = found.moves
    assert move in state.legal_moves()
    return str(move), str(found.reason)


# -- one board, one piece of advice


@pytest.mark.parametrize(
    ("rows", "knights", "open_map", "move", "reason"),
    [
        ("Z;L", "N", False, "K1 east", "The dragon’s lair lies before Ordinary knight K1: in with him!"),
        ("Z;Z;Z;L Z;W;W;W", "N", True, "K1 east",
         "The way to the lair is known: Ordinary knight K1 can be there in 3 turns, by way of (1, 2)."),
        ("Z;Z;Z;Z;Z;L", "N", False, "K1 east", "Ordinary knight K1 can see what lies beyond (1, 2)."),
        ("Z;J;Z;L W;W;W;W", "Z1", False, "K1 east",
         "Eater K1 should eat the wall on (1, 2): the way goes on behind it."),
        ("Z;D2;Z;L W;W;W;W", "B2", False, "K1 east",
         "Builder K1 should fill the hole on (1, 2): the way goes on behind it."),
        ("Z;W;Z;L W;W;W;W", "S", False, "K1 leap east",
         "Nobody has seen (1, 3), and little else is left: Jumper K1 may dare the leap."),
        ("Z;M;J;L W;W;W;W", "N;N", True, "K1 east",
         "The way is known, and it costs a life: Ordinary knight K1 has to go to (1, 2)."),
        ("Z;D1;Z;L W;W;W;W", "N;N", False, "K1 east",
         "I see nothing better, and one knight can be spared: Ordinary knight K1 would die on (1, 2)"),
        ("Z;D1;Z;L W;W;W;W", "N", False, "pass", "I see no way on. You may give up here."),
    ],
)  # fmt: skip
def test_the_hint_and_its_reason_for_each_situation(rows, knights, open_map, move, reason):
    """From the way into the lair, to means that must be spent, to a life that can be spared, last of all."""
    proposed, why = advised(drawn(rows, knights, open_map=open_map))
    assert (proposed, why[: len(reason)]) == (move, reason)


def test_hints_send_knights_through_open_passages_and_explore_cheaply_first():
    move, reason = advised(drawn("Z;Z;Z;L", "N;N", required=2, open_map=True))
    assert (move, "clear the entrance" in reason, "(1, 2)" in reason) == ("K1 east", True, True)
    state = play(drawn("Z;J;Z;Z;L W;W;W;W;W", "Z1;N", required=2, open_map=True), *["K1 east"] * 3, *passes(6))
    move, reason = advised(state)
    assert (move, reason) == ("K2 east", "Ordinary knight K2 should cross (1, 2) while the way is open.")
    assert play_by_hints(state)[0].count("hidden") == 2
    state = play(drawn("Z;Z;Z;W;L Z;W;W;W;Z Z;Z;Z;Z;Z", "N"), "K1 east", "K1 east")
    move, reason = advised(state)
    assert move == "K1 west"
    assert reason == "Nobody knows yet what lies beyond (2, 1): Ordinary knight K1 can be there in 3 turns."
    assert advised(drawn("Z;J;L Z;Z;Z", "Z1"))[0] == "K1 south"
    assert advised(drawn("Z;D2;Z;L Z;W;W;Z", "B1"))[0] == "K1 south"
    state = play(drawn("Z;J;Z;Z;L Z;W;W;W;W", "Z1;N", required=2, open_map=True), "K1 east", "K1 east", *passes(8))
    for turn in range(3):
        assert advised(state)[0] != "K2 east", turn
        state = play(state, advised(state)[0])
    assert state.count("dead") == 0


@pytest.mark.parametrize(
    ("rows", "knight", "word"),
    [("J;J;A1;J;L W;W;W;W;W", "Z2", "fetch new teeth on (1, 3)"), ("D1;D1;C1;D1;L W;W;W;W;W", "B2", "fetch bricks")],
)
def test_hints_send_a_knight_without_supplies_to_a_store(rows, knight, word):
    state = play(drawn(rows, knight, open_map=True), "K1 east")
    move, reason = advised(state)
    assert (move, word in reason) == ("K1 east", True), reason


@pytest.mark.parametrize(
    ("rows", "knights", "moves", "word"),
    [
        ("Z;J;Z;Z;Z;L W;W;W;W;W;W", "Z1;N", ("K1 east", *passes(4)), "The wall will stand again"),
        ("Z;D1;Z;Z;Z;L W;W;W;W;W;W", "B1;N", ("K1 east", *passes(4)), "The hole will gape again"),
        ("Z;M;Z;Z;Z;L W;W;W;W;W;W", "N;N;N", ("K1 east", "K2 east", *passes(4)), "The mine will be live again"),
    ],
)
def test_hints_move_a_knight_off_ground_about_to_close(rows, knights, moves, word):
    state = play(drawn(rows, knights), *moves)
    standing = next(knight.name for knight in state.knights if knight.cell in state.opened())
    move, reason = advised(state)
    assert (move, word in reason) == (f"{standing} east", True), reason


def test_hints_try_unknown_teleports_late_and_reuse_known_ones():
    state = play(drawn("Z;T1,5;W;W;Z;Z;L W;W;W;W;W;W;W", "N;N", required=2), "K1 east", "K1 east")
    end, _ = play_by_hints(state)
    assert (end.count("hidden"), end.time) == (2, 6)
    move, reason = advised(play(state, "K1 east"))
    assert (move, "(1, 5)" in reason) == ("K2 east", False)
    state = play(drawn("Z;T1,4;W;W;L Z;Z;W;W;W", "N;N"), "K1 east", "K1 south")
    assert advised(state) == ("pass", "I see no way on. You may give up here.")
    for target in ("1,4", "2,4", "1,1"):
        assert advised(drawn(f"Z;T{target};W;L W;W;W;Z", "N")) == (
            "K1 east",
            "Nobody can tell where the teleport on (1, 2) leads, but Ordinary knight K1 can try it.",
        )
    state = drawn("Z;Z;T1,5;W;L W;W;W;W;W", "N", open_map=True)
    assert advised(state) == ("K1 east", "Little is left but to try (1, 3): Ordinary knight K1 can go there.")


@given(SEEDS)
@settings(max_examples=60)
def test_recalled_dates_match_the_clocks_and_survive_redaction(seed):
    for state, _ in game(seed, turns=30):
        whole = {"store": MAKING}
        counted = [whole.get(c.what, OPEN_FOR) - (state.time - state.recall.date(c.cell)) for c in state.clocks]
        assert counted == [clock.left for clock in state.clocks]
        assert redact(dragon, state, 0).recall == state.recall


def test_going_back_and_forth_begins_anew_with_everything_that_is_seen():
    state = play(from_text("2\n4\nZ;T1,1;Z;L\nZ;Z;Z;Z\n1;1\nN\n1\n"), "K1 south", "K1 north")
    assert len(state.recall.stood) == 2
    after = play(state, "K1 east")  # the teleport carries it back to where it stood, and squares are seen
    assert after.knights == state.knights
    assert after.recall.stood == state.recall.stood[-1:]


def test_the_hint_is_to_pass_while_a_store_fills_up():
    state = drawn("J;J;A1;J;J;L W;W;W;W;W;W", "Z2", open_map=True)
    for _ in range(20):
        move, reason = advised(state)
        if move == "pass":
            assert reason == "Let a turn go by: the store on (1, 3) is filling up."
            break
        state = play(state, move)
    else:
        raise AssertionError("he walks on without the tooth he needs")


# -- the laws of advice


@given(SEEDS)
@settings(max_examples=40)
def test_hints_do_not_depend_on_unseen_squares(seed):
    for state, _ in game(seed, turns=20)[::3]:
        other = with_other_secrets(state, Dice(seed))
        assert dragon.ANALYSIS.hint(state, Dice(seed), never) == dragon.ANALYSIS.hint(other, Dice(seed), never)


@given(SEEDS)
@settings(max_examples=60)
def test_hints_are_legal_and_risk_a_known_death_only_if_a_knight_is_spare(seed):
    for state, _ in game(seed, turns=20)[::3]:
        found = dragon.ANALYSIS.hint(redact(dragon, state, 0), Dice(seed), never)
        assert bool(found.moves) == bool(state.legal_moves())
        for move in found.moves:
            assert move in state.legal_moves()
            if dragon.NARRATION.warning(state, move) is not None:
                assert len(state.knights) - state.count("dead") > state.board.required


def test_a_cancelled_hint_still_has_a_move_and_a_finished_game_has_none():
    state = dragon.new(dragon.Params(height=30, width=30, knights=6, dangers=30), Dice(3))
    assert dragon.ANALYSIS.hint(state, Dice(1), lambda: True).moves
    found = dragon.ANALYSIS.hint(play(drawn("Z;L", "N"), "K1 east"), Dice(1), never)
    assert (found.moves, str(found.reason)) == ((), "The game is over.")


def play_by_hints(state, most=150):
    """Return the end of a game played by hints alone, and how often the commonest position before a move occurred."""
    met = Counter()
    for number in range(most):
        if state.outcome() is not None:
            break
        (move,) = dragon.ANALYSIS.hint(redact(dragon, state, 0), Dice(number), never).moves
        if move != Pass():
            met[replace(redact(dragon, state, 0), time=0)] += 1
        state = state.apply(move).state
    return state, max(met.values(), default=0)


def is_won(state):
    outcome = state.outcome()
    return outcome is not None and bool(outcome.winners)


@pytest.mark.parametrize("count", [7, pytest.param(20, marks=pytest.mark.thorough)])
def test_hints_win_nine_of_ten_new_boards_without_cycles(count):
    boards = [dragon.new(dragon.Params(height=5, width=5, difficulty=1 + n % 3), Dice(n)) for n in range(count)]
    ends = [play_by_hints(board) for board in boards]
    assert sum(is_won(state) for state, _ in ends) >= 0.9 * count
    assert max(often for _, often in ends) <= 2


def campaign():
    index = read_yaml(INDEX, Index)
    return [entry.file for part in index.chapters for entry in part.puzzles]


@pytest.mark.parametrize("name", sample_of(campaign(), every=26))
def test_hints_do_not_cycle_on_campaign_boards(name):
    _, often = play_by_hints(begin(parse_board(read_text(f"{BOARDS}/{name}"))), CAMPAIGN_TURNS)
    assert often <= 2


def test_hints_do_not_alternate_between_competing_guesses():
    rows = "Z;L;Z;Z;W;J W;D2;Z;D1;M;Z J;W;J;M;Z;D2 Z;Z;M;Z;W;Z W;W;Z;Z;Z;Z".replace(" ", "\n")
    assert play_by_hints(begin(parse_board(f"5\n6\n{rows}\n4;6\nZ1;N;N\n2\n")), CAMPAIGN_TURNS)[1] <= 2


@pytest.mark.parametrize(
    "name", ["26-the-salt-store.txt", "43-a-seat-by-the-chest.txt", "46-a-friend-indeed.txt", "51-twice-lit.txt"]
)
def test_hints_on_hidden_maps_save_the_supplies_needed_to_win(name):
    assert is_won(play_by_hints(begin(parse_board(read_text(f"{BOARDS}/{name}"))))[0])


def test_risky_hints_say_so_and_are_given_only_without_a_safe_way():
    reasons = [advised(drawn("Z;W;Z;L W;W;W;W Z;Z;Z;Z Z;Z;Z;Z", ";".join("S" * n)))[1] for n in (2, 3, 4)]
    assert any(reason.endswith("may dare the leap. It may cost a life.") for reason in reasons), reasons
    around = drawn("Z;M;J;L Z;W;W;Z Z;Z;Z;Z", "N;N", open_map=True)
    assert advised(around)[0] == "K1 south", "a way round costs no life"
    needed = drawn("Z;M;J;L Z;W;W;W", "N;N", required=2, open_map=True)
    assert advised(needed)[0] != "K1 east", "nobody can be spared"
    spent = play(drawn("Z;M;W;L W;W;W;W", "N;N"), "K1 east", "K2 east")
    assert advised(spent)[1].startswith("The mine will be live again")


# -- the review


def reviewed(state, *moves):
    """Return the remarks on a game, each with its ply and its weight."""
    remarks = dragon.ANALYSIS.review(*by_texts(state, *moves), never)
    return [(remark.ply, remark.weight, str(remark.text)) for remark in remarks]


CORRIDOR = "Z;Z;Z;L Z;Z;Z;Z"


@pytest.mark.parametrize(
    ("rows", "knights", "moves", "remarks"),
    [
        (CORRIDOR, "N", ["K1 east"] * 3, [(2, 1, "You needed 3 turns, and nobody can do it in fewer.")]),
        (
            CORRIDOR,
            "N",
            ["K1 east", "K1 south", "K1 east", "pass", "K1 east", "K1 north"],
            [
                (1, -2, "This cost 2 turns. Better: Ordinary knight K1 goes to (1, 3)."),
                (3, -1, "This cost 1 turn. Better: Ordinary knight K1 goes to (2, 4)."),
                (5, -3, "You needed 6 turns; 3 was possible."),
            ],
        ),
        (
            "Z;D1;Z;L Z;Z;Z;Z",
            "N",
            ["K1 east"],
            [(0, -100, "After this it could no longer be won. Better: Ordinary knight K1 goes to (2, 1). "
              "This labyrinth could be won in 5 turns.")],
        ),
        ("Z;Z;W;L W;W;W;W", "N", ["K1 east", "K1 west"], [(1, 1, "Nobody could have won this labyrinth.")]),
        (CORRIDOR, "N", ["K1 east"], [(0, -1, "It could still be won from here, in 2 turns.")]),
        (
            "Z;Z;W;W;L Z;Z;Z;Z;Z",
            "S",
            ["K1 leap east", "K1 south", "K1 leap east", "K1 leap east", "K1 north"],
            [(4, 1, "You needed 4 turns, and nobody can do it in fewer.")],
        ),
    ],
    ids=["never better", "turns wasted", "the move that lost", "hopeless", "given up", "a bounce costs nothing"],
)  # fmt: skip
def test_review_remarks_and_the_moves_they_refer_to(rows, knights, moves, remarks):
    assert reviewed(drawn(rows, knights), *moves) == remarks


def test_review_finds_the_losing_move_and_admits_an_exhausted_search(monkeypatch):
    rows = "Z;J;Z;L W;W;W;W"
    state = drawn(rows, "Z1;N", required=2)
    found = reviewed(state, "K1 east", "K1 east", *passes(8), "K2 east")
    assert [place for place, weight, _ in found if weight == -100] != []
    assert found[-1][2].endswith("This labyrinth could be won in 6 turns.")
    found = reviewed(drawn(CORRIDOR.replace("Z;Z;Z;Z", "Z;D1;Z;Z"), "N;N"), "K1 south", "K1 east", "K2 east", "K2 east",
                 "K2 east")  # fmt: skip
    assert any("need not have died" in text or "cost" in text for _, _, text in found)
    monkeypatch.setattr("logic.dragon.analysis.EACH", 1)
    assert reviewed(drawn(CORRIDOR), "K1 east", "K1 east", "K1 east")[-1][2] == (
        "You needed 3 turns. Whether fewer would do was not found out within the bound."
    )
    assert reviewed(drawn(CORRIDOR), "K1 east")[-1][2] == (
        "Whether this labyrinth can be won was not found out within the bound."
    )
    state = drawn(CORRIDOR)
    assert dragon.ANALYSIS.review([state], [], never) == ()
    assert dragon.ANALYSIS.review([state, state.apply(Pass()).state], [Pass()], lambda: True) == ()


@given(SEEDS)
@settings(max_examples=40)
def test_lost_turns_in_the_review_of_a_won_game_add_up(seed):
    played = [state for state, _ in game(seed, turns=40)]
    moves = [
        next(move for move in before.legal_moves() if before.apply(move).state == after)
        for before, after in pairwise(played)
    ]
    outcome = played[-1].outcome()
    if moves and outcome is not None and outcome.winners:
        remarks = dragon.ANALYSIS.review(played, moves, never)
        lost = -sum(remark.weight for remark in remarks if str(remark.text).startswith("This cost"))
        if "was possible" in str(remarks[-1].text) and not str(remarks[-1].text).startswith("This cost"):
            assert -remarks[-1].weight == lost
