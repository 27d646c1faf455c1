"""A wide button with a picture on its left, a name and some lines below it: for variants, stored games, players."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import pygame

from logic import players
from logic.core import Message, State
from logic.game import Game, redact
from logic.registry import GAMES
from logic.session import SaveError, Seat, Session
from logic.storage.records import GameEntry
from scenes.app.app import App
from scenes.view.picture import BoardThumbnail
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit
from sprites.paint.portraits import GUEST, portrait
from sprites.widgets import Control, Fitted, Passive, Picture, Widget, fit
from sprites.widgets.base import do_nothing
from sprites.widgets.faces import button_body, chosen_edge

AROUND = 10
"""Units between a card's edge and what is on it."""
MOST_LINES = 8
LEAST_BADGE = 26
"""Units."""


class Card(Control):
    """A card, pressed as a whole. The picture is a passive widget, or an ``icon`` takes its place.

    ``badge`` is an icon on a brass pin at the picture's corner.
    """

    stretches = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        title: str,
        text: str,
        on_press: Callable[[], object],
        *,
        picture: Widget | None = None,
        picture_units: float = 44,
        icon: str = "",
        badge: str = "",
        chosen: bool = False,
    ) -> None:
        super().__init__(kit, key, on_press)
        self.title, self.text = title, text
        self.picture = picture
        self.picture_units = picture_units
        self.icon = icon
        self.badge = badge
        self.chosen = chosen

    @property
    def _side(self) -> int:
        return self.kit.px(self.picture_units) if self.picture is not None or self.icon else 0

    def _room(self, width: int) -> int:
        before = self._side + self.kit.px(AROUND) if self._side else 0
        return max(1, width - before - 2 * self.kit.px(AROUND + 4))

    def _words(self, width: int) -> tuple[Fitted, Fitted]:
        room, sizes = self._room(width), self.kit.theme.sizes
        return (
            fit(self.kit, self.title, room, units=sizes.text, lines=3),
            fit(self.kit, self.text, room, face="text", units=sizes.text, lines=MOST_LINES, steady=True),
        )

    def measure(self, width: int) -> int:
        title, text = self._words(width)
        inner = max(self._side, title.height + text.height)
        return max(self.kit.px(self.kit.theme.sizes.control), inner + self.kit.px(2 * AROUND + 4))

    def natural_width(self) -> int:
        return self.kit.px(260)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        if self.picture is not None:
            self.picture.place(self._picture_rect())

    def shift(self, dx: int, dy: int) -> None:
        super().shift(dx, dy)
        if self.picture is not None:
            self.picture.place(self._picture_rect())

    def _picture_rect(self) -> pygame.Rect:
        body = button_body(self.kit, self.rect)
        return pygame.Rect(body.left + self.kit.px(AROUND), body.centery - self._side // 2, self._side, self._side)

    def update(self, dt: float) -> bool:
        moving = super().update(dt)
        return (self.picture is not None and self.picture.update(dt)) or moving

    def clipped(self) -> Iterable[str]:
        title, text = self._words(self.rect.width)
        too_high = title.height + text.height > self.rect.height
        return [t for words, t in ((title, self.title), (text, self.text)) if not words.fits or too_high]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, with a brass edge if it is the chosen one, its picture and its texts."""
        kit, colours = self.kit, self.kit.theme.colours
        body = self.draw_face(surface, "normal" if self.chosen else "quiet")
        if self.chosen:
            surface.blit(chosen_edge(kit, body.size, colours.accent, 3), body)
        if self.picture is not None:
            self.picture.draw(surface)
            if self.badge:
                self._draw_badge(surface)
        elif self.icon:
            icon = kit.cache.icon(self.icon, round(self._side * 0.7), colours.accent_light)
            surface.blit(icon, icon.get_rect(center=self._picture_rect().center))
        title, text = self._words(self.rect.width)
        left = self.rect.right - kit.px(AROUND + 4) - self._room(self.rect.width)
        top = body.centery - (title.height + text.height) // 2
        room = pygame.Rect(left, top, self._room(self.rect.width), title.height)
        title.draw(kit, surface, room, colours.ink, "left")
        soft = colours.ink if self.chosen else colours.ink_soft
        text.draw(kit, surface, pygame.Rect(left, room.bottom, room.width, text.height), soft, "left")

    def _draw_badge(self, surface: pygame.Surface) -> None:
        """Draw the pin over the picture's lower right corner, with its icon."""
        kit, colours, picture = self.kit, self.kit.theme.colours, self._picture_rect()
        side = max(kit.px(LEAST_BADGE), round(picture.width * 0.38))
        place = pygame.Rect(0, 0, side, side)
        place.bottomright = picture.right + side // 5, picture.bottom + side // 5
        surface.blit(kit.cache.smooth("badge", place.size, self._paint_badge), place)
        icon = kit.cache.icon(self.badge, round(side * 0.62), colours.accent_ink)
        surface.blit(icon, icon.get_rect(center=place.center))

    def _paint_badge(self, canvas: pygame.Surface, factor: int) -> None:
        """Paint a brass disc, lit from the upper left, and its shadow."""
        colours, side = self.kit.theme.colours, canvas.get_width()
        middle, reach, step = side / 2, side * 0.44, side * 0.03
        for ring in range(4):
            pygame.draw.circle(
                canvas, (0, 0, 0, 34 + 22 * ring), (middle + step, middle + step), side * (0.5 - ring * 0.02)
            )
        pygame.draw.circle(canvas, colours.accent_ink, (middle, middle), reach)
        pygame.draw.circle(canvas, colours.accent_light, (middle - step / 2, middle - step / 2), reach - step)
        pygame.draw.circle(canvas, colours.accent, (middle + step / 2, middle + step / 2), reach - 2 * step)


def emblem_sign(kit: Kit, key: str, game: str, *, aspect: float = 1.0, natural: float = 160) -> Picture:
    """Make a passive widget with a game's emblem in its middle; ``aspect`` is its width by its height."""

    def draw(surface: pygame.Surface, place: pygame.Rect) -> None:
        sign = emblem(kit, game, place.height)
        surface.blit(sign, sign.get_rect(center=place.center))

    return Picture(kit, key, draw, aspect, natural=natural)


class Miniature(Passive):
    """A thumbnail of a stored game's board as its players may see it; the emblem until, or unless, it is painted."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        game: str,
        position: Callable[[], State | None],
        album: dict[Hashable, pygame.Surface],
    ) -> None:
        super().__init__(kit, key)
        self.game = game
        self._position = position
        self._album = album
        self.board: BoardThumbnail | None = None
        self._is_replayed = False

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        if self.board is not None:
            self.board.place(rect)

    @property
    def is_painted(self) -> bool:
        """Whether the whole board is painted, or no position can be shown."""
        return self._is_replayed and (self.board is None or self.board.is_painted)

    def paint(self) -> None:
        """Replay the game, once, and paint its present position, as far as a frame has time."""
        if not self._is_replayed:
            state, self._is_replayed = self._position(), True
            if state is not None:
                self.board = BoardThumbnail(self.kit, f"{self.key}-board", self.game, lambda: state, self._album)
                self.board.place(self.rect)
        if self.board is not None:
            self.board.paint()

    def draw(self, surface: pygame.Surface) -> None:
        if self.board is not None and self.board.is_painted:
            self.board.draw(surface)
        else:
            surface.blit(emblem(self.kit, self.game, min(self.rect.size)), self.rect)


def known_position(app: App, entry: GameEntry) -> State | None:
    """Where a kept game stands, as all who sit at it know it; None if it cannot be replayed."""
    game = GAMES.get(entry.setup.game)
    if game is None:
        return None
    try:
        state = Session.replay(game, entry.setup, app.store.kept(entry.id).journal).state
    except SaveError:
        return None
    seats = range(len(entry.setup.seats))
    people = [seat for seat in seats if not entry.setup.seats[seat].is_computer]
    for seat in people or seats:
        state = redact(game, state, seat)
    return state


def portrait_of(app: App, seat: Seat) -> str:
    """Name the portrait of a seat: a computer's by its level, a person's by choice."""
    return seat.level or app.store.figures().get(seat.name, GUEST)


def known_players(app: App) -> tuple[str, ...]:
    """The players who can be chosen, in the order in which they were added."""
    return app.settings.shown(app.store.profiles())


def temper_of(game: Game, seat: Seat) -> Message | None:
    """The temperament of the computer player at a seat; None for people, and if there is no description."""
    return players.level(game, seat.level).temper if seat.level else None


class Portrait(Picture):
    """A portrait, to be pressed or only looked at.

    It is blank before :meth:`paint`: painting several at once takes longer than a frame may.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        figure: str,
        units: float,
        on_press: Callable[[], object] = do_nothing,
        *,
        tip: str = "",
        chosen: bool = False,
    ) -> None:
        super().__init__(kit, key, self._show, on_press=on_press, tip=tip, natural=units)
        self.figure = figure
        self.chosen = chosen
        self._painted: pygame.Surface | None = None

    @property
    def is_painted(self) -> bool:
        return self._painted is not None and self._painted.get_width() == self.picture_rect().width

    def paint(self) -> None:
        self._painted = portrait(self.kit, self.figure, self.picture_rect().width)

    def _show(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        if self._painted is not None:
            surface.blit(self._painted, place)
        if self.chosen:
            around = place.inflate(place.width // 10, place.width // 10)
            surface.blit(self.kit.cache.smooth("chosen-face", around.size, self._ring), around)

    def _ring(self, canvas: pygame.Surface, factor: int) -> None:
        box = canvas.get_rect()
        middle = (box.centerx, round(box.height * 0.53))
        pygame.draw.circle(canvas, self.kit.theme.colours.accent, middle, box.width * 0.46, self.kit.px(4) * factor)
