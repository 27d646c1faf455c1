"""Pictures of every screen in telling states, for looking at: sizes, languages, and a cabinet that has been used."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from logic import players
from logic.core import Message, offers
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.session import Seat, Session
from logic.settings import Settings
from logic.setups import table
from logic.store import Store
from logic.text import LANGUAGES
from scenes import adviser_shots, lessons
from scenes.board import BoardScene
from scenes.demo import DemoScene
from scenes.exports import exports_folder
from scenes.files import FilesScene
from scenes.games import GamesScene
from scenes.headless import A_MOMENT, Stand, computer_seats, stand
from scenes.help import HelpScene
from scenes.keyboard import KeyboardScene
from scenes.match import Match
from scenes.overlays import Curtain
from scenes.poses import ANN, BEN, PEOPLE, Shot, board, laid_out, people, play, played, shelf
from scenes.profiles import ProfilesScene
from scenes.puzzleplay import editor_of, leads_to_puzzles
from scenes.puzzleshelf import PuzzleShelf, choosing_screen
from scenes.replay import ReplayScene
from scenes.rules import RulesScene
from scenes.settings import SettingsScene
from scenes.stats import StatsScene
from scenes.tryout import try_out
from sprites.input import Pointer

A_DAY = 86_400.0
LAST = 1000
"""Further on than any book of rules goes."""


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


# -- how to come there


def _board_and(here: Stand, game: str, *actions: str) -> None:
    board(here, game, 4)
    here.act(*actions)


def _computer_thinks(here: Stand, game: str) -> None:
    """Catch the board while the computer has the move: nothing is waited for."""
    match = Match.start(here.app, table(game, None, computer_seats(game, None), 7, laid_out(game)))
    here.app.stack.push(BoardScene(here.app, match))
    here.frame()
    here.run(0.25)


def _menu(here: Stand, game: str, key: str = "") -> None:
    board(here, game, 4)
    here.act("menu")
    if key:
        here.press(key)


def _moves_list(here: Stand, game: str) -> None:
    board(here, game, 9)
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
    match = board(here, game, len(played(game).moves) - 1)
    match.thinking_time[:] = [125.0 + 31 * seat for seat in range(len(match.seats))]
    play(match, str(played(game).moves[-1]))
    if match.session.awaits_end:
        match.end_turn()
    return match


def _curtain(here: Stand, game: str) -> None:
    board(here, game, 4)
    here.show(Curtain(here.app, BEN.name, 1, lambda: None))


def _toasts(here: Stand) -> None:
    shelf(here)
    for message in (Message("Sound off"), Message("Your game is kept. You can go on whenever you like.")):
        here.app.tell(message)
    here.run(0.4)


def _tooltip(here: Stand) -> None:
    shelf(here)
    here.frame(Pointer("hover", here.widget("games").rect.center))
    here.run(1.0)


def _setup(here: Stand, game: str) -> None:
    shelf(here)
    here.show(choosing_screen(here.app, game))


def _puzzle_part(here: Stand, game: str, tab: str) -> None:
    """Turn to a part of the puzzle shelf, and wait until what it has made is there."""
    shelf(here)
    here.show(PuzzleShelf(here.app, game))
    here.press(f"tab-{tab}")


def _new_puzzle(here: Stand, game: str) -> None:
    _puzzle_part(here, game, "new")
    here.press("make")


def _files(here: Stand) -> None:
    shelf(here)
    here.show(
        FilesScene(here.app, Message("Open a board file"), (".txt",), lambda _path: None, folder=exports_folder())
    )


def _rules(here: Stand, game: str, page: int) -> None:
    """Open a page of the rules, from 0, or the last one where there are not so many."""
    board(here, game, 4)
    rules = RulesScene(here.app, game, played(game).states[4])
    here.app.stack.push(rules)
    rules.turn(page)
    here.rest()


def _settings(here: Stand) -> None:
    shelf(here)
    here.show(SettingsScene(here.app))


def _help(here: Stand) -> None:
    shelf(here)
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


def _editor(here: Stand, game: str, key: str = "") -> None:
    """Open the editor on a puzzle of the collection."""
    puzzles, editor = puzzles_of(GAMES[game]), editor_of(game)
    if puzzles is not None and editor is not None:
        here.show(editor(here.app, game, puzzles.write(laid_out(game)), None))
    if key:
        here.press(key)


def _tried_out(here: Stand, game: str) -> None:
    """Try a puzzle out over the editor."""
    _editor(here, game)
    try_out(here.app, table(game, None, people(game), 7, laid_out(game)))
    here.rest()


def _shots_of_game(game: str) -> tuple[Shot, ...]:
    reviewed = Shot(f"{game}-review", partial(_result, game=game, key="review"), main=True)
    return (
        Shot(f"{game}-setup", partial(_setup, game=game), main=True),
        *(_shots_of_puzzles(game) if puzzles_of(GAMES[game]) is not None else ()),
        Shot(f"{game}-board", partial(board, game=game), main=True),
        Shot(f"{game}-board-middle", partial(board, game=game, moves=4)),
        Shot(f"{game}-board-hint", lambda here: _board_and(here, game, "hint"), main=True),
        *(_shots_of_turns(game) if len(people(game)) > 1 else ()),
        Shot(f"{game}-board-lesson", partial(_lesson, game=game), main=True, used=False),
        Shot(f"{game}-menu", partial(_menu, game=game), main=True),
        Shot(f"{game}-give-up", partial(_menu, game=game, key="give_up")),
        Shot(f"{game}-moves", partial(_moves_list, game=game)),
        Shot(f"{game}-celebration", partial(_celebration, game=game)),
        Shot(f"{game}-result", partial(_result, game=game), main=True),
        *([reviewed] if offers(GAMES[game], "review") else []),
        Shot(f"{game}-rules", partial(_rules, game=game, page=0), main=True),
        Shot(f"{game}-rules-later", partial(_rules, game=game, page=2)),
        Shot(f"{game}-rules-position", partial(_rules, game=game, page=LAST)),
        Shot(f"{game}-replay", partial(_replay, game=game)),
        Shot(f"{game}-demo", partial(_demo, game=game)),
        *_own_shots(game),
    )


def _shots_of_turns(game: str) -> tuple[Shot, ...]:
    """Give what is only seen where several play in turn."""
    return (
        Shot(f"{game}-board-piece-in-hand", lambda here: _board_and(here, game, "rotate")),
        Shot(f"{game}-board-turn-begun", partial(board, game=game, moves=5)),
        Shot(f"{game}-board-turn-done", partial(board, game=game, moves=4, close=False)),
        Shot(f"{game}-board-thinking", partial(_computer_thinks, game=game)),
        Shot(f"{game}-curtain", partial(_curtain, game=game)),
    )


def _shots_of_puzzles(game: str) -> tuple[Shot, ...]:
    collection = Shot(f"{game}-puzzles", partial(_puzzle_part, game=game, tab="campaign"), main=True)
    edited = (
        Shot(f"{game}-editor", partial(_editor, game=game), main=True),
        Shot(f"{game}-editor-save", partial(_editor, game=game, key="save")),
        Shot(f"{game}-editor-tryout", partial(_tried_out, game=game)),
    )
    return (
        *(() if leads_to_puzzles(game) else (collection,)),
        Shot(f"{game}-daily", partial(_puzzle_part, game=game, tab="daily")),
        Shot(f"{game}-new", partial(_new_puzzle, game=game), main=True),
        Shot(f"{game}-boards", partial(_puzzle_part, game=game, tab="boards")),
        *(edited if editor_of(game) is not None else ()),
    )


def _own_shots(game: str) -> tuple[Shot, ...]:
    """Give what ``scenes/<game>_shots.py`` adds, where there is such a file."""
    name = f"scenes.{game}_shots"
    try:
        own: tuple[Shot, ...] = importlib.import_module(name).SHOTS
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return ()
    return own


SHOTS = (
    Shot("shelf", shelf, main=True),
    Shot("shelf-first-start", shelf, used=False),
    Shot("shelf-toasts", _toasts),
    Shot("shelf-tooltip", _tooltip),
    Shot("settings", _settings, main=True),
    *adviser_shots.SHOTS,
    Shot("help", _help, main=True),
    Shot("statistics", lambda here: here.show(StatsScene(here.app)), main=True),
    Shot("statistics-first-start", lambda here: here.show(StatsScene(here.app)), used=False),
    Shot("games", lambda here: here.show(GamesScene(here.app)), main=True),
    Shot("games-first-start", lambda here: here.show(GamesScene(here.app)), used=False),
    Shot("profiles", lambda here: here.show(ProfilesScene(here.app))),
    Shot("keyboard", _keyboard),
    Shot("files", _files),
    *(shot for game in GAMES for shot in _shots_of_game(game)),
)


# -- a cabinet that has been used


def furnish(store: Store) -> None:
    """Leave the traces of a week in the store: two players, finished games against people and computers, one open."""
    for name in (ANN.name, BEN.name):
        store.add_profile(name)
    for game in GAMES:
        weakest = next(iter(players.levels(GAMES[game])))
        several = (PEOPLE, (ANN, Seat(level=weakest)), (Seat(level=weakest), ANN), PEOPLE[::-1])
        for day, seats in enumerate(several if len(people(game)) > 1 else ((ANN,), (ANN,), (BEN,), (ANN,))):
            _write_down(store, game, seats, A_MOMENT - (7 - day) * A_DAY, seed=7 + day)
        open_game = store.begin(table(game, None, people(game), 11, laid_out(game)), A_MOMENT - A_DAY)
        for move in played(game, 11).moves[:2]:
            store.record(open_game, f"play {move}", A_MOMENT - A_DAY)


@cache
def _furnished() -> dict[str, bytes]:
    """Give the files of a cabinet that has been used: every picture starts from them."""
    with TemporaryDirectory() as folder:
        store, _ = Store.open(Path(folder))
        furnish(store)
        store.close()
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def _write_down(store: Store, game: str, seats: tuple[Seat, ...], moment: float, seed: int) -> None:
    """Keep a game that those seats might have played: its moves are those of ``played``."""
    model = played(game, seed)
    session = Session(GAMES[game], table(game, None, seats, seed, laid_out(game)))
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
        settings = Settings(ui_scale=frame.scale)
        if shot.used:
            for name, content in _furnished().items():
                (Path(folder) / name).write_bytes(content)
            settings = settings.with_(profile=ANN.name)
        store, _ = Store.open(Path(folder))
        with stand(frame.size, language=language, settings=settings, store=store) as here:
            shot.show(here)
            yield here


def take(folder: Path, only: Sequence[str] = (), language: str | None = None) -> Iterator[Path]:
    """Take the pictures into a folder, giving each as soon as it is there."""
    for plan in plans(only, language):
        with posed(plan.shot, plan.frame, plan.language) as here:
            yield here.picture(folder / plan.file)
