"""The rules of a game in pages: text, and a position drawn by the game's own view that can be animated."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import partial

import msgspec
import pygame

from logic.cabinet import Context
from logic.core import Message, Move, State
from logic.game import narration_of
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session
from logic.variants import RulesPage as RulesPage
from scenes.app.app import App, Scene
from scenes.app.card import Card
from scenes.app.fields import text_field
from scenes.app.page import Dialog, button, column, shade, words
from scenes.view.picture import BoardPicture, view_of
from scenes.view.view import GameView, Host
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN
from sprites.paint.surfaces import mix
from sprites.widgets import (
    Action,
    Button,
    Grid,
    Input,
    Label,
    Panel,
    Passive,
    Pointer,
    Pos,
    RichText,
    Scroll,
    Spacer,
    Widget,
)
from sprites.widgets.layout import cut
from sprites.widgets.scroll import first_unscrolled
from sprites.widgets.texts import SizeName

WIDEST, HIGHEST, BESIDE = 1400, 860, 28
"""Largest size of the sheet in units, and the margin beside it in a larger window."""
LEAST_WIDE, LEAST_HIGH = 1060, 660
"""Size of a window in units up to which the sheet takes all of it."""
APART = 10
"""Units between the page's buttons."""
TOOLS = ((True, ("play", "try", "again", "end")), (True, ("play",)), (True, ()), (False, ()))
"""Whether the index is among the page's buttons, and which have labels: of these, the first that fits."""
READABLE: tuple[SizeName, ...] = ("reading", "text")
"""Letter sizes of a page: the first in which all of it is seen, or the last."""
ROOMY = 420
"""Units of the sheet's short side above which margins are wide."""
PICTURE_SHARE = 0.5
"""Share of the page's width, or of its height in portrait."""
LARGE_SHARE = 0.52
"""The same on pages with exhibits."""
FAINT_DOT, LEAST_APART = 0.7, 7
"""Opacity of the dots of other pages, and the least distance between dots in units."""
TURN_SLOP = 60
"""Units that a finger must move sideways to turn a page."""
TURNS = {"page_up": -1, "page_down": 1, "left": -1, "right": 1}
"""Pages by action. At the last page an arrow goes to the buttons, as on any screen."""
AROUND = {"up": "previous", "down": "next"}
"""Since the other arrows turn pages, these go along the row of buttons if there is nothing above or below."""

INDEX = Message("All pages")
INDEX_COLUMNS = 620
"""Units of a window's width from which on pages stand in two columns there."""
LONGEST_SEARCH, AROUND_FOUND = 40, 60
"""Letters of a search term, and of the context on both sides of a match."""
MARKUP = re.compile(r"[*_`#]+")
"""Characters of the pages' markup, which are not searched."""
PLAY = "play", Message("Show me")
"""The button for the page's moves: its icon and label."""
TRY, AGAIN, END = (
    ("gesture_tap", Message("Try it out")),
    ("restart", Message("Start again")),
    ("check", Message("End turn")),
)
"""The buttons for playing on from the page's position, and for starting again."""


