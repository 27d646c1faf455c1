"""What the set-up screen offers where a variant counts something: a number for all alike, or one for each player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from logic.core import Message
from logic.variants import Variant
from scenes.choices import Choices
from scenes.handicap import numbers_of, options, with_number
from scenes.stack import Scene
from sprites.ui import Widget
from sprites.widgets import Choice, Toggle


class NumberChoices:
    """The widgets for the numbers that hold at a table; ``on_change`` is told other ones, none for the usual ones."""

    def __init__(
        self, scene: Scene, game: str, variant: Variant, choices: Choices, on_change: Callable[[tuple[int, ...]], None]
    ) -> None:
        self._scene = scene
        self._game = game
        self._variant = variant
        self._count = len(choices.seats)
        self._numbers = numbers_of(game, variant, self._count, choices.handicap)
        self._is_uneven = len(choices.handicap) > 1
        self._on_change = on_change

    def of_all(self) -> list[Widget]:
        """Offer the number for all alike, and, where each player has an own one, to make them differ."""
        made = [] if self._is_uneven else self._choice(None)
        if self._is_uneven or (made and len(self._numbers) == self._count > 1):
            label = self._scene.app.say(Message("A handicap for each player"))
            made.append(Toggle(self._scene.app.kit, "uneven", label, self._is_uneven, self._make_uneven))
        return made

    def of_seat(self, seat: int) -> list[Widget]:
        """Offer a seat's own number, where they differ."""
        return self._choice(seat) if self._is_uneven else []

    def _choice(self, seat: int | None) -> list[Widget]:
        """Make the choice of a number for a seat, or for all; nothing where there is none."""
        offered = options(self._game, self._variant, self._numbers, seat, self._count)
        if self._variant.handicap is None or not offered:
            return []
        app, key = self._scene.app, "handicap" if seat is None else f"handicap-{seat}"
        choices = [(n, str(n)) for n in offered]
        label = app.get(self._variant.handicap.label)
        return [Choice(app.kit, key, label, choices, self._numbers[seat or 0], partial(self._set, seat))]

    def _set(self, seat: int | None, n: int) -> None:
        self._on_change(with_number(self._numbers, seat, n))

    def _make_uneven(self, uneven: bool) -> None:
        self._on_change(self._numbers if uneven else ())
