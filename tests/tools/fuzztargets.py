"""Every parser that foreign bytes can reach: how it is called, and the errors that it may raise.

``python -m tests.tools.fuzz`` attacks them, ``tests/services/project/test_fuzz.py`` replays what has failed once. A
feed goes beyond reading: what was accepted is written and read again, and a position can be played on.
"""

from __future__ import annotations

import io
import json
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import yaml
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from logic import sharing
from logic.arguments import BAD_ARGUMENTS, build_parser, check_together, with_command
from logic.cabinet import parse_cabinet
from logic.config import ConfigError, parse_yaml, read_text
from logic.core import Cell, Dice, IllegalMove, State, find_move
from logic.dragon.board import BoardError, dump_board, parse_board
from logic.dragon.draft import Drawing as Sheet
from logic.game import narration_of, redact
from logic.hosting import token_hash
from logic.jumpin.board import Board as Ground
from logic.jumpin.board import PositionError
from logic.jumpin.draft import Drawing as Meadow
from logic.jumpin.engine.collection import library, read_library
from logic.jumpin.engine.generator import request_of
from logic.jumpin.notation import PictureError, decode, encode
from logic.labyrinth.notation import RecordError, event_log, read, to_json
from logic.labyrinth.puzzles import Maze, maze_of_code
from logic.llm import answer as proposal
from logic.llm import answer as words
from logic.llm.answer import ModelTrouble
from logic.llm.endpoint import read_completion
from logic.llm.settings import load as load_adviser
from logic.llm.settings import own_file
from logic.mcp import games as keeping
from logic.mcp.server import serve
from logic.notation import CodeError
from logic.players import own_levels
from logic.puzzles import NoPuzzle, puzzles_of
from logic.registry import GAMES, game_config, new_setup
from logic.session import EARLY_ENDS, SaveError, Seat, Session
from logic.sharing import BoardFile, CannotOpen, identify_file
from logic.storage import settings
from logic.storage.exchange import read_exchange, to_bytes
from logic.storage.files import StoreProblem, board_path, data_folder
from logic.terminal import Problem
from logic.variants import GameConfig, parse_game
from sprites.paint.kit import Theme
from tests.services.programs.mcphands import new_hosted_game, tables
from tests.support.storeparts import finish, opened

Feed = Callable[[bytes], None]


@dataclass(frozen=True)
class Target:
    """One parser. ``ready`` yields the feed for as long as it is used; ``refusals`` are exact types, not subclasses."""

    ready: Callable[[], AbstractContextManager[Feed]]
    refusals: tuple[type[Exception], ...]
    seeds: Callable[[], Iterable[bytes]]
    """Examples that are accepted, each of another kind."""
    grammar: str = ""
    """"json" or "yaml" where inputs are trees, and are mutated as trees as well as by bytes."""

    @contextmanager
    def open(self) -> Iterator[Callable[[bytes], bool]]:
        """Yield a function that returns whether an input is accepted; whatever it raises is no refusal of ours."""
        with self.ready() as feed:

            def accepts(data: bytes) -> bool:
                try:
                    feed(data)
                except Exception as error:
                    if type(error) not in self.refusals:
                        raise
                    return False
                return True

            yield accepts


def plain(feed: Feed) -> Callable[[], AbstractContextManager[Feed]]:
    """Make a target's ``ready`` of a feed that needs no context."""
    return lambda: nullcontext(feed)


def text_of(data: bytes) -> str:
    """Decode bytes as the command line and opened files do: what is not UTF-8 becomes half a surrogate."""
    return data.decode(errors="surrogateescape")


def chosen(data: bytes, among: Sequence[Any]) -> tuple[Any, bytes]:
    """Let the first byte choose one of several things; the rest is the input."""
    return among[data[0] % len(among) if data else 0], data[1:]


def both_ways(first: Any, second: Any) -> None:
    """Check that what was written is read back the same."""
    if first != second:
        raise AssertionError(f"read as {second!r}, and it was {first!r}")


# -- games, and positions in them


