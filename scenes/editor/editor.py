"""The editor's screen for every game: drawing, judging, saving, trying out. A game adds canvas, tools and tabs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import pygame

from logic.core import Cell, Message
from logic.puzzles import NoPuzzle
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session, Setup
from logic.storage.files import EXPORTED, is_there
from scenes.app.app import App, Scene
from scenes.app.exports import export_to_path, exports_folder, report_saving
from scenes.app.fields import choice
from scenes.app.page import Answer, MenuEntry, PauseMenu, ask, button, column, confirm_overwrite, section, words
from scenes.app.requests import WorkerRequests
from scenes.editor.files import DraftKeeper, History, Shelving, ask_for_board
from scenes.editor.parts import SWATCH, EditorLayout, StatusStrip, Swatch, Tool, arrange, fitting
from scenes.editor.trial import try_out
from scenes.puzzles.play import SolutionFinder, can_show_solution, known_puzzles
from scenes.share.subject import shared_puzzle
from scenes.view.squares import ARROWS
from sprites.paint.materials import cloth, panel, table_background
from sprites.widgets import LEAST_TARGET, Action, Grid, Input, Pointer, Pos, Scroll, Widget

GLADNESS = {True: "trophy_outline", False: "alert_circle_outline"}
"""The lamp's icon: for a verdict with a solution, and for one without."""


def heading(scene: EditorScene[Any]) -> str:
    """The board's name, marked while something is not saved."""
    name = scene.shelving.name or scene.app.say(Message("New board"))
    return name if scene.is_saved else f"{name} •"


def say_status(scene: EditorScene[Any]) -> None:
    """Bring the status line up to date: what to do, what is missing, or the worker's verdict."""
    say, status, coach = scene.app.say, scene.status, scene.coach
    advice, faults = scene.editor.advice(), scene.faults
    status.aside = scene.editor.aside() or heading(scene)
    if coach.is_looking and not coach.is_waited_for:
        return  # the verdict arrives before other text could be read
    if coach.is_waited_for:
        status.say(say(Message("Looking for the shortest way…")), "", thinking=True)
    elif advice is not None:
        status.say(say(advice), "gesture_tap")
    elif faults:
        more = len(faults) - 1
        rest = say(Message("({n} more)[|]", n=more)) if more else ""
        status.say(f"{say(faults[0])} {rest}".strip(), "alert_circle_outline")
    elif coach.verdict is not None:
        status.say(say(coach.verdict.text), GLADNESS[coach.verdict.least is not None])
    else:
        status.say(say(Message("Ready to be played.")), "check_circle_outline")


HEAD_WITH_ZOOM = 360
"""Width in units from which the head row has room for zooming."""
TABS_WITH_SIGNS = 560
"""Width in units from which the tabs have room for their icons."""


@dataclass(frozen=True, slots=True)
class EditorTab:
    """A tab of the panel: its name, its icon, and what makes its widgets."""

    key: str
    icon: str
    label: Message
    body: Callable[[], Widget]


