"""The title screen: five places, laid out like the five on a die, or six, and the menu."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from logic import cabinet
from logic.core import Message
from logic.jobs import run_in_thread
from logic.puzzles import has_puzzles
from logic.registry import GAMES, is_usable
from logic.storage.records import GameEntry
from scenes.app.app import App, Scene
from scenes.app.card import Miniature, known_position
from scenes.app.page import FittedText, button
from scenes.app.routes import load_ahead
from scenes.app.wording import day, game_title, players_text, shortened
from scenes.board import awards
from scenes.board.match import resume_match
from scenes.board.teaching import open_guided_game
from scenes.puzzles.play import choosing_route, diary_of, game_of, progress_of, streak_text, today_of
from scenes.view.picture import shaded_cloth
from sprites.paint.kit import Kit
from sprites.paint.materials import felt, table_background
from sprites.paint.prerender import Prerender, paint_next
from sprites.paint.surfaces import mix
from sprites.paint.trays import LIVES, brass_letters, emblem_rect, halo, idle_frame, tray_picture
from sprites.widgets import ButtonStyle, Control, Fitted, Input, Passive, Pointer, Widget, Words, fit
from sprites.widgets.faces import button_body
from sprites.widgets.layout import cut

HALO = 1.6
"""Width of a tray's halo by that of the tray."""
SMALL_WINDOW = 520
"""Units of height, or of width in portrait, below which the layout is compact."""
NAME_LINE, NOTE_LINE = 1.4, 1.45
"""Heights of the two lines below a tray, by the size of their letters."""
LIFT = 5
"""Units by which a tray rises under the mouse, and sinks when pressed."""
BESIDE, SIDE_WIDTH, SIDE_HEIGHT = 14, 0.78, 1.5
"""Units between the middle tray and what lies beside it, and the largest width and height of that by the tray's."""
PAIR = 0.5
"""Share of the middle row for two trays."""


PLATE, LEAST_PLATE = 11, 22
"""Height of the plate on a tray's frame as a fraction of the tray's width, and its least height in units."""
FRAME = 8
"""Width of a tray's frame as a fraction of the tray's width, both sides together."""


