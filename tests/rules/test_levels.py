"""Levels: which each game has, what they may see, and that they choose legal moves."""

import pytest

from logic import lgame
from logic.core import Dice, Level, Message
from logic.players import choose, level, levels
from tests.games import cardgame, nullgame

START = nullgame.new(nullgame.Params(), Dice(1))


def test_every_game_has_the_random_level_and_an_unknown_one_is_refused():
    assert list(levels(nullgame)) == ["random", "model"]
    assert {"random", "model", *getattr(lgame, "LEVELS", {})} == set(levels(lgame))
    with pytest.raises(ValueError, match="level: no 'strong'; there are random, model"):
        level(nullgame, "strong")
    dice = Dice(1)
    seen = [choose(nullgame, "random", START, dice, lambda: False) for _ in range(60)]
    assert set(seen) == set(START.legal_moves())


def test_a_level_gets_the_redacted_position(monkeypatch):
    shown = []

    def peek(state, dice, stop):
        shown.append(state)
        return state.legal_moves()[0]

    monkeypatch.setattr(cardgame, "LEVELS", {"peek": Level(Message("Peek"), Message(""), peek)}, raising=False)
    choose(cardgame, "peek", cardgame.new(cardgame.Params(), Dice(2)), Dice(1), lambda: False)
    assert shown[0].hands[1] == (cardgame.HIDDEN,) * 3


def test_a_level_that_chooses_an_illegal_move_raises(monkeypatch):
    bad = Level(Message("Bad"), Message(""), lambda state, dice, stop: nullgame.Take(9))
    monkeypatch.setattr(nullgame, "LEVELS", {"bad": bad}, raising=False)
    with pytest.raises(RuntimeError, match="'take 9', which is not a legal move"):
        choose(nullgame, "bad", START, Dice(1), lambda: False)
