"""The choices of a set-up as plain values, and the set-up made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from logic import players
from logic.config import ConfigError
from logic.core import Message, UserError
from logic.registry import GAMES, game_config, new_setup
from logic.session import LARGEST_SEED, Seat, Setup
from logic.variants import Variant, resolve_params, seated
from scenes.app.orientation import EDGES

T = TypeVar("T")


def handicaps_of(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """The numbers that hold for so many seats: those chosen, or else the usual ones; empty if none are."""
    if variant.handicap is None:
        return ()
    params = _resolved(game, variant, count, chosen)
    if params is None:
        params = _resolved(game, variant, count, ())
    numbers: tuple[int, ...] = tuple(getattr(params, variant.handicap.usual, ()))
    return numbers


def is_accepted(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> bool:
    """Whether a game of that many seats can be played with these handicaps: none, one for all, or one for each."""
    handicap = variant.handicap
    if not chosen:
        return True
    if handicap is None or not all(handicap.least <= n <= handicap.most for n in chosen):
        return False
    return _resolved(game, variant, count, chosen) is not None


def options(game: str, variant: Variant, numbers: Sequence[int], seat: int | None, count: int) -> list[int]:
    """The possible handicaps of a seat while the others keep theirs or, if ``seat`` is None, of all alike."""
    handicap = variant.handicap
    if handicap is None:
        return []
    tries = range(handicap.least, handicap.most + 1)
    return [n for n in tries if is_accepted(game, variant, count, with_handicap(numbers, seat, n))]


def with_handicap(numbers: Sequence[int], seat: int | None, n: int) -> tuple[int, ...]:
    """The handicaps with ``n`` for one seat or, if ``seat`` is None, for all."""
    return (n,) if seat is None else (*numbers[:seat], n, *numbers[seat + 1 :])


def as_params(variant: Variant, chosen: Sequence[int]) -> Mapping[str, Any]:
    """What was chosen as the game's params take it; nothing if all is as usual."""
    return {variant.handicap.field: list(chosen)} if variant.handicap is not None and chosen else {}


