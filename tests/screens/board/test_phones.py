"""Phones at a board, and the spectators' window: requests, joining and leaving, and who sees what."""

import os
from typing import ClassVar
from unittest.mock import Mock

import msgspec
import numpy as np
import pygame
import pytest
import zxingcpp
from PIL import Image

from logic import hosting as keeping
from logic import players
from logic.core import Dice, Message, never
from logic.game import sample
from logic.hosting import WATCHER, Holders, Hosted, SeatRequest, snapshot, token_hash
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session, Timeline
from logic.storage.files import data_folder
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.phones import host as host_module
from scenes.phones import spectator, wire
from scenes.phones.dialog import JoinDialog
from scenes.phones.spectator import CLOSED, Appearance, Spectator, SpectatorScreen
from scenes.phones.wire import (
    Address,
    Answer,
    Asked,
    Dismissed,
    Failed,
    Held,
    Here,
    Joined,
    Opened,
    Pointed,
    PutOut,
    Reach,
    Seen,
)
from tests.screens.boardhands import board_of
from tests.support.sampling import sample_of
from tests.support.seats.app import new_driver  # noqa: F401 - a fixture
from tests.support.seats.seating import BoardStory, play_on
from tests.support.stories import sentences

SOMEWHERE = Address("192.0.2.7")
PEOPLE = (Seat("Ann"), Seat("Ben"))
OPENED = Opened("192.0.2.7", 4321, "ABCD2345")
HOLDERS = Holders((token_hash("one"), token_hash("other")), (token_hash("watcher"),))


class FakeServer:
    """A fake server: keeps what it is told, and says what a test wants."""

    def __init__(self, address, wake):
        self.address, self.wake = address, wake
        self.told, self.said, self.is_closed = [], [], False

    def tell(self, told):
        self.told.append(told)

    def say(self, *said):
        self.said += said
        self.wake()

    def heard(self):
        said, self.said = self.said, []
        return said

    def close(self):
        self.is_closed = True

    def last(self, kind):
        return next(one for one in reversed(self.told) if isinstance(one, kind))


@pytest.fixture
def table(new_driver, monkeypatch):  # noqa: F811
    """Sit down at a board with phones let in; return the driver, the match and the wire."""
    wires = []

    def made(address, wake):
        wires.append(FakeServer(address, wake))
        return wires[-1]

    monkeypatch.setattr(host_module, "ServerProcess", made)
    monkeypatch.setattr(host_module.wire, "own_address", lambda: SOMEWHERE.host)

    def sit(game="labyrinth", seats=PEOPLE, address=SOMEWHERE):
        driver = new_driver((1280, 800))
        match = Match.start(driver.app, new_setup(game, None, seats, 7, {"first": 0} if len(seats) > 1 else {}))
        board = BoardScene(driver.app, match)
        driver.open(board)
        board.phones.invite(address)
        (wire,) = wires
        say(driver, wire, OPENED)
        return driver, match, wire

    sit.wires = wires
    return sit


def say(driver, wire, *said):
    wire.say(*said)
    driver.settle()


def ask(driver, match, wire, act, move="", seat=None, number=None):
    request = SeatRequest(act, board_of(driver).phones.host.hosted.number if number is None else number, move)
    say(driver, wire, Asked(match.actor if seat is None else seat, request))


