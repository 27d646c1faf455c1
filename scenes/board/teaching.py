"""What is said on paper beside a board to those who learn: a hint's reason, a step of a guided game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.core import Message, Move
from logic.llm.adviser import Advice
from logic.variants import Lesson
from scenes.app.app import App
from scenes.board.match import Match
from scenes.view.view import GameView
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.widgets import Button, Column, Label, RichText, Row, Scroll
from sprites.widgets.faces import ButtonStyle
from sprites.widgets.input import Pointer
from sprites.widgets.texts import SizeName
from sprites.widgets.widget import Widget

PAD = 10
BUTTON_GAP = 4
LOW = 190
"""Units of height below which the buttons stand beside the text."""
SIZES: tuple[SizeName, SizeName] = ("text", "small")
"""How large the letters are: usually, and where the paper is low."""
BUTTON = 48
"""Units of a button's height on the paper."""


@dataclass(frozen=True, slots=True)
class NoteButton:
    """A button on the paper."""

    key: str
    label: str
    icon: str
    press: Callable[[], object]
    style: ButtonStyle = "normal"
    enabled: bool = True
    """One that is not keeps its place, so that nothing else comes to lie under a hand that taps on."""


class Note(Widget):
    """The paper; invisible while it has nothing to say."""

    focusable = False

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.visible = False
        self._said: tuple[str, tuple[tuple[str, bool], ...]] = ("", ())
        self.scrolls: Sequence[Scroll] = ()
        self._rows: Sequence[Row | Column] = ()

    def say(self, text: str, buttons: Sequence[NoteButton], *, is_marked_up: bool = True) -> None:
        """Show a text and buttons; the same again changes nothing. Words of a stranger's are not marked up."""
        said = (text, tuple((button.label, button.enabled) for button in buttons))
        self.visible = True
        if said == self._said:
            return
        self._said = said
        papers = [self._paper(text, size, is_marked_up=is_marked_up) for size in SIZES]
        self.scrolls = [Scroll(self.kit, f"{self.key}_scroll", paper) for paper in papers]
        self._rows = [
            Row(self.kit, f"{self.key}_row", [self._button(one, one.label) for one in buttons]),
            Column(self.kit, f"{self.key}_column", [self._button(one, "") for one in buttons], BUTTON_GAP),
        ]
        self.place(self.rect)

    def _paper(self, text: str, size: SizeName, *, is_marked_up: bool) -> Widget:
        ink, accent = self.kit.theme.colours.paper_ink, self.kit.theme.colours.paper_accent
        if is_marked_up:
            return RichText(self.kit, f"{self.key}_text", text, size, ink, accent)
        return Label(self.kit, f"{self.key}_text", text, size=size, colour=ink)

    def _button(self, one: NoteButton, label: str) -> Button:
        icon, tip = ("", "") if label else (one.icon, one.label)
        return Button(
            self.kit, one.key, label, icon=icon, on_press=one.press, style=one.style, tip=tip, height=BUTTON,
            enabled=one.enabled,
        )  # fmt: skip

    def hide(self) -> None:
        self.visible = False
        self._said = ("", ())

    @property
    def is_low(self) -> bool:
        """Whether there is so little height that buttons become icons beside smaller letters."""
        return self.rect.height < self.kit.px(LOW)

    @property
    def is_cut(self) -> bool:
        """Whether there is more text than can be seen at once."""
        return bool(self.scrolls) and self.scrolls[self.is_low].scrollable

    def children(self) -> Iterable[Widget]:
        return [self.scrolls[self.is_low], self._rows[self.is_low]] if self.scrolls else []

    def place(self, rect: pygame.Rect) -> None:
        """Put the buttons below the text, or beside it where the paper is low."""
        self.rect = rect
        around, gap = self.kit.px(MARGIN["paper"] + PAD), self.kit.px(PAD)
        inner = rect.inflate(-2 * around, -2 * around)
        if not self.scrolls:
            return
        scroll, buttons = self.children()
        if self.is_low:
            side = self.kit.px(BUTTON)
            buttons.place(pygame.Rect(inner.right - side, inner.top, side, inner.height))
            scroll.place(pygame.Rect(inner.left, inner.top, inner.width - side - gap, inner.height))
            return
        height = buttons.measure(inner.width)
        buttons.place(pygame.Rect(inner.left, inner.bottom - height, inner.width, height))
        scroll.place(pygame.Rect(inner.left, inner.top, inner.width, max(1, inner.height - height - gap)))

    def point(self, event: Pointer) -> bool:
        """Let no press through to what lies below."""
        return event.kind != "hover"

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        super().draw(surface)


TAP, MOVE, OR = "tap", "move", " or "