def _resolved(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> Any:
    """The game's Params with these numbers, or None if it refuses them."""
    laid_over = {**seated(GAMES[game], count), **as_params(variant, chosen)}
    try:
        return resolve_params(GAMES[game], variant, computer=False, name=game, chosen=laid_over)
    except ConfigError:
        return None


GUEST, PROFILE, LEVEL = "guest", "profile:", "level:"
"""How a seat's choice is encoded: a guest, a profile by name, a computer by level."""
MODEL_SEAT = LEVEL + players.MODEL
NAME_LENGTH = 40
FIRST_FIELD = "first"
"""The field of a game's Params for the first player; not every game has one."""
ROUND_THE_TABLE = ((), (0,), (0, 2), (0, 1, 2), (0, 1, 2, 3))
"""The edges of the players, by their number, if nobody moves: opposite each other, and further ones clockwise."""


class SetupFault(UserError, ValueError):
    """A choice that cannot be played; ``message`` says what, and what to do."""


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """All values on the set-up screen: seats, guests' names, who begins, the seed.

    ``handicap`` is empty if all have the default of what the variant counts; otherwise one number for all, or one for
    each seat.
    """

    variant: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    first: int | None
    seed: str = ""
    handicap: tuple[int, ...] = ()
    takes_back: bool = False
    """Whether a single person among computers may undo own turns, although the variant does not allow it."""
    edges: tuple[int, ...] = ()
    """At which edge of the screen each one sits; empty if all sit side by side."""

    def kept(self) -> dict[str, Any]:
        """The choices to store for the next time: all except the seed."""
        chosen = {name: value for name, value in asdict(self).items() if name != "seed"}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def may_take_back(variant: Variant, choices: SetupChoices) -> bool:
    """Whether undo is a choice: one person among computers, without a clock, in a variant that restricts undo."""
    people = [seat for seat in choices.seats if not seat.startswith(LEVEL)]
    return variant.undo != "always" and not variant.clock and len(people) == 1 < len(choices.seats)


def may_sit_round(choices: SetupChoices) -> bool:
    """Whether the seating is a choice: several people share the screen, and there are enough edges."""
    people = [seat for seat in choices.seats if not seat.startswith(LEVEL)]
    return len(people) > 1 and len(choices.seats) < len(ROUND_THE_TABLE)


def usual_choices(game: str, profile: str) -> SetupChoices:
    """The choices on a first visit: the present player, against the easiest computer."""
    config = game_config(game)
    variant = config.variants[config.default]
    own = list(players.own_levels(GAMES[game]))
    me = PROFILE + profile if profile else GUEST
    count = variant.players[0]
    rival = LEVEL + own[0] if own else GUEST
    return SetupChoices(config.default, (me, *[rival] * (count - 1)), ("",) * count, first_of(variant))


def first_of(variant: Variant) -> int | None:
    """The default first player; None for a random one."""
    value = variant.params.get(FIRST_FIELD, 0)
    return value if isinstance(value, int) else None


def remembered_choices(game: str, profile: str, profiles: Sequence[str], kept: Mapping[str, Any]) -> SetupChoices:
    """The choices of the last time, as far as they are still valid."""
    usual = usual_choices(game, profile)
    config = game_config(game)
    variant = kept.get("variant")
    if not isinstance(variant, str) or variant not in config.variants:
        return fit(usual, config.variants)
    names, seats = _listed(kept.get("names"), str), _known_seats(game, profiles, usual.seats[0], kept)
    if not seats or len(seats) != len(names):
        return replace(usual, variant=variant, first=first_of(config.variants[variant]))
    first = kept.get("first", first_of(config.variants[variant]))
    first = first if isinstance(first, int) and 0 <= first < len(seats) else None
    found = SetupChoices(variant, seats, tuple(name[:NAME_LENGTH] for name in names), first)
    fitted = fit(found, config.variants)
    takes_back = kept.get("takes_back") is True
    edges, handicap = _listed(kept.get("edges"), int), _listed(kept.get("handicap"), int)
    edges = edges if set(edges) <= set(EDGES) else ()
    return settle(game, replace(fitted, handicap=handicap, takes_back=takes_back, edges=edges))


def _known_seats(game: str, profiles: Sequence[str], me: str, kept: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of the last time, with guests for profiles that have gone; empty if they cannot be taken again."""
    known = {GUEST, *(PROFILE + name for name in profiles), *(LEVEL + name for name in players.levels(GAMES[game]))}
    seats = _listed(kept.get("seats"), str)
    gone = [seat for seat in seats if seat.startswith(PROFILE) and seat not in known]
    if gone and me not in seats:  # this profile was renamed, and keeps the seat
        seats = tuple(me if seat == gone[0] else seat for seat in seats)
    seats = tuple(GUEST if seat in gone else seat for seat in seats)
    return seats if set(seats) <= known else ()


def without_model(game: str, choices: SetupChoices) -> SetupChoices:
    """Replace the language model in all seats by the strongest computer, or a guest if there is none."""
    own = list(players.own_levels(GAMES[game]))
    instead = LEVEL + own[-1] if own else GUEST
    return replace(choices, seats=tuple(instead if seat == MODEL_SEAT else seat for seat in choices.seats))


def settle(game: str, choices: SetupChoices) -> SetupChoices:
    """Restore the default handicaps if the chosen ones cannot be played; default edges for another number of seats."""
    if choices.edges and len(choices.edges) != len(choices.seats):
        choices = replace(choices, edges=ROUND_THE_TABLE[len(choices.seats)] if may_sit_round(choices) else ())
    variant, count = game_config(game).variants[choices.variant], len(choices.seats)
    fits = len(choices.handicap) in (0, 1, len(handicaps_of(game, variant, count, ())))
    fits = fits and is_accepted(game, variant, count, choices.handicap)
    return choices if fits else replace(choices, handicap=())


def _listed(value: object, kind: type[T]) -> tuple[T, ...]:
    """What was kept as a list of things of one kind; nothing if it is anything else."""
    is_list = isinstance(value, (list, tuple)) and all(type(item) is kind for item in value)
    return tuple(value) if is_list and isinstance(value, (list, tuple)) else ()


def fit(choices: SetupChoices, variants: Mapping[str, Variant]) -> SetupChoices:
    """Change the number of seats to one that the variant allows; new ones are computers if there is one, or guests."""
    allowed = variants[choices.variant].players
    count = len(choices.seats) if len(choices.seats) in allowed else allowed[0]
    computers = [seat for seat in choices.seats if seat.startswith(LEVEL) and seat != MODEL_SEAT]
    seats = (choices.seats + (*computers[-1:], GUEST)[:1] * count)[:count]
    names = (choices.names + ("",) * count)[:count]
    first = choices.first if choices.first is not None and choices.first < count else None
    return replace(choices, seats=seats, names=names, first=first if choices.first is not None else None)


def make_setup(game: str, choices: SetupChoices, fresh_seed: int) -> Setup:
    """Turn what was chosen into a game's set-up; raise SetupFault if it cannot be played."""
    seats = tuple(_seat(choices, i) for i in range(len(choices.seats)))
    taken = [seat.name.casefold() for seat in seats if seat.name]
    if len(set(taken)) < len(taken):
        raise SetupFault(Message("Two seats have the same name. Please change one of them."))
    chosen: dict[str, Any] = {FIRST_FIELD: choices.first} if has_first(game) else {}
    chosen |= as_params(game_config(game).variants[choices.variant], choices.handicap)
    try:
        setup = new_setup(game, choices.variant, seats, _seed(choices.seed, fresh_seed), chosen)
        takes_back = choices.takes_back and may_take_back(game_config(game).variants[choices.variant], choices)
        return msgspec.structs.replace(setup, undo="always") if takes_back else setup
    except ConfigError as error:
        raise SetupFault(Message("This cannot be played: {why}", why=error.message)) from None


def has_first(game: str) -> bool:
    """Whether the first player can be chosen in this game."""
    return any(field.name == FIRST_FIELD for field in fields(GAMES[game].Params))


def _seat(choices: SetupChoices, seat: int) -> Seat:
    edge = choices.edges[seat] if choices.edges and may_sit_round(choices) else UNSET
    named = seat_of(choices.seats[seat], " ".join(choices.names[seat].split())[:NAME_LENGTH])
    return msgspec.structs.replace(named, edge=edge)


def seat_of(kind: str, name: str = "") -> Seat:
    """The seat for a choice; a guest gets the ``name``."""
    if kind.startswith(LEVEL):
        return Seat(level=kind.removeprefix(LEVEL))
    return Seat(kind.removeprefix(PROFILE) if kind.startswith(PROFILE) else name)


def _seed(text: str, fresh: int) -> int:
    if not text:
        return fresh
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_SEED:
        raise SetupFault(Message("The seed is a whole number of at most {n} digits.", n=len(str(LARGEST_SEED)) - 1))
    return int(text)
