"""What is shared: positions, captions, the file contained in the picture, a puzzle’s code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import pygame

from logic import sharing
from logic.core import Event, Message, State
from logic.game import redact
from logic.puzzles import NoPuzzle, Puzzles, puzzles_at
from logic.session import Session
from logic.storage.exchange import FORMAT, MARK, exported_game, to_bytes
from logic.storage.files import StoreProblem
from scenes.app.app import App
from scenes.app.fields import WritingDialog
from scenes.app.wording import game_title, players_text, variant_title
from scenes.puzzles.play import chosen_variant, first_position, key_of, known_puzzles, name_of
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.widgets import Button, Fitted, Passive, clipboard, fit

PLATE = 76
"""Height of a plate in units."""
LINES = 3
LONGEST_CODE = 100
"""Longest code that can be entered, spaces and hyphens included."""


class CodePlate(Passive):
    """A strip of paper with a code in large letters; ``code`` is evaluated at each drawing, empty if there is none."""

    def __init__(self, kit: Kit, key: str, code: Callable[[], str]) -> None:
        super().__init__(kit, key)
        self.code = code

    def measure(self, width: int) -> int:
        return max(self.kit.px(PLATE), self._fitted(self._inner(width)).height + 2 * self._around)

    @property
    def _around(self) -> int:
        return self.kit.px(MARGIN["paper"] + 8)

    def _inner(self, width: int) -> int:
        return max(1, width - 2 * self._around)

    def _fitted(self, width: int) -> Fitted:
        return fit(self.kit, self.code() or "…", width, units=self.kit.theme.sizes.heading, lines=LINES)

    def clipped(self) -> Iterable[str]:
        return () if self._fitted(self._inner(self.rect.width)).fits else (self.code(),)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        inner = self.rect.inflate(-2 * self._around, 0)
        self._fitted(inner.width).draw(self.kit, surface, inner, self.kit.theme.colours.paper_ink)


def copy_code(app: App, code: str) -> None:
    """Copy a code to the clipboard, and report the result."""
    if clipboard.copy(code):
        app.tell(Message("Copied: {code}", code=code))
    else:
        app.refuse(Message("There is no clipboard here: write the code down."))


def copy_button(app: App, code: Callable[[], str]) -> Button:
    label = app.say(Message("Copy it"))
    return Button(app.kit, "copy-code", label, "content_copy", lambda: copy_code(app, code()))


def ask_for_code(app: App, puzzles: Puzzles, on_done: Callable[[Mapping[str, Any]], object], *, verb: Message) -> None:
    """Ask for a code, and pass on the params of its puzzle; ``verb`` labels the button."""
    dialog = WritingDialog(
        app,
        Message("Enter a code"),
        "",
        partial(_puzzle_of, puzzles),
        on_done,
        label=Message("Code"),
        verb=verb,
        blurb=Message("Small letters and missing dashes do not matter."),
        max_length=LONGEST_CODE,
        pastes=True,
    )
    app.stack.push(dialog)


def _puzzle_of(puzzles: Puzzles, text: str) -> Mapping[str, Any]:
    try:
        return puzzles.read(text)
    except NoPuzzle as error:
        raise StoreProblem(error.message) from None


LONGEST_NAME = 24
"""Letters of a player's name below a picture."""
Positions = tuple[tuple[State, tuple[Event, ...]], ...]
"""Positions to be shown, each with the events that led to it from the one before."""

PUZZLE = Message("Dropped onto Quincunx, the picture opens this puzzle.")
GAME = Message(
    "Dropped onto Quincunx, the picture or the clip opens the game up to here, with its players’ names and, as it is "
    "over, with all that was hidden in it."
)
POSITION = Message("Dropped onto Quincunx, the picture or the clip opens the game up to here, with its players’ names.")
HIDDEN = Message(
    "As long as something is hidden in this game, the picture shows what everybody may see, and nothing else travels "
    "with it."
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a picture or a clip, ready for another process: ``code`` is embedded, empty if nothing may be."""

    game: str
    heading: str
    lines: tuple[str, ...]
    positions: Positions
    code: str
    uncovered: bool = False
    short_code: str = ""
    """The game's own short code for the puzzle, if it has such codes."""
    note: Message = PUZZLE
    """What the embedded code contains."""
    puzzle: Mapping[str, Any] | None = None
    """The params of the puzzle that it is, None if it is none."""

    @property
    def is_game(self) -> bool:
        """Whether there are moves for a clip."""
        return len(self.positions) > 1


def has_hidden_parts(session: Session) -> bool:
    """Whether a game goes on and hides something from a player now."""
    game, state = session.game, session.state
    seats = range(len(session.setup.seats))
    return session.outcome() is None and any(redact(game, state, seat) != state for seat in seats)


def shared_game(
    app: App, session: Session, ply: int | None = None, *, uncovered: bool = False, said: Sequence[str] = ()
) -> Subject:
    """A game up to its present position, or up to a ply, with the caption ``said``.

    While something is hidden in it, only what all seats know is seen, and nothing travels along. A game of one, too,
    is as covered as it was for its player, unless it is over and ``uncovered``.
    """
    setup, last = session.setup, session.ply if ply is None else ply
    puzzle = puzzles_at(session.game, len(setup.seats))
    is_puzzle = puzzle is not None and bool(key_of(setup.game, setup.params))
    name = name_of(app, setup.game, setup.params)
    title = game_title(app, setup.game)
    told = [*said, title, name or variant_title(app, setup), players_text(app, setup, LONGEST_NAME)]
    heading, lines = told[0], tuple(told[1:])
    moves = Message("{n} [move|moves]", n=last)
    lines = (*lines, app.say(moves)) if last and not said else lines
    if has_hidden_parts(session):
        return Subject(setup.game, heading, lines, ((session.as_played(last), ()),), "", note=HIDDEN)
    short = puzzle.code(setup.params) if puzzle is not None and is_puzzle else ""
    shown = [session.states[n] if uncovered else session.as_played(n) for n in range(last + 1)]
    positions = tuple(zip(shown, ((), *session.events[:last]), strict=True))
    over = session.outcome() is not None
    return Subject(setup.game, heading, lines, positions, _game_code(app, session, last), uncovered, short,
                   GAME if over else POSITION, setup.params if is_puzzle else None)  # fmt: skip


def _game_code(app: App, session: Session, ply: int) -> str:
    parcel = exported_game(session, app.now(), ply)
    return sharing.code_of(to_bytes({MARK: FORMAT, "games": [msgspec.to_builtins(parcel)]}))


def shared_puzzle(app: App, game: str, params: Mapping[str, Any], name: str = "", variant: str = "") -> Subject:
    """A puzzle in its first position, embedded as a whole. Raises ConfigError for bad params."""
    puzzles = known_puzzles(game)
    state = first_position(app, game, params, variant or chosen_variant(app, game))
    title, name = game_title(app, game), name or name_of(app, game, params)
    code = sharing.code_of(puzzles.write(params).encode())
    return Subject(game, name or title, (title,) if name else (), ((state, ()),), code, short_code=puzzles.code(params),
                   puzzle=params)  # fmt: skip
