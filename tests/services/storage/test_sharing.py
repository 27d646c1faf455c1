"""Files in shared pictures: codes that decode, malicious pictures, truncated games."""

import io
import os
import struct
import zlib

import msgspec
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from logic.core import Dice
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session
from logic.sharing import (
    FIELD,
    LARGEST_CONTENT,
    BoardFile,
    CannotOpen,
    GamesFile,
    NothingShared,
    code_in,
    code_of,
    code_within,
    content_of,
    identify_file,
)
from logic.storage.exchange import FORMAT, MARK, exported_game, read_exchange, replayed, to_bytes

CONTENT = b"..M../.R.../..M../....M/R...."
CODE = code_of(CONTENT)


def png(code=CODE, field=FIELD, *, zipped=False):
    told, content = PngInfo(), io.BytesIO()
    told.add_text(field, code, zip=zipped)
    Image.new("RGB", (40, 30)).save(content, "PNG", pnginfo=told)
    return content.getvalue()


def gif(code=CODE):
    content = io.BytesIO()
    Image.new("P", (40, 30)).save(content, "GIF", comment=code.encode())
    return content.getvalue()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def resized(picture, width, height):
    """Return a PNG that claims another size."""
    header = picture[16:29]
    return picture[:8] + chunk(b"IHDR", struct.pack(">II", width, height) + header[8:]) + picture[33:]


def played(name, moves=12, seed=4):
    config = game_config(name)
    seats = tuple(Seat(name=one) for one in ("Anna", "Ben", "Zoë", "Dávid"))
    session = Session(GAMES[name], new_setup(name, None, seats[: config.variants[config.default].players[0]], seed))
    dice = Dice(seed)
    while session.ply < moves and session.outcome() is None:
        if session.awaits_end:
            session.end_turn()
        session.play(dice.choice(session.state.legal_moves()))
    return session


@pytest.mark.parametrize("spoilt", [str.lower, lambda code: "\n ".join(code), lambda code: f"  {code}\r\n"])
def test_a_code_is_read_despite_lower_case_and_whitespace(spoilt):
    assert content_of(spoilt(CODE)) == CONTENT


@pytest.mark.parametrize(
    "sent",
    [
        lambda code: f"Here: {code[:20]}\u200b{code[20:40]}\u00ad{code[40:]}",
        lambda code: "".join(chr(ord(sign) + 0xFEE0) for sign in code),
        lambda code: f"> Look!\n> {code[:30]}\n> {code[30:60]}\n>> {code[60:]}\n> Yours",
    ],
    ids=["invisible signs", "full width", "quoted"],
)
def test_a_code_is_found_in_what_messengers_make_of_it(sent):
    assert content_of(code_within(sent(CODE))) == CONTENT


def test_a_damaged_or_oversized_code_is_refused():
    for at in range(len("QUINCUNX:"), len(CODE)):
        for damaged in (CODE[:at], CODE[:at] + CODE[at + 1 :], CODE[:at] + "!" + CODE[at + 1 :]):
            with pytest.raises(NothingShared):
                content_of(damaged)
    assert content_of(code_of(bytes(LARGEST_CONTENT // 2)))
    with pytest.raises(NothingShared, match="too long"):
        content_of(code_of(bytes(20 * LARGEST_CONTENT)))
    with pytest.raises(NothingShared, match="too long"):
        content_of(CODE + "A" * 2**20)


@pytest.mark.parametrize("picture", [png(), png(zipped=True), gif()])
def test_a_picture_returns_its_code_or_is_refused_when_truncated(picture):
    assert code_in(picture) == CODE
    given = set()
    for length in range(8, len(picture)):
        try:
            given.add(code_in(picture[:length]))
        except NothingShared as error:
            given.add(str(error))
    assert given <= {CODE, "This picture is damaged.", "This picture carries no game and no puzzle of Quincunx."}
    assert len(given) > 1


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (png(field="comment"), None),
        (png(field="other"), "carries no game"),
        (png("nothing of ours"), "carries no game"),
        (gif(""), "carries no game"),
        (resized(png(), 2**31 - 1, 2**31 - 1), "larger than any"),
        (resized(png(), 12_000, 12_000), "larger than any"),
        (resized(png(), 0, 0), ""),
        (png("A" * 3 * 2**20, zipped=True), ""),
        (lambda: b"\x89PNG\r\n\x1a\n" + bytes(50 * 2**20), "damaged"),
        (lambda: b"GIF89a" + bytes(50 * 2**20), ""),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"tEXt", b"\xff" * 100), "damaged"),
    ],
)
def test_a_hostile_picture_is_refused_with_a_message(picture, why, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(picture() if callable(picture) else picture)
    if why is None:
        assert isinstance(identify_file(path), BoardFile)
        return
    with pytest.raises(CannotOpen, match=why or "."):
        identify_file(path)


def test_a_pipe_is_refused_without_blocking(tmp_path, monkeypatch):
    log = tmp_path / "log"
    os.mkfifo(log)
    monkeypatch.setattr("stat.S_ISREG", lambda _: True)  # Linux says so of its own log, /proc/kmsg
    writer = os.open(log, os.O_RDWR)
    with pytest.raises(CannotOpen, match="no file that could be opened"):
        identify_file(log)
    os.close(writer)


@pytest.mark.parametrize("content", [png(), gif(), CODE.encode(), b"\xef\xbb\xbf" + CODE.lower().encode()])
def test_a_picture_or_code_file_opens_as_its_board(content, tmp_path):
    path = tmp_path / "handed-in"
    path.write_bytes(content)
    found = identify_file(path)
    assert isinstance(found, BoardFile)
    assert (found.game, found.text.split()) == ("jumpin", CONTENT.decode().split("/"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("end", ["", "gave_up"])
def test_a_game_is_shared_up_to_any_ply(name, end, tmp_path):
    session = played(name)
    if end and session.outcome() is None:
        session.end_early(session.actor)
    for ply in (None, 0, 3, session.ply):
        content = to_bytes({MARK: FORMAT, "games": [msgspec.to_builtins(exported_game(session, 1e9, ply))]})
        path = tmp_path / "game.gif"
        path.write_bytes(gif(code_of(content)))
        found = identify_file(path)
        assert isinstance(found, GamesFile)
        again = replayed(read_exchange(found.shared, GAMES).games[0], GAMES)
        whole = ply in (None, session.ply)
        assert again.state == session.states[session.ply if ply is None else ply]
        assert again.outcome() == (session.outcome() if whole else None)


def test_a_shared_game_keeps_leaves_and_help():
    session = played("coatl", 0)
    session.play(session.state.legal_moves()[0], shown=True)
    session.leave(1, "novice")
    again = replayed(exported_game(session, 1e9), GAMES)
    assert (again.leaves, again.was_helped, again.state) == (session.leaves, True, session.state)