STORIES = """
# The dialog shows the way in, who is there, and whose seat is taken over
labyrinth :: :: top JoinDialog, words address http://192.0.2.7:4321, absent out-0 :: joined 0, here 1,0 2
  :: there out-0, tells Ann is here by phone., words watchers 2 phones are watching :: settle, joined 1, taken 1
  :: tells Another phone has taken the seat of Ben.
# No curtain falls for whoever has a phone, and it falls again without
labyrinth :: strike escape :: top Curtain :: joined 0 1, settle :: top BoardScene :: move, move :: ply 2, actor 1,
  top BoardScene :: out 0 :: put 0 :: move, move :: actor 0, top Curtain
# What may not be is refused to that seat alone
labyrinth :: ask play 1 now FIRST :: answers 1 :: ask play 0 0 FIRST
  :: answered The game has gone on meanwhile. :: ask play -1 now FIRST, ask play 7 now FIRST,
  ask play 0 now push~z9~E~0 :: ply 0
# A move is made once however often it is sent, and is taken back by phone
labyrinth :: thrice :: ply 1 :: ask back 0 now :: ply 0
# The computer takes the seat of a phone that is put out
labyrinth of 3 :: joined 2, here 0,0,1 0, tap out-2 answer1 :: computer 2, put 2
# It ends with the board, or by a button that tells them so, and they have no seat when phones are let in again
labyrinth :: joined 0 1, held, leave_board :: closed
labyrinth :: joined 0 1, held, settle, tap off :: closed, dismissed, phones, off :: invite :: address 192.0.2.7
# A phone that is away on its turn shows at the screen until it is back, and holds nothing up
labyrinth :: joined 0 1, here 1,1 0, settle, strike escape, note, here 0,1 0 0, settle
  :: words status Ann: the phone is away. Play on here,~or disconnect it in the menu. :: here 1,0 0 1, settle :: usual
  :: move :: ply 1
# Who puts the own phone away plays at the screen again behind a curtain
labyrinth :: joined 0 1, held, settle, strike escape, gone 0
  :: tells Ann plays without a phone now., phones 1, hides
# Where the machine has another address the table opens there, shows the way once, and is good again at the old one
labyrinth at own :: joined 0 1, held, settle, strike escape, move_to 192.0.2.99, settle :: closed, address 192.0.2.99
  :: opened 192.0.2.99 4321 ZZZZ2345, settle :: top JoinDialog, contains about another one, phones
  :: move_to 192.0.2.7 :: address 192.0.2.7 4321 held :: opened 192.0.2.7 4321 ABCD2345, settle,
  move_to 192.0.2.99, opened 192.0.2.99 4321 ZZZZ2345, settle :: count JoinDialog 1
# Where the network is gone it is said, and everybody keeps the seat
labyrinth at own :: joined 0, settle, reach no :: toast lost the network, contains about lost its network, phones 0
  :: reach yes :: tells The network is back,~and the phones with it., open
labyrinth :: joined 0, settle, reach no 192.0.2.99 :: toast lost the network, contains about lost its network, phones 0
  :: reach yes :: tells The network is back,~and the phones with it., open
# Where what serves phones ends it is said, and whoever opens it again has them all back
labyrinth :: joined 0 1, held, settle, strike escape, failed
  :: tells The phones are gone: the program serving them has ended., phones :: invite :: address 192.0.2.7 4321 held
# Where nothing listens it is said
labyrinth :: failed busy, settle :: contains trouble busy
labyrinth :: failed, settle :: contains trouble ended
"""


class Hosting(BoardStory):
    """A board with phones let in, ``of`` so many people, at an address, or ``at own``; requests are handled at once."""

    STEPS: ClassVar = BoardStory.STEPS | {
        "joined": lambda story, *seats: story.hear(*(Joined(int(seat), False) for seat in seats)),
        "taken": lambda story, seat: story.hear(Joined(int(seat), True)),
        "here": lambda story, seats, watchers, *away: story.hear(
            Here(tuple(map(int, seats.split(","))), int(watchers), tuple(map(int, away)))
        ),
        "held": lambda story: story.hear(Held(HOLDERS)),
        "gone": lambda story, _: story.hear(Held(Holders(("", HOLDERS.seats[1])))),
        "opened": lambda story, host, port, code: story.hear(Opened(host, int(port), code)),
        "reach": lambda story, how, now="": story.hear(Reach(is_there=how == "yes", now=now)),
        "failed": lambda story, why="": story.hear(Failed(why)),
        "move": lambda story: ask(story.driver, story.match, story.wire, "play", story.first),
        "out": lambda story, seat: (story.host.revoke_seat(int(seat)), story.driver.settle()),
        "invite": lambda story: board_of(story.driver).phones.invite(),
        "leave_board": lambda story: story.driver.leave(board_of(story.driver)),
        "note": lambda story: setattr(story, "usual", story.driver.widget("status").text),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "put": lambda story, seat: story.wire.last(PutOut) == PutOut(int(seat)),
        "answers": lambda story, seat: story.wire.last(Answer).seat == int(seat),
        "answered": lambda story, *words: story.wire.last(Answer).text == Message(" ".join(words)),
        "computer": lambda story, seat: story.match.seats[int(seat)].is_computer,
        "phones": lambda story, *seats: story.match.phones == set(map(int, seats)),
        "hides": lambda story: story.match.needs_curtain,
        "closed": lambda story: story.wires[0].is_closed,
        "open": lambda story: not story.wire.is_closed,
        "dismissed": lambda story: story.wires[0].told[-1] == Dismissed(),
        "off": lambda story: not story.host.is_on,
        "address": lambda story, host, port=0, held="": (
            story.wire.address == (Address(host, int(port), True, HOLDERS) if held else Address(host))
        ),
        "usual": lambda story: story.driver.widget("status").text == story.usual,
        "toast": lambda story, *words: any(" ".join(words) in told for told in story.driver.said()),
    }

    def __init__(self, table, monkeypatch, told):
        game, *rest = told.split()
        options = dict(zip(rest[::2], rest[1::2], strict=True))
        seats = (*PEOPLE, Seat("Zoë"))[: int(options.get("of", 2))]
        driver, match, _ = table(game, seats, None if "at" in options else SOMEWHERE)
        super().__init__(driver, match)
        self.wires, self.monkeypatch = table.wires, monkeypatch

    @property
    def wire(self):
        return self.wires[-1]

    @property
    def host(self):
        return board_of(self.driver).phones.host

    @property
    def first(self):
        return str(self.match.session.state.legal_moves()[0])

    def hear(self, *said):
        self.wire.say(*said)
        self.driver.step(0.2)

    def do_ask(self, act, seat, number, move=""):
        number = None if number == "now" else int(number)
        move = move.replace("FIRST", self.first)
        ask(self.driver, self.match, self.wire, act, move, int(seat), number)

    def do_thrice(self):
        request = SeatRequest("play", self.host.hosted.number, self.first)
        say(self.driver, self.wire, *[Asked(self.match.actor, request)] * 3)

    def do_move_to(self, address):
        self.monkeypatch.setattr(host_module.wire, "own_address", lambda: address)
        self.hear(Reach(is_there=False, now=address))


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(table, monkeypatch, story):
    Hosting(table, monkeypatch, story[0]).check(story[1:])


