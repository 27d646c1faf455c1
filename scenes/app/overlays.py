"""What lies over a board: a question, the pause menu, the list of moves, the curtain between players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic.core import Message
from scenes.app.app import App, Scene
from scenes.app.page import Dialog, column, words
from scenes.board.log import LogLine, LogLines, Picture
from scenes.board.parts import Words
from sprites.paint.kit import Kit
from sprites.paint.materials import cloth, felt, table_background
from sprites.paint.tokens import player_token
from sprites.widgets import Button, Grid
from sprites.widgets.faces import ButtonStyle
from sprites.widgets.input import Action, Input, Pointer
from sprites.widgets.widget import Widget

Press = Callable[[], object]
Answer = tuple[Message, Callable[[], object] | None, ButtonStyle]
Part = Callable[[], pygame.Surface]
HEM, TOKEN = 12, 120
"""Units between the edge of the screen and a curtain, and of the token upon it."""
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

    def heading(self) -> str:
        return self.app.say(self.title)

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
        self.title = title
        self.choices = (Choice("go_on", "play", Message("Go on"), lambda: None, "primary"), *choices)

    def heading(self) -> str:
        return self.title

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

    def __init__(self, app: App, lines: tuple[LogLine, ...], picture: Picture | None = None) -> None:
        super().__init__(app)
        self.lines = lines
        self.picture = picture

    def heading(self) -> str:
        return self.app.say(Message("List of moves"))

    def body(self) -> Widget:
        if not self.lines:
            return words(self, "lines", self.app.say(Message("Nothing has been played yet.")))
        return LogLines(self.app.kit, "lines", self.lines, self.picture)


class HoldButton(Button):
    """A button that does its work only when it has been held for a while; a key or pad button does it at once."""

    def __init__(self, kit: Kit, key: str, label: str, on_held: Press) -> None:
        super().__init__(kit, key, label, icon="eye_outline", on_press=lambda: None, style="primary")
        self.on_held = on_held

    def point(self, event: Pointer) -> bool:
        if event.kind == "hold":
            self.on_held()
            return True
        return super().point(event)

    def act(self, action: Action) -> bool:
        if action.name == "accept":
            self.on_held()
            return True
        return super().act(action)


class Curtain(Scene):
    """Covers the screen while it goes from hand to hand: the next player holds the button to look.

    ``on_covered`` is called once nothing below can be seen any more.
    """

    first_focus = "look"

    def __init__(self, app: App, name: str, player: int, on_covered: Press) -> None:
        super().__init__(app)
        self.name = name
        self.player = player
        self.on_covered = on_covered

    def enter(self) -> None:
        """Turn the table below, unseen."""
        super().enter()
        self.on_covered()

    def build(self) -> None:
        """Put the button where a thumb finds it."""
        kit = self.app.kit
        self.button = HoldButton(kit, "look", self.app.say(Message("Hold to look")), self.close)
        width, height = min(kit.px(320), self.app.size[0] - 2 * kit.px(20)), kit.px(72)
        self.button.place(pygame.Rect((self.app.size[0] - width) // 2, round(self.app.size[1] * 0.68), width, height))
        self.ui.add(self.button)

    def act(self, name: str) -> bool:
        """Stay closed whatever else is pressed."""
        return name in ("cancel", "menu")

    @classmethod
    def chores(cls, app: App, player: int) -> tuple[Part, ...]:
        """What paints the curtain of a player, in parts that fit into a frame once the first has been done."""
        return (partial(felt, app.kit, cls._room(app).size), *cls.parts(app, player))

    @staticmethod
    def _room(app: App) -> pygame.Rect:
        return pygame.Rect((0, 0), app.size).inflate(-2 * app.px(HEM), -2 * app.px(HEM))

    @classmethod
    def parts(cls, app: App, player: int) -> tuple[Part, ...]:
        """What paints the table, the cloth and the token of a player."""
        kit, size = app.kit, app.size
        look = kit.theme.players[player % len(kit.theme.players)]
        return (
            partial(table_background, kit, size),
            partial(cloth, kit, cls._room(app).size, look.dark),
            partial(player_token, kit, player, min(kit.px(TOKEN), size[1] // 4)),
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a cloth over everything, with the next player's token and name."""
        size = self.app.size
        table, cover, token = (paint() for paint in self.parts(self.app, self.player))
        surface.blit(table, (0, 0))
        surface.blit(cover, cover.get_rect(center=(size[0] // 2, size[1] // 2)))
        surface.blit(token, token.get_rect(center=(size[0] // 2, round(size[1] * 0.3))))
        self._draw_words(surface)
        super().draw(surface)

    def _draw_words(self, surface: pygame.Surface) -> None:
        width, height = self.app.size
        text = self.app.say(Message("Pass the screen to {name}.", name=self.name))
        room = pygame.Rect(0, round(height * 0.43), round(width * 0.86), round(height * 0.22))
        room.centerx = width // 2
        sizes, colours = self.app.theme.sizes, self.app.theme.colours
        Words(text, room, colours.ink, sizes.title, "title", lines=3).laid_out(self.app.kit).draw(
            self.app.kit, surface, room, colours.ink
        )


def begins(event: Input) -> bool:
    """Tell whether a pointer begins something, rather than going on with it."""
    return isinstance(event, Pointer) and event.kind in ("down", "context", "wheel")