@cache
def sessions() -> tuple[Session, ...]:
    """Short random games, one of each game."""
    return tuple(_played(name, 6) for name in GAMES)


QUICK = {
    "dragon": {"board": read_text("boards/dragon/40-the-hourglass.txt")},
    "jumpin": {"position": library()[-1].position},
}
"""Choices by which a game is dealt without slow generation."""


def _played(name: str, moves: int, variant: str = "") -> Session:
    """Return a random game, to its end if that comes first; Labyrinth usually in a small maze, for a short text."""
    variant = variant or ("junior_5x5" if name == "labyrinth" else game_config(name).default)
    seats = tuple(Seat(name=str(n)) for n in range(game_config(name).variants[variant].players[0]))
    session = Session(GAMES[name], new_setup(name, variant, seats, 5, QUICK.get(name)))
    dice = Dice(1)
    while len(session.moves) < moves and session.outcome() is None:
        session.play(dice.choice(session.state.legal_moves()))
    return session


def play_on(state: State) -> None:
    """Check that a position can be described and played."""
    moves = state.legal_moves()
    if bool(moves) != (state.outcome() is None):
        raise AssertionError("a game is over exactly where there is no move")
    for move in (*moves[:2], *moves[-1:]):
        str(state.apply(move).state)


def _position(name: str, data: bytes) -> None:
    read_position = narration_of(GAMES[name]).from_text
    state = read_position(text_of(data))
    both_ways(state, read_position(str(state)))
    play_on(state)


def _positions(name: str) -> Iterator[bytes]:
    """Yield the positions of the rules pages, which are small, and of random games, of all variants where quick."""
    yield from (page.board.encode() for page in game_config(name).rules if page.board)
    variants = [""] if name in QUICK else game_config(name).variants
    yield from (str(_played(name, 6, variant).state).encode() for variant in variants)


def _move(data: bytes) -> None:
    session, text = chosen(data, sessions())
    session.state.apply(find_move(session.state, text_of(text)))


def _moves() -> Iterator[bytes]:
    for number, session in enumerate(sessions()):
        yield from (bytes([number]) + str(move).encode() for move in session.state.legal_moves()[:8])


def _journal(data: bytes) -> None:
    session, text = chosen(data, sessions())
    Session.replay(session.game, session.setup, text_of(text).split("\n"))


def _journals() -> Iterator[bytes]:
    for number, session in enumerate(sessions()):
        first, *others = (f"play {move}" for move in session.moves)
        leaving = [f"leaves 1 {next(iter(own_levels(session.game)))}"] if session.can_leave(1) else []
        for lines in ([first, *others], [first.replace("play", "show"), *leaving], [first, f"{EARLY_ENDS[0]} 0"]):
            yield bytes([number]) + "\n".join(lines).encode()
    yield f"\2play {sessions()[2].moves[0]}\nundo\nredo".encode()


# -- boards and codes


def _board(data: bytes) -> None:
    try:
        board = parse_board(data)
    except BoardError as error:
        if not (1 <= error.line <= len(data) + 2 and 1 <= error.column <= len(data) + 1):
            raise AssertionError(f"a fault outside the file: {error}") from error
        raise
    both_ways(board, parse_board(dump_board(board)))


def _file(data: bytes) -> None:
    path = data_folder() / "fuzzed"
    path.write_bytes(data)
    found = identify_file(path)
    if isinstance(found, BoardFile):
        puzzles = puzzles_of(GAMES[found.game])
        both_ways(found.params, puzzles.read(found.text))
        puzzles.key(found.params)


def _boards() -> Iterator[bytes]:
    names = ("01-first-light", "14-two-runes", "24-two-trades", "40-the-hourglass")
    return (read_text(f"boards/dragon/{name}.txt").encode() for name in names)


def _files() -> Iterator[bytes]:
    yield from _boards()
    yield from _codes()
    yield b"...../.R.../..M../...../....."
    yield b"Labyrinth\n" + Maze(7, 3).code.encode()
    yield b'{"quincunx":1}'
    yield from _shared_files()


