"""Pictures of every screen in telling states, for looking at: sizes, languages, and a cabinet that has been used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from logic import players
from logic.core import Dice, Message, never, offers
from logic.registry import GAMES
from logic.session import Seat, Session
from logic.settings import Settings
from logic.store import Store
from logic.text import LANGUAGES
from scenes import lessons
from scenes.board import BoardScene
from scenes.demo import DemoScene
from scenes.games import GamesScene
from scenes.headless import A_MOMENT, Stand, computer_seats, stand, usual_setup
from scenes.help import HelpScene
from scenes.keyboard import KeyboardScene
from scenes.match import Match
from scenes.overlays import Curtain
from scenes.profiles import ProfilesScene
from scenes.replay import ReplayScene
from scenes.rules import RulesScene
from scenes.settings import SettingsScene
from scenes.setup import SetupScene
from scenes.shelf import ShelfScene
from scenes.stats import StatsScene
from sprites.input import Pointer

ANN, BEN = Seat("Ann"), Seat("Ben")
PEOPLE = (ANN, BEN)
LONGEST_GAME = 200
A_DAY = 86_400.0


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
FRAMES_OF_ALL_LANGUAGES = (FRAMES[0], FRAMES[3])


@dataclass(frozen=True, slots=True)
class Shot:
    """One screen in one state: its name, how to come to it, and whether it is worth seeing in every language.

    ``used`` tells whether somebody has played here before.
    """

    name: str
    show: Callable[[Stand], object]
    main: bool = False
    used: bool = True


# -- how to come there


def _shelf(here: Stand) -> None:
    here.show(ShelfScene(here.app))


def _board(here: Stand, game: str, moves: int = 0, *, close: bool = True) -> Match:
    """Open a board between two people, some moves into a game; ``close`` ends a finished turn."""
    match = Match.start(here.app, usual_setup(game, None, 7, PEOPLE))
    for move in played(game).moves[:moves]:
        _play(match, str(move))
    if close and match.session.awaits_end:
        match.end_turn()
    here.show(BoardScene(here.app, match))
    return match


def _play(match: Match, move: str) -> None:
    if match.session.awaits_end:
        match.end_turn()
    match.play(move)


def _board_and(here: Stand, game: str, *actions: str) -> None:
    _board(here, game, 4)
    here.act(*actions)


def _computer_thinks(here: Stand, game: str) -> None:
    """Catch the board while the computer has the move: nothing is waited for."""
    match = Match.start(here.app, usual_setup(game, None, 7, computer_seats(game, None)))
    here.app.stack.push(BoardScene(here.app, match))
    here.frame()
    here.run(0.25)


def _menu(here: Stand, game: str, key: str = "") -> None:
    _board(here, game, 4)
    here.act("menu")
    if key:
        here.press(key)


def _moves_list(here: Stand, game: str) -> None:
    _board(here, game, 9)
    here.act("log")


def _lesson(here: Stand, game: str) -> None:
    match, guide = lessons.begin(here.app, game)
    here.show(BoardScene(here.app, match, guide))


def _result(here: Stand, game: str, key: str = "") -> None:
    """Play the last move of a game and wait for what follows."""
    _last_turn(here, game)
    here.rest()
    if key:
        here.press(key)


def _celebration(here: Stand, game: str) -> None:
    """Catch the paper in the air."""
    _last_turn(here, game)
    here.run(2.0)


def _last_turn(here: Stand, game: str) -> Match:
    """Let somebody win who has been here for some minutes."""
    match = _board(here, game, len(played(game).moves) - 1)
    match.thinking_time = [125.0 + 31 * seat for seat in range(len(match.seats))]
    _play(match, str(played(game).moves[-1]))
    if match.session.awaits_end:
        match.end_turn()
    return match


def _curtain(here: Stand, game: str) -> None:
    _board(here, game, 4)
    here.show(Curtain(here.app, BEN.name, 1, lambda: None))


def _toasts(here: Stand) -> None:
    _shelf(here)
    for message in (Message("Sound off"), Message("Your game is kept. You can go on whenever you like.")):
        here.app.tell(message)
    here.run(0.4)


def _tooltip(here: Stand) -> None:
    _shelf(here)
    here.frame(Pointer("hover", here.widget("games").rect.center))
    here.run(1.0)


def _setup(here: Stand, game: str) -> None:
    _shelf(here)
    here.show(SetupScene(here.app, game))


def _rules(here: Stand, game: str, page: int) -> None:
    _board(here, game, 4)
    here.show(RulesScene(here.app, game, played(game).states[4]))
    for _ in range(page):
        here.press("next")


def _last_rules_page(here: Stand, game: str) -> None:
    _board(here, game, 4)
    scene = RulesScene(here.app, game, played(game).states[4])
    here.show(scene)
    for _ in range(scene.count - 1):
        here.press("next")


def _settings(here: Stand) -> None:
    _shelf(here)
    here.show(SettingsScene(here.app))


def _help(here: Stand) -> None:
    _shelf(here)
    here.show(HelpScene(here.app))


def _keyboard(here: Stand) -> None:
    here.show(ProfilesScene(here.app))
    here.show(KeyboardScene(here.app, here.app.say(Message("Name")), "Zoë", lambda _text: None))


def _replay(here: Stand, game: str) -> None:
    session = played(game)
    here.show(ReplayScene(here.app, session, place=len(session.moves) // 2))


def _demo(here: Stand, game: str) -> None:
    here.app.stack.push(DemoScene(here.app, game))
    here.run(4.0)


def _shots_of_game(game: str) -> tuple[Shot, ...]:
    reviewed = Shot(f"{game}-review", partial(_result, game=game, key="review"), main=True)
    return (
        Shot(f"{game}-setup", partial(_setup, game=game), main=True),
        Shot(f"{game}-board", partial(_board, game=game), main=True),
        Shot(f"{game}-board-middle", partial(_board, game=game, moves=4)),
        Shot(f"{game}-board-piece-in-hand", lambda here: _board_and(here, game, "rotate")),
        Shot(f"{game}-board-hint", lambda here: _board_and(here, game, "hint"), main=True),
        Shot(f"{game}-board-turn-begun", partial(_board, game=game, moves=5)),
        Shot(f"{game}-board-turn-done", partial(_board, game=game, moves=4, close=False)),
        Shot(f"{game}-board-thinking", partial(_computer_thinks, game=game)),
        Shot(f"{game}-board-lesson", partial(_lesson, game=game), main=True, used=False),
        Shot(f"{game}-menu", partial(_menu, game=game), main=True),
        Shot(f"{game}-give-up", partial(_menu, game=game, key="give_up")),
        Shot(f"{game}-moves", partial(_moves_list, game=game)),
        Shot(f"{game}-curtain", partial(_curtain, game=game)),
        Shot(f"{game}-celebration", partial(_celebration, game=game)),
        Shot(f"{game}-result", partial(_result, game=game), main=True),
        *([reviewed] if offers(GAMES[game], "review") else []),
        Shot(f"{game}-rules", partial(_rules, game=game, page=0), main=True),
        Shot(f"{game}-rules-later", partial(_rules, game=game, page=2)),
        Shot(f"{game}-rules-position", partial(_last_rules_page, game=game)),
        Shot(f"{game}-replay", partial(_replay, game=game)),
        Shot(f"{game}-demo", partial(_demo, game=game)),
    )


SHOTS = (
    Shot("shelf", _shelf, main=True),
    Shot("shelf-first-start", _shelf, used=False),
    Shot("shelf-toasts", _toasts),
    Shot("shelf-tooltip", _tooltip),
    Shot("settings", _settings, main=True),
    Shot("help", _help, main=True),
    Shot("statistics", lambda here: here.show(StatsScene(here.app)), main=True),
    Shot("statistics-first-start", lambda here: here.show(StatsScene(here.app)), used=False),
    Shot("games", lambda here: here.show(GamesScene(here.app)), main=True),
    Shot("games-first-start", lambda here: here.show(GamesScene(here.app)), used=False),
    Shot("profiles", lambda here: here.show(ProfilesScene(here.app))),
    Shot("keyboard", _keyboard),
    *(shot for game in GAMES for shot in _shots_of_game(game)),
)


# -- a cabinet that has been used


@cache
def played(game: str, seed: int = 7) -> Session:
    """Give a whole game of the strongest level against the weakest, or its beginning where it has no end."""
    setup = usual_setup(game, None, seed, PEOPLE)
    levels = [seat.level for seat in computer_seats(game, None)]
    session, dice = Session(GAMES[game], setup), Dice(seed)
    while session.state.outcome() is None and session.place < LONGEST_GAME:
        level = levels[session.state.player]
        session.play(players.choose(GAMES[game], level, session.state, dice, never))
    if session.awaits_end:
        session.end_turn()
    return session


def furnish(store: Store) -> None:
    """Leave the traces of a week in the store: two players, finished games against people and computers, one open."""
    for name in (ANN.name, BEN.name):
        store.add_profile(name)
    for game in GAMES:
        weakest = next(iter(players.levels(GAMES[game])))
        for day, seats in enumerate((PEOPLE, (ANN, Seat(level=weakest)), (Seat(level=weakest), ANN), PEOPLE[::-1])):
            _write_down(store, game, seats, A_MOMENT - (7 - day) * A_DAY, seed=7 + day)
        open_game = store.begin(usual_setup(game, None, 11, PEOPLE), A_MOMENT - A_DAY)
        for move in played(game).moves[:2]:
            store.record(open_game, f"play {move}", A_MOMENT - A_DAY)


def _write_down(store: Store, game: str, seats: tuple[Seat, ...], moment: float, seed: int) -> None:
    """Keep a game that those seats might have played: its moves are those of ``played``."""
    model = played(game, seed)
    session = Session(GAMES[game], usual_setup(game, None, seed, seats))
    number = store.begin(session.setup, moment)
    session.record = store.recorder(number, lambda: moment)
    for move in model.moves:
        if session.awaits_end:
            session.end_turn()
        session.play(str(move))
    if session.awaits_end:
        session.end_turn()
    outcome = session.outcome()
    if outcome is not None:
        store.finish(number, outcome, moment, [60.0 + 7 * seat for seat in range(len(seats))])


# -- taking them


@dataclass(frozen=True, slots=True)
class Plan:
    """One picture to take."""

    shot: Shot
    frame: Frame
    language: str

    @property
    def file(self) -> str:
        """Name the picture."""
        return f"{self.shot.name}-{self.frame.name}-{self.language}.png"


def plans(only: Sequence[str] = (), language: str | None = None) -> Iterator[Plan]:
    """Give all pictures: each shot in each frame, the main ones also in every language; or all in one language."""
    for shot in SHOTS:
        for frame in FRAMES:
            several = shot.main and frame in FRAMES_OF_ALL_LANGUAGES
            for code in [language] if language else LANGUAGES if several else ["en"]:
                plan = Plan(shot, frame, code)
                if not only or any(word in plan.file for word in only):
                    yield plan


@contextmanager
def posed(shot: Shot, frame: Frame, language: str) -> Iterator[Stand]:
    """Come to a shot's screen, on a stand and with a store of its own that go away again."""
    with TemporaryDirectory() as folder:
        store, _ = Store.open(Path(folder))
        settings = Settings(ui_scale=frame.scale)
        if shot.used:
            furnish(store)
            settings = settings.with_(profile=ANN.name)
        with stand(frame.size, language=language, settings=settings, store=store) as here:
            shot.show(here)
            yield here


def take(folder: Path, only: Sequence[str] = (), language: str | None = None) -> Iterator[Path]:
    """Take the pictures into a folder, giving each as soon as it is there."""
    for plan in plans(only, language):
        with posed(plan.shot, plan.frame, plan.language) as here:
            yield here.picture(folder / plan.file)
