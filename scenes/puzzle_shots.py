"""Pictures of what only games of puzzles have: the parts of the puzzle shelf, and the editor."""

from __future__ import annotations

from functools import partial

from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.setups import table
from scenes.headless import Stand
from scenes.poses import Shot, laid_out, people, shelf
from scenes.puzzleplay import editor_of, leads_to_puzzles
from scenes.puzzleshelf import PuzzleShelf
from scenes.tryout import try_out


def _puzzle_part(here: Stand, game: str, tab: str) -> None:
    """Turn to a part of the puzzle shelf, and wait until what it has made is there."""
    shelf(here)
    here.show(PuzzleShelf(here.app, game))
    here.press(f"tab-{tab}")


def _new_puzzle(here: Stand, game: str) -> None:
    _puzzle_part(here, game, "new")
    here.press("make")


def _editor(here: Stand, game: str, key: str = "") -> None:
    """Open the editor on a puzzle of the collection."""
    puzzles, editor = puzzles_of(GAMES[game]), editor_of(game)
    if puzzles is not None and editor is not None:
        here.show(editor(here.app, game, puzzles.write(laid_out(game)), None))
    if key:
        here.press(key)


def _tried_out(here: Stand, game: str) -> None:
    """Try a puzzle out over the editor."""
    _editor(here, game)
    try_out(here.app, table(game, None, people(game), 7, laid_out(game)))
    here.rest()


def shots_of(game: str) -> tuple[Shot, ...]:
    """Give the pictures of a game of puzzles."""
    collection = Shot(f"{game}-puzzles", partial(_puzzle_part, game=game, tab="campaign"), main=True)
    edited = (
        Shot(f"{game}-editor", partial(_editor, game=game), main=True),
        Shot(f"{game}-editor-save", partial(_editor, game=game, key="save")),
        Shot(f"{game}-editor-tryout", partial(_tried_out, game=game)),
    )
    return (
        *(() if leads_to_puzzles(game) else (collection,)),
        Shot(f"{game}-daily", partial(_puzzle_part, game=game, tab="daily")),
        Shot(f"{game}-new", partial(_new_puzzle, game=game), main=True),
        Shot(f"{game}-boards", partial(_puzzle_part, game=game, tab="boards")),
        *(edited if editor_of(game) is not None else ()),
    )
