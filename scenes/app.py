"""What every screen shares: the open window's measures, the words, the sounds, the store, the worker and the stack."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

import pygame

from logic.arguments import SMALLEST_WINDOW
from logic.cabinet import Cabinet, Context
from logic.core import Message
from logic.settings import Settings
from logic.store import Store
from logic.text import Text, guess_language
from logic.thinking import Thinker
from scenes.adviser import Adviser
from scenes.stack import SceneStack
from sprites.bakery import Bakery
from sprites.input import Action, Input, Reader
from sprites.sound import SoundBank
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit
from sprites.widgets import Toast, draw_tooltip

WAKE = pygame.event.custom_type()
"""Posted from other threads so that a sleeping loop looks at what has come in."""
DICE_BITS = 53
"""Of a number that is drawn."""
SMALLEST_SCALE, LARGEST_SCALE, SCALE_STEP = 0.75, 2.0, 0.05
"""Of the UI scale that can be chosen."""
ZOOM = {"zoom_in": SCALE_STEP, "zoom_out": -SCALE_STEP}


def by_chance() -> int:
    """Draw a number that nobody can guess."""
    return secrets.randbits(DICE_BITS)


class App:
    """The open cabinet. Scenes are given it and reach everything else through it.

    ``now`` is the wall clock in seconds since the epoch (for dates in the store), passed in so that tests own the time.
    ``draw`` gives numbers that nobody can guess, for the dice of those who think; it is passed in for the same reason.
    ``keep_settings`` writes the settings down; ``show_full_screen`` asks the window to change over.
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
        draw: Callable[[], int] = by_chance,
        keep_settings: Callable[[Settings], None] = lambda _settings: None,
        show_full_screen: Callable[[bool], None] = lambda _full: None,
        language: str | None = None,
    ) -> None:
        self.cabinet = cabinet
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
        self.bakery = Bakery()
        self.text = Text(self._language())
        self.kit = self._kit(at_least(size))
        self.adviser = Adviser(self)
        self.running = True
        self.toasts: list[Toast] = []
        self.stack = SceneStack(self)
        self.reader = Reader(
            lambda key: cabinet.action_of_key(key, self._context()) or "",
            lambda button: cabinet.action_of_button(button, self._context()) or "",
            (cabinet.seconds.repeat_delay, cabinet.seconds.repeat),
        )
        self._apply_volumes()

    # -- measures and choices

    @property
    def size(self) -> tuple[int, int]:
        """The window in pixels, or the least that screens are laid out for."""
        return self.kit.metrics.width, self.kit.metrics.height

    def px(self, units: float) -> int:
        """Turn units into pixels."""
        return self.kit.metrics.px(units)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew for another window."""
        size = at_least(size)
        if size != self.size:
            self._rebuild(self._kit(size))

    def change(self, settings: Settings) -> None:
        """Take over other settings at once, and keep them."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self._forced_language = None
        if settings.fullscreen != before.fullscreen:
            self._show_full_screen(settings.fullscreen)
        self._apply_volumes()
        self._keep_settings(settings)
        seen = ("language", "ui_scale", "reduced_motion", "strong_patterns")
        if any(getattr(settings, name) != getattr(before, name) for name in seen):
            self.text = Text(self._language())
            self._rebuild(self._kit(self.size))

    def _context(self) -> Context:
        top = self.stack.top
        return top.context if top is not None else "page"

    def _language(self) -> str:
        return self._forced_language or self.settings.language or guess_language(os.environ)

    def _kit(self, size: tuple[int, int]) -> Kit:
        metrics = Metrics.of(size, self.settings.ui_scale)
        still, strong = self.settings.reduced_motion, self.settings.strong_patterns
        return Kit(self.theme, metrics, self.bakery, still, strong, self.sound.play)

    def _rebuild(self, kit: Kit) -> None:
        """Lay everything out anew; what was baked stays good where only words or movement change."""
        if (kit.metrics, kit.strong_patterns) != (self.kit.metrics, self.kit.strong_patterns):
            self.bakery.clear()
        self.kit = kit
        for toast in self.toasts:
            toast.kit = self.kit
        self.stack.rebuild()

    def _apply_volumes(self) -> None:
        self.sound.set_volumes(self.settings)

    # -- words

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """Put a message into the player's language; ``names`` are those of the seats."""
        return self.text.say(message, names)

    def get(self, msgid: str) -> str:
        """Put a text from the YAML into the player's language."""
        return self.text.get(msgid)

    def tell(self, message: Message, names: Sequence[str] = ()) -> None:
        """Show a short message over whatever screen there is; it goes by itself.

        Said again it only stays longer, and said with other numbers it takes the former one's place.
        """
        spoken_of = [value for value in message.args.values() if not isinstance(value, int)]
        toast = Toast(self.kit, self.say(message, names), f"{message.msgid} {spoken_of}")
        others = [other for other in self.toasts if other.about != toast.about]
        self.toasts = [*others[-2:], toast]
        self.stack.touch()

    # -- the loop's share

    def act(self, event: Input, *, typing: bool) -> bool:
        """Do what a key does on every screen; true when it was one of those."""
        if not isinstance(event, Action) or (typing and event.printable):
            return False
        if event.name == "fullscreen":
            self.change(self.settings.with_(fullscreen=not self.settings.fullscreen))
        elif event.name == "mute":
            self.change(self.settings.with_(mute=not self.settings.mute))
            self.tell(Message("Sound off") if self.settings.mute else Message("Sound on"))
        elif event.name in ZOOM:
            self._zoom(ZOOM[event.name])
        else:
            return False
        return True

    def _zoom(self, step: float) -> None:
        """Make everything larger or smaller by a step, as far as it goes."""
        wanted = min(LARGEST_SCALE, max(SMALLEST_SCALE, round(self.settings.ui_scale + step, 2)))
        self.change(self.settings.with_(ui_scale=wanted))
        self.tell(Message("Display size: {percent}%", percent=round(wanted * 100)))

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass for what lies over all screens; true while it shows."""
        shown = bool(self.toasts)
        self.toasts = [toast for toast in self.toasts if toast.update(dt)]
        return shown

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies over all screens: the toasts, and the tooltip of the top screen."""
        top = self.stack.top
        if top is not None and top.ui.tip is not None:
            draw_tooltip(self.kit, surface, top.ui.tip)
        bottom = self.size[1] - self.px(self.theme.sizes.pad)
        for toast in reversed(self.toasts):
            bottom = toast.draw_above(surface, bottom)

    def wake(self) -> None:
        """Let the loop look again, from whatever thread this is called."""
        # The window may be closing in the other thread in this very moment.
        with suppress(pygame.error):
            pygame.event.post(pygame.event.Event(WAKE))

    def close(self) -> None:
        """Let go of the worker, the store and the pictures.

        Pictures would else stay until Python looks for garbage, which it does by the number of things, not their size.
        """
        self.stack.close()
        self.thinker.close()
        self.store.close()
        self.bakery.clear()


def at_least(size: tuple[int, int]) -> tuple[int, int]:
    """Give the size to lay a window out for: one that is pulled smaller still shows as much as it can."""
    return max(size[0], SMALLEST_WINDOW), max(size[1], SMALLEST_WINDOW)
