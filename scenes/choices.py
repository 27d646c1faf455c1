"""What can be chosen before a game as plain values: the usual choice, the one of last time, and a set-up made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from logic import players
from logic.config import ConfigError
from logic.core import Message
from logic.registry import GAMES, game_config
from logic.session import LARGEST_SEED, Seat, Setup
from logic.setups import table
from logic.variants import Variant
from scenes import handicap

GUEST, PROFILE, LEVEL = "guest", "profile:", "level:"
"""How a seat's choice is written: a guest, a profile by name, a computer by level."""
MODEL_SEAT = LEVEL + players.MODEL
NAME_LENGTH = 40
FIRST_FIELD = "first"
"""The field of a game's Params that says who begins; not every game has one."""
HANDICAP_FIELD = "handicap"
"""Under what the numbers that were chosen are kept."""


class SetupFault(ValueError):
    """Something chosen that cannot be played; ``message`` says what and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything on the screen, as plain values: who sits where, what guests are called, who begins, the seed.

    ``handicap`` is empty where all have the usual number of what the variant counts, or one number for all, or one for
    each seat.
    """

    variant: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    first: int | None
    seed: str = ""
    handicap: tuple[int, ...] = ()


def usual_choices(game: str, profile: str) -> Choices:
    """Give what is chosen on a first visit: whoever plays, against the gentlest computer."""
    config = game_config(game)
    variant = config.variants[config.default]
    own = list(players.own_levels(GAMES[game]))
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
    found = Choices(variant, seats, tuple(name[:NAME_LENGTH] for name in names), first)
    fitted = fit(found, config.variants)
    return settle(game, replace(fitted, handicap=_numbers(kept.get(HANDICAP_FIELD))))


def without_model(game: str, choices: Choices) -> Choices:
    """Seat the strongest computer, or a guest where there is none, wherever the language model sat."""
    own = list(players.own_levels(GAMES[game]))
    instead = LEVEL + own[-1] if own else GUEST
    return replace(choices, seats=tuple(instead if seat == MODEL_SEAT else seat for seat in choices.seats))


def settle(game: str, choices: Choices) -> Choices:
    """Go back to the usual numbers where those chosen cannot be played."""
    variant, count = game_config(game).variants[choices.variant], len(choices.seats)
    fits = len(choices.handicap) in (0, 1, len(handicap.numbers_of(game, variant, count, ())))
    fits = fits and handicap.is_accepted(game, variant, count, choices.handicap)
    return choices if fits else replace(choices, handicap=())


def _numbers(value: object) -> tuple[int, ...]:
    """Give what was kept as a list of whole numbers; nothing where it is anything else."""
    is_list = isinstance(value, (list, tuple)) and all(type(item) is int for item in value)
    return tuple(value) if is_list and isinstance(value, (list, tuple)) else ()


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
    seats = tuple(_seat(choices, i) for i in range(len(choices.seats)))
    taken = [seat.name.casefold() for seat in seats if seat.name]
    if len(set(taken)) < len(taken):
        raise SetupFault(Message("Two seats have the same name. Please tell them apart."))
    chosen: dict[str, Any] = {FIRST_FIELD: choices.first} if has_first(game) else {}
    chosen |= handicap.as_params(game_config(game).variants[choices.variant], choices.handicap)
    try:
        return table(game, choices.variant, seats, _seed(choices.seed, fresh_seed), chosen)
    except ConfigError as error:
        raise SetupFault(Message("This cannot be played: {why}", why=str(error))) from None


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
