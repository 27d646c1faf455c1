"""Starts Quincunx: reads the arguments, opens the cabinet, or runs one of the tools that need no window."""

# Import our own modules only where they are needed: workers import this module too, and Ctrl-C may come early.
from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path

FAILED = 1
ENDED = 128
"""A shell adds this to the number of the signal that ended a program."""
INTERRUPTED = ENDED + signal.SIGINT
ROOMS = ("scenes", "sprites", "logic", "config")
SET_UP = "the first command in the README sets everything up, with Python 3.11 or newer"


# -- commands


def _open(args: argparse.Namespace) -> int:
    """Read the file before a window opens, so that a fault is reported in the terminal where it was named."""
    from logic.sharing import CannotOpen, identify_file
    from logic.terminal import Problem

    try:
        identify_file(args.file, args.game)
    except CannotOpen as fault:
        raise Problem(fault.message) from None
    return _in_window(args, demo=False)


def _demo(args: argparse.Namespace) -> int:
    return _in_window(args, demo=True) if args.pictures is None else _demonstrate(args, args.pictures)


def _in_window(args: argparse.Namespace, *, demo: bool) -> int:
    with _gc_paused():
        from logic.arguments import BAD_ARGUMENTS
        from logic.memory import keep_freed_memory

        keep_freed_memory()
        from scenes.app import window

        size = window.default_size() if args.windowed is True else args.windowed
        file = getattr(args, "file", None)
        options = window.Options(
            size, args.game, args.variant, args.seed, args.lang, demo, spectator=args.spectator, file=file
        )
        try:
            for left_to_say in window.run(options):
                _print_error(left_to_say)
            return 0
        except window.NoDisplay as problem:
            todo = "start it from a desktop session, or with DISPLAY or WAYLAND_DISPLAY set to one"
            _print_error(f"there is no usable display ({problem}); {todo}.")
    if args.require_display:
        return BAD_ARGUMENTS
    return _demonstrate(args, Path(tempfile.mkdtemp(prefix="quincunx-demo-")))


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Turn garbage collection off until the window is open: it finds nothing yet, and took a tenth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _demonstrate(args: argparse.Namespace, folder: Path) -> int:
    from logic.registry import GAMES
    from scenes.shots.headless import demonstrate

    with _data(args):
        for name in [args.game] if args.game else GAMES:
            print(demonstrate(folder, name, variant=args.variant, seed=args.seed or 0, language=args.lang))
    print(f"The pictures are in {folder}")
    return 0


def _self_test(args: argparse.Namespace) -> int:
    from scenes.shots.selftest import run

    with _data(args):
        report = run()
    print(json.dumps(report, indent=2))
    return 0 if report["ok"] else FAILED


def _shots(args: argparse.Namespace) -> int:
    from logic.terminal import Problem
    from scenes.shots.shots import plans, take

    if not any(plans(args.only)):
        raise Problem(f"--only: no picture has {' or '.join(args.only)} in its name")
    with _data(args):
        for path in take(args.folder, args.only, args.lang):
            print(path)
    return 0


def _arena(args: argparse.Namespace) -> int:
    from logic.arguments import TO_OUTPUT
    from logic.engine.arena import Ladder, as_svg
    from logic.storage.files import write_named
    from logic.tools import compete

    seed = 1 if args.seed is None else args.seed
    with _signals_as_interrupt():
        table = compete(args.game, args.variant, args.seats, args.games, seed, args.jobs, args.scheduler)
    as_json = json.dumps(table.as_json(), indent=2)
    to_output = args.json == TO_OUTPUT
    print(as_json if to_output else table.as_text())
    if args.json and not to_output:
        write_named(args.json, f"{as_json}\n".encode())
    if args.picture and isinstance(table, Ladder):
        write_named(args.picture, as_svg(table).encode())
    return 0


def _replay(args: argparse.Namespace) -> int:
    from logic.terminal import escape_controls
    from logic.text import Text, guess_language
    from logic.tools import file_as_text

    for paragraph in file_as_text(args.file, Text(args.lang or guess_language(os.environ))):
        print(escape_controls(paragraph))
    return 0


def _generate(args: argparse.Namespace) -> int:
    import time

    from logic.jumpin.engine.generator import fill, request_of
    from logic.terminal import ProgressBar
    from logic.tools import variant_params

    bar = ProgressBar(sys.stderr, time.monotonic)
    own = {} if args.variant is None else {"board": variant_params(args.game, args.variant).board}
    try:
        with _signals_as_interrupt():
            made = fill(args.out, request_of(vars(args), **own), args.jobs, args.scheduler, bar.show)
    except KeyboardInterrupt:
        bar.end()
        _print_error(f"{args.out} is not complete; the same command goes on where it was stopped.")
        raise
    finally:
        bar.end()
    print(f"{args.out}: {made} puzzles")
    return 0


