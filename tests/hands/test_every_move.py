"""Every move of each game can be made by each device, on its view alone and on the board screen."""

import pygame
import pytest

from logic import players
from logic.core import Dice, find_move, never
from logic.lgame.rules import Lay
from logic.registry import GAMES
from scenes.app.page import Question
from scenes.view.picture import view_of
from tests.support.gallery import make_kit
from tests.support.hands import coatl as coatlhands
from tests.support.hands.moves import DRAGGED, HANDS, POSITIONS, WAYS, AtView, Mouse, flips
from tests.support.hands.views import at_home, view_for
from tests.support.positions.dragon import file_text
from tests.support.sampling import sample_of
from tests.support.seats import coatl as coatlseat
from tests.support.seats import dragon as dragonseat
from tests.support.seats import jumpin as jumpinseat
from tests.support.seats import labyrinth as labyrinthseat
from tests.support.seats import match as matchhands
from tests.support.seats.seating import sit_before

pytestmark = pytest.mark.xdist_group("every move")  # one process keeps positions and pictures for all

SIZE = (480, 420)
KITS = [make_kit(SIZE), make_kit(SIZE, reduced_motion=True)]
MANY, SEEDS = 10, {"coatl": 14}
"""How many moves of a position are made, and in how many positions: one a kind of move at Cóatl, otherwise eight. The
thorough run makes all moves of three times as many, with and without animation."""
ANNA, BEN = labyrinthseat.ANNA, labyrinthseat.BEN
SETUPS = {
    "coatl": coatlseat.setup_of(ANNA, variant="solo"),
    "dragon": dragonseat.setup_of(file_text("Z;Z;Z;Z\nZ;Z;Z;Z\nZ;Z;Z;L", "S;N", 1, "1;1"), variant="practice"),
    "jumpin": jumpinseat.setup_of(),
    "labyrinth": labyrinthseat.setup_of(ANNA, variant="solo", cards=[3]),
    "lgame": matchhands.setup_of(ANNA, BEN),
}
PLANS = {
    "jumpin": lambda state, number: find_move(state, jumpinseat.WAY[number]),
    "labyrinth": lambda state, number: players.choose(GAMES["labyrinth"], "walker", state, Dice(number), never),
}
"""What is played at a screen where something is to be reached: a solved puzzle, a treasure that is found."""


@pytest.mark.parametrize("part", sample_of(range(6), every=6))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_made_by_each_input_method(game, way, part):
    seeds = SEEDS.get(game, 8)
    for seed in range(part // 2 * seeds, (part // 2 + 1) * seeds):
        state, dice, kit = POSITIONS[game](seed), Dice(seed), KITS[(seed + part) % 2]
        for move in dice.shuffled(state.legal_moves())[: None if part else MANY]:
            view = view_for(view_of(game), GAMES[game], state, kit, None, pygame.Rect((0, 0), SIZE), state.player)
            assert AtView(view).make(way, move, dice) == move, move


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_each_input_method_plays_turns_on_the_board_screen(new_driver, game, hand):
    driver, match = sit_before(new_driver, SETUPS[game], (1280, 720), profile="Anna")
    (kind, way), dice = HANDS[hand], Dice(3)
    doer, session = kind(driver), match.session
    for number in range(8):
        state = session.state
        moves = [move for move in state.legal_moves() if str(move) != "pass"]
        if hand == "finger drags":  # an L cannot be flipped by fingers while it is dragged
            moves = [move for move in moves if not isinstance(move, Lay) or not flips(state, move)]
        move = PLANS[game](state, number) if game in PLANS else dice.choice(moves)
        doer.make(way, move, dice)
        driver.settle()
        if isinstance(driver.top, Question):
            driver.tap("answer1")
        if session.awaits_end:
            doer.end()
            driver.settle()
        assert session.moves[-1] == move
        if match.is_over:
            break
    assert driver.app.store.resume(match.game_id, GAMES).session.moves == session.moves
    assert game != "jumpin" or match.outcome.winners == (0,)
    assert game != "labyrinth" or session.state.found[0]


@pytest.mark.parametrize("game", DRAGGED)
def test_resizing_the_window_cancels_a_drag_without_making_a_move(new_driver, game):
    driver, match = sit_before(new_driver, SETUPS[game], (1280, 720), profile="Anna")
    view, build = driver.top.view, coatlhands.builder(Dice(3))
    while not any(isinstance(move, DRAGGED[game]) for move in match.session.state.legal_moves()):
        match.play(build(match.session.state))
    driver.settle()
    before = match.session.moves
    move = next(move for move in match.session.state.legal_moves() if isinstance(move, DRAGGED[game]))
    hand = Mouse(driver)
    hand.make("drags", move, until="up")
    assert not at_home(view)
    assert game != "labyrinth" or view.hands.spare.armed == move.arrow
    place = view.to_units(hand.pos)
    driver.resize((720, 1280))
    driver.step(0.2)
    driver.release(tuple(map(round, view.to_pixels(*place))))  # where it would have made the move
    driver.settle()
    assert match.session.moves == before
    assert at_home(view)
    hand.make("drags", move)
    driver.settle()
    assert match.session.moves == (*before, move)
