"""Runs four phones and twenty spectators against a board for a while: ``python -m tests.bench.bench_phones [SECONDS]``.

Prints every ten seconds which are connected and how much memory is held; at the end frame times by the clock of their
own thread, the time of a move to the program and back to all pages, and how often a page was lost. Every page fetches
what a phone fetches. Connections are reported only until the first one leaves.
"""

import asyncio
import gc
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import aiohttp
import psutil

from logic.core import Dice
from logic.hosting import WATCHER
from logic.registry import new_setup
from logic.session import Seat
from logic.storage.files import use_data_folder
from scenes.app.window import PATIENCE
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.phones.wire import Address
from scenes.shots.headless import FRAME, headless_app
from tests.bench.clock import cuts

SEATS, WATCHERS = 4, 20
PAUSE, AGAIN = 0.6, 0.2
"""Seconds between two moves, and until a page that was closed reconnects."""
FEW = 6
"""Moves are chosen from the first so many: random ones would find all treasures in a quarter of an hour."""
EVERY = 10
"""Seconds between two checks of connections and memory."""


class Crowd:
    """All pages, in a thread of their own, and all behind one address, as in a club behind its proxy."""

    def __init__(self, opened, seconds):
        self.opened, self.seconds = opened, seconds
        self.answers, self.moves, self.fetched, self.opened_pages, self.lost = [], 0, 0, 0, Counter()
        self.is_done = self.is_leaving = False
        self.dice = Dice(1)

    def run(self):
        try:
            asyncio.run(self._all())
        finally:
            self.is_done = True

    async def _all(self):
        self.until = time.monotonic() + self.seconds
        viewers = [*range(SEATS), *[WATCHER] * WATCHERS]
        await asyncio.gather(*(self._page(viewer, number) for number, viewer in enumerate(viewers)))

    async def _page(self, viewer, number):
        await asyncio.sleep(0.6 * number)  # as people arrive
        origin = self.opened.address.rstrip("/")
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(origin, cookie_jar=jar, headers={"Origin": origin}) as phone:
            async with phone.post("/join", json={"code": self.opened.code, "seat": viewer}) as answer:
                answer.raise_for_status()
            while time.monotonic() < self.until:
                try:
                    await self._look_and_play(phone, viewer)
                except (aiohttp.ClientError, TypeError) as problem:  # it was closed: as a phone does, it reconnects
                    self.lost[f"{type(problem).__name__} {problem}"] += 1
                    await asyncio.sleep(AGAIN)

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
                await self._fetch(phone, last)
                if page["actor"] == viewer and page["moves"]:
                    await asyncio.sleep(PAUSE)
                    move = self.dice.choice(page["moves"][:FEW])["move"]
                    asked = time.monotonic()
                    self.moves += 1
                    await socket.send_str(json.dumps({"act": "play", "number": last, "move": move}))
                elif page["actor"] == viewer and page["can"]["end"]:
                    await socket.send_str(json.dumps({"act": "end", "number": last}))
            self.is_leaving = True

    async def _fetch(self, phone, number):
        look, _ = await asyncio.gather(
            self._get(phone, f"/look/{number}/tall"), self._get(phone, f"/board/{number}/tall")
        )
        things = range(len(json.loads(look)["things"])) if look else ()
        await asyncio.gather(*(self._get(phone, f"/thing/{number}/{which}") for which in things))

    async def _get(self, phone, path):
        async with phone.get(path) as answer:
            self.fetched += answer.status == 200
            return await answer.read() if answer.status == 200 else b""


def main(seconds=60.0):
    use_data_folder(Path(tempfile.mkdtemp()))
    with headless_app((1920, 1080)) as here:
        people = [Seat(name) for name in ("Ann", "Ben", "Zoë", "Dávid")]
        match = Match.start(here.app, new_setup("labyrinth", None, people, 7))
        board = BoardScene(here.app, match)
        here.show(board)
        here.app.kit.cache.time_budget = PATIENCE
        board.phones.host.open(Address("127.0.0.1"))
        while board.phones.host.opened is None:
            here.frame()
            time.sleep(FRAME)
        (child,) = [one for one in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(one.cmdline())]
        crowd = Crowd(board.phones.host.opened, seconds)
        threading.Thread(target=crowd.run, daemon=True).start()
        gc.collect()
        gc.freeze()  # as the window does
        frames, own, begun, looks = [], psutil.Process(), time.monotonic(), 0
        print("seconds: pages of players and watchers, plies, MB of the server and of the program")
        while not crowd.is_done:
            before = time.thread_time()
            here.frame(seen=True)
            frames.append(time.thread_time() - before)
            if time.monotonic() - begun > looks * EVERY and not crowd.is_leaving:
                host, held = board.phones.host, [one.memory_info().rss / 2**20 for one in (child, own)]
                print(f"{looks * EVERY}: {sum(host.here)} + {host.watchers}, {match.session.ply},"
                      f" {held[0]:.0f}, {held[1]:.0f}", flush=True)  # fmt: skip
                looks += 1
            time.sleep(max(0.0, FRAME - (time.thread_time() - before)))
        print(f"{len(frames)} frames: {cuts(frames)} of CPU")
        print(f"{crowd.moves} wishes: at the page again in {cuts(crowd.answers)}; {crowd.fetched} pictures fetched")
        print(f"{crowd.opened_pages} times a page was opened; lost: {dict(crowd.lost) or 'none'}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
