"""Walking, sentence by sentence: the graph of open passages, staying, sharing a tile."""

from itertools import pairwise

import pytest
from hypothesis import given

from logic.core import Cell
from logic.labyrinth.components import ways
from tests import labyrinth_by_the_page as page
from tests.mazes import choices, deal, events, happened, maze, play, positions, refused


def reach(rows, start):
    return set(ways(maze(rows).grid, Cell(*start)))


WALLS = "┌─││┐ │┘│┌│ ││││─ │─│─│ └│││┘"


def test_cells_are_joined_only_where_both_touching_sides_are_open_and_never_beyond_the_rim():
    assert reach(WALLS, (0, 0)) == {(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (4, 0)}
    assert (1, 1) not in reach(WALLS, (1, 0)), "open on one side only: b2 opens to the west, a2 not to the east"
    assert (4, 1) not in reach(WALLS, (4, 0)), "open on one side only: a5 opens to the east, b5 not to the west"
    assert reach("┌│││┐ │││││ ││─│─ │││││ └│││┘", (2, 2)) == {(2, 2)}
    rows = "┌│││┐ │┘│┌│ ││││─ │─│─│ └│││┘"
    assert reach(rows, (0, 4)) == {(0, 4), (1, 4)}
    assert reach(rows, (4, 3)) == {(4, 3)}, "open to the south, where the board ends"
    for corner in ((0, 0), (0, 4), (4, 0), (4, 4)):
        assert all(0 <= row < 5 and 0 <= col < 5 for row, col in reach(rows, corner))


@pytest.mark.parametrize("pair", ["├─", "└┘", "┌┐", "┬┴"])
def test_side_by_side(pair):
    rows = f"┌│││┐ │││││ │{pair}││ │││││ └│││┘"
    assert ((2, 2) in reach(rows, (2, 1))) == ((2, 1) in reach(rows, (2, 2))) is True


@given(state=positions())
def test_reach_is_the_component_of_the_page(state):
    table = page.as_table(state)
    for seat, cell in enumerate(state.pawns):
        found = ways(state.grid, cell)
        assert set(found) == page.reached(table, tuple(cell))
        assert list(found) == sorted(found)
        assert seat == state.player or set(state.ways(seat)) == set(found)


@given(state=positions())
def test_every_way_is_a_shortest_one_through_open_passages(state):
    table = page.as_table(state)
    for goal, way in ways(state.grid, state.pawns[0]).items():
        assert (way[0], way[-1]) == (state.pawns[0], goal)
        for here, there in pairwise(way):
            (side,) = [s for s, (r, c) in page.AROUND.items() if (here[0] + r, here[1] + c) == there]
            assert side in table["tiles"][here][1]
            assert page.ACROSS[side] in table["tiles"][there][1]
        assert len(set(way)) == len(way)
        assert all(len(ways(state.grid, state.pawns[0])[cell]) == i for i, cell in enumerate(way, 1))


# -- the move


def test_the_player_walks_alone_to_any_cell_joined_after_the_push_past_other_pawns_or_stays():
    state = play(maze(WALLS, pawns=[(0, 0), (4, 4)]), "push d5 N 0")
    assert choices(state) == ["walk a1", "walk b1", "walk a2", "walk a3", "walk a4", "walk a5"]
    assert play(state, "walk a4").pawns[0] == (3, 0)
    assert play(state, "walk a1").pawns == state.pawns
    assert refused(state, "walk b2")
    assert refused(state, "walk e5")
    assert refused(state, "walk z9")
    assert all(play(state, move).pawns[1] == (4, 4) for move in choices(state))
    (walk,) = events(state, "walk a3")
    assert dict(walk.paths) == {"p0": ((0, 0), (1, 0), (2, 0))}
    assert happened(state, "walk a1") == []
    state = maze(WALLS, pawns=[(0, 0), (4, 4)])
    assert Cell(0, 1) in state.ways()
    assert Cell(0, 1) not in play(state, "push b1 S 0").ways()
    assert "walk b1" not in choices(play(state, "push b1 S 0"))
    state = play(maze(WALLS, pawns=[(0, 0), (2, 0), (3, 0)]), "push d5 N 0")
    assert "walk a5" in choices(state)
    assert play(state, "walk a3").pawns == ((2, 0), (2, 0), (3, 0))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_then_it_is_the_next_players_turn(players):
    state = deal(players=players, first=players - 1)
    order = []
    for _ in range(2 * players):
        order.append((state.player, state.turn))
        state = state.apply(state.legal_moves()[0]).state
        assert state.player == order[-1][0]
        state = state.apply(state.legal_moves()[0]).state
        assert state.phase == "push"
    assert order == [((players - 1 + i) % players, 1 + i) for i in range(2 * players)]
