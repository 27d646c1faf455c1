"""Keeps who has a seat by phone at one game, so that phones find it again when it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from logic.hosting import tokens
from logic.hosting.tokens import Holders, KeptTable
from logic.session.saving import SaveError
from logic.storage.files import StoreProblem
from logic.storage.store import Store
from scenes.phones.wire import Opened


class Notebook:
    """What is kept beside the game of that number in the store; of a game without one, nothing.

    It writes in a thread of its own: no frame waits for the disk.
    """

    def __init__(
        self, store: Store, now: Callable[[], float], game_id: int | None, is_over: Callable[[], bool]
    ) -> None:
        self._store = store
        self._now = now
        self._game_id = game_id
        self._is_over = is_over
        self._pen = ThreadPoolExecutor(1)
        self._written: tuple[Opened, Holders] | None = None
        self._is_handed_on = self._is_torn_out = False

    def fetch(self) -> KeptTable | None:
        """The table as it was left, where phones were let in and the game goes on."""
        name = None if self._is_over() or self._is_torn_out else self._name_of(self._game_id)
        return None if name is None else tokens.fetch(*name, self._now())

    def follow(self, opened: Opened | None, holders: Holders) -> None:
        """Write down who has a seat now, where that has changed; of a game that is over nothing is kept."""
        if opened is None or self._is_handed_on:
            return
        if self._is_over():
            if self._written is not None:
                self.tear_out()
        elif self._written != (opened, holders):
            self._written, self._is_torn_out = (opened, holders), False
            self._keep(self._game_id, opened, holders)

    def hand_on(self, game_id: int | None, seats: Sequence[int], opened: Opened, holders: Holders) -> None:
        """Keep it for another game, for each of whose seats it is told which one it was here."""
        self._is_handed_on = True
        marks = dict(enumerate(holders.seats))
        self._keep(game_id, opened, Holders(tuple(marks.get(seat, "") for seat in seats), holders.watchers))

    def tear_out(self) -> None:
        """Let nobody find the table again."""
        self._written, self._is_torn_out = None, True
        self._pen.submit(tokens.forget)

    def close(self) -> None:
        """Wait until all is written."""
        self._pen.shutdown()

    def _keep(self, game_id: int | None, opened: Opened, holders: Holders) -> None:
        name = self._name_of(game_id)
        if name is not None:
            self._pen.submit(_write, KeptTable(*name, self._now(), opened.host, opened.port, holders))

    def _name_of(self, game_id: int | None) -> tuple[int, float] | None:
        if game_id is None:
            return None
        try:
            return game_id, self._store.kept(game_id).started
        except SaveError:  # it was thrown away meanwhile
            return None


def _write(table: KeptTable) -> None:
    with suppress(StoreProblem):  # then phones have to scan again, and no game is lost
        tokens.keep(table)
