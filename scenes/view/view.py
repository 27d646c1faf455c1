"""The base of every game's view (in play, rules, replays and pictures), and of its input."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

import pygame

from logic.core import Cell, Event, Message, Move, State
from scenes.board.parts import FactSheet
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Point, Squares, Trail, TurnRing, draw_trail, plan_trail, trail_of
from sprites.paint.kit import Durations, Kit
from sprites.paint.maps import MapArt
from sprites.paint.prerender import Prerender
from sprites.sound.sound import SoundBank
from sprites.stage.physics import Drag, Shape, paper
from sprites.stage.stage import Pose, Stage
from sprites.widgets.input import Pointer, Pos


@dataclass(frozen=True, slots=True)
class ViewButton:
    """A button beside the board for an action of the view: its action, its icon and its label.

    A disabled one keeps its place.
    """

    action: str
    icon: str
    label: Message
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Host:
    """What a screen tells the view it shows, be it a board in play, a replay, a page of rules or a picture."""

    viewer: int = 0
    """The seat whose view this is."""
    live: bool = False
    """Whether the viewer may make moves now; never in pictures and replays."""
    in_lesson: bool = False
    """Whether a lesson is running: then a missed tap does not put down what the lesson is about."""
    uncovered: bool = False
    """Whether everything was revealed after the end of the game: then ``show`` gets the true position."""
    shows_secret: bool = False
    """Whether the viewer's own secrets may be drawn now: the viewer is alone, or is holding them open."""
    has_onlookers: bool = False
    """Whether others look on, so that the viewer's own secrets lie face down unless ``shows_secret``."""
    names_pieces: bool = False
    """Whether texts beside the board always use the names of pieces, so that these have to be shown."""
    prerenders: bool = False
    """Whether a game is played here, so that idle moments are used to paint what its next moves show."""
    coordinates: bool = True
    """Whether to show the names of rows and columns at the rim, in a game that has any."""
    say: Callable[[Message], str] = str
    """Translates into the viewer's language."""

    @property
    def hides_secrets(self) -> bool:
        """Whether what only the viewer knows is face down now."""
        return self.has_onlookers and not self.shows_secret


ALONE = Host()
"""The host of a board without input."""


Paint = Callable[[int], pygame.Surface]
"""Paints a thing at a height in pixels."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of a player: its caption, its pictures on the card and enlarged, and the text beside it on the card."""

    words: Message
    small: Paint
    large: Paint
    text: str = ""
    back: Paint | None = None
    """Paints it face down; None if it never is."""


