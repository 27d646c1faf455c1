"""The scene stack: push, pop, replace at the end of a frame; only the top hears; one call is one turn of the loop."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from logic.cabinet import Context
from logic.memory import give_back
from sprites.input import Action, Input, Pointer
from sprites.ui import Ui

if TYPE_CHECKING:
    from scenes.app import App

LONGEST_STEP = 0.1
"""A frame never counts for more seconds than this, so that a sleep of the machine throws nothing across the room."""

ECHO_SECONDS, ECHO_REACH = 0.3, 24
"""A second tap so soon, and within so many units, is the rest of a double tap, for a screen that has gone."""


class Scene:
    """One screen, or an overlay over the screens below.

    Everything with a place is made in :meth:`build`, which runs on entry and again whenever the window, the scale or
    the language changes; whatever must survive that is kept in attributes set in ``__init__``.
    """

    opaque = True
    """Whether this scene hides those below."""
    holds_pictures = False
    """Whether it has large pictures of its own, beside those of the bakery: as much as a game's view needs."""
    context: Context = "page"
    """Which meaning keys have here that stand for two things."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.ui = Ui(app.kit)

    def build(self) -> None:
        """Make the widgets for the window as it is now and add them to ``self.ui``."""

    def rebuild(self) -> None:
        """Build again; the focus, what was scrolled to and the like stay as they were."""
        former, self.ui = self.ui, Ui(self.app.kit)
        self.build()
        self.ui.recall(former)

    def enter(self) -> None:
        """Called once, when the scene is put on the stack, before the first ``build``."""

    def resume(self) -> None:
        """Called when the scene above has gone."""

    def leave(self) -> None:
        """Called once, when the scene is taken off the stack."""

    @property
    def is_busy(self) -> bool:
        """Tell whether somebody is in the middle of something here that no file from outside should cover."""
        return False

    @property
    def typing(self) -> bool:
        """Tell whether keys write text now."""
        return self.ui.typing

    def handle(self, event: Input) -> bool:
        """Take one input: the widgets first, then the scene's own actions; true when it was used."""
        if self.ui.handle(event):
            return True
        return isinstance(event, Action) and bool(event.name) and self.act(event.name)

    def act(self, name: str) -> bool:
        """Do a named action that no widget used; true when it was one of this scene's."""
        if name == "help":
            from scenes.help import HelpScene  # which is a scene itself

            self.app.stack.push(HelpScene(self.app))
            return True
        if name == "cancel":
            self.app.stack.pop()
            return True
        return False

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something still moves and wants to be drawn again."""
        return self.ui.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, changing nothing."""
        self.ui.draw(surface)


