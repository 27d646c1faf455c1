"""Plays the program in a real window, beside a twin of it in this process that gets the same gestures.

The program has no test hooks. The twin runs on an invisible surface: it knows where things lie, and what the journal
and the picture must be after each gesture.
"""

import json
import sqlite3
import time
from contextlib import ExitStack, closing, contextmanager

import pygame

from logic.core import find_move
from logic.storage.files import data_folder
from scenes.app.page import Question
from scenes.app.window import Options, open_first_screens
from scenes.board.scene import BoardScene
from scenes.shots.shots import CACHE
from tests.support.hands.moves import Doer
from tests.support.processes import PATIENCE, wait_for
from tests.support.seats.app import FINGER, HandExecutor, make_driver
from tests.support.xwindow import Program, gap

SIZE = (1024, 600)
"""Of the window: a small one, for the program paints it in real time; the twin has the same."""
ALIKE = 2.0
"""How far two pictures of one screen may differ on average, of 255: the mouse pointer covers a part of one."""
OTHER = 4.0
"""The least by which two different screens differ."""
CORNER = (SIZE[0] - 1, SIZE[1] - 1)
"""Where the pointer touches nothing."""
MOST_NOTCHES = 30
"""The most notches of the wheel to bring a choice into view."""
INSET = 20
"""Pixels from the end of a choice to the middle of its arrow."""
KEY_DELAY = 20
"""Milliseconds between two typed keys."""
HELD = 1.6
"""Seconds for which a button is held that has to be held."""
NO_OPTIONS = Options(language="en")


def difference(one, other):
    return float(gap(one, other).mean())


class Following(HandExecutor):
    """Lets the computers of a twin make the moves that the program's have made: those draw random numbers of their own.

    ``heard`` returns the line of the program's journal that follows those of the twin's, as soon as it is there.
    """

    def __init__(self, heard):
        super().__init__()
        self._heard = heard

    def submit(self, fn, /, *args, **kwargs):
        return super().submit(self._follow if "choose" in args else fn, *args, **kwargs)

    def _follow(self, *args):
        state, *_ = args[-1]
        word, _, text = self._heard().partition(" ")
        assert word == "play"
        return find_move(state, text)


