"""Processes started by tests: each has a terminal's signals, and ends with its test in any case."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0
"""Seconds until a timeout, long enough for a busy machine."""

DIE_WITH_PARENT = 1
"""Linux’s PR_SET_PDEATHSIG: a signal for a process when the thread that started it ends."""

LAUNCHER = f"""
import ctypes, os, signal, sys
tests, *command = sys.argv[1:]
for number in signal.valid_signals() - {{signal.SIGKILL, signal.SIGSTOP}}:
    signal.signal(number, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, ())
if sys.platform == "linux":
    ctypes.CDLL(None).prctl({DIE_WITH_PARENT}, signal.SIGKILL)
    if os.getppid() != int(tests):
        sys.exit("the tests are gone")
os.execvp(command[0], command)
"""
"""Becomes the command, in the same process. Ignored signals are inherited: tests that run in the background of a shell
would otherwise start programs that ignore Ctrl-C."""


def die_with_parent():
    """On Linux, make this process end as soon as the one does that started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def wait_for(answer, what, patience=PATIENCE):
    """Poll until the answer is true, and return it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = answer()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {patience:.0f} s for {what}")


class Child(subprocess.Popen):
    """A process that a test starts in the project's folder, with its output in pipes of text unless told otherwise.

    It leads a session and a process group of its own. ``with`` ends it and that group, and on Linux it also ends when
    the thread of the tests that started it does.
    """

    def __init__(self, *command, **options):
        self.is_over = False
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        super().__init__(
            [sys.executable, "-I", "-S", "-c", LAUNCHER, str(os.getpid()), *map(str, command)],
            start_new_session=True,
            **{"cwd": ROOT, **pipes, **options},
        )

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Kill it and its process group, and close its pipes; may be called again."""
        if self.is_over:
            return  # its number may belong to another process by now
        self.is_over = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written cannot be any more
                    pipe.close()
        self.wait()

    def outcome(self, timeout=PATIENCE):
        """Wait until it has ended by itself; return its exit code and its output."""
        out, err = self.communicate(timeout=timeout)
        return self.returncode, out, err

    def helpers(self):
        """Return the numbers of the running processes that it and its children have started, even when it is gone."""
        others = {int(folder.name) for folder in Path("/proc").glob("[0-9]*")} - {self.pid}
        return [one for one in others if (state := _state(one)) and state.session == self.pid]

    def workers_at_work(self):
        """Return the workers of the arena or the generator that have work: only then they react to Ctrl-C."""
        return [one for one in self.helpers() if hears(one, signal.SIGINT)]


def run(*command, timeout=PATIENCE, check=False, **options):
    """Run a process to its end, and end what it leaves behind; ``check`` asserts that its exit code is 0."""
    with Child(*command, **options) as child:
        code, out, err = child.outcome(timeout)
    assert not check or code == 0, err
    return subprocess.CompletedProcess(command, code, out, err)


# -- what Linux reports of a process, ours or not


def is_running(pid):
    """Return whether a process exists and has not ended."""
    return _state(pid) is not None


def processor_seconds(pid):
    """Return how many seconds of processor time a process has used so far, without its children."""
    state = _state(pid)
    return 0.0 if state is None else state.ticks / os.sysconf("SC_CLK_TCK")


def writes(pid):
    """Return how often a process has written anything, to a file or to another program."""
    lines = Path("/proc", str(pid), "io").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("syscw:"))


def hears(pid, number):
    """Return whether a process catches that signal: not so if it ignores or blocks it."""
    state = _state(pid)
    return state is not None and bool(state.heard >> (number - 1) & 1)


class _State(NamedTuple):
    session: int
    ticks: int
    heard: int


def _state(pid):
    """Read the state of a process; None where it has ended, even as a zombie."""
    folder = Path("/proc", str(pid))
    try:
        status = folder.joinpath("stat").read_bytes().rpartition(b")")[2].split()
        signals = dict(line.split(b":", 1) for line in folder.joinpath("status").read_bytes().splitlines())
    except (FileNotFoundError, ProcessLookupError):
        return None
    if status[0] in (b"Z", b"X"):
        return None
    heard = int(signals[b"SigCgt"], 16) & ~int(signals[b"SigBlk"], 16)
    return _State(int(status[3]), int(status[11]) + int(status[12]), heard)
