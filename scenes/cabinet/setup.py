"""The set-up of a game: the variant, the seats, who begins, and the seed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame

from logic import players
from logic.core import Dice, Level, Message, State
from logic.game import has_secrets
from logic.registry import GAMES, game_config
from logic.variants import Variant, resolve_params, seated
from scenes.app.app import App
from scenes.app.card import Card, Portrait, known_players, portrait_of
from scenes.app.fields import ask_for_name, choice, seed_field, text_field, toggle, warn_missing_glyphs
from scenes.app.orientation import EDGES, Orientation
from scenes.app.page import SHORT_HEIGHT, Dialog, Page, button, column, words
from scenes.app.wording import shortened
from scenes.board.awards import best_message
from scenes.board.match import Match
from scenes.cabinet.choices import (
    GUEST,
    LEVEL,
    MODEL_SEAT,
    NAME_LENGTH,
    PROFILE,
    ROUND_THE_TABLE,
    SetupChoices,
    SetupFault,
    first_of,
    fit,
    handicaps_of,
    has_first,
    make_setup,
    may_sit_round,
    may_take_back,
    options,
    remembered_choices,
    seat_of,
    settle,
    usual_choices,
    with_handicap,
    without_model,
)
from scenes.cabinet.help import learning_buttons
from scenes.puzzles.play import leads_to_puzzles, remember
from scenes.view.picture import BoardThumbnail, shaded_cloth
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit
from sprites.paint.materials import cloth
from sprites.paint.surfaces import rgb
from sprites.paint.tokens import player_token
from sprites.widgets import Column, Grid, Panel, Passive, Row, Scroll, Widget

MOST_ABREAST, PERSON = 4, 240
"""How many people stand side by side where one is chosen, and the units of the window that each of them takes."""
LONGEST_NAME = 20
"""Letters of a name in a choice of players."""
FACE = 76
"""Units of a seat's portrait, and of those to choose from."""
FACE_ABOVE = 420
"""Width in units below which the portrait stands above the name."""
CARD_PICTURE, SMALL_PICTURE = 72, 46
"""Units of the picture on a card, and of it beside the table."""
TWO_COLUMNS = 860
"""Width in units from which the variants stand beside the seats."""
THREE_COLUMNS, COLUMNS = 1240, (0.9, 1.0, 1.2)
"""The same for the board between them, and the shares of the width then."""
MOST_IN_A_COLUMN, CROWDED = 5, (1.2, 0.9, 1.1)
"""Number of variants above which they stand in two columns, the description below, and the shares of the width then."""
CLOSE, TINY_PICTURE = 4, 36
"""Units between their cards then, and of the picture on each."""
FEW, LARGE_FACE = 2, 96
"""Number of seats beside the board up to which portraits are large, and their units."""
MOST_WITH_FIELDS = 3
"""Number of seats beside the board up to which a guest's name has a field instead of a button."""
ALONE = Message("One plays this alone: a graded collection, one for each day, and new ones made to measure.")
ABOUT_EDGES = Message("The screen turns to whoever has the turn. Tap a face to seat it at the next edge.")
TERMS_OF_UNDO = {
    "always": Message("As many turns as you like can be taken back"),
    "own_turn": Message("Your turn can be taken back until it ends"),
    "never": Message("Nothing can be taken back"),
}
WHAT_STANDS = Message("A move that has shown something hidden stands")


