"""Treasures and the end, sentence by sentence: the top card only, by staying too, home, and who has won in each way."""

from dataclasses import replace

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Cell, Dice, Message, Player
from logic.game import redact
from logic.labyrinth.components import HIDDEN, MARKS
from tests.mazes import BY_NAME, SEEDS, choices, deal, events, happened, maze, play, positions, random_position

HALL = "┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘"
"""Open nearly everywhere; the owl lies at b2, the bat at d2, and the fixed treasures at c1, a3, e3 and c5."""
LYING = {(1, 1): "bat", (3, 3): "ghost"}
AWAY = "push d1 S 0"
"""A push that moves neither of the first column's cells nor anything on b2."""


def hall(decks, **more):
    return maze(HALL, treasures=LYING, decks=decks, **more)


# -- collecting


def test_the_treasure_of_the_top_card_is_collected_by_moving_there_or_staying_and_that_stands():
    state = play(hall([["bat", "map"], ["book"]]), AWAY)
    after = play(state, "walk b2")
    assert after.decks == (("map",), ("book",))
    assert after.found == (("bat",), ())
    assert happened(state, "walk b2") == ["walk", "collect"]
    (collected,) = [event for event in events(state, "walk b2") if event.name == "collect"]
    assert dict(collected.paths) == {"bat": (Cell(1, 1),)}
    state = play(hall([["bat"], ["book"]], pawns=[(1, 1), (4, 4)]), AWAY)
    assert play(state, "walk b2").found[0] == ("bat",)
    assert happened(state, "walk b2") == ["collect"]
    state = play(hall([["bat", "map"], ["book"]]), AWAY)
    assert [event.name for event in events(state, "walk b2") if event.reveals] == ["collect"]
    open_state = play(hall([["bat", "map"], ["book"]], open_cards=True), AWAY)
    assert not any(event.reveals for event in events(open_state, "walk b2")), "nothing is seen that was hidden"


def test_only_the_own_top_card_counts_and_only_where_an_own_walk_ends():
    state = play(hall([["map", "bat"], ["book"]]), AWAY)
    after = play(state, "walk b2")
    assert after.decks == state.decks
    assert after.found == ((), ())
    assert happened(state, "walk b2") == ["walk"]
    state = play(hall([["map"], ["bat"]]), AWAY)
    assert play(state, "walk b2").found == ((), ())
    state = play(maze("┌┬┬┬┐ ├││││ ├││││ ├││││ └┴┴┴┘", decks=[["map"], ["book"]]), AWAY)
    assert state.ways()[Cell(4, 0)] == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    assert state.tile(Cell(2, 0)).symbol == "map"
    assert play(state, "walk a5").found == ((), ())
    state = play(hall([["map", "bat"], ["book"]]), AWAY, "walk a3")
    assert state.found == (("map",), ())
    assert state.decks[0] == ("bat",)
    assert state.player == 1
    state = maze(
        HALL,
        "├",
        treasures={"spare": "bat"},
        decks=[["bat"], ["book"]],
        pawns=[(1, 4), (4, 4)],
        player=1,
    )
    after = play(state, "push a2 E 0")
    assert after.tile(after.pawns[0]).symbol == "bat", "pushed out, and onto the tile pushed in"
    assert after.found == ((), ())
    after = play(after, "walk e5")
    assert (after.player, after.found, after.decks[0]) == (0, ((), ()), ("bat",))
    after = play(after, AWAY, "walk a2")
    assert after.found == (("bat",), ()), "by staying there in one's own turn"
    state = maze(HALL, "├", treasures={"spare": "bat"}, decks=[["bat"], ["book"]])
    assert state.cell_of("bat") is None
    assert play(state, "push a2 E 0").cell_of("bat") == Cell(1, 0)
    assert play(state, "push a2 E 0", "walk a2").found[0] == ("bat",)


@given(state=positions())
def test_cards_are_never_lost_and_found_is_what_was_dealt(state):
    params = state.params
    for pile, deck in enumerate(state.decks):
        found = [name for seat, names in enumerate(state.found) if params.piles[seat] == pile for name in names]
        assert len(deck) + len(found) == params.pile_sizes[pile]
    cards = [card for cards in (*state.decks, *state.found) for card in cards]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(params.treasures)


@given(seed=SEEDS)
def test_cards_are_found_in_the_order_of_the_pile(seed):
    case = BY_NAME["short"]
    first, last = random_position(case, seed, 0), random_position(case, seed, 40)
    for dealt, deck, found in zip(first.decks, last.decks, last.found, strict=True):
        assert (*found, *deck) == dealt


# -- home


