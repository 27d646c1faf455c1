"""Which of the project's files a push of Labyrinth uses, and how many calls it makes, from finger to journal.

Run ``python -m tests.bench.bench_push``; ``--files`` lists them. Counted are the frame in which the finger is released
on the arrow, and the first one after it, as counted by ``sys.setprofile``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")

import pygame

from logic.registry import new_setup
from logic.session import Seat
from logic.storage.files import DATA_VARIABLE
from scenes.app.window import PATIENCE
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from tests.support.processes import ROOT
from tests.support.seats.app import Driver, make_driver
from tests.support.seats.seating import lift

SEATS = (Seat(name="Anna"), Seat(name="Ben"))


def calls_of(act: Callable[[], object]) -> Counter[str]:
    """Count the calls of Python functions in each of the project's files, except those in this folder."""
    counted: Counter[str] = Counter()

    def note(frame: object, event: str, _: object) -> None:
        if event == "call":
            counted[frame.f_code.co_filename] += 1  # type: ignore[attr-defined]

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    rooms = tuple(f"{ROOT}{os.sep}{room}{os.sep}" for room in ("logic", "scenes", "sprites"))
    return Counter({file[len(str(ROOT)) + 1 :]: n for file, n in counted.items() if file.startswith(rooms)})


def finger(driver: Driver, kind: int, where: tuple[int, int]) -> Callable[[], object]:
    """Return a function that runs a frame with that finger event."""
    width, height = driver.app.size
    event = pygame.event.Event(kind, x=where[0] / width, y=where[1] / height, finger_id=7, touch_id=1)
    return lambda: driver.frame(event)


def main() -> None:
    """Print both counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_push", description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="list the files with their calls")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ[DATA_VARIABLE] = folder
        pygame.display.init()
        pygame.font.init()
        driver = make_driver((1920, 1080))
        driver.app.kit.cache.time_budget = PATIENCE  # as in a window, where pictures are prerendered
        match = Match.start(driver.app, new_setup("labyrinth", None, SEATS, 5, {"first": 0}))
        driver.push(BoardScene(driver.app, match))
        driver.settle()
        view = lift(driver).view
        x, y = view.to_pixels(*view.arrow_place(match.session.state.arrows()[0]))
        where = round(x), round(y)
        driver.finger(where)
        driver.settle()
        finger(driver, pygame.FINGERDOWN, where)()
        for name, act in (("push", finger(driver, pygame.FINGERUP, where)), ("next frame", driver.frame)):
            found = calls_of(act)
            print(f"{name}: {len(found)} files, {found.total()} calls")
            if args.files:
                print("\n".join(f"{n:6} {file}" for file, n in found.most_common()))
        assert [str(move)[:4] for move in match.session.moves] == ["push"]
        driver.close()


if __name__ == "__main__":
    main()
