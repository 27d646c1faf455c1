"""The page of games: resume, delete, replay, export and import."""

import json
import sqlite3
from contextlib import closing

import pygame
import pytest

from logic.game import redact
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat
from logic.storage.exchange import to_bytes
from logic.storage.files import LARGEST_FILE
from scenes.app.exports import export_game, exports_folder, import_path
from scenes.app.page import Question
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.replay import ReplayScene
from scenes.cabinet.shelf import ShelfScene
from tests.support.hands.presses import HANDS, by_keys
from tests.support.sampling import sample_of
from tests.support.seats.cabinet import labels
from tests.support.seats.kept import finish_game
from tests.support.windows import faults_in_every_window


def ids(driver):
    return {entry.id for entry in driver.app.store.unfinished()}, {entry.id for entry in driver.app.store.finished()}


@pytest.mark.parametrize("hand", HANDS)
def test_games_are_exported_deleted_replayed_and_resumed_by_each_input_method(seat, hand):
    driver = seat("games", size=(1280, 1400))
    ended = driver.app.store.finished()[0]
    waiting, other = driver.app.store.unfinished()[:2]
    hand(driver, f"export-{ended.id}", rests=False)
    (path,) = exports_folder().glob("lgame-*.json")
    assert str(path) in driver.said()[-1]
    assert len(json.loads(path.read_bytes())["games"]) == 1
    # deleted only after a question
    for answer in ("answer0", "answer1"):
        hand(driver, f"discard-{waiting.id}")
        assert isinstance(driver.top, Question)
        assert waiting.id in ids(driver)[0]
        driver.settle()
        driver.tap(answer)
        driver.step(1.0)
    assert waiting.id not in ids(driver)[0]
    assert driver.top.ui.find(f"go-on-{waiting.id}") is None
    hand(driver, f"watch-{ended.id}")
    assert isinstance(driver.top, ReplayScene)
    assert driver.top.last == ended.moves
    driver.leave()
    driver.step(1.0)
    hand(driver, f"discard-{ended.id}")
    assert "missing from the statistics" in driver.widget("question").text
    driver.settle()
    driver.tap("answer1")
    assert ended.id not in ids(driver)[1]
    hand(driver, f"go-on-{other.id}")
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.game_id == other.id


@pytest.mark.seen
def test_cards_show_game_pictures_and_an_empty_page_opens_the_shelf(seat):
    driver = seat("games", size=(1280, 1400))
    entries = [*driver.app.store.unfinished(), *driver.app.store.finished()]
    cards = [driver.widget(f"{'watch' if entry.ended else 'go-on'}-{entry.id}") for entry in entries]
    driver.settle()
    assert all(card.picture.is_painted for card in cards)
    assert len({pygame.image.tobytes(shown(card), "RGB") for card in cards}) == len(cards)
    for entry in entries:
        driver.app.store.discard(entry.id)
    driver.top.rebuild()
    by_keys(driver, "play")
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.seen
@pytest.mark.parametrize("game", sample_of(["labyrinth", "coatl", "dragon"], every=2))
def test_card_pictures_are_redacted_for_all_players(seat, game):
    driver = seat("games", full=False)
    config = game_config(game)
    people = tuple(Seat(name) for name in ("Anna", "Ben")[: config.variants[config.default].players[0]])
    match = Match.start(driver.app, new_setup(game, None, people, 7))
    match.play(str(match.session.state.legal_moves()[0]))
    (entry,) = driver.app.store.unfinished()
    driver.top.rebuild()
    driver.settle()
    state = match.session.state
    for viewer in range(len(people)):
        state = redact(GAMES[game], state, viewer)
    picture = driver.widget(f"go-on-{entry.id}").picture
    assert picture.is_painted
    assert picture.board.state == state != match.session.state


def shown(card):
    """Return a card's picture by itself."""
    surface = pygame.Surface(card.picture.rect.size)
    before = card.picture.rect
    card.picture.place(surface.get_rect())
    card.picture.paint()
    card.picture.draw(surface)
    card.picture.place(before)
    return surface


def test_all_games_can_be_exported_and_imported_again(seat):
    driver = seat("games", size=(1280, 1400))
    before = len(driver.app.store.finished()), len(driver.app.store.unfinished())
    driver.tap("export-all")
    assert driver.top.ui.find("file-0") is not None
    for entry in [*driver.app.store.finished(), *driver.app.store.unfinished()]:
        driver.app.store.discard(entry.id)
    driver.top.rebuild()
    driver.settle()
    by_keys(driver, "file-0", rests=False)
    assert (len(driver.app.store.finished()), len(driver.app.store.unfinished())) == before
    assert driver.said()[-1].startswith("4 games imported")


def test_importing_twice_adds_no_duplicates_and_a_typed_path_is_imported(seat, tmp_path):
    driver = seat("games")
    path = export_game(driver.app, driver.app.store.finished()[0].id)
    before = ids(driver)
    assert import_path(driver.app, path)
    assert ids(driver) == before
    assert f"1 game of {path.name} was here already." in driver.said()
    # another copy of it has another name, and a path is typed and imported
    other = export_game(driver.app, driver.app.store.finished()[0].id)
    assert path.exists()
    assert other != path
    path = other.rename(tmp_path / "kept.json")
    driver.write("path", str(path))
    driver.key("return")
    assert driver.said()[-1] == "1 game of kept.json was here already."


