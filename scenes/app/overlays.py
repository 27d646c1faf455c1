"""What lies over a board: a question, the pause menu, the list of moves, the curtain between players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import pygame

from logic.core import Message
from scenes.app.app import App, Scene
from scenes.app.page import Dialog, column, words
from scenes.board.log import LogLine, LogLines, Picture
from scenes.board.parts import Words
from scenes.view.marks import with_alpha
from sprites.paint.kit import Kit
from sprites.paint.materials import cloth, felt, table_background
from sprites.paint.tokens import player_token
from sprites.widgets import Button, Grid
from sprites.widgets.base import Ease
from sprites.widgets.faces import ButtonStyle
from sprites.widgets.input import Action, Input, Pointer, Pos
from sprites.widgets.widget import Widget

Press = Callable[[], object]
Answer = tuple[Message, Callable[[], object] | None, ButtonStyle]
Part = Callable[[], pygame.Surface]
Figure = Callable[[int], pygame.Surface | None]
"""Gives a player's own piece for a height in pixels; None where the game has none."""
HEM = 12
"""Units between the edge of the screen and a curtain."""
SIGN, SIGN_WIDE, TOKEN, SIGN_DOWN = 0.4, 0.9, 0.6, 0.27
"""How high its figure is by the screen's height, or by so much of its width; a token by that; and how far down."""
BUTTON = 0.74
"""How far down the screen the curtain's button begins."""
ASIDE = 0.25
"""Seconds in which a curtain is drawn aside."""
TWO_COLUMNS = 420
"""Units of width from which on a menu's buttons stand in two columns."""


