"""The replay of a game: board, slider, list of moves, and the coach's remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

import pygame

from logic.core import Evaluation, Event, Message, Remark, State
from logic.game import Analysis, analysis_of, narration_of, offers
from logic.session import Session
from scenes.app.app import App, Scene
from scenes.app.page import FittedText, button
from scenes.app.requests import WorkerRequests
from scenes.app.wording import duration_text, game_title, players_text, seat_names
from scenes.board.coach import always_evaluates, can_advise, can_judge
from scenes.board.match import Match
from scenes.board.parts import EvaluationLamp
from scenes.cabinet.ribbon import Ribbon, course_of
from scenes.share.subject import shared_game
from scenes.view.picture import BoardPicture, view_of
from scenes.view.squares import ring
from scenes.view.view import Host
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, cloth, panel, table_background
from sprites.paint.surface_cache import wrap
from sprites.widgets import Action, Button, Input, ListBox, ListRow, Passive, Slider, Words
from sprites.widgets.layout import cells, cut


class Legend(Passive):
    """Tells which sign on the board is the move as played, and which the better one."""

    def __init__(self, kit: Kit, key: str, say: Callable[[Message], str]) -> None:
        super().__init__(kit, key)
        self._texts = say(Message("as played")), say(Message("better"))
        self.is_shown = False

    def _rooms(self) -> tuple[pygame.Rect, pygame.Rect]:
        played, better = cells(self.rect, 2)
        return played, better

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        for text, room in zip(self._texts, self._rooms(), strict=True):
            beside = cut(room, "left", room.height, self.kit.px(6))[1]
            yield Words(text, beside, theme.colours.ink_soft, theme.sizes.small, "text", lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        if not self.is_shown:
            return
        played, better = self._rooms()
        sign = ring(self.kit, round(1.5 * played.height))
        surface.blit(sign, sign.get_rect(center=(played.left + played.height // 2, played.centery)))
        line = pygame.Rect(better.left, 0, better.height, max(3, self.kit.px(4))).move_to(centery=better.centery)
        pygame.draw.rect(surface, self.kit.theme.colours.hint, line, border_radius=line.height // 2)
        super().draw(surface)


class ReplayCoach:
    """Asks the worker about the positions of one session, and keeps the answers.

    ``on_evaluation`` and ``on_review`` are called when an evaluation, or the review, has come.
    """

    def __init__(
        self,
        app: App,
        session: Session,
        remarks: Sequence[Remark] | None,
        on_evaluation: Callable[[], object],
        on_review: Callable[[], object],
    ) -> None:
        self.remarks: tuple[Remark, ...] = tuple(sorted(remarks or (), key=lambda remark: remark.ply))
        self._app = app
        self._session = session
        self._on_evaluation = on_evaluation
        self._on_review = on_review
        self._requests = WorkerRequests(app, session.setup.game)
        self.evaluations: dict[int, Evaluation] = {}
        """The known evaluations, by ply."""
        self._was_reviewed = remarks is not None

    @property
    def is_wanted(self) -> bool:
        """Whether the player wants advice and the game can give it."""
        return self._app.settings.coach and self._session.setup.coach and can_advise(self._session.game)

    @property
    def has_lamp(self) -> bool:
        return self.is_wanted and can_judge(self._session)

    @property
    def evaluates_all(self) -> bool:
        """Whether all positions are evaluated, one after the other."""
        return self.has_lamp and always_evaluates(self._session.game)

    @property
    def can_review(self) -> bool:
        """Whether the game is over and has not been reviewed yet."""
        over = self._session.outcome() is not None and len(self._session.states) > 1
        asked = self._was_reviewed or self._requests.pending("review") is not None
        return self.is_wanted and over and not asked and offers(analysis_of(self._session.game), Analysis.review)

    def remark_on(self, ply: int) -> Remark | None:
        """The remark on the move that led to a ply."""
        return next((remark for remark in self.remarks if remark.ply == ply - 1), None)

    def ask_next_evaluation(self) -> None:
        """Request the next evaluation, from the first position on, if the game shows evaluations all the time."""
        if self._requests.pending("evaluation") is None and self.evaluates_all:
            plies = range(len(self._session.states))
            self.ask_evaluation(next((ply for ply in plies if ply not in self.evaluations), -1))

    def ask_evaluation(self, ply: int) -> None:
        if not self.has_lamp or ply in self.evaluations or ply < 0:
            return
        told = partial(self._take_evaluation, ply)
        self._requests.ask("evaluation", self._session.states[ply], then=told)

    def ask_review(self) -> None:
        self._requests.ask("review", self._session.states, self._session.moves, then=self._take_review)

    def _take_evaluation(self, ply: int, answer: Future[Evaluation]) -> None:
        try:
            self.evaluations[ply] = answer.result()
        except Exception:  # a missing evaluation is no reason to end a replay
            return
        self.ask_next_evaluation()
        self._on_evaluation()

    def _take_review(self, answer: Future[tuple[Remark, ...]]) -> None:
        try:
            self.remarks = tuple(sorted(answer.result(), key=lambda remark: remark.ply))
        except Exception:  # it can be requested once more
            self._app.tell(Message("The coach cannot think just now."))
        else:
            self._was_reviewed = True
            if not self.remarks:
                self._app.tell(Message("Nobody gave anything away in this game. Well played!"))
        self._on_review()

    def leave(self) -> None:
        self._requests.forget()


COMPACT = 540
"""Units of the window's short side below which the list of moves is hidden."""
PAUSE = 0.7
"""Seconds between two moves in automatic replay."""
LEAST_LIST = 84
RIBBON, SMALL_RIBBON, OVER_SLIDER = 40, 30, 8
"""Height of the ribbon in units, regular and compact, and its overlap with the slider."""
LONGEST_NAME, SHORT_NAME = 16, 6
"""Letters of a name: usually, and if there is little room."""
LEAST_BELOW, ROOMY_BELOW = 340, 460
"""Units reserved for the panel below the board in portrait."""
WORDS_LINES, BROAD_LINES, MOST_LINES = 4, 2, 8
"""How many lines the words about a position get over the list of moves, in a broad panel, and at most without it."""
NARROW_PANEL, SMALL_CONTROL = 290, 48


