"""A match of Labyrinth among three or four: how it ends early, how it begins anew, and what its file may not say."""

import msgspec
import pytest

from logic.game import redact
from logic.labyrinth.components import TREASURES
from logic.session.saving import SaveError
from logic.session.session import Session
from scenes.board.chronicle import log_lines
from scenes.cabinet.replay import ReplayScene
from tests.labyrinthseat import ANNA, BEN, DAVID, LABYRINTH, WALKER, ZOE, advance, lift, setup_of, sit_at
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

ALL = (ANNA, BEN, ZOE, DAVID)


def session_of(*seats, **chosen):
    return Session(LABYRINTH, setup_of(*seats, **chosen))


# -- before its end


@pytest.mark.parametrize("seats", [ALL[:3], ALL])
@pytest.mark.parametrize("why", ["gave_up", "time"])
def test_who_gives_up_loses_against_all_others(seats, why):
    session = session_of(*seats)
    session.end_early(1, why)
    outcome = session.outcome()
    others = tuple(seat for seat in range(len(seats)) if seat != 1)
    assert (outcome.winners, outcome.ranking) == (others, (others, (1,)))


@pytest.mark.parametrize("why", ["gave_up", "time"])
def test_who_gives_up_in_a_team_loses_with_the_partner(why):
    session = session_of(*ALL, variant="team")
    session.end_early(3, why)
    outcome = session.outcome()
    assert (outcome.winners, outcome.ranking) == ((0, 2), ((0, 2), (1, 3)))


def test_a_draw_of_four_has_one_place():
    session = session_of(*ALL)
    session.end_early(2, "agreed")
    assert (session.outcome().winners, session.outcome().ranking) == ((), ((0, 1, 2, 3),))


# -- once more


def cards(match):
    return match.session.setup.params["cards"]


def test_a_handicap_goes_with_its_player_into_the_rematch(sit_down):  # noqa: F811
    _, match = sit_at(sit_down, ANNA, BEN, ZOE, cards=[1, 5, 9])
    other = match.rematch()
    assert other.seats == (BEN, ZOE, ANNA)
    assert cards(other) == [5, 9, 1]
    assert [len(deck) for deck in other.session.state.decks] == [5, 9, 1]
    assert cards(match) == [1, 5, 9]


def test_partners_keep_their_cards_in_the_rematch(sit_down):  # noqa: F811
    _, match = sit_at(sit_down, *ALL, variant="team", cards=[3, 8])
    other = match.rematch()
    assert other.seats == (BEN, ZOE, DAVID, ANNA)
    assert cards(other) == [8, 3]


@pytest.mark.parametrize(("first", "chosen"), [(0, [4]), (0, []), (None, [2, 6])])
def test_what_is_the_same_for_all_or_for_the_dice_stays_in_the_rematch(sit_down, first, chosen):  # noqa: F811
    _, match = sit_at(sit_down, ANNA, BEN, cards=chosen, first=first)
    other = match.rematch()
    assert cards(other) == chosen
    assert (other.seats == match.seats) == (first is None)


# -- a file of it that somebody has changed


@pytest.fixture(scope="module")
def saved():
    """A game of three in the middle, as the data of its file."""
    session = session_of(ANNA, WALKER, ZOE, variant="events")
    advance(session_as_match(session), 25)
    return session.save()


def session_as_match(session):
    """Let :func:`advance` play a session."""

    class Table:
        is_over = False

        def __init__(self):
            self.session = session
            self.play = session.play

    return Table()


def changed(data, path, value):
    copy = msgspec.json.decode(msgspec.json.encode(data))
    *way, last = path
    at = copy
    for key in way:
        at = at[key]
    at[last] = value
    return copy


P = ("setup", "params")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*P, "players"), 4),
        ((*P, "players"), 0),
        ((*P, "players"), True),
        ((*P, "cards"), [5, 5]),
        ((*P, "cards"), [9, 9, 9]),
        ((*P, "cards"), [-1]),
        ((*P, "cards"), "5"),
        ((*P, "size"), 6),
        ((*P, "size"), 9),
        ((*P, "arrows"), []),
        ((*P, "arrows", 0), [0, 0, "E"]),
        ((*P, "arrows", 0), [1, 0, "X"]),
        ((*P, "layout", 0), [1, 1, "ES", "start red"]),
        ((*P, "layout", 0), [0, 0, "ES", "start mauve"]),
        ((*P, "layout", 1), [0, 2, "ESW", "teapot"]),
        ((*P, "mix"), {"I": 12, "L": 16}),
        ((*P, "mix"), {"I": 13, "L": 16, "T": 6}),
        ((*P, "marks"), ["fly"]),
        ((*P, "marks"), ["peek"] * 40),
        ((*P, "corners"), [["red"]]),
        ((*P, "maze"), -1),
        ((*P, "par"), -1),
        ((*P, "tier"), 6),
        ((*P, "end"), "never"),
        ((*P, "goals"), "numbers"),
        ((*P, "teams"), True),
        ((*P, "decks"), [["owl"], ["bat"], ["rat"]]),
        (("setup", "seats"), [{"name": "Anna"}, {"name": "Ben"}]),
        (("setup", "seats"), []),
        (("setup", "variant"), 7),
        (("setup", "seed"), -1),
        (("moves", 0), "push b1 S 7"),
        (("moves", 0), "push a1 S 0"),
        (("moves", 0), "walk a1"),
        (("moves", 1), "use wall 3"),
        (("moves", 1), ""),
        (("place",), 99),
        (("confirmed",), 26),
        (("confirmed",), 0),
        (("early_end",), [3, "gave_up"]),
        (("early_end",), [0, "bored"]),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, tuple) else str(value)[:24],
)
def test_a_file_that_contradicts_itself_is_refused_with_a_reason(saved, path, value):
    assert Session.load(saved, {"labyrinth": LABYRINTH}).ply == saved["place"]
    with pytest.raises(SaveError) as caught:
        Session.load(changed(saved, path, value), {"labyrinth": LABYRINTH})
    assert len(str(caught.value)) > 10


# -- what nobody may know before the end


@pytest.mark.parametrize("variant", ["events", "pick_of_hand", "team"])
def test_log_and_watched_game_name_no_treasure_that_is_not_found_yet(sit_down, variant):  # noqa: F811
    driver, match = sit_at(sit_down, *ALL, variant=variant, moves=40)
    found = {str(TREASURES[name]) for names in match.session.state.found for name in names}
    hidden = {str(name) for name in TREASURES.values()} - found
    assert found
    lines = [line.text for line in log_lines(driver.app, match)]
    assert not [(line, name) for line in lines for name in hidden if f" {name} " in f" {line.strip('.')} "]
    driver.push(ReplayScene(driver.app, match.session))
    for place in range(len(match.session.states)):
        driver.top.go(place)
        driver.frame()
        assert driver.top.board.view.motion.goals() == frozenset()


def test_through_whole_turns_no_frame_lays_a_card_open(sit_down):  # noqa: F811
    driver, match = sit_at(sit_down, ANNA, WALKER, ZOE, variant="events")
    for _ in range(9):
        board = lift(driver)
        advance(match, 1)
        for _ in range(240):
            driver.frame()
            known = redact(LABYRINTH, match.session.state, board.viewer)
            assert board.view.state.decks == known.decks
            assert not board.view.host.shows_secret
            assert [card.face.things.hand for card in board.panel.players.cards] == [()] * 3
    assert match.session.ply > 9
