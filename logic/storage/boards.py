"""The player's own boards: text files in a folder for each game, under names that every system can bear."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from logic.core import Message
from logic.storage.files import StoreProblem, boards_folder, reason, write_whole

ENDING = ".txt"
EXPORTED = ".board.txt"
"""The ending of a board that goes elsewhere, where it tells a desktop what it is."""
LARGEST_BOARD = 2**20
"""Bytes of a board file at most, as far as it is read."""
LONGEST_NAME = 60
MOST_BOARDS = 500
"""How many files of the folder are listed."""
UNNAMEABLE = frozenset('/\\:*?"<>|')
"""Signs that some system does not allow in the name of a file."""
TAKEN_BY_SYSTEMS = frozenset(
    {"CON", "PRN", "AUX", "NUL"} | {f"{port}{number}" for port in ("COM", "LPT") for number in range(10)}
)
"""Names that mean something else to Windows, whatever ending they have."""


def board_files(game: str) -> tuple[Path, ...]:
    """List the player's own boards, by name; none where the folder cannot be looked into."""
    try:
        found = [path for path in boards_folder(game).iterdir() if path.suffix.lower() == ENDING and path.is_file()]
    except OSError:
        return ()
    return tuple(sorted(found, key=lambda path: (path.stem.casefold(), path.name)))[:MOST_BOARDS]


def name_of(path: Path) -> str:
    """What a board is called, by its file of either ending."""
    return path.name.removesuffix(EXPORTED) if path.name.endswith(EXPORTED) else path.stem


def tidy_name(name: str) -> str:
    """A board's name as its file bears it; raises StoreProblem with the reason where no file can."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy:
        raise StoreProblem(Message("A board needs a name."))
    if len(tidy) > LONGEST_NAME or len(tidy.encode(errors="replace")) > 3 * LONGEST_NAME:
        raise StoreProblem(Message("This name is too long; {n} letters are enough.", n=LONGEST_NAME))
    wrong = next((sign for sign in tidy if sign in UNNAMEABLE or not sign.isprintable()), "")
    if wrong:
        raise StoreProblem(Message("“{sign}” cannot stand in the name of a file.", sign=wrong))
    if tidy.startswith(".") or tidy.endswith(".") or tidy.partition(".")[0].strip().upper() in TAKEN_BY_SYSTEMS:
        raise StoreProblem(Message("“{name}” cannot be the name of a file.", name=tidy))
    return tidy


def board_path(game: str, name: str) -> Path:
    """The file of the board with that name, there or not; raises StoreProblem as :func:`tidy_name` does."""
    return boards_folder(game) / f"{tidy_name(name)}{ENDING}"


def free_name(game: str, name: str) -> str:
    """A name like the wanted one that no board has yet: “Cave”, “Cave 2”; one that cannot be is passed over."""
    try:
        wanted = tidy_name(name[: LONGEST_NAME - 5])
    except StoreProblem:
        wanted = "board"
    tried, number = wanted, 1
    while board_path(game, tried).exists():
        number += 1
        tried = f"{wanted} {number}"
    return tried


def keep_board(game: str, name: str, text: str) -> Path:
    """Write a board under that name, in place of one that has it; raise StoreProblem where that cannot be done."""
    path = board_path(game, name)
    write_whole(path, text.encode())
    return path


def rename_board(path: Path, name: str) -> Path:
    """Rename a board's file; raise StoreProblem, nothing changed, where another board has that name."""
    new = path.with_name(f"{tidy_name(name)}{ENDING}")
    if new.name == path.name:
        return path
    try:
        if new.exists() and not new.samefile(path):  # a change of capitals alone is the same file on some systems
            raise StoreProblem(Message("There is a board “{name}” already.", name=new.stem))
        return path.rename(new)
    except OSError as error:
        raise StoreProblem(Message("“{name}” could not be renamed: {why}", name=path.stem, why=reason(error))) from None


def delete_board(path: Path) -> None:
    """Throw a board away; one that is not there has gone already. Raises StoreProblem where it cannot be done."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreProblem(
            Message("“{name}” could not be thrown away: {why}", name=path.stem, why=reason(error))
        ) from None
