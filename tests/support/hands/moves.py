"""How each device makes each move of each game: presses, drags, releases and actions, step by step.

``WAYS[way][game]`` yields those steps for a view, a move, and dice for what is free to choose; one by one, for the next
step may depend on the result of the one before. They are done on a view alone, at a screen, or in a real window.
"""

import math

import pygame

from logic.coatl.moves import Attach, Choose, Take
from logic.core import Dice
from logic.dragon.board import toward
from logic.dragon.rules import Go, Leap
from logic.jumpin.rules import Hop, begin
from logic.labyrinth.components import TURNS
from logic.labyrinth.rules import Push, Skip, Use
from logic.lgame.rules import SQUARES, Lay, mirrored, turned
from logic.registry import GAMES
from scenes.coatl.layout import Spot
from scenes.jumpin.layout import mover, moves_by_cell, pieces_of, poses_of
from scenes.lgame.hands import middle as middle_of
from tests.support.hands import coatl as coatlhands
from tests.support.hands import dragon as dragonhands
from tests.support.hands import labyrinth as labyrinthhands
from tests.support.hands import lgame as lgamehands
from tests.support.hands.labyrinth import in_line
from tests.support.hands.views import arrows_to, middle, pointer
from tests.support.positions import jumpin as meadows
from tests.support.seats.app import FINGER

DRAGGED = {"coatl": Attach, "dragon": Go, "jumpin": Hop, "labyrinth": Push, "lgame": Lay}
"""Moves that are dragged across the board, and may be released anywhere."""
MOST = 80
"""The most steps that a move may take."""
SECOND = FINGER + 1
"""The second finger."""
END = ("end",)
"""The step for a move that only ends the turn."""


def at(view, x, y):
    """Return the pixel of a point in cells."""
    left, top = view.to_pixels(x, y)
    return round(left), round(top)


def tap(pos):
    return [("down", pos), ("up", pos)]


def drag(*stops):
    return [("down", stops[0]), *(("move", stop) for stop in stops[1:]), ("up", stops[-1])]


def acts(*actions):
    return [("act", action) for action in actions]


def arrows(here, goal):
    """Return the arrow keys that lead from one cell to another."""
    down, right = goal.row - here.row, goal.col - here.col
    return ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)


def led(view, cursor, goal):
    """Yield the arrow keys that move a cursor, which is nowhere at first, to a thing."""
    if cursor.at is None:
        yield from acts("right")
    yield from acts(*arrows_to(view, cursor, goal))


# -- the L-Game


def flips(state, lay):
    """Return whether an L has to be flipped to lie so."""
    return state.ls[state.player].is_mirrored != lay.placement.is_mirrored


def turns(state, lay):
    """Return the turns and flips from how the L lies to how it will lie."""
    mirror = ["mirror"] if flips(state, lay) else []
    start, quarters = state.ls[state.player].orientation, 0
    start = mirrored(start) if mirror else start
    while turned(start, quarters) != lay.orientation:
        quarters += 1
    return acts(*mirror, *["rotate"] * quarters)


def pebble(state, move):
    return state.neutrals[int(move.neutral[1])]


def lgame_taps(view, move, dice):
    state = view.state
    if isinstance(move, Lay):
        home, by_buttons = state.ls[state.player], dice.chance() < 0.5
        yield from tap(middle(view, home.cells[0]))
        if by_buttons:
            yield from turns(state, move)
            assert view.hands.lift.orientation == move.orientation
        over = view.hands.lift.ghost or home  # what a tap would lay, or put back
        cell = dice.choice(sorted(SQUARES[move.placement] - SQUARES[over] or move.placement.cells))
        while view.hands.lift.ghost != move.placement:
            yield from tap(middle(view, cell))
        other = next(there for there in move.placement.cells if there != cell)
        yield from acts("lay") if by_buttons else tap(middle(view, other))
    else:
        yield from (*tap(middle(view, pebble(state, move))), *tap(middle(view, move.target)))


def lgame_drags(view, move, dice):
    state = view.state
    if isinstance(move, Lay):
        home = state.ls[state.player]
        start = dice.choice(home.cells)
        yield ("down", middle(view, start))
        yield ("move", at(view, start.col + 0.8, start.row + 0.6))
        yield from turns(state, move)
        goal, held = middle_of(move.placement), view.hands.hand.offset
        there = at(view, goal[0] - held[0], goal[1] - held[1])
        yield from (("move", there), ("up", there))
    else:
        yield from drag(middle(view, pebble(state, move)), middle(view, move.target))


def lgame_keys(view, move, dice):
    state = view.state
    if isinstance(move, Lay):
        home = state.ls[state.player]
        yield from (*acts("accept"), *turns(state, move))
        while way := arrows((view.hands.lift.ghost or home).anchor, move.anchor):
            yield from acts(way[0])
        yield from acts("accept")
    else:
        for cell in (pebble(state, move), move.target):
            yield from (*acts(*arrows(view.hands.cursor.at, cell)), *acts("accept"))


# -- Stone Dragon


