"""Screenshots of every screen in telling states, in several sizes and languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from logic import players
from logic.core import Dice, Hint, Message, never
from logic.engine.worker import Thinker
from logic.licences import components
from logic.llm.adviser import Advice
from logic.llm.endpoint import LocalServer
from logic.llm.settings import FILE_NAME, AdviserConfig
from logic.registry import GAMES, new_setup
from logic.session import Seat
from logic.storage.settings import Settings
from logic.storage.store import Store
from logic.text import LANGUAGES, Text
from scenes.app.adviser import Adviser
from scenes.app.exports import exports_folder
from scenes.app.fields import KeyboardScene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.adviser import AdviserDialog, Consent, ask_first
from scenes.cabinet.choices import MODEL_SEAT
from scenes.cabinet.credits import CreditsScene, LicenceScene
from scenes.cabinet.files import FilesScene
from scenes.cabinet.games import GamesScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.profiles import ProfilesScene
from scenes.cabinet.settings import SettingsScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.stats import StatsScene
from scenes.shots import games
from scenes.shots.headless import HeadlessApp, ImmediateExecutor, headless_app
from scenes.shots.poses import ANN, Shot, board, people, shelf, used_data_files
from sprites.paint.surface_cache import SurfaceCache
from sprites.sound.voice import Program, Voice
from sprites.widgets.input import Action, Pointer

NEAR = AdviserConfig(base_url="http://localhost:8080/v1", model="llama-3.1-8b-instruct")
FAR = AdviserConfig(base_url="https://models.example.org/v1", model="a-large-model-2026")
FILE = Path("Quincunx", FILE_NAME)
"""A fixed path, the same on every machine."""
MOVES = 4
"""Number of moves before the hint."""
Pretends = Callable[[Advice, str], Advice | None]
"""Turns the built-in adviser's advice into what a model might answer, in that language; None is no answer."""


def duel() -> str:
    """The name of the first game for two, or else of any game."""
    return next((game for game in GAMES if len(people(game)) > 1), next(iter(GAMES)))


def _sound_words(advice: Advice, language: str) -> Advice:
    """Give the reasons the wording of a model."""
    said = Text(language).say(advice.hint.reason)
    reason = Message("The language model: {text}", text=said)
    return replace(advice, hint=Hint(advice.hint.moves, reason), source="model", tries=1, said=said)


def _is_late(advice: Advice, _language: str) -> Advice:
    """Simulate a timeout."""
    trouble = Message("The language model did not answer in time.")
    return replace(advice, trouble=Message("{trouble} The built-in adviser answers.", trouble=trouble), tries=1)


def _thinks_for_ever(_advice: Advice, _language: str) -> None:
    """Simulate a request without an answer."""


class ScriptedThinker(Thinker):
    """A worker in the same thread, whose language model is made of the game's own adviser and fixed phrases."""

    def __init__(self, pretends: Pretends) -> None:
        super().__init__(ImmediateExecutor)
        self._pretends = pretends

    def ask(self, task: str, game: str, *args: Any) -> Future[Any]:
        """Answer for the model, at once or never; other tasks run as usual."""
        if task != "advise":
            return super().ask(task, game, *args)
        state, _config, language, seed, *_more = args
        advice = self._pretends(super().ask(task, game, state, None, language, seed).result(), language)
        future: Future[Any] = Future()
        if advice is not None:
            future.set_result(advice)
        return future


def _set_up(
    here: HeadlessApp, config: AdviserConfig, *, agreed: bool = True, pretends: Pretends = _sound_words
) -> None:
    """Configure a model and switch it on."""
    here.app.adviser = Adviser(here.app, lambda: config, FILE)
    here.app.thinker = ScriptedThinker(pretends)
    here.app.adviser.switch_on()
    if agreed:
        here.app.adviser.agree()


def _page(here: HeadlessApp, config: AdviserConfig) -> None:
    """Open the adviser's page in the settings, with a model configured and switched on."""
    _set_up(here, config)
    shelf(here)
    here.show(SettingsScene(here.app), AdviserDialog(here.app))


def _finds(here: HeadlessApp) -> None:
    """Open the page with nothing configured, and servers found on this machine."""
    found: Future[Sequence[LocalServer]] = Future()
    found.set_result(
        (LocalServer("Ollama", "http://127.0.0.1:11434/v1", ("llama3.1:8b", "gemma3:4b")),
         LocalServer("LM Studio", "http://127.0.0.1:1234/v1", ("qwen3-14b",)))
    )  # fmt: skip
    here.app.find_servers = lambda _wake: found
    _page(here, AdviserConfig())


