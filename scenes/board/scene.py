"""The board screen: passes input to view and match, and shows the changes that input and time bring."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

import pygame

from logic.core import Event, IllegalMove, Message, Move
from logic.game import Scoring, narration_of, offers, redact, scoring_of
from scenes.app.app import App, Scene
from scenes.app.page import MenuEntry, ask
from scenes.board.automatic import Solving, Waiting
from scenes.board.layout import FEW, TOOLS, Plan, is_compact
from scenes.board.log import LogDialog
from scenes.board.match import Match, Watcher
from scenes.board.menu import BoardMenu, Exits
from scenes.board.model import BoardModel, Presenter, can_reopen
from scenes.board.panel import BoardWidget, SidePanel, offers_helps
from scenes.board.result import sound_of
from scenes.board.secrets import Curtain, Dealing, HandOver, Visibility
from scenes.board.teaching import Guide, Teaching, guide_of
from scenes.board.turn import Announcer, NamePlates, Pointers, TurnSign, rim
from scenes.cabinet.adviser import ask_first
from scenes.phones.at_board import BoardPhones
from scenes.view.picture import view_of
from scenes.view.view import GameView, Host
from sprites.paint.materials import cloth, panel, table_background
from sprites.paint.pauses import pause
from sprites.sound.recipes import MUSIC
from sprites.widgets.base import Button, do_nothing
from sprites.widgets.input import Action, Input, Pointer, begins
from sprites.widgets.ui import DIRECTIONS, draw_focus

REFUSED = "refused move"
"""What the message about a refused move is about."""


@dataclass(eq=False)
class BoardMoves:
    """Makes the moves that the board requests in one match; ``show_again`` puts the pieces back after a refused one.

    ``refusal`` tells why a lesson does not want a move yet.
    """

    _app: App
    _match: Match
    _view: GameView[Any]
    _refusal: Callable[[Move], Message | None]
    _show_again: Callable[[], None]

    def play(self, move: Move, *, shown: bool = False) -> None:
        """Make a move; if it is refused, show why, until another one is made."""
        try:
            self._match.play(move, shown=shown)
        except IllegalMove as error:
            self._app.tell(error.message, self._match.names, about=REFUSED)
            self._show_again()
        else:
            self._app.overlay.forget(REFUSED)

    def ask_and_play(self, move: Move | None, then: Callable[[], None] = do_nothing) -> None:
        """Make a move, and call ``then``; ask first if the move is a certain mistake, judged by what all know.

        A move that a lesson does not want yet is refused.
        """
        if move is None:
            return
        if (why := self._refusal(move)) is not None:
            self._app.refuse(why, about=REFUSED)
            self._show_again()
            return

        def go() -> None:
            self.play(move)
            then()

        known = self._match.common_view(self._view.state)
        question = narration_of(self._match.session.game).warning(known, move)
        if question is None:
            go()
            return
        no, yes = Message("Think again"), Message("Yes, all the same")
        ask(self._app, question, (no, None, "normal"), (yes, go, "danger"), names=self._match.names)

    # -- the end of a turn

    def end_turn(self) -> None:
        """Close the turn; first make the move that ends it, if the game has one."""
        if self._match.awaits_human and self._match.session.awaits_end:
            self._close_turn()
        elif self._match.awaits_human and self._view.host.live:
            self.ask_and_play(self._view.end_move(), then=self._close_turn)

    def _close_turn(self) -> None:
        if self._match.session.awaits_end:
            self._match.end_turn()
        self._app.sound.play("turn_end")

    # -- undo

    def undo(self) -> None:
        """Undo the last move, if the variant allows it."""
        if self._match.can_undo or can_reopen(self._match, self._view):
            self._match.undo()
            self._app.sound.play("lift")

    def rewind(self) -> None:
        """Go back to the start of a puzzle, or to the start of the own turn if only that may be undone."""
        own_turn = self._match.session.setup.undo == "own_turn"
        if self._match.can_undo and (own_turn or self._match.is_solitary):
            self._match.rewind()
            self._app.sound.play("lift")

    def redo(self) -> None:
        """Redo what was undone last."""
        if self._match.can_redo:
            self._match.redo()


TICKING = 5
"""Number of last seconds of the clock that are sounded."""
END_PAUSE = 0.6
"""Seconds for which the last position is shown before the result covers it."""


class LastSeconds:
    """Sounds the last seconds of a turn, each of them once."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._last_tick = 0

    def update(self) -> bool:
        """Play the sound that is due. Return whether a clock is running."""
        if not (self._match.session.setup.clock and self._match.awaits_human):
            return False
        left = math.ceil(self._match.clock_left)
        if left != self._last_tick and 0 < left <= TICKING:
            self._app.sound.play("tick")
        self._last_tick = left
        return True


