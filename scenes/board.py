"""The screen on which every game is played: passes hands to board and match, and shows what they lead to."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from logic.core import Event, IllegalMove, Message, Move, State, offers, redact
from logic.session import SaveError
from scenes.app import App
from scenes.boardlayout import FEW, TOOLS, arrange, is_compact
from scenes.boardmenu import BoardMenu
from scenes.boardpanel import SidePanel
from scenes.boardwidgets import BoardWidget
from scenes.chronicle import log_lines
from scenes.guide import Guide
from scenes.match import Match
from scenes.note import Note, NoteButton
from scenes.overlays import Answer, Curtain, LogDialog, Question, begins
from scenes.page import InputMemory
from scenes.picture import view_of
from scenes.solving import Solving
from scenes.waiting import Waiting
from sprites.input import Action, Input, Pointer
from sprites.materials import cloth, panel, table_background

BOARD = "board"
"""The key of the board among the widgets."""
TICKING = 5
"""Seconds before the clock runs out in which each is heard."""
END_PAUSE = 0.6
"""Seconds for which the last position is seen before the result lies over it."""


class BoardScene(InputMemory):
    """A match on the screen. Leaving it never loses anything: the journal has it all."""

    context = "board"

    def __init__(self, app: App, match: Match, guide: Guide | None = None) -> None:
        super().__init__(app)
        self.match = match
        self.guide = guide
        self.viewer = match.viewer
        covered = redact(match.session.game, match.session.state, self.viewer)
        self.view = view_of(match.name)(app.kit, app.sound, covered, self.viewer)
        self.menu = BoardMenu(self)
        self.waiting = Waiting(app, match, self._end_move, self._play)
        self.solving = Solving(app, match, partial(self._play, shown=True))
        self._ending: tuple[tuple[int, int], Move | None] | None = None
        self.places = arrange(app.kit, len(match.seats))
        self._seen_news = -1
        self._was_covered = False
        self._result_due: float | None = END_PAUSE
        self._tocks = 0
        match.on_change = self._on_change
        match.way_out = self.view.end_move

    @classmethod
    def go_on(cls, app: App, game_id: int) -> BoardScene | None:
        """Go on with a kept game; where it cannot be read, say why and give None."""
        try:
            return cls(app, Match.resume(app, game_id))
        except SaveError as error:
            app.tell(error.message)
            return None

    def _shown_state(self) -> State:
        session = self.match.session
        return session.state if self.view.uncovered else redact(session.game, session.state, self.viewer)

    # -- life

    def enter(self) -> None:
        """Cover the screen where the first hand must not see what the others see."""
        super().enter()
        if self.match.needs_curtain and self.match.awaits_human:
            self._draw_curtain()

    def leave(self) -> None:
        """Stop thinking; the game is kept."""
        self.waiting.stop()
        self.solving.stop()
        self.menu.leave()
        self.view.let_go()
        self.match.leave()

    @property
    def is_busy(self) -> bool:
        """Tell whether somebody is in the middle of a game."""
        return self.match.session.place > 0 and not self.match.is_over

    @property
    def is_covered(self) -> bool:
        """Tell whether another screen lies over the board."""
        return self.app.stack.top is not self

    # -- building

    def build(self) -> None:
        """Lay everything out for the window as it is."""
        self.view.let_go()
        self.view.set_kit(self.app.kit)
        self.view.say = self.app.say
        kit, sheet = self.app.kit, self.view.sheet() if self.match.is_solitary else None
        tall = sheet.least_height(compact=is_compact(kit)) if sheet is not None else 0
        few = sheet is not None and self.match.session.setup.undo == "never"
        helps = offers(self.match.session.game, "least") is not None
        self.places = arrange(kit, len(self.match.seats), tall, FEW if few else TOOLS, helps=helps)
        self.view.place(self.places.board)
        self.board = BoardWidget(kit, BOARD, self.view, self._point, self._act_on_board)
        self.board.place(self.places.cloth)
        self.panel = SidePanel(self.app, self.match, self.view, self.places, self.act, sheet)
        self.ui.add(self.board, *self.panel.widgets())
        self.refresh()

    def rebuild(self) -> None:
        """Build again; at first the board has the focus."""
        super().rebuild()
        if self.ui.focus is None:
            self.ui.set_focus(self.board)

    def refresh(self) -> None:
        """Bring everything up to date with the match."""
        self._seen_news = self.match.news
        self.view.live = self._is_live()
        can_end = self._can_end()
        can_wait = can_end and self.view.live and self.waiting.is_offered
        self.panel.said = Message("The rest is being shown. Tap to stop.") if self.solving.is_running else None
        can_solve = self.solving.is_offered
        self.panel.refresh(can_end=can_end, can_wait=can_wait, can_solve=can_solve, note=self._fill_note)
        if self.ui.focus is not None and not (self.ui.focus.visible and self.ui.focus.enabled):
            self.ui.set_focus(self.board)

    def _is_live(self) -> bool:
        ready = self.match.awaits_human and not self.match.session.awaits_end
        return ready and not self.waiting.is_running and not self.solving.is_running and not self.is_covered

    def _fill_note(self, note: Note) -> None:
        """Say the hint's reason until it is closed, or else the lesson's step."""
        say, names = self.app.say, self.match.names
        if self.match.hint is not None:
            close = NoteButton("close_hint", say(Message("Close")), "close", self._close_hint)
            note.say(say(self.match.hint.reason, names), [close])
        elif self.guide is not None and self.guide.step is not None:
            buttons = [NoteButton("skip", say(Message("Skip")), "close", self._skip_lesson)]
            if self.guide.waits_for_tap:
                buttons.append(NoteButton("go_on", say(Message("Go on")), "arrow_right", self.guide.tap, "primary"))
            note.say(self.app.get(self.guide.step.text), buttons)
        else:
            note.hide()

    # -- hands

    def handle(self, event: Input) -> bool:
        """Take an input; one that comes while pieces are on their way lets them arrive at once."""
        fresh = isinstance(event, Action) or begins(event)
        if fresh and self.waiting.is_running:
            self.waiting.hurry()
            self.refresh()
            return True
        if fresh and self.solving.is_running:
            self.solving.stop()
            self.refresh()
            return True
        if fresh and self.ui.held is None and self.view.stage.moving:
            self.view.stage.skip()
        used = super().handle(event)
        self.refresh()
        return used

    def _point(self, event: Pointer) -> bool:
        if event.kind == "down" and self._tap_lesson():
            return True
        if self.view.live:
            self._ask_and_play(self.view.point(event))
        elif not self.view.look(event) and event.kind == "down" and not self.match.is_over:
            self.app.sound.play("deny")
        return event.kind != "hover"

    def _tap_lesson(self) -> bool:
        """Go on where the lesson waits for no more than a tap."""
        if self.guide is None or not self.guide.waits_for_tap:
            return False
        self.guide.tap()
        return True

    def _skip_lesson(self) -> None:
        """End the lesson; who skips it before the first move would rather set up a game."""
        if self.guide is not None:
            self.guide.skip()
            if self.match.session.place == 0:
                self.menu.set_up()

    def _act_on_board(self, name: str) -> bool:
        if name == "accept" and self._tap_lesson():
            return True
        if not self.view.live:
            return self.view.look_by(name)
        answer = self.view.act(name)
        if isinstance(answer, bool):
            return answer
        self._ask_and_play(answer)
        return True

    def _ask_and_play(self, move: Move | None) -> None:
        """Make a move; ask first where the player can see that it would be regretted for certain."""
        if move is None:
            return
        warning = offers(self.match.session.game, "warning")
        question = warning(self.view.state, move) if warning is not None else None
        if question is None:
            self._play(move)
            return
        answers: list[Answer] = [
            (Message("Stay here"), None, "normal"),
            (Message("Go all the same"), lambda: self._play(move), "danger"),
        ]
        self.app.stack.push(Question(self.app, question, answers, names=self.match.names))

    def _play(self, move: Move, *, shown: bool = False) -> None:
        try:
            self.match.play(move, shown=shown)
        except IllegalMove as error:
            self.app.tell(error.message, self.match.names)
            self.view.show(self._shown_state())

    def act(self, name: str) -> bool:
        """Do what a key or a button asks for, whatever has the focus."""
        actions: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "redo": self._redo,
            "hint": self.match.ask_hint,
            "end_turn": self._end_turn,
            "wait": self._wait,
            "restart": self._rewind,
            "far": self.match.ask_verdict,
            "solve": self.solving.ask,
            "menu": self.menu.open,
            "cancel": self._cancel,
            "log": self._open_log,
            "help": self.menu.help,
        }
        if name not in actions:
            return self._act_on_board(name) or super().act(name)
        actions[name]()
        return True

    def _undo(self) -> None:
        if self.match.can_undo:
            self.match.undo()
            self.app.sound.play("lift")

    def _rewind(self) -> None:
        """Go back to the beginning of a puzzle, where the variant lets everything be taken back."""
        if self.match.can_undo and self.match.is_solitary:
            self.match.rewind()
            self.app.sound.play("lift")

    def _redo(self) -> None:
        if self.match.can_redo:
            self.match.redo()

    def _end_move(self) -> Move | None:
        """Give the move that ends the turn; looked for once at each position, however often the hand moves."""
        key = (self.match.news, self.viewer)
        if self._ending is None or self._ending[0] != key:
            self._ending = key, self.view.end_move()
        return self._ending[1]

    def _can_end(self) -> bool:
        if not self.match.awaits_human:
            return False
        return self.match.session.awaits_end or (self.view.live and self._end_move() is not None)

    def _end_turn(self) -> None:
        """Close the turn; make the move that ends it first, where the game wants one."""
        if not self._can_end():
            return
        move = None if self.match.session.awaits_end else self._end_move()
        if move is not None:
            self._play(move)
        if self.match.session.awaits_end:
            self.match.end_turn()
        self.app.sound.play("turn_end")

    def _wait(self) -> None:
        """End turn after turn, where the game has something to wait for."""
        if self.view.live and self.waiting.is_offered:
            self.waiting.ask()
        else:
            self.app.sound.play("deny")

    def _cancel(self) -> None:
        if self.match.hint is not None:
            self._close_hint()
        else:
            self.menu.open()

    def _close_hint(self) -> None:
        self.match.close_hint()
        self.view.show_hint(())

    def uncover(self) -> None:
        """Show the whole truth, once the game is over."""
        if self.match.is_over and not self.view.uncovered:
            self.view.uncovered = True
            self.view.show(self._shown_state())
            self.refresh()

    def _open_log(self) -> None:
        self.app.stack.push(LogDialog(self.app, log_lines(self.app, self.match)))

    # -- what the match does

    def _on_change(self, events: Sequence[Event]) -> None:
        """Show another position: by its events where something was played, gliding where it was taken back."""
        if self.guide is not None:
            self.guide.follow(self.match.moves_of_people())
        self.view.let_go()
        if self._hands_over():
            self.view.live = False
            self._draw_curtain()
            return
        self.viewer = self.view.viewer = self.match.viewer
        self.view.show(self._shown_state(), events)

    def _hands_over(self) -> bool:
        match = self.match
        return match.needs_curtain and match.awaits_human and match.viewer != self.viewer

    def _draw_curtain(self) -> None:
        """Cover the screen, and only then turn the table to the next player."""
        name, actor = self.match.names[self.match.actor], self.match.actor
        self.app.stack.push(Curtain(self.app, name, actor, self._turn_table))

    def _turn_table(self) -> None:
        self.viewer = self.view.viewer = self.match.viewer
        self.view.show(self._shown_state(), at_once=True)

    # -- time

    def update(self, dt: float) -> bool:
        """Let time pass for the board, the match and the widgets."""
        covered, was_moving, was_solving = self.is_covered, self.view.stage.moving, self.solving.is_running
        self._notice_cover(covered)
        moving = [super().update(dt), self.view.update(dt)]
        if not covered:
            moving.append(self.waiting.update(dt))
            moving.append(self.solving.update(dt, moving=was_moving))
        self.menu.update()
        moving.append(self.match.update(dt, covered=covered, moving=was_moving))
        self._tick()
        has_moved = was_moving != self.view.stage.moving or was_solving != self.solving.is_running
        if self.match.news != self._seen_news or has_moved:
            self._follow_news()
            moving.append(True)
        moving.append(self._wait_for_result(dt, ready=not covered and not self.view.stage.moving))
        return any(moving)

    def _notice_cover(self, covered: bool) -> None:
        """Stop the clock and empty the hand while another screen lies over the board."""
        if covered == self._was_covered:
            return
        self._was_covered = covered
        if covered:
            self.view.let_go()
            self.match.pause()
        else:
            self.match.go_on()
        self.refresh()

    def _follow_news(self) -> None:
        self.refresh()
        if self.match.hint is not None and self.match.awaits_human:
            self.view.show_hint(self.match.hint.moves)
        self.menu.show_awaited_review()

    def _tick(self) -> None:
        """Keep the clock's card up to date, and let the last seconds be heard."""
        if not self.match.session.setup.clock or not self.match.awaits_human:
            return
        self.panel.refresh_cards()
        left = math.ceil(self.match.clock_left)
        if left != self._tocks and 0 < left <= TICKING:
            self.app.sound.play("tick")
        self._tocks = left

    def _wait_for_result(self, dt: float, *, ready: bool) -> bool:
        """Leave the last position to be seen for a moment, then say how it ended; true while waiting."""
        if self._result_due is None or not ready or not self.match.is_over:
            return False
        self._result_due -= dt
        if self._result_due <= 0:
            self._result_due = None
            self.app.sound.play(self.menu.sound_of_end())
            self.menu.show_result()
        return True

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the cloth, the panel and what stands on them."""
        view, seats = self.view, len(self.match.seats)
        key = ("board", self.app.size, self.match.name, seats, tuple(view.rect), view.rows, view.cols, view.ground)
        surface.blit(self.app.bakery.keep(key, self._bake_ground), (0, 0))
        super().draw(surface)

    def _bake_ground(self) -> pygame.Surface:
        """Lay table, cloth, panel and board over each other once: they cover the window and never move."""
        kit, places = self.app.kit, self.places
        ground = table_background(kit, self.app.size).copy()
        ground.blit(cloth(kit, places.cloth.size, self.view.cloth), places.cloth)
        ground.blit(panel(kit, places.panel.size, "panel"), places.panel)
        self.view.draw_ground(ground)
        return ground
