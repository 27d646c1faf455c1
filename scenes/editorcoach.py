"""What an editor has the worker find out about its drawing: whether it can be won, and then how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from logic.core import offers
from logic.registry import GAMES
from scenes.editorjudge import Judge, Verdict
from scenes.editorway import Way

if TYPE_CHECKING:
    from scenes.editor import EditorScene

PATIENCE = 0.4
"""Seconds that the worker has for a verdict nobody asked for before it is said that it looks for one."""


class EditorCoach:
    """Judges what one editor draws, when it is asked or, where that takes a moment, at once; shows how it is won.

    What it knows is of the drawing as it is: the editor calls :meth:`forget` when that becomes another one.
    """

    def __init__(self, editor: EditorScene[Any]) -> None:
        self.editor = editor
        self._judge = Judge(editor.app, editor.game)
        self._way = Way(editor.app, editor.game)
        self._judged: object = None
        """What was judged without being asked for, last."""

    @property
    def is_looking(self) -> bool:
        """Tell whether the worker is looking for a way."""
        return self._judge.is_looking or self._way.is_looking

    @property
    def is_waited_for(self) -> bool:
        """Tell whether somebody waits for the worker: a verdict that nobody asked for is usually there in no time."""
        return self.is_looking and not (self.editor.judges_at_once and self._judge.waited < PATIENCE)

    @property
    def verdict(self) -> Verdict | None:
        """What the worker has found out about what is drawn."""
        return self._judge.verdict

    @property
    def can_show_way(self) -> bool:
        """Tell whether the board is known to have a way home that the game can show."""
        can_be_won = self.verdict is not None and self.verdict.least is not None
        return can_be_won and offers(GAMES[self.editor.game], "solution") is not None

    # -- what it is asked

    def toggle(self) -> None:
        """Ask the worker, or let it off; once it has found that there is a way, show that."""
        if self.is_looking:
            self.stop()
        elif self.can_show_way:
            self.show_way()
        else:
            self.judge()

    def judge(self) -> None:
        """Ask the worker whether it can be won, and in how much."""
        if self.is_looking or self.editor.refuses():
            return
        self._begin()
        self.editor.rebuild()

    def judge_unasked(self) -> None:
        """Ask the worker about a drawing that it was not asked about yet, once the hand has let go."""
        drawing = self.editor.drawing
        if drawing is not self._judged and drawing is self.editor.history.present and not self.editor.faults:
            self._judged = drawing
            self._begin()

    def _begin(self) -> None:
        editor = self.editor
        self._judge.begin({**editor.config.variants[editor.variant].params, **editor.params()})

    def show_way(self) -> None:
        """Show how the board is won in the least that it takes."""
        self._way.begin(self.editor.setup())
        self.editor.refresh()

    def stop(self) -> None:
        """Let the worker off."""
        if self.is_looking:
            self._judge.forget()
            self._way.forget()
            self.editor.rebuild()

    def forget(self) -> None:
        """Let the worker off, and forget what it said: the board is another one, or other rules hold for it."""
        self._judge.forget()
        self._way.forget()
        self._judged = None

    # -- what it hears

    def update(self, dt: float) -> bool:
        """Let time pass, and listen to the worker; true while what is seen changes."""
        self._judge.waited += dt
        if self._way.listen():
            self.editor.refresh()
            return True
        if not self._judge.listen():
            return self.is_looking and not self.is_waited_for
        if self.editor.judges_at_once:  # a hand may be at work: what it holds must not be made anew
            self.editor.refresh()
        else:
            self.editor.app.sound.play("page")
            self.editor.rebuild()
        return True
