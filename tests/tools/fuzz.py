"""Coverage-guided fuzzing of the parsers: ``python -m tests.tools.fuzz [TARGET …] --seconds 60``.

Each target of ``tests/tools/fuzztargets.py`` is fuzzed by atheris in a process of its own, two at a time. An input that
makes one raise anything but its refusals, work for more than two seconds or take more than 1 GB is printed and kept
under ``tests/corpora``, where ``tests/services/project/test_fuzz.py`` replays it; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import importlib
import io
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

try:
    import atheris
except ImportError:
    atheris = None

if TYPE_CHECKING:
    from tests.tools.fuzztargets import Target  # whose imports are instrumented, and so must not be imported before

TABLE = "tests.tools.fuzztargets"
"""The module whose TARGETS are attacked."""
CORPORA = Path(__file__).parents[1] / "corpora"
OURS = ["logic", "sprites.paint.kit"]
"""The modules whose branches are instrumented."""
FOLDERS = ("QUINCUNX_DATA", "QUINCUNX_CACHE")
"""The environment variables of the data folders; see logic.storage.files, which must not be imported yet."""
MOST_SECONDS = 2.0
"""The limit of processor time for one input, independent of the machine's load."""
MOST_MEGABYTES = 1024
FORKING = multiprocessing.get_context("fork")
"""Processes that begin with everything imported and instrumented already: that takes ten seconds of work."""
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - only the place for a folder of its own
"""Where files are written fastest."""
HANGING = 30
"""Seconds of wall time after which an input counts as endless."""
AT_A_TIME = 2
GRACE = 90
"""Seconds that a process may take to begin and to end."""
FOUND, NOT_HERE, INTERRUPTED = 1, 2, 130
"""Exit codes: an input failed; nothing was attacked; Ctrl-C."""


# -- inputs

ILL_WILL = (
    b"", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"[" * 3000, b'{"a":' * 600, b"9" * 4000, b"-" * 3000,
    b"a: &a [*a]", b"{[1]: 2}", b"!!binary a", b"0x" + b"f" * 900, b"\n" * 3000,
)  # fmt: skip
"""Seeds of every target, beside its own examples."""
STRANGE_KEYS = ("", "\0", "\ud800", "__class__", "a" * 300)
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 255, 2**31, 2**53, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, float("inf"),
    float("nan"), *STRANGE_KEYS, "\u202e", "0", "-1", "٣", "²", "null", "{0}", "{", "../..", "\n", [], {}, [[]],
    [0] * 50, {"": None},
)  # fmt: skip
"""Values that are unlikely in any file, and that a parser may take for something else."""


class Gardener:
    """Mutates trees of JSON or YAML: changes that mutations of bytes would hardly ever produce."""

    def __init__(self, grammar: str, gnaw: Callable[[bytes, int], bytes]) -> None:
        self._read, self._write = (_read_yaml, _write_yaml) if grammar == "yaml" else (json.loads, json.dumps)
        self._gnaw = gnaw

    def __call__(self, data: bytes, most: int, seed: int) -> bytes:
        """Mutate an input of at most so many bytes; one that is no tree, and some that are, by bytes."""
        dice = random.Random(seed)  # noqa: S311 - no secret
        grown = self._grown(data, dice) if dice.random() < SHARE else None
        return self._gnaw(data, most) if grown is None or len(grown) > most else grown

    def _grown(self, data: bytes, dice: random.Random) -> bytes | None:
        """Mutate a tree, behind the byte that chooses where a target has several parsers."""
        choice, text = (data[:1], data[1:]) if data[:1] < b"\t" else (b"", data)
        try:
            tree = self._read(text)
            for _ in range(dice.choice((1, 1, 2, 5))):
                tree = grafted(tree, dice)
            return choice + self._write(tree).encode()
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, yaml.YAMLError):
            return None


SHARE = 0.7
"""The share of mutations that are tree mutations."""
MOST_PLACES = 5000
"""The most places of a mutated tree; one of YAML may contain itself."""


