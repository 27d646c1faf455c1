"""The view of Labyrinth: board and tray, animation of events, input, and the buttons beside the board."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from logic.core import Cell, Event, Message, Move
from logic.labyrinth import State
from logic.labyrinth.components import HIDDEN, TREASURES, Arrow
from logic.labyrinth.rules import Push, Walk
from scenes.labyrinth.animation import Animator, Motion
from scenes.labyrinth.hands import LabyrinthHands
from scenes.labyrinth.layout import MazeLayout, layout_of
from scenes.labyrinth.narration import ACTION_NAMES, GESTURES, SPARE, USES, advice, describe_thing
from scenes.labyrinth.paint import LabyrinthPicture
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Point
from scenes.view.view import ALONE, GameView, Host, Thing, Things, ViewButton
from sprites.labyrinth import art
from sprites.labyrinth.cards import RATIO, badge, card, pile
from sprites.labyrinth.effects import coin
from sprites.labyrinth.medals import medal, seal
from sprites.labyrinth.plan import PATH
from sprites.paint.kit import Kit, kept
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose
from sprites.widgets.input import Pos

HOME_SIGN = 0.5
"""The height of the icon for home, as a share of the seal below it."""
HOME_INK = "#fff6e0"


def things_of(kit: Kit, state: State, seat: int, *, secret: bool) -> Things | None:
    """A seat's things in the position as its viewer knows it; with ``secret`` nobody else looks. None for no player."""
    if seat >= state.params.players:
        return None
    deck = state.deck(seat)
    known = [name for name in state.goals(seat) if name != HIDDEN]
    seen = secret or state.params.open_cards
    return Things(
        hand=_hand(kit, state, seat, known if seen else []),
        stock=_stock(kit, state, seat, len(deck)),
        won=tuple(_medal(kit, name) for name in state.found[seat]),
        covered=() if seen else tuple(_covered(kit, seat) for _ in known),
    )


# -- present goals


def _hand(kit: Kit, state: State, seat: int, goals: list[str]) -> tuple[Thing, ...]:
    """The cards that count, or the icon for the way home; by numbers, the common card for the player to move.

    In a game for one with open cards, the later ones are shown as well, in their order.
    """
    if state.params.goals == "numbers":
        goals = goals if seat == state.player else []
    if state.has_all_treasures(seat):
        return (_home(kit, seat),)
    to_come = state.deck(seat)[1:] if _is_planned(state) else ()
    return (*(_goal(kit, state, seat, name) for name in goals), *(_later(kit, seat, name) for name in to_come))


def _is_planned(state: State) -> bool:
    """Whether this is a game for one in which later goals are known."""
    return state.params.players == 1 and state.params.open_cards and state.params.goals == "top"


def _later(kit: Kit, seat: int, name: str) -> Thing:
    return Thing(TREASURES[name], partial(medal, kit, name), lambda high: card(kit, name, _card_size(high), seat=seat))


def _goal(kit: Kit, state: State, seat: int, name: str) -> Thing:
    number = state.params.treasures.index(name) + 1 if state.params.goals == "numbers" else None
    return Thing(
        TREASURES[name],
        lambda high: medal(kit, name, high, seat=seat),
        lambda high: card(kit, name, _card_size(high), seat=seat, number=number),
        "" if number is None else str(number),
        partial(_back, kit, seat),
    )


def _covered(kit: Kit, seat: int) -> Thing:
    paint = partial(_back, kit, seat)
    return Thing(Message("Your card, face down"), paint, paint)


def _back(kit: Kit, seat: int, high: int) -> pygame.Surface:
    return card(kit, None, _card_size(high), seat=seat, face=False)


def _home(kit: Kit, seat: int) -> Thing:
    paint = partial(_home_sign, kit, seat)
    return Thing(Message("Home, to your own corner"), paint, paint)


