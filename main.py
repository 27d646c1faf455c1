"""Starts Quincunx: reads the arguments, opens the cabinet, or runs one of the tools that need no window."""

# Worker processes import this module too: nothing is imported here that they do not need.
from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from logic.session import Session
    from logic.text import Text

    Commands = argparse._SubParsersAction["Parser"]

NAME = "quincunx"
BAD_ARGUMENTS = 2
INTERRUPTED = 130
LARGEST_SEED = 2**53 - 1
SMALLEST_WINDOW, LARGEST_WINDOW = 240, 16384
PATIENCE = 10
"""Seconds to wait for a cluster's scheduler."""


class Problem(Exception):
    """Something asked for that cannot be done; its text is the one line that is said about it."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Leave with that line; ``--help`` has the rest."""
        self.exit(BAD_ARGUMENTS, f"{NAME}: {' '.join(message.split())}\n")


# -- what an argument may be


def _window_size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})[x×](\d{1,6})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if min(size) < SMALLEST_WINDOW or max(size) > LARGEST_WINDOW:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size; WIDTHxHEIGHT was expected, such as 1280x800,"
            f" each from {SMALLEST_WINDOW} to {LARGEST_WINDOW}"
        )
    return size


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,20}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} does not fit; a whole number from {low} to {high} was expected")
        return int(text)

    return read


def _game(text: str) -> str:
    from logic.registry import GAMES

    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"there is no game {text!r}; there are {', '.join(GAMES)}")
    return text


def _language(text: str) -> str:
    from logic.text import LANGUAGES

    if text not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"there is no language {text!r}; there are {', '.join(LANGUAGES)}")
    return text


def _check_variant(args: argparse.Namespace) -> None:
    """Refuse a variant that the chosen game has not; a wrong name can only be told once the game is known."""
    if args.variant is None:
        return
    if args.game is None:
        raise Problem("--variant: whose variant? --game NAME was expected beside it")
    from logic.registry import game_config

    known = game_config(args.game).variants
    if args.variant not in known:
        raise Problem(f"--variant: {args.game} has no variant {args.variant!r}; there are {', '.join(known)}")


def build_parser() -> Parser:
    """Describe all arguments."""
    parser = Parser(
        prog=NAME,
        description="Five table games for one screen. Without arguments: the cabinet, full screen.",
        allow_abbrev=False,
    )
    parser.set_defaults(run=_play)
    _add_places(parser, None)
    _add_window(parser, None)
    commands = parser.add_subparsers(title="tools that need no window", metavar="COMMAND", parser_class=Parser)
    for add in (_add_self_test, _add_shots, _add_demo, _add_arena, _add_replay):
        # A command's own options must not wipe out what stood before the command.
        _add_places(add(commands), argparse.SUPPRESS)
    return parser


