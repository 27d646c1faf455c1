"""The contract: cells, messages, dice, and how a move is found by its text."""

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, Event, IllegalMove, Message, Player, find_move, never
from logic.game import Analysis, Narration, Scoring, analysis_of, has_secrets, narration_of, offers, redact, scoring_of
from tests.games import cardgame, nullgame

START = nullgame.new(nullgame.Params(), Dice(1))


# -- messages


def test_messages_print_in_english_compare_by_value_and_can_be_pickled():
    message = Message("{player} lays on {cells}: {why}", player=Player(0), cells="a1 b1", why=Message("good"))
    assert str(message) == "player 1 lays on a1 b1: good"
    assert repr(message).startswith("Message('{player} lays on {cells}: {why}', player=Player(number=0)")
    assert repr(Message("{n} [card|cards]").of(n=2)) == "Message('{n} card', n=2)"
    assert repr(Message("{n} [card|cards]")) == "Message('{n} card')"
    assert Message("a {b}", b=1) == Message("a {b}", b=1)
    assert hash(Message("a {b}", b=1)) == hash(Message("a {b}", b=1))
    assert Message("a {b}", b=1) != Message("a {b}", b=2)
    assert Message("[a|b]", n=1) != Message("a", n=1)
    assert Message("a") != "a"
    message = Message("{n}[|s] of {player}", n=2, player=Player(1))
    assert pickle.loads(pickle.dumps(message)) == message  # noqa: S301
    error = pickle.loads(pickle.dumps(IllegalMove(message)))  # noqa: S301
    assert error.message == message
    assert str(error) == "2s of player 2"
    assert str(Cell(0, 1)) == "b1"
    assert str(Cell(3, 0)) == "a4"
    assert Cell(2, 5) == (2, 5)


@pytest.mark.parametrize(("n", "text"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns")])
def test_a_message_chooses_its_plural(n, text):
    message = Message("{n} [turn|turns]", n=n)
    assert (str(message), message.msgid, message.plural) == (text, "{n} turn", "{n} turns")


def test_message_of_fills_only_the_placeholders_of_the_text():
    left = Message("{player} has {n} [turn|turns].").of(player=Player(0), n=1, other=2)
    assert left == Message("{player} has {n} [turn|turns].", player=Player(0), n=1)
    assert str(left.of(n=2)) == "player 1 has 2 turns."
    assert str(Message("the [last|last {n}]").of(n=2)) == "the last 2"


@pytest.mark.parametrize("args", [{"number": 3}, {"n": "three"}])
def test_a_plural_without_a_number_is_refused(args):
    with pytest.raises(ValueError, match="a plural needs a whole number n"):
        Message("{n} [turn|turns]", **args)


@given(text=st.text())
def test_a_message_shows_arguments_verbatim(text):
    assert str(Message("“{text}”", text=text)) == f"“{text}”"


# -- moves by their text


def test_find_move_by_text_and_a_shortened_refusal():
    assert find_move(START, "take 2") == nullgame.Take(2)
    with pytest.raises(IllegalMove, match="“take 9” is not a move"):
        find_move(START, "take 9")
    with pytest.raises(IllegalMove) as caught:
        find_move(START, "x" * 10_000)
    assert len(str(caught.value)) < 120


def test_a_game_without_roles_gets_default_roles():
    analysis, narration, scoring = analysis_of(nullgame), narration_of(nullgame), scoring_of(nullgame)
    assert (type(analysis), type(narration), type(scoring)) == (Analysis, Narration, Scoring)
    assert analysis.hint(START, Dice(1), never) is analysis.evaluation(START, never) is None
    assert (analysis.review([START], [], never), analysis.least(START, never)) == ((), ())
    take, after = START.legal_moves()[0], START.apply(START.legal_moves()[0])
    assert str(narration.describe(START, take)) == "player 1: take 1"
    assert narration.tell(START, take, after.events) == (narration.describe(START, take),)
    assert narration.opening(START) == narration.constraints(START) == ()
    assert narration.notice(START) is narration.warning(START, take) is narration.time_of(START) is None
    assert scoring.partners(START, 1) == (1,)
    with pytest.raises(ValueError, match="does not read positions"):
        narration.from_text(str(START))

    class Coach(Analysis):
        def least(self, state, stop):
            return (state.left,)

    assert offers(Coach(), Analysis.least)
    assert not offers(Coach(), Analysis.solution)
    assert not offers(Analysis(), Analysis.least)
    assert redact(nullgame, START, 1) is START
    assert not has_secrets(nullgame)
    hands = cardgame.new(cardgame.Params(), Dice(1))
    assert redact(cardgame, hands, 0).hands == (hands.hands[0], (-1, -1, -1))
    assert Event("take") == Event("take", {}, reveals=False)


# -- dice


def test_dice_rolls_are_pinned_and_shuffles_are_uniform():
    dice = Dice(7)
    assert [dice.below(100) for _ in range(8)] == [32, 15, 65, 7, 53, 36, 5, 50]
    assert dice.shuffled("abcdef") == list("bedfca")
    assert dice.seed() == 1775651417
    assert dice.chance() == 0.12380196114964559
    dice = Dice(1)
    counted = Counter("".join(dice.shuffled("abc")) for _ in range(6000))
    assert len(counted) == 6
    assert all(850 < count < 1150 for count in counted.values())
    with pytest.raises(ValueError, match="at least 1"):
        Dice(1).choice(())


@given(seed=st.integers(), n=st.integers(1, 2**60))
def test_rolls_stay_below_their_bound(seed, n):
    dice = Dice(seed)
    assert all(0 <= dice.below(n) < n for _ in range(20))
    assert 0 <= dice.chance() < 1
    assert 0 <= dice.seed() < 2**31


@given(seed=st.integers(), items=st.lists(st.integers(), max_size=12))
def test_shuffling_keeps_every_item_and_does_not_change_its_argument(seed, items):
    before = list(items)
    assert Counter(Dice(seed).shuffled(items)) == Counter(items)
    assert items == before


@pytest.mark.parametrize("n", [0, -3])
def test_dice_without_faces_are_refused(n):
    with pytest.raises(ValueError, match="at least 1"):
        Dice(1).below(n)
