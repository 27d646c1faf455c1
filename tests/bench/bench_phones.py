"""Holds four phones and twenty watchers against a board for a while: ``python -m tests.bench.bench_phones [SECONDS]``.

Tells how long frames took by the clock of their own thread, how long a wish took to the table and back to all pages,
and what the server's process held in memory. Every page fetches what a phone fetches.
"""

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import aiohttp
import psutil

from logic.core import Dice
from logic.hosting.hosted import WATCHER
from logic.registry import new_setup
from logic.session.saving import Seat
from logic.storage.files import keep_everything_in
from scenes.app.window import PATIENCE
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.phones.wire import Address
from scenes.shots.headless import FRAME, stand

SEATS, WATCHERS = 4, 20
PAUSE = 0.6
"""Seconds between two wishes."""


class Crowd:
    """All pages, in a thread of their own."""

    def __init__(self, opened, seconds):
        self.opened, self.seconds = opened, seconds
        self.answers, self.moves, self.fetched, self.opened_pages = [], 0, 0, 0
        self.is_done = False
        self.dice = Dice(1)

    def run(self):
        try:
            asyncio.run(self._all())
        finally:
            self.is_done = True

    async def _all(self):
        self.news = asyncio.Event()
        self.until = time.monotonic() + self.seconds
        viewers = [*range(SEATS), *[WATCHER] * WATCHERS]
        await asyncio.gather(*(self._page(viewer, number) for number, viewer in enumerate(viewers)))

    async def _page(self, viewer, number):
        await asyncio.sleep(0.6 * number)  # as people come, and slower than codes are tried
        origin = self.opened.address.rstrip("/")
        jar = aiohttp.CookieJar(unsafe=True)
        own = aiohttp.TCPConnector(local_addr=(f"127.0.1.{number + 1}", 0))  # each has an address, as phones have
        async with aiohttp.ClientSession(origin, connector=own, cookie_jar=jar, headers={"Origin": origin}) as phone:
            for _ in range(40):
                async with phone.post("/join", json={"code": self.opened.code, "seat": viewer}) as answer:
                    if answer.status == 200:
                        break
                await asyncio.sleep(1)
            while time.monotonic() < self.until:
                with suppress(aiohttp.ClientError, TypeError):  # it was closed: as a phone does, it comes again
                    await self._look_and_play(phone, viewer)

    async def _look_and_play(self, phone, viewer):
        last, asked = -1, 0.0
        async with phone.ws_connect("/live?lang=de") as socket:
            self.opened_pages += 1
            while time.monotonic() < self.until:
                try:
                    said = json.loads(await socket.receive_str(timeout=1))
                except TimeoutError:
                    continue
                page = said.get("page")
                if page is None or page["number"] == last:
                    continue
                last = page["number"]
                if asked:
                    self.answers.append(time.monotonic() - asked)
                    asked = 0.0
                await self._fetch(phone, page)
                if page["actor"] == viewer and page["moves"]:
                    await asyncio.sleep(PAUSE)
                    move = self.dice.choice(page["moves"])["move"]
                    asked = time.monotonic()
                    self.moves += 1
                    await socket.send_str(json.dumps({"act": "play", "number": last, "move": move}))
                elif page["actor"] == viewer and page["can"]["end"]:
                    await socket.send_str(json.dumps({"act": "end", "number": last}))

    async def _fetch(self, phone, page):
        for path in (f"/look/{page['number']}/tall", f"/board/{page['number']}/tall", f"/thing/{page['number']}/0"):
            async with phone.get(path) as answer:
                await answer.read()
                self.fetched += answer.status == 200


def percentile(values, share):
    return sorted(values)[int(share * (len(values) - 1))] if values else 0.0


def main(seconds=60.0):
    keep_everything_in(Path(tempfile.mkdtemp()))
    with stand((1920, 1080)) as here:
        people = [Seat(name) for name in ("Ann", "Ben", "Zoë", "Dávid")]
        match = Match.start(here.app, new_setup("labyrinth", None, people, 7))
        board = BoardScene(here.app, match)
        here.show(board)
        here.app.kit.bakery.patience = PATIENCE
        board.phones.host.open(Address("127.0.0.1"))
        while board.phones.host.opened is None:
            here.frame()
            time.sleep(FRAME)
        (child,) = [one for one in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(one.cmdline())]
        crowd = Crowd(board.phones.host.opened, seconds)
        threading.Thread(target=crowd.run, daemon=True).start()
        gc.collect()
        gc.freeze()  # as the window does
        frames, memory, begun = [], [], time.monotonic()
        while not crowd.is_done:
            before = time.thread_time()
            here.frame(seen=True)
            frames.append(time.thread_time() - before)
            if time.monotonic() - begun > len(memory) * 10:
                memory.append(child.memory_info().rss / 2**20)
            time.sleep(max(0.0, FRAME - (time.thread_time() - before)))
        print(f"{len(frames)} frames: median {1000 * statistics.median(frames):.1f} ms, "
              f"p99 {1000 * percentile(frames, 0.99):.1f} ms, worst {1000 * max(frames):.1f} ms of CPU")  # fmt: skip
        print(f"{crowd.moves} wishes: at the page again in {1000 * percentile(crowd.answers, 0.5):.0f} ms (median), "
              f"p99 {1000 * percentile(crowd.answers, 0.99):.0f} ms; {crowd.fetched} pictures fetched")  # fmt: skip
        print("server, MB every 10 s:", " ".join(f"{one:.0f}" for one in memory))
        print("at the end:", match.session.ply, "plies,", len(board.phones.host.phones), "phones,",
              board.phones.host.watchers, "watchers,", crowd.opened_pages, "times a page was opened")  # fmt: skip


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
