"""Paints what a seat may know for its phone: from a snapshot and nothing else, with the game's own painters.

It runs in the server's process, where the game's view also tells where on the picture each move is made.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal, get_args

import pygame
from PIL import Image

from logic.core import Message, Move, State
from logic.hosting import WATCHER, Snapshot
from logic.memory import release_freed_memory
from logic.text import Text
from scenes.view.picture import open_unseen_display, view_of
from scenes.view.view import GameView, Host, Thing
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.materials import cloth
from sprites.paint.surface_cache import SurfaceCache
from sprites.paint.tokens import player_token

Shape = Literal["tall", "wide"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
ROOMS: dict[Shape, tuple[int, int]] = {"tall": (1080, 1560), "wide": (1500, 1080)}
"""Largest size in pixels of a board for a phone in portrait and in landscape: three to a point of most screens."""
UNIT = 1.6
"""Pixels of a unit: lines and letters are as large as on a phone."""
RIM = 18
"""Pixels of cloth around the board."""
THING, EMBLEM, TOKEN = 420, 192, 96
"""Heights in pixels of an own card, of the game's emblem, and of a seat's token."""
KEPT = 96
"""Number of cached pictures, of about a hundred kilobytes each, and of cached touch maps."""
TIDIED = 32
"""Number of pictures after which free memory is returned from the heap."""
QUALITY, EFFORT = 84, 2
PER_MILLE = 1000
SETTLING = 3
"""Seconds after which the pieces of a hint have arrived."""

Rect = tuple[int, int, int, int]
"""Left, top, width and height in thousandths of the picture."""


@dataclass(frozen=True, slots=True)
class TouchMap:
    """Where things are on the picture of a position: its size in pixels, and what to touch for each move.

    ``spots`` are places, ``moves`` tells for each move, in the order of the snapshot's choices, which of them it needs;
    none if it is made elsewhere. ``things`` are the captions of the own things. ``targets`` is what may be pointed at,
    and ``calls`` their names.
    """

    size: tuple[int, int]
    spots: tuple[Rect, ...]
    moves: tuple[tuple[int, ...], ...]
    things: tuple[str, ...]
    targets: dict[str, Rect]
    calls: dict[str, str]


class Painter:
    """Paints pictures, and caches them. Not thread-safe."""

    def __init__(self) -> None:
        open_unseen_display()
        longest = max(max(room) for room in ROOMS.values())
        self._kit = Kit(load_theme(), Metrics(longest, longest, UNIT), SurfaceCache(), True, False)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._painted = 0
        self._looks: OrderedDict[Hashable, TouchMap] = OrderedDict()
        self._view: tuple[Hashable, GameView[Any]] | None = None

    # -- requests

    def board(self, shown: Snapshot, shape: Shape, moves: Sequence[Move] = ()) -> bytes:
        """The board as a WebP; with moves, these as a hint, and the first one as if in hand."""
        key = ("board", _seen(shown), repr(shown.trail), shape, tuple(moves))
        return self._cached(key, lambda: self._board(shown, shape, moves))

    def _board(self, shown: Snapshot, shape: Shape, moves: Sequence[Move]) -> pygame.Surface:
        view = self._laid(shown, shape)
        view.show_trail(shown.trail)
        if moves:
            self._view = None
            view.restore_selection(str(moves[0]))
            view.show_hint(moves)
            for _ in range(SETTLING):
                view.update(1.0)
        surface = pygame.Surface(self._size(view))
        surface.fill(self._kit.theme.colours.table)
        surface.blit(cloth(self._kit, surface.get_size(), view.cloth), (0, 0))
        view.draw(surface)
        return surface

    def look(self, shown: Snapshot, shape: Shape, language: str, common: State) -> TouchMap:
        """Where on the board's picture each move is made, and the captions of the own things.

        ``common`` is the position as everybody knows it: only what it contains can be pointed at.
        """
        key = _seen(shown), shape, language, shown.choices.moves, shown.names, common
        if key not in self._looks:
            self._looks[key] = self._look(shown, shape, language, common)
            while len(self._looks) > KEPT:
                self._looks.popitem(last=False)
        return self._looks[key]

    def _look(self, shown: Snapshot, shape: Shape, language: str, common: State) -> TouchMap:
        view = self._laid(shown, shape)
        size = self._size(view)
        spots: dict[Rect, int] = {}
        moves = []
        for move in shown.choices.moves:
            rects = [_in_thousandths(rect, size) for rect in view.touches(move)]
            moves.append(tuple(spots.setdefault(rect, len(spots)) for rect in rects))
        say = Text(language).say
        things = tuple(say(thing.words, shown.names) for thing in self._things(view, shown))
        seen = {name: rect for name, rect in view.point_targets(common).items() if view.rect.colliderect(rect)}
        targets = {name: _in_thousandths(rect, size) for name, rect in seen.items()}
        calls = {name: view.call(name, rect) for name, rect in seen.items()}
        words = {name: say(call, shown.names) if isinstance(call, Message) else call for name, call in calls.items()}
        return TouchMap(size, tuple(spots), tuple(moves), things, targets, words)

    def thing(self, shown: Snapshot, number: int) -> bytes | None:
        """One of the own things, large, as a WebP; None if there is none of that number."""
        key = "thing", _seen(shown), number
        things = () if key in self._kept else self._things(self._laid(shown, "tall"), shown)
        if key not in self._kept and not 0 <= number < len(things):
            return None
        return self._cached(key, lambda: things[number].large(THING))

    def prerender_pieces(self, shown: Snapshot) -> None:
        """Bake the pieces for a seat's pictures, before anybody waits for them."""
        self.board(shown, "tall")
        self.thing(shown, 0)
        self.emblem(shown.game)

    def emblem(self, game: str) -> bytes:
        return self._cached(("emblem", game), lambda: emblem(self._kit, game, EMBLEM))

    def token(self, seat: int) -> bytes:
        return self._cached(("token", seat), lambda: player_token(self._kit, seat, TOKEN))

    # -- helpers

    def _laid(self, shown: Snapshot, shape: Shape) -> GameView[Any]:
        """The view of a position, laid out for a shape; the last one is cached, for it is needed several times."""
        key = (_seen(shown), shape)
        if self._view is None or self._view[0] != key:
            host = Host(viewer=max(0, shown.viewer), live=bool(shown.choices.moves),
                        shows_secret=shown.viewer != WATCHER, has_onlookers=shown.viewer == WATCHER,
                        names_pieces=True)  # fmt: skip
            view = view_of(shown.game)(self._kit, None, shown.state, host)
            view.place(pygame.Rect((0, 0), ROOMS[shape]))
            view.place(view.rect.move(RIM - view.rect.left, RIM - view.rect.top))
            self._view = key, view
        return self._view[1]

    def _size(self, view: GameView[Any]) -> tuple[int, int]:
        return view.rect.width + 2 * RIM, view.rect.height + 2 * RIM

    def _things(self, view: GameView[Any], shown: Snapshot) -> tuple[Thing, ...]:
        things = None if shown.viewer == WATCHER else view.things(shown.viewer, secret=True)
        return () if things is None else (*things.hand, *things.stock)

    def _cached(self, key: Hashable, paint: Callable[[], pygame.Surface]) -> bytes:
        if key not in self._kept:
            content, picture = BytesIO(), paint()
            form: Literal["RGBA", "RGB"] = "RGBA" if picture.get_flags() & pygame.SRCALPHA else "RGB"
            image = Image.frombytes(form, picture.get_size(), pygame.image.tobytes(picture, form))
            image.save(content, "WEBP", quality=QUALITY, method=EFFORT)
            self._kept[key] = content.getvalue()
            self._painted += 1
            if self._painted % TIDIED == 0:
                release_freed_memory()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _seen(shown: Snapshot) -> Hashable:
    """What a picture depends on: the viewer, what is visible, and whether there is a choice."""
    return shown.game, shown.viewer, shown.state, bool(shown.choices.moves)


def _in_thousandths(rect: pygame.Rect, size: tuple[int, int]) -> Rect:
    width, height = size
    return (
        round(PER_MILLE * rect.left / width),
        round(PER_MILLE * rect.top / height),
        round(PER_MILLE * rect.width / width),
        round(PER_MILLE * rect.height / height),
    )
