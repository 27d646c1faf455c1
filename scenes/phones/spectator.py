"""The spectators' window on a second screen: the table as everybody may know it; it takes no input.

It is a separate process that gets what a watcher's phone gets. So it has no secret to reveal, no frame of the game
waits for it, and its clicks and keys cannot reach the table.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import pygame

from logic.core import Message
from logic.hosting import WATCHER, Snapshot, page_of
from logic.text import Text
from scenes.board.turn import Pointers
from scenes.phones.host import ServerProcess
from scenes.phones.wire import Failed, Seen, Shown, to_wire
from scenes.view.picture import view_of
from scenes.view.view import GameView, Host
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.materials import cloth, panel, table_background
from sprites.paint.surface_cache import SurfaceCache
from sprites.paint.surfaces import rgb
from sprites.paint.tokens import player_token
from sprites.widgets.base import fit
from sprites.widgets.input import wait_for_events
from sprites.widgets.layout import cut

TITLE = "Quincunx"
ORDINARY = (1280, 720)
"""Size in pixels of the window if there is no second screen to fill."""
FRAMES_PER_SECOND, NAP = 60, 0.05
"""Frame rate, and seconds between two checks for messages while nothing moves."""
SIDE, SIDE_SHARE, EDGE = 300, 0.3, 12
"""Largest width, or height, of the panel in units, its largest share of the window, and margins in units."""
ROW, LINE, LINES = 54, 46, 6
"""Heights in units of a player and of a line of the list of moves, and the number of these lines."""

NO_SECOND = Message("There is no second screen: what all may see is in a window of its own.")
CLOSED = Message("The window for those who look on is closed.")


@dataclass(frozen=True, slots=True)
class Appearance:
    """The settings of the window: language, theme, and the number of the screen to fill, if any."""

    language: str
    ui_scale: float = 1.0
    reduced_motion: bool = False
    strong_patterns: bool = False
    display: int | None = None


class Spectator:
    """The program's end: sends positions, and notices when the window is closed. Nothing here waits."""

    def __init__(self, appearance: Appearance, wake: Callable[[], object]) -> None:
        self._link = ServerProcess(appearance, wake, _watch)

    def show(self, shown: Snapshot | None) -> None:
        """Show the table as a watcher may see it; None if there is no table now."""
        self._link.tell(Seen({} if shown is None else {WATCHER: shown}))

    def point(self, seat: int, name: str) -> None:
        """Show that a player points at something on the table."""
        self._link.tell(Shown(seat, name))

    def heard(self) -> Message | None:
        """Why the window has gone, once it has."""
        for one in self._link.heard():
            if isinstance(one, Failed):
                why = Message("The window for those who look on cannot be opened: {why}", why=one.why)
                return why if one.why else CLOSED
        return None

    def close(self) -> None:
        self._link.close()


