"""The application without a window: an App on a surface, input for it, and a demonstration in pictures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame

from logic import players
from logic.cabinet import read_cabinet
from logic.engine.worker import Thinker
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat
from logic.storage.files import data_folder, write_named
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App, Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.puzzles.paper import image_of
from sprites.paint.surface_cache import SurfaceCache
from sprites.sound.sound import SoundBank
from sprites.widgets.base import Widget
from sprites.widgets.input import Action, Pointer, Pos, Released

FRAME = 1 / 60
LONGEST = 20.0
"""Seconds of simulated time after which a screen that does not come to rest is taken as it is."""
QUIET_FRAMES = 3
DEMONSTRATION_SIZE = (1280, 720)
DEMONSTRATION_MOVES = 16
QUICKLY = 1
"""PNG compression level: there are many pictures, and they are wanted soon."""
A_MOMENT = 1_790_000_000.0
"""The fixed wall clock, so that two runs give the same pictures."""
NO_CHANCE = 36
"""The fixed random number for the dice of computers, for the same reason."""


MORE = "more"
"""The key of the button that shows the rest of a screen."""


class ImmediateExecutor(Executor):
    """An executor that runs each job at once, in the same thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the job at once; the returned future holds its result or error."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class HeadlessApp:
    """An App on a surface of its own, and what a person could do there."""

    def __init__(self, app: App, surface: pygame.Surface) -> None:
        self.app = app
        self.surface = surface

    def frame(self, *events: Action | Pointer | Released, seen: bool = False) -> bool:
        """Run one iteration of the loop. Return whether something moves."""
        return self.app.stack.frame(events, FRAME, self.surface if seen else None)

    def paint(self) -> None:
        self.app.stack.touch()
        self.app.stack.frame((), 0.0, self.surface)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / FRAME)):
            self.frame()

    def run_until_idle(self, longest: float = LONGEST) -> None:
        """Advance, unseen, until nothing moves, or for the longest time in seconds."""
        quiet = 0
        for _ in range(round(longest / FRAME)):
            quiet = 0 if self.frame() else quiet + 1
            if quiet == QUIET_FRAMES:
                return

    def show(self, *scenes: Scene) -> None:
        """Put screens on the stack and let them come to rest."""
        for scene in scenes:
            self.app.stack.push(scene)
        self.run_until_idle()

    def act(self, *names: str) -> None:
        """Press keys, by their actions."""
        for name in names:
            self.frame(Action(name))
            self.run_until_idle()

    def tap(self, pos: Pos) -> None:
        self.frame(Pointer("down", pos))
        self.frame(Pointer("up", pos))

    def widget(self, key: str) -> Widget:
        """A widget of the top screen; raise LookupError if there is none of that key."""
        top = self.app.stack.top
        found = top.ui.find(key) if top is not None else None
        if found is None:
            raise LookupError(f"there is no widget {key!r} on {type(top).__name__}")
        return found

    def press(self, key: str) -> None:
        """Click on a widget of the top screen, after scrolling to it or opening “More”."""
        top = self.app.stack.top
        if key != MORE and top is not None and top.ui.find(key) is None and top.ui.find(MORE) is not None:
            self.press(MORE)
        widget = self.widget(key)
        if widget.focusable and self.app.stack.top is not None:
            self.app.stack.top.ui.set_focus(widget)
            self.run_until_idle()
        self.tap(widget.rect.center)
        self.run_until_idle()

    def picture(self, path: Path) -> Path:
        """Write a picture of the screen to a file."""
        self.paint()
        picture = BytesIO()
        image_of(self.surface).save(picture, "PNG", compress_level=QUICKLY)
        write_named(path, picture.getvalue())
        return path


@contextmanager
def headless_app(
    size: tuple[int, int],
    *,
    language: str | None = None,
    settings: Settings | None = None,
    store: Store | None = None,
    cache: SurfaceCache | None = None,
) -> Iterator[HeadlessApp]:
    """Open the application without a window, with the worker in the same thread; close it at the end.

    Without a ``store`` games are stored in the data folder, as usual; ``cache`` is shared as in an :class:`App`.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode(size)
    app = App(
        size,
        cabinet=read_cabinet(),
        settings=settings or Settings(),
        store=store or Store.open(data_folder(), GAMES)[0],
        thinker=Thinker(ImmediateExecutor),
        sound=SoundBank(silent=True),
        now=lambda: A_MOMENT,
        draw=lambda: NO_CHANCE,
        language=language,
        cache=cache,
    )
    try:
        yield HeadlessApp(app, surface)
    finally:
        app.close()


def computer_seats(game: str, variant: str | None) -> tuple[Seat, ...]:
    """Seats with the game's weakest and strongest levels in turn, so that something happens."""
    config = game_config(game)
    known = players.performers(GAMES[game])
    count = config.variants[variant or config.default].players[0]
    return tuple(Seat(level=known[0 if seat % 2 else -1]) for seat in range(count))


def demonstrate(folder: Path, game: str, *, variant: str | None, seed: int, language: str | None) -> str:
    """Let the computer play the beginning of a game, and take pictures; return a line about what happened."""
    folder.mkdir(parents=True, exist_ok=True)
    with headless_app(DEMONSTRATION_SIZE, language=language) as here:
        match = Match.start_unstored(here.app, new_setup(game, variant, computer_seats(game, variant), seed))
        here.app.stack.push(BoardScene(here.app, match))
        pictures = [here.picture(folder / f"{game}-00.png")]
        while not match.is_over and len(pictures) <= DEMONSTRATION_MOVES:
            _play_one(here, match)
            pictures.append(here.picture(folder / f"{game}-{len(pictures):02}.png"))
        ended = here.app.say(match.outcome.reason, match.names) if match.outcome else "…"
        return f"{here.app.get(match.config.title)}: {len(pictures)} pictures, {pictures[0].name} … – {ended}"


def _play_one(here: HeadlessApp, match: Match) -> None:
    """Advance until one more move has been made and shown."""
    place = match.session.ply
    while match.session.ply == place and not match.is_over:
        here.frame()
    board = here.app.stack.scenes[0]
    while isinstance(board, BoardScene) and board.view.stage.moving:
        here.frame()
