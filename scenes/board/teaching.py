"""The note beside a board: a hint’s reason, or a step of a profile’s guided first game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import pygame

from logic import players
from logic.core import Message, Move, State
from logic.game import narration_of
from logic.llm.adviser import Advice
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Setup
from logic.storage.files import StoreProblem
from logic.variants import LOOK, MOVE, TAP, TURN, GameConfig, Lesson, LessonTarget
from scenes.app.app import App
from scenes.board.match import Match, resume_match
from scenes.view.showing import Showing, Stroke
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.widgets import Button, ButtonStyle, Column, Control, Label, Passive, Pointer, RichText, Row, Scroll, Widget
from sprites.widgets.layout import cut
from sprites.widgets.scroll import first_unscrolled
from sprites.widgets.texts import SizeName

if TYPE_CHECKING:
    from scenes.view.view import GameView  # which the shelf, which opens lessons, does not need at first

PAD = 10
BUTTON_GAP = 4
LOW = 190
"""Units of height below which the buttons stand beside the text."""
SIZES: tuple[SizeName, ...] = ("heading", "reading", "text", "small")
"""Letter sizes: the first in which all of the text is seen; the last ones only on a low note."""
BUTTON = 48
"""Height of a button on the note in units."""
CROSS = 26
"""Units of the cross in its corner; its touch target is as large as a button."""


@dataclass(frozen=True, slots=True)
class NoteButton:
    """A button on the note."""

    key: str
    label: str
    icon: str
    press: Callable[[], object]
    style: ButtonStyle = "normal"
    enabled: bool = True
    """A disabled one keeps its place, so that no other button comes to lie under repeated taps."""


class CloseButton(Control):
    """A small cross in the corner of the note, drawn on it like the text."""

    def __init__(self, kit: Kit, button: NoteButton) -> None:
        super().__init__(kit, button.key, tip=button.label)
        self._button = button

    def press(self, event: Pointer | None) -> None:
        self._button.press()

    def draw(self, surface: pygame.Surface) -> None:
        colours = self.kit.theme.colours
        lit = self.hovered or self.pressed
        icon = self.kit.cache.icon(
            self._button.icon, self.kit.px(CROSS), colours.paper_accent if lit else colours.paper_ink
        )
        surface.blit(icon, icon.get_rect(center=self.rect.center))


class NoteText(RichText):
    """The text of the note; no tooltip may cover it, since one stays as long as the focus."""

    is_kept_clear = True


class Note(Passive):
    """The note; invisible while it has no text. A cross in its corner closes it."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.visible = False
        self._said: tuple[str, tuple[tuple[str, bool], ...]] = ("", ())
        self.scrolls: Sequence[Scroll] = ()
        self._cross: CloseButton | None = None
        self._rows: Sequence[Row | Column] = ()
        self._shown: Scroll | None = None
        """The one of ``scrolls`` whose letter size is in use."""

    def say(
        self, text: str, buttons: Sequence[NoteButton], cross: NoteButton | None = None, *, is_marked_up: bool = True
    ) -> None:
        """Show a text and buttons; the same again changes nothing. Text from outside is not marked up."""
        said = (text, tuple((button.label, button.enabled) for button in (*buttons, *([cross] if cross else ()))))
        self.visible = True
        if said == self._said:
            return
        self._said = said
        self._cross = CloseButton(self.kit, cross) if cross is not None else None
        # Beside a short text there is room for one enabled button: to go on, or else to be shown what is meant.
        low = [one for one in buttons if one.enabled][-1:] if cross is not None else buttons
        papers = [self._paper(text, size, is_marked_up=is_marked_up) for size in SIZES]
        self.scrolls = [Scroll(self.kit, f"{self.key}_scroll", paper) for paper in papers]
        self._rows = [
            Row(
                self.kit,
                f"{self.key}_row",
                [self._button(one, one.label) for one in buttons],
                weights=(1,) * len(buttons),
            ),
            Column(self.kit, f"{self.key}_column", [self._button(one, "") for one in low], BUTTON_GAP),
        ]
        self.place(self.rect)

    def _paper(self, text: str, size: SizeName, *, is_marked_up: bool) -> Widget:
        ink, accent = self.kit.theme.colours.paper_ink, self.kit.theme.colours.paper_accent
        if is_marked_up:
            return NoteText(self.kit, f"{self.key}_text", text, size, ink, accent)
        return Label(self.kit, f"{self.key}_text", text, size=size, colour=ink)

    def _button(self, one: NoteButton, label: str) -> Button:
        icon, tip = ("", "") if label else (one.icon, one.label)
        return Button(
            self.kit, one.key, label, icon=icon, on_press=one.press, style=one.style, tip=tip, height=BUTTON,
            enabled=one.enabled,
        )  # fmt: skip

    def hide(self) -> None:
        self.visible = False
        self._said = ("", ())

    @property
    def is_low(self) -> bool:
        """Whether there is so little height that buttons become icons beside smaller letters."""
        return self.rect.height < self.kit.px(LOW)

    @property
    def is_truncated(self) -> bool:
        """Whether there is more text than can be seen at once."""
        return self._shown is not None and self._shown.scrollable

    def children(self) -> Iterable[Widget]:
        if self._shown is None:
            return []
        return [self._shown, self._rows[self.is_low], *([self._cross] if self._cross else ())]

    def place(self, rect: pygame.Rect) -> None:
        """Put the buttons below the text, or beside it on a low note; the cross stays in its corner."""
        self.rect = rect
        around, gap, side = self.kit.px(MARGIN["paper"] + PAD), self.kit.px(PAD), self.kit.px(BUTTON)
        inner = rect.inflate(-2 * around, -2 * around)
        if not self.scrolls:
            return
        buttons, taken = self._rows[self.is_low], 0
        if self._cross is not None:
            self._cross.place(pygame.Rect(inner.right - side + gap, inner.top - gap, side, side))
            taken = side
        if self.is_low:
            place = pygame.Rect(inner.right - side, inner.top, side, inner.height)
            if self._cross is not None and inner.height >= 2 * side - gap:
                place.top, place.height = inner.bottom - side, side
            elif self._cross is not None:
                place.right, taken = self._cross.rect.left, 2 * side - gap
            buttons.visible = bool(buttons.children())
            buttons.place(place)
            self._place_text(cut(inner, "right", max(taken, side) if buttons.visible else side, gap)[1])
            leads_on = any(isinstance(one, Button) and one.style == "primary" for one in buttons.children())
            if self.is_truncated and taken > side and not leads_on:
                buttons.visible = False  # more room for the text
                self._place_text(cut(inner, "right", side, gap)[1])
            return
        foot, above = cut(inner, "bottom", buttons.measure(inner.width), gap)
        buttons.place(foot)
        self._place_text(cut(above, "right", taken)[1])

    def _place_text(self, room: pygame.Rect) -> None:
        """Set the text in the largest letters in which all of it is seen, or in the smallest allowed."""
        self._shown = first_unscrolled(self.scrolls if self.is_low else self.scrolls[:-1], room)

    def point(self, event: Pointer) -> bool:
        """Let no press through to what lies below."""
        return event.kind != "hover"

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        super().draw(surface)


