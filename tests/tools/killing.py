"""Kills the program without warning, again and again, and checks whether anything that was shown has been lost.

Run ``python -m tests.tools.killing --kills 1000 --seed 1``. A child process uses the real screens — it plays all five
games, changes settings, exports, draws boards, adds players — and reports on a pipe what it is about to store, and
what a frame has shown to be stored. Most children are forked from a process that has imported everything and started
nothing, so that the program is open within a moment; every tenth is a Python of its own, which may die while it still
imports.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import msgspec
import pygame

from logic.cabinet import read_cabinet
from logic.core import Dice
from logic.engine.worker import Thinker
from logic.registry import GAMES
from logic.session import SaveError, Session
from logic.storage import settings as settings_file
from logic.storage.exchange import ExportedGame, read_exchange
from logic.storage.files import BOARDS, board_path, data_folder, use_data_folder
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import LONGEST_STEP, App
from scenes.app.exports import EXPORTS, GAMES_ENDING, free_export
from scenes.app.page import Question
from scenes.app.window import Options, SettingsWriter, open_first_screens
from scenes.board.scene import BoardScene
from scenes.cabinet.profiles import ProfilesScene
from scenes.cabinet.settings import SettingsScene
from scenes.editor.files import DRAFTS
from scenes.puzzles.play import campaign, editor_of
from scenes.shots.headless import ImmediateExecutor
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Input
from tests.tools.robot import KINDS, Robot

SIZE = (800, 500)
KILLS_A_FOLDER = 10
"""How many children use one folder, one after the other."""
COLD_EVERY = 10
"""Every so many children one is a Python of its own."""
PATIENCE = 120.0
"""Seconds after which a child that reports nothing is a fault."""
INSTANT = 0.006
"""Seconds within which a child dies that is about to do something: as long as a file is being written."""
FIRST_START = 5.0
"""Seconds that the first child is assumed to take to open the program."""
DEEDS = {"games": 30, "exports": 3, "settings": 4, "players": 2, "boards": 4}
"""What a child may be about to do when it dies, and how often it may have done it by then."""
STARTING = "starting"
MOMENTS = (STARTING, STARTING, "games", "games", "games", "games", "exports", "settings", "players", "boards")
TURNS = 6
"""How often the child acts at one board before doing something else."""
BOARD_NAMES = ("Cave", "Meadow")
UNFINISHED = ".new"
"""The ending of a file that is not in its place yet; the next start may find it and must not mind."""
EDITED = ("dragon", "jumpin")
PRELOADED = ["tests.tools.robot", "scenes.app.window", *(f"scenes.{game}.editor" for game in EDITED)]
"""What the process has imported from which children are forked; it has started neither threads nor a window."""
SWITCHES = ("mute", "coach", "reduced_motion")
DRAFT_FRAMES = 15
"""Frames of rest in an editor until the draft is written."""

Said = list[Any]
Seen = tuple[list[str], bool]
"""A position as it was shown: the moves that stand, and whether the game is over."""


def seen(session: Session) -> Seen:
    """Return what a board shows of a session."""
    return [str(move) for move in session.moves], session.outcome() is not None


# -- the child


class Life:
    """A user of the program in the data folder, who calls ``tell`` with what is stored: before, and once it shows."""

    def __init__(self, seed: int, tell: Callable[[Said], None]) -> None:
        self._tell = tell
        self._seen: dict[int, Seen] = {}
        pygame.display.init()
        pygame.font.init()
        self._surface = pygame.display.set_mode(SIZE)
        path = data_folder() / settings_file.FILE_NAME
        chosen, warnings = settings_file.load(path)
        store, notices = Store.open(data_folder())
        tell(["warned", [str(message) for message in (*warnings, *notices)]])
        self.app = App(
            SIZE, cabinet=read_cabinet(), settings=chosen, store=store, thinker=Thinker(ImmediateExecutor),
            sound=SoundBank(silent=True), now=time.time, keep_settings=SettingsWriter(path, chosen, forced=False).keep,
            language="en",
        )  # fmt: skip
        self.robot = Robot(self.app, Dice(seed), self._frame, TURNS)
        open_first_screens(self.app, Options(), ())
        self.robot.settle()
        tell(["opened"])

    def _frame(self, events: Sequence[Input]) -> bool:
        """Run one turn of the event loop as the window does, and report what it has shown of games."""
        pygame.event.get()
        drew = self.app.stack.frame(events, LONGEST_STEP, self._surface)
        if drew:
            pygame.display.flip()
            boards = [scene for scene in self.app.stack.scenes if isinstance(scene, BoardScene)]
            for match in (board.match for board in boards if board.match.game_id is not None):
                shown = seen(match.session)
                if self._seen.get(match.game_id) != shown:
                    self._seen[match.game_id] = shown
                    self._tell(["games", match.game_id, *shown])
        return drew

    def _keep(self, deed: str, values: dict[str, Any], do: Callable[[], object]) -> None:
        """Do what stores those values under their names; once that is done and shown, report it."""
        self._tell([deed, values])
        do()
        self._tell(["kept", values])

    # -- the child's activities

    def go_on(self, first: str) -> None:
        """Do one thing after the other for ever, that one first and most often."""
        deeds: dict[str, Callable[[], None]] = {
            "games": self._play, "exports": partial(self._play, self._export), "settings": self._switch,
            "players": self._add_player, "boards": self._draw_board,
        }  # fmt: skip
        while True:
            deeds[first]()
            first = self.robot.dice.choice((first, first, first, *deeds))

    def _play(self, between: Callable[[BoardScene], None] = lambda _board: None) -> None:
        """Resume the game that the shelf offers, or begin another one."""
        robot, stack = self.robot, self.app.stack
        if stack.top.ui.find("go-on") is not None and robot.dice.below(2):
            robot.press("go-on")  # the result covers the board of a game that was killed at its end
            board = next(scene for scene in stack.scenes if isinstance(scene, BoardScene))
        else:
            board = robot.open_board(robot.dice.choice(KINDS))
        robot.uncover(board)
        robot.play(board, between)
        robot.stand_up(board)

    def _export(self, board: BoardScene) -> None:
        """Save a copy of the current game."""
        if board.match.is_over:
            return
        self.robot.do("menu")
        path = free_export(self.app, board.match.name, GAMES_ENDING)
        self._keep("exports", {f"{EXPORTS}/{path.name}": True}, lambda: self.robot.press("save"))
        self.robot.uncover(board)

    def _switch(self) -> None:
        self.app.stack.push(SettingsScene(self.app))
        self.robot.settle()
        for name in SWITCHES:
            changed = self.app.settings.with_(**{name: not getattr(self.app.settings, name)})
            self._keep("settings", kept_settings(changed), partial(self.robot.press, name))
        self.robot.do("cancel")

    def _add_player(self) -> None:
        """Enter a new name, who plays from now on."""
        known = self.app.store.profiles()
        name = f"Ada {len(known) + 1}"
        self.app.stack.push(ProfilesScene(self.app))
        self.robot.settle()
        self.robot.write("name", name)
        values = {"players": [*known, name], **kept_settings(self.app.settings.with_(profile=name))}
        self._keep("players", values, lambda: self.robot.press("done"))
        self.robot.do("cancel")

    def _draw_board(self) -> None:
        """Draw a board: a while later it is a draft, and then a file, perhaps replacing another one."""
        robot, dice, stack = self.robot, self.robot.dice, self.app.stack
        game = dice.choice(EDITED)
        editor = editor_of(game)(self.app, game, None, None)
        stack.push(editor)
        robot.settle()
        if isinstance(stack.top, Question):
            robot.press("answer0")
        drawing = editor.editor.read(editor.puzzles.write(dice.choice(dice.choice(campaign(game))).params))
        draft, path = f"{DRAFTS}/{editor.shelving.draft_path.name}", board_path(game, dice.choice(BOARD_NAMES))

        def rest() -> None:
            editor.do(drawing)
            for _ in range(DRAFT_FRAMES):
                self._frame(())

        def save() -> None:
            robot.press("save")
            robot.write("line", path.stem)
            robot.press("done")
            if isinstance(stack.top, Question):
                robot.press("answer1")

        self._keep("boards", {draft: drawing.to_json().decode()}, rest)
        self._keep("boards", {f"{BOARDS}/{game}/{path.name}": editor.text(), draft: None}, save)
        robot.do("cancel")


def kept_settings(settings: Settings) -> dict[str, Any]:
    """Return what is in the file of settings, under its name."""
    return {settings_file.FILE_NAME: msgspec.json.decode(msgspec.json.encode(settings))}


def live(folder: str, seed: int, first: str, pipe: Connection) -> None:
    """Run the child: use that folder until it is killed, or until nobody reads the pipe any more."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    use_data_folder(Path(folder))
    try:
        Life(seed, lambda said: pipe.send_bytes(json.dumps(said).encode())).go_on(first)
    except BrokenPipeError:
        return


