"""A player leaves a game for several: the computer plays on, and nothing of that is lost or undone."""

import json

import pytest

from logic import players
from logic.core import Dice, IllegalMove, never
from logic.session import Leave, SaveError, Seat, Session, plays_on, stand_in
from logic.storage.exchange import MARK, read_exchange
from logic.storage.store import Store
from tests.games import nullgame, pots
from tests.games.potsseat import ANNA, BEN, CLEO, MODEST, play, session_of, setup_of
from tests.services.session.sessionparts import counters

GAMES = {"pots": pots}


def left_game(**options):
    """Return a game in which Ben leaves in his first turn, after taking two."""
    session = session_of(ANNA, BEN, CLEO, **options)
    play(session, "take 1", "end", "take 2")
    session.leave(1, "greedy")
    return session


# -- who may leave


def test_leaving_gives_the_seat_to_a_computer_of_a_known_level():
    session = left_game()
    assert session.seats == (ANNA, Seat("Ben", "greedy"), CLEO)
    assert session.setup.seats == (ANNA, BEN, CLEO)
    assert session.leaves == (Leave(3, 1, "greedy"),)
    session = session_of(ANNA, BEN, CLEO)
    before = session.save()
    with pytest.raises(ValueError, match="no 'wise'"):
        session.leave(0, "wise")
    assert session.save() == before
    assert not plays_on(nullgame, counters().state, 4)


@pytest.mark.parametrize(
    ("seats", "pairs", "wanted"),
    [
        ((ANNA, BEN), False, False),
        ((ANNA, BEN, CLEO), False, True),
        ((ANNA, BEN, CLEO, Seat("Dora")), False, True),
        ((ANNA, BEN, CLEO, Seat("Dora")), True, False),
        ((ANNA, MODEST, MODEST), False, False),
        ((ANNA, BEN, MODEST), False, True),
    ],
)
def test_a_player_may_leave_if_three_sides_and_another_human_remain(seats, pairs, wanted):
    session = session_of(*seats, pairs=pairs)
    assert session.can_leave(0) is wanted
    if not wanted:
        with pytest.raises(IllegalMove, match="Nobody can play on at seat 1"):
            session.leave(0, "greedy")


def test_plays_on_allows_leaving_a_game_of_two(monkeypatch):
    assert not session_of(ANNA, BEN).can_leave(0)
    monkeypatch.setattr(pots.SCORING, "plays_on", True)
    session = session_of(ANNA, BEN)
    session.leave(0, "modest")
    assert not session.can_leave(1), "nobody would be left"


@pytest.mark.parametrize(("seats", "level"), [((ANNA, BEN), "greedy"), ((ANNA, MODEST, BEN), "modest")])
def test_the_stand_in_is_a_level_at_the_table_or_the_middle_one(seats, level):
    assert stand_in(pots, seats) == level


# -- keeping


@pytest.mark.parametrize("rest", ["", " 1", " x greedy", " 1 wise", " 7 greedy", " -1 modest"])
def test_an_invalid_leaves_line_in_a_journal_is_refused(rest):
    with pytest.raises(SaveError, match="Action 1"):
        Session.replay(pots, setup_of(ANNA, BEN, CLEO), [f"leaves{rest}"])


@pytest.mark.parametrize("then", [(), ("end",), ("end", "take 1"), ("end", "take 1", "undo")])
def test_a_save_restores_the_leave(then):
    session = left_game(undo="always")
    for line in then:
        session.act(line if line == "undo" else f"play {line}")
    loaded = Session.load(json.loads(json.dumps(session.save())), GAMES)
    assert (loaded.seats, loaded.leaves, loaded.ply) == (session.seats, session.leaves, session.ply)
    assert loaded.save() == session.save()
    assert loaded.can_undo() == session.can_undo()


@pytest.mark.parametrize(
    ("leaves", "words"),
    [
        ([[3, 1, "wise"]], "leaves: .*no 'wise'"),
        ([[3, 5, "greedy"]], "leaves: Nobody can play on at seat 6"),
        ([[4, 1, "greedy"]], "leaves: places, 0 to 3"),
        ([[0, 0, "modest"], [0, 0, "modest"]], "leaves: Nobody can play on"),
        ([[0, 0, "modest"], [0, 1, "modest"], [0, 2, "modest"]], "leaves: Nobody can play on"),
        ([[-1, 0, "modest"]], r"\$\.leaves"),
        ([[0, 0, ""]], r"\$\.leaves"),
    ],
)
def test_a_tampered_leave_in_a_save_is_refused(leaves, words):
    data = left_game().save()
    data["leaves"] = leaves
    with pytest.raises(SaveError, match=words):
        Session.load(json.loads(json.dumps(data)), GAMES)


def test_a_game_with_a_leave_is_stored_and_exported(tmp_path):
    store, _ = Store.open(tmp_path)
    setup = setup_of(ANNA, BEN, CLEO, coins=6)
    game_id = store.begin(setup, 1.0)
    session = Session(pots, setup, store.recorder(game_id, lambda: 2.0))
    play(session, "take 2", "end", "take 1")
    session.leave(1, "greedy")
    assert store.resume(game_id, GAMES).session.save() == session.save()
    play(session, "end", "take 3", "end")
    outcome = session.outcome()
    assert outcome.ranking == ((2,), (0,), (1,)), "the one who left is ranked by what the computer has made of it"
    store.finish(game_id, outcome, 3.0)
    read = read_exchange({MARK: 1, **store.export_game(game_id)}, GAMES)
    assert "leaves 1 greedy" in read.games[0].journal


@pytest.mark.parametrize("seed", range(20))
def test_after_any_leave_computers_finish_the_game(seed):
    dice = Dice(seed)
    session = session_of(ANNA, BEN, CLEO, coins=20)
    leaver, when = dice.below(3), dice.below(8)
    while session.outcome() is None:
        if session.ply == when and not session.leaves:
            session.leave(leaver, "greedy")
        level = session.level_of(session.actor) or "modest"
        session.play(players.choose(pots, level, session.state, dice, never))
    assert sum(session.state.purses) == 20
    assert sorted(seat for group in session.outcome().ranking for seat in group) == [0, 1, 2]
