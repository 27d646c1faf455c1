"""The demonstration: computers play each other on the board screen until there is any input."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pygame

from logic import players
from logic.core import Event, Message, State
from logic.game import redact
from logic.registry import GAMES, game_config, new_setup
from logic.session import LARGEST_SEED, Seat, Setup
from scenes.app.app import App, Scene
from scenes.board.match import Match, Watcher
from scenes.view.picture import view_of
from scenes.view.view import Host
from sprites.paint.materials import MARGIN, cloth, panel, table_background
from sprites.widgets import Action, Input, Pointer, fit

PAUSE_AT_END = 4.0
"""Seconds that a finished game stays on the board before the next one begins."""
LINE = 64
"""Units at the lower edge for the invitation."""
LONGEST = 400
"""Moves after which a demonstration starts again, for games that would not end."""


def demo_setup(
    app: App, game: str, round_number: int, *, variant_name: str | None = None, seed: int | None = None
) -> Setup:
    """Seat computers of varying levels, and in varying number from round to round.

    Without a variant they play the default one; without a seed it is taken from the clock.
    """
    config = game_config(game)
    variant = config.variants[variant_name or config.default]
    known = players.performers(GAMES[game])
    count = variant.players[round_number % len(variant.players)]
    seats = [Seat(level=known[(round_number + seat) % len(known)]) for seat in range(count)]
    first = int(app.now()) if seed is None else seed
    setup = new_setup(game, variant_name, seats, (first + round_number) % (LARGEST_SEED + 1))
    return msgspec.structs.replace(setup, confirm=False, clock=0, coach=False)


class DemoScene(Scene):
    """One game after another; any input ends it and has no other effect."""

    holds_pictures = True

    def __init__(self, app: App, game: str, variant: str | None = None, seed: int | None = None) -> None:
        super().__init__(app)
        self.game = game
        self.variant = variant
        self.seed = seed
        self.round = 0
        self._shown_end = 0.0
        self.match = self._new_match()
        self.view = view_of(game)(app.kit, app.sound, self._state(), Host(shows_secret=True))
        self.cloth = pygame.Rect(0, 0, 1, 1)

    def _new_match(self) -> Match:
        setup = demo_setup(self.app, self.game, self.round, variant_name=self.variant, seed=self.seed)
        match = Match.start_unstored(self.app, setup)
        match.watcher = Watcher(changed=self._on_change)
        self.round += 1
        return match

    def _state(self) -> State:
        """The position as the player to act knows it, so that spectators see what that player aims at."""
        return redact(self.match.session.game, self.match.session.state, self.match.viewer)

    def _on_change(self, events: Sequence[Event]) -> None:
        self.view.host = Host(self.match.viewer, shows_secret=True)
        self.view.show(self._state(), events)

    def build(self) -> None:
        """Give the board the whole window except the line below."""
        size, edge = self.app.size, self.app.px(10)
        self.cloth = pygame.Rect(edge, edge, size[0] - 2 * edge, size[1] - 2 * edge)
        room = pygame.Rect(self.cloth).inflate(-4 * edge, 0)
        room.height -= self.app.px(LINE)
        self.view.set_kit(self.app.kit)
        self.view.place(room.inflate(0, -3 * edge))

    def leave(self) -> None:
        self.match.leave()

    def handle(self, event: Input) -> bool:
        """Close at the first input, even a mouse movement."""
        if not isinstance(event, Pointer | Action) or (isinstance(event, Pointer) and event.kind == "cancel"):
            return False
        self.app.stack.pop(self)
        return True

    def update(self, dt: float) -> bool:
        moving = [self.view.update(dt), self.match.update(dt, moving=self.view.stage.moving)]
        if self.match.is_over or self.match.session.ply > LONGEST:
            moving.append(True)
            self._shown_end += dt
            if self._shown_end >= PAUSE_AT_END:
                self._shown_end = 0.0
                self.match.leave()
                self.match = self._new_match()
                self._on_change(())
        return any(moving)

    def draw(self, surface: pygame.Surface) -> None:
        kit = self.app.kit
        surface.blit(table_background(kit, self.app.size), (0, 0))
        surface.blit(cloth(kit, self.cloth.size, self.view.cloth), self.cloth)
        self.view.draw(surface)
        self._draw_invitation(surface)

    def _draw_invitation(self, surface: pygame.Surface) -> None:
        """Draw a small sign with the invitation on the cloth, which may have any colour."""
        kit, sizes = self.app.kit, self.app.theme.sizes
        around = kit.px(MARGIN["panel"] + sizes.pad)
        text, widest = self.app.say(Message("Touch the screen to play")), self.cloth.width - kit.px(60)
        words = fit(kit, text, max(1, widest - 2 * around), kit.px(LINE), units=sizes.text)
        plate = pygame.Rect(0, 0, words.width + 2 * around, kit.px(LINE))
        plate.midbottom = (self.cloth.centerx, self.cloth.bottom - kit.px(14))
        surface.blit(panel(kit, plate.size, "panel"), plate)
        words.draw(kit, surface, plate, kit.theme.colours.ink)