class EndPause:
    """A pause at the end of a game, so that the board shows the last events and the reason before the result opens."""

    def __init__(self, app: App, match: Match, view: GameView[Any], show_result: Callable[[], object]) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._show_result = show_result
        self._has_told = False
        self._left: float | None = END_PAUSE

    def reset(self) -> None:
        """Wait for another end: this one has been taken back."""
        self._has_told, self._left = False, END_PAUSE

    def update(self, dt: float, *, ready: bool) -> bool:
        """Advance while the position is visible and at rest. Return whether it is waiting."""
        if self._left is None or not ready or not self._match.is_over:
            return False
        if not self._has_told:
            self._has_told = True
            self._view.show_end_reason()
            return True
        self._left -= dt
        if self._left <= 0:
            self._left = None
            self._app.sound.play(sound_of(self._match))
            self._show_result()
        return True


BOARD = "board"
"""The key of the board among the widgets."""
MOVING = ("hover", "move", "twist", "pinch")
"""Kinds of pointer events that change only what the present gesture shows."""


class BoardScene(Scene):
    """A match on the screen. Leaving it loses nothing: everything is in the journal."""

    holds_pictures = True
    context = "board"
    first_focus = BOARD

    def __init__(
        self,
        app: App,
        match: Match,
        guide: Guide | None = None,
        exits_from: Callable[[Scene, Match], Exits] = Exits,
        *,
        invites: bool = False,
    ) -> None:
        super().__init__(app)
        self.match = match
        self.guide = guide if guide is not None else guide_of(app, match)
        seen = redact(match.session.game, match.session.state, match.viewer)
        host = Host(match.viewer, prerenders=True, say=lambda message: app.say(message, match.names))
        self.view = view_of(match.name)(app.kit, app.sound, seen, host)
        app.sound.expect(MUSIC)
        self._pointers = Pointers(app.theme.seconds.point)
        self.phones = BoardPhones(app, match, self._pointers.point, self._on_news)
        self._invites = invites
        self.visibility = Visibility(app, match, self.view)
        self._dealing = Dealing(app, match, self.view, self.visibility, self.refresh, self._room_of)
        self._hand_over = HandOver(app, match, self.view, self._dealing)
        self.exits = exits = exits_from(self, match)
        self._teaching = Teaching(app, match, self.view, self.guide, exits.set_up, lambda: self.visibility.may_read)
        self.showing = self._teaching.showing
        """The lesson's pointer."""
        self._moves = BoardMoves(app, match, self.view, self._teaching.refusal, self._hand_over.show)
        self._last_seconds = LastSeconds(app, match)
        self._end_pause = EndPause(app, match, self.view, self._show_end)
        self.waiting = Waiting(app, match, self.view.end_move, self._moves.play)
        self.solving = Solving(app, match, partial(self._moves.play, shown=True), self._on_news)
        self.menu = BoardMenu(
            self, match, self.view, self.solving, self.uncover, exits, lambda: self.layout.panel, self.guide,
            self.phones.invite,
        )  # fmt: skip
        self._turn_sign = TurnSign(app, match, self.view)
        self._announcer = Announcer(app, match)
        self.ambience = match.config.ambience
        self._name_plates = NamePlates(app, match)
        self._turn_table()
        self.layout = Plan(app.kit, len(match.seats)).layout()
        self._left_in_hand = match.in_hand
        """The selection on the board when it was left, until it is restored."""
        self._next_choice: MenuEntry | None = None
        """The next choice that the panel offers once the result was shown."""
        self._is_stale = True
        """Whether something has changed that is not shown yet."""
        self._was_covered = False
        match.watcher = Watcher(self._on_change, self._on_news, self.phones.transfer_seats, self.view.end_move)

    @property
    def viewer(self) -> int:
        """The seat that the board is shown to now."""
        return self.view.host.viewer

    def _turn_table(self) -> None:
        """Turn to the viewer, if all sit round the table and nothing moves; after the end it stays."""
        if self.match.edges and not (self._hand_over.waits or self.match.is_over or self.view.stage.moving):
            self.edge = self.match.edges[self.viewer]

    # -- life cycle

    def enter(self) -> None:
        """Cover the screen if the first player must not see what the others see."""
        super().enter()
        self.phones.resume()
        self._hand_over.begin()
        if self._invites:
            self.phones.invite()

    def resume(self) -> None:
        """Take over names that were changed on the screens above."""
        super().resume()
        if self.match.update_names():
            self.rebuild()

    def leave(self) -> None:
        """Stop thinking and reading aloud; the game is stored."""
        self.app.stop_reading()
        self.waiting.stop()
        self.solving.stop()
        self.phones.close()
        self.menu.leave()
        self.view.cancel_gesture()
        self.match.leave()

    @property
    def is_busy(self) -> bool:
        return self.match.session.ply > 0 and not self.match.is_over

    def _room_of(self, seat: int | None) -> pygame.Rect:
        """The rectangle of a player's covered things or, for None, of the board's cloth."""
        return self.layout.cloth if seat is None else self.panel.players.covered_rect(seat)

    @property
    def is_covered(self) -> bool:
        """Whether another screen lies over the board."""
        return self.app.stack.top is not self

    # -- building

    def build(self) -> None:
        self.view.cancel_gesture()
        self.view.set_kit(self.app.kit)
        kit, sheet = self.app.kit, self.view.sheet() if self.match.is_solitary else None
        tall = sheet.least_height(compact=is_compact(kit)) if sheet is not None else 0
        few = sheet is not None and self.match.session.setup.undo == "never"
        helps = offers_helps(self.match, self.view)
        tools, tallness = FEW if few else TOOLS, self.view.tallness
        deep = self.visibility.things(0) is not None
        bar = offers(scoring_of(self.match.session.game), Scoring.progress)
        self.layout = Plan(
            kit, len(self.match.seats), tall, tools, helps=helps, tallness=tallness, deep=deep, bar=bar,
            rim=rim(kit) if self.match.edges else 0,
        ).layout()  # fmt: skip
        self.view.place(self.layout.board)
        self.board = BoardWidget(kit, BOARD, self.view, self._point, self._act_on_board)
        self.board.place(self.layout.cloth)
        self.panel = SidePanel(self.app, self.match, self.view, self.layout, self.act, sheet, self.visibility)
        self._presenter = Presenter(
            self.app, self.match, self.view, self.visibility, self._teaching, self.waiting, self.solving,
            range(len(self.panel.players.cards)),
        )  # fmt: skip
        self.ui.add(self.board, *self.panel.widgets())
        focus = partial(draw_focus, kit, pygame.Surface((1, 1)), self.board.focus_rect())
        self.view.prerender.plan(
            chain((focus,), self.panel.to_prerender(), self._turn_sign.to_prerender(self.layout.cloth)), "turn"
        )
        self.app.call(self.phones.update)
        self.refresh()

    def refresh(self) -> None:
        """Bring everything up to date with the match."""
        self._is_stale = False
        self._announcer.follow(self._teaching.told)
        if self.visibility.seat is not None:
            self._teaching.look()
        self.view.host = replace(
            self.view.host,
            live=self._is_live(),
            in_lesson=bool(self._teaching.told),
            coordinates=self.app.settings.coordinates,
        )
        self.visibility.refresh(self.panel.players.closeup)
        self._show(self._presenter.present(is_covered=self.is_covered, next_choice=self._next_choice))

    def _show(self, model: BoardModel) -> None:
        self.model = model
        self.panel.show(model, self._teaching.fill)
        self._teaching.point_out(self.panel.rect_of)
        self._teaching.fill(self.panel.note)
        if self.ui.focus is not None and not (self.ui.focus.visible and self.ui.focus.enabled):
            self.ui.set_focus(self.board)

    def _is_live(self) -> bool:
        ready = self.match.awaits_human and not self.match.session.awaits_end and not self._hand_over.waits
        return ready and not self.waiting.is_running and not self.solving.is_running and not self.is_covered

    # -- input

    def handle(self, event: Input) -> bool:
        if (isinstance(event, Action) or begins(event)) and self._interrupts():
            return True
        is_arrow = isinstance(event, Action) and event.name in DIRECTIONS
        if is_arrow and not self.ui.show_focus and isinstance(self.ui.focus, Button):
            self.ui.set_focus(self.board)  # a hand has pressed that button, and nobody sees that it has the focus
        used = self.visibility.take(event) or super().handle(event)
        if self._is_stale or not (isinstance(event, Pointer) and event.kind in MOVING):
            self.refresh()
        else:
            self._show(self._presenter.refresh_controls(self.model))
        return used

    def _interrupts(self) -> bool:
        """End, at a new press or action, what goes on by itself. Return whether that is all that the input does."""
        self.showing.hide()
        if self._hand_over.waits:
            self.view.stage.skip()
            return True
        if self.waiting.is_running:
            self.waiting.pass_all()
        elif self.solving.is_running:
            self.solving.stop()
        else:
            if self.ui.held is None and self.view.stage.moving:
                self.view.stage.skip()
            return False
        self.refresh()
        return True

    def _point(self, event: Pointer) -> bool:
        if event.kind == "down" and self._teaching.tap():
            return True
        if event.kind == "down":
            self.visibility.press(event.pos)
        if self.view.host.live:
            self._moves.ask_and_play(self.view.point(event))
        elif not self.view.look(event) and event.kind == "down" and not self.match.is_over:
            self.app.sound.play("deny")
        if event.kind in ("up", "cancel") and self.visibility.seat is not None:
            self.visibility.end()
        return event.kind != "hover"

    def _act_on_board(self, name: str) -> bool:
        if name == "accept" and self._teaching.tap():
            return True
        if not self.view.host.live or (name in DIRECTIONS and self._teaching.waits_for_tap):
            return self.view.look_action(name)
        answer = self.view.act(name)
        if isinstance(answer, bool):
            return answer
        self._moves.ask_and_play(answer)
        return True

    def act(self, name: str) -> bool:
        actions: dict[str, Callable[[], object]] = {
            "undo": self._moves.undo,
            "redo": self._moves.redo,
            "hint": self._ask_hint,
            "end_turn": self._moves.end_turn,
            "wait": self._wait,
            "restart": self._moves.rewind,
            "far": self.match.coach.ask_evaluation,
            "solve": self.solving.ask,
            "menu": self.menu.open,
            "cancel": self._cancel,
            "log": self._open_log,
            "coordinates": self._toggle_coordinates,
            "help": self.menu.help,
        }
        if name not in actions:
            return self._act_on_board(name) or super().act(name)
        actions[name]()
        return True

    def _wait(self) -> None:
        """Pass turn after turn, if there is something to wait for."""
        if self.view.host.live and self.waiting.is_offered:
            self.waiting.ask()
        else:
            self.app.sound.play("deny")

    def _toggle_coordinates(self) -> None:
        """Show or hide the names of rows and columns, in this game and all others."""
        self.app.change(self.app.settings.with_(coordinates=not self.app.settings.coordinates))
        self.app.sound.play("tick")
        self.refresh()

    def _ask_hint(self) -> None:
        """Ask for a hint; if a lesson asks for a move, show that instead: another hint would mislead."""
        if self._teaching.asks:
            self.showing.again()
        elif self.match.coach.can_hint:
            ask_first(self.app, self.match.coach.ask_hint)

    def _cancel(self) -> None:
        if self.match.coach.hint is not None:
            self._teaching.close_hint()
        elif self.match.coach.asks_model:
            self.match.coach.cancel_hint()
        elif not self.view.look_action("cancel"):
            (self.close if self._next_choice is not None else self.menu.open)()

    def uncover(self) -> None:
        """Show the whole position, once the game is over."""
        if self.match.is_over and not self.view.host.uncovered:
            self.view.host = replace(self.view.host, uncovered=True)
            self._hand_over.show()
            self.refresh()

    def _show_end(self) -> None:
        """Show the result; after that the panel offers the next choice, too."""
        self._next_choice = self.menu.next_choices()[0]
        self.menu.show_result()

    def _open_log(self) -> None:
        self.app.stack.push(LogDialog(self.app, self.model.lines, self.panel.picture))

    # -- changes of the match

    def _on_change(self, events: Sequence[Event]) -> None:
        """Follow the match to another position, on the board and in the lesson."""
        self._is_stale = True
        if not self.match.is_over:
            self._next_choice = None
            self._end_pause.reset()
        self.app.call(self.phones.update)
        self._teaching.follow()
        self.visibility.end()
        self._hand_over.follow(events)

    def _on_news(self) -> None:
        self._is_stale = True

    # -- time

    def update(self, dt: float) -> bool:
        covered, was_moving, was_solving = self.is_covered, self.view.stage.moving, self.solving.is_running
        self._notice_cover(covered)
        if covered and isinstance(top := self.app.stack.top, Curtain) and self.match.secrets_on_phone:
            top.close()  # a player who looks at a phone now needs none
        moving = [super().update(dt), self.view.update(dt)]
        self._turn_table()
        turns = bool(self.match.edges) and (self.view.stage.moving or self.edge != self.app.orientation.edge)
        moving.append(self._turn_sign.update(dt, covered=covered, turns=turns))
        if not covered:
            moving.append(self._dealing.fly(dt))
            moving.append(self.waiting.update(dt))
            moving.append(self.solving.update(dt, moving=was_moving))
        moving.append(self._pointers.update(dt))
        moving.append(self.match.update(dt, covered=covered, moving=was_moving))
        if self._last_seconds.update():
            self.panel.players.show_faces(self._presenter.faces())
        self._hand_over.update(dt, covered=covered)
        if not covered:
            self._store_selection()
        has_moved = was_moving != self.view.stage.moving or was_solving != self.solving.is_running
        if self._is_stale or has_moved:
            self.refresh()
            self._teaching.show_hint()
            self.menu.show_awaited_review()
            moving.append(True)
        is_held = self.ui.held is not None or self.visibility.seat is not None
        shows = not (covered or is_held or self.view.stage.moving or self._hand_over.waits)
        moving.append(self.showing.update(dt, self.app.kit, ready=shows))
        moving.append(self._end_pause.update(dt, ready=not covered and not self.view.stage.moving))
        return any(moving)

    def _store_selection(self) -> None:
        """Restore, once, what was selected when the game was left; from then on store the selection."""
        left, self._left_in_hand = self._left_in_hand, ""
        if left and self.view.host.live and not self.match.needs_curtain:
            self.view.restore_selection(left)
            self._is_stale = True
        self.match.keep_in_hand(self.view.in_hand)

    def _notice_cover(self, covered: bool) -> None:
        """Drop the selection when another screen covers the board."""
        if covered == self._was_covered:
            return
        self._was_covered = covered
        if covered:
            self.view.cancel_gesture()
            self.visibility.end()
        self._is_stale = True

    # -- picture

    def update_idle(self, dt: float) -> Sequence[pygame.Rect]:
        """Animate the ring around the active player, on the board and on the card."""
        turn = self.view.turn
        if turn.seat is None or self.app.kit.reduced_motion:
            return ()
        turn.update_idle(dt)
        figures = self.view.figure_rect(turn.seat), self.panel.players.token(turn.seat)
        return [turn.room(figure) for figure in figures if figure is not None]

    def draw(self, surface: pygame.Surface) -> None:
        view, seats = self.view, len(self.match.seats)
        lies = tuple(view.rect), view.rows, view.cols, view.ground, view.host.coordinates
        key = ("board", self.app.size, self.match.name, seats, *lies)
        surface.blit(self.app.kit.cache.keep(key, partial(self._bake_ground, surface)), (0, 0))
        self._turn_sign.draw_hem(surface, self.layout.cloth)
        super().draw(surface)
        self.showing.draw(self.app.kit, surface, [self.panel.note.rect] if self.panel.note.visible else [])
        self._name_plates.draw(surface, self.viewer)
        match = self.match
        self._pointers.draw(
            self.app.kit, surface, self.view, match.names, lambda: match.common_view(match.session.state)
        )
        self._turn_sign.draw_ribbon(surface, self.layout.cloth)
        self._dealing.draw_flight(surface)

    def _bake_ground(self, surface: pygame.Surface) -> pygame.Surface:
        """Paint table, cloth, panel and board into one background: they cover the window and never move.

        The table is on the surface before the board is painted.
        """
        kit, layout = self.app.kit, self.layout
        table = table_background(kit, self.app.size)
        parts = [
            (cloth(kit, layout.cloth.size, self.view.cloth), layout.cloth),
            (panel(kit, layout.panel.size, "panel"), layout.panel),
        ]
        ground = table.copy()
        ground.blits(parts)
        surface.blit(ground, (0, 0))
        pause()
        self.view.draw_ground(ground)
        return ground
