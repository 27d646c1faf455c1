"""A number that may be more for one player and fewer for another, as the set-up screen offers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from logic.config import ConfigError
from logic.registry import GAMES
from logic.variants import Variant, resolve_params, seated


def numbers_of(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """Give the numbers that hold for so many seats: those chosen, or else the usual ones; empty where none are."""
    if variant.handicap is None:
        return ()
    params = _resolved(game, variant, count, chosen)
    if params is None:
        params = _resolved(game, variant, count, ())
    numbers: tuple[int, ...] = tuple(getattr(params, variant.handicap.usual, ()))
    return numbers


def is_accepted(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> bool:
    """Tell whether a game of so many seats can be played with these numbers: none, one for all, or one for each."""
    handicap = variant.handicap
    if not chosen:
        return True
    if handicap is None or not all(handicap.least <= n <= handicap.most for n in chosen):
        return False
    return _resolved(game, variant, count, chosen) is not None


def options(game: str, variant: Variant, numbers: Sequence[int], seat: int | None, count: int) -> list[int]:
    """Give what may be chosen for a seat while the others keep their numbers, or, for no seat, for all alike."""
    handicap = variant.handicap
    if handicap is None:
        return []
    tries = range(handicap.least, handicap.most + 1)
    return [n for n in tries if is_accepted(game, variant, count, with_number(numbers, seat, n))]


def with_number(numbers: Sequence[int], seat: int | None, n: int) -> tuple[int, ...]:
    """Give the numbers with another one for a seat, or, for no seat, that one for all."""
    return (n,) if seat is None else (*numbers[:seat], n, *numbers[seat + 1 :])


def as_params(variant: Variant, chosen: Sequence[int]) -> Mapping[str, Any]:
    """Give what was chosen as the game's params take it; nothing where all is as usual."""
    return {variant.handicap.field: list(chosen)} if variant.handicap is not None and chosen else {}


def _resolved(game: str, variant: Variant, count: int, chosen: Sequence[int]) -> Any:
    """Give the game's Params with these numbers, or None where it refuses them."""
    laid_over = {**seated(GAMES[game], count), **as_params(variant, chosen)}
    try:
        return resolve_params(GAMES[game], variant, computer=False, name=game, chosen=laid_over)
    except ConfigError:
        return None