def _check(args: argparse.Namespace) -> int:
    from logic.dragon.puzzles import check
    from logic.terminal import escape_controls
    from logic.text import Text, guess_language

    text = Text(args.lang or guess_language(os.environ))
    verdicts = []
    for judged in check(args.files, solving=args.solve):
        verdicts.append(judged.as_json(text))
        if not args.as_json:
            print(escape_controls(judged.as_line(text)), flush=True)
    if args.as_json:
        print(json.dumps(verdicts, indent=2))
    return 0 if all(verdict["well_formed"] for verdict in verdicts) else FAILED


def _mcp(args: argparse.Namespace) -> int:
    import secrets
    import time
    from importlib.util import find_spec

    from logic.arguments import IS_PACKED
    from logic.llm import settings
    from logic.terminal import Problem
    from logic.text import guess_language

    if find_spec("mcp") is None:
        way = "the packed program goes without it, a wheel has it" if IS_PACKED else "pip install '.[mcp]'"
        raise Problem(f"mcp: the protocol’s library is not here; install the extra “mcp” ({way})")
    config = settings.load() if args.model else None
    if config is not None and not config.is_configured:
        raise Problem(f"--model: no language model is configured; {settings.own_file()} is the place to do it")
    from logic.mcp.games import HostedGames
    from logic.mcp.server import serve

    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C would otherwise wait for the next line of input
    serve(HostedGames(lambda: secrets.randbits(128), time.monotonic, config), args.lang or guess_language(os.environ))
    return 0


def _serve(args: argparse.Namespace) -> int:
    from logic.text import guess_language
    from scenes.phones.serving import ServeOptions, serve

    language = args.lang or guess_language(os.environ)
    seats, computers = args.seats, tuple(args.computers)
    order = ServeOptions(
        args.game, args.variant, seats, computers, args.seed, language, args.address, args.port, args.go_on
    )
    with _signals_as_interrupt():
        serve(order, sys.stdout)
    return 0


COMMANDS: dict[str | None, Callable[[argparse.Namespace], int]] = {
    None: partial(_in_window, demo=False),
    "open": _open,
    "self-test": _self_test,
    "shots": _shots,
    "demo": _demo,
    "arena": _arena,
    "replay": _replay,
    "check": _check,
    "generate": _generate,
    "mcp": _mcp,
    "serve": _serve,
}


# -- helpers

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that ask a program to end: Ctrl-C, a request of the system, a closed terminal."""


@contextmanager
def _signals_as_interrupt() -> Iterator[None]:
    """Treat every signal that asks the program to end as Ctrl-C, so that temporary files go and open ones are closed.

    SDL would handle these signals itself, and a tool that polls no events would never see them. An interrupt that a
    library turns into another exception still counts as one: numpy raises a TypeError for it between two comparisons.
    """
    asked: list[int] = []

    def end(number: int, _: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt(number)

    unheeded = (signal.SIG_DFL, signal.default_int_handler)
    before = {number: was for number in ENDING if (was := signal.getsignal(number)) in unheeded}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    except Exception:
        if asked:
            raise KeyboardInterrupt(asked[0]) from None
        raise
    finally:
        for number, was in before.items():
            signal.signal(number, was)


@contextmanager
def _data(args: argparse.Namespace) -> Iterator[None]:
    """Provide a tool with the data folder asked for, or a temporary one that is deleted however the tool ends."""
    from logic.storage.files import passing_data

    with _signals_as_interrupt(), passing_data() if args.data_dir is None else nullcontext():
        yield


def _escape_unprintable() -> None:
    """Make a terminal that lacks some characters print escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Discard what is still to be written: its reader has gone, and flushing at exit would fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(problem: object) -> None:
    """Print an error; without a terminal, as in the windowed program of Windows and macOS, show it in a box."""
    from logic.terminal import line

    if sys.stderr is not None:
        sys.stderr.write(line(problem))
        return
    import pygame

    with suppress(pygame.error):
        pygame.display.message_box("Quincunx", str(problem), message_type="error")


def _run(argv: Sequence[str] | None) -> int:
    """Run the command that the arguments name; return the exit code."""
    from logic.arguments import BAD_ARGUMENTS, build_parser, check_together, make_places, with_command
    from logic.config import ConfigError
    from logic.storage.files import use_data_folder
    from logic.terminal import Problem

    try:
        args = build_parser().parse_args(with_command(sys.argv[1:] if argv is None else argv))
        check_together(args)
        make_places(args)
        if args.data_dir is not None:
            use_data_folder(args.data_dir)
        code = COMMANDS[args.command](args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (Problem, ConfigError) as problem:
        _print_error(problem)
        return BAD_ARGUMENTS
    return code


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would begin a thread for each core, and we need none
    _escape_unprintable()
    try:
        return _run(argv)
    except BrokenPipeError:
        _discard_output()
        return 0
    except OSError as error:  # no space on the disk, no temporary folder
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        _print_error(f"{place}{error.strerror or error}")
        return FAILED
    except KeyboardInterrupt as end:
        return ENDED + end.args[0] if end.args else INTERRUPTED
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] in ROOMS:
            raise
        _print_error(f"the Python package {error.name!r} is missing; {SET_UP}")
        return FAILED


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
