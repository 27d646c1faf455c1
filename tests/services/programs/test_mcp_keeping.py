"""Stored games of the MCP server: resumed with their tokens, by nobody else, and revealed to nobody."""

import json
import os
import stat
from dataclasses import asdict

import pytest

from logic.hosting import token_hash
from logic.mcp import games as keeping
from logic.storage.files import data_folder, write_whole
from logic.terminal import Problem
from tests.services.programs.mcphands import by_turn, do, new_hosted_game, tables
from tests.support.tampering import places_in, tampered


def kept_files():
    return sorted((data_folder() / keeping.FOLDER).glob("*"))


def test_a_saved_game_resumes_after_a_restart_with_the_same_tokens():
    at = tables()
    name, tokens = new_hosted_game(at, "coatl")
    first, second = by_turn(at, tokens)
    assert not do(at, first, "standing").kept
    assert do(at, second, "save").kept
    do(at, first, "play", do(at, first, "moves").moves[0])
    seen = [do(at, token, "position") for token in (first, second)]
    anew = tables(seed=2)
    with pytest.raises(Problem, match="has to be loaded first"):
        do(anew, first, "standing")
    table, seat = anew.load(name, second)
    assert seat == tokens.index(second)
    assert [do(anew, token, "position") for token in (first, second)] == seen
    assert anew.load(name, first)[0] is table
    do(anew, first, "undo")
    assert keeping.fetch(name, first)[0].ply == 0


def test_a_save_reveals_no_seed_and_stores_no_token():
    at = tables()
    name, (first, second) = new_hosted_game(at, "coatl", seed=987654321)
    told = json.dumps(asdict(do(at, first, "save")))
    assert "987654321" not in told
    (file,) = kept_files()
    assert file.name == f"{name}.json"
    content = file.read_text(encoding="utf-8")
    assert "987654321" in content
    assert first not in content
    assert second not in content


@pytest.fixture
def _open_to_all():
    """Set a umask by which every new file is open to everybody, unless its maker says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("_open_to_all")
def test_saves_and_their_folder_are_accessible_by_the_owner_only(monkeypatch):
    at = tables()
    _, (token, _) = new_hosted_game(at, "coatl")
    written = []
    monkeypatch.setattr(os, "fsync", lambda _: written.extend(map(mode, (kept_files()[-1], kept_files()[0].parent))))
    do(at, token, "save")
    assert written == [0o600, 0o700]
    (file,) = kept_files()
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)
    folder = data_folder() / keeping.FOLDER
    folder.chmod(0o777)
    at = tables()
    do(at, new_hosted_game(at, "lgame")[1][0], "save")
    assert mode(folder) == 0o700


def test_non_private_files_are_written_with_default_permissions(tmp_path):
    write_whole(tmp_path / "folder" / "file", b"")
    (tmp_path / "other").touch()
    assert mode(tmp_path / "folder" / "file") == mode(tmp_path / "other")


def test_leaving_is_saved_and_loading_requires_a_token_of_the_game():
    at = tables()
    name, tokens = new_hosted_game(at, "coatl", ["human"] * 3)
    do(at, tokens[0], "save")
    left = do(at, tokens[1], "leave")
    anew = tables(seed=2)
    anew.load(name, tokens[0])
    assert do(anew, tokens[2], "standing").players == left.players
    do(at, tokens[0], "leave")
    assert do(at, tokens[2], "leave").over
    anew = tables(seed=3)
    anew.load(name, tokens[0])
    assert do(anew, tokens[0], "standing").result
    at = tables()
    name, (first, _) = new_hosted_game(at, "lgame", ["human", "human"])
    _, (stranger, _) = new_hosted_game(at, "lgame", ["human", "human"])
    do(at, first, "save")
    for where in (at, tables(seed=2)):
        for token in (stranger, "", "x", token_hash(first)):
            with pytest.raises(Problem, match="in which your token has a seat"):
                where.load(name, token)
        for wrong in ("", "0" * 12, f"../mcp/{name}", f"{name}.json", name.upper() + "\0", "x" * 4000):
            with pytest.raises(Problem, match="in which your token has a seat"):
                where.load(wrong, first)
    at = tables()
    name, (token,) = new_hosted_game(at, "lgame", ["human", "gentle"])
    do(at, token, "save")
    with pytest.raises(Problem):
        tables(seed=2).load(name, "")
    table, seat = tables(seed=2).load(name, token)
    assert (seat, table.hashes[1]) == (0, "")


def corrupt_save(change):
    """Overwrite the file of a kept game; return its id and a token."""
    at = tables()
    name, (token, _) = new_hosted_game(at, "lgame")
    do(at, token, "save")
    (file,) = kept_files()
    file.write_bytes(change(file.read_bytes()))
    return name, token


def changed(**fields):
    return lambda content: json.dumps({**json.loads(content), **fields}).encode()


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: b"[" * 100_000,
        lambda content: b"\xff" * 40,
        lambda content: b" " * (keeping.LARGEST_GAME + 1),
        changed(quincunx_mcp=2),
        changed(marks=[]),
        changed(marks=["short", "marks"]),
        changed(more=1),
        changed(game={}),
        changed(game={"format": 1}),
        changed(game={"format": 9, "setup": {}, "moves": []}),
    ],
)
def test_a_corrupt_file_is_refused_in_one_line(change):
    name, token = corrupt_save(change)
    with pytest.raises(Problem, match="the kept game cannot be read") as refused:
        tables(seed=2).load(name, token)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("odd", [None, -1, 3, 10**30, 1.5, "x", "", [], {}, ["x"] * 3])
def test_any_tampered_field_is_loaded_or_refused_in_one_line(odd):
    at = tables()
    name, tokens = new_hosted_game(at, "lgame")
    token, mover = tokens[0], by_turn(at, tokens)[0]
    do(at, mover, "play", do(at, mover, "moves").moves[0])
    do(at, token, "save")
    (file,) = kept_files()
    content, refused = json.loads(file.read_bytes()), []
    for path in places_in(content):
        file.write_text(json.dumps(tampered(content, path, odd, "replace")))
        again = tables(seed=2)
        try:
            again.load(name, token)
        except Problem as problem:
            refused.append(str(problem))
        else:
            assert do(again, token, "told").synopsis
    assert len(refused) > 10
    assert all(len(line.splitlines()) == 1 and len(line) < 300 and str(file.parent) not in line for line in refused)


def test_a_file_with_more_tokens_than_seats_is_refused():
    at = tables()
    name, (token, _) = new_hosted_game(at, "lgame")
    do(at, token, "save")
    (file,) = kept_files()
    marks = json.loads(file.read_bytes())["marks"]
    file.write_bytes(changed(marks=[*marks, marks[0]])(file.read_bytes()))
    with pytest.raises(Problem, match="as many seats as tokens"):
        tables(seed=2).load(name, token)


def test_a_game_continues_when_it_cannot_be_saved_and_reports_that():
    at = tables()
    _, (token, _) = new_hosted_game(at, "lgame")
    do(at, token, "save")
    folder = data_folder() / keeping.FOLDER
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("in the way", encoding="utf-8")
    before = do(at, token, "position").position
    told = do(at, token, "play", do(at, token, "moves").moves[0])
    assert "could not be written" in told.standing.trouble
    assert not told.standing.kept
    assert do(at, token, "position").position != before
    with pytest.raises(Problem, match="could not be written"):
        do(at, token, "save")
