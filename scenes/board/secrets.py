"""What the viewer of a board may see: the curtain between turns, and close looks at a player's own things."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame

from logic.core import Event, Hint, Message, State
from logic.game import redact
from scenes.app.app import App, Scene
from scenes.board.match import Match
from scenes.view.squares import with_alpha
from scenes.view.view import GameView, Thing, Things
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, cloth, felt, panel, table_background
from sprites.paint.prerender import Prerender, Task
from sprites.paint.surface_cache import Unfinished
from sprites.paint.tokens import player_token
from sprites.stage.effects import eased_out
from sprites.widgets import Action, Button, Ease, Input, Passive, Pointer, Pos, Words
from sprites.widgets.input import Released
from sprites.widgets.layout import cells, cut

PAD = 10
FLIGHT = 0.35
"""Seconds in which dealt cards fly from the curtain to the panel."""
GAP = 8
HEAD = 30
"""Height of the heading in units."""
CAPTION = 40
"""Height of the caption below a thing in units."""
LARGEST = 240
"""Largest height of a picture in units."""
LARGEST_DEALT = 400
"""The same of what a curtain deals."""
TALL_CARD = 1.35
"""How many times as high as wide a card is at least; it is what can lie face down."""
LARGEST_WON = 56
"""Largest height in units of the picture of something that was won."""
HALF = 0.62
"""Share of the sheet's height or width for what counts now, if there is something that was won, too."""
TURNING = 1.6
"""Duration of turning a thing over, by that of a card elsewhere: it is the centre of attention."""
SMALL_DEALT = 0.3
"""Initial size of a dealt thing, as a share."""
WIDE = 0.8
"""Share of the screen's width from which nothing stands beside the cloth."""
BROAD = 1.5
"""Ratio of width to height from which a sheet shows what was won at the side, not below."""

Placed = tuple[Thing, pygame.Rect, pygame.Rect]
"""A thing, the rectangle of its picture, and that of its caption."""


