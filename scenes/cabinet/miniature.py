"""A kept game as a small picture of its board, painted once there is time; its emblem until then."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from logic.core import State
from logic.game import redact
from logic.registry import GAMES
from logic.session.saving import SaveError
from logic.session.session import Session
from logic.storage.records import GameEntry
from scenes.app.app import App
from scenes.app.card import EmblemPicture
from scenes.view.picture import BoardThumbnail
from sprites.paint.kit import Kit


class Miniature(EmblemPicture):
    """The board of a kept game as its players know it; the emblem until it is painted, and where it cannot be told."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        game: str,
        position: Callable[[], State | None],
        album: dict[Hashable, pygame.Surface],
    ) -> None:
        super().__init__(kit, key, game)
        self._position = position
        self._album = album
        self._board: BoardThumbnail | None = None
        self.state: State | None = None
        self.is_painted = False

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        if self._board is not None:
            self._board.place(rect)

    def paint(self) -> None:
        """Play the game again and paint where it stands."""
        state = self.state = self._position()
        self.is_painted = True
        if state is not None:
            self._board = BoardThumbnail(self.kit, f"{self.key}-board", self.game, lambda: state, self._album)
            self._board.place(self.rect)
            self._board.paint()

    def draw(self, surface: pygame.Surface) -> None:
        if self._board is not None and self._board.is_painted:
            self._board.draw(surface)
        else:
            super().draw(surface)


def known_position(app: App, entry: GameEntry) -> State | None:
    """Where a kept game stands, as all who sit at it know it; None where it cannot be played again."""
    game = GAMES.get(entry.setup.game)
    if game is None:
        return None
    try:
        state = Session.replay(game, entry.setup, app.store.kept(entry.id).journal).state
    except SaveError:
        return None
    seats = range(len(entry.setup.seats))
    people = [seat for seat in seats if not entry.setup.seats[seat].is_computer]
    for seat in people or seats:
        state = redact(game, state, seat)
    return state
