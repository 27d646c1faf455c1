"""The window for those who look on: it shows each position, nothing hidden, and is told of by the board."""

import pygame
import pytest

from logic.core import Dice, Message
from logic.game import sample
from logic.hosting import WATCHER, Hosted, snapshot
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session, Timeline
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.phones import spectator
from scenes.phones.spectator import CLOSED, Outlook, Spectator, SpectatorScreen
from scenes.phones.wire import Failed, Seen
from tests.sampling import sample_of
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

SIZE, STANDING = (960, 540), (540, 960)


def hosted(name, *, moves=0):
    config = game_config(name)
    people = [Seat("Ann"), Seat("Ben"), Seat("Zoë"), Seat()][: min(config.variants[config.default].players)]
    table, dice = Hosted(Session(GAMES[name], new_setup(name, None, people, 7))), Dice(1)
    for _ in range(moves):
        play(table, dice)
    return table


def play(table, dice):
    if table.session.awaits_end:
        table.session.end_turn()
    table.session.play(str(dice.choice(table.session.state.legal_moves())))


def seen(table):
    return snapshot(table, WATCHER, [seat.name for seat in table.session.seats])


def picture(screen, size=SIZE):
    while screen.update(0.1):
        pass
    surface = pygame.Surface(size)
    screen.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("name", sample_of(GAMES, every=2))
def test_it_shows_every_game_move_by_move_in_a_window_that_lies_or_stands(name):
    table, screen = hosted(name), SpectatorScreen(SIZE, Outlook("de"))
    shown = [picture(screen)]
    for number in range(3):
        screen.hear(seen(table))
        shown.append(picture(screen))
        play(table, Dice(number))
    screen.resize(STANDING)
    shown.append(picture(screen, STANDING))
    assert len({*shown}) == len(shown)
    screen.resize(SIZE)
    screen.hear(None)
    assert picture(screen) == shown[0], "the table is gone, and nothing of it is left"


def test_who_points_by_phone_is_seen_there_too_for_a_while():
    screen = SpectatorScreen(SIZE, Outlook("de"))
    screen.hear(seen(hosted("labyrinth")))
    before = picture(screen)
    screen.point(0, "c3")
    screen.point(WATCHER, "e5")
    assert picture(screen) != before
    assert screen.update(10.0), "it is gone, which has to be seen"
    assert picture(screen) == before


@pytest.mark.parametrize("name", ["labyrinth", "coatl"])
def test_tables_that_differ_in_what_anybody_hides_look_alike_there(name):
    one = hosted(name, moves=8)
    pictures = []
    for state in (one.session.state, *(sample(GAMES[name], one.view(seat), seat, Dice(5)) for seat in (0, 1))):
        table = hosted(name)
        table.session._line = Timeline(state)
        screen = SpectatorScreen(SIZE, Outlook("en"))
        screen.hear(seen(table))
        pictures.append((table.session.state, picture(screen)))
    assert len({state for state, _ in pictures}) == 3
    assert len({shown for _, shown in pictures}) == 1


class Audience:
    def __init__(self):
        self.shown, self.news = [], None

    def show(self, shown):
        self.shown.append(shown)

    def point(self, seat, name):
        self.shown.append((seat, name))

    def heard(self):
        return self.news

    def close(self):
        self.shown.append("closed")


def test_a_board_shows_it_each_position_once_as_a_watcher_knows_it_and_takes_its_table_along(sit_down):  # noqa: F811
    driver = sit_down((1280, 800))
    driver.app.audience = audience = Audience()
    match = Match.start(driver.app, new_setup("labyrinth", None, [Seat("Ann"), Seat("Ben")], 7, {"first": 0}))
    board = BoardScene(driver.app, match)
    driver.push(board)
    driver.settle()
    assert [shown.viewer for shown in audience.shown] == [WATCHER]
    match.play(match.session.state.legal_moves()[0])
    driver.settle()
    assert [shown.number for shown in audience.shown] == [1, 2]
    board.phones.host.on_point(1, "c3")
    driver.app.stack.pop(board)
    driver.settle()
    assert audience.shown[2:] == [(1, "c3"), None]
    audience.news = Message("The window for those who look on is closed.")
    driver.step(0.2)
    assert driver.app.audience is None
    assert audience.news.msgid in driver.said()


@pytest.mark.parametrize(("said", "told"), [([], None), ([Failed("")], CLOSED), ([Failed("busy")], "cannot be opened")])
def test_what_becomes_of_the_window_is_told(monkeypatch, said, told):
    shown = []

    class Link:
        def __init__(self, *given):
            pass

        def heard(self):
            return said

        def tell(self, told):
            shown.append(told)

    monkeypatch.setattr(spectator, "Link", Link)
    window = Spectator(Outlook("en"), lambda: None)
    heard = window.heard()
    assert heard == told or (isinstance(told, str) and told in heard.msgid)
    window.show(None)
    assert shown == [Seen({})]
