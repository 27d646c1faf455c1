"""The panel beside a board: players or facts, status, lamp, log, and the buttons of a match."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from typing import Any

import pygame

from logic.core import Message, Move, State
from logic.game import Analysis, analysis_of, offers, redact
from scenes.app.app import App
from scenes.app.page import MenuEntry
from scenes.board.layout import BoardLayout
from scenes.board.log import LogLine, LogLines
from scenes.board.match import Match
from scenes.board.model import BoardModel
from scenes.board.parts import EvaluationLamp, FactSheet, Speech, StatusLine
from scenes.board.playercard import CardFace, PlayerCard
from scenes.board.seating import quoted
from scenes.board.secrets import CloseUp, Visibility
from scenes.board.teaching import Note
from scenes.view.squares import TurnRing
from scenes.view.view import GameView, ViewButton
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import rounded
from sprites.paint.prerender import Task
from sprites.paint.surfaces import RGB, coloured, mix
from sprites.widgets import LEAST_TARGET, Action, Button, ButtonStyle, Passive, Pointer, Pos, Progress, Scroll, Widget
from sprites.widgets.base import Words
from sprites.widgets.layout import cells, cut

CROWD = 5
"""Buttons in a row from which they stand closer together, so that each is still large enough to press."""


class BoardWidget(Widget):
    """A game's board as a widget that takes the focus; passes every input to the view.

    Its rectangle is the whole cloth, so that a tap beside the board can have a meaning.
    """

    is_kept_clear = False

    def __init__(
        self,
        kit: Kit,
        key: str,
        view: GameView[Any],
        on_point: Callable[[Pointer], bool],
        on_act: Callable[[str], bool],
    ) -> None:
        super().__init__(kit, key)
        self.view = view
        self._on_point = on_point
        self._on_act = on_act

    def point(self, event: Pointer) -> bool:
        """Pass a pointer on; a gesture that begins on the cloth belongs to the board."""
        return self._on_point(event)

    def act(self, action: Action) -> bool:
        return bool(action.name) and self._on_act(action.name)

    def focus_rect(self) -> pygame.Rect:
        """The board without the cloth around it."""
        return self.view.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the pieces; the board itself is part of the scene's background."""
        self.view.draw_foreground(surface)