def test_who_has_all_treasures_and_ends_an_own_move_on_the_own_start_wins_and_the_others_rank_by_cards_left():
    state = play(hall([[], ["book"]], found=[("bat",), ()], pawns=[(1, 0), (4, 4)]), AWAY)
    assert state.goes_home(0)
    after = play(state, "walk a1")
    assert happened(state, "walk a1") == ["walk", "home"]
    assert after.outcome().winners == (0,)
    assert after.outcome().reason == Message("{player} has found all treasures and is home again.", player=Player(0))
    assert after.legal_moves() == ()
    state = play(hall([[], ["book"]], found=[("bat",), ()], pawns=[(1, 0), (0, 0)]), AWAY)
    assert play(state, "walk e1").outcome() is None
    assert play(state, "walk a5").outcome() is None
    state = play(hall([["bat"], ["book"]], pawns=[(1, 0), (4, 4)]), AWAY)
    assert not state.goes_home(0)
    assert play(state, "walk a1").outcome() is None
    after = play(hall([["bat"], ["book"]]), AWAY, "walk b2")
    assert after.decks[0] == ()
    assert after.outcome() is None
    state = hall([[], ["book"]], found=[("bat",), ()], pawns=[(0, 0), (4, 4)])
    pushed = play(state, AWAY)
    assert pushed.outcome() is None, "the move is still to be ended"
    assert happened(pushed, "walk a1") == ["home"]
    state = hall([[], ["skull"]], found=[("book",), ()], pawns=[(1, 0), (4, 4)], player=1)
    put = replace(state, pawns=(Cell(0, 0), Cell(4, 4)), phase="walk", last=state.params.arrows[0])
    after = play(put, "walk e5")
    assert after.outcome() is None
    assert play(after, "push b1 S 0", "walk a1").outcome().winners == (0,)
    rows = "┌─││┐ │││││ │││││ │││││ └│││┘"
    state = play(maze(rows, decks=[[], ["book"]], found=[("map",), ()], pawns=[(1, 0), (4, 4)]), AWAY)
    assert state.ways()[Cell(0, 1)] == ((1, 0), (0, 0), (0, 1))
    after = play(state, "walk b1")
    assert (after.outcome(), after.player) == (None, 1)
    assert play(state, "walk a1").outcome().winners == (0,)
    state = hall(
        [[], ["book"], ["skull", "keys"], ["map"]],
        found=[("bat",), (), (), ()],
        pawns=[(0, 0), (4, 4), (4, 4), (4, 4)],
    )
    after = play(state, AWAY, "walk a1")
    assert after.outcome().ranking == ((0,), (1, 3), (2,))


# -- other ways to end


def test_without_a_way_home_the_last_treasure_ends_it_but_alone_the_way_home_comes_last():
    state = play(hall([["bat"], ["book"]], end="last_treasure"), AWAY)
    after = play(state, "walk b2")
    assert after.outcome().winners == (0,)
    assert happened(state, "walk b2") == ["walk", "collect", "last"]
    assert str(after.outcome().reason) == "player 1 has found the last treasure."
    assert play(state, "walk a1").outcome() is None
    assert not state.goes_home(0)
    state = hall([["bat"]], players=1, pawns=[(1, 0)])
    found = play(state, AWAY, "walk b2")
    assert (found.outcome(), found.player, found.goes_home(0)) == (None, 0, True)
    after = play(found, "push d1 S 0", "walk a1")
    assert str(after.outcome().reason) == "All treasures of this maze are found."


def test_any_own_card_counts_where_the_order_is_free_and_a_team_shares_its_cards():
    state = play(hall([["map", "ghost", "bat"], ["book"]], goals="any"), AWAY)
    assert state.goals(0) == ("map", "ghost", "bat")
    after = play(state, "walk b2")
    assert after.decks[0] == ("map", "ghost")
    assert after.found[0] == ("bat",)
    state = hall([["bat", "map"], ["book"]], teams=True, pawns=[(0, 0), (0, 4), (4, 4), (4, 0)])
    assert state.deck(0) == state.deck(2) == ("bat", "map")
    assert state.deck(1) == state.deck(3) == ("book",)
    state = play(state, AWAY, "walk b2", "push b1 S 0", "walk e1")
    assert (state.player, state.goals(2)) == (2, ("map",))
    state = play(state, "push d1 S 0", "walk a3")
    assert state.found == (("bat",), (), ("map",), ())


@pytest.mark.parametrize("seat", [0, 2])
def test_a_team_wins_when_one_of_it_comes_home(seat):
    pawns = [(0, 0), (0, 4), (4, 4), (4, 0)]
    state = hall([[], ["book"]], found=[("bat",), (), (), ()], teams=True, pawns=pawns, player=seat)
    after = play(state, AWAY, f"walk {state.pawns[seat]}")
    assert after.outcome().winners == (0, 2)
    assert after.outcome().ranking == ((0, 2), (1, 3))


def test_by_numbers_one_pile_lies_open_for_all_and_only_the_next_treasure_counts_for_whoever_gets_it():
    state = deal(players=3, goals="numbers", open_cards=True, end="last_treasure")
    assert state.decks == (state.params.treasures,)
    assert all(state.goals(seat) == ("book",) for seat in range(3))
    assert redact(labyrinth, state, 2) == state
    open_for_all = {"goals": "numbers", "open_cards": True, "end": "last_treasure"}
    order = ("book", "map", "skull", "keys", "bat", "ghost")
    state = hall([order[1:]], found=[("book",), ()], pawns=[(1, 0), (4, 4)], player=1, **open_for_all)
    assert play(state, AWAY, "walk b2").found == (("book",), ()), "the bat has number five"
    after = play(state, AWAY, "walk a3")
    assert after.found == (("book",), ("map",))
    assert [after.points(seat) for seat in range(2)] == [1, 2]
    assert (after.goals(0), after.goals(1)) == (("skull",), ("skull",))


