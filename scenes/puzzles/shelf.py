"""The shelf of a game of puzzles: collection, daily puzzle, new ones, own boards, and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pygame

from logic.core import Message
from logic.game import offers
from logic.puzzles import Puzzles
from logic.registry import game_config
from logic.storage.records import GameEntry
from scenes.app.app import App
from scenes.app.card import Card, Miniature, known_position
from scenes.app.fields import choice
from scenes.app.page import SHORT_HEIGHT, Dialog, Page, button, column, menu, words
from scenes.app.wording import shortened, variant_title
from scenes.board.match import resume_match
from scenes.cabinet.files import open_file
from scenes.cabinet.help import learning_buttons
from scenes.cabinet.setup import terms_of
from scenes.puzzles.map import MapTab
from scenes.puzzles.play import (
    chosen_variant,
    generates_puzzles,
    known_puzzles,
    name_of,
    play_puzzle,
    printer_of,
    remember,
)
from scenes.puzzles.tabs import BoardsTab, CampaignTab, DailyTab, NewTab, ShelfContext, ShelfTab
from scenes.share.subject import ask_for_code
from scenes.view.picture import shaded_cloth, view_of
from sprites.paint.prerender import Painted
from sprites.paint.surfaces import blit_around
from sprites.widgets import Button, Grid, Scroll, Widget
from sprites.widgets.layout import cut

SIDE, NARROW_SIDE = 380, 300
"""Units: the width of the part that does not scroll, in a wide window and in a narrower one."""
TWO_PARTS = 860
"""Units of width from which it stands beside the rest."""
FULL_SIDE = 1240
"""Units of width from which that part is ``SIDE`` wide."""
TALL = 900
"""Height in units from which the foot stays in sight below the scrolling part."""
TAB_COLUMNS, FOUR_TABS = 2, 660
"""Number of tab buttons side by side; all of them from that many units of width."""
WAY_COLUMNS, SQUEEZED = 2, 0.8
"""Number of exit buttons side by side, and the share of its width at which a label is legible on two lines."""
STREWN, STREWN_SIDES, STREWN_STRENGTH = 118, (46, 26, 34), 0.2
"""Strewn things: their distance and possible sizes in units, and their opacity."""
GOLDEN, SILVER = 0.6180340, 0.4142136
"""Multiples of these, modulo 1, give the things' offsets: they never form rows."""
WAITING = 80
"""Units of the board of the game that was left last."""
LONGEST_NAME = 20
ENDINGS = (".txt", ".png", ".gif")