class Guide:
    """The steps of a lesson, one after the other; ``on_done`` is called once, at their end or when skipped."""

    def __init__(self, steps: Sequence[Lesson], on_done: Callable[[], None]) -> None:
        self._steps = tuple(steps)
        self._at = 0
        self._seen = 0
        self._entered = [0]
        """After how many moves each step up to the present one began."""
        self._on_done = on_done

    @property
    def step(self) -> Lesson | None:
        """What is to be said now, or None when all is done."""
        return self._steps[self._at] if self._at < len(self._steps) else None

    @property
    def waits_for_tap(self) -> bool:
        """Whether a tap leads on, rather than a move."""
        return self.step is not None and self.step.until == TAP

    def tap(self) -> None:
        """Go on from a step that only wants to be read."""
        if self.waits_for_tap:
            self._go_on(self._seen)

    def follow(self, moves: Sequence[Move]) -> None:
        """Look at the learner's moves so far: a new one of the kind that is waited for leads on.

        Where moves were taken back, the steps that spoke of what they did are taken back with them.
        """
        while self.step is not None and self._entered[-1] > len(moves):
            self._entered.pop()
            self._at -= 1
        new = list(enumerate(moves, start=1))[self._seen :]
        self._seen = len(moves)
        for count, move in new:
            if self.step is not None and _is_awaited(move, self.step):
                self._go_on(count)

    def skip(self) -> None:
        """End the lesson here."""
        if self.step is not None:
            self._at = len(self._steps)
            self._on_done()

    def _go_on(self, count: int) -> None:
        """Begin the next step, after that many moves."""
        self._at += 1
        self._entered.append(count)
        if self.step is None:
            self._on_done()


def _is_awaited(move: Move, step: Lesson) -> bool:
    """Whether a step waits for a move of this kind."""
    return not {MOVE, str(move).partition(" ")[0]}.isdisjoint(step.until.split(OR))


class Teaching:
    """Fills one board's note, and leads through the lesson of its ``guide``, if it has one.

    ``set_up`` leads on for whoever skips the lesson before the first move, and would rather set up a game.
    """

    def __init__(
        self, app: App, match: Match, view: GameView, guide: Guide | None, set_up: Callable[[], object]
    ) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._guide = guide
        self._set_up = set_up

    def fill(self, note: Note) -> None:
        """Say the hint's reason until it is closed, or who thinks about it, or else the lesson's step."""
        say, guide = self._app.say, self._guide
        if self._match.coach.advice is not None:
            self._fill_with(self._match.coach.advice, note)
        elif self._match.coach.asks_model:
            cancel = NoteButton("cancel_hint", say(Message("Cancel")), "close", self._match.coach.cancel_hint)
            note.say(say(Message("The language model is thinking…")), [cancel])
        elif guide is not None and guide.step is not None:
            go_on = NoteButton("go_on", say(Message("Go on")), "arrow_right", guide.tap, "primary", guide.waits_for_tap)
            buttons = [NoteButton("skip", say(Message("Skip")), "close", self._skip), go_on]
            note.say(self._app.get(guide.step.text), buttons)
        else:
            note.hide()

    def _fill_with(self, advice: Advice, note: Note) -> None:
        """Say why a model did not help, where that is so, and the reason; a model's own words just as they are."""
        say, names = self._app.say, self._match.names
        close = NoteButton("close_hint", say(Message("Close")), "close", self.close_hint)
        told = [say(advice.trouble)] if advice.trouble is not None else []
        told.append(say(advice.hint.reason, names))
        note.say("\n\n".join(told), [close], is_marked_up=advice.source == "builtin")

    def show_hint(self) -> None:
        """Show on the board what the hint advises, where there is one."""
        if self._match.coach.hint is not None and self._match.awaits_human:
            self._view.show_hint(self._match.coach.hint.moves)

    def close_hint(self) -> None:
        """Have read the hint."""
        self._match.coach.close_hint()
        self._view.show_hint(())

    def tap(self) -> bool:
        """Go on where the lesson waits for no more than a tap, unless a hint lies over what it says."""
        is_covered = self._match.coach.advice is not None or self._match.coach.asks_model
        if self._guide is None or not self._guide.waits_for_tap or is_covered:
            return False
        self._guide.tap()
        return True

    def follow(self) -> None:
        """Go on where the lesson waited for what has been played."""
        if self._guide is not None:
            self._guide.follow(self._match.moves_of_people())

    def _skip(self) -> None:
        """End the lesson; where nothing was played yet, lead on to the set-up."""
        if self._guide is not None:
            self._guide.skip()
            if self._match.session.ply == 0:
                self._set_up()