@dataclass(frozen=True, slots=True)
class Things:
    """One player's things, as far as the viewer may see them now.

    ``hand`` is what counts now, ``stock`` what is still to come, ``won`` what has been gained, the latest last.
    ``covered`` lies face down because others look on: only the viewer's own close look shows it.
    """

    hand: tuple[Thing, ...] = ()
    stock: tuple[Thing, ...] = ()
    won: tuple[Thing, ...] = ()
    covered: tuple[Thing, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether a close look by the viewer shows more."""
        return bool(self.covered)


@dataclass(frozen=True, slots=True)
class ChapterLook:
    """The look of a chapter's page: its cloth, its sign, and what is strewn there.

    ``strewn`` paints one thing of a side in pixels; the number varies it.
    """

    cloth: str
    icon: str
    strewn: Callable[[Kit, int, int], pygame.Surface]


S = TypeVar("S", bound=State)


class GameView(Squares, ABC, Generic[S]):
    """The board of one game in a rectangle of the window; ``S`` is the type of its positions.

    Poses are in board units, one a cell, so that a resize moves nothing. The view offers what ``legal_moves`` lists and
    never changes the game: ``point`` and ``act`` return a legal move, which the screen that owns the session plays.
    What the screen tells the view is one frozen value, its ``host``, replaced as a whole. Input goes to ``hands``; a
    simple board overrides ``point`` and ``act`` instead.
    """

    hands: Hands[S]

    rows = 1
    cols = 1
    margin = 0.35
    """The width of the rim around the cells, in cells."""
    cloth = "#4b4037"
    """Colour of the cloth that the board lies on."""
    confetti: Shape = staticmethod(paper)
    """The shape of the winner's confetti: a piece of the game's own material."""
    map_art: ClassVar[MapArt | None] = None
    """The look of the collection's map; None if its puzzles are shown as cards."""
    chapter_looks: ClassVar[Sequence[ChapterLook]] = ()
    """The looks of the chapters' pages, if each has a page of its own; empty if all look alike."""
    coordinates: ClassVar[Coordinates | None] = None
    """The names of rows and columns in its texts and at the rim; None if it has none."""
    opens_at_end: ClassVar[bool] = False
    """Whether everything is revealed as soon as the game is over; ``show`` then gets the true position."""
    ends_turns: ClassVar[bool] = True
    """Whether a turn usually ends with :meth:`end_move`, so that its button is prominent; else that is a pass."""
    peek_actions: ClassVar[Sequence[str]] = ("look",)
    """The actions that show the viewer's own things while held."""
    action_names: ClassVar[Mapping[str, Message]] = {}
    """Names for the help page of actions with a meaning of their own at this board."""
    gestures: ClassVar[Sequence[tuple[Message, Message]]] = ()
    """Gestures at this board for the help page, with their meaning; empty for the usual ones."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: S, host: Host = ALONE) -> None:
        self.kit = kit
        self.sound = sound
        self.state = state
        self.host = host
        self.turn = TurnRing()
        """Whose turn it is, for the figures on the board."""
        self._trail = self._ahead = Trail()
        self._looked_back: tuple[S, S] | None = None
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.cell = 1.0
        self.prerender = Prerender(kit.cache)
        self.hands = Hands(self)
        self.stage = Stage(kit.theme.seconds, reduced_motion=kit.reduced_motion)
        self.stage.sync(self.layout(state), at_once=True)

    # -- positions

    @property
    def aspect(self) -> float:
        """Width of board and rim by their height."""
        return (self.cols + 2 * self.margin) / (self.rows + 2 * self.margin)

    @property
    def tallness(self) -> float:
        """The preferred height of the board by its width in a portrait window."""
        return 1.0

    def set_kit(self, kit: Kit) -> None:
        """Take over another kit; ``place`` follows."""
        self.kit = kit
        self.stage.reduced_motion = kit.reduced_motion

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle with the board's aspect, centred."""
        fitting = min(rect.width / (self.cols + 2 * self.margin), rect.height / (self.rows + 2 * self.margin))
        self.cell = max(1.0, fitting)
        size = (round(self.cell * (self.cols + 2 * self.margin)), round(self.cell * (self.rows + 2 * self.margin)))
        self.rect = pygame.Rect((0, 0), size)
        self.rect.center = rect.center

    def to_pixels(self, x: float, y: float) -> Point:
        """Convert a position in board units to window pixels."""
        return self.rect.left + (x + self.margin) * self.cell, self.rect.top + (y + self.margin) * self.cell

    def to_units(self, pos: Point) -> Point:
        """Convert window pixels to board units."""
        return (pos[0] - self.rect.left) / self.cell - self.margin, (pos[1] - self.rect.top) / self.cell - self.margin

    # -- for a game to override

    @property
    def ground(self) -> Hashable:
        """What :meth:`draw_ground` depends on besides rows and columns; part of the key of its cached picture."""
        return None

    @abstractmethod
    def layout(self, state: S) -> Mapping[str, Pose]:
        """Where each piece belongs in that position: a pure function."""

    @abstractmethod
    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the board without anything that depends on the position."""

    @abstractmethod
    def draw_foreground(self, surface: pygame.Surface) -> None:
        """Draw the pieces, and what is lifted or marked."""

    def draw_coordinates(self, surface: pygame.Surface) -> None:
        """Write the names of rows and columns at the rim, if they are to be shown; part of the ground."""
        if self.coordinates is not None and self.host.coordinates:
            corner = self.cell_rect(Cell(0, 0))
            whole = corner.union(self.cell_rect(Cell(self.rows - 1, self.cols - 1)))
            self.coordinates.draw(self.kit, surface, self, whole)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything; the board screen caches the ground and calls only :meth:`draw_foreground`."""
        self.draw_ground(surface)
        self.draw_foreground(surface)

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer event; return a legal move if it made one."""
        return self.hands.point(event)

    def act(self, action: str) -> Move | bool:
        """Take an action while the board has the focus; return a legal move, or whether the action was used."""
        return (action == "cancel" and self.hands.cancel_drag()) or self.hands.act(action)

    def look(self, event: Pointer) -> bool:
        """Take a pointer event while the board is not live, for looking around; true if it was used."""
        return self.hands.look(event)

    def look_action(self, action: str) -> bool:
        """Take an action while the board is not live, for looking around; true if it was used."""
        return (action == "cancel" and self.hands.cancel_drag()) or self.hands.look_action(action)

    def describe_at(self, pos: Pos) -> Message | None:
        """What the viewer knows of the thing at a place of the window; None if there is nothing to say."""
        return None

    def controls(self) -> Sequence[ViewButton]:
        """The view's own buttons at present."""
        return ()

    def status(self) -> Message | None:
        """What may be done now, if more specific than "it is your turn"; called only while the view is live."""
        return None

    def end_move(self) -> Move | None:
        """The legal move that only ends the turn, or None."""
        return None

    def end_label(self) -> Message | None:
        """Label of the button for :meth:`end_move`, if it does more than end a turn."""
        return None

    def uncover_label(self) -> Message | None:
        """The label of the button that reveals everything after the end, in a game with secrets."""
        return None

    def things(self, seat: int, *, secret: bool) -> Things | None:
        """A player's things, for the card; None in a game without any.

        With ``secret`` only the viewer looks, so that what the viewer alone knows is included.
        """
        return None

    def holds_secret(self, pos: Pos) -> bool:
        """Whether the viewer's own secret may lie face down at that place: a press on it shows it."""
        return False

    def figure(self, seat: int, height: int) -> pygame.Surface | None:
        """A player's own piece, so many pixels high, as a sign; None in a game without one."""
        return None

    def figure_rect(self, seat: int) -> pygame.Rect | None:
        """The rectangle of a player's figure on the board, for the ring of the ``turn``; or None."""
        return None

    def sheet(self) -> FactSheet | None:
        """The widget that replaces a single player's card; None for a plain card."""
        return None

    def cancel_gesture(self) -> None:
        """Put back whatever is lifted; called when turn or position change, or the pointer is cancelled."""
        self.hands.cancel_gesture()

    @property
    def in_hand(self) -> str:
        """What is selected, lifted or turned for the next move, as text in the view's own format; "" for nothing.

        It is stored beside the game, so that :meth:`restore_selection` can restore it.
        """
        return self.hands.in_hand

    def restore_selection(self, in_hand: str) -> None:
        """Restore, without sound, what was ``in_hand``; ignores what makes no sense in the present position."""
        self.hands.restore_selection(in_hand)

    def log_picture(self, state: S, move: Move, height: int) -> pygame.Surface | None:
        """A picture ``height`` pixels high for the list of moves, of a move made in that position; or None.

        The position is what the viewer may know of it. Implementations cache the picture, since it is requested
        repeatedly.
        """
        return None

    @staticmethod
    def draw_exhibits(
        kit: Kit, surface: pygame.Surface, rect: pygame.Rect, names: Sequence[str], say: Callable[[Message], str]
    ) -> None:
        """Draw named things of the game large on a page of its rules.

        Called only for a game that offers ``exhibit``; ``say`` translates messages.
        """

    def show_hint(self, moves: Sequence[Move], ahead: Iterable[Event] = ()) -> None:
        """Mark the moves of a hint on the board, and faintly its plan; an empty sequence clears it."""
        self._ahead = plan_trail(ahead)
        self.hands.show_hint(moves)

    def show_better(self, before: S, moves: Sequence[Move]) -> None:
        """Mark, over the position after a move, the moves that would have been better."""
        self._looked_back = self.state, before
        self.show_hint(moves)

    @property
    def hint_state(self) -> S:
        """The position in which the hint's moves are made: this one or, in a review, the one before."""
        shown, before = self._looked_back or (None, self.state)
        return before if shown is self.state else self.state

    def show_end_reason(self) -> None:
        """Show on the board why the game is over, if that is not plain to see, before the result says so."""

    def stroke_of(self, move: Move) -> Stroke | None:
        """The gesture that makes a legal move on the board; None if there is none."""
        return None

    def touches(self, move: Move) -> Sequence[pygame.Rect]:
        """The rectangles to touch for a legal move on a picture of the board; none if it is made elsewhere.

        If several moves share their rectangles, the player is asked which one is meant.
        """
        stroke = self.stroke_of(move)
        return stroke.lit if stroke is not None else ()

    def spots(self, name: str) -> Sequence[pygame.Rect]:
        """The rectangles of a thing on the board, by the name of a piece or a square; empty for an unknown one."""
        pose = self.layout(self.state).get(name)
        if pose is None:
            return [self.cell_rect(cell) for cell in self.middles() if str(cell) == name]
        return [self.square_around(pose.x, pose.y, self.cell)]

    def point_targets(self, known: S) -> Mapping[str, pygame.Rect]:
        """The targets for pointing, by names that reveal nothing hidden: by default the squares.

        On a table without squares, they are the pieces of the position as it is ``known`` to everybody.
        """
        if self.rows * self.cols > 1:
            return {str(cell): self.cell_rect(cell) for cell in self.middles()}
        poses = self.layout(known).items()
        return {name: self.square_around(pose.x, pose.y, self.cell * pose.scale) for name, pose in poses}

    def call(self, target: str, rect: pygame.Rect) -> Message | str:
        """The label of a target for pointing: a square as at the rim of the board, else what lies there."""
        cell = next((cell for cell in self.middles() if str(cell) == target), None)
        if cell is None or self.coordinates is None:
            return self.describe_at(rect.center) or target
        row, col = self.coordinates.of(cell.row)[0], self.coordinates.of(cell.col)[1]
        return f"{col}{row}" if self.coordinates.letters else f"({row}, {col})"

    # -- positions

    @property
    def trail(self) -> Trail:
        """The last move, once it has been seen; ``draw_foreground`` draws it below the pieces."""
        return Trail() if self.stage.moving else self._trail

    def trail_of(self, before: S, events: Sequence[Event]) -> Trail:
        """The trail of a move made in that position, as far as the viewer knows it."""
        return trail_of(events)

    @property
    def ahead(self) -> Trail:
        """The trail of the moves of a hint's plan, as long as the hint is marked; drawn below the pieces."""
        return self._ahead if self.hands.hint and not self.stage.moving else Trail()

    def draw_trails(self, surface: pygame.Surface) -> None:
        """Draw both trails, on a board made of squares."""
        draw_trail(self.kit, surface, self, self.trail)
        draw_trail(self.kit, surface, self, self.ahead, ahead=True)

    def show_trail(self, moves: Iterable[tuple[S, Sequence[Event]]]) -> None:
        """Mark the last moves, each given with the position before it, as the viewer knows it."""
        self._trail = Trail()
        for before, events in moves:
            self._trail += self.trail_of(before, events)

    def show(self, state: S, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go to another position: by its events, gliding, or at once. Ends the gesture and clears the hint."""
        self.cancel_gesture()
        self.show_hint(())
        self.state = state
        if events and not at_once:
            self.stage.play(events, self.layout(state), self.on_event)
        else:
            self.stage.sync(self.layout(state), at_once=at_once)

    def on_event(self, event: Event) -> None:
        """Called as an event begins: plays the sound of its name."""
        self.play_sound(event.name)

    def play_sound(self, name: str) -> None:
        """Play a sound, if the host wants sounds."""
        if self.sound is not None:
            self.sound.play(name)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something moves."""
        return self.stage.update(dt)

    def update_prerender(self, dt: float, *, moving: bool) -> None:
        """Paint some of what was planned, if nothing has moved for a while and a game is played here."""
        if self.host.live or self.host.prerenders:
            self.prerender.update(dt, still=not moving)


TWIST = math.pi / 4
"""The twist of two fingers that turns a piece by a quarter; after that it takes a full quarter for each."""


class RotationInput:
    """Adds up notches of the wheel and twists of two fingers."""

    def __init__(self) -> None:
        self._notches = 0.0
        self._twist = 0.0

    def quarters(self, event: Pointer) -> int:
        """Take a ``wheel`` or a ``twist``; return the quarter turns clockwise that are complete with it."""
        if event.kind == "wheel":
            self._notches += event.amount
            whole = int(self._notches)
            self._notches -= whole
            return whole
        self._twist += event.amount
        turns = 0
        while abs(self._twist) > TWIST:
            step = 1 if self._twist > 0 else -1
            self._twist -= step * 2 * TWIST
            turns += step
        return turns

    def begin_twist(self) -> None:
        """Forget the rotation of previous fingers."""
        self._twist = 0.0

    def reset(self) -> None:
        """Forget a turn not completed."""
        self._notches = self._twist = 0.0


SHAKES = 3
"""The number of swings of something touched in vain."""


class Shake:
    """Shakes something for a moment that was touched in vain, with an amplitude of ``far`` cells."""

    def __init__(self, far: float) -> None:
        self._far = far
        self._left, self._seconds = 0.0, 1.0

    def begin(self, seconds: float) -> None:
        """Start to shake for some seconds, 0 for not at all."""
        self._left, self._seconds = seconds, seconds or 1.0

    @property
    def aside(self) -> float:
        """The present displacement, in cells."""
        left = self._left / self._seconds
        return self._far * left * math.sin(math.tau * SHAKES * left)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether it shakes."""
        shakes, self._left = self._left > 0, max(0.0, self._left - dt)
        return shakes


Inspected = TypeVar("Inspected")


class Inspector(Generic[Inspected]):
    """The thing on a board whose description is shown, and the one that the mouse rests on."""

    def __init__(self) -> None:
        self.inspected: Inspected | None = None
        """What the description is shown of."""
        self._hovered: Inspected | None = None
        self._hover_seconds: float | None = None

    def show(self, thing: Inspected | None) -> None:
        """Show the description of a thing, or none; the mouse has to leave before it asks again."""
        self.inspected = thing
        self._hover_seconds = None

    def inspect(self, thing: Inspected | None, *, touch: bool) -> None:
        """Show the description of a thing that is pointed at; with a mouse it is hidden as soon as that leaves."""
        self.show(thing)
        if not touch:
            self._hovered = thing

    def toggle(self, thing: Inspected) -> None:
        """Show the description of a thing, or hide the one that is shown."""
        self.show(None if self.inspected is not None else thing)

    def hover(self, thing: Inspected | None, *, waits: bool = True) -> None:
        """Start waiting when the mouse rests on another thing, unless a click there makes a move."""
        if thing != self._hovered:
            self.show(None)
            self._hovered = thing
            self._hover_seconds = 0.0 if thing is not None and waits else None

    def update(self, dt: float, seconds: Durations) -> bool:
        """Show the description once the mouse has rested long enough; true while waiting."""
        if self._hover_seconds is None or self._hovered is None:
            return False
        self._hover_seconds += dt
        if self._hover_seconds >= seconds.tooltip:
            self.show(self._hovered)
        return True


SLOP = 10
"""Units by which a press may move and still be a tap."""

Bounds = tuple[Point, Point]
"""The upper left and lower right corners of the rectangle that the middle of a piece stays in."""


@dataclass(slots=True)
class Hand:
    """A pointer pressed on a square and possibly on a piece; ``chose_piece`` tells that this press has chosen it.

    A drag begins with :meth:`take`; from then on the piece follows the finger with a little inertia. Positions are in
    board units, only ``start`` is in pixels. ``offset`` is the middle of the piece relative to the finger; unless
    given, the piece is held where it was touched.
    """

    pointer: int
    start: Pos
    cell: Cell | None
    piece: str = ""
    chose_piece: bool = False
    is_tap: bool = True
    drags: bool = False
    offset: Point | None = None
    _finger: Point = (0.0, 0.0)
    _bounds: Bounds | None = None
    _drag: Drag | None = field(default=None, repr=False)

    def exceeds_slop(self, pos: Pos, slop: int) -> bool:
        """Whether a position is more than ``slop`` pixels away from the start, so that this is no tap any more."""
        far = math.dist(pos, self.start) > slop
        self.is_tap = self.is_tap and not far
        return far

    def take(self, pose: Pose, start: Point, finger: Point, *, still: bool, bounds: Bounds | None = None) -> None:
        """Begin to drag a piece taken at ``start``, within bounds; ``still`` without inertia."""
        self.drags = True
        self._finger, self._bounds = finger, bounds
        if self.offset is None:
            self.offset = pose.x - start[0], pose.y - start[1]
        if not still:
            # On a rail the middle of the piece follows the finger: swinging about it, the piece would leave the rail.
            held, lever = (self.wanted, (0.0, 0.0)) if bounds is not None else (finger, self.offset)
            self._drag = Drag((pose.x, pose.y), held, lever)

    def resume(self, pose: Pose) -> None:
        """Continue from where the piece is, as after it had snapped to a place: it swings back to the finger."""
        if self._drag is not None:
            self._drag = Drag((pose.x, pose.y), self._finger, self.offset or (0.0, 0.0))

    def follow(self, finger: Point) -> None:
        """Let the piece follow the finger to another position, in board units."""
        self._finger = finger
        if self._drag is not None:
            self._drag.follow(self.wanted if self._bounds is not None else finger)

    def hold_at(self, offset: Point, swing: float = 0.0) -> None:
        """Hold the piece at another offset, as after it was turned or mirrored; ``swing`` is the remaining rotation."""
        self.offset = offset
        if self._drag is not None:
            self._drag.hold_at(offset, self._drag.swing + swing)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether the dragged piece is still moving."""
        return self._drag is not None and self._drag.update(dt)

    @property
    def wanted(self) -> Point:
        """Where the middle of the piece is to be, in board units."""
        right, down = self.offset or (0.0, 0.0)
        return self._bound((self._finger[0] + right, self._finger[1] + down))

    @property
    def middle(self) -> Point:
        """Where the middle of the piece is now, in board units."""
        return self._bound(self._drag.middle) if self._drag is not None else self.wanted

    @property
    def swing(self) -> float:
        """How far the piece is turned from its intended angle, clockwise."""
        return self._drag.swing if self._drag is not None else 0.0

    def _bound(self, place: Point) -> Point:
        if self._bounds is None:
            return place
        (left, top), (right, bottom) = self._bounds
        return min(max(place[0], left), right), min(max(place[1], top), bottom)


class Hands(Generic[S]):
    """The input handler of a board; this one ignores everything, for boards that are only looked at.

    Every method implements the one of the same name in :class:`GameView`, which says when it is called.
    """

    def __init__(self, board: GameView[S]) -> None:
        self.board = board
        self.hint: tuple[Move, ...] = ()
        """The moves of the hint that is marked on the board."""

    def point(self, event: Pointer) -> Move | None:
        return None

    def act(self, action: str) -> Move | bool:
        return False

    def look(self, event: Pointer) -> bool:
        return False

    def look_action(self, action: str) -> bool:
        return False

    def cancel_gesture(self) -> None:
        """Nothing is lifted."""

    def cancel_drag(self) -> bool:
        """End a drag as if the pointer were cancelled; return whether there was one."""
        return False

    @property
    def in_hand(self) -> str:
        return ""

    def restore_selection(self, in_hand: str) -> None:
        """Nothing can be chosen."""

    def show_hint(self, moves: Sequence[Move]) -> None:
        self.hint = tuple(moves)


class Gesture(Hands[S], ABC):
    """The gesture machine: one pointer at a time from press to end; a second finger disturbs nothing.

    It tells taps from drags and lets what is dragged follow the pointer. What that means is up to each game's subclass,
    which knows its ``board`` only as a :class:`GameView`.
    """

    def __init__(self, board: GameView[S]) -> None:
        super().__init__(board)
        self.hand: Hand | None = None

    @abstractmethod
    def press(self, hand: Hand) -> None:
        """Take a new press on the board, and give it the ``piece`` that it may drag."""

    def bounds_of(self, hand: Hand) -> Bounds | None:
        """The bounds of the dragged piece; None for no bounds."""
        return None

    def may_drag(self, hand: Hand) -> bool:
        """Called when the pointer has moved too far for a tap; tells whether it may drag its piece."""
        return bool(hand.piece)

    def take(self, hand: Hand) -> None:
        """Called when the pointer begins to drag its piece."""

    def on_drag(self, hand: Hand, pos: Pos) -> None:
        """Called when the dragged piece has come to a position in window pixels."""
        self.hold(hand)

    @abstractmethod
    def hold(self, hand: Hand) -> None:
        """Show what is dragged where it is now."""

    def dragged(self, hand: Hand) -> Sequence[str]:
        """The pieces that move with the pointer: only its own, unless several are dragged together."""
        return (hand.piece,)

    @abstractmethod
    def release(self, hand: Hand, event: Pointer) -> Move | None:
        """Take the end of a press, ``up`` or ``cancel``; return the legal move that it made."""

    def point(self, event: Pointer) -> Move | None:
        """Handle a pointer that presses, moves or ends; return the legal move that it completed, if any."""
        hand = self.hand
        if event.kind == "down" and hand is None:
            self.hand = Hand(event.id, event.pos, self.board.cell_at(event.pos))
            self.press(self.hand)
        elif hand is None or event.id != hand.pointer:
            return None
        elif event.kind == "move":
            self._move(hand, event.pos)
        elif event.kind in ("up", "cancel"):
            self.hand = None
            if hand.drags:
                hand.follow(self.board.to_units(event.pos))
            return self.release(hand, event)
        return None

    def _move(self, hand: Hand, pos: Pos) -> None:
        board, finger = self.board, self.board.to_units(pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.exceeds_slop(pos, board.kit.px(SLOP)) or not self.may_drag(hand):
            return
        else:
            pose, start = board.stage.pose(hand.piece), board.to_units(hand.start)
            hand.take(pose, start, finger, still=board.kit.reduced_motion, bounds=self.bounds_of(hand))
            self.take(hand)
        self.on_drag(hand, pos)

    def may_ask(self) -> bool:
        """Whether a long press or a right click may ask now: not while dragging. The press is no tap then."""
        if self.hand is None:
            return True
        self.hand.is_tap = False
        return not self.hand.drags

    def cancel_gesture(self) -> None:
        """End the present gesture: a dragged piece goes home."""
        hand, self.hand = self.hand, None
        if hand is not None and hand.drags:
            for piece in self.dragged(hand):
                self.board.stage.release(piece)

    def cancel_drag(self) -> bool:
        drags = self.hand is not None and self.hand.drags
        if drags:
            self.cancel_gesture()
            self.board.play_sound("drop")
        return drags

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether the dragged piece is still moving."""
        hand = self.hand
        if hand is None or not hand.drags:
            return False
        moving = hand.update(dt)
        self.hold(hand)
        return moving
