"""What lies over a board: a question, the pause menu, the list of moves, the curtain between players, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.core import Message, Remark
from scenes.app import App
from scenes.boardparts import LogLine, LogLines, Part, Words
from scenes.page import Dialog, column, words
from scenes.stack import Scene
from sprites.input import Action, Input, Pointer
from sprites.paint import ButtonStyle, cloth, player_token, table_background
from sprites.physics import Confetti
from sprites.ui import Kit, Widget
from sprites.widgets import Button, Grid, ListBox, ListRow

Press = Callable[[], object]
Answer = tuple[Message, Callable[[], object] | None, ButtonStyle]
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
        """Give the title."""
        return self.app.say(self.title)

    def body(self) -> Widget:
        """Say the question."""
        return words(self, "question", self.app.say(self.text, self.names))

    def buttons(self) -> Sequence[Widget]:
        """Offer the answers."""
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


def choice_buttons(scene: Scene, choices: Sequence[Choice], do: Callable[[Press], Press]) -> Widget:
    """Put a menu's buttons one below the other, or in two columns where there is room."""
    kit = scene.app.kit
    buttons = [
        Button(kit, one.key, scene.app.say(one.label), icon=one.icon, on_press=do(one.press), style=one.style)
        for one in choices
    ]
    columns = 2 if kit.metrics.width >= kit.px(TWO_COLUMNS) and len(buttons) > 2 else 1
    return Grid(kit, "choices", buttons, columns)