class SetupScene(Page):
    """Chooses the set-up of a game, and begins it."""

    body_width = 1760
    looks_again = True
    first_focus = "start"

    def __init__(self, app: App, game: str, *, variant: str | None = None, seed: int | None = None) -> None:
        super().__init__(app)
        self.game = game
        self.cloth = shaded_cloth(game)
        self.config = game_config(game)
        kept = app.settings.setups.get(game, {})
        choices = remembered_choices(game, app.settings.profile, known_players(app), kept)
        if variant is not None:
            choices = replace(choices, variant=variant, first=first_of(self.config.variants[variant]))
        if seed is not None:
            choices = replace(choices, seed=str(seed))
        self._has_shown_choice = False
        self._album: dict[Hashable, pygame.Surface] = {}
        self._begin_with(self._fitting(choices))

    def _fitting(self, choices: SetupChoices) -> SetupChoices:
        """The choices changed to what can be played here."""
        fitting = fit(choices, self.config.variants)
        return fitting if self.app.adviser.ready is not None else without_model(self.game, fitting)

    def _begin_with(self, choices: SetupChoices) -> None:
        self.choices = choices
        self._company = choices if self._has_company else usual_choices(self.game, self.app.settings.profile)

    def resume(self) -> None:
        """Refresh: a player may have been renamed, or the language model switched off."""
        profile, known = self.app.settings.profile, known_players(self.app)
        choices = self._fitting(remembered_choices(self.game, profile, known, self.choices.kept()))
        if choices.seats != self.choices.seats:
            self._begin_with(replace(choices, seed=self.choices.seed))
        super().resume()

    def heading(self) -> str:
        return self.app.get(self.config.title)

    # -- content

    def body(self) -> Widget:
        """Make the variants and, beside or below them, the seats; if there is height, each scrolls separately."""
        kit = self.app.kit
        # Pictures are painted in the order in which they are made: the seats, the table, and then the variants.
        seats = self._seats()
        board = self._board() if self._is_wide else None
        if board is None:
            seats = [*self._count(), *seats, *self._seating(), *self._terms(), *self._more()]
        table = Panel(kit, "sheet", Column(kit, "table", seats, CLOSE if len(self.choices.seats) > FEW else None))
        variants = column(self, "variants", *self._variants())
        if self.app.size[0] < self.app.px(TWO_COLUMNS):
            return column(self, "both", variants, table)
        if self.app.size[1] < self.app.px(SHORT_HEIGHT):
            return Grid(kit, "both", (variants, table), 2)
        scrolls = (Scroll(kit, "scroll-variants", variants), Scroll(kit, "scroll-table", table))
        if board is None:
            return Row(kit, "both", scrolls, weights=(1, 1))
        return Row(kit, "both", (scrolls[0], board, scrolls[1]), weights=CROWDED if self._is_crowded else COLUMNS)

    def _board(self) -> Widget:
        """Make the table, with the players around it if they sit so, and the common settings below it."""
        kit, first = self.app.kit, self._first_position
        picture = BoardThumbnail(kit, "table-picture", self.game, first, self._album, is_small=False)
        self.ahead.append(picture)
        board = self._round_table(picture) if self._sits_round else picture
        board.flexible = True
        count, seating, swap, more = self._count(), self._seating(), self._swap_button(), self._more()
        rows = [[*count, *swap], [*seating, *more]] if count and seating else [[*count, *seating, *swap, *more]]
        lines = [Row(kit, f"line-{number}", row, wraps=False) for number, row in enumerate(rows) if row]
        return column(self, "middle", board, *self._terms(), *lines)

    @property
    def _is_wide(self) -> bool:
        """Whether there is room for the table between the variants and the seats."""
        width, height = self.app.size
        return width >= self.app.px(THREE_COLUMNS) and height >= self.app.px(SHORT_HEIGHT)

    @property
    def _is_crowded(self) -> bool:
        return self._is_wide and len(self.config.variants) > MOST_IN_A_COLUMN

    def _first_position(self) -> State:
        """The first position for the present number of seats."""
        game, seats = GAMES[self.game], seated(GAMES[self.game], len(self.choices.seats))
        params = resolve_params(game, self.variant, computer=False, name=self.choices.variant, chosen=seats)
        return game.new(params, Dice(0))

    def place_body(self, body: Widget, rect: pygame.Rect) -> None:
        """Place the body, and scroll to the chosen variant."""
        if isinstance(body, Row):
            self.scroll = None
            body.place(rect)
            self.ui.add(body)
        else:
            super().place_body(body, rect)
        if not self._has_shown_choice:
            self._has_shown_choice = True
            scroll = self.scroll or self.ui.find("scroll-variants")
            card = self.ui.find(f"variant-{self.choices.variant}")
            if isinstance(scroll, Scroll) and card is not None:
                scroll.reveal(card)

    def _variants(self) -> list[Widget]:
        cards: list[Widget] = []
        is_crowded = self._is_crowded
        units = TINY_PICTURE if is_crowded else SMALL_PICTURE if self._is_wide else CARD_PICTURE
        for name, variant in self.config.variants.items():
            params = resolve_params(GAMES[self.game], variant, computer=False, name=name)
            first = partial(GAMES[self.game].new, params, Dice(0))
            picture = BoardThumbnail(self.app.kit, f"picture-{name}", self.game, first, self._album)
            self.ahead.append(picture)
            is_chosen = name == self.choices.variant
            card = Card(
                self.app.kit, f"variant-{name}", self.app.get(variant.title),
                self.app.get(variant.blurb) if not self._is_wide or (is_chosen and not is_crowded) else "",
                partial(self.choose_variant, name), picture=picture,
                picture_units=units,
                badge=variant.icon, chosen=is_chosen,
            )  # fmt: skip
            cards.append(card)
        if not is_crowded:
            return cards
        grid = Grid(self.app.kit, "variant-cards", cards, 2, CLOSE)
        return [grid, words(self, "blurb", self.app.get(self.variant.blurb))]

    def _seats(self) -> list[Widget]:
        """The seats, and the best result so far if there is only one; for puzzles a text instead."""
        if self._is_of_puzzles:
            return [words(self, "alone", ALONE)]
        seats = [self._seat(seat) for seat in range(len(self.choices.seats))]
        alone = seat_of(self.choices.seats[0]).name
        best = None if self._has_company else best_message(self.app, self.game, self.choices.variant, alone)
        if best is not None:
            seats.append(words(self, "best", best))
        return [*seats, *([] if self._is_wide else self._swap_button())]

    def _swap_button(self) -> list[Widget]:
        if not self._has_company or self._is_of_puzzles:
            return []
        return [self._quiet_button("swap", Message("Swap seats"), "swap_vertical", self._swap)]

    def _quiet_button(self, key: str, label: Message, icon: str, press: Callable[[], None]) -> Widget:
        """Make a button, without label if it stands beside a choice below the board."""
        is_bare = self._is_wide and bool(self._count() or self._seating())
        return button(self, key, label, icon, press, "quiet", bare=is_bare)

    def _count(self) -> list[Widget]:
        """Offer other numbers of seats, if there are any; beside the board the numbers need no label."""
        if self._is_of_puzzles or len(self.variant.players) < 2:
            return []
        options = [(n, Message("{n} [player|players]", n=n)) for n in self.variant.players]
        label, count = Message("At the table"), len(self.choices.seats)
        return [choice(self, "count", label, options, count, self.set_count, bare=self._is_wide)]

    def _terms(self) -> list[Widget]:
        """The terms of the game, and the choices that few would change."""
        takes_back = self.choices.takes_back and may_take_back(self.variant, self.choices)
        terms = words(self, "terms", terms_of(self.app, self.game, self.variant, takes_back=takes_back))
        said = self._more_summary()
        return [terms, words(self, "chosen", said)] if said else [terms]

    def _more(self) -> list[Widget]:
        if self._is_of_puzzles:
            return []
        return [
            self._quiet_button(
                "more", Message("More"), "dots_horizontal", lambda: self.app.stack.push(MoreChoices(self))
            )
        ]

    def _more_summary(self) -> str:
        """Handicap and seed in words, if they are not the defaults."""
        chosen, said = self.choices, []
        if chosen.handicap and self.variant.handicap is not None:
            said.append(f"{self.app.get(self.variant.handicap.label)}: {', '.join(map(str, chosen.handicap))}")
        if chosen.seed:
            said.append(self.app.say(Message("Seed {seed}", seed=chosen.seed)))
        return " · ".join(said)

    def _seat(self, seat: int) -> Widget:
        """A seat: the portrait, and beside it the name and a description."""
        kit, name, assign_seat = self.app.kit, Message("Name"), partial(self.assign_seat, seat)
        label = Message("Seat {number}", number=seat + 1)
        kind, is_wide = self.choices.seats[seat], self._is_wide
        is_close = is_wide and len(self.choices.seats) > MOST_WITH_FIELDS
        row: list[Widget] = [
            choice(self, f"seat-{seat}", label, self._seat_options(seat), kind, assign_seat, bare=is_wide)
        ]
        below: list[Widget] = []
        units = FACE if len(self.choices.seats) > FEW or not is_wide else LARGE_FACE
        face = Portrait(kit, f"face-{seat}", self._figure(kind), units, partial(self._ask_who, seat),
                    tip=self.app.say(Message("Who sits here?")))  # fmt: skip
        self.ahead.append(face)
        if kind == GUEST and is_close:
            row.append(button(self, f"name-{seat}", name, "pencil", partial(self._ask_name, seat), bare=True))
        elif kind == GUEST:
            above, hint = ("", name) if is_wide else (name, "")
            below.append(text_field(self, f"name-{seat}", above, self.choices.names[seat], partial(self._name, seat),
                                    max_length=NAME_LENGTH, hint=hint))  # fmt: skip
        elif kind.startswith(LEVEL):
            level = players.levels(GAMES[self.game])[seat_of(kind).level]
            said = level.temper or level.blurb
            below.append(words(self, f"level-{seat}", said, align="center" if is_wide else "left"))
        if not is_wide:
            is_narrow = self.app.size[0] < self.app.px(FACE_ABOVE)
            return column(self, f"at-{seat}", Row(kit, f"sits-{seat}", [face, *row], wraps=is_narrow), *below)
        beside = Column(kit, f"at-{seat}", [Row(kit, f"chosen-{seat}", row, wraps=False), *below], CLOSE)
        beside.stretches = True
        return Row(kit, f"sits-{seat}", [face, beside], wraps=False)

    def _seating(self) -> list[Widget]:
        """Offer seating side by side or round the table, and the edges there."""
        if self._is_of_puzzles or not may_sit_round(self.choices):
            return []
        options = [(False, Message("Side by side")), (True, Message("Round the table"))]
        how = choice(self, "seating", Message("How you sit"), options, self._sits_round, self._sit_round,
                     bare=self._is_wide, tip=ABOUT_EDGES if self._is_wide else "")  # fmt: skip
        if self._is_wide or not self._sits_round:
            return [how]
        return [how, self._round_table(), words(self, "edge-about", ABOUT_EDGES)]

    def _round_table(self, board: Widget | None = None) -> Widget:
        """Make the table with the players around it, with its board or small."""
        choices, say = self.choices, self.app.say
        candidates = [
            (self._figure(kind), say(Message("Seat {number}", number=seat + 1)))
            for seat, kind in enumerate(choices.seats)
        ]
        table = RoundTable(
            self.app.kit, "edge", self.game, self.cloth, candidates, choices.edges, self.set_edges, board
        )
        self.ahead += table.faces
        return table

    @property
    def _sits_round(self) -> bool:
        return bool(self.choices.edges) and may_sit_round(self.choices)

    def _figure(self, kind: str) -> str:
        return portrait_of(self.app, seat_of(kind))

    def _ask_who(self, seat: int) -> None:
        known = players.levels(GAMES[self.game])
        sitting = [
            Candidate(kind, self._figure(kind), title, known.get(seat_of(kind).level))
            for kind, title in self._seat_options(seat)
        ]
        self.app.stack.push(WhoSits(self.app, sitting, self.choices.seats[seat], partial(self.assign_seat, seat)))

    def _seat_options(self, seat: int) -> list[tuple[Any, str]]:
        """The choices for a seat; a guest with the name that was entered there."""
        say, name = self.app.say, shortened(self.choices.names[seat], LONGEST_NAME)
        people = [(PROFILE + name, shortened(name, LONGEST_NAME)) for name in known_players(self.app)]
        computers = [
            (LEVEL + name, say(Message("Computer: {level}", level=level.title)))
            for name, level in players.own_levels(GAMES[self.game]).items()
        ]
        if self.app.adviser.ready is not None:
            computers.append((MODEL_SEAT, say(players.level(GAMES[self.game], players.MODEL).title)))
        return [*people, (GUEST, name or say(Message("A guest"))), *computers]

    def buttons(self) -> Sequence[Widget]:
        ways = learning_buttons(self, self.game)
        if self._is_of_puzzles:
            on = button(self, "start", Message("To the puzzles"), "view_grid_outline", self._open_puzzles, "primary")
            return (*ways, on)
        invite = partial(self._start, invites=True)
        start = button(self, "start", Message("Start"), "play", self._start, "primary")
        is_wide = self.app.size[1] < self.app.px(SHORT_HEIGHT)  # the buttons stand below each other there
        phones = button(self, "phones", Message("Join by phone"), "cellphone_link", invite, bare=not is_wide)
        if not any(leads_to_puzzles(self.game, name) for name in self.config.variants):
            return (*ways, phones, start)
        alone = button(self, "puzzles", Message("Puzzles for one"), "view_grid_outline", self._open_puzzles)
        return (*ways, alone, phones, start)

    # -- actions

    @property
    def variant(self) -> Variant:
        return self.config.variants[self.choices.variant]

    @property
    def _is_of_puzzles(self) -> bool:
        """Whether the chosen variant is for one player and leads to the puzzle shelf."""
        return leads_to_puzzles(self.game, self.choices.variant)

    @property
    def _has_company(self) -> bool:
        return len(self.choices.seats) > 1

    def choose_variant(self, name: str) -> None:
        """Choose another variant; players without a seat there return with the next one that has room."""
        if self._has_company:
            self._company = self.choices
        company = self._company
        first = first_of(self.config.variants[name])
        self.change(
            variant=name, seats=company.seats, names=company.names, edges=company.edges, first=first, handicap=()
        )

    def assign_seat(self, seat: int, kind: str) -> None:
        seats = self.choices.seats
        self.change(seats=(*seats[:seat], kind, *seats[seat + 1 :]))

    def _name(self, seat: int, name: str) -> None:
        names = self.choices.names
        self.choices = replace(self.choices, names=(*names[:seat], name, *names[seat + 1 :]))
        warn_missing_glyphs(self.app, name)

    def _ask_name(self, seat: int) -> None:
        def named(name: str) -> None:
            self._name(seat, name)
            self.rebuild()

        title = label = Message("Name")
        ask_for_name(self.app, title, self.choices.names[seat], str.strip, named, label=label)

    def _swap(self) -> None:
        seats, names, numbers = self.choices.seats, self.choices.names, self.choices.handicap
        edges = self.choices.edges
        self.change(
            seats=(*seats[1:], seats[0]), names=(*names[1:], names[0]), handicap=(*numbers[1:], *numbers[:1]),
            edges=(*edges[1:], *edges[:1]),
        )  # fmt: skip

    def set_count(self, count: int) -> None:
        """Change the number of seats: new ones have guests or, if at most one profile is known, computers."""
        levels = list(players.own_levels(GAMES[self.game]))
        new = GUEST if len(known_players(self.app)) > 1 or not levels else LEVEL + levels[0]
        filled = (self.choices.seats + (new,) * count)[:count]
        self.change(seats=filled, names=(self.choices.names + ("",) * count)[:count])

    def set_edges(self, edges: tuple[int, ...]) -> None:
        self.change(edges=edges)

    def _sit_round(self, is_round: bool) -> None:
        self.change(edges=ROUND_THE_TABLE[len(self.choices.seats)] if is_round else ())
        about = self.ui.find("edge-about")
        if about is not None:
            for container in self.ui.around(about):
                container.reveal(about)

    def change(self, **changes: Any) -> None:
        """Change a choice, and everything that depends on it."""
        self.choices = settle(self.game, fit(replace(self.choices, **changes), self.config.variants))
        self.rebuild()

    def _start(self, *, invites: bool = False) -> None:
        """Start the game, and let phones in if ``invites``."""
        try:
            setup = make_setup(self.game, self.choices, self.app.draw())
        except SetupFault as fault:
            self.app.refuse(fault.message)
            return
        remember(self.app, self.game, **self.choices.kept())
        self.app.open_instead("board", Match.start(self.app, setup), invites=invites)

    def _open_puzzles(self) -> None:
        if self._is_of_puzzles:
            remember(self.app, self.game, variant=self.choices.variant)
        self.app.open("puzzles", self.game, variant=self.choices.variant)


