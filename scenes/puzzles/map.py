"""The collection as a map: its puzzles along a path, chapter by chapter, and details of the chosen one below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from zlib import crc32

import pygame

from logic.core import Message
from logic.puzzles import MOST_STARS, Chapter, Puzzle
from scenes.app.page import button, column, row_of
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.play import Best, ProgressOfPuzzles, best_of
from scenes.puzzles.tabs import CampaignTab, Finder, ListedPuzzle, ShelfContext, ShelfTab
from sprites.paint.kit import Kit
from sprites.paint.maps import MapArt, Spot, Stretch
from sprites.widgets import Column, Control, Ease, Label, Panel, Passive, Pointer, Widget

CELL, HIGH = 64, 84
"""Units: least width of a puzzle's cell, and height of all strips."""
RAISED = 0.44
"""Height of a spot's middle in its strip; below it there is room for stars."""
SIDES = 0.03
"""Share of the width at either side that stays free."""
JITTER = 0.05
"""Largest vertical offset of a spot, as a share of the height."""
STAR = 15
"""Units of a star below a spot."""
STAR_RIM, STAR_BLANK = "#2a1a0c", "#6e5638"
INNER = 6
"""Units of the padding above and below text."""
WALKER = 44
"""Units of the walker's size."""
BESIDE = 18
"""Units between the middle of the path, or the edge of the map, and text."""
PICTURE = 118
"""Units of the chosen puzzle's picture."""
WALK = 0.22
"""Seconds that the walker takes to the next spot."""
PULSE, PULSES = 1.4, 4
"""Seconds of a pulse of the next spot's glow, and the number of pulses until it rests."""