class Question(Dialog):
    """Asks something; each answer closes it and then does what it stands for."""

    width = 560

    def __init__(
        self,
        app: App,
        text: Message,
        answers: Sequence[Answer],
        *,
        title: Message | None = None,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(app)
        self.text = text
        self.answers = answers
        self.title = title if title is not None else Message("One moment")
        self.names = names
        self.first_focus = "answer0"

    def body(self) -> Widget:
        return words(self, "question", self.app.say(self.text, self.names))

    def buttons(self) -> Sequence[Widget]:
        return [
            Button(self.app.kit, f"answer{i}", self.app.say(label), on_press=self._answer(press), style=style)
            for i, (label, press, style) in enumerate(self.answers)
        ]

    def _answer(self, press: Callable[[], object] | None) -> Callable[[], None]:
        def do() -> None:
            self.close()
            if press is not None:
                press()

        return do


def ask_to_throw_away(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before something goes for good, and do it then."""
    answers: list[Answer] = [(Message("Keep it"), None, "primary"), (Message("Throw it away"), do, "danger")]
    app.stack.push(Question(app, text, answers))


def ask_to_overwrite(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before a file is overwritten, and do it then."""
    answers: list[Answer] = [(Message("Cancel"), None, "normal"), (Message("Overwrite"), do, "danger")]
    app.stack.push(Question(app, text, answers))


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a menu."""

    key: str
    icon: str
    label: Message
    press: Press
    style: ButtonStyle = "normal"


def choice_button(scene: Scene, one: Choice, press: Press) -> Button:
    return Button(scene.app.kit, one.key, scene.app.say(one.label), one.icon, press, style=one.style)


def choice_buttons(scene: Scene, choices: Sequence[Choice], do: Callable[[Press], Press]) -> Widget:
    """Put a menu's buttons one below the other, or in two columns where there is room; an odd first one is broad."""
    kit = scene.app.kit
    buttons = [choice_button(scene, one, do(one.press)) for one in choices]
    if kit.metrics.width < kit.px(TWO_COLUMNS) or len(buttons) < 3:
        return Grid(kit, "choices", buttons, 1)
    if len(buttons) % 2 == 0:
        return Grid(kit, "choices", buttons, 2)
    return column(scene, "menu", buttons[0], Grid(kit, "choices", buttons[1:], 2))


class PauseMenu(Dialog):
    """The menu over a board: going on, and everything else that can be done."""

    first_focus = "go_on"

    def __init__(self, app: App, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(app)
        self.headed = title
        self.choices = (Choice("go_on", "play", Message("Go on"), lambda: None, "primary"), *choices)

    def heading(self) -> str:
        return self.headed

    def body(self) -> Widget:
        """Offer the choices; each closes the menu first."""
        return choice_buttons(self, self.choices, self._choose)

    def _choose(self, press: Press) -> Callable[[], None]:
        def do() -> None:
            self.close()
            press()

        return do

    def act(self, name: str) -> bool:
        """Close by the key that opened it, too."""
        if name == "menu":
            self.close()
            return True
        return super().act(name)


class LogDialog(Dialog):
    """All moves so far, for screens without room for them beside the board."""

    title = Message("List of moves")

    def __init__(self, app: App, lines: tuple[LogLine, ...], picture: Picture | None = None) -> None:
        super().__init__(app)
        self.lines = lines
        self.picture = picture

    def body(self) -> Widget:
        if not self.lines:
            return words(self, "lines", self.app.say(Message("Nothing has been played yet.")))
        return LogLines(self.app.kit, "lines", self.lines, self.picture)


HELD_BY = ("accept", "look", "mirror")
"""The actions that look for as long as they are held, whatever the game below calls them."""


class HoldButton(Button):
    """A button that does its work once it has been held for a while; a key or pad button does it at once.

    ``on_let_go`` is told when the hold ends that it was told of, and whether that was by a key.
    """

    def __init__(
        self, kit: Kit, key: str, label: str, on_held: Press, on_let_go: Callable[[bool], object] | None = None
    ) -> None:
        super().__init__(kit, key, label, icon="eye_outline", on_press=lambda: None, style="primary")
        self.on_held = on_held
        self.on_let_go = on_let_go

    def point(self, event: Pointer) -> bool:
        if event.kind == "hold":
            self.on_held()
            return True
        if event.kind in ("up", "cancel"):
            self._let_go(by_key=False)
        return super().point(event)

    def act(self, action: Action) -> bool:
        if action.name in HELD_BY:
            self.on_held()
            return True
        return super().act(action)

    def release(self, name: str) -> bool:
        if name in HELD_BY:
            self._let_go(by_key=True)
        return name in HELD_BY

    def resumes(self, former: object) -> bool:
        """Go on being held when the screen is built again."""
        return True

    def _let_go(self, *, by_key: bool) -> None:
        if self.on_let_go is not None:
            self.on_let_go(by_key)


class Deal(Protocol):
    """What a curtain deals to whoever holds it: cards that lie upon it, and a board behind it to see them on."""

    def begin(self) -> bool:
        """Deal; false where there is nothing to be seen by holding."""
        ...

    def end(self) -> bool:
        """Turn all face down again at once; tell whether any face was seen."""
        ...

    @property
    def room(self) -> pygame.Rect:
        """What of the screen the curtain covers while it is held: all beside the board, or all below it."""
        ...

    def update(self, dt: float) -> bool:
        """Let time pass; true while anything moves."""
        ...

    def draw(self, surface: pygame.Surface, start: Pos, come: float) -> None:
        """Draw what was dealt in that room, or as far as it has ``come`` there from a place of the screen."""
        ...


class Curtain(Scene):
    """Covers the screen while it goes from hand to hand: the next player holds the button to look.

    ``on_covered`` is called once nothing below can be seen any more. While the button is held the curtain is drawn
    aside, and lies only beside the board, with what it ``deal``s upon it; let go before anything was seen, it closes.
    A key that is only tapped opens it, too, and shows nothing. ``figure`` gives the player's own piece of the game.
    Unless the screen ``is_passed`` from hand to hand, it lies between all, and the others are asked to look away.
    """

    first_focus = "look"
    context = "board"

    def __init__(
        self,
        app: App,
        name: str,
        player: int,
        on_covered: Press,
        deal: Deal | None = None,
        figure: Figure | None = None,
        *,
        is_passed: bool = True,
    ) -> None:
        super().__init__(app)
        self.name = name
        self.is_passed = is_passed
        self.player = player
        self.on_covered = on_covered
        self.figure = figure
        self._deal = deal
        self._held = False
        self._aside = Ease(ASIDE)
        """How far it is drawn aside."""
        self._is_done = False
        """Whether it has been held, and goes once it was seen without what it dealt."""

    def enter(self) -> None:
        """Turn the table below, unseen."""
        super().enter()
        self.on_covered()

    def leave(self) -> None:
        self._turn_down()

    def build(self) -> None:
        """Put the button where a thumb finds it."""
        kit, (wide, high) = self.app.kit, self.app.size
        self.button = HoldButton(kit, "look", self.app.say(Message("Hold to look")), self._hold, self._let_go)
        width, height = min(kit.px(320), wide - 2 * kit.px(20)), kit.px(72)
        self.button.place(pygame.Rect((wide - width) // 2, round(high * BUTTON), width, height))
        self.ui.add(self.button)

    def act(self, name: str) -> bool:
        """Stay closed whatever else is pressed."""
        return name in ("cancel", "menu")

    # -- holding

    def _hold(self) -> None:
        if self._is_done or self._held:
            return
        if self._deal is None or not self._deal.begin():
            self.close()
            return
        self._held, self._aside.target = True, 1.0

    def _let_go(self, by_key: bool) -> None:
        if not self._held:
            return
        if self._turn_down():
            self._is_done = True
        elif by_key:
            self.close()
        else:
            self._aside.target = 0.0

    def _turn_down(self) -> bool:
        """Hide what is held; tell whether it was seen."""
        held, self._held = self._held, False
        return held and self._deal is not None and self._deal.end()

    def update(self, dt: float) -> bool:
        """Draw the curtain aside, or to again; it goes a frame after all was covered, for the last picture fades."""
        if self._is_done:
            self.close()
        moving = [super().update(dt), self._aside.update(ASIDE if self.app.kit.reduced_motion else dt)]
        if self._deal is not None:
            moving.append(self._deal.update(dt))
        self.opaque = self._aside.value == 0.0
        return any([*moving, self._is_done])

    # -- picture

    @classmethod
    def chores(cls, app: App, player: int, figure: Figure | None, size: Pos) -> tuple[Part, ...]:
        """What paints a player's curtain for a screen of that size, in parts that fit into a frame after the first."""
        return (
            partial(felt, app.kit, cls._room(app, size).size),
            partial(table_background, app.kit, size),
            partial(cls._cover, app, player, size),
            partial(cls._sign, app, player, figure, size),
        )

    @staticmethod
    def _room(app: App, size: Pos) -> pygame.Rect:
        return pygame.Rect((0, 0), size).inflate(-2 * app.px(HEM), -2 * app.px(HEM))

    @classmethod
    def _cover(cls, app: App, player: int, size: Pos) -> pygame.Surface:
        look = app.kit.theme.players[player % len(app.kit.theme.players)]
        return cloth(app.kit, cls._room(app, size).size, look.dark)

    @staticmethod
    def _sign(app: App, player: int, figure: Figure | None, size: Pos) -> pygame.Surface:
        """The player's piece of the game, or else the token, large enough for the whole room."""
        side = round(SIGN * min(size[1], SIGN_WIDE * size[0]))
        piece = figure(side) if figure is not None else None
        return piece or player_token(app.kit, player, round(TOKEN * side))

    def _moved(self) -> tuple[int, int]:
        """How far the curtain is drawn to the right, or down."""
        if self._deal is None or self.opaque:
            return 0, 0
        room, aside = self._deal.room, _eased(self._aside.value)
        return round(aside * room.left), round(aside * room.top)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cloth, with the next player's figure and name, or with what it deals."""
        size, (left, top) = self.app.size, self._moved()
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(left, top, size[0], size[1]).clip(before))
        surface.blit(table_background(self.app.kit, size), (0, 0))
        cover = self._cover(self.app, self.player, size)
        surface.blit(cover, cover.get_rect(center=(size[0] // 2 + left, size[1] // 2 + top)))
        come = _eased(self._aside.value)
        if come < 1:
            sign, (x, y) = self._sign(self.app, self.player, self.figure, size), self._sign_place
            surface.blit(with_alpha(sign, 1 - come), sign.get_rect(center=(x + left, y + top)))
            self._draw_words(surface, (left, top), 1 - come)
        if self.opaque:
            super().draw(surface)
        surface.set_clip(before)
        if self._deal is not None and not self.opaque and self._aside.target:
            self._deal.draw(surface, self._sign_place, come)

    @property
    def _sign_place(self) -> Pos:
        return self.app.size[0] // 2, round(self.app.size[1] * SIGN_DOWN)

    def _draw_words(self, surface: pygame.Surface, moved: Pos, alpha: float) -> None:
        """Say who is to have the screen, on as many lines as it takes."""
        width, height = self.app.size
        passed = Message("Pass the screen to {name}.", name=self.name)
        lying = Message("{name}, your turn. The others look away.", name=self.name)
        text = self.app.say(passed if self.is_passed else lying)
        room = pygame.Rect(round(width * 0.07), round(height * 0.48), round(width * 0.86), round(height * 0.24))
        sizes, colours, kit = self.app.theme.sizes, self.app.theme.colours, self.app.kit
        tries = [
            Words(text, room, colours.ink, units, "title", lines=3).laid_out(kit)
            for units in (sizes.title, sizes.interface * 1.4, sizes.interface)
        ]
        words = next((words for words in tries if words.fits), tries[-1])
        if alpha == 1:
            words.draw(kit, surface, room, colours.ink)
            return
        faint = pygame.Surface(room.size, pygame.SRCALPHA)
        words.draw(kit, faint, faint.get_rect(), colours.ink)
        surface.blit(with_alpha(faint, alpha), room.move(moved))


def _eased(part: float) -> float:
    """Let a movement end softly."""
    return 1 - (1 - part) ** 3


def begins(event: Input) -> bool:
    """Tell whether a pointer begins something, rather than going on with it."""
    return isinstance(event, Pointer) and event.kind in ("down", "context", "wheel")