class ButtonRow(Passive):
    """A row of buttons that may be replaced by others."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.buttons: list[Button] = []

    def children(self) -> Iterable[Widget]:
        return self.buttons

    def hit(self, pos: Pos) -> bool:
        """Leave every press to the buttons."""
        return False

    def fill(self, buttons: Sequence[Button]) -> None:
        self.buttons = list(buttons)
        self.place(self.rect)

    def place(self, rect: pygame.Rect) -> None:
        self.rect = rect
        if not self.buttons:
            return
        count, usual = len(self.buttons), self.kit.theme.sizes.gap
        gap = self.kit.px(usual * (0.6 if count < CROWD else 0.4))
        if rect.width - gap * (count - 1) < count * self.kit.px(LEAST_TARGET):
            gap = self.kit.px(usual * 0.2)
        ends = [round(end) for end in accumulate(self._shares(rect.width - gap * (count - 1)))]
        for number, (button, begin, end) in enumerate(zip(self.buttons, [0, *ends], ends, strict=False)):
            button.place(pygame.Rect(rect.left + begin + number * gap, rect.top, end - begin, rect.height))

    def _shares(self, room: int) -> Sequence[float]:
        """The buttons' shares of the width: equal, unless one needs more for its text and the others can spare it.

        If the texts do not fit on one line, the width is divided by what they need on two.
        """
        needs = [button.natural_width() for button in self.buttons]
        if sum(needs) > room:
            needs = [button.least_width() for button in self.buttons]
        level = room / len(needs)
        if sum(needs) > room:
            return [level] * len(needs)
        for wide, need in enumerate(sorted(needs, reverse=True)):
            level = room / (len(needs) - wide)
            if need <= level:
                break
            room -= need
        return [max(need, level) for need in needs]


WHOLE = 100
NUMBER = 112
"""Units of width for the number with its text."""
THICKNESS = 0.36
"""Thickness of the bar as a share of the height."""


class GameBar(Passive):
    """A progress bar of the game."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.value = 0
        self.text = ""
        self.visible = False

    def show(self, value: int, text: str) -> None:
        """Show progress in per cent, with its text."""
        self.value, self.text, self.visible = min(WHOLE, max(0, value)), text, True

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The rectangles of the bar and of the number."""
        number, room = cut(self.rect, "right", self.kit.px(NUMBER), self.kit.px(4))
        bar = cut(room, "left", self.kit.px(4))[1]
        bar.height = max(3, round(self.rect.height * THICKNESS))
        return bar.move_to(centery=self.rect.centery), number

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        yield Words(self.text, self._parts()[1], theme.colours.ink_soft, theme.sizes.small, lines=1, align="right")

    def draw(self, surface: pygame.Surface) -> None:
        bar, _ = self._parts()
        colours = self.kit.theme.colours
        surface.blit(_rod(self.kit, bar.size, mix(colours.table, "#000000", 0.3)), bar)
        full = round(bar.width * self.value / WHOLE)
        if full >= bar.height:
            surface.blit(_rod(self.kit, (full, bar.height), colours.accent), bar)
        super().draw(surface)


@kept
def _rod(_kit: Kit, size: tuple[int, int], colour: str | RGB) -> pygame.Surface:
    cover = rounded(size, size[1] / 2)
    return coloured(0.55 * cover, mix(colour, "#000000", 0.3), mix(colour, "#ffffff", 0.2), cover)


GAP = 1
"""Units between the cells of two cards; the card of a waiting player fills less of its cell."""


class Players:
    """The players: ``widgets`` are their cards, or the game's own ``sheet``; ``closeup`` shows one large."""

    def __init__(self, app: App, match: Match, visibility: Visibility, sheet: FactSheet | None, turn: TurnRing) -> None:
        self.app = app
        self.sheet = sheet
        self._visibility = visibility
        seats = range(0 if sheet is not None else len(match.seats))
        self.cards = [PlayerCard(app.kit, f"card{seat}", seat, partial(self._look, seat), turn) for seat in seats]
        self.closeup = CloseUp(app.kit, "closeup")

    @property
    def widgets(self) -> Sequence[Widget]:
        return self.cards if self.sheet is None else (self.sheet,)

    def place(self, room: pygame.Rect, columns: int) -> None:
        """Divide a rectangle among the cards in that many columns, or give it to the sheet."""
        if self.sheet is not None:
            self.sheet.place(room)
            return
        rects = cells(room, columns, math.ceil(len(self.cards) / columns), self.app.px(GAP))
        for card, rect in zip(self.cards, rects, strict=False):
            card.place(rect)

    def covered_rect(self, seat: int) -> pygame.Rect:
        """The rectangle of a player's covered things; without cards, that of the close-up."""
        return self.cards[seat].covered_rect if self.cards else self.closeup.rect

    def token(self, seat: int) -> pygame.Rect | None:
        return self.cards[seat].token if self.cards else None

    def to_prerender(self) -> Iterator[Task]:
        """Painting tasks for the moment when another player is to act."""
        return chain.from_iterable(card.to_prerender() for card in self.cards)

    def _look(self, seat: int, begins: bool) -> None:
        """Begin or end a close look at a player's things."""
        if begins:
            self._visibility.begin(seat)
        else:
            self._visibility.end()

    def show(self, model: BoardModel) -> None:
        """Show who is to act, and the clock, or the game's own facts."""
        if self.sheet is not None:
            self.sheet.least, self.sheet.was_helped = model.least, model.was_helped
            self.sheet.refresh(self.app.say)
        self.show_faces(model.faces)

    def show_faces(self, faces: Sequence[CardFace]) -> None:
        for card, face in zip(self.cards, faces, strict=True):
            if card.face is not face:
                card.face = face


HEAD, SPEECH_GAP = 30, 3
"""Units that the status keeps while a comment is shown below it, and those between them."""
CONTROL_TEXT = 16
"""Units of the letters on a control."""
CONTROLS = 3
"""Number of controls that a row is measured for."""
SQUEEZED = 0.75
"""Share of its natural width at which a control's label of several words is still legible, on two lines."""


def offers_helps(match: Match, view: GameView[Any]) -> bool:
    """Whether the aids for a puzzle take the place of the end of the turn."""
    return match.coach.has_par and view.end_label() is None


