"""Puts small faults into a copy, one by one, to see each caught: ``python -m tests.tools.faults [--only WORD …]``."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.processes import ROOT, run

SECONDS = 120.0
"""A test's time limit: an endless one has caught nothing."""
ALL_SECONDS = 600.0
"""The same for all tests together."""
FAILED = 1
"""pytest's exit code where a test has failed, and only there."""
LINES = 15
"""Lines of pytest's own output that are shown where it ends in no expected way."""
NAME, FILE = 68, 30
"""Column widths of the printed table."""
FILES = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
"""Lists the files of the project, including those not added yet."""


class Fault(NamedTuple):
    """A text that occurs once in a file, its replacement, and the test that must fail with it."""

    name: str
    file: str
    there: str
    instead: str
    test: str


class FaultError(Exception):
    """A problem that keeps the faults from proving anything."""


def told(text: str) -> Iterator[Fault]:
    """Read faults of four lines each: its name and file, the text, its replacement, if any, the test."""
    for name, file, there, instead, test in re.findall(r"(.+) -- (.+)\n- (.+)\n(?:\+ (.+)\n)?(tests/.+)\n", text):
        yield Fault(name, file, there, instead, test)


FAULTS = tuple(
    told("""
lgame: an L may stay where it is -- logic/lgame/rules.py
- if placement != own and taken.isdisjoint
+ if taken.isdisjoint
tests/rules/lgame/test_lgame_rules.py::test_rules_sentence_by_sentence
lgame: neutral pieces that changed places make another position -- logic/lgame/rules.py
- low, high = sorted(self.neutrals)
+ low, high = self.neutrals
tests/rules/lgame/test_lgame_rules.py::test_rules_sentence_by_sentence
jumpin: a fox is stopped by what is far away -- logic/jumpin/rules.py
- for way in (reversed(range(here)), range(
+ for way in (range(here), range(
tests/rules/jumpin/test_jumpin_rules.py::test_rabbits_jump_over_pieces_and_foxes_slide_until_blocked
jumpin: rows for columns below a fox -- logic/jumpin/rules.py
- (1 if level else self.board.cols)
+ (1 if level else self.board.rows)
tests/rules/jumpin/test_jumpin_rules.py::test_positions_round_trip_through_their_text
labyrinth: a pawn that is pushed out stays at the rim -- logic/labyrinth/components.py
- cells[(cells.index(cell) + 1) % size]
+ cells[min(cells.index(cell) + 1, size - 1)]
tests/rules/labyrinth/test_labyrinth_rules.py::test_rules_sentence_by_sentence
labyrinth: everybody walks through the wall -- logic/labyrinth/rules.py
- through_wall=self.bonus.wall and seat == self.player
+ through_wall=self.bonus.wall
tests/rules/labyrinth/test_labyrinth_rules.py::test_the_wall_mark_lets_the_own_pawn_through_one_wall_in_one_walk
labyrinth: home is where the first player began -- logic/labyrinth/rules.py
- self.pawns[self.player] != self.params.starts[self.player]
+ self.pawns[self.player] != self.params.starts[0]
tests/rules/labyrinth/test_labyrinth_rules.py::test_rules_sentence_by_sentence
coatl: five prophecies on a cóatl -- logic/coatl/moves.py
- len(coatl.prophecies) < MOST_PROPHECIES
+ len(coatl.prophecies) <= MOST_PROPHECIES
tests/rules/coatl/test_coatl_rules.py::test_rules_sentence_by_sentence
coatl: none of two colours is as many of both -- logic/coatl/scoring.py
- return 0 < colours.count(requirement.one) ==
+ return colours.count(requirement.one) ==
tests/rules/coatl/test_coatl_scoring.py::test_equal_colours_require_at_least_one_of_each
coatl: one pass more before the end -- logic/coatl/rules.py
- state.passes >= state.params.players
+ state.passes > state.params.players
tests/rules/coatl/test_coatl_rules.py::test_rules_sentence_by_sentence
dragon: a blast fells what has fallen -- logic/dragon/rules.py
- .kind == "edible" and c not in self.dues)
+ .kind == "edible")
tests/rules/dragon/test_dragon_rules.py::test_rules_sentence_by_sentence
dragon: one teleport after another -- logic/dragon/rules.py
- elif field.kind == "teleport" and not carried:
+ elif field.kind == "teleport":
tests/rules/dragon/test_dragon_rules.py::test_rules_sentence_by_sentence
redaction labyrinth: a look at a card shows it to whoever moves -- logic/labyrinth/rules.py
- Peek(viewer, pile) in state.peeks
+ Peek(state.player, pile) in state.peeks
tests/rules/labyrinth/test_labyrinth_rules.py::test_peek_shows_a_top_card_to_the_peeker_only_until_it_is_found
redaction coatl: what others laid aside is seen -- logic/coatl/rules.py
- aside=_covered(seat.aside),
tests/laws/test_coatl_laws.py::test_hidden_cards_do_not_appear_in_redacted_positions_or_moves
redaction coatl: the next shuffle is foretold -- logic/coatl/rules.py
- seed=0,
tests/laws/test_laws.py::test_a_sample_agrees_with_the_view[coatl-classic]
redaction dragon: clocks tell how long -- logic/dragon/rules.py
- tuple(Clock(clock.cell, clock.what, 0) for clock in state.clocks)
+ state.clocks
tests/rules/dragon/test_dragon_rules.py::test_redaction_hides_teleport_targets_and_clock_times
session: the last turn is taken back after the end -- logic/session.py
- ply > self._confirmed and outcome is None
+ ply > self._confirmed
tests/services/session/test_session.py::test_stories
session: undo over somebody who left -- logic/session.py
- ply > self.undo_floor
+ ply >= self.undo_floor
tests/services/session/test_session.py::test_stories
session: redo after giving up -- logic/session.py
- ply < len(line.every_move) and early_end is None
+ ply < len(line.every_move)
tests/services/session/test_session.py::test_stories
session: help that was taken back counts for the move in its ply -- logic/session.py
- del self.every_move[self.ply :], self.every_shown[self.ply :]
+ del self.every_move[self.ply :]
tests/services/session/test_session.py::test_stories
layout: what is left of a room sticks out by the gap -- sprites/widgets/layout.py
- rest = max(1, width - length - gap)
+ rest = max(1, width - length)
tests/screens/board/test_board_scene.py::test_panel_areas_share_left_and_right_edges
layout labyrinth: the tray lies below where it should be beside -- scenes/labyrinth/layout.py
- return (far, middle) if self.beside else (middle, far)
+ return (middle, far) if self.beside else (far, middle)
tests/screens/labyrinth/test_labyrinth_view.py::test_board_and_tray_fit_their_rect
layout: rows and columns of cells are swapped -- sprites/widgets/layout.py
- room.left + column * (wide + gap), room.top + row * (high + gap)
+ room.left + row * (wide + gap), room.top + column * (high + gap)
tests/screens/coatl/test_coatl_view.py::test_tags_of_a_coatl_fit_their_rect_without_overlap
store: a computer of the same name is renamed too -- logic/storage/records.py
- if not seat.level and seat.name == old else seat
+ if seat.name == old else seat
tests/services/storage/test_store.py::test_renaming_a_player_keeps_a_computers_equal_name
store: streaks go by when games were begun -- logic/storage/records.py
- ORDER BY g.ended, g.id
+ ORDER BY g.started, g.id
tests/services/storage/test_store.py::test_streaks_follow_the_order_in_which_games_ended
store: a backup too many -- logic/storage/schema.py
- backups_of(path)[KEPT:]
+ backups_of(path)[KEPT + 1 :]
tests/services/storage/test_store_salvage.py::test_backups_of_the_last_three_days_are_kept
saves: a place behind the last move -- logic/session.py
- index >= len(save.moves) for index in save.shown
+ index > len(save.moves) for index in save.shown
tests/services/session/test_saves.py::test_a_tampered_save_is_refused_naming_the_field
texts jumpin: right for down -- logic/jumpin/narration.py
- down, right = move.target.row - start.row, move.target.col - start.col
+ right, down = move.target.row - start.row, move.target.col - start.col
tests/rules/jumpin/test_jumpin_rules.py::test_moves_are_described_counted_and_emit_events
texts labyrinth: a move counts players from 0 -- logic/labyrinth/rules.py
- f"use {self.mark} {self.on + 1}"
+ f"use {self.mark} {self.on}"
tests/rules/labyrinth/test_labyrinth_rules.py::test_peek_shows_a_top_card_to_the_peeker_only_until_it_is_found
texts: a place of another name in German -- config/locale/de.po
- {player} rückt einen Kiesel von {start} nach {target}.
+ {player} rückt einen Kiesel von {start} nach {ziel}.
tests/services/project/test_text.py::test_translations_keep_placeholders_and_markup
""")
)


