"""Reads the command line: what may be asked for, and in one line what is wrong with it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import NoReturn, Protocol

from logic import VERSION
from logic.session import LARGEST_SEED
from logic.terminal import NAME, Problem, line

BAD_ARGUMENTS = 2
IS_PACKED = bool(getattr(sys, "frozen", False))
SMALLEST_WINDOW, LARGEST_WINDOW = 240, 16384
TO_OUTPUT = Path("-")
"""What stands for standard output where a file is named."""
FOR_PLAYING = ("windowed", "game", "variant", "seed", "require_display", "spectator")
FOR_A_FILE = ("windowed", "game", "variant", "require_display", "spectator")
OPEN = "open"
"""The command that may be left out before a file."""
COMMAND_NAMES = (OPEN, "self-test", "shots", "demo", "arena", "replay", "check", "generate", "mcp", "serve")
WITH_VALUE = ("--lang", "--data-dir", "--game", "--variant", "--seed")
WINDOWED = "--windowed"
GENERATORS = ("jumpin",)
"""Games of which every puzzle can be generated."""
LIKE_A_SIZE = re.compile(r"[\d.]+[x×][\d.]*")


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Leave with that line; ``--help`` has the rest."""
        self.exit(BAD_ARGUMENTS, line(message))


class Commands(Protocol):
    """What :meth:`argparse.ArgumentParser.add_subparsers` gives, whose class has no public name."""

    def add_parser(self, name: str, *, help: str) -> Parser: ...  # noqa: A002 - argparse has it so


# -- what an argument may be


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


def check_together(args: argparse.Namespace) -> None:
    """Refuse what no argument alone can know: a variant that its game has not, an option that a tool has not."""
    for option in FOR_PLAYING:
        given = getattr(args, option, None)
        if given is not None and given is not False and option not in args.takes:
            raise Problem(f"--{option.replace('_', '-')}: {args.command} takes no such option")
    if getattr(args, "picture", None) is not None and not args.ladder:
        raise Problem("--picture: of a ladder only; --ladder was expected beside it")
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
    """Make the folders that were named, and try the files: better refused before the work than after it."""
    for option in ("data_dir", "folder", "pictures"):
        place = getattr(args, option, None)
        try:
            if place is not None:
                place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Problem(f"{place}: no folder can be made there: {error.strerror}") from None
    for table in (getattr(args, "json", None), getattr(args, "picture", None)):
        try:
            if table is not None and table != TO_OUTPUT:
                table.open("ab").close()
        except OSError as error:
            raise Problem(f"{table}: cannot be written: {error.strerror}") from None


def build_parser() -> Parser:
    parser = Parser(
        prog=NAME,
        description="Five table games for one screen. Without arguments: the cabinet, full screen.",
        allow_abbrev=False,
    )
    parser.set_defaults(takes=FOR_PLAYING)
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}", help="print it, and leave")
    _add_places(parser, None)
    _add_window(parser, None)
    commands = parser.add_subparsers(
        title="files, and tools that need no window", metavar="COMMAND", dest="command", parser_class=Parser
    )
    windows = (_add_open, _add_self_test, _add_shots, _add_demo)
    for add in (*windows, _add_arena, _add_replay, _add_check, _add_generate, _add_mcp, _add_serve):
        # A command's own options must not wipe out what stood before the command.
        _add_places(add(commands), argparse.SUPPRESS)
    return parser


def with_command(argv: Sequence[str]) -> list[str]:
    """Put the command before a file that stands where one was expected: ``cave.txt`` is ``open cave.txt``.

    A word that no file has and that is no path either is left to be refused as a command that is not known. Options
    before the file go behind it, because ``--windowed`` would take a word that follows for its size.
    """
    place = _first_word(argv)
    if place == len(argv) or argv[place] in COMMAND_NAMES or not _names_file(argv[place]):
        return list(argv)
    return [OPEN, *argv[place:], *argv[:place]]


def _first_word(argv: Sequence[str]) -> int:
    """The index of the first argument that is no option and no option's value, or the end."""
    place = 0
    while place < len(argv) and argv[place].startswith("-"):
        takes = argv[place] in WITH_VALUE
        if argv[place] == WINDOWED and place + 1 < len(argv):
            following = argv[place + 1]
            is_word = following.startswith("-") or following in COMMAND_NAMES or _names_file(following)
            takes = bool(LIKE_A_SIZE.fullmatch(following)) or not is_word
        place += 2 if takes else 1
    return min(place, len(argv))