def dragon_ends(view, move):
    """Return the squares that a knight leaves and enters."""
    start = next(knight.cell for knight in view.state.knights if knight.name == move.knight)
    return start, toward(start, move.direction, 2 if isinstance(move, Leap) else 1)


def dragon_taps(view, move, dice):
    start, end = dragon_ends(view, move)
    if view.party.chosen != move.knight:
        yield from tap(middle(view, start))
    yield from tap(middle(view, end))


def dragon_drags(view, move, dice):
    start, end = (middle(view, cell) for cell in dragon_ends(view, move))
    yield from drag(start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end)


def dragon_keys(view, move, dice):
    while view.party.chosen != move.knight:
        yield from acts("rotate")
    if isinstance(move, Leap):
        yield from acts("leap")
    yield from acts({"north": "up", "south": "down", "west": "left", "east": "right"}[move.direction])


# -- JumpIN’


def jumpin_taps(view, move, dice):
    state, piece = view.state, mover(move)
    home = next(cell for cell, name in pieces_of(state).items() if name == piece)
    meant = next(cell for cell, one in moves_by_cell(state)[piece].items() if one == move)
    yield from (*tap(middle(view, home)), *tap(middle(view, meant)))


def jumpin_ends(view, move):
    return (poses_of(one)[mover(move)] for one in (view.state, view.state.apply(move).state))


def jumpin_drags(view, move, dice):
    start, end = (at(view, pose.x, pose.y) for pose in jumpin_ends(view, move))
    yield from drag(start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end)


def jumpin_keys(view, move, dice):
    start, end = jumpin_ends(view, move)
    while view.animals.chosen != mover(move):
        yield from acts("rotate")
    right, down = round(end.x - start.x), round(end.y - start.y)
    arrow = ("right" if right > 0 else "left") if right else ("down" if down > 0 else "up")
    yield from acts(*[arrow] * (1 if isinstance(move, Hop) else abs(right + down)), "accept")


# -- Labyrinth


def rune(view, move):
    """Return the steps for a rune: a tap on the pawn that it is used on, or a button."""
    if isinstance(move, Skip):
        return acts("leave")
    return acts("use") if move.on is None else tap(middle(view, view.state.pawns[move.on]))


def quarters(view, push):
    """Return how many quarter turns the spare tile still needs."""
    return (push.rot - view.hands.spare.rot) % TURNS[view.state.spare.shape]


def labyrinth_taps(view, move, dice):
    if isinstance(move, Push):
        for _ in range(quarters(view, move)):
            yield from tap(at(view, *view.tray))
        for _ in range(2):
            yield from tap(at(view, *view.arrow_place(move.arrow)))
    elif isinstance(move, Skip | Use):
        yield from rune(view, move)
    else:
        yield from tap(middle(view, move.cell))