class MoreChoices(Dialog):
    """The rarely changed part of a set-up: handicaps, who begins, undo, the seed."""

    title = Message("More")

    def __init__(self, setup: SetupScene) -> None:
        super().__init__(setup.app)
        self.setup = setup

    def body(self) -> Widget:
        setup = self.setup
        made = self._numbers()
        if has_first(setup.game):
            made.append(self._first_choice())
        if may_take_back(setup.variant, setup.choices):
            label, change = Message("Take back own turns"), partial(self._change, "takes_back")
            made.append(toggle(self, "takes-back", label, setup.choices.takes_back, change))
        seed = seed_field(self, setup.choices.seed, lambda seed: setup.change(seed=seed))
        return column(self, "choices", *made, seed)

    def _numbers(self) -> list[Widget]:
        """Offer the handicap for all and, if players may have their own, a switch to make them differ."""
        chosen, count = self.setup.choices.handicap, len(self.setup.choices.seats)
        numbers, is_uneven = handicaps_of(self.setup.game, self.setup.variant, count, chosen), len(chosen) > 1
        made = [] if is_uneven else self._number(numbers, None)
        if is_uneven or (made and len(numbers) == count > 1):
            label = Message("A handicap for each player")
            differ = partial(self._change, "handicap")
            made.append(toggle(self, "uneven", label, is_uneven, lambda uneven: differ(numbers if uneven else ())))
        return [*made, *(one for seat in range(count if is_uneven else 0) for one in self._number(numbers, seat))]

    def _number(self, numbers: Sequence[int], seat: int | None) -> list[Widget]:
        """Make the choice of a number for a seat, or for all; nothing if there is none."""
        setup, handicap = self.setup, self.setup.variant.handicap
        offered = options(setup.game, setup.variant, numbers, seat, len(setup.choices.seats))
        if handicap is None or not offered:
            return []
        key, label = "handicap" if seat is None else f"handicap-{seat}", self.app.get(handicap.label)
        if seat is not None:
            label = f"{self.app.say(Message('Seat {number}', number=seat + 1))} · {label}"
        shown = [(n, str(n)) for n in offered]
        return [choice(self, key, label, shown, numbers[seat or 0],
                       lambda n: self._change("handicap", with_handicap(numbers, seat, n)))]  # fmt: skip

    def _first_choice(self) -> Widget:
        chosen = self.setup.choices
        options = [*((seat, Message("Seat {number}", number=seat + 1)) for seat in range(len(chosen.seats))),
                   (None, Message("By lot"))]  # fmt: skip
        return choice(self, "first", Message("Who begins"), options, chosen.first, partial(self._change, "first"))

    def _change(self, name: str, value: Any) -> None:
        self.setup.change(**{name: value})
        self.rebuild()


