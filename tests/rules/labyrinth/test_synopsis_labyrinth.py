"""The synopsis of Labyrinth: all facts of the specification's example, each derived again from the rules."""

from dataclasses import replace

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Dice
from logic.game import redact
from logic.labyrinth.components import HIDDEN, TREASURES, Arrow
from logic.labyrinth.notation import to_json
from logic.labyrinth.rules import Peek, Push
from logic.text import Text
from tests.support.positions.briefed import told
from tests.support.positions.labyrinth import VARIANTS, deal, maze, play, positions

RING = "┌─┬─┐ │││││ ├─┴─┤ │││││ └─┴─┘"
BIG = maze(
    """
    ┌──┐┐
    │┌┐││
    ├┘└│┤
    │││││
    └─┴┘┘
    """,
    pawns=((1, 4), (3, 0)),
    decks=[["book"], ["map", "skull"]],
)


def synopsis_of(state, viewer):
    return told(labyrinth, redact(labyrinth, state, viewer), viewer)


def test_the_synopsis_lists_goal_barred_arrow_reach_rivals_and_ejections():
    state = play(deal(seed=4, first=0), "push a2 E 0")
    state = play(state, f"walk {state.pawns[0]}")
    goal, reach = state.goals(1)[0], len(state.ways(1))
    start = synopsis_of(state, 1)
    for words in (
        "It is your turn. You are Player 2, blue. First comes a push, then a walk.",
        f"Goal: {TREASURES[goal]} on {state.cell_of(goal)}.",
        "Barred for a push: g2 W; legal arrows: 11.",
        f"Cells in reach before the push: {reach}, ",
        "Player 1, red, stands on a1 and lacks 12 treasures.",
        "No push can throw anybody out now.",
        "You stand on g7, your home is g7.",
    ):
        assert words in start
    assert "Can be thrown out: Player 1 by a2 E to a2, Player 2 by e4 W to e4." in synopsis_of(BIG, 0)
    assert "Player 2 by e4 W to e4." in synopsis_of(BIG, 1)
    people = " ".join(map(str, labyrinth.NARRATION.in_words(redact(labyrinth, BIG, 0), 0)))
    assert "player 1 by row 2 from the left to a2, player 2 by row 4 from the right to e4." in people
    state = play(BIG, "push e2 W 0", "walk d2")
    assert state.barred() == (Arrow(1, 0, "E"),)
    assert "a2 E" not in synopsis_of(state, 1).split("legal arrows")[1]
    near = maze(RING, pawns=((0, 0), (4, 4)), decks=[["book"], ["map"]])
    assert "a goal among them" in synopsis_of(near, 0)
    spare = maze(RING, spare="┌", treasures={"spare": "owl"}, pawns=((0, 0), (4, 4)),
                 decks=[["owl"], ["map"]])  # fmt: skip
    assert "Goal: owl on the spare tile." in synopsis_of(spare, 0)
    assert "Spare tile: bent, with a treasure: owl." in synopsis_of(spare, 0)
    state = maze(RING, pawns=((0, 2), (4, 4)), decks=[[], ["map"]], found=[["book"], []])
    assert "All your treasures are found: the goal is home, a1." in synopsis_of(state, 0)
    assert "a goal among them" in synopsis_of(state, 0)
    assert "lacks 0 treasures" in synopsis_of(state, 1)
    team = deal(seed=2, players=4, teams=True, first=0)
    assert "Your partner Player 3, " in synopsis_of(team, 0)
    assert "Your partner Player 2, " not in synopsis_of(team, 0)
    events = deal(seed=2, marks=("peek",), cards=(3,), first=0)
    peeked = replace(events, peeks=(Peek(0, 1),))
    assert f"Player 2 looks for {TREASURES[peeked.decks[1][0]]} on " in synopsis_of(peeked, 0)
    assert "looks for" not in synopsis_of(peeked, 1)
    assert "looks for" not in synopsis_of(events, 0)


@given(positions())
def test_the_synopsis_counts_arrows_and_cells_and_names_exactly_the_pawns_a_push_can_carry_off(state):
    if state.phase != "push" or state.outcome() is not None:
        return
    thrown = set()
    for move in state.legal_moves():
        for event in state.apply(move).events:
            if event.name == "carried":
                thrown |= {(int(name[1:]), str(move.arrow), str(way[1])) for name, way in event.paths.items()}
    named = synopsis_of(state, state.player)
    risks = {f"Player {seat + 1} by {arrow} to {cell}" for seat, arrow, cell in thrown}
    if risks:
        assert sum(risk in named for risk in risks) == min(len(risks), 3)
    assert ("No push can throw anybody out now." in named) == (not risks)
    arrows = {move.arrow for move in state.legal_moves() if isinstance(move, Push)}
    assert f"legal arrows: {len(arrows)}." in named
    barred = {str(arrow) for arrow in state.params.arrows if arrow not in arrows} or {"none"}
    said = named.partition("Barred for a push: ")[2].partition(";")[0]
    assert sorted(said.split(", ")) == sorted(barred)
    assert f"Cells in reach before the push: {len(state.ways())}," in named


@given(positions())
def test_the_synopsis_states_the_viewers_goals_and_the_other_pawns(state):
    for viewer in range(state.params.players):
        view = redact(labyrinth, state, viewer)
        goals = [goal for goal in view.goals(viewer) if goal != HIDDEN][:3]
        for goal in goals:
            place = state.cell_of(goal)
            where = f"on {place}" if place else "on the spare tile"
            assert f"{TREASURES[goal]} {where}" in synopsis_of(state, viewer)
        others = [seat for seat in range(state.params.players) if seat != viewer]
        assert all(f"Player {seat + 1}, " in synopsis_of(state, viewer) for seat in others)
        assert all(f"stands on {state.pawns[seat]}" in synopsis_of(state, viewer) for seat in others)


@given(positions())
def test_the_goal_is_among_the_first_sentences_of_the_synopsis(state):
    view = redact(labyrinth, state, state.player)
    parts = [Text("en").say(part) for part in labyrinth.NARRATION.synopsis(view, state.player)]
    assert parts[3].startswith(("Goal: ", "All your treasures"))
    assert sum(map(len, parts[:6])) < 400


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_constraints_state_the_ban_and_ending_of_the_variant(case):
    rules = " ".join(map(str, labyrinth.NARRATION.constraints(labyrinth.new(case.params, Dice(1)))))
    assert ("Both arrows of the line" in rules) == (case.variant_name == "duel")
    assert ("with a rune" in rules) == (case.variant_name == "events")
    assert ("in points" in rules) == (case.variant_name == "points")
    assert ("Played alone" in rules) == (case.variant_name == "solo")


def test_the_data_match_the_json_record_without_the_event_log():
    state = redact(labyrinth, deal(seed=5, first=0), 0)
    data, whole = labyrinth.NARRATION.plain(state), to_json(state)
    assert set(data) == set(whole) - {"event_log"}
    assert data["players"] == whole["players"]
    for mine, theirs in zip(data["board"]["grid"], whole["board"]["grid"], strict=True):
        for tile, other in zip(mine, theirs, strict=True):
            assert tile.items() <= other.items()
            assert tile["open"] == other["open"]
    assert data["players"][1]["deck"] == [HIDDEN] * 12
