"""What the YAML of Labyrinth says: the pages of its rules with their mazes, and the guided first game."""

from __future__ import annotations

import pytest

from logic import labyrinth
from logic.core import Dice
from logic.labyrinth import new
from logic.labyrinth.notation import from_text
from logic.labyrinth.rules import Push
from logic.variants import resolve_params
from tests.rulepages import Rulebook

RULES = Rulebook("labyrinth")
CONFIG, PAGES, shown = RULES.config, RULES.pages, RULES.shown
FIRST = resolve_params(
    labyrinth, CONFIG.variants[CONFIG.default], computer=True, name="first", chosen=CONFIG.first_game
)


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_each_pages_maze_prints_as_it_is_written_and_its_moves_can_be_made(page):
    assert str(from_text(page.board)) == page.board
    shown(page.title)


def test_pages_show_what_they_are_about_and_the_lesson_the_card_that_is_dealt():
    (first, *_), happened = shown("The quest")
    assert happened == ["push", "walk", "collect"]
    assert first.cell_of(first.goals(0)[0]) not in first.ways()
    (first, pushed, *_), _ = shown("No way back")
    assert [str(arrow) for arrow in first.barred()] == ["g4 W"]
    assert pushed.last == first.last
    (first, pushed, *_), happened = shown("Pawns ride along")
    assert "carried" in happened
    assert [(a.col, b.col) for a, b in zip(first.pawns, pushed.pawns, strict=True)] == [(3, 4), (6, 0)]
    states, happened = shown("Treasures")
    assert happened == ["push", "collect"]
    assert states[0].pawns[0] == states[-1].pawns[0]
    states, happened = shown("And home")
    assert happened[-1] == "home"
    assert states[-1].outcome().winners == (0,)
    _, happened = shown("Runes")
    assert "swap" in happened
    told = " ".join(page.text for page in CONFIG.rules)
    missing = [one.title for name, one in CONFIG.variants.items() if f"*{one.title}*" not in told]
    assert missing == [CONFIG.variants[CONFIG.default].title]
    state = new(FIRST, Dice(1))
    assert state.player == 0
    assert state.deck(0)[0] == "princess"
    assert "princess" in CONFIG.lessons[2].text
    assert state == new(FIRST, Dice(2)), "whatever the dice"
    goal = state.deck(0)[0]
    assert state.cell_of(goal) not in state.ways()
    pushes = [move for move in state.legal_moves() if isinstance(move, Push) and move.arrow.row == 1
              and move.arrow.side in "EW"]  # fmt: skip
    assert len(pushes) == 8
    for move in pushes:
        after = state.apply(move).state
        assert after.cell_of(goal) in after.ways()
    assert RULES.awaited() == ["look", "push", "walk", "push", "walk"]
