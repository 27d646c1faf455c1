"""Signs of whose turn it is, to see and to hear: hem, ring, hop, ribbon, name plates, reading aloud; and pointers.

What a player points at by phone is shown on the board for a few seconds, in that player's colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pygame

from logic.core import Message, State
from logic.hosting import WATCHER
from logic.llm.adviser import Advice
from scenes.app.app import App
from scenes.app.orientation import EDGES, Orientation
from scenes.app.wording import shortened
from scenes.board.layout import is_compact
from scenes.board.match import Match
from scenes.view import squares
from scenes.view.squares import with_alpha
from scenes.view.view import GameView
from sprites.paint.kit import Kit, kept
from sprites.paint.prerender import Task
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import draw_placed, mix, rgb
from sprites.paint.tokens import hem, player_token, ring
from sprites.widgets.base import Ease, fit

RIBBON = 0.8
"""Seconds in which the ribbon crosses the board."""
HEIGHT = 92
"""Height of the ribbon in units."""
STAYS = 0.56
"""Share of its time for which the ribbon rests in the middle."""
DARKER = 0.3
"""How much darker the ribbon is in its middle, behind the name."""
CHANGE = 0.24
"""Seconds in which the hem changes its colour: the old one fades out, then the new one in."""


class Announcer:
    """Reads aloud whose turn it is, a lesson's steps, and a hint's reason if everybody at the screen may hear it."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._actor: int | None = None
        self._advice: Advice | None = None
        self._told = ""

    def follow(self, told: str) -> None:
        """Announce what is new since the last call; ``told`` is the lesson's instruction, empty for none."""
        match, advice = self._match, self._match.coach.advice
        actor = None if match.is_over else match.actor
        has_changed, self._actor = actor != self._actor, actor
        is_new, self._advice = advice is not None and advice is not self._advice, advice
        goes_on, self._told = told not in ("", self._told), told or self._told
        if not self._app.speaks:
            return
        if is_new and advice is not None and match.shares_view:
            self._app.read_aloud(self._app.say(advice.hint.reason, match.names))
        elif goes_on:
            self._app.read_aloud(told)
        elif has_changed and actor is not None and len(match.seats) > 1:
            self._app.read_aloud(self._app.say(self._turn_of(actor)))

    def _turn_of(self, seat: int) -> Message:
        people, name = [one for one in self._match.seats if not one.is_computer], self._match.names[seat]
        if self._match.seats[seat].is_computer:
            return Message("The turn goes to {name}.", name=name)
        return Message("Your turn.") if len(people) == 1 else Message("{name}: your turn.", name=name)