@pytest.mark.seen
def test_the_join_dialogs_qr_code_holds_address_and_code(table):
    driver, _, _ = table()
    driver.app.stack.touch()
    driver.frame(dt=0.0)
    seen = Image.frombytes("RGB", driver.surface.get_size(), pygame.image.tobytes(driver.surface, "RGB"))
    assert [found.text for found in zxingcpp.read_barcodes(seen)] == ["http://192.0.2.7:4321/#ABCD2345"]


def test_snapshots_go_out_once_per_position_and_hints_only_to_the_asker(table):
    driver, match, wire = table()
    before = [one for one in wire.told if isinstance(one, Seen)]
    assert {*before[-1].snapshots} == {0, 1, WATCHER}
    driver.step(1.0)
    assert [one for one in wire.told if isinstance(one, Seen)] == before
    ask(driver, match, wire, "play", str(match.session.state.legal_moves()[0]))
    sent = [one for one in wire.told if isinstance(one, Seen)]
    assert len(sent) == len(before) + 1
    assert sent[-1].snapshots[0].number > before[-1].snapshots[0].number
    # a hint goes to the seat that asked and is not shown on the screen
    say(driver, wire, Joined(0, False), Joined(1, False))
    driver.thinks = False
    for _ in range(3):
        ask(driver, match, wire, "hint")
    assert driver.executor.asked.count("hint") == 1
    driver.let_think()
    driver.settle()
    answer = wire.last(Answer)
    assert answer.seat == match.actor
    assert answer.moves
    assert match.coach.hint is None
    assert not match.coach.can_hint


@pytest.mark.seen
@pytest.mark.parametrize(
    ("game", "seats"),
    sample_of([("labyrinth", PEOPLE), ("dragon", (Seat("Ann"),)), ("jumpin", (Seat("Ann"),))], every=2),
)
def test_pointing_by_phone_marks_the_board_for_a_while_and_plays_nothing(table, game, seats):
    driver, match, wire = table(game, seats)
    say(driver, wire, *[Joined(seat, False) for seat in range(len(seats))])
    driver.strike("escape")

    def seen():
        driver.app.stack.touch()
        driver.frame(dt=0.0)
        return pygame.image.tobytes(driver.surface, "RGB")

    view, before = board_of(driver).view, seen()
    square = view.cell_rect(next(iter(view.middles())))
    wire.say(Pointed(WATCHER, str(next(iter(view.middles())))), Pointed(0, "z99"), Pointed(5, "a1"))
    driver.step(0.2)
    changed = changes(before, seen(), driver.surface.get_width())
    assert changed
    assert square.inflate(square.size).contains(changed)
    wire.say(Pointed(0, str(next(iter(view.middles())))))
    driver.step(0.2)
    assert changes(before, seen(), driver.surface.get_width()) != changed
    driver.step(driver.app.theme.seconds.point + 0.2)
    assert seen() == before
    assert match.session.ply == 0


