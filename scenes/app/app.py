"""Scenes, their stack, and the App through which they reach everything else."""

from __future__ import annotations

import gc
import math
import os
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from logic.arguments import SMALLEST_WINDOW
from logic.cabinet import Cabinet, Context, with_keys
from logic.config import ConfigError
from logic.core import Message
from logic.engine.worker import Thinker
from logic.memory import release_freed_memory
from logic.storage.files import StoreProblem
from logic.storage.settings import Settings
from logic.storage.store import Store
from logic.text import Text, guess_language
from scenes.app.adviser import Adviser
from scenes.app.orientation import BOTTOM, Orientation
from scenes.app.overlay import Overlay
from scenes.app.routes import Route, screen
from scenes.app.transition import MAKING, Compositor, Zoom
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.pauses import Painting
from sprites.paint.surface_cache import SurfaceCache
from sprites.sound.recipes import RECIPES
from sprites.sound.sound import SoundBank
from sprites.sound.voice import Voice
from sprites.widgets.base import descendants
from sprites.widgets.input import Action, Input, Pointer, Reader
from sprites.widgets.ui import Ui

if TYPE_CHECKING:
    from logic.hosting import Snapshot
    from logic.llm.endpoint import LocalServer

LONGEST_STEP = 0.1
"""The longest time step of a frame, in seconds, so that nothing jumps after the machine has slept."""

BREATH_STEP = 0.16
"""Seconds between frames of what is animated in still moments: it is slow, and should cost little."""
ECHO_SECONDS, ECHO_REACH = 0.3, 24
"""Seconds and units within which a second tap belongs to a double tap on a screen that has been left."""


class Scene:
    """A screen, or an overlay over the screens below.

    Widgets and everything else with a position are made in :meth:`build`, which runs on entry and again whenever the
    window, the scale or the language changes; state that has to survive belongs in attributes set in ``__init__``.
    """

    opaque = True
    """Whether this scene hides those below."""
    holds_pictures = False
    """Whether it holds large pictures outside of the cache, as a game's view does."""
    context: Context = "page"
    """Which of its two meanings a key has here, if it has two."""
    first_focus = ""
    """The key of the first focused widget, or of its container; empty for none."""
    ambience = ""
    """The name of the ambient sound; empty for that of the scene below."""
    edge: int | None = None
    """The edge of the window at which the reader sits; None for that of the scene below."""
    without_keys = False
    """Whether the last input came from a finger or a pad, so that text input needs the on-screen keyboard."""
    door = ""
    """The key of the door, such as a card, whose press opened the scene above; empty if something else did."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.ui = Ui(app.kit)

    def build(self) -> None:
        """Make the widgets for the present window and add them to ``self.ui``."""

    def rebuild(self) -> None:
        """Build again; focus, scroll offsets and the like are kept."""
        former, self.ui = self.ui, Ui(self.app.kit)
        self.build()
        self.ui.restore_from(former)
        if self.ui.focus is None and self.first_focus:
            first = self.ui.find(self.first_focus)
            found = [] if first is None else [first, *descendants(first)]
            inside = (widget for widget in found if widget.focusable and widget.enabled)
            self.ui.set_focus(next(inside, self.ui.find("back")))

    def rebuild_at(self, key: str) -> None:
        """Build again, and focus the widget of that key."""
        self.rebuild()
        self.ui.set_focus(self.ui.find(key))

    def enter(self) -> None:
        """Called once, when the scene is pushed, before the first ``build``.

        Whether the focus is shown, and which input device was last used, is taken over from the screen below.
        """
        below = self.app.stack.scenes[:-1]
        if below:
            self.ui.show_focus, self.without_keys = below[-1].ui.show_focus, below[-1].without_keys

    def resume(self) -> None:
        """Called when the scene above has been removed."""

    def leave(self) -> None:
        """Called once, when the scene is removed."""

    def close(self) -> None:
        self.app.stack.pop(self)

    @property
    def is_busy(self) -> bool:
        """Whether the player is in the middle of something that a file opened from outside should not cover."""
        return False

    @property
    def typing(self) -> bool:
        return self.ui.typing

    def handle(self, event: Input) -> bool:
        """Take one input: widgets first, then the scene's own actions; true if it was used."""
        if isinstance(event, Pointer) and event.kind == "down":
            self.without_keys = event.touch
        elif isinstance(event, Action):
            self.without_keys = event.pad
        if self.ui.handle(event):
            return True
        return isinstance(event, Action) and bool(event.name) and self.act(event.name)

    def act(self, name: str) -> bool:
        """Execute a named action that no widget used; true if it was one of this scene's."""
        if name == "help":
            self.app.open("help")
            return True
        if name == "cancel":
            self.close()
            return True
        return False

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves and needs another frame."""
        return self.ui.update(dt)

    def update_idle(self, dt: float) -> Sequence[pygame.Rect]:
        """Let ``dt`` seconds pass for what is animated even in still moments; returns its rectangles."""
        return ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, without changing anything."""
        self.ui.draw(surface, hears=self.app.stack.top is self)


