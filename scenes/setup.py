"""What is chosen before a game: the variant, who sits where, who begins, and the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from logic import players
from logic.config import ConfigError
from logic.core import Dice, Message
from logic.registry import GAMES, game_config
from logic.session import Seat, Setup, setup_params
from logic.variants import Variant, resolve_params
from scenes.app import App
from scenes.board import BoardScene
from scenes.card import Card
from scenes.keyboard import ask_for_text
from scenes.match import Match
from scenes.page import Page, column, words
from scenes.picture import BoardPicture
from scenes.rules import RulesScene
from scenes.wording import shortened
from sprites.ui import Widget
from sprites.widgets import Button, Choice, Grid, Panel, TextField

GUEST, PROFILE, LEVEL = "guest", "profile:", "level:"
"""How a seat's choice is written: a guest, a profile by name, a computer by level."""
LARGEST_SEED = 2**53 - 1
NAME_LENGTH = 40
LONGEST_NAME = 20
"""Letters of a name that are shown where a player is chosen."""
FIRST_FIELD = "first"
"""The field of a game's Params that says who begins; not every game has one."""
CARD_PICTURE = 92
TWO_COLUMNS = 860
"""Units of width from which the variants stand beside the seats."""


class SetupFault(ValueError):
    """Something chosen that cannot be played; ``message`` says what and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything on the screen, as plain values: who sits where, what guests are called, who begins, the seed."""

    variant: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    first: int | None
    seed: str = ""


def usual_choices(game: str, profile: str) -> Choices:
    """Give what is chosen on a first visit: whoever plays, against the gentlest computer."""
    config = game_config(game)
    variant = config.variants[config.default]
    own = [name for name in players.levels(GAMES[game]) if name != "random"]
    me = PROFILE + profile if profile else GUEST
    count = variant.players[0]
    rival = LEVEL + own[0] if own else GUEST
    return Choices(config.default, (me, *[rival] * (count - 1)), ("",) * count, first_of(variant))


def first_of(variant: Variant) -> int | None:
    """Give who begins where nobody chooses."""
    value = variant.params.get(FIRST_FIELD, 0)
    return value if isinstance(value, int) else None


def remembered_choices(game: str, profile: str, profiles: Sequence[str], kept: Mapping[str, Any]) -> Choices:
    """Give what was chosen the last time, as far as it still makes sense."""
    usual = usual_choices(game, profile)
    config = game_config(game)
    variant = kept.get("variant")
    if not isinstance(variant, str) or variant not in config.variants:
        return fit(usual, config.variants)
    known = {GUEST, *(PROFILE + name for name in profiles), *(LEVEL + name for name in players.levels(GAMES[game]))}
    seats, names = _texts(kept.get("seats")), _texts(kept.get("names"))
    if not seats or len(seats) != len(names) or not set(seats) <= known:
        return replace(usual, variant=variant, first=first_of(config.variants[variant]))
    first = kept.get(FIRST_FIELD, first_of(config.variants[variant]))
    first = first if isinstance(first, int) and 0 <= first < len(seats) else None
    return fit(Choices(variant, seats, tuple(name[:NAME_LENGTH] for name in names), first), config.variants)


def _texts(value: object) -> tuple[str, ...]:
    """Give what was kept as a list of texts; nothing where it is anything else."""
    is_list = isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
    return tuple(value) if is_list and isinstance(value, (list, tuple)) else ()


def fit(choices: Choices, variants: Mapping[str, Variant]) -> Choices:
    """Bring the number of seats to one that the variant can be played with."""
    allowed = variants[choices.variant].players
    count = len(choices.seats) if len(choices.seats) in allowed else allowed[0]
    seats = (choices.seats + (GUEST,) * count)[:count]
    names = (choices.names + ("",) * count)[:count]
    first = choices.first if choices.first is not None and choices.first < count else None
    return replace(choices, seats=seats, names=names, first=first if choices.first is not None else None)


