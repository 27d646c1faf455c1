"""``main.py serve``: its options, its output, and computers at the table."""

import errno
import io
import re

import pytest

from logic import hosting
from logic.arguments import BAD_ARGUMENTS
from logic.config import read_text
from logic.hosting import PHONE_WORDS, Holders, Hosted, SeatRequest, token_hash
from logic.registry import GAMES, new_setup
from logic.session import Seat, Session
from logic.storage.files import data_folder
from logic.terminal import Problem
from main import main
from scenes.phones import serving
from scenes.phones.server import page_file
from scenes.phones.serving import Headless, ServeOptions, serve
from scenes.phones.wire import Address, Answer, Asked, Failed, Held, Opened, Seen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["labyrinth", "--seats", "5"], "--seats: 5 players would sit there, but this variant is for 2 or 3 or 4"),
        (["labyrinth", "--seats", "1"], "--seats: 1 players"),
        (["coatl", "--computers", "genius", "--seats", "1"], "--computers: there is no 'genius'; there are novice"),
        (["chess"], "there is no game 'chess'"),
        (["lgame", "--address", "home"], "'home' is no address"),
        (["lgame", "--address", "::"], "'::' is no address; one of this machine was expected"),
        (["lgame", "--port", "70000"], "'70000' does not fit"),
        (["lgame", "--variant", "huge"], "lgame has no variant 'huge'"),
        (["lgame", "--windowed"], "unrecognized arguments"),
        (["lgame", "--go-on"], "--go-on: no game of lgame is waiting"),
    ],
)
def test_invalid_serve_arguments_are_refused_in_one_line(arguments, said, capsys):
    try:
        code = main(["serve", *arguments])
    except SystemExit as end:
        code = end.code
    assert code == BAD_ARGUMENTS
    output = capsys.readouterr()
    assert said in output.err
    assert output.err.count("\n") == 1
    assert not output.out


def order(**changed):
    asked = {"game": "lgame", "variant": None, "seats": 2, "computers": (), "seed": 1, "language": "de",
             "address": "192.0.2.1", "port": 0}  # fmt: skip
    return ServeOptions(**(asked | changed))


class FakeServer:
    """Stands in for ServerProcess: returns in turn the messages of a test, and is then interrupted as by Ctrl-C."""

    def __init__(self, said):
        self.said, self.told = list(said), []

    def __call__(self, address, wake):
        self.address = address
        wake()
        return self

    def tell(self, told):
        self.told.append(told)

    def close(self):
        self.is_closed = True

    def heard(self):
        if not self.said:
            raise KeyboardInterrupt
        return [self.said.pop(0)]


class BatchServer(FakeServer):
    """A server that sends all its messages at once."""

    def heard(self):
        said, self.said = self.said, []
        return said or super().heard()


OPENED = Opened("192.0.2.1", 4321, "ABCD2345")


def served(monkeypatch, link, **changed):
    """Serve a game by a stand-in for the server until it is interrupted; return what was printed."""
    monkeypatch.setattr("scenes.phones.host.ServerProcess", link)
    monkeypatch.setattr(serving, "LOOK_ROUND", 0.0)
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        serve(order(**changed), out)
    return out.getvalue()


def test_serve_prints_qr_code_address_and_code_and_closes_the_server(monkeypatch):
    link = FakeServer([OPENED])
    printed = served(monkeypatch, link)
    assert printed.endswith("\nhttp://192.0.2.1:4321/  ABCD2345\n")
    assert printed.count("▀") > 100
    assert link.is_closed


def test_serve_reports_a_replaced_database_first(monkeypatch):
    data_folder().mkdir(exist_ok=True)
    (data_folder() / "quincunx.sqlite").write_bytes(b"no database" * 99)
    first, *others = served(monkeypatch, FakeServer([OPENED])).splitlines()
    assert "quincunx-" in first
    assert others[-1] == "http://192.0.2.1:4321/  ABCD2345"


@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ("join: Join\n", "", "the field `join` is missing"),
        ("join: Join\n", "jion: Join\n", "there is no field `jion`"),
        ("join: Join\n", "join: ''\n", "`$.join`: a text of length ≥ 1 was expected"),
    ],
)
def test_no_phone_is_let_in_while_their_words_are_faulty(monkeypatch, was, becomes, why):
    assert was in read_text("phone_words.yaml")
    monkeypatch.setattr("logic.config.read_text", lambda name: read_text(name).replace(was, becomes))
    hosting.phone_words.cache_clear()
    with pytest.raises(Problem) as caught:
        serve(order(language="en"), io.StringIO())
    assert str(caught.value) == f"The phones cannot be let in: config/phone_words.yaml: {why}"


def test_the_page_for_phones_uses_no_words_but_those_that_are_checked():
    script = page_file("page.js").decode()
    fixed = re.search(r"const fixed = \{(.*?)\}", script, re.DOTALL)[1]
    used = {*re.findall(r"(?<![.\w])words\.(\w+)", script), *re.findall(r': "(\w+)"', fixed)}
    assert used == {*PHONE_WORDS}


def test_a_served_game_can_be_resumed_with_its_seats_and_port(monkeypatch):
    holders = Holders((token_hash("one"),), (token_hash("watcher"),))
    move = str(Session(GAMES["lgame"], new_setup("lgame", None, [Seat(), Seat()], 1)).state.legal_moves()[0])
    begun = [Asked(seat, SeatRequest("play", 1, move)) for seat in range(2)]
    links = [FakeServer([OPENED, Held(holders), *begun]), FakeServer([OPENED]), FakeServer([])]
    for link, changed in zip(links, ({}, {"goes_on": True}, {"goes_on": True, "port": 99}), strict=True):
        served(monkeypatch, link, **changed)
    assert links[0].address == Address("192.0.2.1")
    assert links[1].address == Address("192.0.2.1", 4321, True, holders)
    assert links[2].address == Address("192.0.2.1", 99, False, holders), "a port that was asked for is no other"
    shown = next(told for told in links[1].told if isinstance(told, Seen)).snapshots[0]
    assert len(shown.log) == 1, "the move that was made before"


def test_a_hint_for_an_outdated_position_is_not_sent(monkeypatch):
    session = Session(GAMES["labyrinth"], new_setup("labyrinth", None, [Seat(), Seat()], 1))
    mover, requests = session.actor, [SeatRequest("hint", 1)]
    while session.actor == mover:  # the whole turn arrives together with the request
        requests.append(SeatRequest("play", len(requests), str(session.state.legal_moves()[0])))
        session.play(requests[-1].move)
    link = BatchServer([OPENED, *(Asked(mover, request) for request in requests)])
    served(monkeypatch, link, game="labyrinth")
    assert not [told for told in link.told if isinstance(told, Answer)]
    assert [told for told in link.told if isinstance(told, Seen)][-1].snapshots[0].actor != mover


def test_serve_reports_an_address_in_use(monkeypatch):
    monkeypatch.setattr("scenes.phones.host.ServerProcess", FakeServer([Failed("bind: in use", errno.EADDRINUSE)]))
    with pytest.raises(Problem, match="Die Adresse ist schon belegt"):
        serve(order(), io.StringIO())


def test_computer_seats_move_by_themselves():
    session = Session(GAMES["lgame"], new_setup("lgame", None, [Seat(level="gentle"), Seat(level="gentle")], 3))
    headless = Headless(Hosted(session))
    for _ in range(12):
        if not headless.let_computer_move():
            break
    assert session.ply >= 4 or session.outcome() is not None
