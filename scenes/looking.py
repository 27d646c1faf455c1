"""Looking closely at what lies before a player, for as long as the card or a key is held; nobody sees too much."""

from __future__ import annotations

from scenes.app import App
from scenes.closeup import CloseUp, captions_of
from scenes.match import Match
from scenes.things import Things
from scenes.view import GameView
from sprites.input import Action, Input, Released


class Looking:
    """Decides at one board what may be seen of what lies before the players, and who is being looked at closely."""

    def __init__(self, app: App, match: Match, view: GameView) -> None:
        self._app = app
        self._match = match
        self._view = view
        self.seat: int | None = None
        """Whose things are looked at closely now."""

    @property
    def _all_may_see(self) -> bool:
        """Tell whether what the viewer knows may lie open: everybody at the screen knows it, or the game is over."""
        return self._match.shares_view or self._match.is_over

    @property
    def _viewer_may_see(self) -> bool:
        """Tell whether the hand at the screen is the viewer's own, who may see it by holding."""
        return self._all_may_see or (self._match.awaits_human and self._match.actor == self._view.viewer)

    def things(self, seat: int) -> Things | None:
        """Give what shows on a player's card all the time."""
        return self._view.things(seat, secret=self._all_may_see)

    def begin(self, seat: int) -> bool:
        """Look at what lies before that player; false where that is nothing."""
        if self._view.things(seat, secret=False) is None:
            return False
        self.seat = seat
        return True

    def take(self, event: Input) -> bool:
        """Look at what lies before the viewer for as long as one of the view's keys for that is held."""
        if isinstance(event, Released) and event.name in self._view.looks_by:
            self.end()
            return True
        held = isinstance(event, Action) and event.name in self._view.looks_by
        return held and self.begin(self._view.viewer)

    def end(self) -> None:
        """Look no more."""
        self.seat = None

    def refresh(self, sheet: CloseUp) -> None:
        """Bring board and sheet up to date with what may be seen now."""
        seat, may_see = self.seat, self._viewer_may_see
        self._view.shows_secret = self._all_may_see or (may_see and seat == self._view.viewer)
        things = None if seat is None else self._view.things(seat, secret=may_see)
        if seat is None or things is None:
            sheet.hide()
            return
        names = self._match.names
        captions = tuple(self._app.say(words, names) for words in captions_of(things))
        sheet.fill(names[seat], things, captions)
