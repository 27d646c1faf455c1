"""A scripted session at 1920×1080, or ``BENCH_SIZE=3840x2160``: from the shelf through games to the results.

Run ``python -m tests.bench.bench_evening [GAME …]``. It plays twice in one process, first with nothing painted yet, and
prints the time of each part, frames over 33 ms, and the time from a press to the first picture. Counted is the time of
the thread that paints.
"""

import sys
import time
from concurrent.futures import wait

from logic import players
from logic.core import Dice, never
from logic.game import analysis_of, redact
from logic.registry import GAMES
from logic.storage.settings import Settings
from scenes.app.app import LONGEST_STEP
from scenes.app.routes import load_ahead
from scenes.board.scene import BoardScene
from scenes.board.teaching import mark_done
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from sprites.widgets.input import Action, Pointer
from tests.bench.clock import resident
from tests.bench.frames import FRAME, Timer, cabinet, show, window
from tests.tools.soak import AwaitedThinker

NAME = "Ada"
VARIANTS = {"labyrinth": "short"}
"""The variants for games whose default takes too long."""
SECOND = 60
"""So many frames."""
LOOKED, THOUGHT, HURRIED = 3 * SECOND, SECOND // 2, 8
"""Frames for which a screen is looked at, for a move, and for a move once the game is under way."""
CALM, SEEN = 5, 10
"""So many moves get thinking time, and so many are shown: the rest is skipped, except the end."""
LATE = 0.033
"""Seconds of a frame that everybody notices."""
THOUGHT_OVER = 120.0
TURNS_OF_TILE = 4
HAND_STEPS = 6
"""Frames that the pointer takes from one place to the next."""
MOST_FRAMES = 40 * SECOND


class Evening(Timer):
    """A user of the program: presses what is there, plays, and looks on."""

    def __init__(self, app, surface):
        super().__init__(clock=time.thread_time)
        self.app, self.surface = app, surface
        self.title = ""
        self.late = []
        self.opened = {}
        """Frames until the first picture of the screen that opened."""
        self.winks = False
        """Whether animations are skipped."""

    @property
    def top(self):
        return self.app.stack.top

    def part(self, title):
        """Begin a part with figures of its own."""
        if self.times:
            self.keep(self.title)
        self.title = title

    def frame(self, *events):
        """Run one turn of the event loop; its time counts where it drew or prerendered anything."""
        if self.winks:
            self.app.stack.frame((*events, Action("")), LONGEST_STEP, None)
            self._so_far = 0.0
            self.listen(THOUGHT_OVER)
            return True
        with self.timed():
            drew = self.app.stack.frame(events, FRAME, self.surface)
            if drew:
                show(self.surface)
        took = self.times[-1]
        if not drew and took < 0.001:
            self.times.pop()
        if took > LATE:
            self.late.append((self.title, took, self._seen()))
        self.listen(FRAME / 4 if drew else THOUGHT_OVER)
        return drew

    def listen(self, seconds):
        """Wait for the worker's answer."""
        if self.app.thinker.asked is not None:
            wait((self.app.thinker.asked,), seconds)

    def _seen(self):
        top = self.top
        moves = isinstance(top, BoardScene) and top.view.stage.moving
        return f"{type(top).__name__}{', moving' if moves else ''}, frame {len(self.times)}"

    def run(self, frames):
        for _ in range(frames):
            self.frame()

    # -- input

    def hand(self, kind, *stops):
        """Tap the places one after the other, or drag from the first to the last."""
        x, y = stops[0]
        self.frame(Pointer("hover", (round(x), round(y))))
        if kind != "drag":
            for stop in stops:
                pos = tuple(map(round, stop))
                self.frame(Pointer("down", pos))
                self.run(2)
                self.frame(Pointer("up", pos))
                self.run(2)
            return
        self.frame(Pointer("down", (round(x), round(y))))
        for there in stops[1:]:
            for step in range(1, HAND_STEPS + 1):
                share = step / HAND_STEPS
                pos = round(x + (there[0] - x) * share), round(y + (there[1] - y) * share)
                self.frame(Pointer("move", pos))
            x, y = there
        self.frame(Pointer("up", (round(x), round(y))))

    def press(self, key, title):
        """Press a button that leads to another screen, and look at that: its first frame is reported separately."""
        widget = self.top.ui.find(key)
        if widget is None:
            raise AssertionError(f"{type(self.top).__name__} has no {key!r}")
        self.top.ui.set_focus(widget)
        self.run(HURRIED)
        pos = widget.focus_rect().center
        self.part(f"{title}: its first frame")
        self.frame(Pointer("hover", pos))
        self.frame(Pointer("down", pos))
        self.times.clear()
        self.frame(Pointer("up", pos))
        self.part(title)
        frames = 1
        while self.app.stack.is_leaving:
            self.frame()
            frames += 1
        self.opened[title] = frames
        self.run(LOOKED)

    def go(self, move):
        """Make a move by input where the view knows how, else as if by input."""
        board, match = self.top, self.top.match
        view, before = board.view, match.session.ply
        if move == view.end_move():
            self.frame(Action("end_turn"))
        for _ in range(TURNS_OF_TILE):
            stroke = view.stroke_of(move) if match.session.ply == before else None
            if stroke is not None:
                self.hand(stroke.kind, *stroke.stops)
                break
            self.frame(Action("rotate"))
        self.confirm(board)
        if match.session.ply == before:
            view.cancel_gesture()
            with self.timed(ends=False):
                match.play(move)
        self.frame()

    def confirm(self, board):
        """Answer a question about a move."""
        for _ in range(3):
            if self.top is board:
                return
            self.frame(Action("accept"))
            self.run(2)

    def rest(self, board):
        """Look on until nothing moves and nobody else thinks, or until another screen opens."""
        quiet = 0
        for _ in range(MOST_FRAMES):
            quiet = 0 if self.frame() else quiet + 1
            self.winks = self.winks and not board.match.is_over
            if self.top is not board or quiet > 1:
                return
            if board.match.awaits_human and not board.match.is_over and not board.view.stage.moving:
                return

    # -- a game

    def play(self, title, solution=None):
        """Play the game on the screen to its end, and go from its result to the shelf."""
        board, dice, moves = self.top, Dice(7), 0
        match = board.match
        while not match.is_over:
            self.rest(board)
            if match.is_over:
                break
            self.winks = moves > SEEN
            if self.winks:  # what has come to lie there was seen, though not counted
                self.app.stack.frame((), FRAME, self.surface)
            self.part(f"{title}, {'thinking' if moves < CALM else 'playing on'}")
            self.run(THOUGHT if moves < CALM else HURRIED)
            self.part(f"{title}, played")
            if match.session.awaits_end:
                self.frame(Action("end_turn"))
                continue
            self.go(solution.pop(0) if solution else self.choice(match, dice))
            moves += 1
        self.winks = False
        self.part(f"{title}, its end")
        for _ in range(MOST_FRAMES):
            self.frame()
            if self.top is not board:
                break
        self.run(LOOKED)
        if self.top.ui.find("shelf") is None:
            self.press("more", f"{title}, more of the result")
        self.press("shelf", f"{title}, back at the shelf")

    def choice(self, match, dice):
        """Return what a weak computer player would do."""
        game, state = match.session.game, match.session.state
        return players.choose(game, players.performers(game)[0], redact(game, state, state.player), dice, never)


