"""Labyrinth at the table: whole turns by mouse and fingers, through the window’s own events; keys are any board’s."""

import pygame
import pytest

from logic.core import Cell
from logic.labyrinth.rules import Push, Walk
from logic.registry import new_setup
from logic.session.saving import Seat
from tests.labyrinthhands import in_line
from tests.seating import BoardHands, sit_before

USUAL = (1280, 720)
SECOND = 8
"""The finger that comes to help."""


def sit_at(sit_down, variant="solo", size=USUAL, seed=5, **chosen):
    return sit_before(sit_down, new_setup("labyrinth", variant, (Seat("Anna"),), seed, chosen), size)


class Hands(BoardHands):
    """Makes the moves of a turn."""

    def at(self, place):
        x, y = self.view.to_pixels(*place)
        return round(x), round(y)

    def cell(self, cell):
        return self.view.cell_rect(cell).center

    def turns(self, push):
        """By how many quarters the spare tile is still turned away."""
        sides = 2 if self.view.state.spare.shape == "I" else 4
        return (push.rot - self.view.hands.spare.rot) % sides


class Mouse(Hands):
    """Turns by the wheel, clicks on arrows and cells."""

    def push(self, push):
        for _ in range(self.turns(push)):
            self.driver.wheel(self.at(self.view.tray), 1.0)
        arrow = self.at(self.view.arrow_place(push.arrow))
        self.driver.click(arrow)
        self.driver.settle()
        self.driver.click(arrow)

    def walk(self, walk):
        self.driver.move(self.cell(walk.cell))
        self.driver.click(self.cell(walk.cell))


class DraggingMouse(Hands):
    """Clicks into the tray to turn, drags the tile into its line, and the pawn to where it goes."""

    def push(self, push):
        for _ in range(self.turns(push)):
            self.driver.click(self.at(self.view.tray))
        self.driver.drag(*map(self.at, (self.view.tray, in_line(push.arrow, -0.1), in_line(push.arrow, 0.9))))

    def walk(self, walk):
        pawn = self.view.stage.pose(f"p{self.view.state.player}")
        if walk.cell == self.view.state.pawns[self.view.state.player]:
            self.driver.click("end_turn")
        else:
            self.driver.drag(self.at((pawn.x, pawn.y)), self.cell(walk.cell))


class Fingers(Hands):
    """Twists the tile in the hand with a second finger, and taps."""

    def push(self, push):
        driver, first, second = self.driver, self.at(in_line(push.arrow, 0)), (40, 40)
        quarters = self.turns(push)
        driver.touch(pygame.FINGERDOWN, self.at(self.view.tray), 7)
        driver.touch(pygame.FINGERMOTION, first, 7)
        if quarters:
            driver.touch(pygame.FINGERDOWN, (first[0] + 60, first[1]), SECOND)
            for step in range(1, 3 * quarters + 1):
                turned = pygame.Vector2(60, 0).rotate(30 * step)
                driver.touch(pygame.FINGERMOTION, (first[0] + round(turned.x), first[1] + round(turned.y)), SECOND)
            driver.touch(pygame.FINGERUP, second, SECOND)
        driver.touch(pygame.FINGERUP, first, 7)
        driver.settle()
        assert self.view.hands.spare.armed == push.arrow
        driver.finger(first)

    def walk(self, walk):
        self.driver.finger(self.cell(walk.cell))


def chosen_moves(state):
    """The push after which the goal, or else the most, can be reached, and the walk to it."""

    def worth(push):
        after = state.apply(push).state
        ways = after.ways()
        return any(after.tile(cell).symbol in after.goals(0) for cell in ways), len(ways), str(push)

    push = max(state.legal_moves(), key=worth)
    after = state.apply(push).state
    walks = [move.cell for move in after.legal_moves()]
    goals = [cell for cell in walks if after.tile(cell).symbol in after.goals(0)]
    return push, Walk(goals[0] if goals else walks[-1])


@pytest.mark.parametrize("hands", [Mouse, DraggingMouse, Fingers])
def test_whole_turns_can_be_played_by_mouse_and_fingers(sit_down, hands):
    driver, match = sit_at(sit_down, cards=[3])
    hand, made = hands(driver), []
    for _ in range(4):
        if match.is_over:
            break
        push, walk = chosen_moves(match.session.state)
        hand.push(push)
        driver.settle()
        hand.walk(walk)
        driver.settle()
        made += [push, walk]
        assert list(match.session.moves) == made
    assert match.session.state.found[0]


def test_a_resize_in_the_middle_of_a_drag_loses_nothing_and_a_click_skips_to_the_end(sit_down):
    driver, match = sit_at(sit_down)
    hand = Hands(driver)
    arrow = match.session.state.params.arrows[0]
    driver.press(hand.at(hand.view.tray))
    driver.move(hand.at(in_line(arrow, 0.2)))
    assert hand.view.hands.spare.armed == arrow
    driver.resize((720, 1280))
    driver.step(0.2)
    driver.release(hand.at(in_line(arrow, 0.9)))
    driver.settle()
    assert dict(hand.view.stage.poses())[match.session.state.spare.id].z < 1
    Mouse(driver).push(Push(arrow, hand.view.hands.spare.rot))
    driver.settle()
    assert [move.arrow for move in match.session.moves] == [arrow]
    # a click while all slides skips to the end
    driver, match = sit_at(sit_down)
    Mouse(driver).push(match.session.state.legal_moves()[0])
    driver.step(0.1)
    assert driver.top.view.stage.moving
    far = Hands(driver).cell(Cell(6, 6))
    driver.click(far)
    assert not driver.top.view.stage.moving


def test_the_push_can_be_taken_back_until_the_walk_and_stay_here_ends_the_turn_then(sit_down):
    driver, match = sit_at(sit_down)
    assert not driver.widget("end_turn").enabled
    assert driver.widget("end_turn").label == "Stay here"
    Mouse(driver).push(match.session.state.legal_moves()[0])
    driver.settle()
    home = match.session.state.pawns[0]
    driver.click("end_turn")
    driver.settle()
    assert match.session.moves[-1] == Walk(home)
    assert match.session.state.phase == "push"
    # the push can be taken back until the walk
    driver, match = sit_at(sit_down)
    before = match.session.state
    hand = Mouse(driver)
    hand.push(before.legal_moves()[0])
    driver.settle()
    assert driver.top.view.state.phase == "walk"
    driver.click("undo")
    driver.settle()
    assert match.session.state == before
    assert dict(driver.top.view.stage.poses()) == driver.top.view.layout(before)
    assert driver.top.view.hands.spare.rot == before.spare.rot
    hand.push(before.legal_moves()[-1])
    driver.settle()
    assert list(match.session.moves) == [before.legal_moves()[-1]]