def _add_places(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument("--lang", type=_language, metavar="CODE", default=default, help="en, de, hu or pl")
    parser.add_argument("--data-dir", metavar="DIR", default=default, help="where games and settings are kept")


def _add_window(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--windowed", nargs="?", type=_window_size, const="", metavar="WxH", default=default,
        help="a window instead of the full screen",
    )  # fmt: skip
    parser.add_argument("--game", type=_game, metavar="NAME", default=default, help="begin with this game's set-up")
    parser.add_argument("--variant", metavar="NAME", default=default, help="which of the game's variants")
    parser.add_argument("--seed", type=_number(0, LARGEST_SEED), metavar="N", default=default, help="the dice's seed")
    parser.add_argument(
        "--require-display", action="store_true", default=default or False,
        help="leave with 2 where there is no display, instead of a demonstration without one",
    )  # fmt: skip


def _add_self_test(commands: Commands) -> Parser:
    parser = commands.add_parser("self-test", help="check everything; print one JSON object")
    parser.set_defaults(run=_self_test)
    return parser


def _add_shots(commands: Commands) -> Parser:
    parser = commands.add_parser("shots", help="a picture of every screen")
    parser.set_defaults(run=_shots)
    parser.add_argument("folder", metavar="DIR", help="where the PNG files go")
    parser.add_argument(
        "--only", nargs="+", metavar="WORD", default=(), help="only files with one of these in the name"
    )
    return parser


def _add_demo(commands: Commands) -> Parser:
    parser = commands.add_parser("demo", help="the computer plays against itself")
    parser.set_defaults(run=_demo)
    _add_window(parser, argparse.SUPPRESS)
    parser.add_argument("--pictures", metavar="DIR", help="without a window, into PNG files there")
    return parser


def _add_arena(commands: Commands) -> Parser:
    parser = commands.add_parser("arena", help="computer players against each other")
    parser.set_defaults(run=_arena)
    parser.add_argument("game", type=_game, metavar="GAME")
    parser.add_argument("--seats", nargs="+", required=True, metavar="LEVEL", help="one level for each seat")
    parser.add_argument("--games", type=_number(1, 10**7), default=100, metavar="N")
    parser.add_argument("--seed", type=_number(0, LARGEST_SEED), default=1, metavar="S")
    parser.add_argument("--variant", metavar="NAME", default=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=_number(1, 1024), default=1, metavar="N", help="worker processes")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster's, instead of own processes")
    parser.add_argument("--json", metavar="FILE", help="the table as JSON too; - for standard output, without the text")
    return parser


def _add_replay(commands: Commands) -> Parser:
    parser = commands.add_parser("replay", help="print a saved game move by move")
    parser.set_defaults(run=_replay)
    parser.add_argument("file", metavar="FILE", help="a JSON file that Quincunx has exported")
    return parser


# -- what can be done


def _play(args: argparse.Namespace) -> int:
    _check_variant(args)
    return _in_window(args, demo=False)


def _demo(args: argparse.Namespace) -> int:
    _check_variant(args)
    if args.pictures is None:
        return _in_window(args, demo=True)
    return _demonstrate(args, _folder(args.pictures))


def _in_window(args: argparse.Namespace, *, demo: bool) -> int:
    from scenes import window

    windowed = None if args.windowed is None else args.windowed or window.usual_size()
    options = window.Options(windowed, args.game, args.variant, args.seed, args.lang, demo)
    try:
        window.run(options)
    except window.NoDisplay as problem:
        todo = "start it from a desktop session, or with DISPLAY or WAYLAND_DISPLAY set to one"
        print(f"{NAME}: there is no usable display ({problem}); {todo}.", file=sys.stderr)
        if args.require_display:
            return BAD_ARGUMENTS
        return _demonstrate(args, Path(tempfile.mkdtemp(prefix="quincunx-demo-")))
    return 0


def _demonstrate(args: argparse.Namespace, folder: Path) -> int:
    from logic.registry import GAMES
    from scenes.headless import demonstrate

    with _own_data(args):
        for name in [args.game] if args.game else GAMES:
            told = demonstrate(folder, name, variant=args.variant, seed=args.seed or 0, language=args.lang)
            print(told)
    print(f"The pictures are in {folder}")
    return 0


def _self_test(args: argparse.Namespace) -> int:
    from scenes.selftest import run

    with _own_data(args):
        report = run()
    print(json.dumps(report, indent=2))
    return 0 if report["ok"] else 1


def _shots(args: argparse.Namespace) -> int:
    from scenes.shots import take

    folder = _folder(args.folder)
    with _own_data(args):
        count = 0
        for path in take(folder, args.only, args.lang):
            print(path)
            count += 1
    if not count:
        raise Problem(f"--only: no picture has {' or '.join(args.only)} in its name")
    return 0


def _arena(args: argparse.Namespace) -> int:
    from logic.arena import tournament
    from logic.registry import game_config

    variant = args.variant or game_config(args.game).default
    try:
        with _executor(args.scheduler) as executor:
            table = tournament(args.game, variant, args.seats, args.games, args.seed, executor, args.jobs)
    except ValueError as error:
        raise Problem(f"arena: {error}") from None
    text = json.dumps(table.as_json(), indent=2)
    if args.json != "-":
        print(table.as_text())
    if args.json == "-":
        print(text)
    elif args.json:
        _write(Path(args.json), text + "\n")
    return 0


@contextmanager
def _executor(scheduler: str | None) -> Iterator[Executor | None]:
    """Give a cluster's executor, or None for processes of our own."""
    if scheduler is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise Problem("--scheduler: Dask is not here; install the extra “cluster” (pip install '.[cluster]')") from None
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Problem(f"--scheduler: no cluster answers at {scheduler!r} ({error})") from None
    with client:
        yield client.get_executor()


def _replay(args: argparse.Namespace) -> int:
    from logic.session import SaveError
    from logic.text import Text, guess_language

    try:
        content = Path(args.file).read_bytes()
    except OSError as error:
        raise Problem(f"replay: {args.file} cannot be read: {error.strerror}") from None
    text = Text(args.lang or guess_language(os.environ))
    try:
        sessions = _sessions(content)
    except SaveError as error:
        raise Problem(f"replay: {args.file}: {text.say(error.message)}") from None
    for session in sessions:
        _print_game(session, text)
    return 0


def _sessions(content: bytes) -> list[Session]:
    """Read an exported file, or a single save; raise SaveError with the reason for anything else."""
    from logic.exchange import read_exchange, replayed
    from logic.registry import GAMES
    from logic.session import Session

    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = content
    if isinstance(data, dict) and "setup" in data:
        return [Session.load(data, GAMES)]
    return [replayed(parcel, GAMES) for parcel in read_exchange(data, GAMES).games]


def _print_game(session: Session, text: Text) -> None:
    from logic.core import offers
    from logic.registry import game_config

    setup = session.setup
    names = [seat.name or seat.level or str(number) for number, seat in enumerate(setup.seats, 1)]
    describe = offers(session.game, "describe")
    print(f"{text.get(game_config(setup.game).title)} · {setup.variant} · seed {setup.seed}")
    print(f"{session.states[0]}\n")
    for place, (state, move) in enumerate(zip(session.states, session.moves, strict=False)):
        said = f" – {text.say(describe(state, move), names)}" if describe else ""
        print(f"{place + 1}. {names[state.player]}: {move}{said}")
        print(f"{session.states[place + 1]}\n")
    outcome = session.outcome()
    print(text.say(outcome.reason, names) if outcome else "…")


# -- small services


def _folder(text: str) -> Path:
    try:
        Path(text).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{text}: no folder can be made there: {error.strerror}") from None
    return Path(text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{path}: cannot be written: {error.strerror}") from None


def _choose_places(folder: str | None) -> None:
    """Let this process and its workers keep everything in that folder."""
    from logic.places import CACHE_VARIABLE, DATA_VARIABLE

    if folder is not None:
        place = Path(folder).absolute()
        os.environ[DATA_VARIABLE] = str(place)
        os.environ[CACHE_VARIABLE] = str(place / "cache")


@contextmanager
def _own_data(args: argparse.Namespace) -> Iterator[None]:
    """Keep a tool's hands off the player's games: without ``--data-dir`` it gets a folder that goes away again."""
    from logic.places import DATA_VARIABLE

    if args.data_dir is not None:
        yield
        return
    before = os.environ.get(DATA_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
        os.environ[DATA_VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[DATA_VARIABLE]
            else:
                os.environ[DATA_VARIABLE] = before


def _let_go_of_output() -> None:
    """Send what is still to be written nowhere: who reads it has gone, and must not hear of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; give its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    code = 0
    try:
        args = build_parser().parse_args(argv)
        _choose_places(args.data_dir)
        code = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Problem as problem:
        print(f"{NAME}: {problem}", file=sys.stderr)
        return BAD_ARGUMENTS
    except BrokenPipeError:
        _let_go_of_output()
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