# -- the killer


class Lost(AssertionError):
    """Something that was shown is not there any more, or something is broken."""


class Witness:
    """Reads what the children of one folder report, and compares it with what lies there once they are dead."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._journals: dict[int, tuple[str, ...]] = {}
        """What was found of each game the last time."""
        self._seen: dict[int, list[Seen]] = defaultdict(list)
        self._values: dict[str, list[Any]] = {}
        """What may be stored under each name: what was shown last, and what was about to be written since."""
        self.count: Counter[str] = Counter()

    def hear(self, said: Said) -> None:
        """Take one report of a child."""
        word, *rest = said
        if word == "warned" and rest[0]:
            raise Lost(f"the next start says: {rest[0]}")
        if word == "games":
            self._seen[rest[0]].append((rest[1], rest[2]))
            self.count["positions shown"] += 1
        elif word == "kept":
            self._values.update({name: [value] for name, value in rest[0].items()})
            self.count["other things shown"] += len(rest[0])
        elif word in DEEDS:
            for name, value in rest[0].items():
                self._values.setdefault(name, [None]).append(value)

    def look(self) -> None:
        """Compare all reports with a copy of the folder, which stays as the dead child has left it."""
        with TemporaryDirectory(prefix="quincunx-look-") as place:
            copy = Path(shutil.copytree(self._folder, Path(place) / "data", dirs_exist_ok=True))
            store, messages = Store.open(copy)
            try:
                if messages:
                    raise Lost(f"the store says: {[str(message) for message in messages]}")
                self._look_at_games(store)
                self._look_at_values(copy, store)
            finally:
                store.close()
        self._seen.clear()

    def _look_at_games(self, store: Store) -> None:
        for game_id in sorted({*self._journals, *self._seen}):
            try:
                kept = store.export_game(game_id)
                journal, before = kept["games"][0]["journal"], self._journals.get(game_id, ())
                if journal[: len(before)] != before:
                    raise Lost(f"game {game_id}: some of what an earlier child has left is gone")
                if self._seen[game_id]:
                    self._look_at_game(store, game_id, read_exchange(kept, GAMES).games[0])
            except SaveError as error:
                raise Lost(f"game {game_id}: {error.message}") from None
            self._journals[game_id] = journal

    def _look_at_game(self, store: Store, game_id: int, game: ExportedGame) -> None:
        """Check a game of which the dead child has shown something."""
        shown, resumed = self._seen[game_id], store.resume(game_id, GAMES)
        if resumed.message is not None:
            raise Lost(f"game {game_id}: {resumed.message}")
        if not leads_through(positions(game), shown):
            raise Lost(f"game {game_id}: {shown[-1]} was shown; the journal is {game.journal}")
        if shown[-1][1] and game.ended is None:
            raise Lost(f"game {game_id}: its end was shown and is not kept")

    def _look_at_values(self, copy: Path, store: Store) -> None:
        found = {
            path.relative_to(copy).as_posix()
            for folder in (BOARDS, DRAFTS, EXPORTS)
            for path in (copy / folder).rglob("*")
            if path.is_file() and path.suffix != UNFINISHED
        }
        for name in sorted({*self._values, *found}):
            value, allowed = value_of(copy, store, name), self._values.get(name, [None])
            if value not in allowed:
                raise Lost(f"{name}: {value!r} lies there, and none of {allowed!r}")
            self._values[name] = [value]


def positions(game: ExportedGame) -> Iterator[Seen]:
    """Yield all positions that a journal has led through."""
    session = Session(GAMES[game.setup.game], game.setup)
    yield seen(session)
    for line in game.journal:
        session.act(line)
        yield seen(session)


def leads_through(way: Iterator[Seen], shown: Sequence[Seen]) -> bool:
    """Return whether a sequence passes through all that was shown, in that order."""
    return all(any(there == here for there in way) for here in shown)


def value_of(folder: Path, store: Store, name: str) -> Any:
    """Return what is stored under a name; None where nothing is."""
    if name == "players":
        return list(store.profiles()) or None
    path = folder / name
    if not path.exists():
        return None
    if name == settings_file.FILE_NAME:
        settings, messages = settings_file.load(path)
        return [str(message) for message in messages] or kept_settings(settings)[name]
    if name.startswith(EXPORTS):
        try:
            return bool(read_exchange(path.read_bytes(), GAMES).games)
        except SaveError as error:
            return str(error.message)
    return path.read_text(encoding="utf-8")


class Moment(NamedTuple):
    """When a child dies: so many seconds after it has reported for the n-th time what it does, or after its start."""

    deed: str
    number: int
    seconds: float


class Killer:
    """Starts one child after the other, and kills each of them at a random moment."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - when to kill, no secret
        self._cold = self._warm = get_context("spawn")
        if "forkserver" in get_all_start_methods():
            self._warm = get_context("forkserver")
            self._warm.set_forkserver_preload(PRELOADED)
        self._start_seconds = dict.fromkeys((self._cold, self._warm), FIRST_START)
        """How long children of each kind took to open the program, the last one that got so far."""
        self.count: Counter[str] = Counter()

    def kill(self, folder: Path, witness: Witness) -> None:
        """Let a child use that folder, kill it, and check what it leaves behind."""
        context = self._warm if self.count["kills"] % COLD_EVERY else self._cold
        moment = self._moment(context)
        args = (str(folder), self._dice.getrandbits(30), "games" if moment.deed == STARTING else moment.deed)
        with child(context, args) as (process, pipe):
            began = time.monotonic()
            for word in words(pipe, moment):
                witness.hear(word)
                if word[0] == "opened":
                    self._start_seconds[context] = time.monotonic() - began
            time.sleep(moment.seconds)
            process.kill()
            for word in words(pipe):
                witness.hear(word)
            process.join()
            if process.exitcode != -signal.SIGKILL:
                raise Lost(f"the child ended by itself, with {process.exitcode}")
        witness.look()
        self.count.update(("kills", f"killed: {moment.deed}", *(["cold starts"] if context is self._cold else [])))

    def _moment(self, context: BaseContext) -> Moment:
        deed = self._dice.choice(MOMENTS)
        if deed == STARTING:
            return Moment(deed, 0, self._dice.uniform(0, self._start_seconds[context]))
        return Moment(deed, self._dice.randint(1, DEEDS[deed]), self._dice.uniform(0, INSTANT))