class SceneStack:
    """The open scenes. Changes requested during a frame take effect at its end."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._breath = 0.0
        """Seconds since the idle animations were last painted."""
        self._scenes: list[Scene] = []
        self._changes: list[Callable[[], Scene | None]] = []
        """Each returns the scene that it has put on the stack."""
        self._began = 0.0
        """When the frame began, by the cache's clock."""
        self._settling: Painting | None = None
        """The changes in progress: a screen of hundreds of widgets takes several frames to build."""
        self._compositor = Compositor(self._draw_scenes, app.kit.cache)
        self._dirty = True
        self._has_rings = False
        """Whether a screen with pictures has gone: it and its widgets are a reference cycle until collected."""
        self._baked = 0
        """How much had been baked when memory was last given back."""
        self._pressed: tuple[int, int] | None = None
        self._echo: tuple[int, int] | None = None
        """Where the press was that has just changed the screen."""
        self._echo_left = 0.0
        self._early: list[Input] = []
        """Inputs that arrived while a screen was being opened."""

    @property
    def scenes(self) -> Sequence[Scene]:
        """The open scenes, the lowest first."""
        return tuple(self._scenes)

    @property
    def top(self) -> Scene | None:
        """The scene that gets input."""
        return self._scenes[-1] if self._scenes else None

    def push(self, scene: Scene) -> None:
        self._changes.append(partial(self._push, scene))

    def pop(self, scene: Scene | None = None) -> None:
        """Remove the top scene, or that scene and all above it."""
        self._changes.append(partial(self._pop, scene))

    def replace(self, scene: Scene) -> None:
        """Replace the top scene."""

        def change() -> Scene:
            self._pop(None, resume=False)
            return self._push(scene)

        self._changes.append(change)

    def find(self, route: Route) -> Any:
        """The topmost open screen of that route, or None."""
        kind = screen(route)
        return next((scene for scene in reversed(self._scenes) if isinstance(scene, kind)), None)

    def clear_to(self, route: Route) -> None:
        """Remove scenes until a screen of that route is on top, or only the lowest scene is left."""
        kind = screen(route)

        def change() -> None:
            while len(self._scenes) > 1 and not isinstance(self._scenes[-1], kind):
                self._pop(None, resume=len(self._scenes) > 1 and isinstance(self._scenes[-2], kind))

        self._changes.append(change)

    def close(self) -> None:
        """Remove all scenes at once, at the end of the program."""
        self.finish()
        while self._scenes:
            self._scenes.pop().leave()

    def touch(self) -> None:
        """Request that the next frame be drawn."""
        self._dirty = True

    def finish(self) -> None:
        """Finish building the newly opened screen, however long it takes, so that it can be used at once."""
        if self._settling is not None:
            self._settle(None)

    def rebuild(self) -> None:
        """Let every scene lay itself out again."""
        self.finish()
        for scene in self._scenes:
            scene.rebuild()
        self._compositor.stop()
        self._dirty = True

    def frame(self, events: Sequence[Input], dt: float, surface: pygame.Surface | None) -> bool:
        """Run one frame; true if there was something to draw.

        Without a surface nothing is painted, and there are no transitions.
        """
        self._began = self.app.kit.cache.clock()
        self._settle(surface)
        events, self._early = (*self._early, *events), []
        if not self._is_whole and surface is not None:
            self._early.extend(event for event in events if not self._is_repeated_press(event))
            return self._open(dt, surface)
        self._take(events)
        self._settle(surface)
        if not self._is_whole and surface is not None:
            return self._open(dt, surface)
        dt = min(dt, LONGEST_STEP)
        self._dirty |= self.app.run_calls()
        moving = [scene.update(dt) for scene in self._scenes]
        moving.append(self.app.update(dt))
        if self._compositor.way is not None:
            self._compositor.way.update(dt)
        self._turn(surface)
        self._echo_left -= dt
        drew = any(moving) or self._dirty or self._compositor.way is not None
        self._dirty = False
        if not drew:
            self._free_memory()
        elif surface is not None:
            self._draw(surface)
        return drew

    def _take(self, events: Sequence[Input]) -> None:
        """Handle inputs up to one that changes the screen: those after it were meant for the screen that was seen."""
        for event in events:
            top, way = self.top, self._compositor.way
            if top is None:
                return
            self._dirty = True
            is_turning = self.is_leaving and way is not None and way.turns
            if self._is_repeated_press(event) or (is_turning and isinstance(event, Pointer)):
                continue
            self._handle(event, top)
            if self._changes:
                top.door = top.ui.door(event)
                self._echo, self._echo_left = self._pressed, ECHO_SECONDS
                return

    def _handle(self, event: Input, top: Scene) -> None:
        try:
            if not self.app.act(event, typing=top.typing):
                top.handle(event)
        except ConfigError as error:  # in the file of a game, which is read when the game is opened
            self.app.tell(Message("What is configured cannot be used: {why}", why=error.message))

    @property
    def is_leaving(self) -> bool:
        """Whether only the previous picture is visible so far."""
        return self._settling is not None or self._compositor.is_leaving

    @property
    def _is_whole(self) -> bool:
        """Whether all that was opened is built and painted."""
        return self._settling is None and self._compositor.is_whole

    def _open(self, dt: float, surface: pygame.Surface) -> bool:
        """Continue to open a screen; time advances for its transition only."""
        dt = min(dt, LONGEST_STEP)
        self._echo_left -= dt
        self._compositor.continue_opening(
            surface, self.app.orientation, self._began, dt, is_made=self._settling is None
        )
        return True

    def update_idle(self, dt: float, surface: pygame.Surface | None) -> Sequence[pygame.Rect]:
        """Let time pass for what is animated in still moments; paint and return its few rectangles.

        Nothing waits for these animations, so :meth:`frame` does not report them.
        """
        self._breath += min(dt, LONGEST_STEP)
        if self.top is None or surface is None or self._breath < BREATH_STEP:
            return ()
        rects, self._breath = self.top.update_idle(self._breath), 0.0
        return tuple(self._compositor.paint(surface, self.app.orientation, rect) for rect in rects)

    def _free_memory(self) -> None:
        """While idle, give back the memory used for painting, and that of the pictures of screens that have gone."""
        baked = self.app.kit.cache.baked
        if not self._has_rings and baked == self._baked:
            return
        if self._has_rings:
            gc.collect()
            self.app.thinker.renew()
        release_freed_memory()
        self._has_rings, self._baked = False, baked

    def _is_repeated_press(self, event: Input) -> bool:
        """Whether a press only repeats the one that has just changed the screen, as a double tap does.

        Stores where each press is. After a press elsewhere, no press counts as a repetition.
        """
        if not isinstance(event, Pointer) or event.kind != "down":
            return False
        self._pressed = event.pos
        if self._echo is None or self._echo_left <= 0:
            return False
        if math.dist(event.pos, self._echo) > self.app.kit.px(ECHO_REACH):
            self._echo = None
        return self._echo is not None

    @property
    def still(self) -> bool:
        """Whether nothing waits to be drawn."""
        return not self._dirty and self._compositor.way is None and not self._changes

    def _draw(self, surface: pygame.Surface) -> None:
        # The player returns to the first screen, whatever has been baked meanwhile.
        is_first = len(self._scenes) == 1
        self._dirty |= self._compositor.show(surface, self.app.orientation, reserves=is_first)

    def _turn(self, surface: pygame.Surface | None) -> None:
        """Turn the canvas towards the reader of the top screen, unless a pointer is pressing a widget there."""
        if self._edge == self.app.orientation.edge or (self.top is not None and self.top.ui.held is not None):
            return
        still = surface is None or self.app.kit.reduced_motion
        seconds = self.app.theme.seconds.turn
        way = None if surface is None or still else self._compositor.transition_from(surface, seconds, turns=True)
        if self.app.turn(self._edge):
            self.rebuild()
        self._compositor.way = way
        self._dirty = True

    @property
    def _edge(self) -> int:
        """The edge of the window at which the reader of the top screen sits."""
        return next((scene.edge for scene in reversed(self._scenes) if scene.edge is not None), BOTTOM)

    @property
    def _lowest(self) -> Scene | None:
        """The lowest visible screen."""
        return next((scene for scene in reversed(self._scenes) if scene.opaque), next(iter(self._scenes), None))

    def _draw_scenes(self, surface: pygame.Surface) -> None:
        lowest = self._lowest
        if lowest is not None:
            for scene in self._scenes[self._scenes.index(lowest) :]:
                scene.draw(surface)
            self.app.overlay.draw(surface, self._scenes[-1].ui)

    def _settle(self, surface: pygame.Surface | None) -> None:
        """Apply the requested changes; with a surface, only as far as this frame has time for."""
        cache, compositor = self.app.kit.cache, self._compositor
        if surface is None:
            compositor.stop()
        if self._changes and self._settling is None:
            self._settling = Painting(lambda: self._change(surface), bool)
        if self._settling is not None:
            until = self._began + MAKING * cache.time_budget if surface is not None else math.inf
            self._settling.is_over = lambda: (
                compositor.way is not None and not compositor.is_whole and cache.clock() >= until
            )
            self._settling.switch()
            if self._settling.dead:
                self._settling = None

    def _change(self, surface: pygame.Surface | None) -> None:
        left, known = self._lowest, self.scenes
        is_patient = math.isfinite(self.app.kit.cache.time_budget)
        compositor, seconds = self._compositor, self.app.theme.seconds.screen
        if surface is not None and (compositor.way is None or is_patient):
            compositor.stop()
            compositor.way = compositor.transition_from(surface, seconds) if self._scenes else None
            if is_patient:
                compositor.begin(surface, self.app.orientation)
        while self._changes:
            opened = self._changes.pop(0)()
            if not self._changes:
                self._begin_transition(left, known)
            if opened is not None:
                opened.enter()
            laid_out = [opened] if opened is not None else []
            if not self._changes and self._edge != self.app.orientation.edge:
                # What opens is upright for its reader from its first picture on.
                if self.app.turn(self._edge):
                    laid_out = self._scenes
                if not compositor.is_whole and surface is not None:
                    compositor.begin(surface, self.app.orientation)
            for scene in laid_out:
                scene.rebuild()
        self.app.sound.play_ambience(next((scene.ambience for scene in reversed(self._scenes) if scene.ambience), ""))
        self._dirty = True

    def _begin_transition(self, left: Scene | None, known: Sequence[Scene]) -> None:
        """Set up the transition from the former screen; the new one is still to be built."""
        leaves = self._lowest is not left
        zoom = self._zoom_from(left, known) if leaves else None
        if self._compositor.way is not None:
            self._compositor.way.set_zoom(zoom, leaves=leaves)

    def _zoom_from(self, left: Scene | None, known: Sequence[Scene]) -> Zoom | None:
        """The zoom between two places, through a door of either; a door is used only once."""
        here = self._lowest
        is_back = here in known
        way = here if is_back else left
        door = way.ui.find(way.door) if way is not None and way.door else None
        if is_back and here is not None:
            here.door = ""
        if door is None or self.app.kit.reduced_motion or (is_back and self._edge != self.app.orientation.edge):
            return None
        return Zoom(self.app.orientation.rect_in_window(door.focus_rect()), inwards=not is_back)

    def _push(self, scene: Scene) -> Scene:
        """Put a scene on top; entering and building it comes later."""
        if self._scenes:
            # A gesture that began here would end over another screen.
            self._scenes[-1].ui.cancel_gesture()
        self._scenes.append(scene)
        return scene

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