class Guide:
    """The steps of a lesson in order; ``on_change`` is called when the step changes, at the end, and at a break.

    ``entered`` tells after how many moves each step up to the present one began, so that an interrupted lesson can be
    resumed.
    """

    def __init__(
        self, steps: Sequence[Lesson], on_change: Callable[[Guide], object], entered: Sequence[int] = (0,)
    ) -> None:
        self._steps = tuple(steps)
        self._entered = list(entered)
        self._seen = self._entered[-1]
        self._on_change = on_change
        self.is_skipped = False

    @property
    def entered(self) -> tuple[int, ...]:
        return tuple(self._entered)

    @property
    def is_over(self) -> bool:
        """Whether the last step is done."""
        return len(self._entered) > len(self._steps)

    @property
    def step(self) -> Lesson | None:
        """The present step; None if the lesson is over or skipped."""
        return None if self.is_over or self.is_skipped else self._steps[len(self._entered) - 1]

    @property
    def is_offer(self) -> bool:
        """Whether only the first step was shown, so that the rest can still be declined."""
        return len(self._entered) == 1 and not self.is_skipped

    @property
    def waits_for_tap(self) -> bool:
        """Whether a tap continues, rather than a move."""
        return self.step is not None and self.step.until == TAP

    def tap(self) -> None:
        """Continue from a step that only has to be read."""
        if self.waits_for_tap:
            self._go_on(self._seen)

    def look(self) -> None:
        """Continue from a step that asked for a look at the own things."""
        if self.step is not None and LOOK in self.step.kinds:
            self._go_on(self._seen)

    def follow(self, moves: Sequence[Move], *, is_open: bool = False) -> None:
        """Check the learner's moves so far: a new one of the kind that is waited for continues.

        If moves were taken back, the steps after them are taken back as well. A finished turn that ``is_open`` waits to
        be closed.
        """
        if self.step is None:
            return
        while self._entered[-1] > len(moves):
            self._entered.pop()
            self._on_change(self)
        new = list(enumerate(moves, start=1))[self._seen :]
        self._seen = len(moves)
        for count, move in new:
            if self.step is not None and (not self.step.kinds.isdisjoint({MOVE, str(move).partition(" ")[0]})):
                self._go_on(count)
        if self.step is not None and TURN in self.step.kinds and not is_open:
            self._go_on(self._seen)

    def skip(self) -> None:
        """Stop the lesson for now."""
        if self.step is not None:
            self.is_skipped = True
            self._on_change(self)

    def resume(self) -> None:
        """Resume a skipped lesson."""
        if self.is_skipped:
            self.is_skipped = False
            self._on_change(self)

    def _go_on(self, count: int) -> None:
        """Begin the next step, after that many moves."""
        self._entered.append(count)
        self._on_change(self)