class SceneStack:
    """The screens that are open. Changes asked for in a frame happen at its end."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._scenes: list[Scene] = []
        self._changes: list[Callable[[], None]] = []
        self._veil: pygame.Surface | None = None
        self._veil_left = 0.0
        self._dirty = True
        self._has_rings = False
        """Whether a screen has gone that held pictures: it and its widgets hold each other until they are collected."""
        self._baked = 0
        """How much had been baked when memory was given back last."""
        self._pressed: tuple[int, int] | None = None
        self._echo: tuple[int, int] | None = None
        """Where the press was that changed the screen a moment ago."""
        self._echo_left = 0.0

    @property
    def scenes(self) -> Sequence[Scene]:
        """The open scenes, the lowest first."""
        return tuple(self._scenes)

    @property
    def top(self) -> Scene | None:
        """The scene that hears."""
        return self._scenes[-1] if self._scenes else None

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._changes.append(lambda: self._push(scene))

    def pop(self, scene: Scene | None = None) -> None:
        """Take the top scene off, or that scene and all above it."""
        target = scene
        self._changes.append(lambda: self._pop(target))

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""

        def change() -> None:
            self._pop(None, resume=False)
            self._push(scene)

        self._changes.append(change)

    def clear_to(self, kind: type[Scene]) -> None:
        """Take scenes off until one of that kind is on top."""

        def change() -> None:
            while len(self._scenes) > 1 and not isinstance(self._scenes[-1], kind):
                self._pop(None, resume=len(self._scenes) > 1 and isinstance(self._scenes[-2], kind))

        self._changes.append(change)

    def close(self) -> None:
        """Take every scene off at once, at the end of the program."""
        while self._scenes:
            self._scenes.pop().leave()

    def touch(self) -> None:
        """Ask for the next frame to be drawn, whatever else is still."""
        self._dirty = True

    def rebuild(self) -> None:
        """Let every scene lay itself out anew."""
        for scene in self._scenes:
            scene.rebuild()
        self._veil = None
        self._dirty = True

    def frame(self, events: Sequence[Input], dt: float, surface: pygame.Surface) -> bool:
        """Run one turn of the loop; true when the surface was drawn anew."""
        self._settle(surface)
        for event in events:
            top = self.top
            if top is None:
                break
            self._dirty = True
            if self._is_echo(event):
                continue
            if not self.app.act(event, typing=top.typing):
                top.handle(event)
            if self._changes:
                # What comes after in this frame was meant for the screen that was seen.
                self._echo, self._echo_left = self._pressed, ECHO_SECONDS
                break
        self._settle(surface)
        dt = min(dt, LONGEST_STEP)
        moving = [scene.update(dt) for scene in self._scenes]
        moving.append(self.app.update(dt))
        self._veil_left = max(0.0, self._veil_left - dt)
        self._echo_left -= dt
        drew = any(moving) or self._dirty or self._veil is not None
        self._dirty = False
        if drew:
            self._draw(surface)
        else:
            self._tidy()
        return drew

    def _tidy(self) -> None:
        """Use a still moment to give back the memory of what was painted, and of pictures that went with a screen."""
        baked = self.app.kit.bakery.baked
        if not self._has_rings and baked == self._baked:
            return
        if self._has_rings:
            gc.collect()
        give_back()
        self._has_rings, self._baked = False, baked

    def _is_echo(self, event: Input) -> bool:
        """Tell whether a press only repeats, as a double tap does, the one that has just changed the screen."""
        if not isinstance(event, Pointer) or event.kind != "down":
            return False
        self._pressed = event.pos
        if self._echo is None or self._echo_left <= 0:
            return False
        return math.dist(event.pos, self._echo) <= self.app.kit.px(ECHO_REACH)

    @property
    def still(self) -> bool:
        """Tell whether nothing waits to be drawn."""
        return not self._dirty and self._veil is None and not self._changes

    def _draw(self, surface: pygame.Surface) -> None:
        lowest = max((i for i, scene in enumerate(self._scenes) if scene.opaque), default=0)
        for scene in self._scenes[lowest:]:
            scene.draw(surface)
        self.app.draw_over(surface)
        if self._veil is not None:
            if self._veil_left <= 0 or self._veil.get_size() != surface.get_size():
                self._veil = None
                self._dirty = True
                return
            self._veil.set_alpha(round(255 * self._veil_left / self.app.theme.seconds.screen))
            surface.blit(self._veil, (0, 0))

    def _settle(self, surface: pygame.Surface) -> None:
        while self._changes:
            if self._scenes and self._veil is None:
                self._veil, self._veil_left = surface.copy(), self.app.theme.seconds.screen
            changes, self._changes = self._changes, []
            for change in changes:
                change()
            self._dirty = True

    def _push(self, scene: Scene) -> None:
        if self._scenes:
            # The hand that pressed here ends its gesture over another screen.
            self._scenes[-1].ui.let_go()
        self._scenes.append(scene)
        scene.enter()
        scene.rebuild()

    def _pop(self, scene: Scene | None, *, resume: bool = True) -> None:
        if scene is not None and scene not in self._scenes:
            return
        while self._scenes:
            gone = self._scenes.pop()
            gone.leave()
            self._has_rings |= gone.holds_pictures
            if scene is None or gone is scene:
                break
        if resume and self._scenes:
            self._scenes[-1].resume()