def _shared(data: bytes) -> None:
    code = sharing.code_in(data) if sharing.is_picture(data) else text_of(data)
    content = sharing.content_of(code)
    both_ways(content, sharing.content_of(sharing.code_of(content)))


def _shared_files() -> Iterator[bytes]:
    """Yield what may be shared as a code, as a picture and as a clip."""
    code = sharing.code_of(encode("..M../.R.../..M../....M/R....").encode())
    yield code.encode()
    told = PngInfo()
    told.add_text(sharing.FIELD, code)
    for ending, more in (("PNG", {"pnginfo": told}), ("GIF", {"comment": code.encode()})):
        content = io.BytesIO()
        Image.new("P", (4, 4)).save(content, ending, **more)
        yield content.getvalue()


def _code(data: bytes) -> None:
    text = text_of(data)
    try:
        maze = maze_of_code(text)
    except NoPuzzle:
        position, board = decode(text)
        both_ways((position, board), decode(encode(position, board)))
    else:
        both_ways(maze, maze_of_code(maze.code))


def _codes() -> Iterator[bytes]:
    yield Maze(7, 3).code.encode()
    yield encode("..M../.R.../..M../....M/R....").encode()
    yield encode("R../.M./..R", Ground(3, 3, (Cell(0, 0),), (1,), ())).encode()


def _name(data: bytes) -> None:
    path = board_path("dragon", text_of(data))
    os.fsencode(path)
    path.exists()


# -- whole games: saves, imports, drafts, what is stored beside them


def _save(data: bytes) -> None:
    try:
        save = msgspec.json.decode(data)
    except (ValueError, RecursionError):  # as a reader of the file finds out before there is a save
        return
    session = Session.load(save, GAMES)
    both_ways(session.save(), Session.load(session.save(), GAMES).save())


def _saves() -> Iterator[bytes]:
    yield from (msgspec.json.encode(session.save()) for session in sessions())
    given_up, taken_back, left = (_played(name, 4) for name in ("lgame", "jumpin", "coatl"))
    given_up.end_early(0)
    taken_back.play(taken_back.state.legal_moves()[0], shown=True)
    taken_back.undo()
    left.leave(1, next(iter(own_levels(left.game))))
    yield from (msgspec.json.encode(session.save()) for session in (given_up, taken_back, left))


NAME, TOKEN = "0123456789ab", "fuzz"


def _kept(data: bytes) -> None:
    path = data_folder() / keeping.FOLDER / f"{NAME}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    keeping.fetch(NAME, TOKEN)


def _kept_games() -> Iterator[bytes]:
    for session in sessions()[:3]:
        hashes = (token_hash(TOKEN),) * len(session.seats)
        yield msgspec.json.encode(keeping.StoredGame(keeping.FORMAT, hashes, session.save()))


def _import(data: bytes) -> None:
    to_bytes(msgspec.to_builtins(read_exchange(data, GAMES)))


def _imports() -> Iterator[bytes]:
    """Yield what the store exports: each game by itself, and everything with a finished one, a profile and progress."""
    with tempfile.TemporaryDirectory() as folder:
        store = opened(Path(folder))
        for session in sessions():
            number = store.begin(session.setup, 1000.0)
            record = store.recorder(number, count(1001).__next__)
            for move in session.moves:
                record(f"play {move}")
            yield to_bytes(store.export_game(number))
            store.discard(number)
        finish(store, thinking=(3.0, 4.0))
        store.add_profile("Ada")
        store.set_progress("jumpin", "p", {"spent": 3}, "Ada")
        yield to_bytes(store.export_all())
        store.close()


def _settings(data: bytes) -> None:
    path = data_folder() / settings.FILE_NAME
    path.write_bytes(data)
    found, _ = settings.load(path)
    settings.save(path, found)
    both_ways((found, ()), settings.load(path))
    for broken in data_folder().glob("settings-broken-*"):
        broken.unlink()