def changes(one, other, width):
    """Return the rectangle in which two pictures differ."""
    places = np.flatnonzero(np.frombuffer(one, np.uint8) != np.frombuffer(other, np.uint8)) // 3
    if not len(places):
        return pygame.Rect(0, 0, 0, 0)
    left, right = (int(bound(places % width)) for bound in (np.min, np.max))
    top, bottom = (int(bound(places // width)) for bound in (np.min, np.max))
    return pygame.Rect(left, top, right - left + 1, bottom - top + 1)


# -- a game that is left, and found again


@pytest.fixture
def left(table):
    """Return driver and match of a game with two phones after one move, as it is when the program ends."""
    driver, match, wire = table()
    say(driver, wire, Joined(0, False), Joined(1, False), Held(HOLDERS))
    ask(driver, match, wire, "play", str(match.session.state.legal_moves()[0]))
    driver.leave(board_of(driver))
    return driver, match


def sit_again(driver, match, monkeypatch):
    """Resume a game; return what its server, if any, is told."""
    wires = []
    monkeypatch.setattr(host_module.wire, "own_address", lambda: SOMEWHERE.host)
    monkeypatch.setattr(host_module, "ServerProcess", lambda *told: wires.append(FakeServer(*told)) or wires[-1])
    board = BoardScene(driver.app, match)
    driver.open(board)
    return board, wires


def test_resuming_a_game_reconnects_its_phones_without_a_curtain(left, monkeypatch):
    driver, match = left
    board, (wire,) = sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)
    assert wire.address == Address(SOMEWHERE.host, OPENED.port, True, HOLDERS)
    assert driver.top is board, "neither a curtain nor a page"
    assert board.match.phones == {0, 1}
    say(driver, wire, OPENED)
    assert driver.top is board


def test_the_join_dialog_shows_the_new_code_if_the_old_port_is_taken(left, monkeypatch):
    driver, match = left
    _, (wire,) = sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)
    say(driver, wire, Opened(SOMEWHERE.host, OPENED.port + 1, "ZZZZ2345"))
    assert isinstance(driver.top, JoinDialog)
    assert "another one" in driver.widget("about").text


def test_on_another_address_phone_tokens_are_dropped_and_all_seats_are_free(left, monkeypatch):
    driver, match = left
    fetch = keeping.fetch
    monkeypatch.setattr(keeping, "fetch", lambda *name: msgspec.structs.replace(fetch(*name), host="192.0.2.99"))
    _, (wire,) = sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)
    assert wire.address == Address(SOMEWHERE.host, OPENED.port, True)
    assert isinstance(driver.top, Curtain)
    say(driver, wire, OPENED)
    assert "another one" in driver.widget("about").text


def test_phones_are_not_restored_for_other_dismissed_or_expired_games(left, monkeypatch):
    driver, match = left
    other = Match.start(driver.app, new_setup("labyrinth", None, PEOPLE, 7, {"first": 0}))
    assert not sit_again(driver, other, monkeypatch)[1]
    monkeypatch.setattr(keeping, "LASTS", 0)
    assert not sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)[1]
    monkeypatch.undo()
    board, _ = sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)
    board.phones.host.close_for_good()
    driver.leave(board)
    assert not sit_again(driver, Match.resume(driver.app, match.game_id), monkeypatch)[1]


def test_phone_tokens_are_stored_privately_and_never_exported(left):
    driver, match = left
    (file,) = (data_folder() / "phones").iterdir()
    assert HOLDERS.seats[0] in file.read_text()
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    exported = str(driver.app.store.export_all()) + str(driver.app.store.export_game(match.game_id))
    assert HOLDERS.seats[0] not in exported
    file.write_text('{"game":')
    assert keeping.fetch(1, 0.0, 0.0) is None


@pytest.mark.parametrize(("begin", "order"), [(Match.rematch, (1, 0)), (Match.again, (0, 1))])
def test_a_rematch_keeps_each_phone_with_its_player(table, monkeypatch, begin, order):
    driver, match, wire = table()
    say(driver, wire, Joined(0, False), Joined(1, False), Held(HOLDERS))
    match.give_up(match.actor)
    driver.settle()
    again = begin(match)
    driver.leave(board_of(driver))
    names = [seat.name for seat in match.seats]
    assert [seat.name for seat in again.seats] == [names[seat] for seat in order]
    _, (fresh,) = sit_again(driver, again, monkeypatch)
    assert fresh.address.holders.seats == tuple(HOLDERS.seats[seat] for seat in order)
    assert fresh.address.holders.watchers == HOLDERS.watchers