def gives_hints(match: Match) -> bool:
    """Whether hints are possible in this game as it was set up, if the player wants the coach."""
    return match.session.setup.coach and offers(analysis_of(match.session.game), Analysis.hint)


def _to_prerender(*strips: ButtonRow) -> Iterator[Task]:
    """Tasks that paint the buttons enabled if they are disabled now, and the other way round."""
    for strip in strips:
        yield from (button.paint_other_state() for button in strip.buttons)


@dataclass(eq=False)
class SidePanel:
    """The widgets beside a board, which show a BoardModel; ``do`` is called by the buttons with their action.

    A ``sheet`` of the game's own replaces the players' cards.
    """

    app: App
    match: Match
    view: GameView[Any]
    layout: BoardLayout
    do: Callable[[str], object]
    sheet: FactSheet | None
    visibility: Visibility

    def __post_init__(self) -> None:
        app, match, view, kit = self.app, self.match, self.view, self.app.kit
        self.players = Players(app, match, self.visibility, self.sheet, view.turn)
        self.status, self.lamp = StatusLine(kit, "status", is_small=self.layout.compact), EvaluationLamp(kit, "lamp")
        self.notice = StatusLine(kit, "notice", is_small=True)
        self.speech = Speech(kit, "speech", lambda text: app.say(quoted(text)))
        """A language model's comment on its turn, if no list of moves is visible that would contain it."""
        self.progress = Progress(kit, "thinking")
        self.bar = GameBar(kit, "progress")
        self.log = LogLines(kit, "lines", picture=self.picture)
        self.scroll = Scroll(kit, "log_lines", self.log)
        self.controls, self.tools = ButtonRow(kit, "controls"), ButtonRow(kit, "tools")
        self.ends = ButtonRow(kit, "ends")
        style: ButtonStyle = "primary" if view.ends_turns else "normal"
        end = app.say(Message("End turn"))
        self.end = Button(kit, "end_turn", end, on_press=partial(self.do, "end_turn"), style=style)
        waits = offers(analysis_of(match.session.game), Analysis.can_wait)
        label = Message("Pass until something changes")
        self.wait = self._icon_button("wait", "fast_forward", label) if waits else None
        self.speech.visible = False
        self.note = Note(kit, "note")
        self._shown_controls: tuple[ViewButton, ...] = ()
        self._had_controls = False
        self._model: BoardModel | None = None
        """The model that is shown."""
        self._place()

    def widgets(self) -> Sequence[Widget]:
        """All widgets, in tab order."""
        return (
            *self.players.widgets, self.bar, self.status, self.progress, self.speech, self.lamp, self.notice,
            self.scroll, self.controls, self.tools, self.ends, self.note, self.players.closeup,
        )  # fmt: skip

    def _icon_button(self, action: str, icon: str, label: Message) -> Button:
        return Button(self.app.kit, action, icon=icon, on_press=partial(self.do, action), tip=self.app.say(label))

    # -- rectangles

    def _place(self) -> None:
        layout = self.layout
        self.players.place(layout.players, layout.card_columns)
        self.bar.place(layout.bar)
        self.status.place(layout.status)
        self.progress.place(self.status.icon_rect())
        self.lamp.place(layout.lamp)
        self.notice.place(layout.lamp)
        if layout.log is not None:
            self.scroll.place(layout.log)
        self.controls.place(layout.controls)
        self.tools.place(self._tools_room())
        self.tools.fill(list(self._tools()))
        self.ends.place(layout.end)
        self.ends.fill(list(self._ends()))
        self.note.place(layout.note)
        self.players.closeup.place(layout.closeup)

    def _ends(self) -> Iterable[Button]:
        """The buttons at the end of the turn; in a puzzle without turns, the aids for solving it."""
        if not offers_helps(self.match, self.view):
            yield self.end
            if self.wait is not None:
                yield self.wait
            return
        yield self._icon_button("restart", "restart", Message("Back to the start"))
        yield self._icon_button("far", "map_marker_distance", Message("How far am I?"))
        yield self._icon_button("solve", "auto_fix", Message("Solve from here"))

    def _tools_room(self) -> pygame.Rect:
        """The tools' rectangle: the whole of a row that they share with controls, until some have been offered."""
        tools, controls = self.layout.tools, self.layout.controls
        shares = tools.top == controls.top
        return tools.union(controls) if shares and not self._had_controls else tools

    def _tools(self) -> Iterable[Button]:
        if self.match.session.setup.undo != "never":
            yield self._icon_button("undo", "undo", Message("Take back"))
            yield self._icon_button("redo", "redo", Message("Redo"))
        if gives_hints(self.match):
            yield self._icon_button("hint", "lightbulb_on_outline", Message("Hint"))
        if self.layout.log is None:
            yield self._icon_button("log", "format_list_bulleted", Message("List of moves"))
        yield self._icon_button("menu", "menu", Message("Menu"))

    def rect_of(self, name: str) -> pygame.Rect | None:
        """The place of something here that a lesson points at; None if it is not seen."""
        own = self.match.viewer
        widgets: dict[str, Widget | None] = {tool.key: tool for tool in self.tools.buttons}
        widgets["end"] = self.end if self.end in self.ends.buttons else None
        widgets["card"] = self.players.cards[own] if own < len(self.players.cards) else None
        found = widgets.get(name)
        return found.rect if found is not None and found.visible else None

    def to_prerender(self) -> Iterator[Task]:
        """Painting tasks for the moment when another player is to act, or the same one to do something else."""
        yield from self.players.to_prerender()
        yield from self.log.to_prerender(len(self.match.seats))
        yield from _to_prerender(self.tools, self.ends)

    # -- showing

    def show(self, model: BoardModel, note: Callable[[Note], None]) -> None:
        """Show the model; ``note`` shows or hides the note's text."""
        before, self._model = self._model, model
        self.players.show(model)
        self.progress.visible = model.thinks
        self.status.icon, self.status.text = model.status.icon, model.status.text
        self._show_speech(model.speech)
        if model.progress is not None:
            self.bar.show(*model.progress)
        self._show_advice(model)
        self._make_room_for_status()
        if before is None or before.lines is not model.lines or before.viewer != model.viewer:
            self._show_lines(model.lines, has_other_eyes=before is None or before.viewer != model.viewer)
        self._show_controls(model)
        for button in (*self.tools.buttons, *self.ends.buttons, self.end):
            button.enabled = model.enabled_actions.get(button.key, True)
        self.end.label = model.end_label
        self._show_onward(model.next_choice)
        note(self.note)
        self._make_room_for_note()

    def _show_onward(self, choice: MenuEntry | None) -> None:
        """Put the next choice after the game in the place of the end of the turn, and that back if the game goes on."""
        if (choice is None) == (self.ends.buttons[0].key != "onward"):
            return
        if choice is None:
            self.ends.fill(list(self._ends()))
        else:
            label = self.app.say(choice.label)
            onward = Button(self.app.kit, "onward", label, choice.icon, choice.press, style="primary")
            self.ends.fill([onward])
            if any(onward.clipped()):
                onward.icon = ""  # the label needs its room

    def _show_speech(self, said: str) -> None:
        """Show a language model's comment on its turn, if the list of moves is hidden and there is room."""
        self.speech.text = said if self.layout.log is None else ""
        self.speech.visible = bool(self.speech.text) and self._make_room_for_speech()
        if not self.speech.visible:
            self.status.place(self.layout.status)
        self.progress.place(self.status.icon_rect())

    def _make_room_for_speech(self) -> bool:
        """Leave the status no more than the head of its place; false if it or the speech needs more room."""
        head, below = cut(self.layout.status, "top", self.app.px(HEAD), self.app.px(SPEECH_GAP))
        self.speech.place(below)
        self.status.place(head)
        return self.speech.has_room and not any(self.status.clipped())

    def _show_advice(self, model: BoardModel) -> None:
        """Show the lamp or a notice; a warning, among several players, lies on a plate of its own."""
        self.lamp.visible, self.notice.visible = model.lamp is not None, model.notice is not None
        if model.lamp is not None:
            self.lamp.value, self.lamp.player, self.lamp.text = model.lamp
        if model.notice is not None:
            self.notice.icon, self.notice.text = model.notice.icon, model.notice.text
            self.notice.is_banner = model.warns and not self.match.is_solitary

    def _show_lines(self, lines: tuple[LogLine, ...], *, has_other_eyes: bool) -> None:
        if has_other_eyes:
            self.log.forget_pictures()
        self.log.fill(lines)
        if self.layout.log is not None:
            self.scroll.place(self.layout.log)
            self.scroll.slide.glide(self.scroll.slide.limit)

    def picture(self, state: State, move: Move, height: int) -> pygame.Surface | None:
        """The picture of a move for the list of moves, from what the viewer may know; not cached here."""
        seen = redact(self.match.session.game, state, self.view.host.viewer)
        return self.view.log_picture(seen, move, height)

    def _show_controls(self, model: BoardModel) -> None:
        """Show the view's present controls; a button that stays keeps the focus and a press in progress."""
        shown = tuple(replace(control, enabled=True) for control in model.controls)
        if shown != self._shown_controls:
            self._fill_controls(shown)
        for button, control in zip(self.controls.buttons, model.controls, strict=True):
            button.enabled = control.enabled and model.enabled_actions.get(control.action, True)

    def _fill_controls(self, controls: tuple[ViewButton, ...]) -> None:
        kept = {button.key: button for button in self.controls.buttons}
        self._shown_controls = controls
        made = self._control_buttons(controls)
        for button in made:
            if button.key in kept:
                kept[button.key].relabel(button)
        self.controls.fill([kept.get(button.key, button) for button in made])
        self.view.prerender.plan(_to_prerender(self.controls), "controls")
        if controls and not self._had_controls:
            self._had_controls = True
            self.tools.place(self._tools_room())

    def _control_buttons(self, controls: Sequence[ViewButton]) -> list[Button]:
        """Make buttons with labels, or with icons only if one of the labels does not fit."""
        room = self.controls.rect.width / (CONTROLS if len(controls) > 1 else 1)
        buttons = [self._control(one, self.app.say(one.label)) for one in controls]
        if all(button.natural_width() * (SQUEEZED if " " in button.label else 1.0) <= room for button in buttons):
            return buttons
        return [self._control(one, "", tip=self.app.say(one.label)) for one in controls]

    def _control(self, control: ViewButton, label: str, *, tip: str = "") -> Button:
        key, press = f"do_{control.action}", partial(self.do, control.action)
        return Button(self.app.kit, key, label, control.icon, press, tip=tip, units=CONTROL_TEXT, pad=8)

    @property
    def _has_spare_line(self) -> bool:
        """Whether the line below the status, for the lamp or a notice, is empty."""
        return not (self.lamp.visible or self.notice.visible)

    def _make_room_for_status(self) -> None:
        """Extend a status that would need smaller letters over the line below it, if that is empty."""
        if self._has_spare_line and not self.speech.visible and self.status.is_squeezed:
            self.status.place(self.layout.status.union(self.layout.lamp))
            self.progress.place(self.status.icon_rect())

    def _make_room_for_note(self) -> None:
        """Place the note; hide what lies under it."""
        self._spread_note()
        for widget in (*self.players.widgets, self.status):
            widget.visible = True
        self.scroll.visible = self.layout.log is not None
        for widget in (
            *self.players.widgets,
            self.status,
            self.progress,
            self.lamp,
            self.notice,
            self.bar,
            self.speech,
            self.scroll,
        ):
            covered = self.note.visible and widget.rect.colliderect(self.note.rect)
            widget.visible = widget.visible and not covered

    def _spread_note(self) -> None:
        """Give the note the first of its possible rectangles that the text fits into, or the last one.

        Beside a log it takes the log's place and what is free above it; a long text or a lesson also takes that of the
        status, for it says what to do. Without a log it leaves the players visible, if it can.
        """
        layout, note = self.layout, self.layout.note
        if layout.log is None:
            below = pygame.Rect(note.left, layout.status.top, note.width, note.bottom - layout.status.top)
            rooms = [below, note]
        elif self._model is not None and self._model.told:
            rooms = [note.union(layout.status)]
        elif self._has_spare_line:
            rooms = [note.union(layout.lamp), note.union(layout.status)]
        else:
            rooms = [note]
        for room in rooms:
            if self.note.rect != room:
                self.note.place(room)
            if not self.note.is_truncated:
                return
