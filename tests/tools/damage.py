"""Damages a store at random and counts what is recovered: ``python -m tests.tools.damage --rounds 1000 --seed 1``.

The store holds games of all five, finished and open, some of them in the log only, as after a kill. Each round damages
a copy of it, opens that, and compares every game with what it was, and with what plain reads of the damaged file give.
In every other round there is a backup.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from logic.core import Dice, Message
from logic.registry import GAMES, game_config, new_setup
from logic.session import SaveError, Seat, Session
from logic.storage.database import looks_interrupted
from logic.storage.exchange import to_bytes
from logic.storage.schema import BACKUPS, FILE_NAME, LOG, write_backup
from logic.storage.store import Store

NAMES = ("Ada", "Béla")
MOVES = 14
DAY = "2026-01-31"


class Told(NamedTuple):
    """All that a player would miss of a game."""

    setup: Any
    journal: tuple[str, ...]
    result: Any


class Original(NamedTuple):
    """A store as it was before: its files, and its games by the time at which each was begun."""

    folder: Path
    games: Mapping[float, Told]
    numbers: Mapping[float, int]


# -- the store before


def play(store: Store, game: str, seed: int, *, ends: bool) -> None:
    """Play the beginning of a game, or one that is given up."""
    config = game_config(game)
    seats = tuple(Seat(name=name) for name in NAMES[: config.variants[config.default].players[0]])
    setup = new_setup(game, None, seats, seed)
    begun = 1000.0 * seed
    number = store.begin(setup, begun)
    session = Session(GAMES[game], setup, store.recorder(number, lambda: begun + 1 + len(session.moves)))
    dice = Dice(seed)
    while len(session.moves) < MOVES and session.outcome() is None:
        if session.awaits_end:
            session.end_turn()
        session.play(dice.choice(session.state.legal_moves()))
    if ends and session.outcome() is None:
        session.end_early(0)
    outcome = session.outcome()
    if outcome is not None:
        store.finish(number, outcome, begun + 100)


def told(store: Store) -> dict[float, Told]:
    """Return all games of a store that can be read, by the time at which they were begun."""
    parcels = msgspec.json.decode(to_bytes(store.export_all()))["games"]
    return {one["started"]: Told(one["setup"], tuple(one["journal"]), one["result"]) for one in parcels}


def make_original(folder: Path) -> Original:
    """Fill a store in two sittings, the second of which is killed, and back it up."""
    first, _ = Store.open(folder / "played")
    for name in NAMES:
        first.add_profile(name)
    for seed, game in enumerate(GAMES, 1):
        play(first, game, seed, ends=seed % 2 == 0)
        first.set_progress("jumpin", f"puzzle {seed}", {"moves": seed}, NAMES[0])
    first.close()
    second, _ = Store.open(folder / "played")
    for seed, game in enumerate(GAMES, 1 + len(GAMES)):
        play(second, game, seed, ends=seed % 2 == 0)
    games = told(second)
    entries = [*second.unfinished(), *second.finished()]
    shutil.copytree(folder / "played", folder / "killed", ignore=shutil.ignore_patterns("*-shm"))
    second.close()
    write_backup(folder / "played" / FILE_NAME, DAY)
    return Original(folder, games, {entry.started: entry.id for entry in entries})


# -- the damage


def flip(content: bytearray, dice: Dice) -> None:
    """Flip single bits."""
    for _ in range(1 + dice.below(4)):
        content[dice.below(len(content))] ^= 1 << dice.below(8)


def spill(content: bytearray, dice: Dice) -> None:
    """Write random bytes over some bytes in a row."""
    start = dice.below(len(content))
    for place in range(start, min(start + 1 + dice.below(64), len(content))):
        content[place] = dice.below(256)


def lose_page(content: bytearray, dice: Dice) -> None:
    """Zero a whole page."""
    start = dice.below(len(content)) // 4096 * 4096
    content[start : start + 4096] = bytes(len(content[start : start + 4096]))


def cut(content: bytearray, dice: Dice) -> None:
    """Cut off the end, but not just the end of a log as a kill leaves it: those two cannot be told apart."""
    end = dice.below(len(content))
    del content[end + looks_interrupted(end) :]


HARMS: tuple[Callable[[bytearray, Dice], None], ...] = (flip, flip, flip, spill, lose_page, cut)


def harm(folder: Path, dice: Dice) -> str:
    """Damage the file, its log, or both; return how."""
    done = []
    which = dice.below(4)
    if which < 3:
        done.append(_harm_file(folder / FILE_NAME, dice))
    if which > 1:
        log = folder / f"{FILE_NAME}{LOG}"
        if dice.below(4) == 0:
            log.unlink()
            done.append(f"lost {log.name}")
        else:
            done.append(_harm_file(log, dice))
    return ", ".join(done)


def _harm_file(file: Path, dice: Dice) -> str:
    content, way = bytearray(file.read_bytes()), dice.choice(HARMS)
    way(content, dice)
    file.write_bytes(content)
    return f"{way.__name__} {file.name}"


# -- the recovery


def plain_reads(folder: Path, original: Original) -> set[float]:
    """Return the games that plain queries by their numbers can read out of a damaged file."""
    found = set()
    with tempfile.TemporaryDirectory() as copy, suppress(sqlite3.Error, UnicodeDecodeError):
        for ending in ("", LOG):
            with suppress(FileNotFoundError):
                shutil.copy(folder / f"{FILE_NAME}{ending}", copy)
        with closing(sqlite3.connect(Path(copy) / FILE_NAME)) as database:
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            for begun, number in original.numbers.items():
                with suppress(sqlite3.Error, UnicodeDecodeError, ValueError, TypeError):
                    (setup,) = database.execute("SELECT setup FROM games WHERE id = ?", (number,)).fetchone()
                    lines = database.execute("SELECT line FROM journal WHERE game_id = ? ORDER BY n", (number,))
                    journal = tuple(line for (line,) in lines.fetchall())
                    was = original.games[begun]
                    if (msgspec.json.decode(setup), journal) == (was.setup, was.journal):
                        found.add(begun)
    return found


class Seen(NamedTuple):
    """What a player sees after the damage."""

    whole: set[float]
    wordless: set[float]
    """Games that are not what they were, without any message."""
    gone: set[float]
    """Those of them that are not even listed."""


def look(folder: Path, original: Original) -> Seen:
    """Open a damaged store as the program does, go on in it, and see which games are there."""
    store, messages = Store.open(folder, GAMES)
    with closing(store):
        spoken = set(original.games) if messages else set()
        entries = [*store.unfinished(), *store.finished()]
        listed = {entry.started for entry in entries}
        for entry in entries:
            try:
                said = _go_on(store, entry.id)
            except SaveError as error:
                said = error.message
            if said is not None:
                spoken.add(entry.started)
        numbers = {number: begun for begun, number in original.numbers.items()}
        unreadable = {numbers.get(game.id, 0.0) for game in store.unreadable()}
        here = told(store)
        to_bytes(store.export_all())
        play(store, "lgame", 77, ends=True)
        for game in GAMES:
            store.statistics(game, NAMES[0])
        store.progress("jumpin", NAMES[0])
    whole = {begun for begun, was in original.games.items() if here.get(begun) == was}
    wordless = original.games.keys() - whole - spoken - unreadable
    return Seen(whole, wordless, wordless - listed)


def _go_on(store: Store, number: int) -> Message | None:
    """Open a game as its board does, which stores the result of one that was killed at its end; return the message."""
    session, said = store.resume(number, GAMES)
    outcome = session.outcome()
    if outcome is not None and any(entry.id == number for entry in store.unfinished()):
        store.finish(number, outcome, 0.0)
    return said


def again(folder: Path) -> bool:
    """Return whether the store opens a second time without a message."""
    store, messages = Store.open(folder, GAMES)
    store.close()
    return messages == ()


# -- the whole


class Count(NamedTuple):
    """The result of many rounds; games are counted once a round."""

    games: Counter[str]
    faults: list[str]

    def lines(self, rounds: int) -> Iterator[str]:
        games = self.games
        yield f"{rounds} rounds, {len(self.faults)} faults; {games['gone']} games gone without a word"
        for kind in ("without", "with"):
            share = {what: games[f"{what} {kind}"] / max(1, games[f"all {kind}"]) for what in ("plain", "whole")}
            yield (
                f"{kind} a backup: {games[f'all {kind}']} games, plain reads give {share['plain']:.2%}, "
                f"{share['whole']:.2%} came back whole, {games[f'less {kind}']} fewer than plain reads give, "
                f"{games[f'wordless {kind}']} altered so that nobody can tell"
            )
        yield from self.faults


def run(rounds: int, seed: int) -> Count:
    """Damage a store so many times."""
    count = Count(Counter(), [])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        original = make_original(folder)
        for number in range(rounds):
            kind = ("without", "with")[number % 2]
            with spoilt(original, Dice(seed * 1_000_003 + number), backed=kind == "with") as (copy, how):
                where = f"round {number}, {how}, {kind} a backup"
                plain = plain_reads(copy, original)
                try:
                    seen = look(copy, original)
                    if not again(copy):
                        count.faults.append(f"{where}: told about twice")
                except Exception:
                    count.faults.append(f"{where}: {traceback.format_exc()}")
                    continue
            if seen.gone:
                count.faults.append(f"{where}: gone without a word: {sorted(seen.gone)}")
            if plain - seen.whole:
                count.faults.append(f"{where}: plain reads give more: {sorted(plain - seen.whole)}")
            if kind == "with" and len(seen.whole) < len(original.games):
                lost = original.games.keys() - seen.whole
                count.faults.append(f"{where}: lost in spite of it: {sorted(lost)}")
            count.games.update({
                f"all {kind}": len(original.games), f"plain {kind}": len(plain), f"whole {kind}": len(seen.whole),
                f"less {kind}": len(plain - seen.whole), f"wordless {kind}": len(seen.wordless),
                "gone": len(seen.gone),
            })  # fmt: skip
    return count


@contextmanager
def spoilt(original: Original, dice: Dice, *, backed: bool) -> Iterator[tuple[Path, str]]:
    """Yield a damaged copy of a store, and how it was damaged."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "spoilt"
        shutil.copytree(original.folder / "killed", copy)
        if backed:
            shutil.copytree(original.folder / "played" / BACKUPS, copy / BACKUPS)
        yield copy, harm(copy, dice)


def main() -> int:
    """Run what the command line asks for; return 1 where there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    count = run(options.rounds, options.seed)
    print(*count.lines(options.rounds), sep="\n")
    return 1 if count.faults else 0


if __name__ == "__main__":
    sys.exit(main())