class PauseMenu(Dialog):
    """The menu over a board: going on, and everything else that can be done."""

    first_focus = "go_on"

    def __init__(self, app: App, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(app)
        self.title = title
        self.choices = (Choice("go_on", "play", Message("Go on"), lambda: None, "primary"), *choices)

    def heading(self) -> str:
        """Give the game's name."""
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

    def __init__(self, app: App, lines: tuple[LogLine, ...]) -> None:
        super().__init__(app)
        self.lines = lines

    def heading(self) -> str:
        """Say what this is."""
        return self.app.say(Message("List of moves"))

    def body(self) -> Widget:
        """Give the lines."""
        if not self.lines:
            return words(self, "lines", self.app.say(Message("Nothing has been played yet.")))
        return LogLines(self.app.kit, "lines", self.lines)


class HoldButton(Button):
    """A button that does its work only when it has been held for a while; a key or pad button does it at once."""

    def __init__(self, kit: Kit, key: str, label: str, on_held: Press) -> None:
        super().__init__(kit, key, label, icon="eye_outline", on_press=lambda: None, style="primary")
        self.on_held = on_held

    def point(self, event: Pointer) -> bool:
        """Wait for the long press."""
        if event.kind == "hold":
            self.on_held()
            return True
        return super().point(event)

    def act(self, action: Action) -> bool:
        """Take the accepting key."""
        if action.name == "accept":
            self.on_held()
            return True
        return super().act(action)


class Curtain(Scene):
    """Covers the screen while it goes from hand to hand: the next player holds the button to look.

    ``on_covered`` is called once nothing below can be seen any more.
    """

    def __init__(self, app: App, name: str, player: int, on_covered: Press) -> None:
        super().__init__(app)
        self.name = name
        self.player = player
        self.on_covered = on_covered

    def enter(self) -> None:
        """Turn the table below, unseen."""
        self.on_covered()

    def build(self) -> None:
        """Put the button where a thumb finds it."""
        kit = self.app.kit
        self.button = HoldButton(kit, "look", self.app.say(Message("Hold to look")), self._open)
        width, height = min(kit.px(320), self.app.size[0] - 2 * kit.px(20)), kit.px(72)
        self.button.place(pygame.Rect((self.app.size[0] - width) // 2, round(self.app.size[1] * 0.68), width, height))
        self.ui.add(self.button)
        self.ui.set_focus(self.button)

    def _open(self) -> None:
        self.app.stack.pop(self)

    def act(self, name: str) -> bool:
        """Stay closed whatever else is pressed."""
        return name in ("cancel", "menu")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a cloth over everything, with the next player's token and name."""
        kit, size = self.app.kit, self.app.size
        surface.blit(table_background(kit, size), (0, 0))
        hem = kit.px(12)
        room = pygame.Rect((0, 0), size).inflate(-2 * hem, -2 * hem)
        look = kit.theme.players[self.player % len(kit.theme.players)]
        surface.blit(cloth(kit, room.size, look.dark), room)
        side = min(kit.px(120), size[1] // 4)
        token = player_token(kit, self.player, side)
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


class Ranking(Part):
    """The places of a finished game, best first: number, token and name; those who share a place share its number."""

    ROW = 46

    def __init__(self, kit: Kit, key: str, places: Sequence[tuple[int, int, str]]) -> None:
        super().__init__(kit, key)
        self.places = places

    def measure(self, width: int) -> int:
        """Give the height of all rows."""
        return len(self.places) * self.kit.px(self.ROW)

    def _rows(self) -> Iterable[tuple[pygame.Rect, int, Words, Words]]:
        """Give for each row the token's place, its player, the number and the name."""
        kit, colours, size = self.kit, self.kit.theme.colours, self.kit.theme.sizes.interface
        height = kit.px(self.ROW)
        side = round(height * 0.74)
        for row, (place, player, name) in enumerate(self.places):
            line = pygame.Rect(self.rect.left, self.rect.top + row * height, self.rect.width, height)
            ink = colours.accent_light if place == 1 else colours.ink_soft
            number = pygame.Rect(line.left + kit.px(8), line.top, kit.px(34), height)
            token = pygame.Rect(number.right, line.centery - side // 2, side, side)
            left = token.right + kit.px(10)
            words = pygame.Rect(left, line.top, line.right - left, height)
            yield token, player, Words(f"{place}.", number, ink, size), Words(name, words, ink, size)

    def words(self) -> Iterable[Words]:
        """Give numbers and names."""
        return [words for _, _, *both in self._rows() for words in both]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows."""
        for token, player, *_ in self._rows():
            surface.blit(player_token(self.kit, player, token.width), token)
        super().draw(surface)


class Result(Dialog):
    """How the game ended: who won and why, all places, and what to do next; confetti where somebody may be glad."""

    width = 600

    def __init__(
        self,
        app: App,
        *,
        title: Message,
        reason: Message,
        names: Sequence[str],
        ranking: Sequence[Sequence[int]],
        choices: Sequence[Choice],
        cheers: Sequence[int] | None,
    ) -> None:
        super().__init__(app)
        self.title = title
        self.reason = reason
        self.names = names
        self.ranking = ranking
        self.choices = choices
        self.cheers = cheers
        self.confetti: Confetti | None = None
        self.first_focus = choices[0].key if choices else ""

    def enter(self) -> None:
        """Throw the paper."""
        super().enter()
        if self.cheers is not None:
            looks = self.app.theme.players
            colours = [looks[player % len(looks)].light for player in self.cheers]
            palette = [*colours, self.app.theme.colours.accent_light, self.app.theme.colours.paper]
            self.confetti = Confetti(self.app.kit, pygame.Rect((0, 0), self.app.size), colours=palette)

    def heading(self) -> str:
        """Say who won."""
        return self.app.say(self.title, self.names)

    def body(self) -> Widget:
        """Say why, list the places, and offer what to do next."""
        reason = words(self, "reason", self.app.say(self.reason, self.names), align="center")
        return column(self, "body", reason, Ranking(self.app.kit, "ranking", self._places()), self._menu())

    def _menu(self) -> Widget:
        return choice_buttons(self, self.choices, lambda press: press)

    def _places(self) -> list[tuple[int, int, str]]:
        rows: list[tuple[int, int, str]] = []
        for group in self.ranking:
            place = len(rows) + 1
            rows += [(place, player, self.names[player]) for player in group]
        return rows

    def handle(self, event: Input) -> bool:
        """Any press taps the paper away."""
        if self.confetti is not None and (isinstance(event, Action) or begins(event)):
            self.confetti.stop()
        return super().handle(event)

    def update(self, dt: float) -> bool:
        """Let the paper fall."""
        falling = self.confetti is not None and self.confetti.update(dt)
        return super().update(dt) or falling

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper before the panel."""
        super().draw(surface)
        if self.confetti is not None:
            self.confetti.draw(surface)


class Review(Dialog):
    """The coach's remarks on a finished game; one that is chosen is shown on the board."""

    width = 680
    first_focus = "remarks"

    def __init__(
        self, app: App, remarks: Sequence[Remark], names: Sequence[str], show: Callable[[int], object]
    ) -> None:
        super().__init__(app)
        self.remarks = remarks
        self.names = names
        self.show = show

    def heading(self) -> str:
        """Say what this is."""
        return self.app.say(Message("What the coach says"))

    def body(self) -> Widget:
        """List the remarks, or praise."""
        if not self.remarks:
            return words(self, "praise", self.app.say(Message("Nobody gave anything away in this game. Well played!")))
        rows = [
            ListRow(
                self.app.say(one.text, self.names),
                subtitle=self.app.say(Message("Move {number}", number=one.place + 1)),
                icon="thumb_down_outline" if one.weight < 0 else "thumb_up_outline",
            )
            for one in self.remarks
        ]
        return ListBox(self.app.kit, "remarks", rows, self._choose)

    def _choose(self, index: int) -> None:
        self.show(self.remarks[index].place)


def begins(event: Input) -> bool:
    """Tell whether a pointer begins something, rather than going on with it."""
    return isinstance(event, Pointer) and event.kind in ("down", "context", "wheel")