def words(pipe: Connection, moment: Moment | None = None) -> Iterator[Said]:
    """Yield a child's reports until that moment is near, or, without one, until it is dead and all has been read."""
    left = moment.number if moment is not None else -1
    while left:
        if not pipe.poll(PATIENCE):
            raise Lost(f"a child has said nothing for {PATIENCE:.0f} seconds")
        try:
            said = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):  # the last report may have been cut short
            return
        yield said
        left -= moment is not None and said[0] == moment.deed


@contextmanager
def child(context: BaseContext, args: tuple[Any, ...]) -> Iterator[tuple[BaseProcess, Connection]]:
    """Start a child and read its reports; in any case it is dead at the end."""
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=live, args=(*args, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield process, ours
    finally:
        process.kill()
        process.join()
        ours.close()


def kill_often(kills: int, seed: int, say: Callable[[str], None]) -> Counter[str]:
    """Kill so many children; return the counts. Raise Lost, the folder kept and named, where something is gone."""
    killer, total = Killer(seed), Counter[str]()
    while killer.count["kills"] < kills:
        folder = Path(mkdtemp(prefix="quincunx-killing-"))
        witness = Witness(folder)
        try:
            for _ in range(min(KILLS_A_FOLDER, kills - killer.count["kills"])):
                killer.kill(folder, witness)
        except Lost as lost:
            raise Lost(f"kill {killer.count['kills'] + 1} of seed {seed}, in {folder}: {lost}") from None
        shutil.rmtree(folder)
        total += witness.count
        say(f"{killer.count['kills']:5} kills: {total['positions shown']} positions shown, 0 moves lost")
    return total + killer.count


def main() -> int:
    """Kill as often as the arguments say; exit with 1 where something is lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.killing", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    try:
        counted = kill_often(args.kills, args.seed, partial(print, flush=True))
    except Lost as lost:
        print(f"LOST: {lost}")
        return 1
    for name, number in sorted(counted.items()):
        print(f"{name}: {number}")
    print(f"moves lost: 0, in {time.monotonic() - began:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
