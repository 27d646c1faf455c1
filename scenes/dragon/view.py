"""The view of Stone Dragon: camera, animation of events, input, and the buttons beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from logic.core import Cell, Event, Message, Move
from logic.dragon.narration import knight_name
from logic.dragon.rules import SQUARES, Go, Leap, Pass, State
from scenes.dragon.animation import MOVES, Animator, visible_part
from scenes.dragon.hands import DragonHands
from scenes.dragon.layout import Party, poses_of
from scenes.dragon.narration import ACTION_NAMES, GESTURES, told
from scenes.dragon.paint import DragonPicture, Signs
from scenes.dragon.panel import DragonPanel
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Point, Trail, trail_of
from scenes.view.view import ALONE, GameView, Host, ViewButton
from sprites.dragon.effects import spark
from sprites.dragon.plan import PLAN
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose

LEAP = ViewButton("leap", "arrow_up_bold_hexagon_outline", Message("Leap"))
STEP = ViewButton("leap", "shoe_print", Message("Step"))


class DragonView(GameView[State]):
    """The board view of Stone Dragon; it shows no more than the player's redacted position."""

    margin = 0.12
    coordinates = Coordinates("#b9b3a6", letters=False, high=0.16, aside=0.11, most=16, shade="#2a211a")
    cloth = "#2b2621"
    confetti = staticmethod(spark)
    map_art = PLAN
    ends_turns = False
    action_names = ACTION_NAMES
    gestures = GESTURES
    hands: DragonHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        super().__init__(kit, sound, state, host)
        self._begin(state)

    def _begin(self, state: State) -> None:
        """Make everything that belongs to one board, at the start and when another board is shown."""
        self.rows, self.cols = state.board.height, state.board.width
        self.state = state
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.picture = DragonPicture(self.kit, state, uncovered=self.host.uncovered)
        self.camera = self.picture.camera
        self.scenery = self.picture.scenery
        self.party = Party(state)
        self.hands = DragonHands(self, self.camera, self.party)
        self._acting = False
        self.stage.sync(self.party.layout(), at_once=True)

    # -- positions

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.picture.set_kit(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the middle of a rectangle for a board that fits in, or all of it as a window on a larger one."""
        is_first = self.rect.size == (1, 1)
        self.picture.place(rect)
        self.rect, self.cell = self.picture.rect, self.camera.side
        self.prerender.plan(self.picture.effects.to_prerender())
        if is_first:
            self._look_at_knights()

    def _look_at_knights(self) -> None:
        """Move the camera to the knights."""
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
        """The cell under a place of the window, or None if none is seen there."""
        return self.camera.cell_at(pos)

    def layout(self, state: State) -> Mapping[str, Pose]:
        return poses_of(state)

    # -- pointing in a lesson

    def stroke_of(self, move: Move) -> Stroke | None:
        """Tap the knight, unless he is chosen, and then his target square."""
        if not isinstance(move, Go | Leap):
            return None
        knight = self.party.named(move.knight)
        goal = next((cell for cell, one in self.party.targets(move.knight).items() if one == move), None)
        if knight is None or knight.cell is None or goal is None:
            return None
        rects = self.cell_rect(knight.cell), self.cell_rect(goal)
        stops = tuple(rect.center for rect in rects)
        return Stroke("tap", stops[1:] if self.party.chosen == knight.name else stops, rects)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        self.cancel_gesture()
        if (state.board.height, state.board.width) != (self.rows, self.cols):
            self._change_board(state)
            return
        self.scenery.apply_all_changes()
        self.show_hint(())
        self.hands.refusal = None
        poses, before = self.party.layout(), self.state
        self.state = state
        self.party.follow(state, goes_on=bool(events))
        self.scenery.delay_changes(before, state, uncovered=self.host.uncovered)
        if events and not at_once:
            known = [seen for event in events if (seen := self._known(event)) is not None]
            animations = Animator(poses, self.kit.theme.seconds).animations(known)
            self._acting = True
            self.stage.perform(animations, self.party.layout(), self.on_event)
        else:
            self.scenery.apply_all_changes(softly=not at_once)
            self.stage.sync(self.party.layout(), at_once=at_once)
        self.hands.follow_chosen(at_once=at_once)

    def _change_board(self, state: State) -> None:
        rect = self.rect
        self._begin(state)
        self.place(rect)

    def trail_of(self, before: State, events: Sequence[Event]) -> Trail:
        """Only knights leave a trail, hidden and dead ones too: uncovered squares do not."""
        return trail_of(events, {knight.name for knight in before.knights})

    def _known(self, event: Event) -> Event | None:
        return event if self.host.uncovered else visible_part(event, self.state.seen)

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and the new look of its squares."""
        super().on_event(event)
        if event.name not in MOVES:
            self.scenery.apply_changes(cell for path in event.paths.values() for cell in path)
        self.picture.effects.begin(event, self.kit.theme.seconds.slide, self.party.kinds)
        mover = next((path[-1] for piece, path in event.paths.items() if piece != SQUARES and path), None)
        if mover is not None:
            self.camera.reveal(mover)

    # -- offers

    def controls(self) -> Sequence[ViewButton]:
        """The button for leaps if there is a Jumper; it is enabled while one is chosen."""
        if all(knight.kind != "jumper" for knight in self.state.knights):
            return ()
        knight = self.party.knight if self.host.live else None
        is_jumper = knight is not None and knight.kind == "jumper"
        return (replace(STEP if self.party.leaps else LEAP, enabled=is_jumper),)

    def status(self) -> Message | None:
        if self.hands.refusal is not None:
            return self.hands.refusal
        party, knight = self.party, self.party.knight
        if not any(party.targets(other.name) for other in party.knights):
            return Message("Nobody can move: pass, or wait until something changes.")
        if knight is None:
            return Message("Choose a knight.")
        name = knight_name(knight)
        if not self.hands.lit():
            return Message("{knight} cannot move now.", knight=name)
        if party.leaps:
            return Message("Where does {knight} leap to?", knight=name)
        return Message("Where does {knight} go?", knight=name)

    def end_move(self) -> Move | None:
        return next((move for move in reversed(self.state.legal_moves()) if isinstance(move, Pass)), None)

    def end_label(self) -> Message | None:
        return Message("Pass")

    def uncover_label(self) -> Message | None:
        """Label for uncovering the labyrinth after the end, unless all of it has been seen."""
        covered = any(field.kind == "unseen" for row in self.state.board.fields for field in row)
        return Message("Uncover the labyrinth") if covered else None

    def sheet(self) -> DragonPanel:
        return DragonPanel(self.kit, "facts", lambda: (self.state, self.party.chosen))

    # -- descriptions

    def describe_at(self, pos: tuple[int, int]) -> Message | None:
        """Describe the square at a position of the window; None beside the board."""
        cell = self.cell_at(pos)
        return self._describe_cell(cell) if cell is not None else None

    def _describe_cell(self, cell: Cell) -> Message:
        return told(self.state, cell, self.scenery.ground.look(cell))

    # -- time and picture

    def update(self, dt: float) -> bool:
        moving = [self.stage.update(dt), self.picture.update(dt)]
        if not self.stage.moving:
            self._acting = False
            self.scenery.apply_all_changes()
        self.camera.map.keep_clear([*self.hands.lit(), self.hands.cursor], self.party.cells)
        self.cell = self.camera.side
        moving.append(self.hands.update(dt))
        return any([self.hands.inspector.update(dt, self.kit.theme.seconds), *moving])

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.picture.draw_ground(surface)

    def draw_coordinates(self, surface: pygame.Surface) -> None:
        """Write coordinates beside the visible part of the labyrinth; they pan with it, so the ground has none."""
        if self.host.coordinates:
            self.coordinates.draw(self.kit, surface, self.camera, self.camera.window)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        self.draw_coordinates(surface)
        self.picture.draw_foreground(surface, self.party, self.stage.poses(), self.signs())

    def signs(self) -> Signs:
        """The marks on the board: no targets and no stocks before the last events have been shown."""
        hint, cell = next(iter(self.hands.hint), None), self.hands.inspector.inspected
        return Signs(
            targets={} if self._acting else self.hands.lit(),
            tells_stocks=not self._acting,
            hint=hint if isinstance(hint, Go | Leap) else None,
            hint_state=self.hint_state,
            cursor=self.hands.cursor if self.hands.shows_cursor and self.host.live else None,
            told=cell,
            words="" if cell is None else self.host.say(self._describe_cell(cell)),
            trail=self.trail,
            ahead=self.ahead,
        )


VIEW = DragonView
