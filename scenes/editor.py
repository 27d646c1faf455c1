"""What the editors of all puzzle games share: a history, a palette, judging, trying out, saving, and losing nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import pygame

from logic.core import Message
from logic.history import History
from logic.puzzles import Puzzles, puzzles_of
from logic.registry import GAMES, game_config
from logic.session import Seat, Setup
from logic.setups import table
from scenes.app import App
from scenes.editorcoach import EditorCoach
from scenes.editordraft import DraftKeeper
from scenes.editorfiles import Shelving
from scenes.editorlayout import Places, arrange
from scenes.editormenu import EditorMenu
from scenes.editorpanel import EditorPanel, Tab
from scenes.editorparts import StatusStrip
from scenes.editorstatus import say_status
from scenes.overlays import Answer, Question
from scenes.page import InputMemory
from scenes.tryout import try_out
from sprites.input import Action, Input
from sprites.materials import cloth, panel, table_background
from sprites.ui import Widget

CANVAS = "canvas"
"""The key of what is drawn on among the widgets."""


class Drawn(Protocol):
    """What an editor works on: a frozen value that may be unfinished."""

    def faults(self) -> tuple[Message, ...]:
        """Say what keeps it from being played, the most important first."""
        ...

    def to_json(self) -> bytes:
        """Write it down as it is, finished or not."""
        ...


D = TypeVar("D", bound=Drawn)


class EditorScene(InputMemory, ABC, Generic[D]):
    """Draws one board. Nothing is lost: what is not saved is kept as a draft and offered again.

    The subclass reads and writes boards, makes the canvas and the tabs, and calls :meth:`do` for every change.
    """

    context = "board"
    cloth = "#4b4037"
    zooms = False
    """Whether the board can be seen at more than one size."""
    judges_at_once = False
    """Whether each change is judged without being asked for: only where that takes a moment."""

    def __init__(self, app: App, game: str, board_text: str | None, path: Path | None) -> None:
        super().__init__(app)
        self.game = game
        self.config = game_config(game)
        self.variant = self.config.default
        self.shelving = Shelving(game, path)
        first = self.blank() if board_text is None else self.read(board_text)
        self.history: History[D] = History(first)
        self.kept = first
        """What the file holds, or the empty sheet."""
        self.tab = ""
        self.draft = DraftKeeper(app, self.shelving, self._unsaved)
        self.coach = EditorCoach(self)
        self.menu = EditorMenu(self)
        self._found: tuple[D, tuple[Message, ...]] | None = None
        self.places: Places = arrange(app.kit)

    # -- what a game decides

    @abstractmethod
    def blank(self) -> D:
        """Give an empty sheet."""

    @abstractmethod
    def read(self, text: str) -> D:
        """Read a board file; raise NoPuzzle where it is none."""

    @abstractmethod
    def read_draft(self, content: bytes) -> D:
        """Read what ``to_json`` wrote; raise ValueError where it is anything else."""

    @abstractmethod
    def params(self) -> Mapping[str, Any]:
        """Give what the finished drawing is played with; asked only where there are no faults."""

    @abstractmethod
    def tabs(self) -> Sequence[Tab]:
        """Give the parts of the panel."""

    @abstractmethod
    def make_canvas(self) -> Widget:
        """Make what is drawn on."""

    def advice(self) -> Message | None:
        """Say what is to be done just now, where that comes before everything else."""
        return None

    def aside(self) -> str:
        """Say what lies under the hand."""
        return ""

    def zoom(self, step: int) -> None:
        """Look closer or from further off."""

    @property
    def can_zoom(self) -> bool:
        """Whether there is more than one way of looking."""
        return False

    def drop_tool(self) -> bool:
        """Put down what is half done; true where there was something."""
        return False

    def shown(self) -> None:
        """Follow a change of the drawing."""

    def shortcut(self, action: Action) -> bool:
        """Take a key that stands for no action elsewhere."""
        return False

    @property
    def puzzles(self) -> Puzzles:
        """What the game offers to the puzzle shelf."""
        found = puzzles_of(GAMES[self.game])
        assert found is not None  # noqa: S101 - only games of puzzles have editors
        return found

    # -- the drawing

    @property
    def drawing(self) -> D:
        """What is drawn at present."""
        return self.history.present

    @property
    def faults(self) -> tuple[Message, ...]:
        """What keeps the drawing from being played; looked for once for each drawing."""
        drawing = self.drawing
        if self._found is None or self._found[0] is not drawing:
            self._found = (drawing, drawing.faults())
        return self._found[1]

    @property
    def is_saved(self) -> bool:
        """Tell whether nothing would be lost without a draft."""
        return self.drawing == self.kept

    @property
    def is_busy(self) -> bool:
        """Tell whether something here is not saved yet."""
        return not self.is_saved

    def do(self, drawing: D, *, amend: bool = False, anew: bool = True) -> None:
        """Go on to another drawing; ``amend`` makes it one step with the last, ``anew`` lays the panel out again."""
        before = self.history
        self._turn(before.amend(drawing) if amend else before.do(drawing), anew=anew)

    def _turn(self, history: History[D], *, anew: bool = True) -> None:
        changed = history.present != self.history.present
        self.history = history
        if changed:
            self.coach.forget()
            self.draft.note_change()
            self.shown()
        if anew:
            self.rebuild()
        else:
            self.refresh()

    def undo(self) -> None:
        """Take the last step back."""
        if not self.drop_tool() and self.history.can_undo:
            self.app.sound.play("lift")
            self._turn(self.history.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self.drop_tool()
        if self.history.can_redo:
            self._turn(self.history.redo())

    # -- life

    def enter(self) -> None:
        """Offer what was left behind, if there is something."""
        super().enter()
        content = self.shelving.draft()
        if content is None:
            return
        try:
            draft = self.read_draft(content)
        except ValueError:
            return
        if draft == self.drawing:
            return
        # Whatever the answer, the draft is only a step away: taken up it is undo's other side.
        self.history = History(self.drawing, (draft,))
        answers: list[Answer] = [
            (Message("Go on with the draft"), self._take_up_draft, "primary"),
            (Message("Leave it"), self.draft.take_over, "normal"),
        ]
        text = Message("Something was drawn here that was never saved. Would you like to go on with it?")
        self.app.stack.push(Question(self.app, text, answers, title=Message("An unsaved draft")))

    def _take_up_draft(self) -> None:
        self._turn(self.history.undo())

    def leave(self) -> None:
        """Stop judging; keep a draft of what is not saved."""
        self.coach.forget()
        self.draft.settle()

    def resume(self) -> None:
        """Lay out anew: a number may have been written."""
        self.rebuild()

    # -- building

    def build(self) -> None:
        """Lay everything out for the window as it is."""
        self.places = arrange(self.app.kit)
        self.canvas = self.make_canvas()
        self.canvas.place(self.places.canvas)
        self.status = StatusStrip(self.app.kit, "status", compact=self.places.compact)
        self.status.place(self.places.status)
        self.panel = EditorPanel(self)
        self.ui.add(self.canvas, self.status, *self.panel.widgets())
        self.refresh()

    def rebuild(self) -> None:
        """Build again; at first the canvas has the focus."""
        super().rebuild()
        if self.ui.focus is None:
            self.ui.set_focus(self.canvas)

    @property
    def chosen_tab(self) -> Tab:
        """The part of the panel that is shown."""
        tabs = self.tabs()
        return next((tab for tab in tabs if tab.key == self.tab), tabs[0])

    def open_tab(self, key: str) -> None:
        """Show another part of the panel."""
        self.tab = key
        self.rebuild()

    # -- what is said

    def refresh(self) -> None:
        """Bring words and buttons up to date."""
        if self.judges_at_once:
            self.coach.judge_unasked()
        self.panel.refresh()
        say_status(self)

    # -- hands

    def handle(self, event: Input) -> bool:
        """Take an input; keys without an action may still mean something here."""
        if isinstance(event, Action) and not self.typing and self._take_key(event):
            self.refresh()
            return True
        used = super().handle(event)
        self.refresh()
        return used

    def _take_key(self, action: Action) -> bool:
        if action.key == "ctrl+s":
            self.menu.save()
            return True
        return self.shortcut(action)

    def act(self, name: str) -> bool:
        """Do what a key or a button asks for, whatever has the focus."""
        actions: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.coach.toggle,
            "end_turn": self.try_out,
            "menu": self.menu.open,
            "cancel": self._cancel,
            "map_in": partial(self.zoom, 1),
            "map_out": partial(self.zoom, -1),
        }
        if name not in actions:
            return super().act(name)
        actions[name]()
        return True

    def _cancel(self) -> None:
        if self.coach.is_looking:
            self.coach.stop()
        elif not self.drop_tool():
            self.menu.go_back()

    # -- trying out

    def refuses(self) -> bool:
        """Say why an unfinished drawing is of no use yet; true where it is unfinished."""
        self.drop_tool()
        if self.faults:
            self.app.sound.play("deny")
            self.app.tell(self.faults[0])
        return bool(self.faults)

    def try_out(self) -> None:
        """Play the board as it is, and come back."""
        if not self.refuses():
            try_out(self.app, self.setup())

    def setup(self) -> Setup:
        """Give a game with the board as it is, and its par where that is known."""
        chosen = dict(self.params())
        verdict = self.coach.verdict
        if verdict is not None and verdict.least is not None:
            chosen["par"] = verdict.least
        return table(self.game, self.variant, (Seat(name=self.app.settings.profile),), 0, chosen)

    # -- what is kept

    def text(self) -> str:
        """Give the file of the finished drawing; asked only where there are no faults."""
        return self.puzzles.write(self.params())

    def _unsaved(self) -> bytes | None:
        """Give what would be lost without a draft."""
        return None if self.is_saved else self.drawing.to_json()

    def note_saved(self) -> None:
        """Have the drawing in its file."""
        self.kept = self.drawing
        self.draft.forget()

    def throw_away(self) -> None:
        """Go back to what the file holds, the draft thrown away with all the rest."""
        self.history = History(self.kept)
        self.draft.take_over()

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Let time pass for the widgets, the worker and the draft."""
        return any([super().update(dt), self.coach.update(dt), self.draft.update(dt)])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the cloth and the panel, then what is on them."""
        key = ("editor", self.app.size, self.cloth, tuple(self.places.cloth), tuple(self.places.panel))
        surface.blit(self.app.bakery.keep(key, self._bake_ground), (0, 0))
        super().draw(surface)

    def _bake_ground(self) -> pygame.Surface:
        kit, places = self.app.kit, self.places
        ground = table_background(kit, self.app.size).copy()
        ground.blit(cloth(kit, places.cloth.size, self.cloth), places.cloth)
        ground.blit(panel(kit, places.panel.size, "panel"), places.panel)
        return ground