def make_setup(game: str, choices: Choices, fresh_seed: int) -> Setup:
    """Turn what was chosen into a game's set-up; raise SetupFault where it cannot be played."""
    variant = game_config(game).variants[choices.variant]
    seats = tuple(_seat(choices, i) for i in range(len(choices.seats)))
    taken = [seat.name.casefold() for seat in seats if seat.name]
    if len(set(taken)) < len(taken):
        raise SetupFault(Message("Two seats have the same name. Please tell them apart."))
    chosen = {FIRST_FIELD: choices.first} if has_first(game) else {}
    computer = any(seat.is_computer for seat in seats)
    try:
        params = resolve_params(GAMES[game], variant, computer=computer, name=game, chosen=chosen)
    except ConfigError as error:
        raise SetupFault(Message("This cannot be played: {why}", why=str(error))) from None
    return Setup(
        game, choices.variant, setup_params(GAMES[game], params), _seed(choices.seed, fresh_seed), seats,
        variant.undo, variant.confirm, variant.clock, variant.coach,
    )  # fmt: skip


def has_first(game: str) -> bool:
    """Tell whether the game lets one choose who begins."""
    return any(field.name == FIRST_FIELD for field in fields(GAMES[game].Params))


def _seat(choices: Choices, seat: int) -> Seat:
    kind = choices.seats[seat]
    if kind.startswith(LEVEL):
        return Seat(level=kind.removeprefix(LEVEL))
    if kind.startswith(PROFILE):
        return Seat(name=kind.removeprefix(PROFILE))
    return Seat(name=" ".join(choices.names[seat].split())[:NAME_LENGTH])


def _seed(text: str, fresh: int) -> int:
    if not text:
        return fresh
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_SEED:
        raise SetupFault(Message("The seed is a whole number of at most {n} digits.", n=len(str(LARGEST_SEED)) - 1))
    return int(text)