@dataclass(eq=False)
class Teaching:
    """Fills one board's note, and leads through the lesson of its ``guide``, if it has one.

    ``_set_up`` opens the set-up if the player skips the lesson before the first move. ``_may_read`` tells whether a
    hint may be shown now, since it knows what others at the table must not.
    """

    _app: App
    _match: Match
    _view: GameView[Any]
    _guide: Guide | None
    _set_up: Callable[[], object]
    _may_read: Callable[[], bool]
    showing: Showing = field(default_factory=Showing, init=False)
    _meant: tuple[Lesson, State, Hashable] | None = field(default=None, init=False)
    """What was last looked for on the board, and in which position."""

    def fill(self, note: Note) -> None:
        """Show the hint's reason until it is closed, or who computes it, or else the lesson's step."""
        say, guide = self._app.say, self._guide
        if self._match.coach.advice is not None:
            self._fill_with(self._match.coach.advice, note)
        elif self._match.coach.asks_model:
            cancel = NoteButton("cancel_hint", say(Message("Cancel")), "close", self._match.coach.cancel_hint)
            note.say(say(Message("The language model is thinking…")), [cancel])
        elif guide is not None and guide.step is not None and (guide.waits_for_tap or self._match.awaits_human):
            go_on = NoteButton("go_on", say(Message("Go on")), "arrow_right", guide.tap, "primary", guide.waits_for_tap)
            cross = NoteButton("skip", say(Message("End the lesson")), "close", self._skip)
            again = NoteButton("show_me", say(Message("Show me")), "gesture_tap", self.showing.again,
                               enabled=self.showing.stroke is not None)  # fmt: skip
            refuse = NoteButton("refuse", say(Message("No, thanks")), "close", self._skip)
            note.say(self._app.get(guide.step.text), [refuse if guide.is_offer else again, go_on], cross)
        else:
            note.hide()

    def _fill_with(self, advice: Advice, note: Note) -> None:
        """Say why a model has failed, if it has, and give the reason; a model's own words unchanged."""
        say, names = self._app.say, self._match.names
        close = NoteButton("close_hint", say(Message("Close")), "close", self.close_hint)
        if not self._may_read():
            note.say(say(Message("A hint lies ready, for your eyes alone: hold your cards to read it.")), [close])
            return
        told = [say(advice.trouble)] if advice.trouble is not None else []
        told.append(say(advice.hint.reason, names))
        note.say("\n\n".join(told), [close], is_marked_up=advice.source == "builtin")

    @property
    def told(self) -> str:
        """The lesson's instruction, which replaces any other status; empty for none."""
        if self._guide is None or self._guide.step is None or not self._match.awaits_human:
            return ""
        return self._app.get(self._guide.step.text)

    def show_hint(self) -> None:
        """Show the hint's moves on the board, if there is one."""
        if self._match.coach.hint is not None and self._match.awaits_human and self._may_read():
            hint = self._match.coach.hint
            self._view.show_hint(hint.moves, hint.ahead)

    @property
    def _asked(self) -> Sequence[Move]:
        """The legal moves that the step asks for, those without a warning first."""
        step, state = self._guide.step if self._guide is not None else None, self._view.state
        if step is None or step.at is None or not self._view.host.live:
            return ()
        warning = narration_of(self._match.session.game).warning
        moves = [move for move in state.legal_moves() if step.at.means(str(move))]
        return sorted(moves, key=lambda move: warning(state, move) is not None)

    @property
    def asks(self) -> bool:
        """Whether the step asks for some of the legal moves and defers the others."""
        return 0 < len(self._asked) < len(self._view.state.legal_moves())

    def refusal(self, move: Move) -> Message | None:
        """Why a move is not made yet: where something else is asked for, that is shown once more; None if it may."""
        step, asked = self._guide.step if self._guide is not None else None, self._asked
        if step is None or move in asked or not (asked or step.kinds == {LOOK}):
            return None
        self._meant = None
        return Message("That comes later. {step}", step=self._app.get(step.text))

    def close_hint(self) -> None:
        """Discard the hint that was read."""
        self._match.coach.close_hint()
        self._view.show_hint(())

    @property
    def _is_covered(self) -> bool:
        """Whether a hint covers the lesson's text."""
        return self._match.coach.advice is not None or self._match.coach.asks_model

    @property
    def waits_for_tap(self) -> bool:
        """Whether the lesson's text only has to be read."""
        return self._guide is not None and self._guide.waits_for_tap and not self._is_covered

    def tap(self) -> bool:
        """Continue if the lesson waits for a tap, unless a hint covers its text.

        Return whether the tap is used up by that: one that begins to hold something, as the lesson has asked, is not.
        """
        if self._guide is None or not self.waits_for_tap:
            return False
        step = self._guide.step
        self._guide.tap()
        return step is None or step.at is None or step.at.hand != "hold"

    def look(self) -> None:
        """Continue if the lesson waited for a close look."""
        if self._guide is not None:
            self._guide.look()

    def follow(self) -> None:
        """Continue if the lesson waited for what has been played."""
        if self._guide is not None:
            self._guide.follow(self._match.moves_of_people(), is_open=self._match.session.awaits_end)

    def _skip(self) -> None:
        """End the lesson; if nothing was played yet, open the set-up, and drop a game that was declined at once."""
        if self._guide is None:
            return
        is_declined = self._guide.is_offer
        self._guide.skip()
        if not self._match.moves_of_people():
            self._set_up()
            if is_declined and self._match.game_id is not None:
                self._app.store.discard(self._match.game_id)

    # -- pointing

    def point_out(self, beside: Callable[[str], pygame.Rect | None]) -> None:
        """Point at what the step is about: on the board, or ``beside`` it, which returns the rectangle of a widget."""
        step = self._guide.step if self._guide is not None else None
        if step is None or step.at is None or self._is_covered or not self._match.awaits_human:
            if self._meant is not None:
                self._view.show_hint(())
            self._meant = None
            self.showing.set_stroke(None)
            return
        rects = [rect for name in step.at.beside if (rect := beside(name)) is not None]
        where = tuple(self._view.rect), self._view.host, self._view.in_hand, tuple(map(tuple, rects))
        state, known = self._view.state, self._meant
        anew = known is None or known[0] is not step or known[1] is not state
        if known is None or anew or known[2] != where:
            self._meant = step, state, where
            if anew and step.at.marks:
                self._view.show_hint(self._asked[:1])
            self.showing.set_stroke(self._stroke(step, step.at, rects), anew=anew)

    def _stroke(self, step: Lesson, at: LessonTarget, beside: Sequence[pygame.Rect]) -> Stroke | None:
        """Where a step points: at its move as far as that is legal, at its things, at what stands beside the board."""
        made = next((stroke for move in self._asked if (stroke := self._view.stroke_of(move)) is not None), None)
        things = [found for name in at.things if (found := self._view.spots(name))]
        lit = [*(made.lit if made is not None else ()), *beside, *chain.from_iterable(things)]
        if not lit:
            return None
        lit = [rect for number, rect in enumerate(lit) if rect not in lit[:number]]
        if made is not None:
            return replace(made, lit=tuple(lit))
        kind = at.hand or ("tap" if not at.move and step.until != TAP else "")
        first = beside[0] if beside else things[0][0].unionall(things[0][1:])
        return Stroke(kind, (first.center,), tuple(lit)) if kind else Stroke("tap", (), tuple(lit))