def _asks_for_key(here: HeadlessApp) -> None:
    """Ask for a hint with a key that no keyring has stored."""
    _set_up(here, FAR)
    here.app.change(here.app.settings.with_(key_server=FAR.base_url))
    board(here, duel(), MOVES)
    ask_first(here.app, lambda: None)
    here.run_until_idle()


def _asks(here: HeadlessApp, config: AdviserConfig) -> None:
    """Ask for a hint before anybody has consented."""
    _set_up(here, config, agreed=False)
    board(here, duel(), MOVES)
    here.show(Consent(here.app))


def _hint(here: HeadlessApp, pretends: Pretends, game: str = "") -> None:
    """Ask for a hint, by default in a game for two; a model without an answer is not waited for."""
    game = game or duel()
    _set_up(here, NEAR, pretends=pretends)
    board(here, game, MOVES if len(people(game)) > 1 else 0)
    here.frame(Action("hint"))
    here.run(1.0)


def _seat(here: HeadlessApp) -> None:
    _set_up(here, NEAR)
    shelf(here)
    setup = SetupScene(here.app, duel())
    setup.choices = replace(setup.choices, seats=(setup.choices.seats[0], MODEL_SEAT))
    here.show(setup)


def _plays(here: HeadlessApp, *, is_on: bool) -> None:
    """Play against the model, and switch it off meanwhile unless ``is_on``."""
    _set_up(here, NEAR)
    game = duel()
    match = Match.start(here.app, new_setup(game, None, (ANN, Seat(level=players.MODEL)), 7))
    while match.session.state.player == 0 and match.session.outcome() is None:
        match.play(players.strongest(GAMES[game]).choose(match.session.state, Dice(7), never))
    if not is_on:
        here.app.adviser.switch_off()
    here.show(BoardScene(here.app, match))
    if match.session.awaits_end:
        match.end_turn()
    here.run(1.0)


ADVISER_SHOTS = (
    Shot("adviser-none", partial(_page, config=AdviserConfig()), main=True),
    Shot("adviser-on", partial(_page, config=NEAR), main=True),
    Shot("adviser-found", _finds, main=True),
    Shot("adviser-tested", partial(_page, config=NEAR), keys=("test",)),
    Shot("adviser-key", _asks_for_key),
    Shot("adviser-consent", partial(_asks, config=FAR), main=True),
    Shot("adviser-consent-near", partial(_asks, config=NEAR)),
    Shot("adviser-seat", _seat, main=True),
    Shot("adviser-plays", partial(_plays, is_on=True)),
    Shot("adviser-plays-off", partial(_plays, is_on=False)),
    Shot("adviser-thinks", partial(_hint, pretends=_thinks_for_ever), main=True),
    Shot("adviser-trouble", partial(_hint, pretends=_is_late), main=True),
    *(Shot(f"adviser-hint-{game}", partial(_hint, game=game, pretends=_sound_words)) for game in GAMES),
)


def _toast(here: HeadlessApp) -> None:
    shelf(here)
    here.app.tell(Message("Your game is kept. You can go on whenever you like."))
    here.run(0.4)


def _tooltip(here: HeadlessApp) -> None:
    shelf(here)
    here.frame(Pointer("hover", here.widget("games").rect.center))
    here.run(1.0)


def _captions(here: HeadlessApp) -> None:
    """Play sounds on a board with captions."""
    here.app.change(here.app.settings.with_(captions=True))
    board(here, duel(), MOVES)
    for name in ("lift", "tick", "tick", "drop"):
        here.app.sound.play(name)
    here.run(0.1)


def _files(here: HeadlessApp) -> None:
    shelf(here)
    here.show(
        FilesScene(here.app, Message("Open a board file"), (".txt",), lambda _path: None, folder=exports_folder())
    )


def _settings(here: HeadlessApp) -> None:
    """Open the settings on a system with a voice."""
    here.app.voice = Voice(Program({}))
    shelf(here)
    here.show(SettingsScene(here.app))


def _licence(here: HeadlessApp) -> None:
    """Open the licence of a component that has several texts."""
    certificates = next(component for component in components() if component.name == "certifi")
    here.show(CreditsScene(here.app), LicenceScene(here.app, certificates))