class TouchedPicture(BoardPicture):
    """A board that plays its page's moves when tapped, or that the reader plays on, for all sides in turn."""

    focusable = True

    def __init__(self, kit: Kit, key: str, game: str, state: State, steps: tuple[str, ...]) -> None:
        # A page of rules contains no secrets.
        super().__init__(key, view_of(game)(kit, None, state, Host(shows_secret=True)))
        self.steps = steps
        self.focusable = bool(steps)
        self.first = state
        self._session = _trial(game, state)
        self.is_tried = False
        """Whether the reader is playing on it."""
        self._due: list[str] = []

    def play(self) -> None:
        """Show the moves one after the other, from the page's position."""
        if self.steps:
            self._begin(is_tried=False)
            self._due = list(self.steps)

    def try_out(self) -> None:
        """Let the reader play from the page's position."""
        self._begin(is_tried=True)

    @property
    def can_end(self) -> bool:
        """Whether there is a move that ends the turn."""
        return self.view.host.live and self.view.end_move() is not None

    def end_turn(self) -> None:
        """Make the move that ends the turn, if there is one."""
        self._make(self.view.end_move())

    def restore_from(self, former: Widget) -> None:
        """Restore the state of a trial, as after the window has changed."""
        assert isinstance(former, TouchedPicture)  # noqa: S101 - told to the type checker
        if self.is_tried and former.is_tried:
            self._session = former._session
            self.show(self._session.state, at_once=True)
            self._hand_over()

    def _begin(self, *, is_tried: bool) -> None:
        self.is_tried, self._due = is_tried, []
        self.focusable = is_tried or bool(self.steps)
        self._session = _trial(self._session.setup.game, self.first)
        self.show(self.first, at_once=True)
        self._hand_over()

    def _make(self, move: Move | None) -> None:
        if move is not None:
            self._go_on(move)
            self._hand_over()

    def _go_on(self, move: Move | str) -> None:
        step = self._session.play(move)
        self.show(step.state, step.events)

    def _hand_over(self) -> None:
        """Give the board to the player to move, while the reader plays and nobody has won."""
        is_live = self.is_tried and self._session.outcome() is None
        self.view.host = replace(self.view.host, viewer=self._session.actor, live=is_live)

    def point(self, event: Pointer) -> bool:
        if self.is_tried:
            self._make(self.view.point(event))
            return event.kind != "hover"
        if event.kind == "up" and self.hit(event.pos):
            self.play()
        return bool(self.steps) and event.kind in ("down", "up", "cancel")

    def act(self, action: Action) -> bool:
        if self.is_tried:
            if action.name == "end_turn":
                self.end_turn()
                return True
            answer = self.view.act(action.name)
            if not isinstance(answer, bool):
                self._make(answer)
            return answer is not False
        if action.name == "accept" and self.steps:
            self.play()
            return True
        return False

    def update(self, dt: float) -> bool:
        """Advance; the next move begins when the pieces are at rest."""
        moving = super().update(dt)
        if not moving and self._due:
            self._go_on(self._due.pop(0))
        return moving or bool(self._due)


def _trial(game: str, state: State) -> Session:
    """A game from a page's position, in which turns need not be closed."""
    config = game_config(game)
    seats = [Seat()] * config.variants[config.default].players[0]
    setup = msgspec.structs.replace(new_setup(game, None, seats, seed=0), confirm=False)
    return Session(GAMES[game], setup, first=state)


class Exhibits(Passive):
    """Things of a game shown large, drawn by its own view."""

    def __init__(self, kit: Kit, key: str, game: str, names: tuple[str, ...], say: Callable[[Message], str]) -> None:
        super().__init__(kit, key)
        self.view = view_of(game)
        self.names = names
        self.say = say

    def draw(self, surface: pygame.Surface) -> None:
        self.view.draw_exhibits(self.kit, surface, self.rect, self.names, self.say)


class RulesIndex(Dialog):
    """The titles of the rules' pages, or search results, each with the text around the match."""

    title = INDEX
    looks_again = True
    width = 980
    first_focus = "search"

    def __init__(self, app: App, game: str, page: int, choose: Callable[[int], object]) -> None:
        super().__init__(app)
        self.game = game
        self.pages = [(app.get(page.title), app.text.page(page.text)) for page in game_config(game).rules]
        self.page = page
        self.search = ""
        self._choose = choose

    def body(self) -> Widget:
        field = text_field(self, "search", Message("Search for a word"), self.search, self._look_for,
                           max_length=LONGEST_SEARCH)  # fmt: skip
        cards = [
            Card(self.app.kit, f"page-{number}", title, around, self.close_then(partial(self._choose, number)),
                 chosen=number == self.page)
            for number, title, around in self.found()
        ]  # fmt: skip
        if not cards:
            return column(self, "pages", field, words(self, "none", Message("No page has that."), align="center"))
        columns = 2 if self.app.size[0] >= self.app.px(INDEX_COLUMNS) else 1
        return column(self, "pages", field, Grid(self.app.kit, "found", cards, columns))

    def found(self) -> Iterator[tuple[int, str, str]]:
        """The pages that match the search: number, title, and context."""
        wanted = self.search.strip().casefold()
        for number, (title, text) in enumerate(self.pages):
            plain = MARKUP.sub("", " ".join(text.split()))
            at = plain.casefold().find(wanted)
            if not wanted or wanted in title.casefold() or at >= 0:
                yield number, title, _excerpt(plain, at) if wanted and at >= 0 else ""

    def _look_for(self, text: str) -> None:
        self.search = text
        self.rebuild()


def _excerpt(text: str, at: int) -> str:
    begin = text.rfind(" ", 0, max(0, at - AROUND_FOUND)) + 1 if at > AROUND_FOUND else 0
    end = text.find(" ", at + AROUND_FOUND)
    return f"{'…' if begin else ''}{text[begin : end if end >= 0 else None]}{'…' if end >= 0 else ''}"


