"""A selection (chosen, lifted or turned) survives leaving the board and resuming the game, in each of the five."""

from dataclasses import dataclass

import pytest

from logic.labyrinth.rules import Push
from logic.registry import new_setup
from scenes.board.match import Match, resume_match
from scenes.board.scene import BoardScene
from tests.support.hands.views import poses
from tests.support.positions.dragon import file_text
from tests.support.sampling import in_turn
from tests.support.seats import coatl as coatlseat
from tests.support.seats import dragon as dragonseat
from tests.support.seats import jumpin as jumpinseat
from tests.support.seats import labyrinth as labyrinthseat
from tests.support.seats.seating import lift, play_on, sit_before

TWO = new_setup("lgame", "practice", (dragonseat.ANNA, labyrinthseat.BEN), 5)
JUMPERS = file_text("Z;Z;Z;L\nZ;Z;Z;Z", "S;N", 1, "1;1")
NONSENSE = ("", "K9", "leap", "K9 leap", "R9", "N1 leap", "L9", "L3 z9", "push (9, 9, E) 0", "future", "Rb99", "½")


def armed(view):
    """Turn the spare tile of a labyrinth, and put it at an arrow."""
    view.hands.spare.turn(1)
    push = next(
        move for move in view.state.legal_moves() if isinstance(move, Push) and move.rot == view.hands.spare.rot
    )
    view.hands.spare.arm(push.arrow)


def lifted(view):
    """Lift the first piece or card of Cóatl with which something can be built."""
    view.hands.choose(
        next(spot for spot, _ in view.hands.pointing.on_table() if spot.name in view.hands.choice.reach.builds)
    )


def acts(*actions):
    """Return a function that sends a board some actions, none of which makes a move."""

    def take(view):
        for action in actions:
            assert view.act(action) is True

    return take


@dataclass(frozen=True)
class Case:
    """A game for one at the screen, the moves before the board is left, what is done on it then, and the result."""

    name: str
    setup: object
    moves: tuple = ()
    does: object = acts()
    in_hand: str = ""

    def __str__(self):
        return self.name


def chooses(name):
    return lambda view: view.hands.choose(name)


CASES = [
    Case("the knight who moved", dragonseat.setup_of(dragonseat.HALL), ("K1 east",), chooses("K1"), "K1"),
    Case("another knight", dragonseat.setup_of(dragonseat.HALL), ("K1 east",), chooses("K2"), "K2"),
    Case("a leap", dragonseat.setup_of(JUMPERS), ("K1 south",), acts("leap"), "K1 leap"),
    Case("a knight put down", dragonseat.setup_of(file_text("Z;Z;L", "N")), (), chooses(None), "nobody"),
    Case("a rabbit", jumpinseat.setup_of(), ("slide F1 1,1",), chooses("R1"), "R1"),
    Case("a fox", jumpinseat.setup_of(), (), chooses("F1"), "F1"),
    Case("an L", TWO, (), acts("rotate"), "L"),
    Case("an L elsewhere", TWO, (), acts("mirror", "right"), "L"),
    Case("a pebble", TWO, ("lay",), acts("accept"), "n"),
    Case(
        "a tile turned",
        labyrinthseat.setup_of(labyrinthseat.ANNA, variant="solo"),
        (),
        lambda view: view.hands.spare.turn(1),
    ),
    Case("a tile at an arrow", labyrinthseat.setup_of(labyrinthseat.ANNA, variant="solo"), (), armed, "push "),
    Case("a piece", coatlseat.setup_of(coatlseat.ANNA, variant="solo"), ("take b1", "end"), lifted),
]


def sit_at(new_driver, case):
    """Sit down at a case, make its moves, and act on its board."""
    driver, match = sit_before(new_driver, case.setup, (1024, 600), rest=0.3)
    for move in case.moves:
        play_on(driver, match, next(one for one in match.session.state.legal_moves() if str(one).startswith(move)))
    view = driver.top.view
    assert view.host.live
    case.does(view)
    driver.step(0.5)
    return driver, match, view


@pytest.mark.parametrize(("case", "way"), in_turn(CASES, ["left by the menu", "killed"]), ids=str)
def test_a_resumed_board_restores_the_selection(new_driver, case, way):
    driver, match, view = sit_at(new_driver, case)
    held, stood = view.in_hand, poses(view)
    assert held.startswith(case.in_hand)
    assert held
    if way == "left by the menu":
        driver.key("f10")
        driver.step(0.3)
        driver.app.stack.pop(driver.app.stack.scenes[1])
    driver.push(BoardScene(driver.app, resume_match(driver.app, match.game_id)))
    driver.step(0.5)
    again = driver.top.view
    assert again is not view
    assert again.in_hand == held
    assert poses(again) == stood


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_invalid_saved_selection_is_ignored(new_driver, case):
    driver, match, _ = sit_at(new_driver, case)
    for nonsense in NONSENSE:
        match.keep_in_hand(nonsense)
        driver.push(BoardScene(driver.app, resume_match(driver.app, match.game_id)))
        driver.step(0.2)
        assert driver.top.view.in_hand in ("", "K1"), "a knight who is alone is chosen by himself"
        driver.app.stack.pop(driver.top)


def test_a_saved_selection_is_not_restored_behind_a_curtain(new_driver):
    seats = labyrinthseat.ANNA, labyrinthseat.BEN
    driver, match = labyrinthseat.sit_at(new_driver, *seats)
    armed(lift(driver).view)
    driver.step(0.2)
    assert Match.resume(driver.app, match.game_id).in_hand.startswith("push ")
    driver.open(BoardScene(driver.app, resume_match(driver.app, match.game_id)))
    assert lift(driver).view.in_hand == ""


def test_deselection_is_saved_and_an_unkept_game_stores_no_selection(new_driver):
    driver = new_driver((640, 400))
    match = Match.start_unstored(driver.app, CASES[0].setup)
    match.keep_in_hand("K1")
    assert driver.app.store.unfinished() == []
    driver, match, view = sit_at(new_driver, CASES[4])
    view.hands.choose(None)
    driver.step(0.1)
    assert Match.resume(driver.app, match.game_id).in_hand == ""
