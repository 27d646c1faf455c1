"""Whose eyes a board is for: shows each viewer no more than theirs, and covers the screen when it changes hands."""

from __future__ import annotations

from collections.abc import Sequence

from logic.core import Event, State, redact
from scenes.app import App
from scenes.chores import Chore, Chores
from scenes.match import Match
from scenes.overlays import Curtain
from scenes.view import GameView


class HandOver:
    """Turns one board to whoever acts; where secrets would be seen, only under a curtain, after the last move."""

    def __init__(self, app: App, match: Match, view: GameView) -> None:
        self._app = app
        self._match = match
        self._view = view
        view.paints_ahead = True
        self.waits = False
        """Whether the screen goes to another hand as soon as the last move has been seen."""
        self._chores = Chores(app.bakery)

    def begin(self) -> None:
        """Cover the screen where the first hand must not see what the others see."""
        if self._match.needs_curtain:
            for paint in self._parts():  # the board opens, and all else is painted too
                paint()
            if self._match.awaits_human:
                self._draw_curtain()

    def follow(self, events: Sequence[Event]) -> None:
        """Show another position: by its events where something was played, gliding where it was taken back."""
        match = self._match
        another = match.needs_curtain and match.awaits_human and match.viewer != self._view.viewer
        self.waits = not match.is_over and (another or match.hides_from(self._view.viewer))
        if self.waits:
            self._view.live = False
        else:
            self._view.viewer = match.viewer
        self._view.show(self._shown_state(), events)

    def show(self) -> None:
        """Show the position as it stands, after pieces were moved by hand or more may be seen of it."""
        self._view.show(self._shown_state())

    def update(self, dt: float, *, covered: bool) -> None:
        """Draw the curtain once the last move has been seen; before that, paint it while nothing moves."""
        if self.waits and not covered and not self._view.stage.moving:
            self._draw_curtain()
        else:
            self._chores.update(dt, still=not self._view.stage.moving)

    def _parts(self) -> Sequence[Chore]:
        """Give what paints the curtain of the next person at the table."""
        seats = self._match.seats
        order = [(self._match.viewer + step) % len(seats) for step in range(1, len(seats))]
        person = next((seat for seat in order if not seats[seat].is_computer), None)
        return Curtain.chores(self._app, person) if person is not None else ()

    def _shown_state(self) -> State:
        session, view = self._match.session, self._view
        lies_open = view.uncovered or (view.opens_at_end and self._match.is_over)
        return session.state if lies_open else redact(session.game, session.state, view.viewer)

    def _draw_curtain(self) -> None:
        """Cover the screen, and only then turn the table to the next player."""
        self.waits = False
        viewer = self._match.viewer
        self._app.stack.push(Curtain(self._app, self._match.names[viewer], viewer, self._turn_table))

    def _turn_table(self) -> None:
        self._view.viewer = self._match.viewer
        self._view.show(self._shown_state(), at_once=True)
        self._chores.plan(self._parts())
