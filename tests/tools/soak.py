"""Plays games of every kind through the screens, without a window, and prints what the program holds by then.

Run ``python -m tests.tools.soak --games 1000``. Every fifty games it prints the most memory that the program and its
worker have held after any of them, and how many files were open; it exits with 1 where memory has grown by more than
five per cent from game 100 on, or where more files are open than then.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from itertools import chain, cycle
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import psutil
import pygame

from logic.cabinet import read_cabinet
from logic.core import Dice
from logic.engine.worker import Thinker
from logic.session import Session
from logic.storage.exchange import ExportedGame
from logic.storage.files import data_folder, passing_data
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import LONGEST_STEP, App
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.shelf import ShelfScene
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Input
from tests.tools.robot import KINDS, NAME, TURNS, Robot

SIZE = (1280, 800)
PRINTED_EVERY = 50
WARM = 100
"""Games after which every kind has been played once, since each comes first, so that nothing may grow any more."""
MOST_GROWTH = 0.05
OF_GAMES = (Session, ExportedGame, Match, BoardScene)
PATIENCE = 120.0
"""Seconds that the worker may take for one answer."""
MOTION_CHANGES = 7
"""Every so many games reduced motion is switched on or off."""


class Held(NamedTuple):
    """What the program holds: memory in megabytes, open files, objects that Python tracks, and those of games.

    The last are sessions, journals, matches and boards.
    """

    cabinet: float
    worker: float
    files: int
    objects: int
    of_games: int

    def __str__(self) -> str:
        return (
            f"cabinet {self.cabinet:6.1f} MB, worker {self.worker:6.1f} MB, {self.files} open files, "
            f"{self.objects} objects, {self.of_games} of games"
        )


class AwaitedThinker(Thinker):
    """Runs a worker process as the program does, and knows the last request."""

    asked: Future[Any] | None = None

    def ask(self, task: str, game: str, *args: Any) -> Future[Any]:
        self.asked = super().ask(task, game, *args)
        return self.asked


class Soak:
    """A program at which game after game is played."""

    def __init__(self, app: App, surface: pygame.Surface, thinker: AwaitedThinker, seed: int, turns: int) -> None:
        self._app = app
        self._surface = surface
        self._thinker = thinker
        self._robot = Robot(app, Dice(seed), self._frame, turns)
        self._kinds = chain(dict.fromkeys(KINDS), cycle(KINDS))
        self._played = 0
        app.stack.push(ShelfScene(app))
        self._robot.settle()

    def _frame(self, events: Sequence[Input]) -> bool:
        """Run one turn of the event loop as the window does, waiting for the worker's answer."""
        pygame.event.get()
        drew = self._app.stack.frame(events, LONGEST_STEP, self._surface)
        asked, self._thinker.asked = self._thinker.asked, None
        if asked is not None:
            wait((asked,), PATIENCE)
        return drew or asked is not None

    def play(self, games: int) -> Held:
        """Play so many games; return the most that was held after one of them."""
        held = []
        for _ in range(games):
            board = self._robot.open_board(next(self._kinds))
            self._robot.uncover(board)
            self._robot.play(board)
            self._robot.stand_up(board)
            self._played += 1
            if self._played % MOTION_CHANGES == 0:
                settings = self._app.settings
                self._app.change(settings.with_(reduced_motion=not settings.reduced_motion))
            held.append(self.held())
        return Held(*map(max, zip(*held, strict=True)))

    def held(self) -> Held:
        """Measure what is held now, after a garbage collection."""
        gc.collect()
        cabinet, found = psutil.Process(), gc.get_objects()
        workers = [psutil.Process(process.pid) for process in multiprocessing.active_children()]
        memory = [process.memory_info().rss / 2**20 for process in (cabinet, *workers)]
        files = sum(map(_open_files, (cabinet, *workers)))
        of_games = sum(isinstance(one, OF_GAMES) for one in found)
        return Held(memory[0], sum(memory[1:]), files, len(found), of_games)


def _open_files(process: psutil.Process) -> int:
    """Count files, pipes and sockets; Windows calls them handles."""
    return int(process.num_handles() if sys.platform == "win32" else process.num_fds())


@contextmanager
def soaking(seed: int = 1, turns: int = TURNS) -> Iterator[Soak]:
    """Open a program of its own; it, its worker and its folder are gone at the end. ``turns`` is how long games are.

    Objects alive before do not count as held.
    """
    gc.collect()
    gc.freeze()
    with passing_data():
        pygame.display.init()
        pygame.font.init()
        surface, thinker = pygame.display.set_mode(SIZE), AwaitedThinker()
        app = App(
            SIZE, cabinet=read_cabinet(), settings=Settings(fullscreen=False, profile=NAME),
            store=Store.open(data_folder())[0], thinker=thinker, sound=SoundBank(silent=True), now=time.time,
            language="en",
        )  # fmt: skip
        try:
            yield Soak(app, surface, thinker, seed, turns)
        finally:
            app.close()
            gc.unfreeze()


def growth(before: Held, after: Held) -> list[str]:
    """Return what has grown too much between two measurements."""
    said = [
        f"{name} grew by {new / old - 1:.1%}, from {old:.1f} to {new:.1f} MB"
        for name, old, new in (("cabinet", before.cabinet, after.cabinet), ("worker", before.worker, after.worker))
        if new > old * (1 + MOST_GROWTH)
    ]
    if after.files > before.files:
        said.append(f"{after.files} files are open, and {before.files} were")
    return said


def main() -> int:
    """Play as many games as the arguments say; exit with 1 where something has grown."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found: dict[int, Held] = {}
    with soaking(args.seed) as soak:
        for played in range(PRINTED_EVERY, args.games + 1, PRINTED_EVERY):
            found[played] = soak.play(PRINTED_EVERY)
            print(f"{played:5} games, {time.process_time():5.0f} s: {found[played]}", flush=True)
    faults = growth(found[WARM], found[max(found)]) if WARM in found else []
    print("\n".join(faults) or "nothing has grown")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
