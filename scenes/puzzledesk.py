"""What the parts of a puzzle shelf share: the desk they are laid out on, and what each of them promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from logic.core import Message
from logic.puzzles import Puzzles
from scenes.app import App
from scenes.page import Page
from scenes.puzzlecard import LEAST_CARD
from scenes.puzzleplay import Best, Progress, progress_of, remember
from sprites.ui import Widget
from sprites.widgets import Grid


@dataclass(frozen=True, slots=True)
class Desk:
    """What all parts of one game's shelf share.

    ``play`` begins a puzzle by its params, in the variant chosen; ``width`` gives the pixels there are for a part.
    """

    page: Page
    game: str
    puzzles: Puzzles
    play: Callable[[Mapping[str, Any]], object]
    width: Callable[[], int]

    @property
    def app(self) -> App:
        """The cabinet."""
        return self.page.app

    def say(self, message: Message) -> str:
        """Put a message into the player's language."""
        return self.app.say(message)

    def progress(self) -> Progress:
        """Give what the present profile has made of this game's puzzles."""
        return progress_of(self.app, self.game, self.app.settings.profile)

    def kept(self, name: str) -> Any:
        """Give what was chosen under that name the last time; None where it never was."""
        return self.app.settings.setups.get(self.game, {}).get(name)

    def keep(self, **choices: Any) -> None:
        """Keep what was chosen for the next time."""
        remember(self.app, self.game, **choices)

    def figures(self, par: int, best: Best | None) -> str:
        """Say what a puzzle takes, and what the player has taken."""
        takes = self.puzzles.cost(par)
        if best is None:
            return self.say(Message("Par: {par}", par=takes)) if par > 0 else ""
        own = self.puzzles.cost(best.spent)
        return self.say(Message("Par: {par} · yours: {best}", par=takes, best=own) if par > 0
                        else Message("Yours: {best}", best=own))  # fmt: skip

    def grid(self, key: str, cards: list[Widget]) -> Widget:
        """Lay cards out in as many columns as there is room for."""
        return Grid(self.app.kit, key, cards, max(1, self.width() // self.app.px(LEAST_CARD)))


class Tab(ABC):
    """One part of the shelf: its name, its sign, and what it shows."""

    key: ClassVar[str]
    icon: ClassVar[str]
    title: ClassVar[Message]

    arrived = ""
    """The key of what has just come in and wants to be looked at."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """Make what is shown."""

    def first_focus(self) -> str:
        """Give the key of what one would probably choose; empty for the first thing there is."""
        return ""

    def open(self) -> None:  # noqa: B027 - most parts have nothing to begin
        """Be looked at from now on."""

    def update(self) -> bool:
        """Take what has come in; true where what is shown must be made anew."""
        return False

    def close(self) -> None:  # noqa: B027
        """Let go of what is still being waited for."""