CHAIR = 54
"""Units of a player's portrait at the table."""
TABLE_HEIGHT = 196
"""Preferred height in units."""
TABLE_ASPECT = 1.7
"""Largest width by height."""
FREE = 90
"""Opacity of a free chair, of 255."""


class RoundTable(Passive):
    """A picture of the board, or a cloth with the emblem, with each seat's portrait and sign at its edge.

    ``on_move`` is given the edges when somebody has moved. Portraits and board are painted by the owner.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        game: str,
        colour: str,
        candidates: Sequence[tuple[str, str]],
        edges: Sequence[int],
        on_move: Callable[[tuple[int, ...]], object],
        board: Widget | None = None,
    ) -> None:
        """Make it from each candidate's figure and tooltip, in the order of the seats."""
        super().__init__(kit, key)
        self.game, self.colour, self.board = game, colour, board
        self.edges = tuple(edges)
        self.on_move = on_move
        self.faces = [
            Portrait(kit, f"{key}-{seat}", figure, CHAIR, partial(self._move, seat), tip=tip)
            for seat, (figure, tip) in enumerate(candidates)
        ]

    def children(self) -> Iterable[Widget]:
        return self.faces if self.board is None else (self.board, *self.faces)

    def measure(self, width: int) -> int:
        return self.kit.px(TABLE_HEIGHT) if self.board is None else width

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        for face, middle in zip(self.faces, self._middles(), strict=True):
            spot = pygame.Rect(0, 0, self.kit.px(CHAIR), self.kit.px(CHAIR)).move_to(center=middle)
            face.place(spot.clamp(self._room()))
        if self.board is not None:
            self.board.place(self._table())

    def _room(self) -> pygame.Rect:
        width, height = self.rect.size
        wide = TABLE_ASPECT if self.board is None else 1.0
        room = pygame.Rect(0, 0, min(width, round(height * wide)), min(height, round(width / min(1.0, wide))))
        room.center = self.rect.center
        return room

    def _table(self) -> pygame.Rect:
        side = self.kit.px(CHAIR)
        return self._room().inflate(-2 * side, -2 * side)

    def _middle(self, edge: int, shift: int = 0) -> tuple[int, int]:
        """The middle of a chair that is ``shift`` pixels from the middle of an edge."""
        room = self._room()
        along = Orientation(room.size, edge)
        x, y = along.to_window((along.size[0] // 2 + shift, along.size[1] - self.kit.px(CHAIR) // 2))
        return room.left + x, room.top + y

    def _middles(self) -> Iterable[tuple[int, int]]:
        """The middle of each player's chair: at the middle of the edge, or side by side."""
        for seat, edge in enumerate(self.edges):
            there = [other for other, its_edge in enumerate(self.edges) if its_edge == edge]
            space = min(self.kit.px(CHAIR * 1.1), Orientation(self._room().size, edge).size[0] // len(there))
            yield self._middle(edge, round((there.index(seat) - (len(there) - 1) / 2) * space))

    def _move(self, seat: int) -> None:
        moved = (self.edges[seat] + 1) % len(EDGES)
        self.on_move((*self.edges[:seat], moved, *self.edges[seat + 1 :]))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the free chairs, and the players around it."""
        side, table = self.kit.px(CHAIR), self._table()
        if self.board is None:
            surface.blit(cloth(self.kit, table.size, self.colour), table)
            sign = emblem(self.kit, self.game, round(0.6 * table.height))
            surface.blit(sign, sign.get_rect(center=table.center))
        chair = self.kit.cache.smooth("free chair", (round(0.7 * side),) * 2, self._paint_chair)
        for edge in set(EDGES) - set(self.edges):
            surface.blit(chair, chair.get_rect(center=self._middle(edge)))
        super().draw(surface)
        for seat, face in enumerate(self.faces):
            token = player_token(self.kit, seat, side // 2)
            surface.blit(token, token.get_rect(center=face.rect.inflate(-side // 5, -side // 5).bottomright))

    def _paint_chair(self, canvas: pygame.Surface, factor: int) -> None:
        middle, ink = canvas.get_width() / 2, (*rgb(self.kit.theme.colours.ink_soft), FREE)
        pygame.draw.circle(canvas, ink, (middle, middle), middle - factor, self.kit.px(2) * factor)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice for a seat: its key, the portrait, the name, and a computer's level."""

    kind: str
    figure: str
    title: str
    level: Level | None


class WhoSits(Dialog):
    """All choices for a seat, with portrait, name and temper."""

    title = Message("Who sits here?")
    width = 980

    def __init__(self, app: App, candidates: Sequence[Candidate], chosen: str, choose: Callable[[str], object]) -> None:
        super().__init__(app)
        self.candidates = candidates
        self.chosen = chosen
        self.first_focus = f"candidate-{chosen}"
        self._choose = choose

    def body(self) -> Widget:
        """Make a card of each: side by side those who are their name alone, then the computers, who say more."""
        width, px = self.app.size[0], self.app.px
        people = [self._card(one) for one in self.candidates if one.level is None]
        computers = [self._card(one) for one in self.candidates if one.level is not None]
        return column(
            self, "candidates",
            Grid(self.app.kit, "people", people, max(1, min(len(people), MOST_ABREAST, width // px(PERSON)))),
            Grid(self.app.kit, "computers", computers, 2 if width >= px(TWO_COLUMNS) else 1),
        )  # fmt: skip

    def _card(self, one: Candidate) -> Card:
        face = Portrait(self.app.kit, f"face-{one.kind}", one.figure, FACE)
        self.ahead.append(face)
        return Card(self.app.kit, f"candidate-{one.kind}", one.title, self._about(one), partial(self._take, one.kind),
                    picture=face, picture_units=FACE, chosen=one.kind == self.chosen)  # fmt: skip

    def _about(self, one: Candidate) -> str:
        lines = () if one.level is None else (one.level.temper, one.level.blurb)
        return " ".join(self.app.say(line) for line in lines if line is not None)

    def _take(self, kind: str) -> None:
        self._choose(kind)
        self.close()


def terms_of(app: App, game: str, variant: Variant, *, takes_back: bool = False) -> str:
    """The terms of a variant: the clock, and what may be undone, or by choice ``takes_back``."""
    undo = "always" if takes_back else variant.undo
    terms = [TERMS_OF_UNDO[undo]]
    if undo != "never" and has_secrets(GAMES[game]):
        terms.append(WHAT_STANDS)
    if variant.clock:
        terms.insert(0, Message("{n} [second|seconds] for each turn", n=variant.clock))
    if not variant.coach:
        terms.append(Message("No coach"))
    return " · ".join(app.say(term) for term in terms)
