"""Stone Dragon's labyrinth as it is seen: floor and fog, knights, signs, and how positions follow each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from logic.core import Cell, Event, Message, Move
from logic.core import State as AnyState
from logic.dragon import NARRATION
from logic.dragon.board import KnightKind, toward
from logic.dragon.rules import SQUARES, Go, KnightState, Leap, State
from scenes.dragon.animation import Choreography
from scenes.dragon.ground import Ground, Look, Looks, around, lantern, may_differ
from scenes.dragon.narration import told
from scenes.view.camera import Camera
from scenes.view.gesture import Asking
from scenes.view.marks import arrow, shadow, with_alpha
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.dragon import art
from sprites.dragon.effects import Effects
from sprites.dragon.marks import Mark
from sprites.paint.kit import Kit
from sprites.paint.materials import panel
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose, pose_at
from sprites.widgets.feedback import draw_bubble

SECONDS = 0.3
"""How long the fog takes to lift from a square."""


@dataclass(slots=True)
class _Fade:
    picture: pygame.Surface
    first: Cell
    side: float
    left: float = SECONDS


class Fades:
    """Pictures of former squares, each until its time is over."""

    def __init__(self) -> None:
        self._fades: list[_Fade] = []

    def add(self, picture: pygame.Surface, first: Cell, side: float) -> None:
        """Let a picture fade whose upper left square is the ``first``, baked for squares of that side."""
        self._fades.append(_Fade(picture, first, side))

    def clear(self) -> None:
        """Show things as they are."""
        self._fades.clear()

    def update(self, dt: float) -> bool:
        """Let time pass; true while something was fading."""
        was_fading = bool(self._fades)
        for fade in self._fades:
            fade.left -= dt
        self._fades = [fade for fade in self._fades if fade.left > 0]
        return was_fading

    def draw(self, surface: pygame.Surface, side: float, place: Callable[[Cell], pygame.Rect]) -> None:
        """Draw those that were baked for squares of this side; ``place`` gives the square of a cell."""
        for fade in self._fades:
            if fade.side == side:
                fade.picture.set_alpha(round(255 * fade.left / SECONDS))
                surface.blit(fade.picture, place(fade.first))


MOST_FADING, LARGEST_FADE = 64, 100
"""So many squares at most change softly at once, within a rectangle of so many: a fade must not cost a frame."""


class Scenery:
    """The ground under one camera, and those of its squares that are to look otherwise as soon as it is their turn."""

    def __init__(self, kit: Kit, camera: Camera, state: State, *, uncovered: bool) -> None:
        self.ground = Ground(kit, camera, Looks(state, uncovered=uncovered), state.board.entrance)
        self._camera = camera
        self._fades = Fades()
        self._waiting: dict[Cell, Look | None] = {}
        self._uncovered = uncovered

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures."""
        self.ground.set_kit(kit)
        self._fades.clear()

    def forget(self) -> None:
        """Bake everything anew: it is shown at another place."""
        self._fades.clear()
        self.ground.forget()

    # -- changes

    def expect(self, before: State, after: State, *, uncovered: bool) -> None:
        """Let all squares that look otherwise in the later position wait for their turn."""
        looks = Looks(after, uncovered=uncovered)
        self.ground.entrance = after.board.entrance
        if self._uncovered != uncovered or before.board.entrance != after.board.entrance:
            self._uncovered = uncovered
            self._waiting = {}
            self.ground.reset(looks)
            return
        ground = self.ground
        self._waiting = {
            cell: look for cell in may_differ(before, after) if (look := looks.at(cell)) != ground.look(cell)
        }

    def turn_to(self, cells: Iterable[Cell]) -> None:
        """Let squares change whose turn it is."""
        self._change({cell: self._waiting.pop(cell) for cell in cells if cell in self._waiting}, softly=True)

    def catch_up(self, *, softly: bool = False) -> None:
        """Let all squares change that still wait."""
        waiting, self._waiting = self._waiting, {}
        self._change(waiting, softly=softly)

    def _change(self, looks: Mapping[Cell, Look | None], *, softly: bool) -> None:
        """Let squares look otherwise; what they looked like before fades away."""
        if not looks:
            return
        camera = self._camera
        if softly and len(looks) <= MOST_FADING and camera.at_rest and camera.window.size != (1, 1):
            rows, cols = around(looks, camera.rows, camera.cols)
            if len(rows) * len(cols) <= LARGEST_FADE:
                self._fades.add(self.ground.patch(rows, cols), Cell(rows.start, cols.start), camera.side)
        self.ground.change(looks)

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something fades, or is still to be baked."""
        return any([self.ground.update(), self._fades.update(dt)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the camera sees of it."""
        self.ground.draw(surface)
        self._fades.draw(surface, self._camera.side, self._camera.cell_rect)