def _some_settings() -> Iterator[bytes]:
    choices = {"lgame": {"variant": "classic", "seats": ["", "gentle"]}}
    yield msgspec.json.encode(settings.Settings())
    yield msgspec.json.encode(settings.Settings(language="hu", agreed="https://a.example/v1", setups=choices))


def _maze_record(data: bytes) -> None:
    try:
        plain_data = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return
    record = read(plain_data)
    both_ways(record.state, read(to_json(record.state, record.log, record.variant)).state)
    play_on(record.state)


def _maze_records() -> Iterator[bytes]:
    for session in (_played("labyrinth", 0), _played("labyrinth", 5), _played("labyrinth", 3, "events")):
        log = event_log(session.states, session.moves)
        yield msgspec.json.encode(to_json(session.state, log, session.setup.variant))


def _draft(data: bytes) -> None:
    kind, content = chosen(data, (Sheet, Meadow))
    drawing = kind.from_json(content)
    both_ways(drawing, kind.from_json(drawing.to_json()))
    drawing.faults()


def _drafts() -> Iterator[bytes]:
    yield b"\0" + Sheet.of(parse_board(next(_boards()))).to_json()
    yield b"\0" + Sheet.blank().to_json()
    yield b"\1" + Meadow.of(sessions()[2].state).to_json()


# -- config


LIBRARY_LINE = b"1 RM.../...../...../...../..... 2 1 3.500 0 0 0 0 0123456789abcdef 1BVAC-HMWYR 00-30\n"


def _library(data: bytes) -> None:
    read_library(text_of(data), "fuzzed")


def _cabinet(data: bytes) -> None:
    parse_cabinet(text_of(data), "fuzzed")


def _theme(data: bytes) -> None:
    parse_yaml(text_of(data), Theme, "fuzzed")


def _adviser(data: bytes) -> None:
    """Read the player's own file, and check all properties of an address."""
    path = own_file()
    path.write_bytes(data)
    found = load_adviser()
    str((found.host, found.is_on_this_machine, found.is_encrypted, found.completions))


def _advisers() -> Iterator[bytes]:
    yield b"base_url: https://models.example.org:8/v1\nmodel: m\ntries: 2\ntimeout: 9.5"
    yield b"base_url: http://[::1]:8/v1\nmodel: m\nkey_variable: KEY"
    yield b"model: m"


def _variants(data: bytes) -> None:
    name, text = chosen(data, tuple(GAMES))
    parse_game(text_of(text), GAMES[name], "fuzzed")


def _some_variants() -> Iterator[bytes]:
    """Yield each game's YAML, cut down to its default variant and a page of rules."""
    for number, name in enumerate(GAMES):
        config = game_config(name)
        variants, rules = {config.default: config.variants[config.default]}, config.rules[:1]
        small = GameConfig(
            config.title, config.blurb, config.default, variants, rules=rules, lessons=config.lessons[:1]
        )
        yield bytes([number]) + yaml.safe_dump(msgspec.to_builtins(small), allow_unicode=True).encode()


# -- what programs and models send


@cache
def _views() -> tuple[tuple[Any, State], ...]:
    return tuple((session.game, redact(session.game, session.state, session.actor)) for session in sessions())


def _answer(data: bytes) -> None:
    (game, view), answer = chosen(data, _views())
    text = text_of(answer)
    try:
        found = proposal.read(game, view, text)
    except proposal.Refused as refused:
        if refused.said:  # otherwise it is the question that was asked
            msgspec.json.encode(proposal.schema(game, view, refused.said))
        str(refused.message).encode()
        raise
    for move in found.moves:
        if move not in view.legal_moves():
            raise AssertionError(f"no legal move: {move}")
        view = view.apply(move).state
    said = words.plain(found.reason, proposal.LONGEST_REASON)
    if len(said) > proposal.LONGEST_REASON or not said.isprintable():
        raise AssertionError(f"not fit to be shown: {said!r}")
    said.encode()