class EditorPanel:
    """Makes the widgets of an editor's panel for the present layout; ``refresh`` brings the buttons up to date."""

    def __init__(self, scene: EditorScene[Any]) -> None:
        self.scene = scene
        self.app = scene.app
        self.layout = scene.layout
        self._judge = button(scene, "judge", "", on_press=scene.coach.toggle)
        self._name_judging()

    def widgets(self) -> Sequence[Widget]:
        """All widgets in tab order, laid out."""
        layout = self.layout
        judge = [] if layout.judge is None else self._row([self._judge], layout.judge)
        return (
            *self._row(self._head(), layout.head),
            *self._row(self._tab_buttons(), layout.tabs),
            self._body(),
            *judge,
            *self._row(self._actions(), layout.actions),
        )

    def refresh(self) -> None:
        history, can_zoom = self.scene.history, self.scene.editor.can_zoom
        able = {"undo": history.can_undo, "redo": history.can_redo, "zoom_in": can_zoom, "zoom_out": can_zoom}
        for key, enabled in able.items():
            button = self.scene.ui.find(key)
            if button is not None:
                button.enabled = enabled
        self._name_judging()

    def _row(self, widgets: Sequence[Widget], rect: pygame.Rect) -> Sequence[Widget]:
        """Put widgets side by side: those that stretch share the spare width; if none does, all have equal shares."""
        gap = self.app.px(4 if self.layout.compact else self.app.theme.sizes.gap * 0.6)
        room = rect.width - gap * (len(widgets) - 1)
        fixed = [0 if widget.stretches else rect.height for widget in widgets]
        if all(fixed):
            fixed = [room // len(widgets)] * len(widgets)
        share = (room - sum(fixed)) // max(1, fixed.count(0))
        left = rect.left
        for widget, width in zip(widgets, fixed, strict=True):
            widget.place(pygame.Rect(left, rect.top, width or share, rect.height))
            left += (width or share) + gap
        return widgets

    # -- rows

    def _head(self) -> list[Widget]:
        scene = self.scene
        ways: list[tuple[str, Message, str, Callable[[], object]]] = [
            ("back", Message("Back"), "arrow_left", scene.menu.go_back),
            ("undo", Message("Take back"), "undo", scene.undo),
            ("redo", Message("Redo"), "redo", scene.redo),
        ]
        if scene.editor.zooms and self.layout.head.width >= self.app.px(HEAD_WITH_ZOOM):
            ways += [
                ("zoom_out", Message("Look from further off"), "magnify_minus_outline", partial(scene.editor.zoom, -1)),
                ("zoom_in", Message("Look closer"), "magnify_plus_outline", partial(scene.editor.zoom, 1)),
            ]
        ways.append(("menu", Message("Menu"), "menu", scene.menu.open))
        return [button(scene, *way, bare=True) for way in ways]

    def _tab_buttons(self) -> list[Widget]:
        has_signs = self.layout.tabs.width >= self.app.px(TABS_WITH_SIGNS)
        chosen = self.scene.chosen_tab.key
        return [
            button(self.scene, f"tab-{tab.key}", tab.label, tab.icon if has_signs else "",
                   partial(self.scene.open_tab, tab.key), "normal" if tab.key == chosen else "quiet",
                   units=self.app.theme.sizes.small if self.layout.compact else None, pad=5)
            for tab in self.scene.editor.tabs()
        ]  # fmt: skip

    def _body(self) -> Widget:
        chosen = self.scene.chosen_tab
        body = Scroll(self.app.kit, f"body-{chosen.key}", chosen.body())
        body.place(self.layout.body)
        return body

    def _actions(self) -> list[Widget]:
        scene, has_row = self.scene, self.layout.judge is not None
        bare = self.layout.compact and not has_row
        play = button(scene, "try", Message("Try it out"), "play", scene.try_out, bare=bare)
        save = button(scene, "save", Message("Save"), "content_save_outline", scene.menu.save, "primary", bare=bare)
        return [play, save] if has_row else [self._judge, play, save]

    def _name_judging(self) -> None:
        """Set the button to ask the worker, to cancel, or to show the solution."""
        label, icon = Message("Can it be won?"), "scale_balance"
        self._judge.enabled = True
        coach = self.scene.coach
        if coach.can_show_solution or self.scene.editor.judges_at_once:
            label, icon = Message("Show how"), "school_outline"
            self._judge.enabled = coach.can_show_solution or coach.is_looking
        if coach.is_waited_for:
            label, icon = Message("Stop looking"), "close"
        shown = self.app.say(label)
        self._judge.icon = icon
        self._judge.label, self._judge.tip = ("", shown) if self.layout.compact else (shown, "")


PATIENCE = 0.4
"""Seconds after which an automatic request for a verdict is shown as pending."""
REMEMBERED = 100
"""Number of verdicts remembered for drawings that are returned to."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worker's judgement: the least that the board takes, if known, and the same in words."""

    least: int | None
    text: Message


class EditorCoach:
    """Has one editor's drawing judged, on request or, if that takes a moment only, at once; shows its solution.

    Its verdict is about the present drawing: the editor calls :meth:`turn` when that changes.
    """

    def __init__(self, scene: EditorScene[Any]) -> None:
        self.scene = scene
        self.verdict: Verdict | None = None
        """The worker's verdict on the present drawing."""
        self._found: deque[tuple[object, Verdict]] = deque(maxlen=REMEMBERED)
        """Verdicts on earlier drawings, each under the rules of a variant."""
        self._requests = WorkerRequests(scene.app, scene.game)
        self._waited = 0.0
        """Seconds since the worker was asked for a verdict."""
        self._way = SolutionFinder(scene.app, scene.game, scene.refresh)
        self._judged: object = None
        """The drawing that was last judged automatically."""

    @property
    def _drawn(self) -> tuple[object, str]:
        return self.scene.history.present, self.scene.variant

    @property
    def is_looking(self) -> bool:
        return (self._requests.pending("judge") is not None) or self._way.is_looking

    @property
    def is_waited_for(self) -> bool:
        """Whether the player waits for the worker: an unrequested verdict is usually there at once."""
        return self.is_looking and not (self.scene.editor.judges_at_once and self._waited < PATIENCE)

    @property
    def can_show_solution(self) -> bool:
        """Whether the board is known to have a solution that the game can show."""
        can_be_won = self.verdict is not None and self.verdict.least is not None
        return can_be_won and can_show_solution(GAMES[self.scene.game])

    # -- requests

    def toggle(self) -> None:
        """Ask the worker, or cancel; once there is a solution, show it."""
        if self.is_looking:
            self.stop()
        elif self.can_show_solution:
            self.show_solution()
        else:
            self.judge()

    def judge(self) -> None:
        if self.is_looking or self.scene.refuses():
            return
        self._begin()
        self.scene.rebuild()

    def judge_automatically(self) -> None:
        """Have a drawing judged that was not judged yet, once the pointer is released."""
        drawing = self.scene.drawing
        if drawing is not self._judged and drawing is self.scene.history.present and not self.scene.faults:
            self._judged = drawing
            if self.verdict is None:
                self._begin()

    def _begin(self) -> None:
        scene = self.scene
        self.verdict, self._waited = None, 0.0
        drawn = {**scene.config.variants[scene.variant].params, **scene.editor.params()}
        self._requests.ask("judge", drawn, then=self._on_answer)

    def show_solution(self) -> None:
        self._way.begin(Session(GAMES[self.scene.game], self.scene.setup()))
        self.scene.refresh()

    def cancel_solution(self) -> None:
        """Cancel a requested solution: it would appear over the dialog that opens now."""
        self._way.forget()
        self.scene.refresh()

    def stop(self) -> None:
        if self.is_looking:
            self.cancel_requests()
            self.scene.rebuild()

    def turn(self) -> None:
        """Cancel the worker, since the drawing or its rules have changed; restore a verdict known for them."""
        self.cancel_requests()
        self.verdict = next((verdict for known, verdict in self._found if known == self._drawn), None)
        self._judged = None

    def cancel_requests(self) -> None:
        self._requests.forget()
        self._way.forget()

    # -- answers

    def update(self, dt: float) -> bool:
        """Advance; true while an automatic request may still come to be shown as pending."""
        self._waited += dt
        return self.is_looking and not self.is_waited_for

    def _on_answer(self, answer: Future[Any]) -> None:
        """Take the worker's verdict on the board, or its failure."""
        try:
            self.verdict = Verdict(*answer.result())
            self._found.append((self._drawn, self.verdict))
        except NoPuzzle as problem:
            self.scene.app.tell(problem.message)
        except Exception:  # one can still draw without a verdict
            self.scene.app.tell(Message("The coach cannot think just now."))
        if self.scene.editor.judges_at_once:  # a gesture may be in progress: what it holds must not be rebuilt
            self.scene.refresh()
        else:
            self.scene.app.sound.play("page")
            self.scene.rebuild()


COPY_NAME = "board"
"""File name for the copy of an unnamed board."""


class EditorMenu:
    """Saves one editor's drawing, and opens the dialogs over it."""

    def __init__(self, scene: EditorScene[Any]) -> None:
        self.scene = scene
        self.app = scene.app
        self.shelving = scene.shelving

    def open(self) -> None:
        """Open the menu of rarer actions."""
        self.app.stack.push(PauseMenu(self.app, heading(self.scene), self._choices()))

    def _choices(self) -> list[MenuEntry]:
        return [
            MenuEntry("share", "share_variant", Message("Share this puzzle"), self._share),
            MenuEntry("save_as", "content_save_edit_outline", Message("Save under another name"), self.save_as),
            MenuEntry("export", "export_variant", Message("Save a copy"), self.write_copy),
            MenuEntry("rules", "book_open_variant", Message("Rules"), partial(self.app.open, "rules", self.scene.game)),
            MenuEntry("help", "help_circle_outline", Message("Keys and gestures"), partial(self.app.open, "help")),
            MenuEntry("settings", "cog", Message("Settings"), partial(self.app.open, "settings")),
            MenuEntry("leave", "exit_to_app", Message("Leave the editor"), self.go_back),
        ]

    def _share(self) -> None:
        if not self.scene.refuses():
            params = self.scene.editor.params()
            self.app.open("share", shared_puzzle(self.app, self.scene.game, params, self.shelving.name))

    # -- saving

    def save(self, *, leave: bool = False) -> None:
        """Write the board to its file, and ``leave`` then; ask for a name if it has none."""
        if self.scene.refuses():
            return
        path = self.shelving.path
        if path is None:
            self.save_as(leave=leave)
        elif self.shelving.was_changed_elsewhere:
            text = Message("{file} has been changed since it was opened here. Overwrite it?", file=path.name)
            confirm_overwrite(self.app, text, partial(self._save_to, path, leave=leave))
        else:
            self._save_to(path, leave=leave)

    def save_as(self, *, leave: bool = False) -> None:
        """Ask for a name, and write the board to the file of that name."""
        if not self.scene.refuses():
            done = partial(self._save_to_new, leave=leave)
            ask_for_board(self.app, self.scene.game, self.shelving.name, done)

    def _save_to_new(self, path: Path, *, leave: bool) -> None:
        if is_there(path) and path != self.shelving.path:
            text = Message("There is a board “{name}” already. Overwrite it?", name=path.stem)
            confirm_overwrite(self.app, text, partial(self._save_to, path, leave=leave))
        else:
            self._save_to(path, leave=leave)

    def _save_to(self, path: Path, *, leave: bool) -> None:
        if not report_saving(self.app, partial(self.shelving.save, path, self.scene.text()), path.name):
            return
        self.scene.note_saved()
        if leave:
            self.scene.close()
        else:
            self.scene.rebuild()

    def write_copy(self) -> None:
        """Ask for a path, and write a copy there."""
        if not self.scene.refuses():
            name = self.shelving.name or COPY_NAME
            blurb = Message("The copy goes wherever you say; the board itself stays where it is.")
            path, content = exports_folder() / f"{name}{EXPORTED}", self.scene.text().encode()
            export_to_path(self.app, path, content, title=Message("Save a copy"), blurb=blurb)

    # -- leaving

    def go_back(self) -> None:
        scene = self.scene
        scene.editor.drop_tool()
        if scene.is_saved:
            scene.close()
            return
        answers: list[Answer] = [
            (Message("Stay here"), None, "normal"),
            (Message("Throw the changes away"), self._discard_changes, "danger"),
            (Message("Keep as a draft"), scene.close, "normal"),
        ]
        if not scene.faults:
            answers.append((Message("Save"), partial(self.save, leave=True), "primary"))
        text = Message("This board has changes that are not saved.")
        ask(self.app, text, *answers, title=Message("Leave the editor"))

    def _discard_changes(self) -> None:
        self.scene.discard_changes()
        self.scene.close()


CANVAS = "canvas"
"""The key of the canvas among the widgets."""
TOOL_KEYS = "1234567890"
"""The keys of the tools, in their order."""
LABELLED = 66
"""Height in units of a labelled swatch if there is little room."""
ICON = 0.72
"""Height of a tool's icon, as a share of its swatch's."""


class Drawn(Protocol):
    """What an editor edits: a frozen value made of squares, possibly unfinished."""

    def __contains__(self, cell: Cell) -> bool: ...

    def faults(self) -> tuple[Message, ...]:
        """Why it cannot be played, the most important reason first."""
        ...

    def to_json(self) -> bytes:
        """Serialise it as it is, finished or not."""
        ...


D = TypeVar("D", bound=Drawn)
T = TypeVar("T", bound=str)


class SquareCanvas(Widget):
    """A board that takes the focus and is drawn on; passes every input to its editor."""

    clips = True

    def __init__(self, editor: GameEditor[Any, Any]) -> None:
        super().__init__(editor.app.kit, CANVAS)
        self.editor = editor

    def point(self, event: Pointer) -> bool:
        """Pass a pointer on; a gesture that begins on the cloth belongs to the board."""
        return self.editor.point(event)

    def claims_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        return True

    def act(self, action: Action) -> bool:
        return bool(action.name) and self.editor.act_on_canvas(action.name)


class GameEditor(ABC, Generic[D, T]):
    """A game's part of its editor: reads drawings, makes the canvas and the tabs, and interprets input.

    Digits choose a tool, arrows move a cursor, and Enter applies the tool there. It changes the drawing by
    :meth:`EditorScene.do`, and by nothing else.
    """

    cloth = "#4b4037"
    zooms = False
    """Whether the board can be seen at more than one size."""
    judges_at_once = False
    """Whether each change is judged automatically: only if that takes a moment."""
    tools: Sequence[Tool[T]]
    """The tools in the order of their keys."""

    def __init__(self, scene: EditorScene[D], board_text: str | None, tool: T) -> None:
        self.scene = scene
        self.app = scene.app
        self.opened = self.blank() if board_text is None else self.read(board_text)
        """The initial drawing: the board, or an empty one."""
        self.stroke: D | None = None
        """The drawing during a gesture; it becomes one step of the history when that ends."""
        self.tool = tool
        """The name of the selected tool."""
        self.cursor: Cell | None = None
        """The square of the keyboard cursor; None while a pointer is in use."""
        self.pointed: Cell | None = None
        """The square under the mouse or the cursor."""

    # -- drawings

    @abstractmethod
    def blank(self) -> D:
        """An empty drawing."""

    @abstractmethod
    def read(self, text: str) -> D:
        """Read a board file; raise NoPuzzle if it is none."""

    @abstractmethod
    def read_draft(self, content: bytes) -> D:
        """Read what ``to_json`` wrote; raise ValueError if it is anything else."""

    @abstractmethod
    def params(self) -> Mapping[str, Any]:
        """The params to play the finished drawing with; called only if there are no faults."""

    @property
    def drawing(self) -> D:
        """The present drawing, with the gesture in progress."""
        return self.scene.history.present if self.stroke is None else self.stroke

    @abstractmethod
    def emptied(self) -> D:
        """The drawing with an empty board."""

    @abstractmethod
    def shown(self) -> None:
        """Called when the drawing has changed."""

    def advice(self) -> Message | None:
        """What to do just now, if that comes before everything else."""
        return None

    def aside(self) -> str:
        return ""

    # -- the panel

    @abstractmethod
    def tabs(self) -> Sequence[EditorTab]:
        """The tabs of the panel, the palette first."""

    def palette_tab(
        self,
        key: str,
        paint: Callable[[pygame.Surface, pygame.Rect, Tool[T]], object],
        columns: Sequence[int],
        label: Callable[[Tool[T]], str] | None = None,
        *,
        below: Iterable[Widget] = (),
    ) -> Widget:
        """Make the palette, what stands ``below`` it, and the description of the selected tool.

        ``paint`` draws on a swatch what a tool without an icon makes; ``label`` returns the text below.
        """
        scene, layout, tool = self.scene, self.scene.layout, self.current_tool
        height = SWATCH if not layout.compact else LEAST_TARGET + 2 if label is None else LABELLED
        swatches = [self._swatch(number, one, paint, label, height) for number, one in enumerate(self.tools)]
        palette = Grid(self.app.kit, "palette", swatches, fitting(self.app.kit, layout, columns), gap=4)
        told = section(scene, "tool", tool.title), words(scene, "blurb", tool.blurb)
        return column(scene, key, palette, *below, *told)

    def _swatch(
        self,
        number: int,
        tool: Tool[T],
        paint: Callable[[pygame.Surface, pygame.Rect, Tool[T]], object],
        label: Callable[[Tool[T]], str] | None,
        height: float,
    ) -> Swatch:
        key = f" ({TOOL_KEYS[number]})" if number < len(TOOL_KEYS) else ""
        return Swatch(
            self.app.kit,
            f"tool-{tool.name}",
            lambda surface, rect: paint(surface, rect, tool) if not tool.icon else self._draw_icon(surface, rect, tool),
            partial(self.choose, tool.name),
            tip=f"{self.app.say(tool.title)}{key}",
            label=str if label is None else partial(label, tool),
            is_chosen=lambda: self.tool == tool.name,
            height=height,
        )

    def _draw_icon(self, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[T]) -> None:
        kit = self.app.kit
        icon = kit.cache.icon(tool.icon, round(rect.height * ICON), kit.theme.colours.ink)
        surface.blit(icon, icon.get_rect(center=rect.center))

    def board_tab(self, *above: Widget) -> Widget:
        """Make the tab for the board as a whole: the rules for trying it out, and a button to empty it."""
        scene = self.scene
        variants = [(name, self.app.get(variant.title)) for name, variant in scene.config.variants.items()]
        rules = choice(scene, "variant", Message("Try it out as"), variants, scene.variant, self.take_variant)
        clear = button(scene, "clear", Message("Empty the board"), "broom", lambda: scene.do(self.emptied()))
        return column(scene, "board", *above, rules, clear)

    def take_variant(self, name: str) -> None:
        """Judge and try out by the rules of another variant from now on."""
        self.scene.variant = name
        self.scene.coach.turn()
        self.scene.refresh()

    # -- the canvas

    @abstractmethod
    def make_canvas(self) -> SquareCanvas:
        """Make the canvas."""

    @abstractmethod
    def cell_at(self, pos: Pos) -> Cell | None:
        """The square at a place of the window; None if there is none."""

    def reveal(self, cell: Cell) -> None:
        """Bring a square into view."""

    def zoom(self, step: int) -> None:
        """Zoom in or out."""

    @property
    def can_zoom(self) -> bool:
        """Whether there is more than one zoom step."""
        return False

    # -- tools

    @property
    def current_tool(self) -> Tool[T]:
        return self.tools[self._rank]

    @property
    def _rank(self) -> int:
        return [tool.name for tool in self.tools].index(self.tool)

    def _choose_by(self, rank: int) -> None:
        self.choose(self.tools[rank % len(self.tools)].name)

    def choose(self, tool: T) -> None:
        """Select another tool, and show the palette."""
        self.tool = tool
        self.scene.open_tab(self.tabs()[0].key)

    @abstractmethod
    def use_tool(self, event: Pointer) -> bool:
        """Take a pointer event for the chosen tool; true if it was used."""

    @abstractmethod
    def use_at(self, cell: Cell) -> None:
        """Use the tool on a square, by key."""

    @property
    @abstractmethod
    def draws_lines(self) -> bool:
        """Whether arrows with shift use the tool square after square."""

    @abstractmethod
    def pick(self, cell: Cell | None) -> None:
        """Select the tool that made what lies on a square."""

    @abstractmethod
    def drop_tool(self) -> bool:
        """Put down what is half done; true if there was something."""

    # -- pointers and keys

    def point(self, event: Pointer) -> bool:
        """Handle a pointer on the canvas."""
        if event.kind == "hover":
            self.pointed = self.cell_at(event.pos)
            return False
        if event.kind == "context":
            self.pick(self.cell_at(event.pos))
            return True
        return self.use_tool(event)

    @property
    @abstractmethod
    def first_cell(self) -> Cell:
        """Initial square of the cursor if nothing is pointed at."""

    def act_on_canvas(self, name: str) -> bool:
        """Handle an action while the canvas has the focus."""
        if name in ARROWS:
            return self._step(name)
        if name != "accept" or self.cursor is None:
            return name == "accept" and self._step("")
        self.use_at(self.cursor)
        return True

    def _step(self, name: str) -> bool:
        """Move the cursor, or show it at first; return False beyond the edge, towards the panel."""
        first, cell = self.cursor is None, self.cursor or self.pointed or self.first_cell
        if cell not in self.drawing:
            cell = Cell(0, 0)
        down, right = (0, 0) if first or not name else ARROWS[name]
        there = Cell(cell.row + down, cell.col + right)
        if there not in self.drawing:
            return False
        self.cursor = self.pointed = there
        self.reveal(there)
        return True

    def shortcut(self, action: Action) -> bool:
        """Handle a key that has no action elsewhere. Return whether it was used.

        Digits choose tools and, while the canvas has the focus, arrows with shift draw along.
        """
        if action.key and action.key in TOOL_KEYS[: len(self.tools)]:
            self._choose_by(TOOL_KEYS.index(action.key))
            return True
        arrow = action.key.removeprefix("shift+")
        if arrow == action.key or arrow not in ARROWS or self.scene.ui.focus is not self.scene.canvas:
            return False
        if self._step(arrow) and self.draws_lines and self.cursor is not None:
            self.use_at(self.cursor)
        return True

    def act(self, name: str) -> bool:
        """Step through the tools, or pick the tool under the cursor, wherever the focus is."""
        if name in ("rotate", "rotate_back"):
            self._choose_by(self._rank + (1 if name == "rotate" else -1))
        elif name == "mirror":
            self.pick(self.cursor or self.pointed)
        return name in ("rotate", "rotate_back", "mirror")


class EditorScene(Scene, Generic[D]):
    """Edits one board. Nothing is lost: an unsaved drawing is kept as a draft and offered again."""

    context = "board"
    first_focus = CANVAS

    def __init__(
        self,
        make: Callable[[EditorScene[D], str | None], GameEditor[D, Any]],
        app: App,
        game: str,
        board_text: str | None,
        path: Path | None,
        *,
        takes_draft: bool = False,
    ) -> None:
        """Open a board, or an empty one; a draft that was left behind is offered, or taken if ``takes_draft``."""
        super().__init__(app)
        self.game = game
        self._takes_draft = takes_draft
        self.config = game_config(game)
        self.puzzles = known_puzzles(game)
        self.variant = self.config.default
        self.shelving = Shelving(game, path)
        self.editor = make(self, board_text)
        self.kept = self.editor.opened
        """The drawing in the file, or the empty one."""
        self.history: History[D] = History(self.kept)
        self.tab = ""
        self.draft = DraftKeeper(app, self.shelving, lambda: None if self.is_saved else self.drawing.to_json())
        self.coach = EditorCoach(self)
        self.menu = EditorMenu(self)
        self._found: tuple[D, tuple[Message, ...]] | None = None
        self.layout: EditorLayout = arrange(app.kit)

    # -- drawing

    @property
    def drawing(self) -> D:
        """The present drawing, with the gesture in progress."""
        return self.editor.drawing

    @property
    def faults(self) -> tuple[Message, ...]:
        """Why the drawing cannot be played; computed once for each drawing."""
        drawing = self.drawing
        if self._found is None or self._found[0] is not drawing:
            self._found = (drawing, drawing.faults())
        return self._found[1]

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost without a draft."""
        return self.drawing == self.kept

    @property
    def is_busy(self) -> bool:
        return not self.is_saved

    def do(self, drawing: D, *, amend: bool = False, anew: bool = True) -> None:
        """Set another drawing; ``amend`` merges it with the last step, ``anew`` lays the panel out again."""
        before = self.history
        self._turn(before.amend(drawing) if amend else before.do(drawing), anew=anew)

    def _turn(self, history: History[D], *, anew: bool = True) -> None:
        changed = history.present != self.history.present
        self.history = history
        if changed:
            self.coach.turn()
            self.draft.note_change()
            self.editor.shown()
        if anew:
            self.rebuild()
        else:
            self.refresh()

    def undo(self) -> None:
        if not self.editor.drop_tool() and self.history.can_undo:
            self.app.sound.play("lift")
            self._turn(self.history.undo())

    def redo(self) -> None:
        self.editor.drop_tool()
        if self.history.can_redo:
            self._turn(self.history.redo())

    # -- life cycle

    def enter(self) -> None:
        """Offer or take the draft that was left behind, if any."""
        super().enter()
        content = self.shelving.draft()
        if content is None:
            return
        try:
            draft = self.editor.read_draft(content)
        except ValueError:
            return
        if draft == self.drawing:
            return
        # Whatever the answer, the draft is one redo away.
        self.history = History(self.drawing, (draft,))
        if self._takes_draft:
            self._turn(self.history.undo())
            return
        ask(
            self.app, Message("Something was drawn here that was never saved. Would you like to go on with it?"),
            (Message("Go on with the draft"), lambda: self._turn(self.history.undo()), "primary"),
            (Message("Leave it"), self.draft.take_over, "normal"), title=Message("An unsaved draft"),
        )  # fmt: skip

    def leave(self) -> None:
        """Stop judging; store a draft of what is not saved."""
        self.coach.cancel_requests()
        self.draft.settle()

    def resume(self) -> None:
        """Build again: a number may have been entered."""
        self.rebuild()

    # -- building

    def build(self) -> None:
        self.layout = arrange(self.app.kit)
        self.canvas = self.editor.make_canvas()
        self.canvas.place(self.layout.canvas)
        self.status = StatusStrip(self.app.kit, "status", compact=self.layout.compact)
        self.status.place(self.layout.status)
        self.panel = EditorPanel(self)
        self.ui.add(self.canvas, self.status, *self.panel.widgets())
        self.refresh()

    @property
    def chosen_tab(self) -> EditorTab:
        tabs = self.editor.tabs()
        return next((tab for tab in tabs if tab.key == self.tab), tabs[0])

    def open_tab(self, key: str) -> None:
        self.tab = key
        self.rebuild()

    # -- status

    def refresh(self) -> None:
        if self.editor.judges_at_once:
            self.coach.judge_automatically()
        self.panel.refresh()
        say_status(self)

    # -- input

    def handle(self, event: Input) -> bool:
        """Handle an input; keys without an action may still mean something here."""
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
        return self.editor.shortcut(action)

    def act(self, name: str) -> bool:
        actions: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.coach.toggle,
            "end_turn": self.try_out,
            "menu": self.menu.open,
            "cancel": self._cancel,
            "map_in": partial(self.editor.zoom, 1),
            "map_out": partial(self.editor.zoom, -1),
        }
        if name not in actions:
            return self.editor.act(name) or super().act(name)
        actions[name]()
        return True

    def _cancel(self) -> None:
        if self.coach.is_looking:
            self.coach.stop()
        elif not self.editor.drop_tool():
            self.menu.go_back()

    # -- trial

    def refuses(self) -> bool:
        """Say why an unfinished drawing is of no use yet; true if it is unfinished."""
        self.editor.drop_tool()
        if self.faults:
            self.app.refuse(self.faults[0])
        return bool(self.faults)

    def try_out(self) -> None:
        if not self.refuses():
            self.coach.cancel_solution()
            try_out(self.app, self.setup())

    def setup(self) -> Setup:
        """The set-up of a game on the present board, with its par if known."""
        chosen = dict(self.editor.params())
        verdict = self.coach.verdict
        if verdict is not None and verdict.least is not None:
            chosen["par"] = verdict.least
        return new_setup(self.game, self.variant, (Seat(name=self.app.settings.profile),), 0, chosen)

    # -- storage

    def text(self) -> str:
        """The file content of the finished drawing; called only if there are no faults."""
        return self.puzzles.write(self.editor.params())

    def note_saved(self) -> None:
        self.kept = self.drawing
        self.draft.forget()

    def discard_changes(self) -> None:
        """Go back to the file's content; the draft is deleted on leaving."""
        self.history = History(self.kept)
        self.draft.take_over()

    # -- time and picture

    def update(self, dt: float) -> bool:
        return any([super().update(dt), self.coach.update(dt), self.draft.update(dt)])

    def draw(self, surface: pygame.Surface) -> None:
        key = ("editor", self.app.size, self.editor.cloth, tuple(self.layout.cloth), tuple(self.layout.panel))
        surface.blit(self.app.kit.cache.keep(key, self._bake_ground), (0, 0))
        super().draw(surface)

    def _bake_ground(self) -> pygame.Surface:
        kit, layout = self.app.kit, self.layout
        ground = table_background(kit, self.app.size).copy()
        ground.blit(cloth(kit, layout.cloth.size, self.editor.cloth), layout.cloth)
        ground.blit(panel(kit, layout.panel.size, "panel"), layout.panel)
        return ground