class PuzzleShelf(Page):
    """Offers all puzzles of one game to the present profile. Nothing is locked."""

    body_width = 1720
    broad_width = TWO_PARTS
    first_focus = "section"

    def __init__(
        self, app: App, game: str, *, variant: str | None = None, seed: int | None = None, tab: str = ""
    ) -> None:
        super().__init__(app)
        self.game = game
        self.cloth = shaded_cloth(game)
        self.config = game_config(game)
        self.variant = variant if variant in self.config.for_one else chosen_variant(app, game)
        self.puzzles = puzzles = known_puzzles(game)
        self._section_width = 1
        self._shelf = shelf = ShelfContext(
            self, game, puzzles, self._play, lambda: self._section_width, lambda: self.variant, lambda: self._has_foot
        )
        art = view_of(game).map_art
        self.tab: ShelfTab = CampaignTab(shelf) if art is None else MapTab(shelf, art)
        tabs = (self.tab, DailyTab(shelf), NewTab(shelf), BoardsTab(shelf))
        self.tabs: Mapping[str, ShelfTab] = {tab.key: tab for tab in tabs}
        self.tab = self.tabs.get(tab, self.tab)
        new = self.tabs[NewTab.key]
        if seed is not None and isinstance(new, NewTab):
            new.seed = str(seed)
            self.tab = new

    def heading(self) -> str:
        return self.app.get(self.config.title)

    # -- life cycle

    def enter(self) -> None:
        super().enter()
        self.tab.open()
        self.first_focus = self.tab.first_focus() or self.first_focus

    def resume(self) -> None:
        """Check again: a puzzle may have been solved, or a board built."""
        self.tab.open()
        self.rebuild()

    def leave(self) -> None:
        self.tab.close()

    def update(self, dt: float) -> bool:
        self.tab.update()
        return super().update(dt)

    def is_in_sight(self, picture: Painted) -> bool:
        return picture.rect.collidelist([one.rect for one in self.ui.widgets]) >= 0

    # -- content

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the cloth of the visible chapter, with the strewn things as if printed on it."""
        look, kit = self.tab.look, self.app.kit
        self.cloth = shaded_cloth(self.game, look.cloth if look is not None else "")
        super().draw_ground(surface)
        if look is None:
            return
        step, (width, height) = kit.px(STREWN), self.app.size
        for at, (x, y) in enumerate(product(range(0, width, step), range(0, height, step))):
            thing = look.strewn(kit, kit.px(STREWN_SIDES[at % len(STREWN_SIDES)]), at)
            blit_around(surface, thing, (x + at * GOLDEN % 1 * step, y + at * SILVER % 1 * step), STREWN_STRENGTH)

    @property
    def _has_foot(self) -> bool:
        """Whether the scrolling part keeps enough height with a foot below it."""
        return self.app.size[1] >= self.app.px(SHORT_HEIGHT if self.is_broad else TALL)

    def build(self) -> None:
        """Lay the choices out beside what they lead to, or above it where there is little room."""
        if not self.is_broad:
            self._section_width = self.area().width
            super().build()
            return
        kit, gap = self.app.kit, self.app.px(self.app.theme.sizes.pad)
        area = self.middle_of(self.place_head(self.area()))
        side = self.app.px(SIDE if area.width >= self.app.px(FULL_SIDE) else NARROW_SIDE)
        ways = Grid(kit, "ways", self._ways(), self._way_columns(side))
        choices = Scroll(kit, "choices", column(self, "side", *self._side(), *self._about(), ways))
        beside, room = cut(area, "left", side, gap)
        choices.place(beside)
        self._section_width = room.width
        self.ui.add(choices)
        self.place_body(self._section(), room)

    def place_body(self, body: Widget, rect: pygame.Rect) -> None:
        """Place the scrolling body between the head and the foot."""
        gap = self.app.px(self.app.theme.sizes.gap)
        head, foot = self.tab.head() if self.is_broad else None, self.tab.foot()
        if head is not None:
            above, rect = cut(rect, "top", head.measure(rect.width), gap)
            head.place(above)
            self.ui.add(head)
        if foot is not None:
            below, rect = cut(rect, "bottom", foot.measure(rect.width), gap)
            foot.place(below)
        self.scroll = Scroll(self.app.kit, f"scroll-{self.tab.key}", body)
        self.scroll.place(rect)
        self.ui.add(self.scroll, *([foot] if foot is not None else []))

    def _way_columns(self, width: int) -> int:
        """The number of columns of the exit buttons, whose labels have two lines at most."""
        room = width // WAY_COLUMNS - self.app.px(self.app.theme.sizes.gap)
        widest = max(way.natural_width() for way in self._ways())
        return WAY_COLUMNS if widest * SQUEEZED <= room else 1

    def body(self) -> Widget:
        return column(self, "both", *self._side(), self._section(), *self._about())

    def buttons(self) -> Sequence[Widget]:
        """Make the exit buttons, or one that opens them where they would leave the scrolling part too little room."""
        if self._has_foot:
            return self._ways()
        return [button(self, "more", Message("More"), "dots_horizontal", self.show_exits)]

    def _section(self) -> Widget:
        head = None if self.is_broad else self.tab.head()
        return column(self, "section", *([] if head is None else [head]), *self.tab.widgets())

    def _side(self) -> list[Widget]:
        kit, variants = self.app.kit, self.config.for_one
        options = [(name, self.app.get(variant.title)) for name, variant in variants.items()]
        beside = not self.is_broad and self._section_width >= self.app.px(FOUR_TABS)
        columns = len(self.tabs) if beside else TAB_COLUMNS
        made: list[Widget] = [*self._unfinished(), Grid(kit, "tabs", self._tab_buttons(), columns)]
        if len(options) > 1:
            made.append(choice(self, "variant", Message("Variant"), options, self.variant, self._choose))
        return made

    def _about(self) -> list[Widget]:
        chosen = self.config.variants[self.variant]
        about: list[Widget] = [words(self, "about", self.app.get(chosen.blurb)),
                 words(self, "terms", terms_of(self.app, self.game, chosen), "small")]  # fmt: skip
        if not generates_puzzles(self.game, self.variant):
            return about
        deal = button(self, "deal", Message("Deal a puzzle"), "auto_fix", partial(self._play, {}), "primary")
        return [*about, deal]

    def _tab_buttons(self) -> list[Widget]:
        return [
            button(self, f"tab-{tab.key}", tab.title, tab.icon, partial(self._turn_to, tab),
                   style="normal" if tab is self.tab else "quiet", pad=8)
            for tab in self.tabs.values()
        ]  # fmt: skip

    def _ways(self) -> list[Button]:
        code = button(self, "enter-code", Message("Enter a code"), "form_textbox", self._ask_for_code)
        paper = button(self, "print", Message("Print a sheet"), "printer", self._print)
        return [
            *learning_buttons(self, self.game, self.tab.close),
            button(self, "open-file", Message("Open a file"), "folder_open_outline", self._find_file),
            *([code] if offers(self.puzzles, Puzzles.code) else []),
            *([paper] if printer_of(self.game) is not None else []),
        ]

    def _unfinished(self) -> list[Widget]:
        """Offer the unfinished game that was left last."""
        entry = next((one for one in self.app.store.unfinished() if self._is_puzzle(one)), None)
        if entry is None:
            return []
        position = partial(known_position, self.app, entry)
        board = Miniature(self.app.kit, "go-on-board", self.game, position, self._shelf.album)
        self.ahead.append(board)
        return [Card(self.app.kit, "go-on", self.app.say(Message("Go on")), self._story(entry),
                     partial(self._go_on, entry.id), picture=board, picture_units=WAITING, chosen=True)]  # fmt: skip

    def _is_puzzle(self, entry: GameEntry) -> bool:
        return entry.setup.game == self.game and len(entry.setup.seats) == 1

    def _story(self, entry: GameEntry) -> str:
        """Whose game it is, and of which puzzle; the board beside it tells how it stands."""
        name = name_of(self.app, self.game, entry.setup.params) or variant_title(self.app, entry.setup)
        return " · ".join(filter(None, (shortened(entry.setup.seats[0].name, LONGEST_NAME), name)))

    # -- actions

    def show_exits(self) -> None:
        """Open a menu of the exit buttons."""
        self.app.stack.push(ShelfExits(self.app, self._ways))

    def _turn_to(self, tab: ShelfTab) -> None:
        if tab is not self.tab:
            self.tab.close()
            self.tab = tab
            tab.open()
        self.rebuild_at(f"tab-{tab.key}")

    def _choose(self, variant: str) -> None:
        self.variant = variant
        remember(self.app, self.game, variant=variant)
        self.rebuild()

    def _play(self, params: Mapping[str, Any], day: str = "") -> None:
        self.tab.close()
        play_puzzle(self.app, self.game, params, self.variant, day)

    def _go_on(self, game_id: int) -> None:
        match = resume_match(self.app, game_id)
        if match is not None:
            self.tab.close()
            self.app.open("board", match)

    def _find_file(self) -> None:
        kept = self.app.settings.setups.get(self.game, {}).get("folder")
        folder = Path(kept) if isinstance(kept, str) and "\0" not in kept else None
        self.app.open(
            "files", Message("Open a board file"), ENDINGS, self._open, folder=folder, on_folder=self._remember_folder
        )

    def _remember_folder(self, folder: Path) -> None:
        """Store the folder for the next time, unless its name is not valid text, as on disks of other systems."""
        with suppress(UnicodeEncodeError):
            str(folder).encode()
            remember(self.app, self.game, folder=str(folder))

    def _open(self, path: Path) -> Message | None:
        self.tab.close()
        return open_file(self.app, path, self.game, self.variant)

    def _ask_for_code(self) -> None:
        ask_for_code(self.app, self.puzzles, self._play, verb=Message("Play"))

    def _print(self) -> None:
        printer = printer_of(self.game)
        if printer is not None:
            self.tab.close()
            self.app.open("sheet", self.game, printer)


class ShelfExits(Dialog):
    """The exit buttons of a shelf that has no room for them."""

    title = Message("More")

    def __init__(self, app: App, make: Callable[[], Sequence[Button]]) -> None:
        super().__init__(app)
        self._make = make

    def body(self) -> Widget:
        exits = self._make()
        for one in exits:
            one.on_press = self.close_then(one.on_press)
        return menu(self, exits)