class RulesScene(Scene):
    """The rules, over any screen. With ``state`` a last page shows the present position."""

    holds_pictures = True
    opaque = False

    def __init__(self, app: App, game: str, state: State | None = None) -> None:
        super().__init__(app)
        self.game = game
        self.state = state
        self.config = game_config(game)
        self.page = 0
        self.at_board = False
        """Whether a page with exhibits shows its position instead of them."""
        self.is_tried = False
        """Whether the reader plays on from the page's position."""
        self.first_focus = "next"
        self._pulled: tuple[int, Pos] | None = None
        """The pointer pressed on the sheet, and where."""

    @property
    def context(self) -> Context:  # type: ignore[override]
        """The keys of a board have their meaning, too, while the reader plays on one."""
        return "everywhere" if self._plays else "page"

    @property
    def _plays(self) -> bool:
        return self.is_tried and self.ui.focus is not None and self.ui.focus is self._touched

    @property
    def count(self) -> int:
        return max(1, len(self.config.rules) + (self.state is not None))

    def _words(self) -> tuple[str, str]:
        if self.page < len(self.config.rules):
            page = self.config.rules[self.page]
            return self.app.get(page.title), self.app.text.page(page.text)
        if self.state is not None:
            return self.app.say(Message("Your position now")), self.app.say(
                Message("This is how things stand in the game you are playing. Close the rules to go on.")
            )
        return self.app.get(self.config.title), self.app.get(self.config.blurb)

    def _picture(self) -> BoardPicture | Exhibits | None:
        rules: tuple[RulesPage, ...] = self.config.rules
        if self.page >= len(rules):
            if self.state is None:
                return None
            return BoardPicture("board", view_of(self.game)(self.app.kit, None, self.state))
        page = rules[self.page]
        if page.exhibits and not self.at_board:
            return Exhibits(self.app.kit, "exhibits", self.game, page.exhibits, self.app.say)
        if page.board is None:
            return None
        position = narration_of(GAMES[self.game]).from_text(page.board)
        picture = TouchedPicture(self.app.kit, "board", self.game, position, page.steps)
        if self.is_tried:
            picture.try_out()
        return picture

    # -- layout

    def build(self) -> None:
        """Lay out the sheet: text beside the picture, or below it in portrait, and the page's buttons."""
        kit, sizes = self.app.kit, self.app.theme.sizes
        pad, gap, control = kit.px(sizes.pad), kit.px(sizes.gap), kit.px(sizes.control)
        room = pygame.Rect((0, 0), self.app.size)
        sides = [(LEAST_WIDE, WIDEST), (LEAST_HIGH, HIGHEST)]
        pairs = zip(room.size, reversed(sides) if kit.metrics.portrait else sides, strict=True)
        frame = pygame.Rect((0, 0), [self._side(side, *span) for side, span in pairs]).move_to(center=room.center)
        self.frame = frame
        panel = Panel(kit, "panel", Spacer(kit, "nothing", 1), style="paper")
        panel.place(frame)
        self.ui.add(panel)
        around = kit.px(MARGIN["paper"]) + (pad if min(frame.size) > kit.px(ROOMY) else gap)
        inner = frame.inflate(-2 * around, -2 * around)
        self._place_page(self._place_buttons(inner, control, gap))

    frame = pygame.Rect(0, 0, 0, 0)
    """Rectangle of the sheet."""
    scroll: Scroll | None = None

    def _side(self, room: int, least: float, most: float) -> int:
        """The length of the sheet in that room: all of it, or somewhat less if it is large enough."""
        px = self.app.px
        return min(room, max(px(least), min(px(most), room - 2 * px(BESIDE))))

    def _place_page(self, area: pygame.Rect) -> None:
        kit = self.app.kit
        gap, ink, accent = kit.px(self.app.theme.sizes.pad), *self._inks()
        title, text = self._words()
        picture = self._picture()
        if picture is not None:
            picture_area, area = self._divided(area, gap, large=isinstance(picture, Exhibits))
            self.ui.add(picture)
            picture.place(picture_area)
        heading = Label(kit, "heading", title, face="title", size="heading", colour=ink)
        head, below = cut(area, "top", heading.measure(area.width), gap // 3)
        heading.place(head)
        texts = (RichText(kit, "text", text, size, ink, accent) for size in READABLE)
        self.scroll = scroll = first_unscrolled((Scroll(kit, "scroll", one) for one in texts), below)
        self.ui.add(heading, scroll)

    def _inks(self) -> tuple[str, str]:
        """The colours of text on the sheet, and of emphasised text."""
        colours = self.app.theme.colours
        return colours.paper_ink, colours.paper_accent

    def _divided(self, area: pygame.Rect, gap: int, *, large: bool) -> tuple[pygame.Rect, pygame.Rect]:
        share = LARGE_SHARE if large else PICTURE_SHARE
        if self.app.kit.metrics.portrait:
            return cut(area, "top", min(round(area.height * share), area.width), gap)
        return cut(area, "left", min(round(area.width * share), area.height), gap)

    def _place_buttons(self, area: pygame.Rect, side: int, gap: int) -> pygame.Rect:
        """Place the buttons at the foot of an area, in two rows if need be; return what is left above them."""
        apart = self.app.px(APART)
        row, page = cut(area, "bottom", side, gap)
        close = button(self, "close", Message("Close"), "close", self.close, bare=True)
        back = button(self, "previous", Message("Previous page"), "arrow_left", lambda: self.turn(-1), bare=True)
        on = button(self, "next", Message("Next page"), "arrow_right", lambda: self.turn(1), "primary", bare=True)
        back.enabled, on.enabled = self.page > 0, self.page < self.count - 1
        at_left, room = cut(row, "left", side, apart)
        back.place(at_left)
        at_left, room = cut(room, "left", side)
        on.place(at_left)
        at_right, room = cut(room, "right", side, apart)
        close.place(at_right)
        least = self.count * self.app.px(LEAST_APART)
        for has_index, labelled in TOOLS:
            tools = list(self._tools(has_index=has_index, labelled=labelled))
            wide = [one.natural_width() if one.label else side for one in tools]
            taken = sum(wide) + apart * len(tools)
            if taken + least <= room.width:
                break
        if taken > room.width:
            row, page = cut(page, "bottom", side, gap)
            right = row.right
        else:
            room, _ = cut(room, "left", room.width - taken)
            right = close.rect.left - apart
        self._dots = room
        for one, width in zip(reversed(tools), reversed(wide), strict=True):
            one.place(pygame.Rect(right - width, row.top, width, side))
            right = one.rect.left - apart
        self.ui.add(back, on, *tools, close)
        return page

    _dots = pygame.Rect(0, 0, 0, 0)

    def _tools(self, *, has_index: bool, labelled: Container[str]) -> Iterator[Button]:
        """The buttons for the present page, with labels on some."""
        if has_index:
            yield button(self, "index", INDEX, "format_list_bulleted", self._open_index, bare=True)
        if self.page < len(self.config.rules) and bool(self.config.rules[self.page].steps):
            icon, text = ("magnify_plus_outline", Message("Show it large")) if self._returns else PLAY
            yield button(self, "play", text, icon, self._play, bare="play" not in labelled)
        if self._shows_position():
            ends = view_of(self.game).end_move is not GameView.end_move
            chosen = [("end", END, self._end_turn)] * ends + [("again", AGAIN, self._try_out)]
            for key, (icon, text), press in chosen if self.is_tried else [("try", TRY, self._try_out)]:
                yield button(self, key, text, icon, press, bare=key not in labelled)
        if self.app.speaks:
            yield button(self, "read", Message("Read this page aloud"), "account_voice", self._read, bare=True)

    def _shows_position(self) -> bool:
        """Whether the page shows its position now."""
        page = self.config.rules[self.page] if self.page < len(self.config.rules) else None
        return page is not None and page.board is not None and (self.at_board or not page.exhibits)

    @property
    def _returns(self) -> bool:
        """Whether the button for the moves leads back to the exhibits: a tap on the board plays them."""
        return self.at_board and bool(self.config.rules[self.page].exhibits)

    # -- actions

    def turn(self, step: int) -> None:
        """Turn that many pages, as far as there are any."""
        page = min(max(self.page + step, 0), self.count - 1)
        if page != self.page:
            self.page, self.at_board, self.is_tried = page, False, False
            self.app.sound.play("page")
            self.app.stop_reading()
            self.rebuild()
            self._keep_focus()

    def _open_index(self) -> None:
        self.app.stack.push(RulesIndex(self.app, self.game, self.page, lambda page: self.turn(page - self.page)))

    def _read(self) -> None:
        self.app.read_aloud("\n".join(self._words()))

    def leave(self) -> None:
        """Stop reading aloud when the rules are closed."""
        self.app.stop_reading()

    def _keep_focus(self) -> None:
        """Move the focus from a button that was disabled, at the first or the last page, to the other one."""
        if self.ui.focus is not None and not self.ui.focus.enabled:
            self.ui.set_focus(self.ui.find("previous" if self.page else "next"))

    def _play(self) -> None:
        """Play the moves, hiding the exhibits; or show those again."""
        was_tried, self.is_tried = self.is_tried, False
        if self.config.rules[self.page].exhibits:
            self.at_board = not self.at_board
        if was_tried or self.config.rules[self.page].exhibits:
            self.rebuild()
        if self._touched is not None:
            self._touched.play()

    @property
    def _touched(self) -> TouchedPicture | None:
        picture = self.ui.find("board")
        return picture if isinstance(picture, TouchedPicture) else None

    def _try_out(self) -> None:
        """Let the reader play from the page's position, from the start each time."""
        if not self.is_tried:
            self.is_tried = True
            self.rebuild()
        if self._touched is not None:
            self._touched.try_out()
            self.ui.set_focus(self._touched)

    def _end_turn(self) -> None:
        if self._touched is not None:
            self._touched.end_turn()

    def update(self, dt: float) -> bool:
        """Advance; enable the end of the turn if there is a move for it."""
        moving = super().update(dt)
        end = self.ui.find("end")
        if end is not None and self._touched is not None:
            end.enabled = self._touched.can_end
        return moving

    def handle(self, event: Input) -> bool:
        """Turn pages by a sideways drag, by the page keys and by the arrows; close on a press outside the sheet."""
        if isinstance(event, Pointer) and not self._is_on_board(event) and self._pull(event):
            return True
        if isinstance(event, Action) and self._plays and self.ui.act(event):
            return True
        if isinstance(event, Action) and event.name in TURNS:
            step = TURNS[event.name]
            if event.name.startswith("page") or 0 <= self.page + step < self.count:
                self.turn(step)
                return True
        before = self.ui.focus if self.ui.show_focus else None
        used = super().handle(event)
        if (
            isinstance(event, Action)
            and event.name in AROUND
            and isinstance(before, Button)
            and self.ui.focus is before
        ):
            return self.ui.act(Action(AROUND[event.name]))
        return used

    def _is_on_board(self, event: Pointer) -> bool:
        """Whether a pointer belongs to the board being played on, where a drag turns no page."""
        picture = self._touched if self.is_tried else None
        return picture is not None and (self.ui.held is picture or (self.ui.held is None and picture.hit(event.pos)))

    def _pull(self, event: Pointer) -> bool:
        """Follow the first finger on the sheet; true if it closed the sheet or turned a page."""
        if event.kind == "down" and (self._pulled is None or self._pulled[0] == event.id):
            self._pulled = event.id, event.pos
            if not self.frame.collidepoint(event.pos):
                self.close()
                return True
        elif event.kind in ("up", "cancel") and self._pulled is not None and self._pulled[0] == event.id:
            (_, start), self._pulled = self._pulled, None
            across, down = event.pos[0] - start[0], event.pos[1] - start[1]
            if event.kind == "up" and abs(across) > self.app.px(TURN_SLOP) and abs(across) > 2 * abs(down):
                super().handle(Pointer("cancel", event.pos, event.id, touch=event.touch))
                self.turn(-1 if across > 0 else 1)
                return True
        return False

    def resume(self) -> None:
        """Forget a finger that was lifted over another screen."""
        self._pulled = None

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(shade(self.app.kit, self.app.size), (0, 0))
        super().draw(surface)
        self._draw_dots(surface)

    def _draw_dots(self, surface: pygame.Surface) -> None:
        paper, (ink, accent) = self.app.theme.colours.paper, self._inks()
        step = min(self.app.px(20), self._dots.width // self.count)
        if step < self.app.px(LEAST_APART):
            return
        left = self._dots.centerx - step * (self.count - 1) / 2
        for i in range(self.count):
            is_open = i == self.page
            colour = accent if is_open else mix(paper, ink, FAINT_DOT)
            radius = max(2, min(step * 0.3, self.app.px(6 if is_open else 4)))
            pygame.draw.aacircle(surface, colour, (left + i * step, self._dots.centery), radius)