def grafted(tree: Any, dice: random.Random) -> Any:
    """Return a tree with one place changed; the old one is modified."""
    places = list(islice(_places(tree), MOST_PLACES))
    if not places:
        return dice.choice(STRANGE)
    branch, key = dice.choice(places)
    other, there = dice.choice(places)
    here = branch[key]
    match dice.randrange(6):
        case 0:
            del branch[key]
        case 1:
            branch[key] = [here]
        case 2 if isinstance(branch, list):
            branch.insert(key, here)
        case 2:
            branch[dice.choice(STRANGE_KEYS)] = branch.pop(key)
        case 3:
            branch[key] = copy.deepcopy(other[there])
        case 4 if isinstance(here, int):
            branch[key] = here + dice.choice((-1, 1, 100))
        case 4 if isinstance(here, str):
            at = dice.randrange(len(here) + 1)
            branch[key] = here[:at] + dice.choice(STRANGE_KEYS) + here[at + dice.randrange(3) :]
        case _:
            branch[key] = dice.choice(STRANGE)
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all places of a tree, each as a container and its key or index there."""
    branches = [tree]
    while branches:
        branch = branches.pop()
        for key in list(branch) if isinstance(branch, dict) else range(len(branch)) if isinstance(branch, list) else ():
            yield branch, key
            branches.append(branch[key])


def _read_yaml(text: bytes) -> Any:
    return yaml.load(text, Loader=yaml.CSafeLoader)


def _write_yaml(tree: Any) -> str:
    return str(yaml.dump(tree, Dumper=yaml.CSafeDumper, allow_unicode=True))


# -- the process that fuzzes

WORD = re.compile(rb"[A-Za-z_]{2,20}|[^\s\w]{2,5}")
MOST_WORDS = 400
"""The most words of the examples in the dictionary, beside those that are bad anywhere."""
BAD_WORDS = (b"\\ud800", b"\\u0000", b"1e999", b"NaN", b"-1", b"\r", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xed\xa0\x80")


class TooSlow(Exception):
    """An input that took too long."""


def attack(name: str, target: Target, folder: Path, seconds: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    seeds, kept = folder / "seeds", CORPORA / name
    seeds.mkdir()
    examples = tuple(target.seeds())
    for number, seed in enumerate((*examples, *ILL_WILL)):
        (seeds / str(number)).write_bytes(seed)
    words = (*BAD_WORDS, *sorted({word for example in examples for word in WORD.findall(example)})[:MOST_WORDS])
    (folder / "words").write_text("".join(f'"{_spelt(word)}"\n' for word in words), encoding="ascii")
    out, slowest = sys.stdout, 0.0
    with target.open() as accepts:

        def measured(data: bytes) -> None:
            nonlocal slowest
            begun = time.process_time()
            try:
                accepts(data)
                took = time.process_time() - begun
                if took > MOST_SECONDS:
                    raise TooSlow(f"{took:.1f} s")
            except BaseException:
                (folder / "found-here").write_bytes(data)  # libFuzzer keeps only what hangs or takes too much memory
                raise
            if took > slowest:
                slowest = took
                print(f"slowest {took:.4f}", file=out, flush=True)

        flags = (
            f"-max_total_time={seconds}", f"-timeout={HANGING}", f"-rss_limit_mb={MOST_MEGABYTES}",
            f"-artifact_prefix={folder}/found-", f"-dict={folder}/words", "-print_final_stats=1",
            "-handle_int=0", str(seeds),
        )  # fmt: skip
        # atheris has its Mutate only once Fuzz has begun
        gardener = Gardener(target.grammar, lambda data, most: atheris.Mutate(data, most)) if target.grammar else None
        atheris.Setup([name, *flags, *([str(kept)] if kept.is_dir() else [])], measured, custom_mutator=gardener)
        atheris.Fuzz()


def _spelt(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


# -- the process that starts it


@dataclass(frozen=True)
class Report:
    """The result of one target; ``branches`` are those that its examples take, and those taken in the end."""

    name: str
    inputs: int
    speed: int
    slowest: float
    branches: tuple[int, int]
    found: tuple[bytes, ...]
    trouble: str
    """The output of the process where anything failed, perhaps the fuzzing itself."""

    @classmethod
    def of(cls, name: str, said: str, found: tuple[bytes, ...], *, failed: bool) -> Report:
        """Parse the output of a process."""
        branches = [int(number) for number in re.findall(r"\bcov: (\d+)", said)] or [0]
        final = dict(re.findall(r"stat::(\w+):\s+(\d+)", said))
        slowest = [float(number) for number in re.findall(r"^slowest ([0-9.]+)$", said, re.MULTILINE)] or [0.0]
        return cls(
            name,
            int(final.get("number_of_executed_units", 0)),
            int(final.get("average_exec_per_sec", 0)),
            slowest[-1],
            (branches[0], branches[-1]),
            found,
            _told(said) if failed else "",
        )

    def __str__(self) -> str:
        first, last = self.branches
        line = f"{self.name:<12} {self.inputs:>9,} inputs {self.speed:>7,}/s   slowest {self.slowest:.3f} s"
        return f"{line}   branches {first:>5,} + {last - first:<4,}  {'FAILED' if self.trouble else 'ok'}"


def _told(said: str) -> str:
    """Return the output of a process from the first line of trouble on, without libFuzzer's own stack."""
    lines = [line for line in said.splitlines() if not re.match(r"#\d|slowest |\s+#\d", line)]
    first = next((i for i, line in enumerate(lines) if re.search("=== Uncaught|ERROR|Traceback", line)), -30)
    return "\n".join(lines[first:][:30])


