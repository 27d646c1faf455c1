"""Texts about games, players, dates and numbers for the screens around the games."""

from __future__ import annotations

import time
from datetime import date

from logic import players
from logic.core import Message
from logic.registry import GAMES, game_config
from logic.session import Seat, Setup
from scenes.app.app import App

MINUTE, HOUR = 60, 3600
DATES = {
    "en": "{day}\N{NO-BREAK SPACE}{name}\N{NO-BREAK SPACE}{year}, {time}",
    "de": "{day}.{month}.{year}, {time}",
    "hu": "{year}.\N{NO-BREAK SPACE}{month:02}.\N{NO-BREAK SPACE}{day:02}. {time}",
    "pl": "{day:02}.{month:02}.{year}, {time}",
}
"""How each language writes a date and time: all but English in figures, so that no month needs a translation."""
POINTS = frozenset({"en"})
"""Languages with a decimal point; the others have a comma."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""For English only, where the order of day and month in figures is ambiguous."""


def game_title(app: App, game: str) -> str:
    """A game's title; its key if the game no longer exists."""
    return app.get(game_config(game).title) if game in GAMES else game


def variant_title(app: App, setup: Setup) -> str:
    """The title of the variant that is played; its key if the YAML no longer has it."""
    if setup.game not in GAMES:
        return setup.variant
    variant = game_config(setup.game).variants.get(setup.variant)
    return app.get(variant.title) if variant else setup.variant


def seat_name(app: App, setup: Setup, seat: int) -> str:
    """The name of a player; a guest's is numbered by the seat if there are others."""
    sitting: Seat = setup.seats[seat]
    if sitting.name:
        return sitting.name
    known = players.levels(GAMES[setup.game]) if setup.game in GAMES else {}
    if sitting.level in known:
        return app.say(known[sitting.level].title)
    if sitting.level:
        return sitting.level
    return app.say(Message("Player {number}", number=seat + 1) if len(setup.seats) > 1 else Message("A guest"))


def seat_names(app: App, setup: Setup) -> tuple[str, ...]:
    """The players' names by seat; equal names are numbered."""
    plain = [seat_name(app, setup, seat) for seat in range(len(setup.seats))]
    return tuple(
        f"{name} {plain[: seat + 1].count(name)}" if plain.count(name) > 1 else name for seat, name in enumerate(plain)
    )


def players_text(app: App, setup: Setup, longest: int = 40) -> str:
    """Name everybody at the table; names that players chose are cut to ``longest`` letters."""
    named = zip(seat_names(app, setup), setup.seats, strict=True)
    return " – ".join(shortened(name, longest) if seat.name else name for name, seat in named)


def shortened(name: str, longest: int) -> str:
    """The name, cut with an ellipsis if it is too long."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def day(app: App, moment: float) -> str:
    """The date and time of a moment, in local time; “?” if there is no such date."""
    try:
        local = time.localtime(moment)
    except (OverflowError, ValueError, OSError):
        return "?"
    return DATES[app.text.language].format(
        day=local.tm_mday, month=local.tm_mon, name=MONTHS[local.tm_mon - 1], year=local.tm_year,
        time=f"{local.tm_hour}:{local.tm_min:02}",
    )  # fmt: skip


def day_of(app: App, when: date) -> str:
    """A date without the time."""
    written = DATES[app.text.language].partition("{time}")[0].rstrip(", ")
    return written.format(day=when.day, month=when.month, name=MONTHS[when.month - 1], year=when.year)


def number(app: App, value: float) -> str:
    """A number with one decimal, without it if it is zero."""
    written = f"{value:.1f}".removesuffix(".0")
    return written if app.text.language in POINTS else written.replace(".", ",")


def duration_text(app: App, seconds: float) -> str:
    """A duration in the largest sensible units."""
    whole = round(seconds)
    if whole >= HOUR:
        return app.say(Message("{hours} h {minutes} min", hours=whole // HOUR, minutes=whole % HOUR // MINUTE))
    if whole >= MINUTE:
        return app.say(Message("{minutes} min {seconds} s", minutes=whole // MINUTE, seconds=whole % MINUTE))
    return app.say(Message("{seconds} s", seconds=whole))