class Sitting:
    """The program in its window and its twin, both with the same input."""

    def __init__(self, shown_on, folder, *arguments, options=NO_OPTIONS, touch=False):
        self.screen = shown_on
        self.folder = folder
        self.touch = touch
        shown_on.do("mousemove", *CORNER)
        env = {"SDL_MOUSE_TOUCH_EVENTS": "1"} if touch else {}
        size = f"{SIZE[0]}x{SIZE[1]}"
        with ExitStack() as begun:
            self.program = Program(
                shown_on, "--windowed", size, "--lang", "en", "--data-dir", folder, *arguments, env=env
            )  # fmt: skip
            begun.callback(self.program.kill)
            self.twin = make_driver(SIZE, "en", executor=Following(self._next_line), cache=CACHE, seen=False)
            begun.callback(self.twin.close)
            open_first_screens(self.twin.app, options, ())
            self.twin.settle()
            self.program.wait_until_lit()
            self.see()
            self.close = begun.pop_all().close

    # -- what can be seen

    def kept(self, query, folder=None):
        """Query what the program has stored, as any reader could."""
        file = (folder or self.folder) / "quincunx.sqlite"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    def journal(self, folder=None):
        return [line for (line,) in self.kept("SELECT line FROM journal ORDER BY game_id, n", folder)]

    def _next_line(self):
        """Wait for what the program does that its twin has not done yet."""
        known = len(self.journal(data_folder()))
        wait_for(lambda: len(self.journal()) > known, "a computer’s move in the journal")
        return self.journal()[known]

    def result(self):
        """Return of each game whether it has ended, and how."""
        return self.kept("SELECT ended IS NOT NULL, outcome FROM games")

    def ended(self):
        """Return how the only game ended, as the program has stored it."""
        ((has_ended, outcome),) = self.result()
        assert has_ended
        return json.loads(outcome)

    def picture(self):
        """Return what the twin shows, which is painted only now."""
        stack, surface = self.twin.app.stack, pygame.display.get_surface()
        stack.touch()
        stack.frame((), 0.0, surface)
        return pygame.surfarray.array3d(surface).swapaxes(0, 1)

    def settle(self):
        """Let both come to rest, with equal journals and pictures; return what the program shows."""
        self.keep_up()
        return self.see()

    def see(self):
        """Wait until the program shows what its twin does, however slow it is, and return it."""
        shown = self.picture()
        end = time.monotonic() + PATIENCE
        while difference(seen := self.screen.rest(), shown) >= ALIKE:
            assert time.monotonic() < end, "the program does not show what its twin does"
        return seen

    def keep_up(self):
        """Wait until the program has done what its twin has, even if things still move there."""
        self.twin.settle()
        expected = self.journal(data_folder())
        wait_for(lambda: len(self.journal()) >= len(expected), f"{expected[-1:]} in the journal")
        assert self.journal() == expected

    # -- input

    @property
    def view(self):
        return self.twin.top.view

    def pixel(self, point):
        return tuple(round(part) for part in self.view.to_pixels(*point))

    def tap(self, where, *, rests=True):
        """Tap or click a widget or a place, in both; without ``rests`` like a user in a hurry.

        The program comes first: what its computers do then is awaited by its twin.
        """
        pos = self.twin.place(where)
        self.screen.click(pos)
        self.press(pos)
        self.release(pos)
        self.settle() if rests else self.keep_up()

    def press(self, pos):
        """Press or touch the twin there."""
        if self.touch:
            self.twin.touch(pygame.FINGERDOWN, pos, FINGER)
        else:
            self.twin.move(pos)
            self.twin.press(pos)

    def release(self, pos):
        """Move the twin's mouse or finger there, and release it."""
        self.twin.touch(pygame.FINGERUP, pos, FINGER) if self.touch else self.twin.release(pos)

    def hold(self, where):
        """Press somewhere, in both, until all that appears is shown, and release; return what was shown."""
        pos = self.twin.place(where)
        self.press(pos)
        self.screen.press(pos)
        self.twin.step(HELD)
        seen = self.see()
        self.release(pos)
        self.screen.release()
        return seen

    def step(self, key, *, back=False):
        """Step to the next option of a choice, or to the previous one, scrolled into view by the wheel."""
        for _ in range(MOST_NOTCHES):
            choice, foot = self.twin.widget(key).rect, self.twin.top.ui.find("start")
            if foot is None or choice.bottom <= foot.rect.top:
                break
            self.scroll((choice.centerx, SIZE[1] // 2), -1)
        ends = self.twin.widget(key).parts()[1]
        self.tap((ends.left + INSET if back else ends.right - INSET, ends.centery))

    def scroll(self, pos, notches):
        self.twin.wheel(pos, notches)
        self.screen.do("mousemove", *pos)
        self.screen.turn_wheel(notches)
        self.settle()

    def play(self, way, move):
        """Make a move; a question may be asked before it is made."""
        before = self.match.session.ply
        Both(self).make(way, move)
        if not isinstance(self.twin.top, Question):
            assert self.match.session.moves[before:] == (move,)

    @property
    def match(self):
        return next(scene.match for scene in self.twin.app.stack.scenes if isinstance(scene, BoardScene))

    def type(self, text):
        """Type into the focused widget."""
        self.twin.type(text)
        self.screen.do("type", "--delay", KEY_DELAY, text)
        self.settle()


class Both(Doer):
    """Makes moves in both the program and its twin, like a user in a hurry."""

    def __init__(self, sat):
        super().__init__(sat.view)
        self.sat, self.twin, self.screen = sat, sat.twin, sat.screen

    def down(self, pos):
        self.sat.press(pos)
        self.way, self.is_pressed = [pos], False

    def move(self, pos):
        self.twin.touch(pygame.FINGERMOTION, pos, FINGER) if self.sat.touch else self.twin.move(pos)
        self.way.append(pos)

    def up(self, pos):
        """Release, in the twin last: what the computers do then is awaited by it."""
        if self.is_pressed:
            self.screen.glide(*self.way)
            self.screen.release()
        else:
            self.screen.drag(*self.way)
        self.sat.release(pos)
        self.sat.keep_up()

    def act(self, action):
        """Turn by the wheel, flip by the right button, while the left one is held."""
        if not self.is_pressed:
            self.screen.press(self.way[0])
        self.screen.glide(*self.way)
        self.way, self.is_pressed = self.way[-1:], True
        if action == "rotate":
            self.twin.wheel(self.pos, 1)
            self.screen.turn_wheel(1)
        else:
            assert action == "mirror"
            self.twin.click(self.pos, pygame.BUTTON_RIGHT)
            self.screen.click(self.pos, 3)

    def end(self):
        self.sat.tap("end_turn", rests=False)


class PuzzleSitting(Sitting):
    """A user at a puzzle."""

    def settle(self):
        """Come to rest, with the mouse off the board: what it hovers over there may light up, or be explained."""
        if not self.touch:
            self.twin.move(CORNER)
            self.screen.do("mousemove", *CORNER)
        return super().settle()

    def progress(self):
        """Return the progress of each puzzle that was solved."""
        return {puzzle: json.loads(best) for puzzle, best in self.kept("SELECT puzzle, best FROM progress")}


@contextmanager
def sitting(kind, shown_on, folder, *arguments, **options):
    """Start the program and its twin for as long as they are needed."""
    made = kind(shown_on, folder, *arguments, **options)
    try:
        yield made
    finally:
        made.close()
