"""Helpers of all editor tests: an open editor, how to read it, and its story vocabulary."""

from typing import ClassVar

import pygame

from logic.storage.files import board_path, data_folder, keep_board
from scenes.app.app import ECHO_SECONDS
from scenes.cabinet.shelf import ShelfScene
from scenes.editor.editor import EditorScene
from tests.support.seats.app import FINGER
from tests.support.stories.stories import ScreenStory


def opener(new_driver, make, game):
    """Return a function that opens the editor of a game, on a text or a file, and returns the driver."""

    def begin(text=None, path=None, **options):
        return new_driver(at=[ShelfScene, (make, game, text, path)], **options)

    return begin


def editor(driver) -> EditorScene:
    return next(scene for scene in driver.app.stack.scenes if isinstance(scene, EditorScene))


def part(driver):
    """Return what the game brings to the editor."""
    return editor(driver).editor


def says(driver):
    return editor(driver).status.text


def scroll_to(driver, key):
    driver.top.ui.set_focus(driver.widget(key))
    driver.settle()


def nudge(driver, touch, key, steps):
    """Tap an arrow of a number so many times: the left one for a negative number."""
    scroll_to(driver, key)
    control = driver.widget(key).parts()[1]
    arrow = control.right - 10 if steps > 0 else control.left + 10
    for _ in range(abs(steps)):
        touch((arrow, control.centery))


def drafts():
    return sorted((data_folder() / "drafts").glob("*.json"))


class Editing(ScreenStory):
    """A story that begins with a text, ``new`` for none; with ``of Cave`` that is a file that was kept.

    ``text`` returns the text for a word, ``spot`` the middle of a square by its name, such as ``2;1``.
    """

    game = ""

    STEPS: ClassVar = ScreenStory.STEPS | {
        "nudge": lambda story, key, steps: nudge(story.driver, story.driver.click, key, int(steps)),
        "number": lambda story, key: story.driver.click(story.driver.widget(key).parts()[1].center),
        "right": lambda story, where: story.driver.click(story.place(where), button=pygame.BUTTON_RIGHT),
        "echo": lambda story: story.driver.step(2 * ECHO_SECONDS),
        "keep": lambda story, name, *words: keep_board(story.game, name, story.text(*words)),
        "write": lambda story, name, *words: board_path(story.game, name).write_text(story.text(*words)),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "file": lambda story, name, *words: board_path(story.game, name).read_text() == story.text(*words),
        "kept": lambda story, *names: sorted(path.stem for path in data_folder().glob("boards/**/*.txt")) == [*names],
        "named": lambda story, *words: story.editor.shelving.name == " ".join(words),
        "drafts": lambda story, count: len(drafts()) == int(count),
        "same": lambda story: story.editor.drawing == story.remembered,
        "saved": lambda story: story.editor.is_saved,
        "unsaved": lambda story: not story.editor.is_saved,
        "fresh": lambda story: not story.editor.history.can_undo,
        "says": lambda story, *words: says(story.driver) == " ".join(words),
        "tool": lambda story, name: part(story.driver).tool == name,
        "looking": lambda story: story.editor.coach.is_looking,
        "idle": lambda story: not story.editor.coach.is_looking,
    }

    def __init__(self, begin, told):
        words, _, name = told.partition(" of ")
        self.begin = begin
        text = None if words == "new" else self.text(*words.split())
        super().__init__(begin(text, keep_board(self.game, name, text)) if name else begin(text))
        self.remembered = None

    def place(self, word):
        row, _, col = word.partition(";")
        return self.spot(int(row), int(col)) if row.isdigit() and col.isdigit() else word

    @property
    def editor(self):
        return editor(self.driver)

    def do_bring(self, key):
        scroll_to(self.driver, key)
        self.driver.tap(key)

    def do_hold(self, where):
        self.driver.touch(pygame.FINGERDOWN, self.place(where), FINGER)
        self.driver.step(0.7)
        self.driver.touch(pygame.FINGERUP, self.place(where), FINGER)

    def do_cut(self):
        """Interrupt a gesture: another window comes to the front."""
        self.driver.frame(pygame.event.Event(pygame.WINDOWFOCUSLOST))

    def do_think(self, how):
        self.driver.thinks = how == "on"

    def do_remember(self):
        self.remembered = self.editor.drawing

    def do_open(self, name=""):
        path = board_path(self.game, name) if name else None
        self.driver = self.begin(path and path.read_text(), path)

    def is_drafted(self):
        (draft,) = drafts()
        return type(self.editor.drawing).from_json(draft.read_bytes()) == self.editor.drawing