def _names_file(text: str) -> bool:
    """Tell whether a word is meant as a file: there is something of that name, or it looks like a path."""
    try:
        return bool(text) and (Path(text).exists() or bool(Path(text).suffix) or len(Path(text).parts) > 1)
    except (OSError, ValueError):  # too long a name, or a null in it
        return False


def _add_places(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument("--lang", type=_language, metavar="CODE", default=default, help="en, de, hu or pl")
    parser.add_argument(
        "--data-dir", type=_path, metavar="DIR", default=default, help="where games and settings are kept"
    )


def _add_window(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--windowed", nargs="?", type=_window_size, const=True, metavar="WxH", default=default,
        help="a window instead of the full screen",
    )  # fmt: skip
    parser.add_argument("--game", type=_game, metavar="NAME", default=default, help="begin with this game's set-up")
    parser.add_argument("--variant", metavar="NAME", default=default, help="which of the game's variants")
    parser.add_argument("--seed", type=_number(0, LARGEST_SEED), metavar="N", default=default, help="the dice's seed")
    parser.add_argument(
        "--spectator", action="store_true", default=default or False,
        help="a second window, on a second screen where there is one, that shows what all may see",
    )  # fmt: skip
    parser.add_argument(
        "--require-display", action="store_true", default=default or False,
        help="leave with 2 where there is no display, instead of a demonstration without one",
    )  # fmt: skip


def _command(commands: Commands, name: str, words: str, *, takes: Sequence[str] = ()) -> Parser:
    """Add a command that is told in those words, and takes some of what stands before commands for playing."""
    parser = commands.add_parser(name, help=words)
    parser.set_defaults(takes=takes)
    return parser


def _add_open(commands: Commands) -> Parser:
    parser = _command(
        commands, OPEN, "the cabinet with a board file or exported games; “open” may be left out", takes=FOR_A_FILE
    )
    _add_window(parser, argparse.SUPPRESS)
    parser.add_argument("file", type=_path, metavar="FILE", help="a board in its game’s own format, or a JSON export")
    return parser


def _add_self_test(commands: Commands) -> Parser:
    return _command(commands, "self-test", "check everything; print one JSON object")


def _add_shots(commands: Commands) -> Parser:
    parser = _command(commands, "shots", "a picture of every screen")
    parser.add_argument("folder", type=_path, metavar="DIR", help="where the PNG files go")
    parser.add_argument(
        "--only", nargs="+", metavar="WORD", default=(), help="only files with one of these in the name"
    )
    return parser


def _add_demo(commands: Commands) -> Parser:
    parser = _command(commands, "demo", "the computer plays against itself", takes=FOR_PLAYING)
    _add_window(parser, argparse.SUPPRESS)
    parser.add_argument("--pictures", type=_path, metavar="DIR", help="without a window, into PNG files there")
    return parser


def _add_arena(commands: Commands) -> Parser:
    parser = _command(commands, "arena", "computer players against each other", takes=("game", "variant", "seed"))
    parser.add_argument("game", type=_game, metavar="GAME")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--seats", nargs="+", metavar="LEVEL", help="one level for each seat")
    who.add_argument("--ladder", action="store_true", help="every two levels, and their ratings with 95 %% bounds")
    parser.add_argument(
        "--games", type=_number(1, 10**6), default=100, metavar="N", help="100; in a ladder, of every two levels"
    )
    parser.add_argument(
        "--seed", type=_number(0, LARGEST_SEED), default=argparse.SUPPRESS, metavar="S", help="1 where none is given"
    )
    parser.add_argument("--variant", metavar="NAME", default=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=_number(1, 1024), default=1, metavar="N", help="worker processes")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster's, instead of own processes")
    parser.add_argument(
        "--json", type=_path, metavar="FILE", help="the table as JSON too; - for standard output, without the text"
    )
    parser.add_argument("--picture", type=_path, metavar="FILE.svg", help="the ladder as a picture too")
    return parser


def _add_replay(commands: Commands) -> Parser:
    parser = _command(commands, "replay", "print a saved game move by move")
    parser.add_argument("file", type=_path, metavar="FILE", help="a JSON file that Quincunx has exported")
    return parser


def _add_check(commands: Commands) -> Parser:
    parser = _command(commands, "check", "judge board files of Stone Dragon")
    parser.add_argument("files", nargs="+", type=_path, metavar="FILE", help="a board in the knights’ own format")
    parser.add_argument("--solve", action="store_true", help="tell in how many turns each can be won, if at all")
    parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON list instead of lines")
    return parser


def _add_generate(commands: Commands) -> Parser:
    parser = _command(
        commands,
        "generate",
        "every puzzle with some pieces, or a pick of them, into a file",
        takes=("game", "variant", "seed"),
    )
    parser.add_argument("game", type=_with_generator, metavar="GAME", help=" or ".join(GENERATORS))
    for name, most, usual in (("rabbits", 8, (1, 3)), ("mushrooms", 12, (0, 3)), ("foxes", 5, (0, 2))):
        low = 1 if name == "rabbits" else 0
        parser.add_argument(
            f"--{name}", type=_span(low, most), default=usual, metavar="A-B", help=f"how many; {usual[0]}-{usual[1]}"
        )
    parser.add_argument("--variant", metavar="NAME", default=argparse.SUPPRESS, help="the variant whose board is used")
    parser.add_argument(
        "--out", type=_path, required=True, metavar="FILE", help="JSON lines; a database where it ends in .sqlite"
    )
    parser.add_argument("--jobs", type=_number(1, 1024), default=1, metavar="N", help="worker processes")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster's, instead of own processes")
    _add_wishes(parser)
    return parser


def _add_mcp(commands: Commands) -> Parser:
    words = "lets programs play and advise, over the Model Context Protocol on stdio"
    if IS_PACKED:
        words += "; not in the packed program, which its library would make larger by a sixth: install the wheel for it"
    parser = _command(commands, "mcp", words)
    parser.add_argument(
        "--model",
        action="store_true",
        help="let the language model of adviser.yaml advise, and play where it has a seat",
    )
    return parser


def _address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no address; one of this machine was expected") from None


def _add_serve(commands: Commands) -> Parser:
    parser = _command(
        commands, "serve", "a table without a window, played by phones in the local network",
        takes=("game", "variant", "seed"),
    )  # fmt: skip
    parser.add_argument("game", type=_game, metavar="GAME")
    parser.add_argument("--seats", type=_number(1, 8), default=2, metavar="N", help="how many people; 2")
    parser.add_argument(
        "--computers", nargs="+", metavar="LEVEL", default=(), help="the levels of computers that sit down as well"
    )
    parser.add_argument("--variant", metavar="NAME", default=argparse.SUPPRESS)
    parser.add_argument("--seed", type=_number(0, LARGEST_SEED), default=argparse.SUPPRESS, metavar="S")
    parser.add_argument("--address", type=_address, metavar="IP", help="where to listen; this machine’s own address")
    parser.add_argument("--port", type=_number(0, 65535), default=0, metavar="N", help="any that is free")
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="with the game of that name that was left last, for those who had a seat",
    )
    return parser


def _add_wishes(parser: Parser) -> None:
    parser.add_argument("--count", type=_number(1, 10**9), metavar="N", help="no more than so many")
    parser.add_argument(
        "--seed", type=_number(0, LARGEST_SEED), default=argparse.SUPPRESS, metavar="S",
        help="a random pick: one puzzle at most of each set of mushrooms and fox lines",
    )  # fmt: skip
    parser.add_argument("--tier", type=_span(1, 5), metavar="A-B", help="how hard, from 1 to 5")
    parser.add_argument(
        "--least-steps", type=_number(1, 10**6), default=2, metavar="N", help="2, so that nothing is solved at once"
    )
    starts = parser.add_mutually_exclusive_group()
    starts.add_argument("--farthest", action="store_true", help="only starts as far from home as can be; the usual way")
    starts.add_argument("--all-starts", action="store_true", help="every start instead of the farthest")
    for option, words in (
        ("--one-hole-set", "only where the rabbits always end in the same holes"),
        ("--no-spare-piece", "only where taking any piece away changes the least number of steps"),
        ("--every-rabbit-moves", "only where no rabbit stays where it is"),
    ):
        parser.add_argument(option, action="store_true", help=words)