class SetupScene(Page):
    """Chooses how a game is to be played, and begins it."""

    body_width = 1200
    first_focus = "start"

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game = game
        self.config = game_config(game)
        kept = app.settings.setups.get(game, {})
        self.choices = remembered_choices(game, app.settings.profile, app.store.profiles(), kept)

    def heading(self) -> str:
        """Name the game."""
        return self.app.get(self.config.title)

    def resume(self) -> None:
        """Lay out anew: a name may have been written, a profile made."""
        self.rebuild()

    # -- what is shown

    def body(self) -> Widget:
        """Make the variants and, beside or below them, the seats."""
        variants = column(self, "variants", *self._variants())
        table = Panel(self.app.kit, "sheet", column(self, "table", *self._table()))
        if self.app.size[0] < self.app.px(TWO_COLUMNS):
            return column(self, "both", variants, table)
        return Grid(self.app.kit, "both", (variants, table), 2)

    def _variants(self) -> list[Widget]:
        cards: list[Widget] = []
        for name, variant in self.config.variants.items():
            params = resolve_params(GAMES[self.game], variant, computer=False, name=name)
            first = GAMES[self.game].new(params, Dice(0))
            picture = BoardPicture(self.app.kit, f"picture-{name}", self.game, first)
            card = Card(
                self.app.kit, f"variant-{name}", self.app.get(variant.title), self.app.get(variant.blurb),
                partial(self._choose_variant, name), picture=picture, picture_units=CARD_PICTURE,
                chosen=name == self.choices.variant,
            )  # fmt: skip
            cards.append(card)
        return cards

    def _table(self) -> list[Widget]:
        kit, say = self.app.kit, self.app.say
        widgets: list[Widget] = []
        for seat in range(len(self.choices.seats)):
            widgets += self._seat_widgets(seat)
        if len(self.choices.seats) > 1:
            widgets.append(Button(kit, "swap", say(Message("Swap seats")), "swap_vertical", self._swap, style="quiet"))
        if len(self._counts()) > 1:
            options = [(n, say(Message("{n} player", plural="{n} players", n=n))) for n in self._counts()]
            widgets.insert(0, Choice(kit, "count", say(Message("At the table")), options, len(self.choices.seats),
                                     self._set_count))  # fmt: skip
        if has_first(self.game):
            widgets.append(self._first_choice())
        if self.variant.clock:
            clock = Message("{n} second for each turn", plural="{n} seconds for each turn", n=self.variant.clock)
            widgets.append(words(self, "clock", say(clock), "small"))
        widgets.append(
            TextField(kit, "seed", say(Message("Seed (leave it empty for a new one)")), self.choices.seed,
                      self._set_seed, max_length=16, allowed=str.isdigit, ask_keyboard=partial(self._write, "seed"))
        )  # fmt: skip
        return widgets

    def _seat_widgets(self, seat: int) -> list[Widget]:
        kit, say = self.app.kit, self.app.say
        label = say(Message("Seat {number}", number=seat + 1))
        kind = self.choices.seats[seat]
        made: list[Widget] = [Choice(kit, f"seat-{seat}", label, self._seat_options(), kind, partial(self._sit, seat))]
        if kind == GUEST:
            made.append(
                TextField(kit, f"name-{seat}", say(Message("Name")), self.choices.names[seat],
                          partial(self._name, seat), max_length=NAME_LENGTH,
                          ask_keyboard=partial(self._write, f"name-{seat}"))
            )  # fmt: skip
        elif kind.startswith(LEVEL):
            level = players.levels(GAMES[self.game])[kind.removeprefix(LEVEL)]
            made.append(words(self, f"level-{seat}", say(level.blurb), "small"))
        return made

    def _seat_options(self) -> list[tuple[Any, str]]:
        say = self.app.say
        people = [(PROFILE + name, shortened(name, LONGEST_NAME)) for name in self.app.store.profiles()]
        computers = [
            (LEVEL + name, say(Message("Computer: {level}", level=level.title)))
            for name, level in players.levels(GAMES[self.game]).items()
            if name != "random"
        ]
        return [*people, (GUEST, say(Message("A guest"))), *computers]

    def _first_choice(self) -> Widget:
        say = self.app.say
        seats = range(len(self.choices.seats))
        options: list[tuple[Any, str]] = [(i, say(Message("Seat {number}", number=i + 1))) for i in seats]
        options.append((None, say(Message("By lot"))))
        return Choice(self.app.kit, "first", say(Message("Who begins")), options, self.choices.first, self._set_first)

    def buttons(self) -> Sequence[Widget]:
        """Offer the rules, and to begin."""
        kit, say = self.app.kit, self.app.say
        return (
            Button(kit, "rules", say(Message("Rules")), "book_open_page_variant", self._show_rules),
            Button(kit, "start", say(Message("Start")), "play", self._start, style="primary"),
        )

    # -- what can be done

    @property
    def variant(self) -> Variant:
        """The variant that is chosen."""
        return self.config.variants[self.choices.variant]

    def _counts(self) -> tuple[int, ...]:
        return self.variant.players

    def _change(self, **changes: Any) -> None:
        self.choices = fit(replace(self.choices, **changes), self.config.variants)
        self.rebuild()

    def _choose_variant(self, name: str) -> None:
        self._change(variant=name, first=first_of(self.config.variants[name]))

    def _sit(self, seat: int, kind: str) -> None:
        seats = self.choices.seats
        self._change(seats=(*seats[:seat], kind, *seats[seat + 1 :]))

    def _name(self, seat: int, name: str) -> None:
        names = self.choices.names
        self.choices = replace(self.choices, names=(*names[:seat], name, *names[seat + 1 :]))

    def _swap(self) -> None:
        seats, names = self.choices.seats, self.choices.names
        self._change(seats=(*seats[1:], seats[0]), names=(*names[1:], names[0]))

    def _set_count(self, count: int) -> None:
        filled = (self.choices.seats + (GUEST,) * count)[:count]
        self._change(seats=filled, names=(self.choices.names + ("",) * count)[:count])

    def _set_first(self, first: int | None) -> None:
        self.choices = replace(self.choices, first=first)

    def _set_seed(self, seed: str) -> None:
        self.choices = replace(self.choices, seed=seed)

    def _write(self, key: str) -> None:
        """Offer keys on the screen for a field, where there are none at hand."""
        if self.without_keys:
            ask_for_text(self, key, digits=key == "seed")

    def _show_rules(self) -> None:
        self.app.stack.push(RulesScene(self.app, self.game))

    def _start(self) -> None:
        try:
            setup = make_setup(self.game, self.choices, self._fresh_seed())
        except SetupFault as fault:
            self.app.sound.play("deny")
            self.app.tell(fault.message)
            return
        self._remember()
        self.app.stack.replace(BoardScene(self.app, Match.start(self.app, setup)))

    def _fresh_seed(self) -> int:
        # Time is dice enough for drawing a seed: everything after it comes from the seed alone.
        return Dice(int(self.app.now() * 1000)).seed()

    def _remember(self) -> None:
        chosen = self.choices
        kept = {"variant": chosen.variant, "seats": list(chosen.seats), "names": list(chosen.names),
                FIRST_FIELD: chosen.first}  # fmt: skip
        settings = self.app.settings
        self.app.change(settings.with_(setups={**settings.setups, self.game: kept}))