WAKE = pygame.event.custom_type()
"""Posted from other threads to wake the loop."""
DICE_BITS = 53
"""Size of a random seed, in bits."""
SMALLEST_SCALE, LARGEST_SCALE, SCALE_STEP = 0.75, 2.0, 0.05
"""Range and step of the UI scale."""
ZOOM = {"zoom_in": SCALE_STEP, "zoom_out": -SCALE_STEP}


def random_seed() -> int:
    """A seed that nobody can predict."""
    return secrets.randbits(DICE_BITS)


class Audience(Protocol):
    """A second window for spectators."""

    def show(self, shown: Snapshot | None) -> None:
        """Show a table as a watcher may know it; None if there is none."""
        ...

    def point(self, seat: int, name: str) -> None:
        """Show that a player points at something on the table."""
        ...

    def heard(self) -> Message | None:
        """Why the window has gone; None while it is there."""
        ...

    def close(self) -> None: ...


class App:
    """The running application: settings, store, worker, sound and the scene stack. Each scene is given it.

    ``now`` is the wall clock in seconds since the epoch (for dates in the store), passed in so that tests own the time.
    ``draw`` gives unpredictable numbers for the dice of computer players, and is passed in for the same reason.
    ``keep_settings`` stores the settings; ``show_full_screen`` asks the window to switch. ``cache`` may be shared by
    successive Apps: the next finds what was baked for the last in a window of that kind. ``voice`` reads aloud, None if
    no program can. ``find_servers`` starts looking for language models on this machine and is given the callback; None
    if that is not allowed.
    """

    def __init__(
        self,
        size: tuple[int, int],
        *,
        cabinet: Cabinet,
        settings: Settings,
        store: Store,
        thinker: Thinker,
        sound: SoundBank,
        now: Callable[[], float],
        draw: Callable[[], int] = random_seed,
        keep_settings: Callable[[Settings], None] = lambda _settings: None,
        show_full_screen: Callable[[bool], None] = lambda _full: None,
        language: str | None = None,
        cache: SurfaceCache | None = None,
        voice: Voice | None = None,
        find_servers: Callable[[Callable[[], object]], Future[Sequence[LocalServer]]] | None = None,
    ) -> None:
        self.voice = voice
        self.audience: Audience | None = None
        """The spectators' window, if one was asked for."""
        self.find_servers = find_servers
        self._delivered = cabinet
        self.settings = settings
        self.store = store
        self.thinker = thinker
        self.sound = sound
        self.now = now
        self.draw = draw
        self._keep_settings = keep_settings
        self._show_full_screen = show_full_screen
        self._forced_language = language
        self.theme = load_theme()
        self._own_cache = SurfaceCache()
        self._cache = cache if cache is not None else self._own_cache
        self.text = Text(self._language())
        self.orientation = Orientation(at_least(size))
        self.kit = self._kit()
        self.adviser = Adviser(self)
        self.running = True
        self.overlay = Overlay(self.kit)
        self.stack = SceneStack(self)
        self.reader = Reader(
            lambda key: self.cabinet.action_of_key(key, self._context()) or "",
            lambda button: self.cabinet.action_of_button(button, self._context()) or "",
            (cabinet.seconds.repeat_delay, cabinet.seconds.repeat),
        )
        self._called: deque[Callable[[], object]] = deque()
        self.sound.on_ready = lambda: self.call(self.sound.update)
        self.sound.set_volumes(self.settings)
        self._listen()
        self.cabinet = cabinet
        try:
            self.cabinet = with_keys(cabinet, settings.keys)
        except ConfigError:
            self.tell(Message("The keys that were chosen make no sense; the usual ones are used."))

    # -- measures and settings

    @property
    def size(self) -> tuple[int, int]:
        """The size that screens are laid out for, in pixels: the window's, or the minimum, turned to the reader."""
        return self.kit.metrics.width, self.kit.metrics.height

    def px(self, units: float) -> int:
        """Convert units to pixels."""
        return self.kit.metrics.px(units)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for another window size."""
        size = at_least(size)
        if size != self.orientation.window:
            self.orientation = Orientation(size, self.orientation.edge)
            self._rebuild()

    def turn(self, edge: int) -> bool:
        """Turn the canvas to a reader at that edge of the window; true if screens must be laid out again."""
        self.orientation = Orientation(self.orientation.window, edge)
        is_other = self.orientation.size != self.size
        if is_other:
            self._serve()
        return is_other

    def read_input(self, events: Sequence[pygame.event.Event], dt: float) -> list[Input]:
        """The inputs of one frame's events, with repeats of held keys and buttons, in canvas coordinates."""
        heard = [*self.reader.read(events, self.orientation.window), *self.reader.tick(dt)]
        return [self.orientation.heard(event) for event in heard]

    def change(self, settings: Settings) -> None:
        """Apply and store other settings at once."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self._forced_language = None
        if settings.fullscreen != before.fullscreen:
            self._show_full_screen(settings.fullscreen)
        self.sound.set_volumes(self.settings)
        self._keep_settings(settings)
        self._listen()
        if not self.speaks:
            self.stop_reading()
        seen = ("language", "ui_scale", "reduced_motion", "strong_patterns")
        if any(getattr(settings, name) != getattr(before, name) for name in seen):
            self.text = Text(self._language())
            self._rebuild()

    def change_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Apply the chosen keys, by action; raise ConfigError if they conflict."""
        self.cabinet = with_keys(self._delivered, keys)
        self.change(self.settings.with_(keys=dict(keys)))

    def _context(self) -> Context:
        top = self.stack.top
        return top.context if top is not None else "page"

    def _language(self) -> str:
        return self._forced_language or self.settings.language or guess_language(os.environ)

    def _kit(self) -> Kit:
        metrics = Metrics.of(self.orientation.size, self.settings.ui_scale)
        still, strong = self.settings.reduced_motion, self.settings.strong_patterns
        # Cache keys contain the size, and a unit is as long in landscape as in portrait.
        self._cache.serve((*sorted(self.orientation.size), metrics.unit, strong), self.orientation.size)
        return Kit(self.theme, metrics, self._cache, still, strong, self.sound.play)

    def _rebuild(self) -> None:
        self._serve()
        self.stack.rebuild()

    def _serve(self) -> None:
        self.kit = self._kit()
        self.overlay.serve(self.kit)

    def _listen(self) -> None:
        """Show captions of the sounds as they are played, if the settings ask for it."""
        self.overlay.captions.clear()
        self.sound.on_play = self._caption if self.settings.captions else None

    def _caption(self, name: str) -> None:
        self.overlay.captions.add(self.say(RECIPES[name].words))
        self.stack.touch()

    # -- texts

    def say(self, message: Message | str, names: Sequence[str] = ()) -> str:
        """Translate a message; ``names`` are the players', by seat. A plain string is returned as it is."""
        return message if isinstance(message, str) else self.text.say(message, names)

    def get(self, msgid: str) -> str:
        """Translate a text from the YAML."""
        return self.text.get(msgid)

    def tell(self, message: Message, names: Sequence[str] = (), *, about: str = "") -> None:
        """Show a toast over whatever screen there is.

        The same message again only prolongs it; with other numbers, or ``about`` the same, it replaces the former one.
        """
        spoken_of = [value for value in message.args.values() if not isinstance(value, int)]
        self.overlay.tell(self.say(message, names), about or f"{message.msgid} {spoken_of}")
        self.stack.touch()

    def refuse(self, why: Message, *, about: str = "") -> None:
        """Say, with a sound, why something cannot be done."""
        self.sound.play("deny")
        self.tell(why, about=about)

    def try_storing(self, do: Callable[[], object]) -> bool:
        """Run what may fail on the disk, and report a failure; true if it succeeded."""
        try:
            do()
        except StoreProblem as problem:
            self.refuse(problem.message)
            return False
        return True

    @property
    def speaks(self) -> bool:
        """Whether texts are read aloud."""
        return self.voice is not None and self.settings.speech and not self.settings.mute

    def read_aloud(self, text: str) -> None:
        """Read a translated text aloud, if that is switched on, in place of what is being read."""
        if self.voice is not None and self.speaks:
            self.voice.say(text, self.text.language)

    def stop_reading(self) -> None:
        if self.voice is not None:
            self.voice.stop_speech()

    # -- navigation

    def open(self, route: Route, *args: Any, **more: Any) -> Any:
        """Put a screen on top of the others, made with this App and the other arguments; return it."""
        scene = screen(route)(self, *args, **more)
        self.stack.push(scene)
        return scene

    def open_instead(self, route: Route, *args: Any, **more: Any) -> None:
        self.stack.replace(screen(route)(self, *args, **more))

    # -- called by the loop

    def act(self, event: Input, *, typing: bool) -> bool:
        """Execute an action that works on every screen; true if it was one."""
        if not isinstance(event, Action) or (typing and event.printable):
            return False
        if event.name == "fullscreen":
            self.change(self.settings.with_(fullscreen=not self.settings.fullscreen))
        elif event.name == "mute":
            self.change(self.settings.with_(mute=not self.settings.mute))
            self.tell(Message("Sound off") if self.settings.mute else Message("Sound on"), about="mute")
        elif event.name in ZOOM:
            self._zoom(ZOOM[event.name])
        else:
            return False
        return True

    def _zoom(self, step: float) -> None:
        """Change the UI scale by a step, within its range."""
        wanted = min(LARGEST_SCALE, max(SMALLEST_SCALE, round(self.settings.ui_scale + step, 2)))
        self.change(self.settings.with_(ui_scale=wanted))
        self.tell(Message("Display size: {percent}%", percent=round(wanted * 100)))

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass for the overlay; true while it shows something."""
        gone = self.audience.heard() if self.audience is not None else None
        if gone is not None:
            self.audience = None
            self.tell(gone)
        return self.overlay.update(dt)

    def show_store_notices(self) -> None:
        for message in self.store.notices():
            self.tell(message)

    def call(self, do: Callable[[], object]) -> None:
        """Have a function called by the loop; thread-safe."""
        self._called.append(do)
        self.wake()

    def run_calls(self) -> bool:
        """Run the functions passed to :meth:`call`; true if there were any."""
        called = bool(self._called)
        while self._called:
            self._called.popleft()()
        return called

    def wake(self) -> None:
        """Wake the loop; thread-safe."""
        # Another thread may be closing the window at this moment.
        with suppress(pygame.error):
            pygame.event.post(pygame.event.Event(WAKE))

    def close(self) -> None:
        """Close the scenes, the spectators' window, voice, worker and store; release the pictures of an own cache.

        Pictures would otherwise stay until the next garbage collection, which is triggered by the number of objects,
        not their size.
        """
        self.stack.close()
        if self.audience is not None:
            self.audience.close()
        if self.voice is not None:
            self.voice.close()
        self.thinker.close()
        self.store.close()
        self._own_cache.clear()


def at_least(size: tuple[int, int]) -> tuple[int, int]:
    """The size to lay a window out for: a smaller window shows as much of that layout as it can."""
    return max(size[0], SMALLEST_WINDOW), max(size[1], SMALLEST_WINDOW)
