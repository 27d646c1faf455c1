"""Takes in a file from wherever it comes: a board is played and may be kept, exported games are imported."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from logic.core import Message
from logic.registry import GAMES, game_config
from logic.session import SaveError
from logic.sharing import BoardFile, CannotOpen, GamesFile, look_into, recognise
from logic.storage.exchange import read_exchange, replayed
from logic.storage.files import (
    LARGEST_BOARD,
    StoreProblem,
    board_files,
    boards_folder,
    free_name,
    keep_board,
    name_of,
    read_at_most,
)
from scenes.app.app import App
from scenes.app.overlays import Answer, Question
from scenes.puzzles.play import play_puzzle


def take_in(app: App, path: Path, game: str | None = None, variant: str | None = None) -> None:
    """Open a file that was dropped onto the window or named at the start; say so where that cannot be done."""
    fault = open_file(app, path, game, variant)
    if fault is not None:
        app.refuse(fault)


def open_file(app: App, path: Path, game: str | None = None, variant: str | None = None) -> Message | None:
    """Open a file, as a board of that game where one is named, to be played in that variant or the one chosen last.

    Returns the reason where nothing was opened.
    """
    try:
        return _open(app, look_into(path, game), variant)
    except CannotOpen as error:
        return error.message


def open_code(app: App, code: str) -> Message | None:
    """Open what a code holds that was copied somewhere; returns the reason where nothing was opened."""
    try:
        return _open(app, recognise(Path(app.say(Message("Code"))), code.encode(errors="replace")))
    except CannotOpen as error:
        return error.short


def _open(app: App, found: BoardFile | GamesFile, variant: str | None = None) -> Message | None:
    app.stack.finish()  # a file may come in between two frames
    demonstration = app.stack.find("demo")
    if demonstration is not None:  # somebody is there
        app.stack.pop(demonstration)
    if isinstance(found, GamesFile) and found.shared is None:
        _import(app, found)
        return None
    if any(scene.is_busy for scene in app.stack.scenes):
        return Message("{file} waits: leave what is open here first.", file=found.path.name)
    if isinstance(found, GamesFile):
        return _watch(app, found)
    if play_puzzle(app, found.game, found.params, variant) and not _is_kept(found):
        _offer_to_keep(app, found)
    return None


def _import(app: App, found: GamesFile) -> None:
    games = app.stack.find("games")
    if games is None or games is not app.stack.top:
        games = app.open("games")
    games.drop(found.path)


def _watch(app: App, found: GamesFile) -> Message | None:
    """Show a game that was shared at its last position; it is nobody's here, and so it is not kept."""
    try:
        games = read_exchange(found.shared, GAMES).games
        if not games:
            return Message("There is no game in {file}.", file=found.path.name)
        session = replayed(games[0], GAMES)
    except SaveError as error:
        return Message("{file}: {why}", file=found.path.name, why=error.message)
    app.open("replay", session, session.ply)
    return None


def _is_kept(found: BoardFile) -> bool:
    """Tell whether the file is one of the player's own boards already, or the same as one of them."""
    if found.path.absolute().parent == boards_folder(found.game).absolute():
        return True
    content = found.text.encode()
    return any(_reads(path) == content for path in board_files(found.game))


def _reads(path: Path) -> bytes:
    try:
        return read_at_most(path, LARGEST_BOARD)
    except OSError:
        return b""


def _offer_to_keep(app: App, found: BoardFile) -> None:
    text = Message(
        "“{name}” is laid out. Shall a copy stand among your boards of {game}?",
        name=name_of(found.path), game=app.get(game_config(found.game).title),
    )  # fmt: skip
    answers: list[Answer] = [
        (Message("Keep a copy"), partial(keep_copy, app, found), "primary"),
        (Message("Just play"), None, "normal"),
    ]
    app.stack.push(Question(app, text, answers, title=Message("Your own boards")))


def keep_copy(app: App, found: BoardFile) -> None:
    """Keep a board under its file's name, or one like it that is free, and say so."""
    try:
        path = keep_board(found.game, free_name(found.game, name_of(found.path)), found.text)
    except StoreProblem as problem:
        app.refuse(problem.message)
        return
    app.tell(Message("Kept as “{name}”", name=path.stem))