ARROW, FURTHER = 0.55, 0.5
"""How long the arrow of a step is, in squares, and by how much that of a leap is longer."""


def mark_of(state: State, move: Go | Leap) -> Mark:
    """Say how the square that a move leads to is lit."""
    if NARRATION.warning(state, move) is not None:
        return "danger"
    return "leap" if isinstance(move, Leap) else "step"


def draw_targets(surface: pygame.Surface, camera: Camera, state: State, targets: Mapping[Cell, Go | Leap]) -> None:
    """Light the squares that moves lead to."""
    for cell, move in targets.items():
        if camera.cell_rect(cell).colliderect(camera.window):
            draw_mark(surface, camera, cell, mark_of(state, move))


def draw_mark(surface: pygame.Surface, camera: Camera, cell: Cell, mark: Mark) -> None:
    """Light a square."""
    surface.blit(camera.sized(lambda side: art.target(camera.kit, side, mark)), camera.cell_rect(cell))


def draw_hint(surface: pygame.Surface, camera: Camera, state: State, start: Cell, move: Go | Leap) -> None:
    """Mark the square where somebody should go from, the one where he should go to, and the way."""
    for cell in (start, state.target(move)):
        draw_mark(surface, camera, cell, "cursor")
    length = 2 if isinstance(move, Leap) else 1
    picture = arrow(camera.kit, max(4, round(camera.baked_side * (ARROW + FURTHER * (length - 1)))), move.direction)
    middle = toward(start, move.direction, length)
    x, y = (start.col + middle.col + 1) / 2, (start.row + middle.row + 1) / 2
    surface.blit(picture, picture.get_rect(center=camera.to_pixels(x, y)))


RISE = 0.16
"""How far a knight is drawn above his square, in squares, for each unit that he is lifted."""
GROWTH = 0.05
"""How much larger he looks then."""
LIGHT = 2.3
"""How far a lantern shines, in squares."""
MOST_LIGHTS = 24
"""More lanterns than that are not drawn: they would only glare."""

Posed = Sequence[tuple[str, Pose]]
"""Knights by their names, each as he stands; those in front come last."""


def in_sight(camera: Camera, poses: Iterable[tuple[str, Pose]]) -> Posed:
    """Give those who are seen, or of whom at least the light may be."""
    reach = LIGHT * camera.side
    room = camera.window.inflate(2 * reach, 2 * reach)
    return [(name, pose) for name, pose in poses if room.collidepoint(camera.to_pixels(pose.x, pose.y))]


def draw_lights(surface: pygame.Surface, camera: Camera, poses: Posed) -> None:
    """Let the lanterns shine."""
    light = lantern(camera.kit, max(2, round(camera.baked_side * LIGHT)))
    for _, pose in poses[-MOST_LIGHTS:]:
        if pose.alpha > 0.5:
            place = light.get_rect(center=camera.to_pixels(pose.x, pose.y))
            surface.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


def draw_knights(surface: pygame.Surface, camera: Camera, poses: Posed, kinds: Mapping[str, KnightKind]) -> None:
    """Draw knights, of whom ``kinds`` tells what each is."""
    for name, pose in poses:
        _draw_knight(surface, camera, kinds[name], pose)