@kept
def _home_sign(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The seal of a seat with a house on it."""
    surface = seal(kit, seat, side).copy()
    house = kit.cache.icon("home", round(side * HOME_SIGN), HOME_INK)
    shade = kit.cache.icon("home", round(side * HOME_SIGN * 1.2), kit.theme.players[seat].dark)
    for picture in (shade, house):
        surface.blit(picture, picture.get_rect(center=(side // 2, side // 2)))
    return surface


# -- later goals and found treasures


def _stock(kit: Kit, state: State, seat: int, left: int) -> tuple[Thing, ...]:
    """The own pile with its number; by numbers, the points."""
    if state.params.goals == "numbers":
        n = state.points(seat)
        words = Message("{n} [point|points]", n=n)
        paint = lambda high: badge(kit, str(n), high)  # noqa: E731 - a picture for a height
        return (Thing(words, paint, paint),)
    words = Message("{n} [card|cards] left", n=left)
    own = Thing(
        words,
        lambda high: _back(kit, seat, high) if left else pile(kit, 0, _card_size(round(high * 0.9)), seat=seat),
        lambda high: pile(kit, left, _card_size(round(high * 0.9)), seat=seat),
        str(left),
    )
    return (own,)


def _medal(kit: Kit, name: str) -> Thing:
    paint = partial(medal, kit, name)
    return Thing(TREASURES[name], paint, paint)


def _card_size(high: int) -> tuple[int, int]:
    return max(4, round(high / RATIO)), high


TURN_BACK = ViewButton("rotate_back", "rotate_left", Message("Turn back"))
TURN = ViewButton("rotate", "rotate_right", Message("Turn"))
PUSH_IN = ViewButton("push_in", "arrow_collapse_right", Message("Push in"))
LEAVE = ViewButton("leave", "close", Message("Leave it"))


class LabyrinthView(GameView[State]):
    """The board view of Labyrinth; ``motion`` is what moves beside the stage."""

    margin = art.RIM
    cloth = "#22335f"
    confetti = staticmethod(coin)
    map_art = PATH
    coordinates = Coordinates("#d9ab55", high=0.21, aside=0.48 * art.RIM, before=0.4)
    """Off the middle, where an arrow may be."""
    action_names = ACTION_NAMES
    opens_at_end = True
    peek_actions = ("look", "mirror")
    gestures = GESTURES
    ends_turns = False
    hands: LabyrinthHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        self.rows = self.cols = state.params.size
        self.frame = MazeLayout(state.params.size)
        super().__init__(kit, sound, state, host)
        self.motion = Motion(self)
        self.hands = LabyrinthHands(self, self.frame, self.motion)
        self.picture = LabyrinthPicture(self, self.frame, self.motion, self.hands)

    # -- positions

    @property
    def aspect(self) -> float:
        width, height = self.frame.extent(beside=self.frame.beside)
        return width / height

    @property
    def tallness(self) -> float:
        """Height by width of the board with its tray below."""
        width, height = self.frame.extent(beside=False)
        return height / width

    @property
    def tray(self) -> Point:
        """The middle of the tray, in cells."""
        return self.frame.tray

    def arrow_place(self, arrow: Arrow) -> Point:
        """The middle of an arrow, in cells."""
        return self.hands.spare.arrow_place(arrow)

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.motion.renew()
        self.picture.renew()

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle, the tray beside or below the board, whichever leaves it larger."""
        before, self.picture.room = self.tray, rect
        self.cell = self.frame.fit(rect)
        self.margin = round(art.RIM * self.cell) / self.cell
        width, height = self.frame.extent(beside=self.frame.beside)
        self.rect = pygame.Rect(0, 0, round(self.cell * width), round(self.cell * height))
        self.rect.center = rect.center
        self.picture.renew()
        self.prerender.plan(self.picture.to_prerender())
        if self.tray != before:
            self.stage.sync(self.hands.spare.arranged(), at_once=True)

    def layout(self, state: State) -> Mapping[str, Pose]:
        """The pose of each movable tile, of the spare one and of the pawns."""
        return layout_of(state, self.tray)

    # -- picture

    @property
    def ground(self) -> Hashable:
        """What the static background depends on: frame and arrows, the tray, the fixed tiles with the starts."""
        params = self.state.params
        return params.layout, params.arrows, params.corners[params.players - 1], self.frame.beside

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.picture.draw_ground(surface)
        self.draw_coordinates(surface)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        self.picture.draw_foreground(surface)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        dropped, self.hands.dropped = self.hands.dropped, ""
        poses, spare = self.layout(self.state), self.hands.spare
        self.hands.forget()
        self.motion.remember_goals()
        before, self.state = self.state, state
        self.motion.turn_tiles(before, spare.quarters, at_once=at_once)
        spare.quarters = state.spare.rot
        if before.params.size != state.params.size:
            self.rows = self.cols = self.frame.size = state.params.size
            self.place(self.picture.room)
            at_once = True
        if events and not at_once:
            animations = Animator(poses, self.tray, self.kit.theme.seconds, dropped).animations(events)
            self.motion.note_events(events)
            self.stage.perform(animations, self.layout(state), self.on_event)
        else:
            self.motion.stop(at_once=at_once)
            self.stage.sync(self.layout(state), at_once=at_once)
        self.prerender.plan(self.picture.to_prerender())

    def on_event(self, event: Event) -> None:
        super().on_event(event)
        self.motion.begin(event, self.tray)

    def update(self, dt: float) -> bool:
        waits = self.hands.inspector.update(dt, self.kit.theme.seconds)
        moving = super().update(dt)
        # A dropped piece was played at once, or a question came first and the drop no longer counts.
        self.hands.dropped = ""
        moving |= self.motion.update(dt, self.arrow_place, moving=moving)
        self.update_prerender(dt, moving=moving)
        return self.motion.pulse(dt) | self.hands.update(dt) | moving | waits

    # -- pointing in a lesson

    def stroke_of(self, move: Move) -> Stroke | None:
        """Drag the spare tile from the tray into its line, in its present rotation; tap the pawn's target."""
        if isinstance(move, Push) and move.rot == self.hands.spare.rot:
            (tray,) = self.spots(SPARE)
            first, arrow = self.cell_rect(Cell(move.arrow.row, move.arrow.col)), self._arrow_rect(move.arrow)
            return Stroke("drag", (tray.center, arrow.center, first.center), (tray, arrow.union(first)))
        if isinstance(move, Walk) and move.cell != self.hands.walker.home:
            start, goal = self.cell_rect(self.hands.walker.home), self.cell_rect(move.cell)
            return Stroke("tap", (goal.center,), (start, goal))
        return None

    def touches(self, move: Move) -> Sequence[pygame.Rect]:
        """The arrow, whatever the tile's rotation, or the square to walk to."""
        if isinstance(move, Push):
            return (self._arrow_rect(move.arrow),)
        return (self.cell_rect(move.cell),) if isinstance(move, Walk) else ()

    def _arrow_rect(self, arrow: Arrow) -> pygame.Rect:
        return self.square_around(*self.arrow_place(arrow), self.margin * self.cell)

    def spots(self, name: str) -> Sequence[pygame.Rect]:
        if name == SPARE:
            return super().spots(self.state.spare.id)
        cell = self.state.cell_of(name) if name in TREASURES else None
        return [self.cell_rect(cell)] if cell is not None else super().spots(name)

    # -- offers

    def describe_at(self, pos: Pos) -> Message | None:
        """Describe what is at a position of the window: a treasure, a start, pawns, what an arrow pushes."""
        thing = self.hands.thing_at(pos)
        return describe_thing(self.state, thing) if thing is not None else None

    def controls(self) -> Sequence[ViewButton]:
        spare, walker = self.hands.spare, self.hands.walker
        if walker.uses:
            use = walker.use_on(None)
            named = ViewButton("use", "auto_fix", USES[use.mark]) if use is not None else None
            return (named, LEAVE) if named is not None else (LEAVE,)
        if self.state.winners:
            return ()
        able = spare.can_push
        return tuple(
            replace(one, enabled=able and (one is not PUSH_IN or spare.armed is not None))
            for one in (TURN_BACK, TURN, PUSH_IN)
        )

    def status(self) -> Message | None:
        return self.hands.why_not or advice(self.state, armed=self.hands.spare.armed is not None)

    def things(self, seat: int, *, secret: bool) -> Things | None:
        return things_of(self.kit, self.state, seat, secret=secret)

    def figure(self, seat: int, height: int) -> pygame.Surface | None:
        return art.pawn(self.kit, seat, height)

    def figure_rect(self, seat: int) -> pygame.Rect | None:
        return self.picture.figure_rect(seat)

    def end_move(self) -> Move | None:
        """The walk that stays where the pawn is."""
        return self.hands.walker.walks.get(self.hands.walker.home)

    def end_label(self) -> Message | None:
        return Message("Stay here")


VIEW = LabyrinthView