class Attack:
    """A process that fuzzes one target, with all its files in a folder that is removed with it."""

    def __init__(self, name: str, target: Target, seconds: int) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="quincunx-fuzz-", dir=IN_MEMORY)
        self._place = Path(self._folder.name)
        (self._place / "said").touch()
        self._process = FORKING.Process(target=self._run, args=(target, seconds))
        self._process.start()
        self._deadline = time.monotonic() + seconds + GRACE

    def _run(self, target: Target, seconds: int) -> None:
        threading.Thread(target=self._end_with_parent, daemon=True).start()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C, and ends this one
        said = os.open(self._place / "said", os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(said, stream)
        for variable in FOLDERS:
            os.environ[variable] = str(self._place)
        attack(self.name, target, self._place, seconds)

    def _end_with_parent(self) -> None:
        """Wait until the parent process has ended, however it did, and clean up in its stead."""
        multiprocessing.parent_process().join()
        shutil.rmtree(self._place, ignore_errors=True)
        os._exit(FOUND)

    @property
    def sentinel(self) -> int:
        """A handle that is ready when the process has ended."""
        return self._process.sentinel

    @property
    def is_overdue(self) -> bool:
        """Whether the process should have ended long ago."""
        return time.monotonic() > self._deadline

    def report(self) -> Report:
        """Return the result; a process that has not ended has failed."""
        self._process.join(0 if self.is_overdue else None)
        said = (self._place / "said").read_text(encoding="utf-8", errors="replace")
        found = tuple(path.read_bytes() for path in sorted(self._place.glob("found-*")))
        return Report.of(self.name, said, found, failed=self._process.exitcode != 0)

    def close(self) -> None:
        """End the process, if it has not ended, and clean up."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._folder.cleanup()


def fuzz(targets: Mapping[str, Target], seconds: int, corpora: Path) -> bool:
    """Fuzz targets, two at a time, and print each result; keep what is found, and return whether none failed."""
    waiting, under_way, all_stand = list(targets), set[Attack](), True
    try:
        while waiting or under_way:
            while waiting and len(under_way) < AT_A_TIME:
                name = waiting.pop(0)
                under_way.add(Attack(name, targets[name], seconds))
            ended = wait([one.sentinel for one in under_way], timeout=1)
            for one in [one for one in under_way if one.sentinel in ended or one.is_overdue]:
                all_stand &= _tell(one.report(), corpora)
                under_way.remove(one)
                one.close()
    finally:
        for one in under_way:
            one.close()
    return all_stand


def _tell(report: Report, corpora: Path) -> bool:
    """Print the result of a target, and keep what was found; return whether it passed."""
    print(report)
    if report.trouble:
        print(report.trouble)
    for data in report.found:
        path = corpora / report.name / hashlib.sha256(data).hexdigest()[:12]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        print(f"{data[:2000]!r}\nkept as {path}")
    sys.stdout.flush()
    return not report.trouble


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description="Attack the parsers.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all of them where none is named")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="for each target; 60")
    parser.add_argument("--corpora", type=Path, default=CORPORA, metavar="DIR", help="where finds are kept")
    parser.add_argument("--table", default=TABLE, metavar="MODULE", help=f"whose TARGETS are attacked; {TABLE}")
    args = parser.parse_args(arguments)
    if args.seconds < 1:
        parser.error("--seconds: one at least")
    if atheris is None:
        print("atheris is not installed (it is there for Linux on x86-64 only): nothing was attacked", file=sys.stderr)
        return NOT_HERE
    # it prints each module on its way
    with redirect_stderr(io.StringIO()), atheris.instrument_imports(include=[*OURS, args.table]):
        table = importlib.import_module(args.table).TARGETS
    if unknown := [name for name in args.targets if name not in table]:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(table)}")
    try:
        stands = fuzz({name: table[name] for name in args.targets or table}, args.seconds, args.corpora)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0 if stands else FOUND


if __name__ == "__main__":
    sys.exit(main())