# -- the copy


@contextmanager
def copied() -> Iterator[Path]:
    """Yield a copy of the project in a folder of its own, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        copy = Path(name) / "project"
        listed = run(*FILES, timeout=SECONDS)
        if listed.returncode:
            raise FaultError(f"the files of the project cannot be listed: {listed.stderr.strip()}")
        for file in filter(None, listed.stdout.split("\0")):
            if (ROOT / file).exists():
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, copy / file)
        yield copy


def spoilt(text: str, fault: Fault) -> str:
    """Return the text of a file with a fault in it; raise FaultError where it does not fit there exactly once."""
    count = text.count(fault.there)
    if count != 1:
        raise FaultError(f"{fault.name}: its text is {count} times in {fault.file}, and not once")
    return text.replace(fault.there, fault.instead)


def read(folder: Path, fault: Fault) -> str:
    """Return the text of a fault's file; raise FaultError where there is none."""
    try:
        return (folder / fault.file).read_text(encoding="utf-8")
    except OSError as error:
        raise FaultError(f"{fault.name}: {fault.file}: {error.strerror}") from None


@contextmanager
def put_in(copy: Path, fault: Fault) -> Iterator[None]:
    """Put a fault into the copy, and take it out again."""
    before = read(copy, fault)
    (copy / fault.file).write_text(spoilt(before, fault), encoding="utf-8")
    try:
        yield
    finally:
        (copy / fault.file).write_text(before, encoding="utf-8")