class TurnSign:
    """Shows at one board who is to act; not in a game for one."""

    def __init__(self, app: App, match: Match, view: GameView[Any]) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._hops = False
        """Whether the piece of the player to act has yet to hop."""
        self._seat = self._acting
        self._shown = Ease(CHANGE / 2, value=1.0, target=1.0)
        self._ribbon = Ease(RIBBON, value=1.0, target=1.0)
        self._person = self._acting
        """The last seat at the screen to act."""
        view.turn.seat = self._seat

    @property
    def _acting(self) -> int | None:
        """The seat to act, if there are several and the game goes on."""
        return None if self._match.is_solitary or self._match.is_over else self._match.actor

    def update(self, dt: float, *, covered: bool, turns: bool) -> bool:
        """Follow the match. Return whether anything moves. Below another screen no ribbon begins.

        While pieces move nothing hops; the ribbon waits while the table ``turns`` to the player that it names.
        """
        acting = self._acting
        if acting not in (None, self._person) and self._match.awaits_human and not turns:
            if self._person is not None and not covered and not self._match.needs_curtain:
                self._ribbon.value = 0.0
            self._person = acting
        moving = self._ribbon.update(dt)
        if acting != self._seat:
            self._shown.target = 0.0
            if self._shown.value == 0.0 or self._app.kit.reduced_motion:
                self._seat, self._shown.target = acting, 1.0
                self._hops = not self._app.kit.reduced_motion
        turn = self._view.turn
        if self._hops and not (self._view.stage.moving or covered):
            self._hops = False
            turn.hop()
        moving |= self._shown.update(dt)
        turn.seat, turn.strength = self._seat, self._shown.value
        return turn.update(dt) or moving

    # -- picture

    def to_prerender(self, cloth: pygame.Rect) -> Iterator[Task]:
        """Painting tasks for the moment when the turn passes to another player."""
        for seat in () if self._match.is_solitary else range(len(self._match.seats)):
            yield partial(hem, self._app.kit, seat, cloth.size)

    def draw_hem(self, surface: pygame.Surface, cloth: pygame.Rect) -> None:
        """Draw the hem of the cloth in the colour of the player to act."""
        if self._seat is None or not self._shown.value:
            return
        draw_placed(surface, hem(self._app.kit, self._seat, cloth.size, self._shown.value), cloth.topleft)

    def draw_ribbon(self, surface: pygame.Surface, cloth: pygame.Rect) -> None:
        """Draw the ribbon with the name at its present place, above everything on the cloth."""
        if self._person is None or self._ribbon.value >= 1.0:
            return
        kit, way = self._app.kit, self._way()
        band = ribbon(kit, (cloth.width, kit.px(HEIGHT)), self._person, self._match.names[self._person])
        before = surface.get_clip()
        surface.set_clip(cloth.clip(before))
        shift = 0 if kit.reduced_motion else round(way * cloth.width / 2)
        place = band.get_rect(center=(cloth.centerx + shift, cloth.centery))
        surface.blit(with_alpha(band, 1 - abs(way)), place)
        surface.set_clip(before)

    def _way(self) -> float:
        """The ribbon's distance from the middle: from -1, resting at 0, to 1."""
        moving = (1 - STAYS) / 2
        if self._ribbon.value < moving:
            return -((1 - self._ribbon.value / moving) ** 2)
        return max(0.0, (self._ribbon.value - 1 + moving) / moving) ** 2


