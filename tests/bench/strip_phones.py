"""Pictures of a game of Labyrinth with four phones: ``python -m tests.bench.strip_phones DIR [LANGUAGE]``.

A row for each moment: the big screen, and the four phones in a real browser, one small, one in landscape. It needs what
the tests of phones in a browser need.
"""

import sys
import tempfile
import threading
import time
from pathlib import Path

import pygame
from PIL import Image

from logic.registry import new_setup
from logic.session import Seat
from logic.storage.files import use_data_folder
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.phones.wire import Address
from scenes.shots.headless import FRAME, headless_app
from tests.e2e.test_phones_end_to_end import (
    LANDSCAPE,
    PORTRAIT,
    SMALL_LANDSCAPE,
    SMALL_PORTRAIT,
    a_browser,
    phones,
    until,
)

VIEWS = (SMALL_PORTRAIT, PORTRAIT, SMALL_LANDSCAPE, LANDSCAPE)
TABLE = (1280, 800)
GAP = 12


class Strip:
    """Takes the pictures in a thread of its own, while the game goes on in the main one."""

    def __init__(self, opened, language, folder):
        self.opened, self.language, self.folder = opened, language, folder
        self.rows, self.table = [], None
        self.is_done = False

    def run(self):
        try:
            with a_browser() as browser, phones(browser, self.opened.link, self.language) as them:
                pages = [them.sit(seat, view) for seat, view in enumerate(VIEWS)]
                self._play(pages)
        finally:
            self.is_done = True

    def _play(self, pages):
        mover = pages[pages[0].evaluate("page.actor")]
        self._take("begin", pages)
        mover.locator("#spots .spot").nth(2).tap()
        mover.locator("#yes").wait_for()
        self._take("push", pages)
        mover.locator("#yes").tap()
        until(mover, "page.moves.length && page.moves[0].move.startsWith('walk') && look")
        mover.evaluate("document.querySelector('#all').open = true")
        mover.locator("#moves button").last.tap()
        self._take("walk", pages)
        mover.evaluate("document.querySelector('#all').open = false")
        mover.locator("#yes").tap()
        until(mover, "page.can.end || page.actor !== page.seat")
        self._take("end", pages)
        if mover.locator("#end").is_visible():
            mover.locator("#end").tap()
        until(mover, "page.actor !== page.seat")
        actor = mover.evaluate("page.actor")
        pages[actor].goto("about:blank")
        left = [page for seat, page in enumerate(pages) if seat != actor]
        for page in left:
            until(page, "page.away[page.actor]")
        self._take("away", left)

    def _take(self, moment, pages):
        for page in pages:
            until(page, "look && look.form === shape() && document.querySelector('#board').naturalWidth")
        time.sleep(1.2)  # by then all is painted and animated
        files = []
        for number, page in enumerate(pages):
            files.append(self.folder / f"{moment}-{self.language}-{number}.png")
            page.screenshot(path=files[-1])
        self.rows.append((moment, self.table.copy(), files))


def in_a_row(table, files):
    """Return the big screen and the phones side by side, scaled so that a unit on each has the same size."""
    pictures = [Image.frombytes("RGB", table.get_size(), pygame.image.tobytes(table, "RGB"))]
    pictures += [Image.open(file).convert("RGB") for file in files]
    pictures[1:] = [one.resize((round(one.width * 0.475), round(one.height * 0.475))) for one in pictures[1:]]
    row = Image.new("RGB", (sum(one.width + GAP for one in pictures), max(one.height for one in pictures) + GAP))
    left = 0
    for one in pictures:
        row.paste(one, (left, 0))
        left += one.width + GAP
    return row


def main(folder, language="de"):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    use_data_folder(Path(tempfile.mkdtemp()))
    with headless_app(TABLE, language=language) as here:
        people = [Seat(name) for name in ("Ann", "Ben", "Zoë", "Dávid")]
        board = BoardScene(here.app, Match.start(here.app, new_setup("labyrinth", None, people, 7)))
        here.show(board)
        board.phones.host.open(Address("127.0.0.1"))
        while board.phones.host.opened is None:
            here.frame()
            time.sleep(FRAME)
        strip = Strip(board.phones.host.opened, language, folder)
        threading.Thread(target=strip.run, daemon=True).start()
        while not strip.is_done:
            here.frame(seen=True)
            strip.table = here.surface
            time.sleep(FRAME)
        for moment, table, files in strip.rows:
            in_a_row(table, files).save(folder / f"strip-{moment}-{language}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