def test_inviting_phones_without_a_network_shows_the_reason(new_driver, monkeypatch):  # noqa: F811
    monkeypatch.setattr(host_module.wire, "own_address", lambda: None)
    driver = new_driver((1280, 800))
    match = Match.start(driver.app, new_setup("lgame", None, PEOPLE, 7))
    board = BoardScene(driver.app, match, invites=True)
    driver.open(board)
    assert "no network" in driver.widget("trouble").text
    assert not board.phones.host.is_on
    # a machine without a network has no address
    monkeypatch.setattr(wire.socket, "socket", Mock(side_effect=OSError))
    assert wire.own_address() is None


@pytest.mark.parametrize("game", sample_of(["labyrinth", "coatl", "lgame"], every=2))
def test_a_whole_game_can_be_played_by_phone(table, game):
    driver, match, wire = table(game)
    say(driver, wire, Joined(0, False), Joined(1, False))
    driver.key("escape")
    level = next(iter(players.own_levels(GAMES[game])))
    for number in range(40):
        if match.is_over:
            break
        if match.session.awaits_end:
            ask(driver, match, wire, "end")
            continue
        session = match.session
        move = players.choose(session.game, level, session.state, Dice(number), never)
        ply = session.ply
        ask(driver, match, wire, "play", str(move))
        assert session.ply == ply + 1
        assert not isinstance(driver.top, Curtain)
    assert (wire.last(Seen).snapshots[0].ending is not None) == match.is_over


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
def test_the_spectator_window_shows_each_position_in_both_orientations(name):
    table, screen = hosted(name), SpectatorScreen(SIZE, Appearance("de"))
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


def test_pointing_by_phone_is_shown_in_the_spectator_window_for_a_while():
    screen = SpectatorScreen(SIZE, Appearance("de"))
    screen.hear(seen(hosted("labyrinth")))
    before = picture(screen)
    screen.point(0, "c3")
    screen.point(WATCHER, "e5")
    assert picture(screen) != before
    assert screen.update(10.0), "it is gone, which has to be seen"
    assert picture(screen) == before


@pytest.mark.parametrize("name", ["labyrinth", "coatl"])
def test_the_spectator_window_reveals_no_hidden_information(name):
    one = hosted(name, moves=8)
    pictures = []
    for state in (one.session.state, *(sample(GAMES[name], one.view(seat), seat, Dice(5)) for seat in (0, 1))):
        table = hosted(name)
        table.session._line = Timeline(state)
        screen = SpectatorScreen(SIZE, Appearance("en"))
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


def test_the_board_sends_the_spectator_each_position_once_until_left(new_driver):  # noqa: F811
    driver = new_driver((1280, 800))
    driver.app.audience = audience = Audience()
    match = Match.start(driver.app, new_setup("labyrinth", None, [Seat("Ann"), Seat("Ben")], 7, {"first": 0}))
    board = BoardScene(driver.app, match)
    driver.open(board)
    assert [shown.viewer for shown in audience.shown] == [WATCHER]
    play_on(driver, match, match.session.state.legal_moves()[0])
    assert [shown.number for shown in audience.shown] == [1, 2]
    board.phones.host.on_point(1, "c3")
    driver.leave(board)
    assert audience.shown[2:] == [(1, "c3"), None]
    audience.news = Message("The window for those who look on is closed.")
    driver.step(0.2)
    assert driver.app.audience is None
    assert audience.news.msgid in driver.said()


@pytest.mark.parametrize(("said", "told"), [([], None), ([Failed("")], CLOSED), ([Failed("busy")], "cannot be opened")])
def test_failures_of_the_spectator_window_are_reported(monkeypatch, said, told):
    shown = []

    class Link:
        def __init__(self, *given):
            pass

        def heard(self):
            return said

        def tell(self, told):
            shown.append(told)

    monkeypatch.setattr(spectator, "ServerProcess", Link)
    window = Spectator(Appearance("en"), lambda: None)
    heard = window.heard()
    assert heard == told or (isinstance(told, str) and told in heard.msgid)
    window.show(None)
    assert shown == [Seen({})]


@pytest.mark.parametrize(("game_id", "deletes"), [(7, True), (None, False)])
def test_an_unstored_game_does_not_delete_the_table_of_another(monkeypatch, game_id, deletes):
    forget = Mock()
    monkeypatch.setattr(keeping, "forget", forget)
    notebook = host_module.Notebook(Mock(), Mock(), game_id, lambda: False)
    notebook.delete_file()
    notebook.close()
    assert forget.called == deletes