def _draw_knight(surface: pygame.Surface, camera: Camera, kind: KnightKind, pose: Pose) -> None:
    """Draw a knight; one who is lifted is larger and higher, and his shadow stays on the ground."""
    x, y = camera.to_pixels(pose.x, pose.y)
    picture = camera.sized(lambda side: art.knight(camera.kit, kind, side))
    scale = pose.scale * (1 + GROWTH * pose.z)
    if abs(scale - 1) > 0.01:
        size = max(1, round(picture.get_width() * scale))
        picture = pygame.transform.smoothscale(picture, (size, size))
    if pose.z > 0.05:
        shade = camera.sized(lambda side: shadow(camera.kit, side))
        surface.blit(shade, shade.get_rect(center=(x, y + 0.4 * camera.side)))
    picture = with_alpha(picture, pose.alpha)
    surface.blit(picture, picture.get_rect(center=(x, y - RISE * pose.z * camera.side)))


def draw_stock(surface: pygame.Surface, camera: Camera, cell: Cell, look: Look) -> None:
    """Say in figures what the store on a square holds, where it is one: who stands before it hides what lies there."""
    stock, size = look.stock, look.field.size
    if stock is not None:
        plate = camera.sized(lambda side: art.stock_plate(camera.kit, stock, size, side))
        surface.blit(plate, camera.cell_rect(cell))


FRAME = 9
"""Units of stone around what is seen of the board."""
DARK = "#0e0a07"
MOVES = ("go", "leap", "enter", "teleport")
"""Events that change no square: what a knight does where he comes to is an event of its own."""
OVERHANG = 0.5
"""How far above the board's first row somebody is seen who is lifted or leaps there, in squares."""