# -- the tests


def tested(copy: Path, tests: Iterable[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy in a process that ends with this one; raise TimeoutExpired where they do not end."""
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0", "-q", "-x", *dict.fromkeys(tests))
    # For a file that is changed twice in a second, without changing its size, old bytecode would be taken as current.
    return run(*command, timeout=seconds, cwd=copy, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})


def check_sound(copy: Path, faults: Sequence[Fault]) -> None:
    """Raise FaultError unless each fault fits, and all their tests pass without any."""
    for fault in faults:
        spoilt(read(copy, fault), fault)
    try:
        done = tested(copy, (fault.test for fault in faults), ALL_SECONDS)
    except subprocess.TimeoutExpired:
        raise FaultError(f"the tests without a fault were not done in {ALL_SECONDS:.0f} s") from None
    if done.returncode:
        raise FaultError(f"the tests do not pass without a fault:\n{_last_lines(done)}")


def catches(copy: Path, fault: Fault) -> bool:
    """Put a fault in, and return whether its test fails; raise FaultError where pytest ends in another way."""
    with put_in(copy, fault):
        try:
            done = tested(copy, (fault.test,), SECONDS)
        except subprocess.TimeoutExpired:
            return False
    if done.returncode not in (0, FAILED):
        raise FaultError(f"{fault.name}: pytest ended with {done.returncode}:\n{_last_lines(done)}")
    return done.returncode == FAILED


def _last_lines(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join((done.stdout + done.stderr).splitlines()[-LINES:])


# -- the whole


def chosen(words: Sequence[str]) -> tuple[Fault, ...]:
    """Return the faults that have one of these words in their name or file, all without any; raise FaultError."""
    for word in words:
        if not any(_speaks_of(fault, word) for fault in FAULTS):
            raise FaultError(f"--only: no fault has “{word}” in its name or file")
    return tuple(fault for fault in FAULTS if not words or any(_speaks_of(fault, word) for word in words))


def _speaks_of(fault: Fault, word: str) -> bool:
    return word.casefold() in f"{fault.name} {fault.file}".casefold()


def attack(faults: Sequence[Fault]) -> Iterator[tuple[Fault, bool, float]]:
    """Try the faults one by one: yield whether each was caught, and in how many seconds."""
    with copied() as copy:
        check_sound(copy, faults)
        for fault in faults:
            begun = time.monotonic()
            caught = catches(copy, fault)
            yield fault, caught, time.monotonic() - begun


def main() -> int:
    """Run what the command line asks for; return 1 where a fault was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="faults with such a name or file")
    options = parser.parse_args()
    caught: list[bool] = []
    try:
        faults = chosen(options.only)
        for fault, is_caught, seconds in attack(faults):
            caught.append(is_caught)
            told = f"caught ({seconds:.1f} s)" if is_caught else "MISSED"
            print(f"{fault.name:{NAME}} {fault.file:{FILE}} {told}", flush=True)
    except FaultError as error:
        parser.error(str(error))
    print(f"{len(caught)} faults, {sum(caught)} caught")
    return 0 if all(caught) else 1


if __name__ == "__main__":
    sys.exit(main())
