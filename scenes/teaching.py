"""What is said beside a board to those who learn: the reason of a hint, or a step of a lesson."""

from __future__ import annotations

from collections.abc import Callable

from logic.advice.loop import Advice
from logic.core import Message
from scenes.app import App
from scenes.guide import Guide
from scenes.match import Match
from scenes.note import Note, NoteButton
from scenes.view import GameView


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
        if self._match.advice is not None:
            self._fill_with(self._match.advice, note)
        elif self._match.asks_model:
            cancel = NoteButton("cancel_hint", say(Message("Cancel")), "close", self._match.cancel_hint)
            note.say(say(Message("The language model is thinking…")), [cancel])
        elif guide is not None and guide.step is not None:
            buttons = [NoteButton("skip", say(Message("Skip")), "close", self._skip)]
            if guide.waits_for_tap:
                buttons.append(NoteButton("go_on", say(Message("Go on")), "arrow_right", guide.tap, "primary"))
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
        if self._match.hint is not None and self._match.awaits_human:
            self._view.show_hint(self._match.hint.moves)

    def close_hint(self) -> None:
        """Have read the hint."""
        self._match.close_hint()
        self._view.show_hint(())

    def tap(self) -> bool:
        """Go on where the lesson waits for no more than a tap, unless a hint lies over what it says."""
        is_covered = self._match.advice is not None or self._match.asks_model
        if self._guide is None or not self._guide.waits_for_tap or is_covered:
            return False
        self._guide.tap()
        return True

    def follow(self) -> None:
        """Go on where the lesson waited for what has been played."""
        if self._guide is not None:
            self._guide.follow(self._match.moves_of_people())

    def _skip(self) -> None:
        """End the lesson."""
        if self._guide is not None:
            self._guide.skip()
            if self._match.session.place == 0:
                self._set_up()