MARK = "lesson"
"""Key of the guided first game in a profile's progress."""


def open_guided_game(app: App, game: str) -> bool:
    """Open the guided first game and return True; False, opening nothing, if the profile does not need it any more."""
    if not is_due(app, game):
        return False
    open_lesson(app, game)
    return True


def open_lesson(app: App, game: str) -> None:
    """Open the guided game, needed or not."""
    app.open("board", *begin(app, game))


def is_due(app: App, game: str) -> bool:
    """Whether this profile has never played this game, and the game has a lesson."""
    profile = app.settings.profile
    if not game_config(game).lessons or _kept(app, game).done:
        return False
    sits_there = any(entry.setup.game == game and _plays(entry.setup, profile) for entry in app.store.unfinished())
    return not sits_there and not app.store.finished(profile or None, game, limit=1)


def _plays(setup: Setup, profile: str) -> bool:
    return any(not seat.is_computer and seat.name == profile for seat in setup.seats)


def begin(app: App, game: str) -> tuple[Match, Guide]:
    """Resume the guided game where its lesson was left or skipped, or start it.

    It is of the default variant, the present profile first, against the easiest computer if any.
    """
    kept, open_ones = _kept(app, game), [entry.id for entry in app.store.unfinished()]
    match = resume_match(app, kept.game) if kept.game in open_ones else None
    if match is not None and _is_guided(app, match):
        _keep(app, game, msgspec.structs.replace(kept, skipped=False))
        return match, _guide(app, match, kept.entered)
    match = Match.start(app, _first_setup(app, game, game_config(game)))
    return match, _guide(app, match, (0,) if any(kept.entered) else kept.entered)