class CloseUp(Passive):
    """The sheet with a player's things shown large; invisible while nobody looks."""

    def __init__(self, kit: Kit, key: str, *, is_dealt: bool = False) -> None:
        """Make it of paper or, if a curtain deals its content, larger and of the curtain's cloth."""
        super().__init__(kit, key)
        self.visible = False
        self.name = ""
        self.things = Things()
        self.captions: tuple[str, ...] = ()
        self._is_dealt = is_dealt
        self._turned = Ease(TURNING * kit.theme.seconds.card)

    def hit(self, pos: Pos) -> bool:
        """Let every press through: it shows things only."""
        return False

    def fill(self, name: str, things: Things, captions: tuple[str, ...]) -> None:
        """Show a player's things under that name; ``captions`` are those of what counts and of the stock."""
        if not self.visible:
            self._turned.value, self._turned.target = (1.0 if self.kit.reduced_motion else 0.0), 1.0
        self.visible = True
        self.name, self.things, self.captions = name, things, captions

    def hide(self) -> None:
        self.visible = False

    @property
    def shows_faces(self) -> bool:
        """Whether the things have been turned over far enough to be seen."""
        return self.visible and self._turned.value > 1 / 2

    def update(self, dt: float) -> bool:
        return self.visible and self._turned.update(dt)

    # -- rectangles

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(MARGIN["panel"] + PAD)
        return self.rect.inflate(-2 * around, -2 * around)

    def _head(self) -> pygame.Rect:
        return cut(self._inner(), "top", self.kit.px(HEAD))[0]

    def _room(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The rectangles for what counts, and for what was won below or beside it."""
        gap = self.kit.px(GAP)
        whole = cut(self._inner(), "top", self.kit.px(HEAD), gap)[1]
        if not self.things.won:
            return whole, pygame.Rect(whole.bottomleft, (whole.width, 0))
        if whole.width > BROAD * whole.height:
            return cut(whole, "left", round((whole.width - gap) * HALF), gap)
        return cut(whole, "top", round((whole.height - gap) * HALF), gap)

    @property
    def _large(self) -> tuple[Thing, ...]:
        return (*self.things.hand, *self.things.stock)

    def placed(self) -> list[Placed]:
        """Lay out the large things: in the number of rows that leaves room for captions and makes pictures largest."""
        room, gap, caption = self._room()[0], self.kit.px(GAP), self.kit.px(CAPTION)
        count = len(self._large)
        if not count:
            return []
        ways = [(self._height(room, rows, caption, gap), rows) for rows in range(1, count + 1)]
        high, rows = max(
            ways, key=lambda way: (way[0] > 1 and self._is_said_in(room.width // math.ceil(count / way[1])), way)
        )
        columns = math.ceil(count / rows)
        made: list[Placed] = []
        while len(made) < count:
            line, room = cut(room, "top", high, caption + gap)
            shown = self._large[len(made) : len(made) + columns]
            made += [
                (thing, cell, self._below(cell)) for thing, cell in zip(shown, cells(line, len(shown)), strict=True)
            ]
        return made

    def _below(self, cell: pygame.Rect) -> pygame.Rect:
        gap = self.kit.px(GAP)
        return pygame.Rect(
            cell.left + gap // 2, cell.bottom + gap // 2, cell.width - gap, self.kit.px(CAPTION) - gap // 2
        )

    def _is_said_in(self, wide: int) -> bool:
        """Whether all captions fit below things of that width."""
        below = self._below(pygame.Rect(0, 0, wide, 0))
        return all(self._caption(words, below).laid_out(self.kit).fits for words in self.captions)

    def _caption(self, words: str, below: pygame.Rect) -> Words:
        theme = self.kit.theme
        if self._is_dealt:
            return Words(words, below, theme.colours.ink, theme.sizes.text, "text", align="center")
        return Words(words, below, theme.colours.paper_ink, theme.sizes.small, "text", align="center")

    def _height(self, room: pygame.Rect, rows: int, caption: int, gap: int) -> int:
        """The height of pictures in that many rows."""
        columns = math.ceil(len(self._large) / rows)
        high = (room.height - gap * (rows - 1)) // rows - caption
        are_cards = all(thing.back is not None for thing in self._large)
        widest = round((room.width // columns - gap) * (TALL_CARD if are_cards else 1))
        return max(1, min(high, widest, self.kit.px(LARGEST_DEALT if self._is_dealt else LARGEST)))

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        ink = theme.colours.ink if self._is_dealt else theme.colours.paper_ink
        yield Words(self.name, self._head(), ink, theme.sizes.text, lines=1, align="center")
        for (_, _, below), caption in zip(self.placed(), self.captions, strict=True):
            yield self._caption(caption, below)

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        if not self._is_dealt:
            surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        for thing, cell, _ in self.placed():
            picture = self.turning(thing, cell.height)
            surface.blit(picture, picture.get_rect(center=cell.center))
        self._draw_won(surface, self._room()[1])
        super().draw(surface)

    def turning(self, thing: Thing, high: int) -> pygame.Surface:
        """The picture of a thing in its present phase of turning over: its back or its face, foreshortened."""
        turned = self._turned.value
        wide = turned if thing.back is None else abs(2 * turned - 1)
        picture = (thing.large if thing.back is None or turned > 1 / 2 else thing.back)(high)
        if wide == 1:
            return picture
        return pygame.transform.smoothscale(picture, (max(1, round(picture.get_width() * wide)), picture.get_height()))

    def _draw_won(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        count, gap = len(self.things.won), self.kit.px(GAP) // 2
        if not count:
            return
        side, rows = max((self._won_side(room, rows, gap), -rows) for rows in range(1, count + 1))
        columns = math.ceil(count / -rows)
        top = room.top + max(0, room.height - math.ceil(count / columns) * (side + gap)) // 2
        for number, thing in enumerate(self.things.won):
            row, column = divmod(number, columns)
            in_row = min(columns, count - row * columns)
            left = room.centerx - (in_row * (side + gap) - gap) // 2
            picture = thing.small(side)
            surface.blit(picture, (left + column * (side + gap), top + row * (side + gap)))

    def _won_side(self, room: pygame.Rect, rows: int, gap: int) -> int:
        columns = math.ceil(len(self.things.won) / rows)
        wide, high = (room.width + gap) // columns - gap, (room.height + gap) // rows - gap
        return max(1, min(wide, high, self.kit.px(LARGEST_WON)))


def captions_of(things: Things) -> tuple[Message, ...]:
    """The captions of the things shown large, in their order."""
    return tuple(thing.words for thing in (*things.hand, *things.stock))


class Visibility:
    """Decides at one board which of the players' things may be shown, and whose are shown large."""

    def __init__(self, app: App, match: Match, view: GameView[Any]) -> None:
        self._app = app
        self._match = match
        self._view = view
        self.seat: int | None = None
        """The seat whose things are looked at closely now."""
        self._is_closely = True
        """Whether the sheet shows them large, not only the board."""
        self._read: tuple[Hint, str, str, State] | None = None
        """The hint that the board shows while it is read, the selection before and with it, and the position."""

    @property
    def _all_may_see(self) -> bool:
        """Whether the viewer's knowledge may be shown openly: all at the screen have it, or the game is over."""
        return self._match.shares_view or self._match.is_over

    @property
    def _viewer_may_see(self) -> bool:
        """Whether the player at the screen is the viewer, who may see it by holding."""
        if self._all_may_see or self._match.secrets_on_phone:
            return self._all_may_see
        return self._match.awaits_human and self._match.actor == self._view.host.viewer

    def things(self, seat: int) -> Things | None:
        """The things that a player's card shows permanently."""
        return self._view.things(seat, secret=self._all_may_see)

    @property
    def may_read(self) -> bool:
        """Whether a hint may be shown: all at the screen know the same, or its player is holding the own cards."""
        looks = self.seat == self._view.host.viewer and self._viewer_may_see
        return self._match.shares_view or looks

    def begin(self, seat: int, *, closely: bool = True) -> bool:
        """Look at what lies before that player, or at the hint for that player; false if that is nothing."""
        if self._view.things(seat, secret=False) is None and self._match.coach.hint is None:
            return False
        self.seat, self._is_closely = seat, closely
        return True

    def press(self, pos: Pos) -> None:
        """Show the viewer's own things on the board for as long as they are pressed there."""
        view = self._view
        if view.host.has_onlookers and view.holds_secret(pos):
            self.begin(view.host.viewer, closely=False)

    def take(self, event: Input) -> bool:
        """Show the viewer's things while one of the view's keys for that is held. Return whether the input was used."""
        if isinstance(event, Released) and event.name in (*self._view.peek_actions, "accept"):
            self.end()
            return event.name != "accept"
        held = isinstance(event, Action) and event.name in self._view.peek_actions
        return held and self.begin(self._view.host.viewer)

    def end(self) -> None:
        """Stop looking: everything is covered before anything else happens."""
        self.seat = None
        self._show_hint(None)
        self._cover()

    def refresh(self, sheet: CloseUp) -> None:
        """Bring board and sheet up to date with what may be seen now."""
        seat = self.seat
        self._cover()
        self._show_hint(self._match.coach.hint if seat is not None and self.may_read else None)
        is_closely = self._is_closely and self._read is None
        things = self._view.things(seat, secret=self._viewer_may_see) if seat is not None and is_closely else None
        if seat is None or things is None:
            sheet.hide()
            return
        names = self._match.names
        captions = tuple(self._app.say(words, names) for words in captions_of(things))
        sheet.fill(names[seat], things, captions)

    def _cover(self) -> None:
        """Tell the board what may be seen now."""
        host, is_open = self._view.host, self._all_may_see
        shows_secret = is_open or (self.seat == host.viewer and self._viewer_may_see)
        self._view.host = replace(host, shows_secret=shows_secret, has_onlookers=not is_open)

    def _show_hint(self, hint: Hint | None) -> None:
        """Show a hint on the board while it is read, and afterwards restore what was shown before.

        What was selected meanwhile stays selected.
        """
        if self._match.shares_view or hint is (self._read[0] if self._read is not None else None):
            return
        view, before, now = self._view, self._read, self._match.session.state
        if hint is not None:
            in_hand = view.in_hand
            view.show_hint(hint.moves, hint.ahead)
            self._read = hint, in_hand, view.in_hand, now
            return
        self._read = None
        if before is not None and before[3] is now:
            in_hand = view.in_hand
            view.show(view.state)
            view.restore_selection(before[1] if in_hand == before[2] else in_hand)


@dataclass(eq=False)
class Dealing:
    """What a lifted curtain shows at one board: the viewer's own cards, and what they mean on the board.

    ``refresh`` brings the board up to date; ``room_of`` gives the rectangle of a player's covered things and, for
    None, of the cloth.
    """

    _app: App
    _match: Match
    _view: GameView[Any]
    _visibility: Visibility
    _refresh: Callable[[], object]
    _room_of: Callable[[int | None], pygame.Rect]

    def __post_init__(self) -> None:
        self._sheet = CloseUp(self._app.kit, "dealt", is_dealt=True)
        self._flight = Ease(self._app.theme.seconds.screen + FLIGHT, 1.0, 1.0)
        """The time since the curtain began to fade: until it is gone the cards stay, then they fly to the panel."""

    @property
    def room(self) -> pygame.Rect:
        """Everything beside the board's cloth, or below it if the cloth takes the whole width."""
        whole, cloth = pygame.Rect((0, 0), self._app.size), self._room_of(None)
        is_below = cloth.width > WIDE * whole.width
        return cut(whole, "top", cloth.bottom)[1] if is_below else cut(whole, "left", cloth.right)[1]

    def to_prerender(self) -> Sequence[Task]:
        """Tasks that paint what will be dealt, while the curtain is closed."""
        things, sheet = self._things(), CloseUp(self._app.kit, "dealt", is_dealt=True)
        if things is None:
            return ()
        sheet.things = things
        sheet.place(self._centred_room(sheet))
        paints = [(paint, cell.height) for thing, cell, _ in sheet.placed() for paint in (thing.back, thing.large)]
        return [partial(paint, high) for paint, high in paints if paint is not None]

    def paint(self) -> bool:
        """Paint as much of what will be dealt as a frame has time for. Return whether it is complete."""
        try:
            with self._app.kit.cache.slice():
                for paint in self.to_prerender():
                    paint()
        except Unfinished:
            return False
        return True

    def _things(self) -> Things | None:
        """What counts now for the viewer; None if nothing does."""
        things = self._view.things(self._view.host.viewer, secret=True)
        return Things(hand=things.hand) if things is not None and things.hand else None

    def begin(self) -> bool:
        """Turn over what counts now, on the cloth and on the board; false if nothing does."""
        viewer, shown, names = self._view.host.viewer, self._things(), self._match.names
        if shown is None or not self._visibility.begin(viewer, closely=False):
            return False
        self._refresh()
        self._sheet = CloseUp(self._app.kit, "dealt", is_dealt=True)
        captions = tuple(self._app.say(words, names) for words in captions_of(shown))
        self._sheet.fill(names[viewer], shown, captions)
        return True

    def end(self) -> bool:
        """Cover it again, and let cards that were seen fly to the panel. Return whether they were seen."""
        seen = self._sheet.shows_faces
        if seen and not self._app.kit.reduced_motion:
            self._flight.value = 0.0
        self._visibility.end()
        self._refresh()
        self._sheet.hide()
        return seen

    def update(self, dt: float) -> bool:
        self._sheet.kit = self._app.kit
        return self._sheet.update(dt)

    def draw(self, surface: pygame.Surface, start: Pos, come: float) -> None:
        """Draw the cards where they lie on the cloth, or on their way there, or face down."""
        sheet = self._sheet
        sheet.place(self._centred_room(sheet))
        if not sheet.visible:
            self.draw_flight(surface)
        elif come == 1:
            sheet.draw(surface)
        else:
            share = SMALL_DEALT + (1 - SMALL_DEALT) * come
            for thing, cell, _ in sheet.placed():
                _draw_flying(surface, sheet.turning(thing, cell.height), (start, cell.center), come, share)

    def fly(self, dt: float) -> bool:
        """Advance the cards that fly to the panel by ``dt`` seconds. Return whether there are any."""
        return self._flight.update(dt)

    def draw_flight(self, surface: pygame.Surface) -> None:
        """Draw the cards face down on their way to the panel."""
        if self._flight.value == 1:
            return
        left, home = (1 - self._flight.value) * self._flight.seconds / FLIGHT, self._room_of(self._view.host.viewer)
        part = 1 - min(1.0, left) ** 3
        for thing, cell, _ in self._sheet.placed():
            if thing.back is not None:
                share = 1 + part * (home.height / cell.height - 1)
                _draw_flying(surface, thing.back(cell.height), (cell.center, home.center), part, share)

    def _centred_room(self, sheet: CloseUp) -> pygame.Rect:
        """The part of the room that the cards take, centred vertically."""
        hem = self._app.px(HEM)
        room = self.room.inflate(-2 * hem, -2 * hem)
        sheet.place(room)
        spare = max(0, room.bottom - max((below.bottom for _, _, below in sheet.placed()), default=0))
        return pygame.Rect(room.left, room.top + spare // 2, room.width, room.height - spare + self._app.px(PAD))


def _draw_flying(
    surface: pygame.Surface, picture: pygame.Surface, ends: tuple[Pos, Pos], part: float, share: float
) -> None:  # fmt: skip
    """Draw a picture scaled by ``share``, at ``part`` of the way between two points."""
    size = max(1, round(picture.get_width() * share)), max(1, round(picture.get_height() * share))
    (x, y), (end_x, end_y) = ends
    at = round(x + part * (end_x - x)), round(y + part * (end_y - y))
    surface.blit(pygame.transform.smoothscale(picture, size), picture.get_rect(size=size, center=at))


Figure = Callable[[int], pygame.Surface | None]
"""Gives a player's own piece for a height in pixels; None if the game has none."""
HEM = 12
"""Units between the edge of the screen and a curtain."""
SIGN, SIGN_WIDE, TOKEN, SIGN_DOWN = 0.4, 0.9, 0.6, 0.27
"""Height of the figure by that of the screen, or by this share of its width; a token by that; and its position."""
BUTTON = 0.74
"""Top of the curtain's button, as a share of the screen's height."""
ASIDE = 0.25
"""Seconds in which a curtain opens."""


HELD_BY = ("accept", "look", "mirror")
"""The actions that look for as long as they are held, whatever the game below calls them."""


class HoldButton(Button):
    """A button that acts once it has been held for a while; by key or pad button it acts at once.

    ``on_release`` is told when a press ends, however short, and whether it was by a key.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str,
        on_held: Callable[[], object],
        on_release: Callable[[bool], object],
    ) -> None:
        super().__init__(kit, key, label, icon="eye_outline", on_press=lambda: None, style="primary")
        self.on_held = on_held
        self.on_release = on_release

    def point(self, event: Pointer) -> bool:
        if event.kind == "hold":
            self.on_held()
            return True
        if event.kind in ("up", "cancel"):
            self.on_release(False)
        return super().point(event)

    def act(self, action: Action) -> bool:
        if action.name in HELD_BY:
            self.on_held()
            return True
        return super().act(action)

    def release(self, name: str) -> bool:
        if name in HELD_BY:
            self.on_release(True)
        return name in HELD_BY

    def resume_press(self, former: object) -> bool:
        """Stay pressed when the screen is built again."""
        return True


class Curtain(Scene):
    """Covers the screen while it is handed on: the next player holds the button to look.

    ``on_covered`` is called once nothing below is visible any more. While the button is held the curtain is drawn aside
    and lies only beside the board, with what it ``deal``s on it; released before anything was seen, it closes. A tap by
    key opens it too, and shows nothing. ``figure`` gives the player's own piece. If the screen ``is_passed`` from hand
    to hand the next player is called; otherwise it lies between all, and the others are asked to look away.
    """

    first_focus = "look"
    context = "board"

    def __init__(
        self,
        app: App,
        name: str,
        player: int,
        on_covered: Callable[[], object],
        deal: Dealing | None = None,
        figure: Figure | None = None,
        *,
        is_passed: bool = True,
    ) -> None:
        super().__init__(app)
        self.name = name
        self.is_passed = is_passed
        self.player = player
        self.on_covered = on_covered
        self.figure = figure
        self._deal = deal
        self._held = False
        self._aside = Ease(ASIDE)
        """How far it is open."""
        self._is_done = False
        """Whether what it dealt was seen and is covered again: it closes a frame later."""

    def enter(self) -> None:
        """Turn the board below to the next player, unseen."""
        super().enter()
        self.on_covered()

    def leave(self) -> None:
        self._turn_face_down()

    def build(self) -> None:
        kit, (wide, high) = self.app.kit, self.app.size
        self.button = HoldButton(kit, "look", self.app.say(Message("Hold to look")), self._hold, self._release)
        width, height = min(kit.px(320), wide - 2 * kit.px(20)), kit.px(72)
        self.button.place(pygame.Rect((wide - width) // 2, round(high * BUTTON), width, height))
        self.ui.add(self.button)

    def act(self, name: str) -> bool:
        """Stay closed whatever else is pressed."""
        return name in ("cancel", "menu")

    # -- holding

    def _hold(self) -> None:
        if self._is_done or self._held:
            return
        if self._deal is None or not self._deal.begin():
            self.close()
            return
        self._held, self._aside.target = True, 1.0

    def _release(self, by_key: bool) -> None:
        if not self._held:
            return
        if self._turn_face_down():
            self._is_done = True
        elif by_key:
            self.close()
        else:
            self._aside.target = 0.0

    def _turn_face_down(self) -> bool:
        """Cover what is held. Return whether it was seen."""
        held, self._held = self._held, False
        return held and self._deal is not None and self._deal.end()

    def update(self, dt: float) -> bool:
        """Open or close the curtain; it goes one frame after everything was covered, since the last picture fades."""
        if self._is_done:
            self.close()
        moving = [super().update(dt)]
        if self.opaque and self._held and self._deal is not None and not self._deal.paint():
            return True  # an early press waits a little, so that the animation does not jerk
        moving.append(self._aside.update(ASIDE if self.app.kit.reduced_motion else dt))
        if self._deal is not None:
            moving.append(self._deal.update(dt))
        self.opaque = self._aside.value == 0.0
        return any([*moving, self._is_done])

    # -- picture

    @classmethod
    def to_prerender(cls, app: App, player: int, figure: Figure | None, size: Pos) -> tuple[Task, ...]:
        """Tasks that paint a player's curtain for that screen size, in parts that fit into a frame after the first."""
        return (
            partial(felt, app.kit, cls._room(app, size).size),
            partial(table_background, app.kit, size),
            partial(cls._cover, app, player, size),
            partial(cls._sign, app, player, figure, size),
        )

    @staticmethod
    def _room(app: App, size: Pos) -> pygame.Rect:
        return pygame.Rect((0, 0), size).inflate(-2 * app.px(HEM), -2 * app.px(HEM))

    @classmethod
    def _cover(cls, app: App, player: int, size: Pos) -> pygame.Surface:
        look = app.kit.theme.players[player % len(app.kit.theme.players)]
        return cloth(app.kit, cls._room(app, size).size, look.dark)

    @staticmethod
    def _sign(app: App, player: int, figure: Figure | None, size: Pos) -> pygame.Surface:
        """The player's piece of the game, or else the token, large enough for the whole room."""
        side = round(SIGN * min(size[1], SIGN_WIDE * size[0]))
        piece = figure(side) if figure is not None else None
        return piece or player_token(app.kit, player, round(TOKEN * side))

    def _moved(self) -> tuple[int, int]:
        """How far the curtain has moved to the right, or down."""
        if self._deal is None or self.opaque:
            return 0, 0
        room, aside = self._deal.room, eased_out(self._aside.value)
        return round(aside * room.left), round(aside * room.top)

    def draw(self, surface: pygame.Surface) -> None:
        size, (left, top) = self.app.size, self._moved()
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(left, top, size[0], size[1]).clip(before))
        surface.blit(table_background(self.app.kit, size), (0, 0))
        cover = self._cover(self.app, self.player, size)
        surface.blit(cover, cover.get_rect(center=(size[0] // 2 + left, size[1] // 2 + top)))
        come = eased_out(self._aside.value)
        if come < 1:
            sign, (x, y) = self._sign(self.app, self.player, self.figure, size), self._sign_place
            surface.blit(with_alpha(sign, 1 - come), sign.get_rect(center=(x + left, y + top)))
            self._draw_words(surface, (left, top), 1 - come)
        if self.opaque:
            super().draw(surface)
        surface.set_clip(before)
        if self._deal is not None and not self.opaque and self._aside.target:
            self._deal.draw(surface, self._sign_place, come)

    @property
    def _sign_place(self) -> Pos:
        return self.app.size[0] // 2, round(self.app.size[1] * SIGN_DOWN)

    def _draw_words(self, surface: pygame.Surface, moved: Pos, alpha: float) -> None:
        """Say who gets the screen, on as many lines as it takes."""
        width, height = self.app.size
        passed = Message("Pass the screen to {name}.", name=self.name)
        lying = Message("{name}, your turn. The others look away.", name=self.name)
        text = self.app.say(passed if self.is_passed else lying)
        room = pygame.Rect(round(width * 0.07), round(height * 0.48), round(width * 0.86), round(height * 0.24))
        sizes, colours, kit = self.app.theme.sizes, self.app.theme.colours, self.app.kit
        tries = [
            Words(text, room, colours.ink, units, "title", lines=3).laid_out(kit)
            for units in (sizes.title, sizes.heading, sizes.text)
        ]
        words = next((words for words in tries if words.fits), tries[-1])
        if alpha == 1:
            words.draw(kit, surface, room, colours.ink)
            return
        faint = pygame.Surface(room.size, pygame.SRCALPHA)
        words.draw(kit, faint, faint.get_rect(), colours.ink)
        surface.blit(with_alpha(faint, alpha), room.move(moved))


class HandOver:
    """Turns one board to the player to act; if secrets would be seen, under a curtain, after the last move."""

    def __init__(self, app: App, match: Match, view: GameView[Any], deal: Dealing) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._deal = deal
        self.waits = False
        """Whether the screen goes to another player as soon as the last move has been seen."""
        self._prerender = Prerender(app.kit.cache)
        view.show_trail(self._last_moves())

    def begin(self) -> None:
        """Cover the screen if the first player must not see what the others see."""
        if self._match.needs_curtain:
            for paint in self._parts():  # the board opens, and all else is painted too
                paint()
            if self._match.awaits_human:
                self._draw_curtain()

    def follow(self, events: Sequence[Event]) -> None:
        """Show another position: by its events if something was played, gliding if it was undone."""
        match, viewer = self._match, self._match.viewer
        another = match.needs_curtain and match.awaits_human and viewer != self._view.host.viewer
        self.waits = not match.is_over and (another or match.hides_from(self._view.host.viewer))
        if self.waits:
            self._view.host = replace(self._view.host, live=False)
        else:
            self._view.host = replace(self._view.host, viewer=viewer)
        self.show(events)

    def update(self, dt: float, *, covered: bool) -> None:
        """Close the curtain once the last move has been seen; before that, paint it while nothing moves."""
        if self.waits and not covered and not self._view.stage.moving:
            self._draw_curtain()
        else:
            self._prerender.update(dt, still=not self._view.stage.moving)

    def _parts(self) -> Sequence[Task]:
        """Tasks that paint the curtain of the next person in the game."""
        seats = self._match.seats
        order = [(self._match.viewer + step) % len(seats) for step in range(1, len(seats))]
        person = next((seat for seat in order if not seats[seat].is_computer), None)
        if person is None:
            return ()
        edges, orientation = self._match.edges, self._app.orientation
        size = replace(orientation, edge=edges[person]).size if edges else orientation.size
        return Curtain.to_prerender(self._app, person, partial(self._view.figure, person), size)

    def show(self, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Show the present position: after events, after pieces were moved by hand, or if more may be seen."""
        self._view.show(self._shown_state(), events, at_once=at_once)
        self._view.show_trail(self._last_moves())

    def _last_moves(self) -> Iterator[tuple[State, Sequence[Event]]]:
        """What others did since the viewer's last move, or that move if nobody has moved since."""
        session, viewer = self._match.session, self._view.host.viewer
        states, events = session.states, session.events
        for ply in reversed(range(session.ply)):
            is_own = session.mover(ply) == viewer
            if is_own and ply < session.ply - 1:
                return
            yield redact(session.game, states[ply], viewer), events[ply]
            if is_own:
                return

    def _shown_state(self) -> State:
        session, view = self._match.session, self._view
        lies_open = view.host.uncovered or (view.opens_at_end and self._match.is_over)
        return session.state if lies_open else redact(session.game, session.state, view.host.viewer)

    def _draw_curtain(self) -> None:
        """Cover the screen, and only then turn the board to the next player."""
        self.waits = False
        viewer = self._match.viewer
        name, figure = self._match.names[viewer], partial(self._view.figure, viewer)
        curtain = Curtain(
            self._app, name, viewer, self._turn_table, self._deal, figure, is_passed=not self._match.edges
        )
        self._app.stack.push(curtain)

    def _turn_table(self) -> None:
        self._view.host = replace(self._view.host, viewer=self._match.viewer)
        self.show(at_once=True)
        self._prerender.plan((*self._deal.to_prerender(), *self._parts()))
