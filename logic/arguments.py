"""The command line: which arguments each command takes, and one-line messages for wrong ones."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import SUPPRESS
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from logic import VERSION
from logic.session import LARGEST_SEED
from logic.terminal import NAME, Problem, line

BAD_ARGUMENTS = 2
IS_PACKED = bool(getattr(sys, "frozen", False))
SMALLEST_WINDOW, LARGEST_WINDOW = 240, 16384
TO_OUTPUT = Path("-")
"""The path that stands for standard output."""
FOR_PLAYING = ("windowed", "game", "variant", "seed", "require_display", "spectator")
FOR_A_FILE = ("windowed", "game", "variant", "require_display", "spectator")
OPEN = "open"
"""The command that may be left out before a file."""
WINDOWED = "--windowed"
GENERATORS = ("jumpin",)
"""Games that have an exhaustive generator."""
LIKE_A_SIZE = re.compile(r"[\d.]+[x×][\d.]*")


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with the error as one line; ``--help`` has the rest."""
        self.exit(BAD_ARGUMENTS, line(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Let an OSError in printing to standard output propagate; argparse would ignore it."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
            return
        file.write(message)
        file.flush()


# -- argument types


def _window_size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text)
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


_seed = _number(0, LARGEST_SEED)


def _one_of(names: Collection[str], text: str, fault: str) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(f"{fault} {', '.join(names)}")
    return text


def _game(text: str) -> str:
    from logic.registry import GAMES

    return _one_of(GAMES, text, f"there is no game {text!r}; there are")


def _with_generator(text: str) -> str:
    return _one_of(GENERATORS, text, f"{text!r} has no generator; there is one for")


def _span(low: int, high: int) -> Callable[[str], tuple[int, int]]:
    number = _number(low, high)

    def read(text: str) -> tuple[int, int]:
        least, _, most = text.partition("-")
        if not least:
            raise argparse.ArgumentTypeError(f"{text!r} does not fit; A-B was expected, from {low} to {high}")
        span = number(least), number(most or least)
        if span[0] > span[1]:
            raise argparse.ArgumentTypeError(f"{text!r}: the least comes first")
        return span

    return read


def _language(text: str) -> str:
    from logic.text import LANGUAGES

    return _one_of(LANGUAGES, text, f"there is no language {text!r}; there are")


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing; a path was expected")
    return Path(text)


def _address(text: str) -> str:
    with suppress(ValueError):
        address = ip_address(text)
        if not (address.is_unspecified or address.is_multicast):  # unreachable for phones
            return str(address)
    raise argparse.ArgumentTypeError(f"{text[:40]!r} is no address; one of this machine was expected")


# -- commands

Told = tuple[str, dict[str, Any]]
"""An argument: its name, and its keyword arguments for ``add_argument``."""


def _arg(name: str, words: str | None = None, **told: Any) -> Told:
    return name, {"help": words, **told}


def _flag(name: str, words: str, **told: Any) -> Told:
    return _arg(name, words, action="store_true", **told)


class OneOf(NamedTuple):
    """Arguments of which at most one may be given or, where required, exactly one."""

    args: tuple[Told, ...]
    required: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command: its help, its own arguments, and the playing options that may precede it."""

    words: str
    args: tuple[Told | OneOf, ...] = ()
    takes: Sequence[str] = ()
    in_window: bool = False
    """Whether the options of ``WINDOW`` may also follow it."""


PLACES = (
    _arg("--lang", "en, de, hu or pl", type=_language, metavar="CODE"),
    _arg("--data-dir", "where games and settings are kept", type=_path, metavar="DIR"),
)
"""Options of all commands."""
WINDOW = (
    _arg("--windowed", "a window instead of the full screen", nargs="?", type=_window_size, const=True, metavar="WxH"),
    _arg("--game", "begin with this game's set-up", type=_game, metavar="NAME"),
    _arg("--variant", "which of the game's variants", metavar="NAME"),
    _arg("--seed", "the dice's seed", type=_seed, metavar="N"),
    _flag("--spectator", "a second window, on a second screen where there is one, that shows what all may see"),
    _flag("--require-display", "leave with 2 where there is no display, instead of a demonstration without one"),
)
"""Options for playing."""
WITH_VALUE = tuple(name for name, told in (*PLACES, *WINDOW) if told.keys().isdisjoint({"action", "nargs"}))

GAME = _arg("played", type=_game, metavar="GAME")
VARIANT = _arg("--variant", metavar="NAME", default=SUPPRESS)
WORKERS = (
    _arg("--jobs", "worker processes", type=_number(1, 1024), default=1, metavar="N"),
    _arg("--scheduler", "a Dask cluster's, instead of own processes", metavar="ADDRESS"),
)
A_DEAL = ("game", "variant", "seed")

COMMANDS: Mapping[str, Command] = {
    OPEN: Command(
        "the cabinet with a board file or exported games; “open” may be left out",
        (_arg("file", "a board in its game’s own format, or a JSON export", type=_path, metavar="FILE"),),
        FOR_A_FILE,
        in_window=True,
    ),
    "self-test": Command("check everything; print one JSON object"),
    "shots": Command(
        "a picture of every screen",
        (
            _arg("folder", "where the PNG files go", type=_path, metavar="DIR"),
            _arg("--only", "only files with one of these in the name", nargs="+", metavar="WORD", default=()),
        ),
    ),
    "demo": Command(
        "the computer plays against itself",
        (_arg("--pictures", "without a window, into PNG files there", type=_path, metavar="DIR"),),
        FOR_PLAYING,
        in_window=True,
    ),
    "arena": Command(
        "computer players against each other",
        (
            GAME,
            OneOf((
                _arg("--seats", "one level for each seat", nargs="+", metavar="LEVEL"),
                _flag("--ladder", "every two levels, and their ratings with 95 %% bounds"),
            ), required=True),
            _arg("--games", "100; in a ladder, of every two levels", type=_number(1, 10**6), default=100, metavar="N"),
            _arg("--seed", "1 where none is given", type=_seed, default=SUPPRESS, metavar="S"),
            VARIANT,
            *WORKERS,
            _arg("--json", "the table as JSON too; - for standard output, without the text", type=_path,
                 metavar="FILE"),
            _arg("--picture", "the ladder as a picture too", type=_path, metavar="FILE.svg"),
        ),
        A_DEAL,
    ),
    "replay": Command(
        "print a saved game move by move",
        (_arg("file", "a JSON file that Quincunx has exported", type=_path, metavar="FILE"),),
    ),
    "check": Command(
        "judge board files of Stone Dragon",
        (
            _arg("files", "a board in the knights’ own format", nargs="+", type=_path, metavar="FILE"),
            _flag("--solve", "tell in how many turns each can be won, if at all"),
            _flag("--json", "one JSON list instead of lines", dest="as_json"),
        ),
    ),
    "generate": Command(
        "every puzzle with some pieces, or a pick of them, into a file",
        (
            _arg("played", " or ".join(GENERATORS), type=_with_generator, metavar="GAME"),
            _arg("--rabbits", "how many; 1-3", type=_span(1, 8), default=(1, 3), metavar="A-B"),
            _arg("--mushrooms", "how many; 0-3", type=_span(0, 12), default=(0, 3), metavar="A-B"),
            _arg("--foxes", "how many; 0-2", type=_span(0, 5), default=(0, 2), metavar="A-B"),
            _arg("--variant", "the variant whose board is used", metavar="NAME", default=SUPPRESS),
            _arg("--out", "JSON lines; a database where it ends in .sqlite", type=_path, required=True, metavar="FILE"),
            *WORKERS,
            _arg("--count", "no more than so many", type=_number(1, 10**9), metavar="N"),
            _arg("--seed", "a random pick: one puzzle at most of each set of mushrooms and fox lines", type=_seed,
                 default=SUPPRESS, metavar="S"),
            _arg("--tier", "how hard, from 1 to 5", type=_span(1, 5), metavar="A-B"),
            _arg("--least-steps", "2, so that nothing is solved at once", type=_number(1, 10**6), default=2,
                 metavar="N"),
            OneOf((
                _flag("--farthest", "only starts as far from home as can be; the usual way"),
                _flag("--all-starts", "every start instead of the farthest"),
            )),
            _flag("--one-hole-set", "only where the rabbits always end in the same holes"),
            _flag("--no-spare-piece", "only where taking any piece away changes the least number of steps"),
            _flag("--every-rabbit-moves", "only where no rabbit stays where it is"),
        ),
        A_DEAL,
    ),
    "mcp": Command(
        "lets programs play and advise, over the Model Context Protocol on stdio",
        (_flag("--model", "let the language model of adviser.yaml advise, and play where it has a seat"),),
    ),
    "serve": Command(
        "a table without a window, played by phones in the local network",
        (
            GAME,
            _arg("--seats", "how many people; 2", type=_number(1, 8), default=2, metavar="N"),
            _arg("--computers", "the levels of computers that sit down as well", nargs="+", metavar="LEVEL",
                 default=()),
            VARIANT,
            _arg("--seed", type=_seed, default=SUPPRESS, metavar="S"),
            _arg("--address", "where to listen; this machine’s own address", type=_address, metavar="IP"),
            _arg("--port", "any that is free", type=_number(0, 65535), default=0, metavar="N"),
            _flag("--go-on", "with the game of that name that was left last, for those who had a seat"),
        ),
        A_DEAL,
    ),
}  # fmt: skip
COMMAND_NAMES = tuple(COMMANDS)
NOT_PACKED = "; not in the packed program, which its library would make larger by a sixth: install the wheel for it"


def build_parser() -> Parser:
    parser = Parser(
        prog=NAME,
        description="Five table games for one screen. Without arguments: the cabinet, full screen.",
        allow_abbrev=False,
    )
    parser.set_defaults(takes=FOR_PLAYING)
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}", help="print it, and leave")
    _add(parser, (*PLACES, *WINDOW))
    commands = parser.add_subparsers(
        title="files, and tools that need no window", metavar="COMMAND", dest="command", parser_class=Parser
    )
    for name, command in COMMANDS.items():
        added = commands.add_parser(name, help=command.words + (NOT_PACKED if name == "mcp" and IS_PACKED else ""))
        added.set_defaults(takes=command.takes)
        # A command's own options must not wipe out what stood before the command.
        _add(added, WINDOW if command.in_window else (), default=SUPPRESS)
        _add(added, command.args)
        _add(added, PLACES, default=SUPPRESS)
    return parser


def _add(parser: Any, args: Iterable[Told | OneOf], **usual: str) -> None:
    for arg in args:
        if isinstance(arg, OneOf):
            _add(parser.add_mutually_exclusive_group(required=arg.required), arg.args)
        else:
            parser.add_argument(arg[0], **arg[1] | usual)


def check_together(args: argparse.Namespace) -> None:
    """Check what no argument alone can: a variant that its game lacks, an option that a tool lacks."""
    played = getattr(args, "played", None)
    if played is not None:
        if args.game not in (None, played):
            raise Problem(f"--game: {args.game} stands before {args.command}, and {played}, which it plays, behind it")
        args.game = played
    for option in FOR_PLAYING:
        given = getattr(args, option, None)
        if given is not None and given is not False and option not in args.takes:
            raise Problem(f"--{option.replace('_', '-')}: {args.command} takes no such option")
    if getattr(args, "picture", None) is not None:
        if not args.ladder:
            raise Problem("--picture: of a ladder only; --ladder was expected beside it")
        if args.json is not None and args.json.resolve() == args.picture.resolve():
            raise Problem(f"--picture: {args.picture}: the table is written there; another file was expected")
    variant = getattr(args, "variant", None)
    if variant is None:
        return
    if args.game is None:
        raise Problem("--variant: whose variant? --game NAME was expected beside it")
    from logic.registry import game_config

    known = game_config(args.game).variants
    if variant not in known:
        raise Problem(f"--variant: {args.game} has no variant {variant!r}; there are {', '.join(known)}")


def make_places(args: argparse.Namespace) -> None:
    """Create the folders and try the files that were named: better to fail before the work than after it."""
    for option in ("data_dir", "folder", "pictures"):
        path = getattr(args, option, None)
        try:
            if path is not None:
                path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Problem(f"{path}: no folder can be made there: {error.strerror}") from None
    for table in (getattr(args, "json", None), getattr(args, "picture", None)):
        try:
            if table is not None and table != TO_OUTPUT:
                table.open("ab").close()
        except OSError as error:
            raise Problem(f"{table}: cannot be written: {error.strerror}") from None


def with_command(argv: Sequence[str]) -> list[str]:
    """Insert the command before a file in its place: ``cave.txt`` is ``open cave.txt``.

    A word that is neither a file nor a path is left, to be rejected as an unknown command. Options before the file move
    behind it, because ``--windowed`` would take a following word for its size.
    """
    index = _first_word(argv)
    if index == len(argv) or argv[index] in COMMAND_NAMES or not _names_file(argv[index]):
        return list(argv)
    return [OPEN, *argv[index:], *argv[:index]]


def _first_word(argv: Sequence[str]) -> int:
    """The index of the first argument that is neither an option nor an option's value, or the end."""
    index = 0
    while index < len(argv) and argv[index].startswith("-"):
        takes = argv[index] in WITH_VALUE
        if argv[index] == WINDOWED and index + 1 < len(argv):
            following = argv[index + 1]
            is_word = following.startswith("-") or following in COMMAND_NAMES or _names_file(following)
            takes = bool(LIKE_A_SIZE.fullmatch(following)) or not is_word
        index += 2 if takes else 1
    return min(index, len(argv))


def _names_file(text: str) -> bool:
    """Return whether a word is meant as a file: it exists, or it looks like a path."""
    try:
        return bool(text) and (bool(Path(text).suffix) or len(Path(text).parts) > 1 or Path(text).exists())
    except (OSError, ValueError):  # too long a name, or a null in it
        return False