class DragonBoard(GameView):
    """The picture of the labyrinth and what is known of it; it shows no more than the view of the player."""

    margin = 0.12
    cloth = "#2b2621"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self._chosen: str | None = None
        super().__init__(kit, sound, state, viewer)
        self._effects = Effects(kit)
        self._begin(state)

    def _begin(self, state: State) -> None:
        """Take up a board that was not shown so far, as one who has done nothing on it yet."""
        self.rows, self.cols = state.board.height, state.board.width
        self.state = state
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._camera = Camera(self.kit, self.rows, self.cols)
        self._scenery = Scenery(self.kit, self._camera, state, uncovered=self.uncovered)
        self._targets_of: dict[str, dict[Cell, Go | Leap]] | None = None
        self._chosen = None
        self._put_down = self._acting = self._leaping = False
        self._cursor, self._cursor_shown = state.board.entrance, False
        self._hint: tuple[Move, ...] = ()
        self._asking: Asking[Cell] = Asking()
        self._choose_only()
        self.stage.sync(self._arranged(), at_once=True)

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._camera.kit = kit
        self._scenery.set_kit(kit)
        self._effects = Effects(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the middle of a rectangle for a board that fits in, or all of it as a window on a larger one."""
        frame = 2 * self.kit.px(FRAME)
        is_first = self.rect.size == (1, 1)
        self._camera.place(rect.inflate(-frame, -frame))
        self.rect = self._camera.window.inflate(frame, frame)
        self.cell = self._camera.side
        self._scenery.forget()
        if is_first:
            self._look_at_knights()

    def _look_at_knights(self) -> None:
        """Begin where the knights are."""
        cells = [knight.cell for knight in self._knights() if knight.cell is not None] or [self.state.board.entrance]
        x = sum(cell.col + 0.5 for cell in cells) / len(cells)
        y = sum(cell.row + 0.5 for cell in cells) / len(cells)
        self._camera.look_at(x, y, at_once=True)
        self._camera.reveal(cells[0], at_once=True)

    def to_pixels(self, x: float, y: float) -> Point:
        """Turn a place in board units into window pixels."""
        return self._camera.to_pixels(x, y)

    def to_units(self, pos: Point) -> Point:
        """Turn window pixels into board units."""
        return self._camera.to_units(pos)

    def cell_at(self, pos: tuple[int, int]) -> Cell | None:
        """Give the cell under a place of the window, or None where none is seen there."""
        return self._camera.cell_at(pos)

    # -- who is where

    def _knights(self) -> list[KnightState]:
        """Give the knights on the board, in their order."""
        return [knight for knight in self.state.knights if knight.cell is not None]

    def _knight(self, name: str | None) -> KnightState | None:
        return next((knight for knight in self._knights() if knight.name == name), None)

    def _knight_at(self, cell: Cell | None) -> KnightState | None:
        return next((knight for knight in self._knights() if knight.cell == cell), None)

    def _kinds(self) -> dict[str, KnightKind]:
        """Tell what each of the knights is."""
        return {knight.name: knight.kind for knight in self.state.knights}

    @property
    def chosen(self) -> str | None:
        """The name of the knight who is about to be moved."""
        return self._chosen

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Give each knight on the board his place."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return {knight.name: pose_at(knight.cell) for knight in state.knights if knight.cell is not None}

    def _arranged(self) -> dict[str, Pose]:
        """Give the layout with the chosen knight lifted."""
        layout = dict(self.layout(self.state))
        if self._chosen in layout:
            layout[self._chosen] = replace(layout[self._chosen], z=1.0)
        return layout

    def _choose_only(self) -> None:
        """Keep the choice while he is there; a knight who is alone is chosen by himself."""
        there = [knight.name for knight in self._knights()]
        if self._chosen not in there:
            self._chosen = None
        if len(there) == 1 and not self._put_down:
            self._chosen = there[0]

    # -- what may be done

    def _targets(self, name: str | None) -> Mapping[Cell, Go | Leap]:
        """Give the squares to which a knight may go or leap, and the moves: those that the position lists."""
        if self._targets_of is None:
            self._targets_of = {}
            for move in self.state.legal_moves():
                if isinstance(move, Go | Leap):
                    self._targets_of.setdefault(move.knight, {})[self.state.target(move)] = move
        return self._targets_of.get(name or "", {})

    def _lit(self) -> dict[Cell, Go | Leap]:
        """Give the targets of the chosen knight that are lit now."""
        if not self.live:
            return {}
        targets = self._targets(self._chosen)
        return {cell: move for cell, move in targets.items() if isinstance(move, Leap) or not self._leaping}

    # -- words

    def inform(self, pos: tuple[int, int]) -> Message | None:
        """Say what is known of the square at a place of the window; None beside the board."""
        cell = self.cell_at(pos)
        return self._inform_of(cell) if cell is not None else None

    def _inform_of(self, cell: Cell) -> Message:
        return told(self.state, cell, self._scenery.ground.look(cell))

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        if (state.board.height, state.board.width) != (self.rows, self.cols):
            self._change_board(state)
            return
        self._scenery.catch_up()
        self.let_go()
        self.show_hint(())
        places, before = self._arranged(), self.state
        self.state, self._targets_of, self._leaping = state, None, False
        self._asking.told = None
        self._put_down = self._put_down and bool(events)
        self._choose_only()
        self._scenery.expect(before, state, uncovered=self.uncovered)
        if events and not at_once:
            known = [seen for event in events if (seen := self._known(event)) is not None]
            beats = Choreography(places, self.kit.theme.seconds).beats(known)
            self._acting = True
            self.stage.perform(beats, self._arranged(), self.on_event)
        else:
            self._scenery.catch_up(softly=not at_once)
            self.stage.sync(self._arranged(), at_once=at_once)
        self._follow_chosen(at_once=at_once)

    def _change_board(self, state: State) -> None:
        """Show a board of another size in the same place."""
        self.let_go()
        rect = self.rect
        self._begin(state)
        self.place(rect)

    def _known(self, event: Event) -> Event | None:
        """Give an event without the squares that nobody has seen; None where nothing is left."""
        spots = event.paths.get(SQUARES)
        if spots is None or self.uncovered:
            return event
        seen = tuple(cell for cell in spots if cell in self.state.seen)
        paths = {piece: path for piece, path in event.paths.items() if piece != SQUARES}
        if seen:
            paths[SQUARES] = seen
        return replace(event, paths=paths) if paths else None

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and its squares as they look from now on."""
        super().on_event(event)
        if event.name not in MOVES:
            self._scenery.turn_to(cell for path in event.paths.values() for cell in path)
        self._effects.begin(event, self.kit.theme.seconds.slide, self._kinds())
        mover = next((path[-1] for piece, path in event.paths.items() if piece != SQUARES and path), None)
        if mover is not None:
            self._camera.reveal(mover)

    def _follow_chosen(self, *, at_once: bool) -> None:
        knight = self._knight(self._chosen)
        if knight is not None and knight.cell is not None:
            self._cursor = knight.cell
            if at_once:
                self._camera.reveal(knight.cell, at_once=True)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = [self.stage.update(dt), self._effects.update(dt), self._camera.update(dt), self._scenery.update(dt)]
        if not self.stage.moving:
            self._acting = False
            self._scenery.catch_up()
        others = [knight.cell for knight in self._knights() if knight.cell is not None]
        self._camera.map.keep_clear([*self._lit(), self._cursor], others)
        self.cell = self._camera.side
        return any(moving)

    # -- picture

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the frame of stone; what lies in it is drawn with the knights, because it may be moved along."""
        surface.blit(panel(self.kit, self.rect.size, "panel"), self.rect)
        surface.fill(DARK, self._camera.window)

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw what is seen of the labyrinth, the knights, and what is lit."""
        clip = surface.get_clip()
        surface.set_clip(self._camera.window.clip(clip))
        if self._camera.board_size[0] < self.rect.width or self._camera.board_size[1] < self.rect.height:
            surface.fill(DARK)
        self._draw_rim(surface)
        self._scenery.draw(surface)
        poses = in_sight(self._camera, self.stage.poses())
        draw_lights(surface, self._camera, poses)
        draw_targets(surface, self._camera, self.state, self._shown_targets())
        if self._camera.shows_all:
            surface.set_clip(self._with_overhang().clip(clip))
        draw_knights(surface, self._camera, poses, self._kinds())
        if not self._acting:
            self._draw_stocks(surface)
        self._effects.draw(surface, self.to_pixels, self._camera.side)
        self._draw_hint(surface)
        if self._cursor_shown and self.live:
            draw_mark(surface, self._camera, self._cursor, "cursor")
        self._draw_map(surface)
        surface.set_clip(clip)
        self._draw_label(surface)

    def _draw_rim(self, surface: pygame.Surface) -> None:
        """Draw the stone at the edges of a board that is seen in part: what lies beyond is no labyrinth."""
        if self._camera.shows_all:
            return
        wide = self.kit.px(FRAME)
        rim = pygame.Rect(self._camera.origin, self._camera.board_size).inflate(2 * wide, 2 * wide)
        pygame.draw.rect(surface, self.kit.theme.colours.panel_edge, rim, wide, wide)

    def _with_overhang(self) -> pygame.Rect:
        """Give the board with its frame, and the room above it into which heads may rise."""
        above = round(OVERHANG * self._camera.side)
        return pygame.Rect(self.rect.left, self.rect.top - above, self.rect.width, self.rect.height + above)

    def _shown_targets(self) -> Mapping[Cell, Go | Leap]:
        """Give the squares that are lit: none before what happened has been seen."""
        return {} if self._acting else self._lit()

    def _draw_stocks(self, surface: pygame.Surface) -> None:
        """Say what the stores hold before which somebody stands."""
        for knight in self._knights():
            look = self._scenery.ground.look(knight.cell) if knight.cell is not None else None
            if look is not None and knight.cell is not None:
                draw_stock(surface, self._camera, knight.cell, look)

    def _draw_hint(self, surface: pygame.Surface) -> None:
        """Mark who should go, and where to."""
        move = self._hint[0] if self._hint else None
        knight = self._knight(move.knight) if isinstance(move, Go | Leap) else None
        if knight is not None and knight.cell is not None and isinstance(move, Go | Leap):
            draw_hint(surface, self._camera, self.state, knight.cell, move)

    # -- beside the squares

    def _draw_map(self, surface: pygame.Surface) -> None:
        if self._camera.map.rect is None:
            return
        colours = self.kit.theme.colours
        others = [(k.cell, colours.ink) for k in self._knights() if k.cell is not None and k.name != self._chosen]
        chosen = self._knight(self._chosen)
        marks = [(self.state.board.entrance, colours.accent), *others]
        if chosen is not None and chosen.cell is not None:
            marks.append((chosen.cell, colours.focus))
        self._camera.map.draw(surface, self._scenery.ground.map_picture(), marks)

    def _draw_label(self, surface: pygame.Surface) -> None:
        """Lay the words about a square beside it, on a small piece of paper."""
        cell = self._asking.told
        if cell is not None:
            words = self.say(self._inform_of(cell))
            draw_bubble(self.kit, surface, words, self.cell_rect(cell), self.rect)
