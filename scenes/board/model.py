"""The frozen model of everything shown beside a board, made when something has changed; the panel draws it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from logic.core import Message, Player
from logic.game import Scoring, narration_of, offers, scoring_of
from scenes.app.app import App
from scenes.app.card import portrait_of, temper_of
from scenes.app.page import MenuEntry
from scenes.board.automatic import Solving, Waiting
from scenes.board.log import LogLine, MoveList
from scenes.board.match import Match
from scenes.board.playercard import CardFace
from scenes.board.secrets import Visibility
from scenes.board.teaching import Teaching
from scenes.view.view import GameView, ViewButton


@dataclass(frozen=True, slots=True)
class StatusText:
    """A text with an icon before it."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class BoardModel:
    """What the panel shows and which of its buttons are enabled, in the player's language."""

    faces: tuple[CardFace, ...]
    status: StatusText
    told: str
    """The instruction of a lesson, which replaces the status."""
    thinks: bool
    """Whether a computer is shown as thinking."""
    speech: str
    """A language model's comment on its turn."""
    progress: tuple[int, str] | None
    """How much of the game is over, in per cent and in words, in a game that can tell."""
    lamp: tuple[int | None, int | None, str] | None
    """The evaluation, its player and its text, if it is shown and no warning takes its place."""
    notice: StatusText | None
    """A warning, the requested evaluation, or else the cost of a perfect solution."""
    warns: bool
    """Whether that is a warning."""
    viewer: int
    """The seat for whose eyes pictures in the list of moves are painted."""
    lines: tuple[LogLine, ...]
    least: tuple[int, ...]
    """The least that the whole puzzle takes in each of the game's counts; empty if unknown."""
    was_helped: bool
    """Whether some of the moves were shown by the program."""
    controls: tuple[ViewButton, ...]
    enabled_actions: Mapping[str, bool]
    """Whether each of the permanent buttons is enabled, by key."""
    end_label: str
    next_choice: MenuEntry | None
    """The next choice after a game that is over."""


def can_reopen(match: Match, view: GameView[Any]) -> bool:
    """Whether the end of a game may be taken back, and has shown nothing that was hidden."""
    return match.can_reopen and not (view.host.uncovered or view.opens_at_end)


