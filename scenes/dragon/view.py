"""Stone Dragon on the screen: what hands and keys mean in the labyrinth, how positions follow, and what is said."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import pygame

from logic.core import Cell, Event, Message, Move
from logic.dragon.board import Direction, FieldKind, toward
from logic.dragon.narration import knight_name
from logic.dragon.rules import SQUARES, Go, KnightState, Leap, Pass, State
from logic.narration import sentences
from scenes.dragon.board import LabyrinthPicture, Party, Signs, poses_of
from scenes.dragon.ground import Look
from scenes.dragon.panel import ACTION_NAMES, GESTURES, DragonPanel
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Point, Trail, trail_of
from scenes.view.view import ALONE, SLOP, Asking, Control, GameView, Hand, Host
from sprites.dragon.effects import spark
from sprites.dragon.plan import PLAN
from sprites.paint.kit import Durations, Kit
from sprites.sound.sound import SoundBank
from sprites.stage.physics import Shape
from sprites.stage.stage import Beat, Pose, Way, pose_at
from sprites.widgets.input import Pointer


def told(state: State, cell: Cell, look: Look | None) -> Message:
    """Say what is known of a square and of who stands there: no clock's time, no teleport's target."""
    return sentences(*_parts(state, cell, look))


def _parts(state: State, cell: Cell, look: Look | None) -> Iterator[Message]:
    yield from (knight_told(knight) for knight in state.knights if knight.cell == cell)
    if look is None:
        yield Message("Nobody has been here.")
    else:
        yield _field_told(look)
    if cell == state.board.entrance:
        yield Message("The knights enter here.")


def knight_told(knight: KnightState) -> Message:
    """Say who a knight is and what he carries."""
    name = knight_name(knight)
    if knight.kind == "eater":
        return Message("{knight}: {held} of {n} [tooth|teeth].", knight=name, held=knight.supply, n=knight.most)
    if knight.kind == "builder":
        return Message("{knight}: {held} of {n} [brick|bricks].", knight=name, held=knight.supply, n=knight.most)
    return Message("{knight}.", knight=name)


def _field_told(look: Look) -> Message:
    field = look.field
    if field.kind == "bricks":
        return Message("A store: {stock} of {n} [brick|bricks].", stock=look.stock or 0, n=field.size)
    if field.kind == "teeth":
        return Message("A dental store: {stock} of {n} [tooth|teeth].", stock=look.stock or 0, n=field.size)
    if field.kind == "hole" and look.is_open:
        return Message("A hole of size {size}, filled.", size=field.size)
    if field.kind == "hole":
        return Message("A hole of size {size}. It gapes.", size=field.size)
    return FIELD_WORDS[field.kind, look.is_open]


FIELD_WORDS: Mapping[tuple[FieldKind, bool], Message] = {
    ("plain", False): Message("Plain ground."),
    ("edible", False): Message("An edible wall. It stands."),
    ("edible", True): Message("An edible wall, fallen."),
    ("eternal", False): Message("An eternal wall: nothing opens it."),
    ("mine", False): Message("A mine. It is live."),
    ("mine", True): Message("A mine, spent."),
    ("teleport", False): Message("A teleport."),
    ("lair", False): Message("The dragon’s lair."),
}
"""What is said of a square, and of one that is open for a while."""


def advice(knight: KnightState | None, *, has_moves: bool, any_moves: bool, leaping: bool) -> Message:
    if not any_moves:
        return Message("Nobody can move: pass, or wait until something changes.")
    if knight is None:
        return Message("Choose a knight.")
    name = knight_name(knight)
    if not has_moves:
        return Message("{knight} cannot move now.", knight=name)
    if leaping:
        return Message("Where does {knight} leap to?", knight=name)
    return Message("Where does {knight} go?", knight=name)


def why_not(state: State, knight: KnightState, cell: Cell, *, leaping: bool) -> Message:
    """Say why a knight on the board cannot go to a square that he has no move to, as far as the player knows it."""
    assert knight.cell is not None  # noqa: S101 - who is not on the board is not asked
    name, jumps = knight_name(knight), knight.kind == "jumper"
    down, right = abs(cell.row - knight.cell.row), abs(cell.col - knight.cell.col)
    if (down and right) or down + right > (2 if jumps else 1):
        if jumps:
            return Message("{knight} goes one square, or leaps over one, and never aslant.", knight=name)
        return Message("{knight} goes one square at a time, and never aslant.", knight=name)
    if leaping and down + right == 1:
        return Message("{knight} is about to leap: over this square, to the one behind it.", knight=name)
    if state.board.field(cell).kind == "eternal":
        return Message("No way in: an eternal wall never opens.")
    if knight.kind == "eater":
        return Message("{knight} has no tooth left for this wall.", knight=name)
    return Message("Only an Eater with a tooth left gets through this wall.")


HOP = 2.2
"""How high a Jumper rises in the middle of a leap."""
BUMP = 0.6
"""The part of the way to a wall after which a Jumper bounces off it."""
TELEPORT = 1.2
"""How many slides it takes to go out at one place and be whole again at the other."""
BOB = 0.9
"""How high a knight bobs with each step that he walks."""
GATE, THROUGH, SMALL = 0.44, 0.5, 0.7
"""How far behind his square, within the gate, a knight begins to walk in, by what part of that he is seen in full, and
how large he is at first, next to his own size."""
HEIGHTS: Mapping[str, float] = {"leap": HOP, "go": BOB}
GONE = ("fall", "crush", "hide")
LONG = ("blast", "fall", "crush", "hide", "bounce")
SHORT = ("eat", "fill")
"""Events that are looked at for as long as a slide or a hop takes; the next one begins while the others still show."""


class Choreography:
    """Turns events into beats; ``places`` is where the knights are before the first of them."""

    def __init__(self, places: Mapping[str, Pose], seconds: Durations) -> None:
        self._poses = dict(places)
        self._seconds = seconds

    def beats(self, events: Sequence[Event]) -> list[Beat]:
        return [self._beat(event) for event in events]

    def _beat(self, event: Event) -> Beat:
        ways = {}
        for piece, path in event.paths.items():
            way = self._way(event.name, piece, path) if piece != SQUARES and path else None
            if way is not None:
                ways[piece] = way
        return Beat(event, ways, self._length(event.name, ways))

    def _length(self, name: str, ways: Mapping[str, Way]) -> float:
        seconds = self._seconds
        if name == "reveal":
            return 0.0
        if name in ("leap", *SHORT):
            return seconds.hop
        if name in LONG:
            return seconds.slide
        if name == "teleport":
            return TELEPORT * seconds.slide
        return seconds.slide if name == "enter" and ways else seconds.walk

    def _way(self, name: str, piece: str, path: tuple[Cell, ...]) -> Way | None:
        """The way of a knight in an event, None where he only stands; it is remembered where it ends."""
        end = pose_at(path[-1])
        start = self._poses.get(piece, end)
        if name in GONE:
            # The effect shows how he falls, is crushed or hides: the knight himself is seen no more.
            self._poses.pop(piece, None)
            return Way((replace(end, alpha=0.0),), leaves=True)
        if name == "blast":
            self._poses.pop(piece, None)
            return Way((start, replace(end, z=1.0, alpha=0.0)), leaves=True)
        end = replace(end, z=start.z)
        if name == "bounce":
            return Way((start, _part_of_way(end, pose_at(path[1]), BUMP), end), height=HOP / 2)
        if name not in ("go", "leap", "teleport", "enter"):
            return None
        self._poses[piece] = end
        if name == "enter":
            gate = replace(end, y=end.y - GATE, scale=SMALL, alpha=0.0)
            inside = replace(end, y=end.y - THROUGH * GATE, scale=(1 + SMALL) / 2)
            return Way((gate, inside, end), height=BOB)
        return Way((start, end), height=HEIGHTS.get(name, 0.0), fades=name == "teleport")


def _part_of_way(start: Pose, end: Pose, part: float) -> Pose:
    return replace(start, x=start.x + (end.x - start.x) * part, y=start.y + (end.y - start.y) * part)


ARROWS: dict[str, Direction] = {"up": "north", "down": "south", "left": "west", "right": "east"}
LEAP = Control("leap", "arrow_up_bold_hexagon_outline", Message("Leap"))
STEP = Control("leap", "shoe_print", Message("Step"))
MOVES = ("go", "leap", "enter", "teleport")
"""Events that change no square: what a knight does where he comes to is an event of its own."""


def seen_of(event: Event, seen: Collection[Cell]) -> Event | None:
    """An event without the squares that nobody has seen; None where nothing is left."""
    cells = event.paths.get(SQUARES)
    if cells is None:
        return event
    known = tuple(cell for cell in cells if cell in seen)
    paths = {piece: path for piece, path in event.paths.items() if piece != SQUARES}
    if known:
        paths[SQUARES] = known
    return replace(event, paths=paths) if paths else None


class DragonView(GameView[State]):
    """The labyrinth under somebody's hands; it shows no more than the view of the player.

    A knight is chosen by a tap, a press or a key; the squares he may go to light up, and a tap there, a drag or an
    arrow sends him. What is legal is read from ``legal_moves`` alone. A drag elsewhere moves a board that is larger
    than its place; a mouse that rests, a long press or a key asks about a square.
    """

    margin = 0.12
    coordinates = Coordinates("#b9b3a6", letters=False, high=0.16, aside=0.11, most=16, shade="#2a211a")
    cloth = "#2b2621"
    map_art = PLAN
    ends_turns = False
    action_names = ACTION_NAMES
    gestures = GESTURES

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        super().__init__(kit, sound, state, host)
        self._begin(state)

    def _begin(self, state: State) -> None:
        """Take up a board that was not shown so far, as one who has done nothing on it yet."""
        self.rows, self.cols = state.board.height, state.board.width
        self.state = state
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.picture = LabyrinthPicture(self.kit, state, uncovered=self.host.uncovered)
        self.camera = self.picture.camera
        self.scenery = self.picture.scenery
        self.party = Party(state)
        self.asking: Asking[Cell] = Asking()
        self._hand: Hand | None = None
        self._acting = False
        self._cursor, self._cursor_shown = state.board.entrance, False
        self._hint: tuple[Move, ...] = ()
        self._refusal: Message | None = None
        """Why the square that was tapped last cannot be entered."""
        self.stage.sync(self.party.layout(), at_once=True)

    # -- places

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.picture.set_kit(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the middle of a rectangle for a board that fits in, or all of it as a window on a larger one."""
        is_first = self.rect.size == (1, 1)
        self.picture.place(rect)
        self.rect, self.cell = self.picture.rect, self.camera.side
        self.chores.plan(self.picture.effects.chores())
        if is_first:
            self._look_at_knights()

    def _look_at_knights(self) -> None:
        """Begin where the knights are."""
        cells = self.party.cells or [self.state.board.entrance]
        x = sum(cell.col + 0.5 for cell in cells) / len(cells)
        y = sum(cell.row + 0.5 for cell in cells) / len(cells)
        self.camera.look_at(x, y, at_once=True)
        self.camera.reveal(cells[0], at_once=True)

    def to_pixels(self, x: float, y: float) -> Point:
        return self.camera.to_pixels(x, y)

    def to_units(self, pos: Point) -> Point:
        return self.camera.to_units(pos)

    def cell_at(self, pos: tuple[int, int]) -> Cell | None:
        """The cell under a place of the window, or None where none is seen there."""
        return self.camera.cell_at(pos)

    def layout(self, state: State) -> Mapping[str, Pose]:
        return poses_of(state)

    # -- choosing

    @property
    def chosen(self) -> str | None:
        """The name of the knight who is about to be moved."""
        return self.party.chosen

    def lit(self) -> Mapping[Cell, Go | Leap]:
        """The moves of the chosen knight that can be made now, by their squares."""
        return self.party.meant if self.host.live else {}

    def choose(self, name: str | None) -> None:
        """Take a knight who is on the board, or put down the one who was taken."""
        if not self.party.choose(name):
            return
        cell = self.party.cell
        self.play_sound("lift" if cell is not None else "drop")
        if cell is not None:
            self._cursor = cell
            self.camera.reveal(cell)
        self.stage.sync(self.party.layout())

    def _put_back(self) -> bool:
        """Put the chosen knight down; one who is alone stays chosen, there is nobody else to mean."""
        if self.chosen is None or len(self.party.knights) == 1:
            return False
        self.choose(None)
        return True

    @property
    def in_hand(self) -> str:
        return self.party.in_hand

    def take_up(self, in_hand: str) -> None:
        if self.party.take_up(in_hand):
            self._follow_chosen(at_once=True)
            self.stage.sync(self.party.layout(), at_once=True)

    def _follow_chosen(self, *, at_once: bool) -> None:
        cell = self.party.cell
        if cell is not None:
            self._cursor = cell
            if at_once:
                self.camera.reveal(cell, at_once=True)

    def mark_hint(self, moves: Sequence[Move]) -> None:
        """Mark the moves of a hint on the board and take its knight in hand; an empty sequence clears it."""
        self._hint = tuple(moves)
        if self._hint and self.host.live and isinstance(self._hint[0], Go | Leap):
            self.choose(self._hint[0].knight)

    # -- what a lesson points at

    def stroke_of(self, move: Move) -> Stroke | None:
        """Tap the knight, unless he is chosen, and then the square that he goes to."""
        if not isinstance(move, Go | Leap):
            return None
        knight = self.party.named(move.knight)
        goal = next((cell for cell, one in self.party.targets(move.knight).items() if one == move), None)
        if knight is None or knight.cell is None or goal is None:
            return None
        rects = self.cell_rect(knight.cell), self.cell_rect(goal)
        stops = tuple(rect.center for rect in rects)
        return Stroke("tap", stops[1:] if self.chosen == knight.name else stops, rects)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        self.let_go()
        if (state.board.height, state.board.width) != (self.rows, self.cols):
            self._change_board(state)
            return
        self.scenery.catch_up()
        self.show_hint(())
        self._refusal = None
        poses, before = self.party.layout(), self.state
        self.state = state
        self.party.follow(state, goes_on=bool(events))
        self.scenery.expect(before, state, uncovered=self.host.uncovered)
        if events and not at_once:
            known = [seen for event in events if (seen := self._known(event)) is not None]
            beats = Choreography(poses, self.kit.theme.seconds).beats(known)
            self._acting = True
            self.stage.perform(beats, self.party.layout(), self.on_event)
        else:
            self.scenery.catch_up(softly=not at_once)
            self.stage.sync(self.party.layout(), at_once=at_once)
        self._follow_chosen(at_once=at_once)

    def _change_board(self, state: State) -> None:
        rect = self.rect
        self._begin(state)
        self.place(rect)

    def trail_of(self, before: State, events: Sequence[Event]) -> Trail:
        """Only knights leave one, those too who are hidden or dead since: not the squares that come to be seen."""
        return trail_of(events, {knight.name for knight in before.knights})

    def _known(self, event: Event) -> Event | None:
        return event if self.host.uncovered else seen_of(event, self.state.seen)

    @staticmethod
    def confetti() -> Shape:
        return spark

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and its squares as they look from now on."""
        super().on_event(event)
        if event.name not in MOVES:
            self.scenery.turn_to(cell for path in event.paths.values() for cell in path)
        self.picture.effects.begin(event, self.kit.theme.seconds.slide, self.party.kinds)
        mover = next((path[-1] for piece, path in event.paths.items() if piece != SQUARES and path), None)
        if mover is not None:
            self.camera.reveal(mover)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        if event.kind == "hover":
            self.asking.hover(None if self.camera.map.holds(event.pos) else self.cell_at(event.pos))
        elif event.kind == "wheel":
            self.asking.tell(None)
            self.camera.point(event)
        elif event.kind == "pinch":
            self._pinch(event)
        elif event.kind in ("context", "hold"):
            self._ask(event)
        elif event.kind == "down":
            self._press(event)
        else:
            return self._go_on(event)
        return None

    def look(self, event: Pointer) -> bool:
        self.point(event)
        return event.kind != "down" or self.camera.panning or not self.camera.shows_all

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._refusal = None
        self.asking.tell(None)
        self._cursor_shown = False
        if self.camera.press(event):
            return
        cell = self.cell_at(event.pos)
        hand = self._hand = Hand(event.id, event.pos, cell)
        knight = self.party.at(cell) if self.host.live else None
        if knight is not None:
            hand.piece = knight.name
            hand.chose = knight.name != self.chosen
            self.choose(knight.name)

    def _go_on(self, event: Pointer) -> Move | None:
        hand = self._hand
        if hand is None or event.id != hand.pointer:
            self.camera.point(event)
            return None
        if event.kind == "move":
            self._move(hand, event)
            return None
        self._hand = None
        used = self.camera.point(event)
        if hand.drags:
            return self._drop(hand, event)
        if event.kind == "up" and hand.is_tap and not used and self.host.live:
            return self._tap(hand)
        return None

    def _move(self, hand: Hand, event: Pointer) -> None:
        if hand.drags:
            hand.follow(self.to_units(event.pos))
            self._carry(hand)
            return
        strayed = hand.strays(event.pos, self.kit.px(SLOP))
        if strayed:
            self.asking.tell(None)
        if not hand.piece:
            self.camera.point(event)
        elif strayed and self.party.targets(hand.piece):
            pose, start = self.stage.pose(hand.piece), self.to_units(hand.start)
            hand.take(pose, start, self.to_units(event.pos), still=self.kit.reduced_motion)
            self._carry(hand)

    def _carry(self, hand: Hand) -> None:
        x, y = hand.middle
        self.stage.hold(hand.piece, Pose(x, y, z=1.5))

    def _drop(self, hand: Hand, event: Pointer) -> Move | None:
        self.stage.release(hand.piece)
        cell = self.cell_at(event.pos)
        move = self.lit().get(cell) if cell is not None and event.kind == "up" else None
        if move is None:
            self.play_sound("drop")
        return move

    def _tap(self, hand: Hand) -> Move | None:
        """Take a tap: a lit square is a move, the chosen knight and anything else puts him down."""
        if hand.piece:
            if not hand.chose:
                self._put_back()
            return None
        move = self.lit().get(hand.cell) if hand.cell is not None else None
        if move is None:
            self._refuse(hand.cell)
            self._put_back()
        return move

    def _refuse(self, cell: Cell | None) -> None:
        """Note why the chosen knight cannot go to a square; nothing beside the board, or where nobody is chosen."""
        knight = self.party.knight
        if knight is not None and cell is not None and cell in self.state.board and self.party.at(cell) is None:
            self._refusal = why_not(self.state, knight, cell, leaping=self.party.leaps)

    def _pinch(self, event: Pointer) -> None:
        """Zoom under two fingers; what the first of them had begun means nothing any more."""
        self.asking.tell(None)
        if self._hand is not None:
            self._hand.is_tap = False
            if self._hand.drags:
                self.stage.release(self._hand.piece)
                self._hand.drags = False
            self._hand.piece = ""
        self.camera.point(event)

    def let_go(self) -> None:
        """End whatever a hand is doing; the chosen knight stays chosen."""
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        self.camera.let_go()
        self.asking.tell(None)

    # -- asking

    def _ask(self, event: Pointer) -> None:
        """Tell about the square under a long press or a right click, which then means nothing else."""
        self._refusal = None
        if self._hand is not None:
            if self._hand.drags:
                return
            self._hand.is_tap = False
        if not self.camera.map.holds(event.pos):
            self.asking.tell(self.cell_at(event.pos))

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if not self.host.live:
            return False
        self._refusal = None
        if action in ARROWS:
            return self._go(ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self._next_knight(1 if action == "rotate" else -1)
        if action in ("leap", "mirror"):
            return self._toggle_leap()
        return self._look_by(action)

    def look_by(self, action: str) -> bool:
        if action in ARROWS:
            return self._move_cursor(ARROWS[action])
        return self._look_by(action)

    def _look_by(self, action: str) -> bool:
        if action in ("map_in", "map_out"):
            self.asking.tell(None)
            return self.camera.zoom(1 if action == "map_in" else -1)
        if action == "inform":
            self._cursor_shown = True
            self.asking.toggle(self._cursor)
            return True
        return False

    def _go(self, direction: Direction) -> Move | bool:
        """Send the chosen knight a step or a leap that way, or else move the cursor."""
        self.asking.tell(None)
        cell = self.party.cell
        if cell is None:
            return self._move_cursor(direction)
        self.camera.reveal(cell)
        move = self.lit().get(toward(cell, direction, 2 if self.party.leaps else 1))
        if move is None:
            self._refuse(toward(cell, direction, 2 if self.party.leaps else 1))
            self.play_sound("deny")
        return move or True

    def _move_cursor(self, direction: Direction) -> bool:
        """Move the cursor by a square; at the edge the arrow is for somebody else."""
        self.asking.tell(None)
        cell = toward(self._cursor, direction)
        if cell not in self.state.board:
            return False
        self._cursor, self._cursor_shown = cell, True
        self.camera.reveal(cell)
        return True

    def _accept(self) -> Move | bool:
        """Take the knight under the cursor, or put the chosen one down; where nobody stands, tell about the square."""
        self._cursor_shown = True
        if self.chosen is not None:
            self.choose(None)
            return True
        knight = self.party.at(self._cursor)
        if knight is None:
            self.asking.tell(None if self.asking.told == self._cursor else self._cursor)
        else:
            self.choose(knight.name)
        return True

    def _cancel(self) -> bool:
        if self.asking.told is not None:
            self.asking.tell(None)
            return True
        return self._put_back()

    def _next_knight(self, steps: int) -> bool:
        """Take the next knight on the board, in their order."""
        names = [knight.name for knight in self.party.knights]
        if not names:
            return False
        self.asking.tell(None)
        if self.chosen in names:
            self.choose(names[(names.index(self.chosen) + steps) % len(names)])
        else:
            self.choose(names[0 if steps > 0 else -1])
        return True

    def _toggle_leap(self) -> bool:
        knight = self.party.knight
        if knight is None or knight.kind != "jumper":
            return False
        self.party.leaps = not self.party.leaps
        self.play_sound("tick")
        return True

    # -- what else is offered

    def controls(self) -> Sequence[Control]:
        """The button for leaps where somebody can leap; it waits for a Jumper in the hand."""
        if all(knight.kind != "jumper" for knight in self.state.knights):
            return ()
        knight = self.party.knight if self.host.live else None
        is_jumper = knight is not None and knight.kind == "jumper"
        return (replace(STEP if self.party.leaps else LEAP, enabled=is_jumper),)

    def status(self) -> Message | None:
        if self._refusal is not None:
            return self._refusal
        knight = self.party.knight
        return advice(
            knight,
            has_moves=bool(self.lit()),
            any_moves=any(self.party.targets(other.name) for other in self.party.knights),
            leaping=self.party.leaps,
        )

    def end_move(self) -> Move | None:
        return next((move for move in reversed(self.state.legal_moves()) if isinstance(move, Pass)), None)

    def end_label(self) -> Message | None:
        return Message("Pass")

    def uncover_label(self) -> Message | None:
        """Name what shows the whole labyrinth after the end, unless all of it has been seen."""
        covered = any(field.kind == "unseen" for row in self.state.board.fields for field in row)
        return Message("Uncover the labyrinth") if covered else None

    def sheet(self) -> DragonPanel:
        return DragonPanel(self.kit, "facts", lambda: (self.state, self.chosen))

    # -- words

    def inform(self, pos: tuple[int, int]) -> Message | None:
        """Say what is known of the square at a place of the window; None beside the board."""
        cell = self.cell_at(pos)
        return self._inform_of(cell) if cell is not None else None

    def _inform_of(self, cell: Cell) -> Message:
        return told(self.state, cell, self.scenery.ground.look(cell))

    # -- time and picture

    def update(self, dt: float) -> bool:
        moving = [self.stage.update(dt), self.picture.update(dt)]
        if not self.stage.moving:
            self._acting = False
            self.scenery.catch_up()
        self.camera.map.keep_clear([*self.lit(), self._cursor], self.party.cells)
        self.cell = self.camera.side
        hand = self._hand
        if hand is not None and hand.drags:
            moving.append(hand.update(dt))
            self._carry(hand)
        return any([self.asking.update(dt, self.kit.theme.seconds), *moving])

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.picture.draw_ground(surface)

    def draw_coordinates(self, surface: pygame.Surface) -> None:
        """Write them beside what is seen of the labyrinth; they go along with it, and so are no part of the ground."""
        if self.host.coordinates:
            self.coordinates.draw(self.kit, surface, self.camera, self.camera.window)

    def draw_play(self, surface: pygame.Surface) -> None:
        self.draw_coordinates(surface)
        self.picture.draw_play(surface, self.party, self.stage.poses(), self.signs())

    def signs(self) -> Signs:
        """Say what is marked on the board: no targets, and nothing in figures, before what happened has been seen."""
        hint, cell = next(iter(self._hint), None), self.asking.told
        return Signs(
            targets={} if self._acting else self.lit(),
            tells_stocks=not self._acting,
            hint=hint if isinstance(hint, Go | Leap) else None,
            hint_state=self.hint_state,
            cursor=self._cursor if self._cursor_shown and self.host.live else None,
            told=cell,
            words="" if cell is None else self.host.say(self._inform_of(cell)),
            trail=self.trail,
            ahead=self.ahead,
        )


VIEW = DragonView