def _answers() -> Iterator[bytes]:
    for number, (game, view) in enumerate(_views()):
        said: dict[str, str | int] = {"move": str(view.legal_moves()[0])}
        yield bytes([number]) + json.dumps(said | {"reason": "**It** is <b>good</b>"}).encode()
        if "move" not in proposal.form_of(game, view):  # except those of a whole turn
            said = {}
            for _ in range(2):  # reachable cells depend on the push
                said = {name: values[0] for name, values in proposal.form_of(game, view, said).items()}
            yield bytes([number]) + json.dumps(said).encode()


def _completion(data: bytes) -> None:
    read_completion(data).encode()


def _completions() -> Iterator[bytes]:
    yield b'{"id":1,"choices":[{"index":0,"message":{"role":"assistant","content":"{}"}}]}'
    yield b'{"choices":[{"message":{"content":null}}]}'


_parser = cache(build_parser)


def _argument_list(data: bytes) -> None:
    """Read the arguments, a line each, as ``main`` does, except creating the folders that they name."""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            args = _parser().parse_args(with_command(text_of(data).split("\n")))
    except SystemExit as end:
        if end.code == BAD_ARGUMENTS:
            raise Problem("said and left, as argparse does") from None
        if end.code:
            raise AssertionError(f"left with {end.code}") from None
        return  # with the help that was requested
    check_together(args)
    if args.command == "generate":
        request_of(vars(args))


def _argument_lists() -> Iterator[bytes]:
    for line in (
        "--windowed 1280x800 --game lgame --variant blitz --seed 7 --lang hu --data-dir there",
        "open cave.txt --windowed",
        "cave.txt",
        "self-test",
        "shots there --only lgame coatl",
        "demo --pictures there --game dragon",
        "arena coatl --seats novice novice --games 10 --jobs 2 --json - --variant classic",
        "replay games.json --lang pl",
        "check cave.txt --solve --json",
        "generate jumpin --out there.sqlite --rabbits 1-3 --foxes 0-2 --tier 1-5 --count 9 --seed 3 --all-starts",
        "mcp --model",
    ):
        yield line.replace(" ", "\n").encode()


@contextmanager
def served() -> Iterator[Feed]:
    """The server for programs, with a game set up for two, and a feed that is done when all is answered."""
    at, (ours, its), before = tables(), socket.socketpair(), (sys.stdin, sys.stdout)
    ours.settimeout(PATIENCE)
    new_hosted_game(at, "lgame")

    def run() -> None:
        serve(at, "en")
        its.shutdown(socket.SHUT_WR)  # a reader of an answer hears that there will be none

    server = threading.Thread(target=run, daemon=True)
    with ours, its, ours.makefile("rwb") as line, its.makefile("r") as sys.stdin, its.makefile("w") as sys.stdout:
        server.start()
        try:
            line.write(HELLO)
            line.flush()
            line.readline()
            yield partial(_talk, line, count())
        finally:
            ours.shutdown(socket.SHUT_WR)
            server.join()
            sys.stdin, sys.stdout = before


