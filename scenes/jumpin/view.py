"""The view of JumpIN’: layout, animation of events, input, and the buttons beside the board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

import pygame

from logic.core import Event, Message, Move
from logic.jumpin.board import fox_cells
from logic.jumpin.rules import Hop, Slide, State
from scenes.board.parts import FactSheet
from scenes.jumpin.animation import animations
from scenes.jumpin.hands import JumpinHands
from scenes.jumpin.layout import Animals, cells_after, cells_of, end_of, mover, number_of, poses_of
from scenes.jumpin.narration import ACTION_NAMES, GESTURES, advice, why_not
from scenes.jumpin.paint import Signs, Turf, draw_meadow, upcoming, whole
from scenes.jumpin.panel import JumpinPanel
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Trail, trail_of
from scenes.view.view import ALONE, ChapterLook, GameView, Host
from sprites.jumpin import art, meadow
from sprites.jumpin.effects import MeadowEffects
from sprites.jumpin.meadow import RIM, Rail, turf_daisy
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose, pose_at


def fox_rails(state: State) -> tuple[Rail, ...]:
    """The rails of the foxes on the board."""
    return tuple(sorted({Rail(level, cell.row if level else cell.col) for cell, level in state.foxes}))


SEASONS = (
    ChapterLook("#5f8f45", "flower", meadow.blossom),
    ChapterLook("#4d7a3a", "white_balance_sunny", meadow.daisy),
    ChapterLook("#8a6231", "leaf_maple", meadow.leaf),
    ChapterLook("#5f7f86", "snowflake_variant", meadow.rime),
    ChapterLook("#6d83a6", "snowflake", meadow.snow),
)
"""The meadow of each tier, from spring to deep winter."""


class JumpinView(GameView[State]):
    """The board view of JumpIN’."""

    margin = RIM
    cloth = "#5d7a4a"
    confetti = staticmethod(turf_daisy)
    chapter_looks = SEASONS
    coordinates = Coordinates("#fff3d6", first=0, letters=False, high=0.18, aside=0.2, shade="#24461c")
    action_names = ACTION_NAMES
    gestures = GESTURES
    hands: JumpinHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        self.rows, self.cols = state.board.rows, state.board.cols
        super().__init__(kit, sound, state, host)
        self.rails_of: Callable[[State], tuple[Rail, ...]] = fox_rails
        """Returns the rails to draw; the editor replaces it."""
        self.animals = Animals(state)
        self.effects = MeadowEffects(kit)
        self.hands = JumpinHands(self, self.animals)
        self._room = self.rect
        self._celebrates = False

    # -- positions

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.effects = MeadowEffects(kit)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._room = rect
        self._plan()

    def _plan(self) -> None:
        """Plan the pictures for the next moves."""
        self.prerender.plan(upcoming(self.kit, whole(self.cell), self.state, self.effects))

    @property
    def ground(self) -> Hashable:
        """The board with its burrows and its rails."""
        return self.state.board, self.rails_of(self.state)

    def layout(self, state: State) -> Mapping[str, Pose]:
        return poses_of(state)

    # -- pointing in a lesson

    def stroke_of(self, move: Move) -> Stroke | None:
        """Drag a fox along its rail; tap a rabbit, unless it is chosen, and then its target."""
        if not isinstance(move, Hop | Slide):
            return None
        piece = mover(move)
        ends = poses_of(self.state)[piece], end_of(self.state, move)
        stops = tuple(self.to_pixels(pose.x, pose.y) for pose in ends)
        cells = *cells_of(self.state, piece), *cells_after(self.state, move)
        lit = tuple(self.cell_rect(cell) for cell in cells)
        if isinstance(move, Slide):
            return Stroke("drag", stops, lit)
        return Stroke("tap", stops[1:] if self.animals.chosen == piece else stops, lit)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        dropped, self.hands.dropped = self.hands.dropped, ""
        self.cancel_gesture()
        self.show_hint(())
        self.hands.ask(None)
        before, self.state, self.animals.state = self.state, state, state
        if before.board != state.board:
            self._change_board()
        outcome, layout = state.outcome(), self.layout(state)
        self._celebrates = bool(events) and not at_once and outcome is not None and bool(outcome.winners)
        if events and not at_once:
            played = animations(events, self.layout(before), layout, self.kit.theme.seconds, dropped)
            self.stage.perform(played, layout, self.on_event)
        else:
            self.animals.flights.clear()
            self.effects.clear()
            self.stage.sync(layout, at_once=at_once)
        self.hands.cursor.at = self.hands.cursor.at if self.hands.cursor.at in layout else "R1"
        self._plan()

    def _change_board(self) -> None:
        self.rows, self.cols = self.state.board.rows, self.state.board.cols
        self.place(self._room)

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and a look in the direction of movement."""
        super().on_event(event)
        self.effects.begin(event)
        for piece, path in event.paths.items():
            if len(path) > 1:
                self.animals.flights[piece] = pose_at(path[0]), pose_at(path[-1])

    def trail_of(self, before: State, events: Sequence[Event]) -> Trail:
        """The trail of a move; a fox's is that of its rear half, so that it does not lie below the fox."""

        def rear(event: Event) -> Event:
            if event.name != "slide":
                return event
            ((fox, way),) = event.paths.items()
            level = before.foxes[number_of(fox) - 1][1]
            return replace(event, paths={fox: tuple(fox_cells(cell, level)[way[-1] < way[0]] for cell in way)})

        return trail_of(map(rear, events))

    # -- offers

    def sheet(self) -> FactSheet:
        return JumpinPanel(self.kit, "facts", lambda: self.state)

    def status(self) -> Message | None:
        asked = self.animals.asked
        return advice(self.state, self.animals.chosen) if asked is None else why_not(self.state, asked)

    # -- time and picture

    def update(self, dt: float) -> bool:
        moving = super().update(dt)
        if not moving:
            self.animals.flights.clear()
            self._begin_celebration()
        shakes = self.animals.update(dt)
        moving = self.effects.update(dt) or shakes or moving
        moving |= self.hands.update(dt)
        self.update_prerender(dt, moving=moving or self.hands.hand is not None)
        return moving

    def _begin_celebration(self) -> None:
        if self._celebrates:
            self._celebrates = False
            self.effects.celebrate(self.cols, self.rows)

    def draw_ground(self, surface: pygame.Surface) -> None:
        art.lay_meadow(surface, self.kit, self.state.board, self.cell, self.rect, self.rails_of(self.state))
        self.draw_coordinates(surface)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        self.draw_trails(surface)
        draw_meadow(Turf(surface, self.kit, self, self.cell), self.animals, self.stage.poses(), self.signs())
        self.effects.draw(surface, self.to_pixels, self.cell)

    def signs(self) -> Signs:
        return Signs(
            lit=self.hands.lit(),
            hint=[move for move in self.hands.hint if isinstance(move, Hop | Slide)],
            hint_state=self.hint_state,
            cursor=self.hands.cursor.at if self.hands.shows_cursor and self.host.live else None,
            glad=not self.stage.moving and self.state.is_solved(),
            names=bool(self.host.names_pieces or self.hands.hint),
        )


VIEW = JumpinView