def lines(count: int, columns: int) -> list[range]:
    """The spots of each strip: in as few strips as possible, of about equal length.

    >>> lines(7, 12), lines(14, 6)
    ([range(0, 7)], [range(0, 5), range(5, 10), range(10, 14)])
    """
    strips = -(-count // max(1, columns))
    ends = [0, *accumulate(count // strips + (i < count % strips) for i in range(strips))]
    return [range(begin, end) for begin, end in pairwise(ends)]


def across(at: int, count: int, *, backward: bool) -> float:
    """The horizontal position of a strip's spot, as a share of the width; ``backward`` counts from the right."""
    share = (at + 0.5) / count
    return SIDES + (1 - 2 * SIDES) * (1 - share if backward else share)


class MapPuzzle(Control):
    """One puzzle on the map: the first press chooses it, another one, or a key, plays it."""

    is_door = True

    def __init__(
        self, kit: Kit, stop: ListedPuzzle, spot: Spot, art: MapArt, on_press: Callable[[Pointer | None], object]
    ) -> None:
        super().__init__(kit, f"puzzle-{stop.puzzle.key}", tip=stop.name)
        self.stop, self.spot, self.art = stop, spot, art
        self._choose = on_press
        self.glow = 1.0
        self.is_chosen = False

    @property
    def room(self) -> pygame.Rect:
        """The rectangle of the spot in its cell."""
        width, height = (self.kit.px(2 * half) for half in self.spot.half)
        middle = self.rect.centerx, self.rect.top + round(self.spot.place[1] * self.rect.height)
        return pygame.Rect(0, 0, width, height).move_to(center=middle)

    def focus_rect(self) -> pygame.Rect:
        return self.room.inflate(self.kit.px(10), self.kit.px(10))

    def press(self, event: Pointer | None) -> None:
        self._choose(event)

    def draw(self, surface: pygame.Surface) -> None:
        kit, room, stop = self.kit, self.room, self.stop
        self.art.mark(surface, kit, room, self.spot, stop.state, max(self.glow, self.lift.value))
        ink = self.art.ink if stop.state != "open" else kit.theme.colours.ink
        if not (self.is_chosen or self.spot.is_end):
            number = kit.cache.text(str(stop.number), "interface", kit.px(kit.theme.sizes.text), ink)
            surface.blit(number, number.get_rect(center=room.center))
        self.draw_stars(surface, room)

    def draw_stars(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        best = self.stop.best
        if best is None:
            return
        kit, step = self.kit, self.kit.px(STAR)
        left = room.centerx - MOST_STARS * step // 2
        for i in range(MOST_STARS):
            is_won = i < best.stars
            behind = kit.cache.icon("star", step + kit.px(4), STAR_RIM)
            middle = (left + i * step + step // 2, room.bottom + kit.px(7))
            surface.blit(behind, behind.get_rect(center=middle))
            colour = kit.theme.colours.accent_light if is_won else STAR_BLANK
            star = kit.cache.icon("star", step - kit.px(2), colour)
            surface.blit(star, star.get_rect(center=middle))


class MapStrip(Passive):
    """A strip of the map: puzzles side by side, or text; the path runs through both. Painted ahead."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        art: MapArt,
        stretch: Stretch,
        inside: Sequence[Widget],
        *,
        covers_way: bool = False,
    ) -> None:
        super().__init__(kit, key)
        self.art, self.stretch, self.inside = art, stretch, inside
        self._covers_way = covers_way
        self._picture: pygame.Surface | None = None

    @property
    def places(self) -> list[MapPuzzle]:
        return [one for one in self.inside if isinstance(one, MapPuzzle)]

    def children(self) -> Iterable[Widget]:
        return self.inside

    def _margin(self, width: int) -> int:
        """The side margin of text: beyond the path, unless the text covers it."""
        if self._covers_way:
            return round(width * SIDES)
        way = self.stretch.enter
        aside = SIDES if way is None else min(way, 1 - way)
        return round(width * aside) + self.kit.px(BESIDE)

    def measure(self, width: int) -> int:
        if self.stretch.spots:
            return self.kit.px(HIGH)
        room = width - 2 * self._margin(width)
        return sum(one.measure(room) for one in self.inside) + 2 * self.kit.px(INNER)

    def place(self, rect: pygame.Rect) -> None:
        """Lay the puzzles on their spots, or the other widgets between the paths at the sides."""
        super().place(rect)
        self._picture = None
        if self.stretch.spots:
            wide = round(rect.width * (1 - 2 * SIDES) / len(self.inside))
            for place in self.places:
                middle = rect.left + round(place.spot.place[0] * rect.width)
                place.place(pygame.Rect(middle - wide // 2, rect.top, wide, rect.height))
            return
        margin, top = self._margin(rect.width), rect.top + self.kit.px(INNER)
        for one in self.inside:
            room = pygame.Rect(rect.left + margin, top, rect.width - 2 * margin, one.measure(rect.width - 2 * margin))
            one.place(room)
            top = room.bottom

    @property
    def is_painted(self) -> bool:
        return self._picture is not None

    def paint(self) -> None:
        """Paint the paths, and bake everything that lies over them."""
        self._draw_spots(pygame.Surface((1, 1)))
        self._picture = self.art.plan(self.kit, self.rect.size, self.stretch)

    def draw(self, surface: pygame.Surface) -> None:
        if self._picture is not None:
            surface.blit(self._picture, self.rect)
            self._draw_spots(surface)
        for one in self.inside:
            if not isinstance(one, MapPuzzle):
                one.draw(surface)

    def _draw_spots(self, surface: pygame.Surface) -> None:
        cell = pygame.Rect(0, 0, self.kit.px(CELL), self.kit.px(HIGH * 0.8))
        for place in self.places:
            if place.stop.state == "open":
                cell.center = place.room.center
                self.art.veil(surface, self.kit, cell, place.spot)
        for place in self.places:
            place.draw(surface)


class MapSheet(Passive):
    """The whole map on its background, and the figure on it. The background is painted ahead, like the strips."""

    def __init__(self, kit: Kit, key: str, art: MapArt, strips: Sequence[MapStrip]) -> None:
        super().__init__(kit, key)
        self.art, self.strips = art, strips
        self._column = Column(kit, f"{key}-strips", list(strips), gap=0)
        self._ground: pygame.Surface | None = None
        self._walk = Ease(WALK, 1.0, 1.0)
        self._from: tuple[float, float] | None = None
        self._chosen: MapPuzzle | None = None
        self._time = 0.0

    def children(self) -> Iterable[Widget]:
        return (self._column,)

    def places(self) -> Iterator[MapPuzzle]:
        """All puzzles in the order of the path."""
        return (place for strip in self.strips for place in strip.places)

    def _end(self) -> int:
        return self.kit.px(16)

    def measure(self, width: int) -> int:
        return self._column.measure(width) + 2 * self._end()

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._ground = None
        self._column.place(rect.inflate(0, -2 * self._end()))

    # -- walker

    def choose(self, key: str) -> None:
        before = self._standing()
        for place in self.places():
            place.is_chosen = place.stop.puzzle.key == key
            if place.is_chosen:
                self._chosen = place
        if before is not None and not self.kit.reduced_motion:
            self._from, self._walk.value = before, 0.0

    def _standing(self) -> tuple[float, float] | None:
        """Where the walker is now, from the sheet's corner; None if nobody walks or nothing has a place yet."""
        if self._chosen is None or not self.rect.width:
            return None
        x, y = self._chosen.room.midbottom
        there = (float(x - self.rect.left), float(y - self.rect.top))
        if self._from is None or self._walk.value >= 1.0:
            return there
        share = self._walk.value * self._walk.value * (3 - 2 * self._walk.value)
        return (self._from[0] + (there[0] - self._from[0]) * share, self._from[1] + (there[1] - self._from[1]) * share)

    def restore_from(self, former: Widget) -> None:
        """Continue the walker's movement, and the state of the glow."""
        if isinstance(former, MapSheet):
            self._time = former._time
            if former.rect.size == self.rect.size:
                self._from, self._walk.value = former._from, former._walk.value

    def update(self, dt: float) -> bool:
        before = self._time
        self._time = min(self._time + dt, PULSE * PULSES)
        wave = 0.5 - 0.5 * math.cos(math.tau * (self._time / PULSE + 0.5))
        for place in self.places():
            place.glow = 1.0 if self.kit.reduced_motion else wave
        is_glowing = self._time != before and not self.kit.reduced_motion
        walking = self._walk.update(dt)
        return super().update(dt) or walking or is_glowing

    # -- picture

    @property
    def is_painted(self) -> bool:
        return self._ground is not None

    def paint(self) -> None:
        self.art.end(self.kit, self.rect.width)
        self._ground = self.art.ground(self.kit, (self.rect.width, self.kit.px(5 * HIGH)))

    def draw(self, surface: pygame.Surface) -> None:
        if self._ground is None:  # its ink is made for that background alone
            return
        self._draw_ground(surface, self._ground)
        super().draw(surface)
        standing = self._standing()
        if standing is not None:
            side = self.kit.px(WALKER)
            walker = self.art.walker(self.kit, side)
            middle = round(self.rect.left + standing[0]), round(self.rect.top + standing[1]) - side * 2 // 5
            surface.blit(walker, walker.get_rect(center=middle))

    def _draw_ground(self, surface: pygame.Surface, slab: pygame.Surface) -> None:
        end, high = self.art.end(self.kit, self.rect.width), slab.get_height()
        room = self.rect.inflate(0, -self._end())
        before = surface.get_clip()
        sight = room.clip(before)
        surface.set_clip(sight)
        mirrored = pygame.transform.flip(slab, False, True) if sight.height else slab
        for at, top in enumerate(range(room.top, room.bottom, high)):
            if top < sight.bottom and top + high > sight.top:
                surface.blit(mirrored if at % 2 else slab, (room.left, top))
        surface.set_clip(before)
        surface.blit(end, (self.rect.left, self.rect.top))
        surface.blit(pygame.transform.flip(end, False, True), (self.rect.left, self.rect.bottom - end.get_height()))


class ChosenPuzzle(Passive):
    """Details of the chosen puzzle; replaced in place."""

    def __init__(self, kit: Kit, key: str, child: Widget, height: Callable[[int], int]) -> None:
        super().__init__(kit, key)
        self.child, self._height = child, height

    def children(self) -> Iterable[Widget]:
        return (self.child,)

    def measure(self, width: int) -> int:
        return max(self._height(width), self.child.measure(width))

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self.child.place(rect)

    def show(self, child: Widget) -> None:
        self.child = child
        self.child.place(self.rect)


class MapTab(ShelfTab):
    """The program's puzzles on the map of their game; all are open."""

    key, icon, title = CampaignTab.key, CampaignTab.icon, CampaignTab.title

    def __init__(self, shelf: ShelfContext, art: MapArt) -> None:
        super().__init__(shelf)
        self._art = art
        self._chosen = ""
        self._needs_reveal = True
        """Whether to scroll to the chosen puzzle's details, if they are on the map."""
        self._stops: dict[str, ListedPuzzle] = {}
        self._sheet: MapSheet | None = None
        self._foot: ChosenPuzzle | None = None
        self._finder = Finder(shelf, self._show)

    def _show(self, puzzle: Puzzle) -> str:
        self._chosen, self._needs_reveal = puzzle.key, True
        return self.first_focus()

    def first_focus(self) -> str:
        """The key of the chosen spot, or of the play button if the details are on the map."""
        return f"puzzle-{self._chosen}" if self.shelf.has_foot() else "play-chosen"

    def open(self) -> None:
        """Choose the next puzzle, unless an unsolved one is chosen."""
        progress = self.shelf.progress()
        following = self.shelf.following(progress)
        known = {one.key: one for chapter in self.shelf.puzzles.chapters() for one in chapter.puzzles}
        chosen = known.get(self._chosen)
        if chosen is None or best_of(progress, chosen) is not None:
            self._chosen = following.key if following is not None else next(iter(known))

    # -- content

    def widgets(self) -> list[Widget]:
        """Make the sheet with a strip for each heading and each line of puzzles, or the search results."""
        if self._finder.is_looking:
            self._sheet = self._foot = None
            return self._finder.widgets()
        shelf, progress, kit = self.shelf, self.shelf.progress(), self.shelf.app.kit
        following, strips = shelf.following(progress), []
        self._stops = {stop.puzzle.key: stop for stop in shelf.all_puzzles(progress, following)}
        self._foot = ChosenPuzzle(kit, "chosen", Column(kit, "nothing", []), self._height)
        columns = int(shelf.width() * (1 - 2 * SIDES) // kit.px(CELL))
        chapters = shelf.puzzles.chapters()
        runs = [(place, run) for place, chapter in enumerate(chapters) for run in lines(len(chapter.puzzles), columns)]
        leave: float | None = None
        for number, (place, run) in enumerate(runs):
            if run.start == 0:
                strips.append(self._heading(place, chapters[place], progress, leave))
            is_backward, is_last = number % 2 == 1, number == len(runs) - 1
            stops = [self._stops[chapters[place].puzzles[at].key] for at in run]
            out = None if is_last else across(len(run) - 1, len(run), backward=is_backward)
            strips.append(self._strip(number, stops, (leave, out), backward=is_backward, ends=is_last))
            if not self.shelf.has_foot() and self._chosen in [stop.puzzle.key for stop in stops]:
                panel = Panel(kit, "chosen-panel", self._foot, pad=INNER)
                strips.append(MapStrip(kit, "chosen-strip", self._art, Stretch((), out, out), [panel], covers_way=True))
            leave = out
        self._sheet = MapSheet(shelf.app.kit, "map", self._art, strips)
        shelf.page.ahead.extend([self._sheet, *strips])  # the background before what lies on it
        self._sheet.choose(self._chosen)
        self._foot.child = self._card(self._stops[self._chosen])
        return [self._sheet]

    def head(self) -> Widget:
        return self._finder.tools()

    def foot(self) -> Widget | None:
        """Details of the chosen puzzle, for below the map; None if there they would leave too little of it."""
        return self._foot if self.shelf.has_foot() else None

    def _heading(self, number: int, chapter: Chapter, progress: ProgressOfPuzzles, way: float | None) -> MapStrip:
        kit, shelf, art = self.shelf.app.kit, self.shelf, self._art
        count = shelf.say(shelf.count(chapter, progress))
        labels = [
            Label(kit, f"chapter-{number}", shelf.app.get(chapter.title), "title", "heading", art.ink, "center"),
            Label(kit, f"chapter-{number}-text", shelf.app.get(chapter.text), "text", "small", art.soft_ink, "center"),
            Label(kit, f"chapter-{number}-count", count, "interface", "small", art.ink, "center"),
        ]
        return MapStrip(kit, f"heading-{number}", art, Stretch((), way, way), labels)

    def _strip(
        self,
        number: int,
        stops: Sequence[ListedPuzzle],
        ways: tuple[float | None, float | None],
        *,
        backward: bool,
        ends: bool,
    ) -> MapStrip:
        kit, made = self.shelf.app.kit, []
        for i, stop in enumerate(stops):
            seed = crc32(stop.puzzle.key.encode())
            is_end = ends and i == len(stops) - 1
            grown = 1.1 * stop.puzzle.tier
            half = (26.0, 26.0) if is_end else (18 + grown + seed % 3, 17 + grown + seed // 3 % 3)
            middle = (across(i, len(stops), backward=backward), RAISED + JITTER * (seed // 11 % 3 - 1))
            spot = Spot(seed, middle, half, is_end)
            made.append(MapPuzzle(kit, stop, spot, self._art, partial(self._press, stop.puzzle.key)))
        stretch = Stretch(tuple(place.spot for place in made), *ways)
        return MapStrip(kit, f"strip-{number}", self._art, stretch, made)

    # -- choice

    def update(self) -> None:
        """Choose the puzzle that has got the focus."""
        page = self.shelf.page
        if self._needs_reveal and self._foot is not None and page.scroll is not None:
            self._needs_reveal = False
            if not self.shelf.has_foot():
                page.scroll.reveal(self._foot)
        focus = page.ui.focus
        if isinstance(focus, MapPuzzle) and page.ui.show_focus and self.shelf.has_foot():
            self._choose(focus.stop.puzzle.key)

    def _press(self, key: str, event: Pointer | None) -> None:
        if key == self._chosen or (event is None and self.shelf.has_foot()):
            self.shelf.play(self._stops[key].puzzle.params)
        else:
            self._choose(key)

    def _choose(self, key: str) -> None:
        if key == self._chosen or self._sheet is None or self._foot is None:
            return
        self._chosen, self._needs_reveal = key, True
        page = self.shelf.page
        if not self.shelf.has_foot():
            page.rebuild_at("play-chosen")
            return
        self._sheet.choose(key)
        page.ahead[:] = [one for one in page.ahead if one.key != "picture-chosen"]
        self._foot.show(self._card(self._stops[key]))

    def _card(self, stop: ListedPuzzle) -> Widget:
        shelf = self.shelf
        face = shelf.face(stop, is_next=stop.is_next and shelf.has_foot())
        play = partial(shelf.play, stop.puzzle.params)
        picture = partial(shelf.picture, "chosen", stop.puzzle.params)
        card = PuzzleCard(shelf.app.kit, "chosen-card", face, play, picture=picture, side=PICTURE,
                          beside=shelf.beside(stop.puzzle, shelf.progress()))  # fmt: skip
        begin = button(shelf.page, "play-chosen", Message("Play"), "play", play, "primary")
        if not shelf.has_foot():
            return column(shelf.page, "chosen-row", card, begin)
        return row_of(shelf.page, "chosen-row", card, column(shelf.page, "chosen-play", begin))

    def _height(self, width: int) -> int:
        """The height for the longest description with its stars: below the map nothing moves with the choice."""
        stops = self._stops.values() if self.shelf.has_foot() else [self._stops[self._chosen]]
        longest = max(stops, key=lambda stop: len(self.shelf.app.get(stop.puzzle.text)))
        return self._card(replace(longest, best=Best(longest.puzzle.par, MOST_STARS))).measure(width)