def _help(here: HeadlessApp) -> None:
    shelf(here)
    here.show(HelpScene(here.app))


def _hidden(here: HeadlessApp) -> None:
    """Hide the last profile."""
    *_, last = here.app.store.profiles()
    here.app.change(here.app.settings.with_(hidden=(last,)))
    here.show(ProfilesScene(here.app))


def _keyboard(here: HeadlessApp) -> None:
    here.show(ProfilesScene(here.app))
    here.show(KeyboardScene(here.app, here.app.say(Message("Name")), "Zoë", lambda _text: None))


CABINET_SHOTS = (
    Shot("shelf", shelf, main=True),
    Shot("shelf-first-start", shelf, used=False),
    Shot("shelf-toast", _toast),
    Shot("shelf-tooltip", _tooltip),
    Shot("settings", _settings, main=True),
    Shot("captions", _captions, main=True),
    *ADVISER_SHOTS,
    Shot("credits", lambda here: here.show(CreditsScene(here.app)), main=True),
    Shot("licence", _licence, main=True),
    Shot("help", _help, main=True),
    Shot("help-key", _help, keys=("change-undo",)),
    Shot("statistics", lambda here: here.show(StatsScene(here.app)), main=True),
    Shot("statistics-first-start", lambda here: here.show(StatsScene(here.app)), used=False),
    Shot("games", lambda here: here.show(GamesScene(here.app)), main=True),
    Shot("games-first-start", lambda here: here.show(GamesScene(here.app)), used=False),
    Shot("profiles", lambda here: here.show(ProfilesScene(here.app))),
    Shot("profiles-hidden", _hidden, keys=(f"rename-{ANN.name}",)),
    Shot("keyboard", _keyboard),
    Shot("files", _files),
)


@dataclass(frozen=True, slots=True)
class WindowKind:
    """A kind of window: its name in the files, its size in pixels, and the UI scale."""

    name: str
    size: tuple[int, int]
    scale: float = 1.0


WINDOWS = (
    WindowKind("1920x1080", (1920, 1080)),
    WindowKind("1024x600", (1024, 600)),
    WindowKind("1080x1920", (1080, 1920)),
    WindowKind("1024x600-200", (1024, 600), 2.0),
)
WINDOWS_OF_ALL_LANGUAGES = (WINDOWS[0], *WINDOWS[2:])

CACHE = SurfaceCache(96 << 20)
"""Shared by all posed screens, one at a time, and so for far more backgrounds and panels than a window has."""

SHOTS = (*CABINET_SHOTS, *(shot for game in GAMES for shot in games.shots_of(game)))


@dataclass(frozen=True, slots=True)
class Plan:
    """One screenshot to take."""

    shot: Shot
    window: WindowKind
    language: str

    @property
    def file(self) -> str:
        return f"{self.shot.name}-{self.window.name}-{self.language}.png"


def plans(only: Sequence[str] = (), language: str | None = None) -> Iterator[Plan]:
    """All pictures whose file name contains a word of ``only``: each shot in each window, or all in one language.

    Without a language they are in English, the main ones of all windows but 1024x600 in every language. Those of one
    window are consecutive, since they share what is baked.
    """
    for window in WINDOWS:
        for shot in SHOTS:
            several = shot.main and window in WINDOWS_OF_ALL_LANGUAGES
            for code in [language] if language else LANGUAGES if several else ["en"]:
                plan = Plan(shot, window, code)
                if not only or any(word in plan.file for word in only):
                    yield plan


@contextmanager
def posed(shot: Shot, window: WindowKind, language: str) -> Iterator[HeadlessApp]:
    """Open a shot's screen and paint it, in an app with a temporary store."""
    with TemporaryDirectory() as folder:
        settings = Settings(ui_scale=window.scale)
        if shot.used:
            for name, content in used_data_files().items():
                (Path(folder) / name).write_bytes(content)
            settings = settings.with_(profile=ANN.name)
        store, _ = Store.open(Path(folder))
        with headless_app(window.size, language=language, settings=settings, store=store, cache=CACHE) as here:
            shot.show(here)
            for key in shot.keys:
                here.press(key)
            here.paint()
            yield here


def take(folder: Path, only: Sequence[str] = (), language: str | None = None) -> Iterator[Path]:
    """Take the pictures into a folder, yielding each path as soon as the file exists."""
    for plan in plans(only, language):
        with posed(plan.shot, plan.window, plan.language) as here:
            yield here.picture(folder / plan.file)
