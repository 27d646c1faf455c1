"""The panel beside a board: shows a match — players or facts, status, lamp, log — and holds the buttons for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from logic.core import Message, Move, Player, State, offers, redact
from scenes.app import App
from scenes.boardlayout import Places
from scenes.boardlog import LogLines
from scenes.boardparts import Lamp, StatusLine
from scenes.boardwidgets import Strip
from scenes.chronicle import Chronicle
from scenes.closeup import CloseUp
from scenes.coach import keeps_lamp
from scenes.gamebar import GameBar
from scenes.looking import Looking
from scenes.match import Match
from scenes.note import Note
from scenes.playercard import CardFace, PlayerCard
from scenes.sheet import Sheet
from scenes.view import Control, GameView
from sprites.ui import Widget
from sprites.widgets import Button, Progress, Scroll

CONTROL_TEXT = 16
"""Units of the letters on a control."""
CONTROLS = 3
"""How many controls a row is measured for."""
SQUEEZED = 0.75
"""By how much of its natural width a control's label of several words can still be read, on two lines."""


def offers_helps(match: Match, view: GameView) -> bool:
    """Tell whether what helps to solve a puzzle stands where other games have the end of the turn."""
    return match.is_measured and view.end_label() is None


class SidePanel:
    """The widgets beside a board. ``refresh`` brings them up to date; ``do`` is what the buttons call, by action.

    A ``sheet`` of the game's own stands in the place of the players' cards.
    """

    def __init__(
        self,
        app: App,
        match: Match,
        view: GameView,
        places: Places,
        do: Callable[[str], object],
        sheet: Sheet | None,
        looking: Looking,
    ) -> None:
        self.app = app
        self.match = match
        self.view = view
        self.places = places
        self.do = do
        kit = app.kit
        self.sheet = sheet
        seats = range(0 if sheet is not None else len(match.seats))
        self.looking = looking
        self.cards = [PlayerCard(kit, f"card{seat}", seat, partial(self._look, seat)) for seat in seats]
        self.closeup = CloseUp(kit, "closeup")
        self.status, self.lamp = StatusLine(kit, "status", is_small=places.compact), Lamp(kit, "lamp")
        self.notice = StatusLine(kit, "notice", is_small=True)
        self.progress = Progress(kit, "thinking")
        self.bar = GameBar(kit, "progress")
        self.log = LogLines(kit, "lines", picture=self.picture)
        self.scroll = Scroll(kit, "log_lines", self.log)
        self.controls, self.tools = Strip(kit, "controls"), Strip(kit, "tools")
        self.ends = Strip(kit, "ends")
        self.said: Message | None = None
        """What the status says instead of what may be done."""
        self.rests = False
        """Whether another screen lies over the board, so that nobody thinks."""
        self.end = Button(kit, "end_turn", self._end_label(), on_press=partial(do, "end_turn"), style="primary")
        self.wait = self._wait_button()
        self.note = Note(kit, "note")
        self._shown_controls: tuple[Control, ...] = ()
        self._had_controls = False
        self._chronicle = Chronicle(app, match)
        self._logged = (-1, view.viewer)
        self._place()

    def widgets(self) -> Sequence[Widget]:
        """Give all of them in tab order."""
        return (
            *self._head(), self.bar, self.status, self.progress, self.lamp, self.notice, self.scroll,
            self.controls, self.tools, self.ends, self.note, self.closeup,
        )  # fmt: skip

    def _head(self) -> Sequence[Widget]:
        return self.cards if self.sheet is None else (self.sheet,)

    def _wait_button(self) -> Button | None:
        """Make the button that ends turn after turn, in a game where that may bring something."""
        if offers(self.match.session.game, "can_wait") is None:
            return None
        press, tip = partial(self.do, "wait"), self.app.say(Message("Pass until something changes"))
        return Button(self.app.kit, "wait", icon="fast_forward", on_press=press, tip=tip)

    # -- places

    def _place(self) -> None:
        places = self.places
        if self.sheet is not None:
            self.sheet.place(places.players)
        else:
            self._place_cards()
        self.bar.place(places.bar)
        self.status.place(places.status)
        self.progress.place(self.status.icon_rect())
        self.lamp.place(places.lamp)
        self.notice.place(places.lamp)
        if places.log is not None:
            self.scroll.place(places.log)
        self.controls.place(places.controls)
        self.tools.place(self._tools_room())
        self.tools.fill(list(self._tools()))
        self.ends.place(places.end)
        self.ends.fill(list(self._ends()))
        self.note.place(places.note)
        self.closeup.place(places.closeup)

    def _ends(self) -> Iterable[Button]:
        """Give what stands beside the end of the turn; of a puzzle that knows no turns what helps to solve it."""
        if not offers_helps(self.match, self.view):
            yield self.end
            if self.wait is not None:
                yield self.wait
            return
        helps = [
            ("restart", "restart", Message("Back to the start")),
            ("far", "map_marker_distance", Message("How far am I?")),
            ("solve", "auto_fix", Message("Solve from here")),
        ]
        for action, icon, label in helps:
            press, tip = partial(self.do, action), self.app.say(label)
            yield Button(self.app.kit, action, icon=icon, on_press=press, tip=tip)

    def _tools_room(self) -> pygame.Rect:
        """Give the tools' place: all of a row that they share with controls, while none was ever offered."""
        tools, controls = self.places.tools, self.places.controls
        shares = tools.top == controls.top
        return tools.union(controls) if shares and not self._had_controls else tools

    def _place_cards(self) -> None:
        room, gap = self.places.players, self.app.px(5)
        columns = self.places.card_columns
        rows = math.ceil(len(self.cards) / columns)
        width, height = (room.width - gap * (columns - 1)) // columns, (room.height - gap * (rows - 1)) // rows
        for number, card in enumerate(self.cards):
            row, column = divmod(number, columns)
            left, top = room.left + column * (width + gap), room.top + row * (height + gap)
            card.place(pygame.Rect(left, top, width, height))

    def _tools(self) -> Iterable[Button]:
        tools = [
            ("undo", "undo", Message("Take back")),
            ("redo", "redo", Message("Redo")),
            ("hint", "lightbulb_on_outline", Message("Hint")),
            ("log", "format_list_bulleted", Message("List of moves")),
            ("menu", "menu", Message("Menu")),
        ]
        hidden = {"log"} if self.places.log is not None else set()
        if self.match.session.setup.undo == "never":
            hidden |= {"undo", "redo"}
        tools = [tool for tool in tools if tool[0] not in hidden]
        for action, icon, label in tools:
            press, tip = partial(self.do, action), self.app.say(label)
            yield Button(self.app.kit, action, icon=icon, on_press=press, tip=tip)

    def _look(self, seat: int, begins: bool) -> None:
        """Look closely at what lies before a player, or no more."""
        if begins:
            self.looking.begin(seat)
        else:
            self.looking.end()

    # -- what shows

    def refresh(self, *, can_end: bool, can_wait: bool, can_solve: bool, note: Callable[[Note], None]) -> None:
        """Show the match as it is now; ``note`` says or hides what lies on the paper."""
        self.refresh_cards()
        self._refresh_status()
        self._refresh_bar()
        self._refresh_lamp()
        self._refresh_notice()
        self._refresh_log()
        self._refresh_controls()
        match = self.match
        able = {"undo": match.can_undo, "redo": match.can_redo, "hint": match.can_hint}
        able |= {"restart": match.can_undo, "far": match.can_ask_verdict, "solve": can_solve}
        for tool in (*self.tools.buttons, *self.ends.buttons):
            tool.enabled = able.get(tool.key, True)
        self.end.enabled, self.end.label = can_end, self._end_label()
        if self.wait is not None:
            self.wait.enabled = can_wait
        note(self.note)
        self._make_room_for_note()

    def _end_label(self) -> str:
        """Name what ends the turn now."""
        return self.app.say(self.view.end_label() or Message("End turn"))

    def refresh_cards(self) -> None:
        """Show who is to act, and the clock, or the game's own facts."""
        if self.sheet is not None:
            self.sheet.least, self.sheet.was_helped = self.match.least, self.match.session.was_helped
            self.sheet.refresh(self.app.say)
        match, clock = self.match, self.match.session.setup.clock
        names = match.names
        for seat, card in enumerate(self.cards):
            acts = not match.is_over and seat == match.actor
            about = self._about(seat)
            left = match.clock_left if acts else float(clock)
            timed = clock and not match.seats[seat].is_computer
            ring = (left / clock, str(math.ceil(left))) if timed else None
            card.face = CardFace(names[seat], about, acts, ring, self.looking.things(seat), match.has_left(seat))
        self.looking.refresh(self.closeup)

    def _about(self, seat: int) -> str:
        """Say below a name who plays there, where that is the computer."""
        if not self.match.seats[seat].is_computer:
            return ""
        return self.app.say(Message("The computer plays on") if self.match.has_left(seat) else Message("Computer"))

    def _refresh_status(self) -> None:
        self.progress.visible = (self.match.is_thinking or self.match.asks_model) and not self.rests
        self.status.icon, message = self._status()
        if self.match.asks_model:
            self.status.icon = ""
        self.status.text = self.app.say(message, self.match.names)

    def _status(self) -> tuple[str, Message]:
        """Give the picture and the words for what may be done now."""
        match = self.match
        if match.outcome is not None:
            return "flag_checkered", match.outcome.reason
        if self.said is not None:
            return "auto_fix", self.said
        actor = Player(match.actor)
        if match.is_thinking:
            return "", Message("{player} is thinking…", player=actor)
        if not match.awaits_human:
            return "", Message("{player} ends the turn.", player=actor)
        if match.session.awaits_end:
            return "check", Message("Take back what you like, or end your turn.")
        return "hand_pointing_right", self.view.status() or Message("{player}, your turn.", player=actor)

    def _refresh_bar(self) -> None:
        """Show how far the game is, where it can tell."""
        progress = offers(self.match.session.game, "progress")
        if progress is not None:
            percent = progress(self.view.state)
            self.bar.show(percent, self.app.say(Message("{percent} %", percent=percent)))

    def _refresh_lamp(self) -> None:
        match, verdict = self.match, self.match.verdict
        has_lamp = match.has_coach and keeps_lamp(match.session.game)
        self.lamp.visible = has_lamp and not match.is_over
        self.lamp.value = verdict.value if verdict is not None else None
        self.lamp.player = match.session.state.player if verdict is not None else None
        words = verdict.text if verdict is not None else Message("The coach is waiting.")
        self.lamp.text = self.app.say(words, match.names)

    def _refresh_notice(self) -> None:
        """Say what is to be kept in mind now, what the coach was asked for, or else what a perfect game takes.

        The first of them is worth more than the lamp, and among several lies on a plate of its own.
        """
        notice = offers(self.match.session.game, "notice")
        said = notice(self.view.state) if notice is not None and not self.match.is_over else None
        self.lamp.visible = self.lamp.visible and said is None
        self.notice.is_banner = said is not None and not self.match.is_solitary
        self.notice.icon = "alert_outline"
        if said is None and self.match.verdict is not None and not self.match.is_over:
            self.notice.icon, said = "map_marker_distance", self.match.verdict.text
        if said is None and self.match.par and not (self.sheet is not None and self.match.least):
            self.notice.icon, said = "star_outline", self.match.goal()
        self.notice.visible = said is not None and not self.lamp.visible
        self.notice.text = self.app.say(said, self.match.names) if said is not None else ""

    def _refresh_log(self) -> None:
        now = (self.match.news, self.view.viewer)
        if self._logged == now:
            return
        has_other_eyes = self._logged[1] != now[1]
        self._logged = now
        lines = self._chronicle.lines()
        if has_other_eyes:
            self.log.forget_pictures()
        elif lines == self.log.lines:
            return
        self.log.fill(lines)
        if self.places.log is not None:
            self.scroll.place(self.places.log)
            self.scroll.slide.glide(self.scroll.slide.limit)

    def picture(self, state: State, move: Move, height: int) -> pygame.Surface | None:
        """Give the picture of a move for the list of moves, from what the viewer may know."""
        seen = redact(self.match.session.game, state, self.view.viewer)
        return self.view.log_picture(seen, move, height)

    def _refresh_controls(self) -> None:
        """Offer what the view can do now; buttons stay in the hand and keep the focus while they are offered."""
        controls = tuple(self.view.controls()) if self.view.live else ()
        if controls == self._shown_controls:
            return
        kept = {button.key: button for button in self.controls.buttons if isinstance(button, Button)}
        self._shown_controls = controls
        made = [self._control(one) for one in controls]
        for button in made:
            if button.key in kept:
                kept[button.key].relabel(button)
        self.controls.fill([kept.get(button.key, button) for button in made])
        if controls and not self._had_controls:
            self._had_controls = True
            self.tools.place(self._tools_room())

    def _control(self, control: Control) -> Button:
        """Make a button with its label, or, where there is too little room for so many, with its icon alone."""
        key, press, label = f"do_{control.action}", partial(self.do, control.action), self.app.say(control.label)
        button = Button(self.app.kit, key, label, icon=control.icon, on_press=press, units=CONTROL_TEXT, pad=8)
        room = self.controls.rect.width / max(1, CONTROLS if len(self._shown_controls) > 1 else 1)
        squeezed = SQUEEZED if " " in label else 1.0
        if button.natural_width() * squeezed > room:
            button = Button(self.app.kit, key, icon=control.icon, on_press=press, tip=label)
        button.enabled = control.enabled
        return button

    def _make_room_for_note(self) -> None:
        """Let the paper take the log's place, or, where there is no log, that of everything above the buttons."""
        shown = self.note.visible
        has_log = self.places.log is not None
        self.scroll.visible = has_log and not shown
        for widget in (*self._head(), self.status):
            widget.visible = has_log or not shown
        for widget in (self.lamp, self.notice, self.progress, self.bar):
            widget.visible = widget.visible and (has_log or not shown)
