"""Pictures of every screen in telling states, for looking at: sizes, languages, and a cabinet that has been used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from logic.registry import GAMES
from logic.storage.settings import Settings
from logic.storage.store import Store
from logic.text import LANGUAGES
from scenes.shots import cabinet, games
from scenes.shots.headless import Stand, stand
from scenes.shots.poses import ANN, Shot, furnished
from sprites.paint.surface_cache import Bakery


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of window: its name in the files, its size in pixels, and the UI scale."""

    name: str
    size: tuple[int, int]
    scale: float = 1.0


FRAMES = (
    Frame("1920x1080", (1920, 1080)),
    Frame("1024x600", (1024, 600)),
    Frame("1080x1920", (1080, 1920)),
    Frame("1024x600-200", (1024, 600), 2.0),
)
FRAMES_OF_ALL_LANGUAGES = (FRAMES[0], *FRAMES[2:])

OVEN = Bakery()
"""Shared by all screens that are posed, one at a time."""

SHOTS = (*cabinet.SHOTS, *(shot for game in GAMES for shot in games.shots_of(game)))


@dataclass(frozen=True, slots=True)
class Plan:
    """One picture to take."""

    shot: Shot
    frame: Frame
    language: str

    @property
    def file(self) -> str:
        return f"{self.shot.name}-{self.frame.name}-{self.language}.png"


def plans(only: Sequence[str] = (), language: str | None = None) -> Iterator[Plan]:
    """All pictures: each shot in each frame, the main ones also in every language; or all in one language.

    Those of one frame come together, since they share what is baked.
    """
    for frame in FRAMES:
        for shot in SHOTS:
            several = shot.main and frame in FRAMES_OF_ALL_LANGUAGES
            for code in [language] if language else LANGUAGES if several else ["en"]:
                plan = Plan(shot, frame, code)
                if not only or any(word in plan.file for word in only):
                    yield plan


@contextmanager
def posed(shot: Shot, frame: Frame, language: str) -> Iterator[Stand]:
    """Come to a shot's screen and paint it, on a stand and with a store of its own that go away again."""
    with TemporaryDirectory() as folder:
        settings = Settings(ui_scale=frame.scale)
        if shot.used:
            for name, content in furnished().items():
                (Path(folder) / name).write_bytes(content)
            settings = settings.with_(profile=ANN.name)
        store, _ = Store.open(Path(folder))
        with stand(frame.size, language=language, settings=settings, store=store, bakery=OVEN) as here:
            shot.show(here)
            here.paint()
            yield here


def take(folder: Path, only: Sequence[str] = (), language: str | None = None) -> Iterator[Path]:
    """Take the pictures into a folder, yielding each as soon as it is there."""
    for plan in plans(only, language):
        with posed(plan.shot, plan.frame, plan.language) as here:
            yield here.picture(folder / plan.file)