@kept
def ribbon(kit: Kit, size: tuple[int, int], seat: int, name: str) -> pygame.Surface:
    """A band in the player's colour with token and name."""
    width, height = size
    look = kit.theme.players[seat % len(kit.theme.players)]
    band = pygame.Surface((1, height), pygame.SRCALPHA)
    for row in range(height):
        outwards = abs(2 * row + 1 - height) / height
        band.set_at((0, row), pygame.Color(look.dark).lerp("black", DARKER * (1 - outwards)))
    band = pygame.transform.scale(band, size)
    thin = max(2, kit.px(3))
    for top in (0, height - thin):
        band.fill(look.light, (0, top, width, thin))
    token = player_token(kit, seat, round(height * 0.62))
    beside = round(1.3 * token.get_width())
    words = fit(kit, name, width - 3 * beside, height, face="title", units=kit.theme.sizes.title, lines=1)
    left = (width - words.width - beside) // 2
    band.blit(token, token.get_rect(midleft=(left, height // 2)))
    words.draw(kit, band, pygame.Rect(left + beside, 0, words.width + 1, height), kit.theme.colours.ink, "left")
    return band


# -- name plates at the edges, written towards each player

THICK, SMALL_THICK = 26, 22
"""Depth of a plate from the edge of the screen, in units."""
LENGTH = 210
"""Largest length of a plate in units; several at one edge share it."""
LETTERS = 20
"""Most letters of a name."""
SHARE = 0.8
"""Largest share of an edge for its plates."""
PLATE_DARKER = 0.6
"""Share of the wood's colour in a plate's, so that the token stands out."""
ROUND = 7
"""Radius in units of the corners towards the board."""


def rim(kit: Kit) -> int:
    """Width in pixels that the plates take along the edges of the screen."""
    return kit.px(SMALL_THICK if is_compact(kit) else THICK)


class NamePlates:
    """Shows who sits at which edge of one board, except the reader, who is named in the panel."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match

    def draw(self, surface: pygame.Surface, viewer: int) -> None:
        edges, own = self._match.edges, self._app.orientation.edge
        for edge in sorted({*edges}):
            there = [seat for seat, its_edge in enumerate(edges) if its_edge == edge and seat != viewer]
            if there:
                self._draw_at(surface, (edge - own) % len(EDGES), there)

    def _draw_at(self, surface: pygame.Surface, turns: int, seats: Sequence[int]) -> None:
        """Draw the plates of the edge that is that many quarter turns from the viewer's."""
        kit, along = self._app.kit, Orientation(self._app.size, turns)
        long, thick = along.size[0], rim(kit)
        most = min(kit.px(LENGTH), round(SHARE * long / len(seats)))
        for number, seat in enumerate(seats):
            face = plate(kit, thick, most, seat, shortened(self._match.names[seat], LETTERS))
            place = face.get_rect(midbottom=(long * (2 * number + 1) // (2 * len(seats)), along.size[1]))
            surface.blit(pygame.transform.rotate(face, -90 * turns), along.rect_in_window(place))


@kept
def plate(kit: Kit, high: int, longest: int, seat: int, name: str) -> pygame.Surface:
    """A plate in the player's colour, with token and name."""
    look, pad = kit.theme.players[seat % len(kit.theme.players)], high // 2
    ground = mix(look.dark, kit.theme.colours.table, PLATE_DARKER)

    def paint(canvas: pygame.Surface, factor: int) -> None:
        corner, thin = kit.px(ROUND) * factor, max(1, kit.px(2)) * factor
        body = canvas.get_rect().inflate(0, corner).move(0, corner // 2)
        for rect, ink in ((body, rgb(look.light)), (body.inflate(-2 * thin, -2 * thin), ground)):
            pygame.draw.rect(canvas, ink, rect, border_radius=corner)

    token = player_token(kit, seat, round(0.86 * high))
    before = pad + token.get_width() + pad // 2
    words = fit(kit, name, longest - before - pad, high, units=kit.theme.sizes.small, lines=1)
    picture = smooth((before + words.width + pad, high), paint)
    picture.blit(token, token.get_rect(midleft=(pad, high // 2)))
    room = pygame.Rect(before, 0, words.width + 1, high)
    words.draw(kit, picture, room, kit.theme.colours.ink, "left")
    return picture


# -- pointing

MOST = 8
"""Most pointers shown at a time; the oldest is dropped first."""
WIDE, HAND = 1.3, 0.5
"""Size of the ring and of a spectator's hand by that of the target."""
PLATE, WIDEST, NAME_LETTERS = 30, 190, 16
"""Height and length of a plate in units, and letters of a name on it."""


class Pointers:
    """Who points at what on one board, each shown for some ``seconds``. Pointing makes no move."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._left: dict[tuple[int, str], float] = {}
        """Seconds for which each is still shown, by player and target."""

    def point(self, seat: int, name: str) -> None:
        """Show that a player points there; a player has one pointer at a time, spectators several."""
        if seat != WATCHER:
            self._left = {key: left for key, left in self._left.items() if key[0] != seat}
        self._left.pop((seat, name), None)
        self._left[seat, name] = self._seconds
        while len(self._left) > MOST:
            del self._left[next(iter(self._left))]

    def update(self, dt: float) -> bool:
        """Let time pass; true if one is gone."""
        before = len(self._left)
        self._left = {key: left - dt for key, left in self._left.items() if left > dt}
        return len(self._left) != before

    def clear(self) -> None:
        self._left.clear()

    def draw(
        self, kit: Kit, surface: pygame.Surface, view: GameView[Any], names: Sequence[str], common: Callable[[], State]
    ) -> None:
        """Draw the pointers over a view, only at targets that exist in the position as all know it."""
        rects = view.point_targets(common()) if self._left else {}
        for seat, name in self._left:
            rect = rects.get(name)
            if rect is None or not view.rect.colliderect(rect):
                continue
            if seat == WATCHER:
                self._draw_watcher(kit, surface, rect)
            else:
                self._draw_seat(kit, surface, rect, seat, names[seat])

    def _draw_seat(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect, seat: int, called: str) -> None:
        around = ring(kit, seat, round(WIDE * min(rect.size)))
        surface.blit(around, around.get_rect(center=rect.center))
        name = plate(kit, kit.px(PLATE), kit.px(WIDEST), seat, shortened(called, NAME_LETTERS))
        place = name.get_rect(midtop=rect.midbottom)
        surface.blit(name, place.clamp(surface.get_rect()))

    def _draw_watcher(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect) -> None:
        side = min(rect.size)
        hand = kit.cache.icon("hand_pointing_up", max(8, round(HAND * side)), kit.theme.colours.ink)
        for part in (squares.ring(kit, round(WIDE * side)), hand):
            surface.blit(part, part.get_rect(center=rect.center))