@dataclass
class Presenter:
    """Makes the model of one board in one language."""

    app: App
    match: Match
    view: GameView[Any]
    visibility: Visibility
    teaching: Teaching
    waiting: Waiting
    solving: Solving
    seats: Sequence[int]
    """The seats whose cards are shown."""
    _status: StatusText = StatusText("", "")
    _is_covered: bool = False

    def __post_init__(self) -> None:
        self._move_list = MoveList(self.app, self.match)
        self._figure_of = cache(partial(portrait_of, self.app))

    def present(self, *, is_covered: bool, next_choice: MenuEntry | None) -> BoardModel:
        """The present model; ``is_covered`` by another screen, and with ``next_choice`` once the game is over."""
        self._is_covered = is_covered
        match, coach = self.match, self.match.coach
        warning = None if match.is_over else narration_of(match.session.game).notice(self.view.state)
        shows_lamp = coach.shows_lamp and not match.is_over and warning is None
        return BoardModel(
            faces=self.faces(),
            status=self._status_now(),
            told=self.teaching.told,
            thinks=(match.is_thinking or coach.asks_model) and not is_covered,
            speech=match.spoken.latest,
            progress=self._progress(),
            lamp=self._lamp() if shows_lamp else None,
            notice=None if shows_lamp else self._notice(warning),
            warns=warning is not None,
            viewer=self.view.host.viewer,
            lines=self._move_list.lines(),
            least=coach.least,
            was_helped=match.session.was_helped,
            controls=self._controls(),
            enabled_actions=self._enabled_actions(),
            end_label=self._say(self.view.end_label() or Message("End turn")),
            next_choice=next_choice,
        )

    def refresh_controls(self, model: BoardModel) -> BoardModel:
        """The model with what changes while a gesture goes on at the board and nothing is played."""
        return replace(model, status=self._status_now(), controls=self._controls())

    def _controls(self) -> tuple[ViewButton, ...]:
        return tuple(self.view.controls()) if self.view.host.live else ()

    def _enabled_actions(self) -> Mapping[str, bool]:
        match, view, can_undo = self.match, self.view, self.match.can_undo
        ends = match.session.awaits_end or (view.host.live and view.end_move() is not None)
        can_end = match.awaits_human and ends
        return {
            "undo": can_undo or can_reopen(match, view),
            "restart": can_undo,
            "redo": match.can_redo,
            "hint": match.coach.can_hint,
            "far": match.coach.can_ask_evaluation,
            "solve": self.solving.is_offered,
            "end_turn": can_end,
            "wait": can_end and view.host.live and self.waiting.is_offered,
        }

    def _say(self, message: Message) -> str:
        return self.app.say(message, self.match.names)

    # -- players

    def faces(self) -> tuple[CardFace, ...]:
        """The cards: who is to act, the clock, and each player's things."""
        match, status, seats = self.match, self.match.session.status, self.match.seats
        gone = [leave.seat for leave in match.session.leaves]
        faces = []
        for seat in self.seats:
            things, has_left = self.visibility.things(seat), seat in gone
            name = match.names[seat] if seats[seat].name or len(seats) > 1 else self._say(Message("You"))
            acts = status.outcome is None and seat == status.actor
            invites = self._invitation() if things is not None and things.hides and not self._is_covered else ""
            about, figure = self._about(seat, has_left=has_left), self._figure_of(seats[seat])
            faces.append(CardFace(name, about, acts, self._clock(seat), things, has_left, invites, figure))
        return tuple(faces)

    def _invitation(self) -> str:
        """How to look at the things that lie face down."""
        if not self.match.secrets_on_phone:
            return self._say(Message("Hold me"))
        return self._say(Message("phone away") if self.match.viewer in self.match.away else Message("On the phone"))

    def _clock(self, seat: int) -> tuple[float, str] | None:
        """What a player has of a turn: of the one begun, or of the next; nothing if time ran out."""
        match, whole = self.match, self.match.session.setup.clock
        if not whole or match.seats[seat].is_computer:
            return None
        left = float(whole)
        if seat == match.actor and (match.session.early_end == "time" or not match.is_over):
            left = 0.0 if match.is_over else match.clock_left
        return left / whole, str(math.ceil(left))

    def _about(self, seat: int, *, has_left: bool) -> str:
        """The line below a name: a computer's temperament, or that a person's phone is missing."""
        match = self.match
        if not match.seats[seat].is_computer:
            return self._say(Message("phone away")) if seat in match.away else ""
        temper = temper_of(match.session.game, match.seats[seat]) or Message("Computer")
        return self._say(Message("The computer plays on") if has_left else temper)

    # -- texts

    def _status_now(self) -> StatusText:
        """The present status; below another screen, the one before that opened."""
        if self._is_covered and self._status.text and not self.match.is_over:
            return self._status
        icon, message = self._general_status()
        icon = "" if self.match.coach.asks_model else icon
        self._status = StatusText(icon, self.teaching.told or self._say(message))
        return self._status

    def _general_status(self) -> tuple[str, Message]:
        status = self.match.session.status
        if status.outcome is not None:
            return "flag_checkered", status.outcome.reason
        if self.solving.is_running:
            return "auto_fix", Message("The rest is being shown. Tap to stop.")
        actor = Player(status.actor)
        if not status.awaits_person:
            if status.awaits_end:
                return "", Message("{player} ends the turn.", player=actor)
            return "", Message("{player} is thinking…", player=actor)
        if status.actor in self.match.away:
            away = Message("{player}: the phone is away. Play on here, or disconnect it in the menu.", player=actor)
            return "cellphone_off", away
        if status.awaits_end:
            return "check", Message("Take back what you like, or end your turn.")
        said = self.view.status() if self.view.host.live else None
        return "hand_pointing_right", said or Message("{player}, your turn.", player=actor)

    def _progress(self) -> tuple[int, str] | None:
        scoring = scoring_of(self.match.session.game)
        if not offers(scoring, Scoring.progress):
            return None
        percent = scoring.progress(self.view.state)
        return percent, self._say(Message("{percent}% played", percent=percent))

    def _lamp(self) -> tuple[int | None, int | None, str]:
        match, lamp_reading = self.match, self.match.coach.lamp_reading()
        if lamp_reading is not None:
            return *lamp_reading[:2], self._say(lamp_reading[2])
        looks = match.awaits_human and not match.session.awaits_end
        pending = Message("The coach is looking…") if looks else Message("The coach is waiting.")
        return None, None, self._say(pending)

    def _notice(self, warning: Message | None) -> StatusText | None:
        coach, is_over = self.match.coach, self.match.is_over
        if warning is not None:
            return StatusText("alert_outline", self._say(warning))
        if coach.evaluation is not None and not is_over:
            return StatusText("map_marker_distance", self._say(coach.evaluation.text))
        has_sheet = not self.seats
        is_shown = coach.par and not (has_sheet and coach.least)
        return StatusText("star_outline", self._say(coach.goal())) if is_shown else None