def spend(evening, game):
    """Play one game from the shelf and back, and one of its puzzles where it has both."""
    evening.press(f"place-{game}", f"{game}, its way in")
    if isinstance(evening.top, SetupScene):
        evening.part(f"{game}, its way in")
        if game in VARIANTS:
            evening.press(f"variant-{VARIANTS[game]}", f"{game}, another variant")
        evening.press("start", f"{game}, board")
        evening.play(game)
        evening.press(f"place-{game}", f"{game}, its way in again")
        if evening.top.ui.find("puzzles") is None:
            evening.frame(Action("cancel"))
            evening.run(SECOND)
            return
        evening.press("puzzles", f"{game}, shelf of puzzles")
    first = evening.top.tab.first_focus()
    if evening.top.ui.find("play-chosen") is not None:
        first = "play-chosen"
    evening.press(first, f"{game}, board of a puzzle")
    match = evening.top.match
    solved = analysis_of(match.session.game).solution(match.session.state, never)
    evening.play(f"{game}, a puzzle", list(solved or ()))


def main():
    """Print the figures for the named games, or for all: with a cold cache and with a warm one."""
    surface = window()
    with cabinet(settings=Settings(profile=NAME), thinker=AwaitedThinker(), draw=lambda: 7) as app:
        app.kit.cache.clock = time.thread_time
        for game in GAMES:
            mark_done(app, game)
        evening = Evening(app, surface)
        for cache in ("cold", "warm"):
            print(f"-- with a {cache} cache")
            if cache == "cold":
                evening.part("shelf: its first frame")
                app.stack.push(ShelfScene(app))
                evening.frame()
                load_ahead(GAMES)  # in the program a thread does that while the shelf is shown
            evening.part("shelf")
            evening.run(LOOKED)
            for game in sys.argv[1:] or GAMES:
                spend(evening, game)
            evening.part("")
            ways = {game: [took for title, times in evening.kept.items() if title.startswith(game) for took in times]
                    for game in GAMES}  # fmt: skip
            evening.tell()
            evening.kept = {f"{game}, from the shelf and back": times for game, times in ways.items() if times}
            evening.tell()
            for title, took, seen in evening.late:
                print(f"    {took * 1000:6.1f} ms: {title} ({seen})")
            evening.late.clear()
            seen = sorted((frames, title) for title, frames in evening.opened.items())
            print(f"    first picture of what opens: after {1000 * FRAME * seen[0][0]:.0f} to "
                  f"{1000 * FRAME * seen[-1][0]:.0f} ms ({seen[-1][1]})")  # fmt: skip
        print(f"memory of the program: {resident():.0f} MB")


if __name__ == "__main__":
    main()
