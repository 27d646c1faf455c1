"""The table of Cóatl as it is seen: pieces, cards and what they are worth, and how positions follow each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from logic.coatl import State
from logic.core import Event
from logic.core import State as AnyState
from scenes.chores import Chores
from scenes.coatl_ahead import ahead
from scenes.coatl_beats import Choreography
from scenes.coatl_ground import mat
from scenes.coatl_paint import AIR, RISE, CardLook, card_size, draw_card, draw_piece, face
from scenes.coatl_poses import COVERED, is_card, layout_of
from scenes.coatl_table import CoatlTable
from sprites.coatl_effects import CoatlEffects, sound_of
from sprites.coatl_segments import Look
from sprites.sound import SoundBank
from sprites.stage import Pose
from sprites.ui import Kit

MOTES = 16
"""How many kinds of small things fly about."""
SILENT = ("carry", "end")
"""The events that are neither heard nor lit up."""
STILL = 1e-3
"""Two poses that are no further apart are the same."""


class CoatlBoard(CoatlTable):
    """The picture of the table. What is chosen on it is said by those who build on this."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._effects = CoatlEffects(kit)
        self._dropped = ""
        self._home: Mapping[str, Pose] = {}
        self._coming: list[str] = []
        self._chores = Chores(kit.bakery)
        super().__init__(kit, sound, state, viewer)
        self.rect, self.cell = self.places.rect, float(self.places.unit)
        self._home = self.layout(self.state)

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._effects = CoatlEffects(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the whole of a rectangle, unless it is far too wide or too high."""
        super().place(rect)
        self._home = self.layout(self.state)
        self._plan_chores()

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where every piece and card belongs, covered ones by names of the view's own."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return layout_of(self.places, state, self.viewer)

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        dropped, self._dropped = self._dropped, ""
        before, places = self.state, self.places
        known = {name: self.stage.pose(name) for name, _ in self.stage.poses()}
        self._forget()
        self.state = state
        if self.places != places:
            self.rect, self.cell = self.places.rect, float(self.places.unit)
            at_once = True
        after = self._home = self.layout(state)
        if events and not at_once:
            beats = Choreography(places, known, after, before, self.kit.theme.seconds, dropped).beats(events)
            self._coming = [name for name in after if is_card(name) and name not in known]
            self.stage.perform(beats, after, self.on_event)
        else:
            self._effects.clear()
            self.stage.sync(after, at_once=at_once)
        self._plan_chores()

    def _forget(self) -> None:
        """Forget what was about to be done in the position before."""

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound and its effect."""
        if event.name in SILENT:
            return
        self._play(sound_of(event.name))
        poses = [self._home[name] for name in event.paths if name in self._home]
        self._effects.begin(event.name, [(pose.x, pose.y) for pose in poses])

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        self._dropped = ""
        moving |= self._effects.update(dt)
        if self._coming:
            # Cards come face down: there is time to paint a face in each frame.
            name = self._coming.pop()
            face(self.kit, name, card_size(self._base(name)))
        elif self.live or self.paints_ahead:
            self._chores.update(dt, still=not moving)
        return moving

    def _plan_chores(self) -> None:
        """Plan to bake, while nothing moves, what the next moves may show."""
        laid = {
            name for seat in self.state.seats for coatl in seat.coatls for name in (*coatl.prophecies, coatl.temple)
        }
        cards = [name for name in self._home if is_card(name) and name not in laid]
        seen = [partial(face, self.kit, name, card_size(self._base(name))) for name in cards]
        mats = [partial(mat, self.kit, area) for area in self.places.others]
        chores = ahead(self.kit, self.places, self.state, self.viewer)
        self._chores.plan([self.own_board, *mats, *seen, *[self._effects.prepare] * MOTES, *chores])

    # -- picture

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw the boards and what lies on them, then what is in the air, and over all what is said."""
        self.draw_boards(surface)
        self._draw_lights(surface)
        self._draw_stacks(surface)
        for area in self.places.others:
            self._draw_person(surface, area)
        poses = self.stage.poses()
        for name, pose in poses:
            if pose.z <= AIR:
                self._draw_thing(surface, name, pose)
        for area in (*self.places.others, self.places.own):
            self._draw_counts(surface, area)
        self._draw_marks(surface)
        for name, pose in poses:
            if pose.z > AIR:
                self._draw_thing(surface, name, pose)
        self._effects.draw(surface, self.to_pixels, self.cell)
        self._draw_above(surface)

    def _draw_lights(self, surface: pygame.Surface) -> None:
        """Draw the lights below pieces and cards."""

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw what lies on pieces and cards."""

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Draw what lies over everything."""

    # -- what has a pose

    def _draw_thing(self, surface: pygame.Surface, name: str, pose: Pose) -> None:
        x, y = self.to_pixels(pose.x, pose.y - RISE * pose.z)
        if not is_card(name):
            look = self._look_of_piece(name)
            draw_piece(surface, self.kit, name, (x, y), pose.scale * self.cell, pose.z, look=look, alpha=pose.alpha)
            return
        if self._draw_if_tag(surface, name, pose):
            return
        width = pose.scale * self.cell
        draw_card(
            surface,
            self.kit,
            name,
            (x, y),
            width,
            self._base(name),
            pose.z,
            level=self._level(name),
            look=self._look_of_card(name),
            alpha=pose.alpha,
            flip=pose.flip,
        )

    def _base(self, name: str) -> int:
        """Give the width in pixels at which a card is baked: as it lies at the end, or as on the display."""
        home = self._home.get(name)
        width = round(home.scale * self.cell) if home is not None else 0
        usual = self.places.middle.display[0].width
        return width if 2 * width >= usual or (home is not None and name.startswith(COVERED)) else usual

    def _draw_if_tag(self, surface: pygame.Surface, name: str, pose: Pose) -> bool:
        """Draw a card that lies still on a cóatl; false where it does not."""
        home = self._home.get(name)
        if home is None or abs(pose.x - home.x) + abs(pose.y - home.y) > STILL:
            return False
        for number, seat in enumerate(self.state.seats):
            if self._draw_laid(surface, self.places.area(number), seat, name):
                return True
        return False

    # -- what is lit: said by those who build on this

    def _look_of_piece(self, name: str) -> Look:
        """Say how a piece looks."""
        return "plain"

    def _look_of_card(self, name: str) -> CardLook:
        """Say how a card looks."""
        return "plain"

    def _level(self, name: str) -> int:
        """Give the row of a card to be lit."""
        return 0
