"""What is seen for a moment when something happens in the labyrinth: each event told apart, cheap in every frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from logic.core import Event
from logic.dragon.board import KnightKind
from logic.dragon.turn import SQUARES
from sprites.dragon_motes import MOTES
from sprites.dragon_shows import SHOWS, Scene
from sprites.effects import Running, chances
from sprites.kit import Kit


class Effects(Running):
    """The effects that run on one board; the owner begins, updates and draws them.

    An effect shows nothing but what its event names: whoever must not know of an event must not begin it.
    """

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, MOTES)

    def begin(self, event: Event, seconds: float, kinds: Mapping[str, KnightKind] | None = None) -> float:
        """Begin what belongs to an event, and give how many seconds it takes: 0 where nothing does.

        ``seconds`` is how long the stage takes for a slide; ``kinds`` says what the knights of the event are, so that
        the right one falls.
        """
        if event.name not in SHOWS or not event.paths or not all(event.paths.values()):
            return 0.0
        show, slides = SHOWS[event.name]
        length = slides * seconds
        self.start(partial(show, _scene(event, kinds or {})), length)
        return length


def _scene(event: Event, kinds: Mapping[str, KnightKind]) -> Scene:
    """Gather what an event says; ``@`` comes first, then the knights."""
    names = sorted(event.paths, key=lambda name: name != SQUARES)
    cells = [(cell.col + 0.5, cell.row + 0.5) for name in names for cell in event.paths[name]]
    found: list[KnightKind] = [kinds.get(name, "ordinary") for name in names if name != SQUARES]
    first = event.paths[names[0]][0]
    return Scene(cells, found or ["ordinary"], chances(first.row * 101 + first.col))
