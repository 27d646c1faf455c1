"""Frame times at 1920×1080 while pieces move and the computer thinks, and the memory in use. By hand, never asserted.

Run ``python -m tests.bench.bench_frames``.
"""

import os
import statistics
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from logic.cabinet import read_cabinet
from logic.engine.worker import Thinker
from logic.registry import new_setup
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.shots.headless import computer_seats
from scenes.shots.poses import PEOPLE
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Action, Pointer

SIZE = (1920, 1080)
FRAME = 1 / 60
FRAMES = 900
WARM_UP = 60


def run(title, app, surface, inputs):
    """Run frames with an input each, as fast as the loop would at most, and print what they took."""
    times = []
    for number in range(FRAMES):
        begin = time.perf_counter()
        drew = app.stack.frame(inputs(number), FRAME, surface)
        pygame.display.flip()
        took = time.perf_counter() - begin
        if drew and number >= WARM_UP:
            times.append(took * 1000)
        time.sleep(max(0.0, FRAME - took))
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{title:42} {len(times):4} drawn, p50 {cuts[49]:5.1f} ms, p99 {cuts[98]:5.1f} ms, worst {max(times):5.1f} ms"
    )


def resident():
    """Give the memory that this process holds, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def board(app, seats):
    match = Match.unkept(app, new_setup("lgame", None, seats, 7))
    app.stack.push(BoardScene(app, match))
    return match


def dragging(app):
    """Lift the L and draw it round the board, turning it now and then."""

    def inputs(number):
        view = app.stack.top.view if isinstance(app.stack.top, BoardScene) else None
        if view is None:
            return ()
        place = view.cell_rect(view.state.ls[view.state.player].cells[0]).center
        if number == 1:
            return (Pointer("down", place),)
        if number % 40 == 0:
            return (Action("rotate"),)
        around = pygame.Vector2(view.cell * 1.2, 0).rotate(number * 4)
        return (Pointer("move", (round(view.rect.centerx + around.x), round(view.rect.centery + around.y))),)

    return inputs


def main():
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode(SIZE)
    with TemporaryDirectory() as folder:
        app = App(
            SIZE, cabinet=read_cabinet(), settings=Settings(), store=Store.open(Path(folder))[0], thinker=Thinker(),
            sound=SoundBank(), now=time.time, language="en",
        )  # fmt: skip
        print(f"{SIZE[0]}×{SIZE[1]}, software drawing, {os.cpu_count()} cores; goal: p99 under 16.7 ms")
        board(app, PEOPLE)
        run("the L in the hand", app, surface, dragging(app))
        app.stack.pop()
        match = board(app, computer_seats("lgame", None))

        def again(_number):
            nonlocal match
            if match.is_over:
                app.stack.close()
                match = board(app, computer_seats("lgame", None))
            return ()

        run("computers play: thinking and moving", app, surface, again)
        print(f"memory of the program: {resident():.0f} MB (goal: under 250)")
        app.close()
    pygame.quit()


if __name__ == "__main__":
    main()