def test_the_sound_games_of_a_file_are_imported_and_the_others_named_in_the_players_language(seat, tmp_path):
    driver = seat("games", language="de")
    data = json.loads(to_bytes(driver.app.store.export_all()))
    first, second, *_ = data["games"]
    first["started"] += 1
    faulty = [{**second, "started": "gestern"}, {**second, "journal": ["hop"]}]
    path = tmp_path / "abend.json"
    path.write_bytes(to_bytes({**data, "games": [first, *faulty, second]}))
    before = len(driver.app.store.unfinished()) + len(driver.app.store.finished())
    driver.top.drop(path)
    assert driver.said()[-1] == (
        "1 Partie aus abend.json importiert. 1 Partie aus abend.json war schon da. 2 Partien wurden nicht importiert: "
        "Partie 2 der Datei: `$.started`: eine Zahl wurde erwartet, nicht ein Text · "
        "Partie 3 der Datei: Aktion 1 des Protokolls: „hop“ ist keine Aktion in einer Partie."
    )
    assert len(driver.app.store.unfinished()) + len(driver.app.store.finished()) == before + 1


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1080, 1920), (600, 1024)])
def test_the_button_of_the_field_for_a_path_is_beside_it(seat, size):
    driver = seat("games", language="de", size=size)
    field, opens = driver.widget("path").rect, driver.widget("import").rect
    assert field.right <= opens.left
    assert field.top <= opens.centery <= field.bottom


def test_a_path_with_an_unknown_home_folder_is_refused(seat):
    driver = seat("games")
    driver.write("path", "~nobody-here/kept.json")
    driver.key("return")
    assert driver.said()[-1] == "This is no path."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x00\xff", "no file of games"),
        (b"{}", "no file of games"),
        (b'{"quincunx": 99}', "format 99"),
        (b'{"quincunx": 1, "games": 5}', "Something is wrong"),
    ],
)
def test_importing_an_invalid_file_is_refused_with_the_reason(seat, tmp_path, content, reason):
    driver = seat("games")
    before = ids(driver)
    path = tmp_path / "other.json"
    path.write_bytes(content)
    driver.top.drop(path)
    assert driver.said()[-1].startswith("other.json was not imported: ")
    assert reason in driver.said()[-1]
    assert ids(driver) == before


def test_importing_missing_or_oversized_files_is_refused(seat, tmp_path):
    driver = seat("games")
    assert not import_path(driver.app, tmp_path / "none.json")
    assert not import_path(driver.app, tmp_path)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert not import_path(driver.app, huge)
    assert len(driver.said()) == 3


def test_exporting_to_an_unwritable_folder_is_reported(seat, monkeypatch):
    driver, heard = seat("games"), []
    monkeypatch.setattr(driver.app.sound, "play", heard.append)
    exports_folder().parent.mkdir(parents=True, exist_ok=True)
    exports_folder().write_bytes(b"in the way")
    assert export_game(driver.app, driver.app.store.finished()[0].id) is None
    assert (len(driver.said()), heard) == (1, ["deny"])


def test_the_empty_page_offers_to_play_and_more_lists_all_games(seat):
    driver = seat("games", full=False)
    assert len([text for text in labels(driver) if text.startswith("No game")]) == 1
    assert driver.widget("play").style == "primary"
    assert not driver.widget("export-all").enabled
    # more finished games are shown on demand
    for number in range(22):
        finish_game(driver.app, 1, seed=number)
    driver.top.rebuild()
    shown = [w for w in driver.top.ui.walk() if w.key.startswith("watch-") and not w.key.endswith("emblem")]
    assert len(shown) == 20
    driver.settle()
    by_keys(driver, "more")
    shown = [w for w in driver.top.ui.walk() if w.key.startswith("watch-") and not w.key.endswith("emblem")]
    assert len(shown) == 22


def spoil(driver, change, game_id):
    with closing(sqlite3.connect(driver.app.store.path)) as database, database:
        database.execute(f"UPDATE games SET {change} WHERE id = ?", (game_id,))  # noqa: S608 - words of these tests


@pytest.fixture
def with_unreadable(seat):
    """The page of games, with one whose set-up is invalid."""
    driver = seat("games", size=(1280, 1400))
    spoilt = driver.app.store.unfinished()[0].id
    spoil(driver, "setup = substr(setup, 2)", spoilt)
    driver.top.rebuild()
    driver.settle()
    return driver, spoilt


@pytest.mark.parametrize("hand", HANDS)
def test_an_unreadable_game_is_listed_and_exported_raw_by_each_input_method(with_unreadable, hand):
    driver, spoilt = with_unreadable
    assert driver.top.ui.find(f"go-on-{spoilt}") is None
    hand(driver, f"raw-{spoilt}", rests=False)
    (path,) = exports_folder().glob("game-*.json")
    assert str(path) in driver.said()[-1]
    (raw,) = json.loads(path.read_bytes())["unreadable"]
    assert raw["games"][0]["id"] == spoilt


def test_an_unreadable_game_is_deleted_only_after_confirmation(with_unreadable):
    driver, spoilt = with_unreadable
    by_keys(driver, f"discard-{spoilt}")
    assert isinstance(driver.top, Question)
    driver.strike("escape")
    driver.settle()
    assert [game.id for game in driver.app.store.unreadable()] == [spoilt]
    by_keys(driver, f"discard-{spoilt}")
    driver.tap("answer1")
    assert driver.app.store.unreadable() == []
    assert driver.top.ui.find("unreadable") is None


def test_export_all_includes_unreadable_games_and_the_page_fits_every_window(with_unreadable):
    driver, _ = with_unreadable
    driver.click("export-all")
    assert "1 game in it cannot be read, and is kept there as it is." in driver.said()
    (path,) = exports_folder().glob("quincunx-*.json")
    assert import_path(driver.app, path)
    assert "1 game in the file cannot be read, and stays there." in driver.said()
    # a page with unreadable games fits in every language
    spoilt = with_unreadable[1]
    assert faults_in_every_window(driver.app) == {}
    spoil(driver, "setup = '', game = '', started = 0, changed = 0", spoilt)
    assert faults_in_every_window(driver.app) == {}