def by_numbers(found, **more):
    return maze(
        HALL,
        treasures=LYING,
        decks=[["ghost"]],
        found=found,
        goals="numbers",
        open_cards=True,
        end="last_treasure",
        **more,
    )


def test_by_numbers_the_last_treasure_ends_it_points_decide_and_the_same_points_share_the_place():
    order = by_numbers([("book", "map", "skull", "keys", "bat"), ()]).params.treasures
    assert order == ("book", "map", "skull", "keys", "bat", "ghost")
    state = by_numbers([("book", "map"), ("skull", "keys", "bat")], pawns=[(3, 4), (0, 0)])
    assert [state.points(seat) for seat in (0, 1)] == [1 + 2, 3 + 4 + 5]
    after = play(state, "push b1 S 0", "walk d4")
    assert after.found[0] == ("book", "map", "ghost")
    assert after.outcome().winners == (1,), "who found the last one has 9 points only"
    assert after.outcome().ranking == ((1,), (0,))
    assert str(after.outcome().reason) == "The last treasure is found. 12 points are the most."
    state = by_numbers(
        [("book", "map", "keys"), ("skull", "bat"), ()], players=3, pawns=[(0, 0), (4, 4), (3, 4)], player=2
    )
    after = play(state, "push b1 S 0", "walk d4")
    assert [after.points(seat) for seat in range(3)] == [7, 8, 6]
    state = by_numbers(
        [("book", "bat"), ("map", "keys"), ("skull",)], players=3, pawns=[(0, 0), (4, 4), (3, 4)], player=2
    )
    after = play(state, "push b1 S 0", "walk d4")
    assert [after.points(seat) for seat in range(3)] == [6, 6, 9]
    assert after.outcome().ranking == ((2,), (0, 1))
    state = by_numbers(
        [("bat", "keys"), ("map", "skull"), ("book",)], players=3, pawns=[(0, 0), (4, 4), (3, 4)], player=2
    )
    assert play(state, "push b1 S 0", "walk d4").outcome().ranking == ((0,), (2,), (1,))


# -- what is known


def test_only_the_own_top_card_is_known_unless_the_variant_has_it_otherwise_and_what_was_found_is_public():
    state = deal(players=3)
    for viewer in range(3):
        shown = redact(labyrinth, state, viewer)
        for seat, deck in enumerate(shown.decks):
            top = state.decks[seat][0] if seat == viewer else HIDDEN
            assert deck == (top, *[HIDDEN] * 7)
    state = play(hall([["bat", "map"], ["book"]]), AWAY, "walk b2")
    assert redact(labyrinth, state, 1).found == state.found
    state = deal(goals="any", cards=(5,))
    assert redact(labyrinth, state, 1).decks == ((HIDDEN,) * 5, state.decks[1])
    state = deal(goals="any", cards=(6,), open_cards=True)
    assert redact(labyrinth, state, 0) == state
    state = deal(players=4, teams=True)
    assert redact(labyrinth, state, 0).decks == redact(labyrinth, state, 2).decks
    assert redact(labyrinth, state, 1).decks[0] == (HIDDEN,) * 12


def test_a_sample_deals_what_is_hidden_anew_from_what_may_be_there():
    state = play(hall([["bat", "map"], ["book", "keys"]]), AWAY, "walk b2")
    seen = set()
    for seed in range(60):
        dealt = labyrinth.sample(state, 1, Dice(seed))
        assert dealt.decks[1][0] == "book"
        assert "bat" not in (*dealt.decks[0], *dealt.decks[1])
        seen.add((dealt.decks[0][0], dealt.decks[1][1]))
    hidden = {"map", "skull", "keys", "ghost"}
    assert seen == {(a, b) for a in hidden for b in hidden if a != b}


# -- undo


def test_a_push_may_be_taken_back_until_the_walk():
    game = BY_NAME["classic_2017"].session(3)
    first = game.state
    game.play(first.legal_moves()[5])
    assert game.can_undo()
    game.undo()
    assert game.state is first
    game.play(first.legal_moves()[7])
    game.play(game.state.legal_moves()[0])
    assert not game.can_undo()


# -- corners of the rules


@pytest.mark.parametrize(
    ("mark", "open_cards"), [(mark, False) for mark in MARKS] + [("swap", True), ("exchange", True)]
)
def test_only_a_mark_that_shows_a_hidden_card_cannot_be_taken_back(mark, open_cards):
    state = hall([["bat", "map"], ["book", "skull"]], marks={(3, 4): mark}, open_cards=open_cards)
    state = play(state, "push a4 E 0")
    shown = any(event.reveals for event in events(state, choices(state)[0]))
    assert shown == (mark in ("peek", "exchange") and not open_cards)