PATIENCE = 30
"""Seconds to wait for an answer."""
HELLO = (
    b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    b'"clientInfo":{"name":"fuzz","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)


def _talk(line: BinaryIO, numbers: Iterator[int], data: bytes) -> None:
    """Send a line, and wait until the server has answered it, if it must, and a ping behind it."""
    said, name = b" ".join(data.splitlines()), f"ping {next(numbers)}"
    ping = json.dumps({"jsonrpc": "2.0", "id": name, "method": "ping"}).encode()
    line.write(said + b"\n" + ping + b"\n")
    line.flush()
    awaited = {"pong", "answer"} if _is_request(said) else {"pong"}
    while awaited:
        answer = line.readline()
        if not answer:
            raise AssertionError("the server has ended")
        found = json.loads(answer)
        if "id" in found:  # of a line that cannot be read it may be null
            awaited.discard("pong" if found["id"] == name else "answer")


def _is_request(line: bytes) -> bool:
    """Return whether a line must certainly be answered; a cancelled one need not be."""
    try:
        said = json.loads(line.decode(errors="replace"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0" or said.keys() & {"result", "error"}:
        return False
    method, fits = said.get("method"), isinstance(said.get("params", {}), dict) and type(said.get("id")) in (str, int)
    return fits and isinstance(method, str) and "cancel" not in method


def _lines() -> Iterator[bytes]:
    _, tokens = new_hosted_game(tables(), "lgame")
    token, move = tokens[0], str(_played("lgame", 0).state.legal_moves()[0])
    at_the_table = ("synopsis", "rules", "legal_moves", "position", "undo", "advise", "save")
    for tool, arguments in (
        ("list_games", {"language": "pl"}),
        ("new_game", {"game": "dragon", "variant": "practice", "seats": ["human"], "seed": 3}),
        *((tool, {"token": token}) for tool in at_the_table),
        *(("play", {"token": either, "move": move, "language": "de"}) for either in tokens),
        ("load", {"token": token, "game_id": NAME}),
    ):
        params = {"name": tool, "arguments": arguments}
        yield json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    yield b'{"jsonrpc":"2.0","id":"a","method":"tools/list"}'
    yield b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'


# -- all of them


def config(name: str) -> Callable[[], Iterable[bytes]]:
    """Return a file under ``config/`` as the one example."""
    return lambda: (read_text(name).encode(),)


JSON_FAULTS = (ValueError, UnicodeDecodeError, UnicodeEncodeError, msgspec.DecodeError, msgspec.ValidationError)
"""Refusals of a reader of JSON whose contract is ValueError."""

TARGETS: dict[str, Target] = {
    "boards": Target(plain(_board), (BoardError,), _boards),
    "files": Target(plain(_file), (CannotOpen,), _files),
    "shared": Target(plain(_shared), (sharing.NothingShared,), _shared_files),
    "codes": Target(plain(_code), (CodeError,), _codes),
    "names": Target(plain(_name), (StoreProblem,), lambda: (b"Cave", "Höhle 2".encode())),
    "lgame": Target(plain(partial(_position, "lgame")), (ValueError,), partial(_positions, "lgame")),
    "dragon": Target(plain(partial(_position, "dragon")), (ValueError, BoardError), partial(_positions, "dragon")),
    "jumpin": Target(plain(partial(_position, "jumpin")), (PictureError, PositionError), partial(_positions, "jumpin")),
    "labyrinth": Target(
        plain(partial(_position, "labyrinth")), (ValueError, ConfigError), partial(_positions, "labyrinth")
    ),
    "coatl": Target(plain(partial(_position, "coatl")), (ValueError, ConfigError), partial(_positions, "coatl")),
    "moves": Target(plain(_move), (IllegalMove,), _moves),
    "journals": Target(plain(_journal), (SaveError,), _journals),
    "saves": Target(plain(_save), (SaveError,), _saves, "json"),
    "kept": Target(plain(_kept), (Problem,), _kept_games, "json"),
    "imports": Target(plain(_import), (SaveError,), _imports, "json"),
    "settings": Target(plain(_settings), (), _some_settings, "json"),
    "mazes": Target(plain(_maze_record), (RecordError,), _maze_records, "json"),
    "drafts": Target(plain(_draft), JSON_FAULTS, _drafts, "json"),
    "library": Target(plain(_library), (ConfigError,), lambda: (LIBRARY_LINE * 2,)),
    "cabinet": Target(plain(_cabinet), (ConfigError,), config("cabinet.yaml"), "yaml"),
    "theme": Target(plain(_theme), (ConfigError,), config("theme.yaml"), "yaml"),
    "adviser": Target(plain(_adviser), (ConfigError,), _advisers, "yaml"),
    "variants": Target(plain(_variants), (ConfigError,), _some_variants, "yaml"),
    "answers": Target(plain(_answer), (proposal.Refused,), _answers, "json"),
    "completions": Target(plain(_completion), (ModelTrouble,), _completions, "json"),
    "mcp": Target(served, (), _lines, "json"),
    "arguments": Target(plain(_argument_list), (Problem,), _argument_lists),
}