def remark_icon(remark: Remark) -> str:
    """The icon of a remark: for a mistake, or for a good move."""
    return "alert_circle_outline" if remark.weight < 0 else "star_outline"


class ReplayScene(Scene):
    """Shows a session's positions from the first to the present one; the session is not changed.

    A game for one hides what its player could not see, unless it has been ``uncovered`` after its end. Without a
    ``title`` the heading is the game and its players; with ``playing`` it starts by itself. ``times`` are the seconds
    that each move took, None if not measured; empty if they mean nothing.
    """

    holds_pictures = True

    def __init__(
        self,
        app: App,
        session: Session,
        ply: int = 0,
        remarks: Sequence[Remark] | None = None,
        *,
        times: Sequence[float | None] = (),
        uncovered: bool = False,
        title: Message | None = None,
        playing: bool = False,
    ) -> None:
        super().__init__(app)
        self.session = session
        self.title = title
        self.times = times
        self.uncovered = uncovered and session.outcome() is not None
        self.states: Sequence[State] = session.states
        self.events: Sequence[Sequence[Event]] = session.events
        self.coach = ReplayCoach(app, session, remarks, self._on_evaluation_answer, self._on_review_answer)
        self.ply = min(max(ply, 0), self.last)
        self.playing = playing and self.ply < self.last
        self._is_compared = False
        """Whether the board already shows what would have been better than the move that led there."""
        self.first_focus = "play"
        self._rest = PAUSE

    def _shown(self, ply: int) -> State:
        return self.states[ply] if self.uncovered else self.session.as_played(ply)

    @property
    def _names(self) -> tuple[str, ...]:
        return seat_names(self.app, self.session.setup)

    @property
    def last(self) -> int:
        return len(self.states) - 1

    def enter(self) -> None:
        super().enter()
        self.coach.ask_evaluation(self.ply)

    # -- layout

    def build(self) -> None:
        """The board gets as much as it can use, and the panel the rest."""
        kit = self.app.kit
        self._compact = min(self.app.size) < kit.px(COMPACT)
        host = Host(self._viewer(), uncovered=self.uncovered, names_pieces=True,
                    coordinates=self.app.settings.coordinates, say=self.app.say)  # fmt: skip
        view = view_of(self.session.setup.game)(kit, self.app.sound, self._shown(self.ply), host)
        board, self._panel = self._areas(view.tallness)
        self._cloth = board
        rim = round(min(board.size) * 0.03)
        self.board = BoardPicture("board", view)
        self.board.place(board.inflate(-2 * rim, -2 * rim))
        self.ui.add(self.board)
        pad = kit.px(MARGIN["panel"] + (2 if self._compact else 10))
        self._fill(self._panel.inflate(-2 * pad, -2 * pad), kit.px(6 if self._compact else 10))
        self._show_ply()

    def _areas(self, tallness: float) -> tuple[pygame.Rect, pygame.Rect]:
        kit = self.app.kit
        edge = kit.px(4 if self._compact else 10)
        whole = pygame.Rect((0, 0), self.app.size).inflate(-2 * edge, -2 * edge)
        if kit.metrics.portrait:
            least = kit.px(LEAST_BELOW if self._compact else ROOMY_BELOW)
            return cut(whole, "top", min(round(whole.width * tallness), whole.height - edge - least), edge)
        wide = kit.px(NARROW_PANEL if self._compact else self.app.theme.sizes.panel_width + 40)
        panel, board = cut(whole, "right", wide, edge)
        return board, panel

    @property
    def _has_broad_panel(self) -> bool:
        """Whether the panel lies below the board and has the window's width."""
        return self.app.kit.metrics.portrait and not self._compact

    @property
    def _line(self) -> int:
        """How high a line of the words about a position is."""
        return self.app.kit.cache.font("text", self.app.px(self.app.theme.sizes.small)).get_linesize()

    def _fill(self, area: pygame.Rect, gap: int) -> None:
        """Stack the panel: back button and heading, remarks, list, slider, two rows of buttons."""
        kit = self.app.kit
        control = kit.px(SMALL_CONTROL if self._compact else self.app.theme.sizes.control)
        head, area = cut(area, "top", control, gap)
        self.lamp = EvaluationLamp(kit, "lamp")
        self.lamp.visible = self.coach.has_lamp
        self._place_head(head)
        marks = [] if self._compact else self._mark_buttons()
        branch = [] if self._compact else [self._branch_button()]
        rows = [[*marks, *branch]] if kit.metrics.portrait or len(marks) < 2 else [branch, marks]
        for row in filter(None, [self._travel_buttons(), *rows]):
            foot, area = cut(area, "bottom", control, gap)
            self._place_row(foot, row)
        self.slider = Slider(
            kit, "slider", "", float(self.ply), 0.0, float(max(1, self.last)), 1.0,
            self._slide, show=lambda value: f"{round(value)}/{self.last}",
        )  # fmt: skip
        foot, area = cut(area, "bottom", self.slider.measure(area.width), gap)
        self.slider.place(foot)
        self.ui.add(self.slider)
        self.ribbon = Ribbon(kit, "course", len(self.session.setup.seats), self._slide)
        self.ribbon.signs = {remark.ply + 1: remark_icon(remark) for remark in self.coach.remarks}
        if self._show_course() or self.coach.evaluates_all:
            area.height += gap + kit.px(OVER_SLIDER)
            foot, area = cut(area, "bottom", kit.px(SMALL_RIBBON if self._compact else RIBBON), gap)
            self.ribbon.place(foot)
            self.ribbon.track = self.slider.track()
            self.ui.add(self.ribbon)
        self._place_words(area, gap)

    def _show_course(self) -> bool:
        """Show on the ribbon what is known by now of how the game went; true if that is anything."""
        self.ribbon.course = course_of(self.session, self.coach.evaluations, self.coach.remarks)
        return bool(self.ribbon.course)

    def _place_head(self, rect: pygame.Rect) -> None:
        """Place the buttons back and share, and between them the players or, in little room, the buttons for remarks.

        Where there is width the lamp stands here, too.
        """
        kit = self.app.kit
        back = button(self, "back", Message("Back"), "arrow_left", self.close, bare=True)
        left, beside = cut(rect, "left", rect.height, kit.px(6))
        back.place(left)
        share = button(self, "share", Message("Share"), "share_variant", self._share, bare=True)
        right, beside = cut(beside, "right", rect.height, kit.px(6))
        share.place(right)
        self.ui.add(back, share)
        marks = self._mark_buttons() if self._compact else []
        if self.coach.remarks and marks:
            self._place_row(beside, marks)
            return
        if marks:
            side, beside = cut(beside, "right", rect.height, kit.px(6))
            self._place_row(side, marks)
        title = FittedText(kit, "heading", self._title(SHORT_NAME if self._compact else LONGEST_NAME), face="interface",
                           units=self.app.theme.sizes.text, lines=3)  # fmt: skip
        if self._has_broad_panel and self.lamp.visible:
            beside, lamp = cells(beside, 2, gap=kit.px(6))
            self.lamp.place(lamp.inflate(0, 2 * self._line - lamp.height))
        title.place(beside)
        self.ui.add(title)

    def _title(self, longest_name: int) -> str:
        if self.title is not None:
            return self.app.say(self.title)
        players = players_text(self.app, self.session.setup, longest_name)
        text = Message("{game}: {players}", game=game_title(self.app, self.session.setup.game), players=players)
        return self.app.say(text)

    def _travel_buttons(self) -> list[Button]:
        icon = "pause" if self.playing else "play"
        last = button(self, "last", Message("Last position"), "skip_forward", lambda: self.go(self.last), bare=True)
        return [
            button(self, "first", Message("First position"), "skip_backward", lambda: self.go(0), bare=True),
            button(self, "step-back", Message("One move back"), "step_backward", partial(self._step, -1), bare=True),
            button(self, "play", Message("Play or pause"), icon, self._toggle, "primary", bare=True),
            button(self, "step-on", Message("One move on"), "step_forward", partial(self._step, 1), bare=True),
            # If there is little room, only the slider leads to the end.
            self._branch_button() if self._compact else last,
        ]

    def _share(self) -> None:
        """Share the position that is shown, with the moves that led there."""
        self._stop()
        self.app.open("share", shared_game(self.app, self.session, self.ply, uncovered=self.uncovered))

    def _branch_button(self) -> Button:
        """The button that starts a separate game from the position that is shown."""
        return button(self, "branch", Message("Play on from here"), "source_branch", self._branch, bare=self._compact)

    def _branch(self) -> None:
        self._stop()
        self.app.open("board", Match.branch(self.app, self.session, self.ply))

    def _mark_buttons(self) -> list[Button]:
        if self.coach.can_review:
            # A compact window has the players beside it, and so no room for the text.
            return [
                button(self, "review", Message("Ask the coach"), "school_outline", self._review, bare=self._compact)
            ]
        if not self.coach.remarks:
            return []
        # The same holds for these; a mistake has that sign on the ribbon, too. Not every remark is on a mistake.
        label, tip = ("!", Message("Remark")) if self._compact else (Message("Remark"), "")
        return [
            button(self, "mark-back", label, "chevron_left", partial(self._go_to_mark, -1), tip=tip),
            button(self, "mark-on", label, "chevron_right", partial(self._go_to_mark, 1), tip=tip),
        ]

    def _place_row(self, room: pygame.Rect, buttons: Sequence[Button]) -> None:
        for one, place in zip(buttons, cells(room, len(buttons), gap=self.app.px(6)), strict=True):
            one.place(place)
        self.ui.add(*buttons)

    def _place_words(self, area: pygame.Rect, gap: int) -> None:
        """Give the list of moves the height that the text about the position leaves."""
        kit, small, line = self.app.kit, self.app.theme.sizes.small, self._line
        room = area
        if self.lamp.visible and not self._has_broad_panel:
            over, room = cut(area, "top", min(area.height, 2 * line))
            self.lamp.place(over.inflate(-2 * kit.px(4), 0))
        compares = any(remark.better for remark in self.coach.remarks)
        wanted = line * self._lines_wanted(room.width - 2 * kit.px(4)) + compares * (line + gap // 2)
        beside_list = room.height >= wanted + gap + kit.px(LEAST_LIST)
        said, rest = cut(room, "top", wanted if beside_list else room.height, gap)
        self.words = FittedText(kit, "words", "", face="text", units=small, lines=MOST_LINES)
        self.legend = Legend(kit, "legend", self.app.say)
        if compares:
            foot, said = cut(said, "bottom", line, gap // 2)
            self.legend.place(foot)
            self.ui.add(self.legend)
        self.words.place(said.inflate(-2 * kit.px(4), 0))
        self.ui.add(self.lamp, self.words)
        self.list = ListBox(kit, "moves", self._rows(), self._slide, selected=self.ply)
        self.list.place(rest)
        self.list.visible = self.list.rect.height >= kit.px(LEAST_LIST)
        self.ui.add(self.list)

    def _lines_wanted(self, width: int) -> int:
        """The most lines that the words about any position need, within limits; the list keeps all the rest."""
        limit, most = BROAD_LINES if self._has_broad_panel else WORDS_LINES, 1
        size = self.app.px(self.app.theme.sizes.small)
        for ply in range(len(self.states)):
            most = max(most, len(wrap(self.app.kit.cache, self._said(ply), "text", size, width)))
            if most >= limit:
                return limit
        return most

    def _rows(self) -> list[ListRow]:
        marked = {remark.ply: remark for remark in self.coach.remarks}
        rows = [ListRow(self.app.say(Message("The first position")))]
        for i in range(self.last):
            remark = marked.get(i)
            icon = "" if remark is None else remark_icon(remark)
            rows.append(ListRow(f"{i + 1}. {self._move_text(i)}", self._time_text(i), icon))
        return rows

    def _time_text(self, ply: int) -> str:
        """How long a move took; empty if unknown."""
        seconds = self.times[ply] if ply < len(self.times) else None
        return "" if seconds is None else duration_text(self.app, seconds)

    def _move_text(self, ply: int) -> str:
        said = narration_of(self.session.game).describe(self.states[ply], self.session.moves[ply])
        return self.app.say(said, self._names)

    # -- navigation

    def go(self, ply: int) -> None:
        """Show another position; the next one with its events, others gliding."""
        ply = min(max(ply, 0), self.last)
        if ply == self.ply:
            return
        next_one = ply == self.ply + 1
        self.ply = ply
        self.board.view.host = replace(self.board.view.host, viewer=self._viewer())
        self.board.show(self._shown(ply), self.events[ply - 1] if next_one else ())
        self._show_ply()
        self.coach.ask_evaluation(self.ply)

    def _viewer(self) -> int:
        """The seat to look from: that of the player who could have done better, else the first."""
        remark = self.coach.remark_on(self.ply)
        return self.session.mover(remark.ply) if remark is not None and remark.better else 0

    def _compare(self) -> bool:
        """Once the move has been seen, show what would have been better; true if something came to be shown."""
        view = self.board.view
        if self._is_compared or view.stage.moving:
            return False
        self._is_compared = True
        remark = self.coach.remark_on(self.ply)
        if remark is None or not remark.better:
            return False
        view.show_better(self._shown(remark.ply), remark.better)
        self.legend.is_shown = True
        return True

    def _show_ply(self) -> None:
        self.slider.value = float(self.ply)
        self.ribbon.ply = self.ply
        self._is_compared = self.legend.is_shown = False
        self.board.view.show_trail([(self._shown(self.ply - 1), self.events[self.ply - 1])] if self.ply else [])
        self.list.selected = self.list.cursor = self.ply
        self._reveal_row()
        self._enable_buttons()
        if self.ui.focus is not None and not self.ui.focus.enabled:
            self.ui.set_focus(self.ui.find("play" if self.last else "back"))
        time = "" if self.list.visible or not self.ply else self._time_text(self.ply - 1)
        self.words.text = " · ".join(filter(None, (self._said(self.ply), time)))
        self._show_evaluation()

    def _enable_buttons(self) -> None:
        marks = [remark.ply + 1 for remark in self.coach.remarks]
        before, after = self.ply > 0, self.ply < self.last
        for key, leads_on in (
            ("first", before), ("step-back", before), ("mark-back", any(ply < self.ply for ply in marks)),
            ("play", self.last > 0), ("branch", self.states[self.ply].outcome() is None),
            ("last", after), ("step-on", after), ("mark-on", any(ply > self.ply for ply in marks)),
        ):  # fmt: skip
            widget = self.ui.find(key)
            if widget is not None:
                widget.enabled = leads_on

    def _reveal_row(self) -> None:
        """Bring the present move to the middle of the list, as far as it scrolls."""
        if self.list.visible:
            self.list.slide.glide(
                self.list.slide.offset + self.list.row_rect(self.ply).centery - self.list.rect.centery
            )

    def _said(self, ply: int) -> str:
        """What there is to say about a position: the coach's remark, how the game ended, or what has happened."""
        remark = self.coach.remark_on(ply)
        if remark is not None:
            return self.app.say(remark.text, self._names)
        outcome = self.session.outcome()
        if ply == self.last and outcome is not None:
            return self.app.say(outcome.reason, self._names)
        if not ply:
            return self.app.say(Message("The first position"))
        before, move, events = self.states[ply - 1], self.session.moves[ply - 1], self.events[ply - 1]
        told = narration_of(self.session.game).tell(before, move, events)
        return " ".join(self.app.say(line, self._names) for line in told) or self._move_text(ply - 1)

    def _step(self, step: int) -> None:
        self._stop()
        self.go(self.ply + step)

    def _slide(self, value: float) -> None:
        self._stop()
        self.go(round(value))

    def _go_to_mark(self, step: int) -> None:
        plies = [remark.ply + 1 for remark in self.coach.remarks]
        ahead = [ply for ply in plies if (ply - self.ply) * step > 0]
        if ahead:
            self._stop()
            self.go(min(ahead) if step > 0 else max(ahead))

    def _toggle(self) -> None:
        if self.playing:
            self._stop()
            return
        if self.ply == self.last:
            self.go(0)
        self.playing, self._rest = self.last > 0, PAUSE
        self._show_play_button()

    def _stop(self) -> None:
        self.playing = False
        self._show_play_button()

    def _show_play_button(self) -> None:
        button = self.ui.find("play")
        if isinstance(button, Button):
            button.icon = "pause" if self.playing else "play"

    def handle(self, event: Input) -> bool:
        """Step through the moves by the page keys."""
        if isinstance(event, Action) and event.name in ("page_up", "page_down"):
            self._step(1 if event.name == "page_down" else -1)
            return True
        return super().handle(event)

    # -- the coach

    def _review(self) -> None:
        """Request a review; the remarks are shown when it is there."""
        self.coach.ask_review()
        self.rebuild()

    def _on_evaluation_answer(self) -> None:
        self._show_evaluation()
        self._show_course()

    def _on_review_answer(self) -> None:
        self.rebuild()
        self._reveal_row()

    def _show_evaluation(self) -> None:
        found, state = self.coach.evaluations.get(self.ply), self.states[self.ply]
        self.lamp.value = found.value if found is not None else None
        self.lamp.player = state.player if found is not None else None
        goes_on = state.outcome() is None  # at the end, the reason stands below the lamp
        self.lamp.text = self.app.say(found.text, self._names) if found is not None and goes_on else ""

    # -- time and picture

    def update(self, dt: float) -> bool:
        moving = super().update(dt) | self._compare()
        if self.playing and not self.board.view.stage.moving:
            self._rest -= dt
            if self._rest <= 0:
                self._rest = PAUSE
                self.go(self.ply + 1)
                if self.ply == self.last:
                    self._stop()
        return moving or self.playing

    def leave(self) -> None:
        self.coach.leave()

    def draw(self, surface: pygame.Surface) -> None:
        kit = self.app.kit
        surface.blit(table_background(kit, self.app.size), (0, 0))
        surface.blit(cloth(kit, self._cloth.size, self.board.view.cloth), self._cloth)
        surface.blit(panel(kit, self._panel.size, "panel"), self._panel)
        super().draw(surface)