def labyrinth_drags(view, move, dice):
    state = view.state
    if isinstance(move, Push):
        yield from acts(*["rotate"] * quarters(view, move))
        yield from drag(at(view, *view.tray), *(at(view, *in_line(move.arrow, part)) for part in (0, 0.4, 0.9)))
    elif isinstance(move, Skip | Use):
        yield from rune(view, move)
    else:
        pawn = view.stage.pose(f"p{state.player}")
        home = state.pawns[state.player]
        start, aside = at(view, pawn.x, pawn.y), (pawn.x - home.col - 0.5, pawn.y - home.row - 0.5)
        end = at(view, move.cell.col + 0.5 + aside[0], move.cell.row + 0.5 + aside[1])
        yield from drag(start, ((start[0] + end[0]) // 2, start[1] - 30), end)


def labyrinth_keys(view, move, dice):
    state, spare = view.state, view.hands.spare
    if isinstance(move, Push):
        forth = quarters(view, move)
        back = -forth % TURNS[state.spare.shape]
        yield from acts(*dice.choice([["rotate"] * forth, ["rotate_back"] * back]))
        yield from led(view, spare.aim, move.arrow)
        yield from acts("accept", "accept")
    elif isinstance(move, Skip | Use):
        yield from rune(view, move)
    else:
        yield from acts("accept", *arrows(state.pawns[state.player], move.cell), "accept")


# -- Cóatl


def coatl_taps(view, move, dice):
    for spot in coatlhands.steps_of(view, move):
        yield from tap(coatlhands.pixel(view, spot))


def coatl_drags(view, move, dice):
    steps = coatlhands.steps_of(view, move)
    goal = Spot("own") if isinstance(move, Take | Choose) else steps[-1] if len(steps) == 2 else None
    if goal is None or goal.kind not in ("own", "start", "end", "lane", "area"):
        yield from coatl_taps(view, move, dice)
        return
    x, y = coatlhands.pixel(view, steps[0])
    yield from (("down", (x, y)), ("move", (x + 15, y - 15)))
    end = (view.hands.pointing.rect_of(goal) or view.rects.own.hand).center
    yield ("move", end)
    assert view.hands.hand.drags
    assert view.hands.aim == goal
    yield ("up", end)


def coatl_keys(view, move, dice):
    for spot in coatlhands.steps_of(view, move):
        yield from led(view, view.hands.cursor, spot)
        yield from acts("accept")


WAYS = {way: {game: globals()[f"{game}_{way}"] for game in GAMES} for way in ("taps", "drags", "keys")}


# -- positions, and a view of them


def meadow(seed):
    dice = Dice(seed)
    board = dice.choice(meadows.BOARDS)
    while True:
        state = begin(meadows.dealt(dice, board, 3, 3, 2), board)
        if state.legal_moves():
            return state


def labyrinth(seed):
    return labyrinthhands.position(seed, ("push", "walk", "mark")[seed % 3])


def coatl(seed):
    """Return a position for one of the kinds of moves, which take turns by the seed."""
    kinds = coatlhands.KINDS
    return coatlhands.offering(kinds[seed % len(kinds)], seed // len(kinds) % 3)


POSITIONS = {
    "coatl": coatl, "dragon": dragonhands.position, "jumpin": meadow, "labyrinth": labyrinth,
    "lgame": lambda seed: lgamehands.position(seed, ("lay", "shift")[seed % 2]),
}  # fmt: skip


# -- who does it


class Doer:
    """Does the steps of an input one by one."""

    def __init__(self, view):
        self.view, self.pos = view, (0, 0)

    def make(self, way, move, dice=None, until=None):
        """Make a move that way, or all steps before one of a certain kind; return the result of the last one."""
        came, view = None, self.view
        game = type(view).__module__.split(".")[1]
        steps = [END] if view.end_move() == move else WAYS[way][game](view, move, dice or Dice(0))
        for count, (kind, *what) in enumerate(steps):
            assert count < MOST, "it never comes to an end"
            assert came in (None, True), "it has done something else, or nothing"
            self.pos = what[0] if what and kind != "act" else self.pos
            if kind == until:
                return came
            came = getattr(self, kind)(*what)
        return came


class AtView(Doer):
    """Input to a view alone: the result of a step is what the view returns."""

    def down(self, pos):
        return self.point("down", pos)

    def move(self, pos):
        return self.point("move", pos)

    def up(self, pos):
        return self.point("up", pos)

    def point(self, kind, pos):
        came = pointer(self.view, kind, pos)
        self.view.update(1 / 60)
        return came

    def act(self, action):
        return self.view.act(action)

    def end(self):
        return self.view.end_move()


class AtScreen(Doer):
    """Input to a screen: the result is seen in the match."""

    def __init__(self, driver):
        super().__init__(driver.top.view)
        self.driver = driver

    def end(self):
        self.driver.click("end_turn")


class Mouse(AtScreen):
    """Clicks and drags, turns by the wheel and flips by the right button."""

    def down(self, pos):
        self.driver.press(pos)

    def move(self, pos):
        self.driver.move(pos)

    def up(self, pos):
        self.driver.release(pos)
        self.driver.settle()

    def act(self, action):
        if action == "rotate":
            self.driver.move(self.pos if self.view.rect.collidepoint(self.pos) else self.view.rect.center)
            self.driver.frame(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0))
        elif action == "mirror":
            self.driver.press(self.pos, pygame.BUTTON_RIGHT)
        else:
            self.driver.click(f"do_{action}")


class Finger(AtScreen):
    """Taps and drags, turns by a second finger and does all else by buttons."""

    def __init__(self, driver):
        super().__init__(driver)
        self.is_down = False

    def down(self, pos):
        self.is_down = True
        self.driver.touch(pygame.FINGERDOWN, pos, FINGER)

    def move(self, pos):
        self.driver.touch(pygame.FINGERMOTION, pos, FINGER)

    def up(self, pos):
        self.is_down = False
        self.driver.touch(pygame.FINGERUP, pos, FINGER)
        self.driver.settle()

    def act(self, action):
        if not self.is_down or action != "rotate":
            self.driver.finger(f"do_{action}", finger=SECOND)
            return
        x, y = self.pos
        for number, angle in enumerate((0, 30, 60, 90)):
            there = x + round(60 * math.cos(math.radians(angle))), y + round(60 * math.sin(math.radians(angle)))
            self.driver.touch(pygame.FINGERMOTION if number else pygame.FINGERDOWN, there, SECOND)
        self.driver.touch(pygame.FINGERUP, there, SECOND)

    def end(self):
        self.driver.finger("end_turn")


class Keys(AtScreen):
    """Presses keys."""

    def act(self, action):
        self.driver.key(self.driver.app.cabinet.actions[action].keys[0])

    def end(self):
        self.act("end_turn")


class Pad(Keys):
    """Presses the buttons of a game pad."""

    def act(self, action):
        self.driver.pad(self.driver.app.cabinet.actions["mirror" if action == "leap" else action].pad[0])


HANDS = {"clicks": (Mouse, "taps"), "mouse drags": (Mouse, "drags"), "finger taps": (Finger, "taps"),
         "finger drags": (Finger, "drags"), "keys": (Keys, "keys"), "pad": (Pad, "keys")}  # fmt: skip
"""The inputs that make the moves at a screen, each with its way."""