class ShelfTray(Control):
    """One of the places: an open tray to choose, or a closed box that says why not.

    ``earned`` is engraved on the frame: the name of an icon, and a number.
    """

    is_door = True

    def __init__(
        self,
        kit: Kit,
        game: str,
        title: str,
        note: str,
        on_press: Callable[[], None],
        *,
        built: bool,
        tip: str,
        earned: tuple[str, int] = ("", 0),
    ) -> None:
        super().__init__(kit, f"place-{game}", on_press, tip=tip)
        self.earned = earned
        self.game, self.title, self.note = game, title, note
        self.built = built
        self._life = LIVES.get(game) if built else None
        self._phase = 0

    @property
    def tray(self) -> pygame.Rect:
        return tray_of(self.kit, self.rect)

    def animate(self, seconds: float | None) -> pygame.Rect | None:
        """Advance the tray's animation to a moment, or stop it (None); return the rectangle that changes."""
        phase = self._life.phase(seconds) if self._life is not None and seconds is not None else 0
        if phase == self._phase:
            return None
        self._phase = phase
        return emblem_rect(self.tray.width).move(self.tray.topleft)

    def focus_rect(self) -> pygame.Rect:
        return self.tray

    def occupied(self) -> Iterable[pygame.Rect]:
        """The tray's content, without the frame, and the texts below it."""
        yield self.tray.inflate(*(-self.tray.width // FRAME,) * 2)
        for words in self.words():
            size = words.laid_out(self.kit).width, words.room.height
            yield pygame.Rect((0, 0), size).move_to(midtop=words.room.midtop)

    def draw(self, surface: pygame.Surface) -> None:
        tray = self.tray
        raised = round(self.kit.px(LIFT) * self.rise)
        # Painted before its halo is drawn, which would otherwise appear on an empty table.
        picture = tray_picture(self.kit, self.game, tray.width, built=self.built)
        if self.built:
            colours = self.kit.theme.colours
            lit = self.hovered or self.focused
            light = halo(self.kit, round(tray.width * HALO), colours.accent_light if lit else colours.accent)
            surface.blit(light, light.get_rect(center=tray.center))
        surface.blit(picture, tray.move(0, -raised))
        if self._phase:
            lives = idle_frame(self.kit, self.game, tray.width, self._phase)
            surface.blit(lives, emblem_rect(tray.width).move(tray.left, tray.top - raised))
        if self.earned[1]:
            self._draw_plate(surface, tray.move(0, -raised))
        super().draw(surface)

    def _draw_plate(self, surface: pygame.Surface, tray: pygame.Rect) -> None:
        """Draw a small brass plate on the lower frame of the tray, with what was earned."""
        kit, colours, (name, count) = self.kit, self.kit.theme.colours, self.earned
        height = max(kit.px(LEAST_PLATE), tray.width // PLATE)
        number = kit.cache.text(str(count), "interface", round(height * 0.64), colours.accent_ink)
        icon = kit.cache.icon(name, round(height * 0.78), colours.accent_ink)
        place = pygame.Rect(0, 0, number.get_width() + icon.get_width() + height, height)
        place.center = tray.centerx, tray.bottom - tray.width * 2 // 45
        surface.blit(kit.cache.smooth("plate", place.size, self._paint_plate), place)
        left = place.left + (place.width - icon.get_width() - number.get_width()) // 2
        surface.blit(icon, icon.get_rect(midleft=(left - height // 12, place.centery)))
        surface.blit(number, number.get_rect(midleft=(left + icon.get_width() + height // 12, place.centery)))

    def _paint_plate(self, canvas: pygame.Surface, factor: int) -> None:
        colours, box, step = self.kit.theme.colours, canvas.get_rect(), max(1, self.kit.px(1.2) * factor)
        for tone, grown in ((colours.accent_ink, 0), (colours.accent_light, step), (colours.accent, 2 * step)):
            face = box.inflate(-2 * grown, -2 * grown)
            pygame.draw.rect(canvas, tone, face, border_radius=face.height // 3)

    def words(self) -> Iterable[Words]:
        """The lines below the tray."""
        kit, colours, sizes = self.kit, self.kit.theme.colours, self.kit.theme.sizes
        tall, small = kit.px(sizes.text * NAME_LINE), kit.px(sizes.small * NOTE_LINE)
        name = pygame.Rect(self.rect.left, self.tray.bottom + kit.px(2), self.rect.width, tall)
        tone = colours.accent_light if self.built else colours.ink_soft
        yield Words(self.title, name, tone, sizes.text, "title", lines=1, align="center")
        note = pygame.Rect(name.bottomleft, (name.width, small))
        yield Words(self.note, note, colours.ink_soft, sizes.small, "text", lines=1, align="center")


AROUND, GAP = 9, 4
"""Units between a card's edge and its content, and between its picture and its text."""
LINES = 2
CLOTH = 8
"""Margin of a cloth around what lies on it, in hundredths of the cloth."""
LEAST_PICTURE = 0.36
"""Least share of a card's height for its picture: if that leaves no room for both texts, there is one."""
PAGE, PAGE_SHADE, INK, RED = "#f3e9d2", "#cdbf9f", "#3a2a1a", "#a8402f"
BRASS_EDGE, BRASS_LIGHT = "#7b5418", "#e0b152"
"""Colours of a calendar leaf."""


class Offer(Control):
    """A card, pressed as a whole: a square picture, a caption, and the first of its ``texts`` that fits.

    ``label`` says all of it in a sentence, as the tooltip; ``cloth`` is the colour under the picture, "" for a
    picture that lies on the card itself.
    """

    is_door = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        picture: Widget,
        title: str,
        texts: Sequence[str],
        on_press: Callable[[], None],
        *,
        label: str,
        cloth: str = "",
        style: ButtonStyle = "normal",
    ) -> None:
        super().__init__(kit, key, on_press, tip=label)
        self.cloth = cloth
        self.picture = picture
        self.title, self.texts, self.label = title, texts, label
        self.style: ButtonStyle = style
        self._ground = self.rect

    def _words(self) -> list[Fitted]:
        """The title, and the first of the texts that fits."""
        body, sizes = self._inner(), self.kit.theme.sizes
        title = fit(self.kit, self.title, body.width, units=sizes.text, lines=LINES)
        for line in self.texts:
            text = fit(self.kit, line, body.width, face="text", units=sizes.small, lines=LINES)
            if text.fits and body.height - title.height - text.height >= body.height * LEAST_PICTURE:
                return [title, text]
        return [title]

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(AROUND)
        return button_body(self.kit, self.rect).inflate(-2 * around, -2 * around)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle; the picture takes the largest square above the text."""
        super().place(rect)
        inner, words = self._inner(), sum(one.height for one in self._words()) + self.kit.px(GAP)
        side = max(1, min(inner.width, inner.height - words))
        place = pygame.Rect(inner.centerx - side // 2, inner.top, side, side)
        self.picture.place(place.inflate(-side * CLOTH // 100, -side * CLOTH // 100) if self.cloth else place)
        self._ground = place

    def clipped(self) -> Iterable[str]:
        return [" ".join(one.lines) for one in self._words() if not one.fits]

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours = self.kit, self.kit.theme.colours
        self.draw_face(surface, self.style)
        if self.cloth:
            surface.blit(
                kit.cache.smooth(("offer-cloth", self.cloth), self._ground.size, self._paint_cloth), self._ground
            )
        self.picture.draw(surface)
        is_gold = self.style == "primary"
        words, inner = self._words(), self._inner()
        top = self._ground.bottom + (inner.bottom - self._ground.bottom - sum(one.height for one in words)) // 2
        ink = colours.accent_ink if is_gold else colours.ink
        for one in words:
            one.draw(kit, surface, pygame.Rect(inner.left, top, inner.width, one.height), ink)
            top += one.height

    def _paint_cloth(self, canvas: pygame.Surface, factor: int) -> None:
        """Paint a cloth in a shallow hollow of the card."""
        box, radius = canvas.get_rect(), round(self.kit.px(self.kit.theme.sizes.radius * 0.7)) * factor
        pygame.draw.rect(canvas, mix(self.cloth, "#000000", 0.55), box, border_radius=radius)
        step = self.kit.px(2) * factor
        pygame.draw.rect(canvas, self.cloth, pygame.Rect(step, step, box.width - step, box.height - step),
                         border_radius=radius)  # fmt: skip


class CalendarLeaf(Passive):
    """A calendar leaf with a day's number, and a brass star if its puzzle is solved."""

    def __init__(self, kit: Kit, key: str, number: int, *, is_done: bool) -> None:
        super().__init__(kit, key)
        self.number = number
        self.is_done = is_done

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours, side = self.kit, self.kit.theme.colours, self.rect.height
        surface.blit(kit.cache.smooth("leaf", self.rect.size, self._paint), self.rect)
        digits = kit.cache.text(str(self.number), "interface", max(8, round(side * 0.42)), INK)
        surface.blit(digits, digits.get_rect(center=(self.rect.centerx, self.rect.top + round(side * 0.58))))
        if self.is_done:
            for name, tone, grown in (("star", INK, 1.14), ("star", colours.accent, 1.0)):
                star = kit.cache.icon(name, round(side * 0.36 * grown), tone)
                at = self.rect.left + round(side * 0.8), self.rect.top + round(side * 0.8)
                surface.blit(star, star.get_rect(center=at))

    def _paint(self, canvas: pygame.Surface, _factor: int) -> None:
        """Paint two leaves below, the page with its red head, and the rings that hold it."""
        width, height = canvas.get_size()
        page = pygame.Rect(round(width * 0.13), round(height * 0.1), round(width * 0.74), round(height * 0.8))
        radius = round(width * 0.06)
        for step, tone in ((0.045, (0, 0, 0, 90)), (0.03, PAGE_SHADE), (0.0, PAGE)):
            pygame.draw.rect(canvas, tone, page.move(round(width * step), round(height * step)), border_radius=radius)
        head = pygame.Rect(page.topleft, (page.width, round(height * 0.2)))
        pygame.draw.rect(canvas, RED, head, border_top_left_radius=radius, border_top_right_radius=radius)
        for share in (0.3, 0.7):
            ring = pygame.Rect(0, 0, round(width * 0.055), round(height * 0.17))
            ring.midtop = round(width * share), round(height * 0.03)
            pygame.draw.rect(canvas, BRASS_EDGE, ring, border_radius=ring.width)
            inner = ring.inflate(-ring.width // 2, -ring.width // 2)
            pygame.draw.rect(canvas, BRASS_LIGHT, inner, border_radius=ring.width)


def is_small(kit: Kit) -> bool:
    """Whether the window has room only for what matters most; then no text below a box says that it is closed."""
    return min(kit.metrics.width, kit.metrics.height) < kit.px(SMALL_WINDOW)


def tray_of(kit: Kit, place: pygame.Rect) -> pygame.Rect:
    """The square of a place for its tray, above the text."""
    side = min(place.width, place.height - caption_height(kit))
    return pygame.Rect(place.centerx - side // 2, place.top, side, side)


def caption_height(kit: Kit) -> int:
    """The height in pixels of the text below a tray."""
    sizes = kit.theme.sizes
    note = 0 if is_small(kit) else kit.px(sizes.small * NOTE_LINE)
    return kit.px(sizes.text * NAME_LINE) + note + kit.px(2)


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of the shelf in window pixels: the places, the title, the ribbon, the menu's row.

    ``sides`` are to the left and right of the middle; ``captions`` is the height left for text below the menu's
    buttons, 0 if there is none.
    """

    places: tuple[pygame.Rect, ...]
    title: pygame.Rect
    ribbon: pygame.Rect
    menu: pygame.Rect
    captions: int
    sides: tuple[pygame.Rect, pygame.Rect]


def lay_out(kit: Kit, games: int, *, ribbon: bool) -> Layout:
    """Lay the shelf out for five or six ``games``; ``ribbon`` says whether anything stands below the title."""
    width, height = kit.metrics.width, kit.metrics.height
    small = is_small(kit)
    pad = kit.px(10 if small else 22)
    control = kit.px(48 if small else kit.theme.sizes.control)
    area = pygame.Rect(pad, pad, width - 2 * pad, height - 2 * pad)
    five = (_portrait if height > width else _landscape)(kit, area, control, ribbon=ribbon)
    return five if games == cabinet.FEWEST_GAMES else _six(kit, five)


def _landscape(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put four places into the corners and the fifth between them, the title above it and the menu below."""
    gap, places = kit.px(8), _five(kit, area, control)
    first, second, middle = places[:3]
    room = pygame.Rect(first.right + gap, 0, second.left - first.right - 2 * gap, 0)
    ribbon_height = control if ribbon else 0
    above = middle.top - area.top - gap
    title = pygame.Rect(
        room.left, area.top, room.width, max(kit.px(24), above - ribbon_height - (gap if ribbon else 0))
    )
    below = area.bottom - middle.bottom
    captions = _captions(kit) if below >= control + _captions(kit) else 0
    menu_top = middle.bottom + max(0, (below - control - captions) // 2)
    shrunk = room.inflate(-min(room.width // 10, kit.px(60)), 0)
    return Layout(
        places,
        title,
        pygame.Rect(shrunk.left, title.bottom + gap, shrunk.width, ribbon_height),
        pygame.Rect(room.left, min(menu_top, area.bottom - control), room.width, control),
        captions,
        _sides(kit, tray_of(kit, first).right, tray_of(kit, middle), tray_of(kit, second).left),
    )


def _sides(kit: Kit, left: int, middle: pygame.Rect, right: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Two upright rectangles beside the middle tray, between it and what is left and right of it."""
    gap = _beside(kit)
    width = min(min(middle.left - left, right - middle.right) - 2 * gap, round(middle.width * SIDE_WIDTH))
    height = min(middle.height, round(width * SIDE_HEIGHT))
    made = [pygame.Rect(0, 0, max(1, width), height) for _ in range(2)]
    made[0].center = (left + middle.left) // 2, middle.centery
    made[1].center = (middle.right + right) // 2, middle.centery
    return made[0], made[1]


def _five(kit: Kit, area: pygame.Rect, control: int) -> tuple[pygame.Rect, ...]:
    """The five places of a landscape shelf, as the five on a die, with room for the menu between the lower ones."""
    gap, caption = kit.px(8), caption_height(kit)
    menu = ENTRIES * (control + kit.px(LEAST_GAP))
    side = min((area.height - 2 * caption - gap) // 2, area.width // 4, (area.width - menu) // 2 - gap)
    tall = side + caption
    inset = max(0, (area.width - round(side * 4.3)) // 4)
    # The text below a tray may be wider than the tray.
    more = 0 if is_small(kit) else min(inset, side // 4)
    wide = side + 2 * more
    left, right = area.left + inset - more, area.right - inset + more - wide
    top, bottom = area.top, area.bottom - tall
    middle_top = area.centery - side // 2 + kit.px(6)
    return (
        pygame.Rect(left, top, wide, tall), pygame.Rect(right, top, wide, tall),
        pygame.Rect(area.centerx - wide // 2, middle_top, wide, tall),
        pygame.Rect(left, bottom, wide, tall), pygame.Rect(right, bottom, wide, tall),
    )  # fmt: skip


def _portrait(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put two, one and two places below each other, between the title with the ribbon and the menu."""
    gap, caption = kit.px(8), caption_height(kit)
    title, room = cut(area, "top", max(kit.px(40), round(area.height * 0.08)), gap)
    greeting, room = cut(room, "top", control, gap) if ribbon else (cut(room, "top", 0)[0], room)
    captions = 0 if is_small(kit) else _captions(kit)
    foot, room = cut(room, "bottom", control + captions, gap)
    step, wide = room.height // 3, (area.width - gap) // 2
    tall = min(step - gap, round(area.width * 0.44) + caption)
    columns = (area.left, area.right - wide)
    rows = [room.top + i * step + (step - tall) // 2 for i in range(3)]
    narrow = min(wide, tall - caption + gap)  # what lies beside the middle tray is nearer to it than its place is wide
    middle = pygame.Rect(area.centerx - narrow // 2, rows[1], narrow, tall)
    corner = [pygame.Rect(x, y, wide, tall) for y in (rows[0], rows[2]) for x in columns]
    sides = _sides(kit, area.left, tray_of(kit, middle), area.right)
    places = (*corner[:2], middle, *corner[2:])
    return Layout(places, title, greeting, cut(foot, "top", control)[0], captions, sides)


def _six(kit: Kit, five: Layout) -> Layout:
    """Put two places side by side where the middle one is, and what lies beside it beside both."""
    row, middle, beside = five.sides[0].union(five.sides[1]), tray_of(kit, five.places[2]), _beside(kit)
    side = min(middle.width, (round(row.width * PAIR) - beside) // 2)
    trays = pygame.Rect(0, 0, 2 * side + beside, side)
    trays.center = middle.center
    pair = [pygame.Rect(left, trays.top, side, side + caption_height(kit)) for left in (trays.left, trays.right - side)]
    sides = _sides(kit, row.left - beside, trays.inflate(0, middle.height - side), row.right + beside)
    return replace(five, places=(*five.places[:2], *pair, *five.places[3:]), sides=sides)


def _beside(kit: Kit) -> int:
    return kit.px(BESIDE / 2 if is_small(kit) else BESIDE)


def _captions(kit: Kit) -> int:
    return kit.px(kit.theme.sizes.small * NOTE_LINE)


class Lettering(Passive):
    """The name of the program in brass, centred."""

    is_kept_clear = True

    def __init__(self, kit: Kit, room: pygame.Rect) -> None:
        self._height = max(8, min(round(room.height * 0.62), round(room.width / 6.2)))
        letters = brass_letters(kit, TITLE, self._height)
        super().__init__(kit, "title", letters.get_rect(center=room.center))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(brass_letters(self.kit, TITLE, self._height), self.rect)


TITLE = "Quincunx"
DAILY = "daily"
"""The tab of a puzzle shelf with the daily puzzle."""
SHORTEST_NAME, LONGEST_NAME = 8, 20
CAPTION_NAME = 14
"""Letters of the player's name below its button."""
SHORTEST_CAPTION = 5
"""Least number of letters of that name if it has to be cut."""
ENTRIES = 6
"""Buttons of the menu."""
WIDEST_STEP = 128
"""Largest distance in units of the menu's buttons with captions."""
LEAST_GAP = 3
"""Units between two buttons of the menu at least."""
LIVELY = 50.0
"""Seconds without input after which the shelf's animations stop."""
WAKING = 0.6
"""Seconds after a demonstration in which a press only ends it, and presses nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A button of the shelf's menu; its tooltip says more than its caption."""

    key: str
    icon: str
    caption: str
    tip: Message
    press: Callable[[], None]


class ShelfScene(Scene):
    """The first screen. ``notices`` of the store and the settings are shown at once."""

    def __init__(self, app: App, notices: Sequence[Message] = ()) -> None:
        super().__init__(app)
        self._notices = tuple(notices)
        self._idle = 0.0
        self._runs_demo = False
        self._waking = 0.0
        self._offered: GameEntry | None = None
        self._today = today_of(app)
        self._miniature: Miniature | None = None
        self._is_shown = False
        self._writing: Iterator[object] | None = app.kit.cache.write_file()
        self._places: list[ShelfTray] = []
        self._prerender = Prerender(app.kit.cache)
        self._lived = 0.0
        self._album: dict[Hashable, pygame.Surface] = {}

    def enter(self) -> None:
        """Show the notices, and look for a game to resume."""
        super().enter()
        for notice in self._notices:
            self.app.tell(notice)
        self._look()

    def resume(self) -> None:
        """Check again: a game may have been started or ended."""
        self._idle = 0.0
        self._waking, self._runs_demo = WAKING if self._runs_demo else 0.0, False
        self._look()
        self.rebuild()

    def _look(self) -> None:
        waiting = (entry for entry in self.app.store.unfinished() if is_usable(entry.setup.game))
        offered = next(waiting, None)
        if offered != self._offered:
            self._album.clear()  # this screen is open as long as the program, and would keep them all
        self._offered = offered

    # -- layout

    def build(self) -> None:
        greeting = self._greeting()
        layout = lay_out(self.app.kit, len(self.app.cabinet.shelf), ribbon=greeting is not None)
        self.layout = layout
        self.ui.add(Lettering(self.app.kit, layout.title))
        if greeting is not None:
            greeting.place(layout.ribbon)
            self.ui.add(greeting)
        self._miniature = None
        self._places = []
        offers = (self._go_on_offer(), self._daily_offer())
        for rect, offer in zip(layout.sides, offers, strict=True):
            if offer is not None:
                offer.place(rect)
                self.ui.add(offer)
        for rect, (game, place) in zip(layout.places, self.app.cabinet.shelf.items(), strict=True):
            widget = self._place(game, place)
            widget.place(rect)
            self._places.append(widget)
            self.ui.add(widget)
        self._place_menu()
        first = next((place.key for place in self._places if place.built), "")
        self.first_focus = "go-on" if self._offered is not None else first

    def _place(self, game: str, place: cabinet.ShelfPlace) -> ShelfTray:
        say, get, built = self.app.say, self.app.get, game in GAMES
        note = "" if built or is_small(self.app.kit) else say(Message("not in the cabinet yet"))
        about = get(place.blurb)
        tip = about if built else say(Message("{blurb} It is not in the cabinet yet.", blurb=about))
        return ShelfTray(self.app.kit, game, get(place.title), note, partial(self._open, game), built=built, tip=tip,
                     earned=self._earned(game) if built else ("", 0))  # fmt: skip

    def _earned(self, game: str) -> tuple[str, int]:
        """What the present player has earned in a game: stars for puzzles, or else games won."""
        profile = self.app.settings.profile
        if not has_puzzles(GAMES[game]):
            return "trophy", self.app.store.statistics(game, profile).total.won if profile else 0
        return "star", awards.stars_of(progress_of(self.app, game, profile))

    def _go_on_offer(self) -> Offer | None:
        """Offer the unfinished game that was left last, with a picture of its board."""
        entry = self._offered
        if entry is None:
            return None
        kit, say, title = self.app.kit, self.app.say, game_title(self.app, entry.setup.game)
        label = Message("Go on: {game} · {players} · {day}", game=title,
                        players=players_text(self.app, entry.setup, LONGEST_NAME),
                        day=day(self.app, entry.changed))  # fmt: skip
        position = partial(known_position, self.app, entry)
        self._miniature = Miniature(kit, "go-on-board", entry.setup.game, position, self._album)
        is_own = [seat.name for seat in entry.setup.seats] == [""]
        about = [title] if is_own else [f"{title} · {players_text(self.app, entry.setup, SHORTEST_NAME)}", title]
        return Offer(kit, "go-on", self._miniature, say(Message("Go on")), about, self._go_on, label=say(label),
                     cloth=shaded_cloth(entry.setup.game), style="primary")  # fmt: skip

    def _daily_offer(self) -> Offer | None:
        """Offer the daily puzzle to players who have been here before, with their results of the last ones."""
        diary, say = diary_of(self.app), self.app.say
        game = game_of(diary.today)
        if not game or (self._offered is None and not self.app.store.finished(limit=1)):
            return None
        is_done, rows = diary.today in diary.solved, streak_text(diary)
        about = rows[0] if rows else Message("Solved today") if is_done else Message("Not solved yet")
        label = Message("Today’s puzzle: {game}. {about}", game=game_title(self.app, game), about=about)
        leaf = CalendarLeaf(self.app.kit, "daily-leaf", diary.today.day, is_done=is_done)
        title = Message("Today") if is_small(self.app.kit) else Message("Today’s puzzle")
        return Offer(self.app.kit, "daily", leaf, say(title), [say(about)],
                     partial(self.app.open, "puzzles", game, tab=DAILY), label=say(label))  # fmt: skip

    def _greeting(self) -> Widget | None:
        """Make a greeting if there is no game to resume."""
        if self._offered is not None:
            return None
        profile = self.app.settings.profile
        has_played, name = bool(self.app.store.finished(profile or None, limit=1)), shortened(profile, LONGEST_NAME)
        if name and has_played:
            text = Message("Welcome back, {name}!", name=name)
        elif name:
            text = Message("Welcome, {name}! Choose a game.", name=name)
        elif has_played:
            return None
        else:
            text = Message("Welcome! Choose a game.")
        units = self.app.theme.sizes.text
        return FittedText(self.app.kit, "greeting", self.app.say(text), face="interface", units=units, lines=2,
                          align="center")  # fmt: skip

    def _place_menu(self) -> None:
        """Put the buttons side by side, with captions if all of them fit."""
        entries, room = self._menu(), self.layout.menu
        step = min(room.width // len(entries), self.app.px(WIDEST_STEP))
        captions = self._captions(entries, step)
        if not captions:
            left_over = (room.width - len(entries) * room.height) // len(entries)
            gap = min(self.app.px(12), max(self.app.px(LEAST_GAP), left_over))
            step = min(room.height, (room.width - (len(entries) - 1) * gap) // len(entries)) + gap
        side = min(room.height, step - self.app.px(LEAST_GAP))
        left = room.centerx - len(entries) * step // 2
        for i, entry in enumerate(entries):
            opens = button(self, entry.key, entry.tip, entry.icon, entry.press, bare=True)
            opens.place(pygame.Rect(left + i * step + (step - side) // 2, room.top, side, room.height))
            self.ui.add(opens)
        for i, caption in enumerate(captions):
            caption.shift(left + i * step, room.bottom)
        self.ui.add(*captions)

    def _captions(self, entries: Sequence[Entry], step: int) -> list[FittedText]:
        """The words for below the buttons, all of one size, or none if they do not all fit.

        The size is that of the widest of our own words; a player's name is rather cut than written smaller.
        """
        if not self.layout.captions:
            return []
        kit, small = self.app.kit, self.app.theme.sizes.small
        room = pygame.Rect(kit.px(3), 0, step - 2 * kit.px(3), self.layout.captions)
        size = partial(fit, kit, width=room.width, height=room.height, face="text", lines=1)
        own = [size(one.caption, units=small) for one in entries if one.key != "profile"]
        if not all(one.fits for one in own):
            return []
        units = small * min(one.size for one in own) / kit.px(small)
        made = []
        for one in entries:
            shorter = (shortened(one.caption, count) for count in range(len(one.caption), SHORTEST_CAPTION, -1))
            words = next((some for some in shorter if size(some, units=units).size == kit.px(units)), one.caption)
            made.append(FittedText(kit, f"{one.key}-caption", words, face="text", units=units, lines=1, align="center"))
        for caption in made:
            caption.place(room)
        return made

    def _menu(self) -> tuple[Entry, ...]:
        playing, say = self.app.settings.profile, self.app.say
        who = Message("{name} is playing", name=playing) if playing else Message("Who is playing?")
        name = shortened(playing, CAPTION_NAME) or say(Message("Player"))
        show = self.app.open
        return (
            Entry("profile", "account", name, who, lambda: show("profiles")),
            Entry(
                "games", "book_open_variant", say(Message("Games")), Message("Games and replays"), lambda: show("games")
            ),
            Entry("stats", "chart_bar", say(Message("Statistics")), Message("Statistics"), lambda: show("stats")),
            Entry("settings", "cog", say(Message("Settings")), Message("Settings"), lambda: show("settings")),
            Entry("help", "help_circle_outline", say(Message("Help")), Message("Help and keys"), lambda: show("help")),
            Entry("quit", "power", say(Message("Leave")), Message("Leave the cabinet"), self._quit),
        )

    # -- actions

    def _open(self, game: str) -> None:
        if game in GAMES:
            if not open_guided_game(self.app, game):
                self.app.open(choosing_route(game), game)
            return
        title = self.app.get(self.app.cabinet.shelf[game].title)
        self.app.refuse(Message("{game} is not in the cabinet yet.", game=title))

    def _go_on(self) -> None:
        match = resume_match(self.app, self._offered.id) if self._offered is not None else None
        if match is not None:
            self.app.open("board", match)

    def _quit(self) -> None:
        # Every game is in the journal, so there is nothing to ask.
        self.app.running = False

    def act(self, name: str) -> bool:
        """Handle an action; the first screen is left only on purpose."""
        if name == "menu":
            self.app.open("settings")
            return True
        if name == "cancel":
            self.ui.show_focus = True
            self.ui.set_focus(self.ui.find("quit"))
            return True
        return super().act(name)

    def handle(self, event: Input) -> bool:
        """Take an input; any input restarts the idle time."""
        self._idle = 0.0
        if self._waking and isinstance(event, Pointer) and event.kind == "down":
            return True
        return super().handle(event)

    def update(self, dt: float) -> bool:
        """Let time pass, with the change of date at midnight; after an idle time the demonstration starts."""
        self._waking = max(0.0, self._waking - dt)
        if self._today != (today := today_of(self.app)):
            self._today = today
            self.rebuild()
            self.app.stack.touch()
        self._idle += dt
        if self.app.stack.top is self and self._idle >= self.app.cabinet.seconds.demonstration:
            self._idle = 0.0
            if games := [game for game in GAMES if is_usable(game)]:
                self._runs_demo = True
                self.app.open("demo", games[int(self.app.now()) % len(games)])
        return self._paint_board() or super().update(dt) or self._load_ahead()

    def update_idle(self, dt: float) -> Sequence[pygame.Rect]:
        """Animate the trays as long as somebody may be looking."""
        self._lived += dt
        is_lively = not self.app.kit.reduced_motion and self._idle < LIVELY
        seen = (place.animate(self._lived if is_lively else None) for place in self._places)
        return [rect for rect in seen if rect is not None]

    def _load_ahead(self) -> bool:
        """While idle, write the pictures for the next start, then load in a thread what opens from here.

        After that the most expensive part of what opens is painted. Nothing of this is visible; the modules of one game
        alone, or JumpIN’s puzzles, take several frames.
        """
        cache, stack = self.app.kit.cache, self.app.stack
        if not math.isfinite(cache.time_budget) or stack.top is not self or not stack.still:
            return False
        if self._writing is None:
            self._prerender.paint()
            return False
        until = cache.clock() + cache.time_budget
        if all(cache.clock() < until for _ in self._writing):
            self._writing = None
            self._prerender.plan([lambda: felt(self.app.kit, self.app.size)])  # the first page of each game has a cloth
            run_in_thread(lambda: load_ahead(GAMES), lambda: None)
        return False

    def _paint_board(self) -> bool:
        """Paint the board of the game to resume, a frame after the shelf itself. Return whether that is unfinished."""
        miniature, was_shown, self._is_shown = self._miniature, self._is_shown, True
        if miniature is None or miniature.is_painted:
            return False
        return not was_shown or paint_next(self.app.kit.cache, [miniature])

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(table_background(self.app.kit, self.app.size), (0, 0))
        super().draw(surface)