def begin_again(app: App, match: Match) -> tuple[Match, Guide]:
    """Start a guided game again, with its lesson from the beginning."""
    fresh = match.again()
    return fresh, _guide(app, fresh, (0,))


def _is_guided(app: App, match: Match) -> bool:
    """Whether a game was set up as a guided one: the stored state of a lesson may come from elsewhere."""
    setup, first = match.session.setup, _first_setup(app, match.name, game_config(match.name))
    return (setup.variant, setup.params, len(setup.seats)) == (first.variant, first.params, len(first.seats))


def guide_of(app: App, match: Match) -> Guide | None:
    """The guide of a guided game that was left during its lesson, in its former state; None for any other game."""
    kept = _kept(app, match.name)
    if match.game_id is None or kept.game != match.game_id or kept.skipped or not _is_guided(app, match):
        return None
    return _guide(app, match, kept.entered)


def mark_done(app: App, game: str) -> None:
    """Store that this profile needs no lesson any more."""
    _keep(app, game, _Kept(done=True))


class _Kept(msgspec.Struct, frozen=True):
    """The stored state of a profile's lesson: whether it is no longer offered, and where an unfinished one has stopped.

    ``game`` is the number of the guided game, ``entered`` what its guide has counted.
    """

    done: bool = False
    skipped: bool = False
    game: int = 0
    entered: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = (0,)


def _kept(app: App, game: str) -> _Kept:
    """The stored state; if invalid, that of a lesson not yet begun."""
    found = app.store.progress(game, app.settings.profile).get(MARK)
    if found is None:
        return _Kept()
    try:
        kept = msgspec.convert(found, _Kept)
    except msgspec.ValidationError:
        return _Kept()
    steps = len(game_config(game).lessons)
    ordered = kept.entered == tuple(sorted(kept.entered)) and kept.entered[:1] == (0,) and len(kept.entered) <= steps
    return kept if ordered else _Kept(done=kept.done)


def _keep(app: App, game: str, kept: _Kept) -> None:
    try:
        app.store.set_progress(game, MARK, msgspec.to_builtins(kept), app.settings.profile)
    except StoreProblem as problem:
        app.tell(problem.message)


def _guide(app: App, match: Match, entered: Sequence[int]) -> Guide:
    """A guide that stores its progress."""

    def keep(guide: Guide) -> None:
        if guide.is_over:
            mark_done(app, match.name)
            return
        was_done = _kept(app, match.name).done
        kept = _Kept(was_done or guide.is_skipped, guide.is_skipped, match.game_id or 0, guide.entered)
        _keep(app, match.name, kept)

    return Guide(game_config(match.name).lessons, keep, entered)


def _first_setup(app: App, game: str, config: GameConfig) -> Setup:
    gentlest = next(iter(players.levels(GAMES[game])))
    others = [Seat(level=gentlest)] * (min(config.variants[config.default].players) - 1)
    seats = (Seat(name=app.settings.profile), *others)
    seed = int(app.now() * 1000) % 2**31 if config.first_seed is None else config.first_seed
    setup = new_setup(game, None, seats, seed, config.first_game)
    return msgspec.structs.replace(setup, clock=0)