class SpectatorScreen:
    """What the window shows, on any surface."""

    def __init__(self, size: tuple[int, int], appearance: Appearance) -> None:
        self._appearance = appearance
        self._cache = SurfaceCache()
        self._shown: Snapshot | None = None
        self._page: dict[str, Any] = {}
        self._view: GameView[Any] | None = None
        self._pointers = Pointers(load_theme().seconds.point)
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of that size."""
        look = self._appearance
        self._cache.serve(size)
        self._kit = Kit(load_theme(), Metrics.of(size, look.ui_scale), self._cache, look.reduced_motion,
                        look.strong_patterns)  # fmt: skip
        whole = pygame.Rect((0, 0), size)
        side = round(min(self._kit.px(SIDE), SIDE_SHARE * max(size)))
        self._side, self._board = cut(whole, "bottom" if self._kit.metrics.portrait else "right", side)
        edge = self._kit.px(EDGE)
        self._board.inflate_ip(-2 * edge, -2 * edge)
        self._side.inflate_ip(-edge, -2 * edge)
        if self._view is not None:
            self._view.set_kit(self._kit)
            self._place()

    def hear(self, shown: Snapshot | None) -> None:
        """Show another position, with the events since the last one if they are known."""
        before, self._shown = self._shown, shown
        self._pointers.clear()
        if shown is None:
            self._view = None
            return
        self._page = page_of(shown, self._appearance.language)
        viewer = shown.actor if shown.actor is not None else 0 if before is None else max(0, before.actor or 0)
        several = len(shown.chairs) > 1
        say = partial(Text(self._appearance.language).say, names=shown.names)
        host = Host(viewer, has_onlookers=several, shows_secret=not several, say=say)
        is_same = before is not None and (before.game, len(before.chairs)) == (shown.game, len(shown.chairs))
        if self._view is None or before is None or not is_same:
            self._view = view_of(shown.game)(self._kit, None, shown.state, host)
            self._place()
            return
        self._view.host = replace(host, viewer=viewer)
        follows = bool(shown.trail) and shown.trail[0][0] == before.state
        self._view.show(shown.state, shown.trail[0][1] if follows else ())

    def point(self, seat: int, name: str) -> None:
        """Show for a while that a player points at something."""
        self._pointers.point(seat, name)

    def _place(self) -> None:
        if self._view is not None:
            edge = 2 * self._kit.px(EDGE)
            self._view.place(self._board.inflate(-edge, -edge))

    def update(self, dt: float) -> bool:
        """Advance. Return whether something moves."""
        has_gone = self._pointers.update(dt)
        return has_gone or (self._view is not None and self._view.update(dt))

    def draw(self, surface: pygame.Surface) -> None:
        kit = self._kit
        surface.blit(table_background(kit, surface.get_size()), (0, 0))
        if self._view is None:
            self._draw_nobody(surface)
            return
        surface.blit(cloth(kit, self._board.size, self._view.cloth), self._board)
        self._view.draw(surface)
        names, shown = [chair["name"] for chair in self._page["chairs"]], self._view.state
        self._pointers.draw(kit, surface, self._view, names, lambda: shown)
        surface.blit(panel(kit, self._side.size, "panel"), self._side)
        edge = kit.px(EDGE)
        left = self._side.inflate(-3 * edge, -3 * edge)
        for seat in range(len(self._page["chairs"])):
            left = self._draw_chair(surface, left, seat)
        self._draw_words(surface, left)

    def _draw_nobody(self, surface: pygame.Surface) -> None:
        kit, whole = self._kit, surface.get_rect()
        words = fit(kit, TITLE, whole.width, units=kit.theme.sizes.title, lines=1, face="title")
        words.draw(kit, surface, whole, kit.theme.colours.ink)

    def _draw_chair(self, surface: pygame.Surface, room: pygame.Rect, seat: int) -> pygame.Rect:
        """Draw a player into the top of a room; return what is left of it."""
        kit, chair, edge = self._kit, self._page["chairs"][seat], self._kit.px(EDGE)
        high = min(kit.px(ROW), room.height // 4)
        row, below = cut(room, "top", high, edge // 2)
        if seat == self._page["actor"]:
            look = kit.theme.players[seat % len(kit.theme.players)]
            pygame.draw.rect(surface, rgb(look.dark), row, border_radius=edge)
        token = player_token(kit, seat, round(0.7 * high))
        surface.blit(token, token.get_rect(midleft=(row.left + edge // 2, row.centery)))
        points = "" if chair["points"] is None else str(chair["points"])
        figures = fit(kit, points, room.width // 4, high, units=kit.theme.sizes.heading, lines=1)
        _, inner = cut(row, "left", edge + token.get_width())
        inner.width -= edge // 2
        figures.draw(kit, surface, inner, kit.theme.colours.ink, "right")
        name = fit(kit, chair["name"], inner.width - figures.width - edge, high, units=kit.theme.sizes.text, lines=1)
        name.draw(kit, surface, inner, kit.theme.colours.ink, "left")
        return below

    def _draw_words(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Write whose turn it is or how it ended, and below that the last moves."""
        kit, colours, sizes, ending = self._kit, self._kit.theme.colours, self._kit.theme.sizes, self._page["ending"]
        head = self._page["turn"] if ending is None else ending["reason"]
        lines = [(head, sizes.text, colours.accent_light)]
        lines += [(line["says"], sizes.small, colours.ink_soft) for line in reversed(self._page["log"][-LINES:])]
        for words, units, colour in lines:
            if room.height < kit.px(LINE):
                return
            line, room = cut(room, "top", kit.px(LINE))
            fit(kit, words, line.width, line.height, units=units, lines=2).draw(kit, surface, line, colour, "left")


# -- process


def _watch(pipe: Connection, appearance: Appearance) -> None:
    """Show what the program sends, until it ends or the window is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(TITLE)
        _open(appearance.display)
    except pygame.error as error:
        pipe.send_bytes(to_wire(Failed(str(error))))
        return
    with suppress(EOFError, OSError):
        _show(pipe, appearance)
    pygame.quit()


def _open(display: int | None) -> None:
    sizes = pygame.display.get_desktop_sizes()
    if display is not None and display < len(sizes):
        pygame.display.set_mode(sizes[display], pygame.FULLSCREEN, display=display)
        pygame.mouse.set_visible(False)
    else:
        pygame.display.set_mode(ORDINARY, pygame.RESIZABLE)


def _show(pipe: Connection, appearance: Appearance) -> None:
    clock, before, is_stale = pygame.time.Clock(), time.monotonic(), True
    screen = SpectatorScreen(_surface().get_size(), appearance)
    while True:
        while pipe.poll(0 if is_stale else NAP):
            told = pipe.recv()
            if told is None:
                return
            if isinstance(told, Shown):
                screen.point(told.seat, told.name)
            else:
                screen.hear(told.snapshots.get(WATCHER))
            is_stale = True
        events = wait_for_events()
        if any(event.type == pygame.QUIT for event in events):
            return
        if _is_resized(events):
            screen.resize(_surface().get_size())
            is_stale = True
        now = time.monotonic()
        moves, before = screen.update(min(now - before, 0.1)), now
        if moves or is_stale:
            screen.draw(_surface())
            pygame.display.flip()
            clock.tick(FRAMES_PER_SECOND)
        is_stale = moves


def _is_resized(events: Sequence[pygame.event.Event]) -> bool:
    new = (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)
    return any(event.type in new for event in events)


def _surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    if surface is None:
        raise EOFError
    return surface
