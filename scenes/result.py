"""How a game ended: who won and why, the places, what can be said in numbers, and what the coach says afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.core import Message, Remark
from logic.puzzles import MOST_STARS
from scenes.app import App
from scenes.boardparts import Part, Words
from scenes.overlays import Choice, begins, choice_buttons
from scenes.page import SHORT_HEIGHT, Dialog, column, words
from scenes.wording import span
from sprites.input import Action, Input, Pointer
from sprites.physics import Confetti
from sprites.tokens import player_token
from sprites.ui import Kit, Widget
from sprites.widgets import ListBox, ListRow

NUMBER = 34
"""Units of width for a place's number."""
DROP = 0.1
"""By how much of their height the outer stars stand lower."""
NOTE_SHARE = 0.3
"""Of a row's width for what is said of a player at its end."""


@dataclass(frozen=True, slots=True)
class Place:
    """One row of a ranking: the place, whose it is, the name, and what is said of that player in little.

    Before a ``note`` of time stands a clock.
    """

    number: int
    player: int
    name: str
    note: str = ""
    is_time: bool = True


class Ranking(Part):
    """The places of a finished game, best first; those who share a place share its number."""

    ROW = 46

    def __init__(self, kit: Kit, key: str, places: Sequence[Place]) -> None:
        super().__init__(kit, key)
        self.places = places

    def measure(self, width: int) -> int:
        """Give the height of all rows."""
        return len(self.places) * self.kit.px(self.ROW)

    def _row(self, row: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Give the whole row's rectangle and the token's."""
        height = self.kit.px(self.ROW)
        line = pygame.Rect(self.rect.left, self.rect.top + row * height, self.rect.width, height)
        side = round(height * 0.74)
        left = line.left + self.kit.px(8) + self.kit.px(NUMBER)
        return line, pygame.Rect(left, line.centery - side // 2, side, side)

    def words(self) -> Iterable[Words]:
        """Give numbers, names and notes."""
        kit, colours, sizes = self.kit, self.kit.theme.colours, self.kit.theme.sizes
        for row, place in enumerate(self.places):
            line, token = self._row(row)
            ink = colours.accent_light if place.number == 1 else colours.ink_soft
            number = pygame.Rect(line.left + kit.px(8), line.top, kit.px(NUMBER), line.height)
            note = pygame.Rect(0, line.top, round(line.width * NOTE_SHARE) if place.note else 0, line.height)
            note.right = line.right - kit.px(8)
            name = pygame.Rect(token.right + kit.px(10), line.top, 0, line.height)
            name.width = note.left - name.left
            yield Words(f"{place.number}.", number, ink, sizes.interface)
            yield Words(place.name, name, ink, sizes.interface)
            if place.note:
                yield Words(place.note, note, colours.ink_soft, sizes.text, "text", align="right")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows."""
        for row, place in enumerate(self.places):
            _, token = self._row(row)
            surface.blit(player_token(self.kit, place.player, token.width), token)
        times = {place.note for place in self.places if place.is_time}
        for note in self.words():
            if note.align == "right" and note.text in times:
                self._draw_clock(surface, note)
        super().draw(surface)

    def _draw_clock(self, surface: pygame.Surface, note: Words) -> None:
        """Draw before a note what it speaks of: time."""
        glyph = self.kit.bakery.icon("timer_sand", self.kit.px(note.units), note.colour)
        right = note.room.right - note.laid_out(self.kit).width - self.kit.px(4)
        surface.blit(glyph, glyph.get_rect(midright=(right, note.room.centery)))


class Stars(Part):
    """The stars of a solved puzzle: those that were earned shine, the others are outlines."""

    HEIGHT = 54

    def __init__(self, kit: Kit, key: str, earned: int) -> None:
        super().__init__(kit, key)
        self.earned = earned

    def measure(self, width: int) -> int:
        """Give the height of a star."""
        return self.kit.px(self.HEIGHT)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all of them side by side in the middle, the second a little higher than its neighbours."""
        colours, side, step = self.kit.theme.colours, round(self.rect.height * 0.8), round(self.rect.height * 1.05)
        for number in range(MOST_STARS):
            shines = number < self.earned
            ink = colours.accent_light if shines else colours.panel_edge
            glyph = self.kit.bakery.icon("star" if shines else "star_outline", side, ink)
            across = number - (MOST_STARS - 1) / 2
            left, down = round(step * across), round(DROP * self.rect.height * abs(across))
            surface.blit(glyph, glyph.get_rect(center=(self.rect.centerx + left, self.rect.centery + down)))


class Result(Dialog):
    """How the game ended: who won and why, all places, and what to do next; confetti where somebody may be glad.

    ``thinking`` is seconds by seat, empty where that is not known; in its place stand the ``points`` by seat in a game
    for points; ``facts`` are lines below the places; ``stars`` are those of a solved puzzle.
    """

    width = 600

    def __init__(
        self,
        app: App,
        *,
        title: Message,
        reason: Message,
        names: Sequence[str],
        ranking: Sequence[Sequence[int]],
        choices: Sequence[Choice],
        cheers: Sequence[int] | None,
        thinking: Sequence[float] = (),
        points: Sequence[int] = (),
        facts: Sequence[str] = (),
        stars: int | None = None,
    ) -> None:
        super().__init__(app)
        self.title = title
        self.reason = reason
        self.names = names
        self.ranking = ranking
        self.choices = choices
        self.cheers = cheers
        self.thinking = thinking
        self.points = points
        self.facts = facts
        self.stars = stars
        self.confetti: Confetti | None = None
        self.first_focus = choices[0].key if choices else ""

    def enter(self) -> None:
        """Throw the paper."""
        super().enter()
        if self.cheers is not None:
            looks = self.app.theme.players
            colours = [looks[player % len(looks)].light for player in self.cheers]
            palette = [*colours, self.app.theme.colours.accent_light, self.app.theme.colours.paper]
            self.confetti = Confetti(self.app.kit, pygame.Rect((0, 0), self.app.size), colours=palette)

    def rebuild(self) -> None:
        """Build again; paper that was cut for another window is swept away."""
        super().rebuild()
        if self.confetti is not None and self.confetti.area.size != self.app.size:
            self.confetti.stop()

    def heading(self) -> str:
        """Say who won."""
        return self.app.say(self.title, self.names)

    def body(self) -> Widget:
        """Say why, list the places, and offer what to do next; in little room the figures come last."""
        kit, say = self.app.kit, self.app.say
        reason = words(self, "reason", say(self.reason, self.names), align="center")
        facts = [words(self, f"fact{i}", fact, align="center") for i, fact in enumerate(self.facts)]
        menu = choice_buttons(self, self.choices, lambda press: press)
        short = self.app.size[1] < self.app.px(SHORT_HEIGHT)
        below = [menu, *facts] if short else [*facts, menu]
        figures: list[Widget] = [] if self.stars is None else [Stars(kit, "stars", self.stars)]
        if self.ranking:
            figures.append(Ranking(kit, "ranking", self._places()))
        return column(self, "body", reason, *figures, *below)

    def _places(self) -> list[Place]:
        rows: list[Place] = []
        for group in self.ranking:
            number = len(rows) + 1
            rows += [Place(number, player, self.names[player], self._note(player), not self.points) for player in group]
        return rows

    def _note(self, player: int) -> str:
        if self.points:
            return self.app.say(Message("{n} point", plural="{n} points", n=self.points[player]))
        return span(self.app, self.thinking[player]) if self.thinking else ""

    def handle(self, event: Input) -> bool:
        """Any press taps the paper away; one beside the panel does no more than that."""
        fresh = isinstance(event, Action) or begins(event)
        if self.confetti is not None and self.confetti.left > 0 and fresh:
            self.confetti.stop()
            if isinstance(event, Pointer) and not self.frame.collidepoint(event.pos):
                return True
        return super().handle(event)

    def update(self, dt: float) -> bool:
        """Let the paper fall."""
        falling = self.confetti is not None and self.confetti.update(dt)
        return super().update(dt) or falling

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper before the panel."""
        super().draw(surface)
        if self.confetti is not None:
            self.confetti.draw(surface)


class Review(Dialog):
    """The coach's remarks on a finished game; one that is chosen is shown on the board."""

    width = 680
    first_focus = "remarks"

    def __init__(
        self, app: App, remarks: Sequence[Remark], names: Sequence[str], show: Callable[[int], object]
    ) -> None:
        super().__init__(app)
        self.remarks = remarks
        self.names = names
        self.show = show

    def heading(self) -> str:
        """Say what this is."""
        return self.app.say(Message("What the coach says"))

    def body(self) -> Widget:
        """List the remarks, or praise."""
        if not self.remarks:
            return words(self, "praise", self.app.say(Message("Nobody gave anything away in this game. Well played!")))
        rows = [
            ListRow(
                self.app.say(one.text, self.names),
                subtitle=self.app.say(Message("Move {number}", number=one.place + 1)),
                icon="thumb_down_outline" if one.weight < 0 else "thumb_up_outline",
            )
            for one in self.remarks
        ]
        return ListBox(self.app.kit, "remarks", rows, self._choose)

    def _choose(self, index: int) -> None:
        self.show(self.remarks[index].place)
