"""Settings: read whatever state the file is in, written atomically."""

import json
import os
import subprocess
import sys
import typing

import pytest
from msgspec.structs import replace

from logic.storage.files import StoreProblem, clear_unfinished, set_aside
from logic.storage.settings import FILE_NAME, Language, Settings, load, save
from logic.text import LANGUAGES


def test_settings_round_trip_and_unfinished_files_are_removed(tmp_path):
    settings = Settings(
        language="hu",
        ui_scale=1.5,
        mute=True,
        setups={"lgame": {"variant": "blitz", "seats": 2}},
    )
    path = tmp_path / "new" / FILE_NAME
    save(path, settings)
    assert load(path) == (settings, ())
    save(path, replace(settings, language="pl"))
    assert load(path)[0].language == "pl"
    assert [file.name for file in path.parent.iterdir()] == [FILE_NAME]
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    gone = [tmp_path / f"{FILE_NAME}.{ended.pid}.new", tmp_path / "boards" / "lgame" / f"mine.txt.{ended.pid}.new"]
    stays = [tmp_path / f"{FILE_NAME}.{os.getpid()}.new", tmp_path / "exports" / "something.new", tmp_path / FILE_NAME]
    for file in (*gone, *stays):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("half")
    clear_unfinished(tmp_path)
    assert [file for file in gone if file.exists()] == []
    assert [file for file in stays if not file.exists()] == []


def test_a_missing_file_gives_default_settings(tmp_path):
    assert load(tmp_path / FILE_NAME) == (Settings(), ())
    assert typing.get_args(Language) == ("", *LANGUAGES)


@pytest.mark.parametrize(
    ("field", "nonsense"),
    [
        ("language", "klingon"),
        ("ui_scale", 3.0),
        ("ui_scale", "big"),
        ("effects", -0.1),
        ("music", None),
        ("pause", 2.5),
        ("pause", "long"),
        ("mute", "no"),
        ("setups", [1]),
    ],
)
def test_an_invalid_value_is_reset_and_the_rest_kept(tmp_path, field, nonsense):
    path = tmp_path / FILE_NAME
    path.write_text(json.dumps({"fullscreen": False, "from_the_future": 1, field: nonsense}), encoding="utf-8-sig")
    settings, messages = load(path)
    assert settings == Settings(fullscreen=False)
    assert [message.args["name"] for message in messages] == [field]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"a": ' * 50_000])
def test_a_broken_settings_file_is_set_aside(tmp_path, content):
    path = tmp_path / FILE_NAME
    for number in (1, 2):
        path.write_bytes(content)
        settings, (message,) = load(path)
        assert settings == Settings()
        assert f"settings-broken-{number}.json" in str(message)
        assert (tmp_path / f"settings-broken-{number}.json").read_bytes() == content
        assert not path.exists()


def test_unreadable_and_unwritable_settings_are_reported_not_overwritten(tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    settings, (message,) = load(tmp_path / FILE_NAME)
    assert settings == Settings()
    assert FILE_NAME in str(message)
    with pytest.raises(StoreProblem, match=FILE_NAME):
        save(tmp_path / FILE_NAME, settings)
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]
    (tmp_path / "occupied").write_text("a file")
    with pytest.raises(StoreProblem):
        save(tmp_path / "occupied" / FILE_NAME, Settings())
    for number in (1, 2, 3):
        (tmp_path / "a.db").write_text(str(number))
        (tmp_path / "a.db-wal").write_text(f"wal {number}")
        kept = set_aside(tmp_path / "a.db", "damaged", ("-wal", "-shm"))
        assert kept.name == f"a-damaged-{number}.db"
        assert kept.read_text() == str(number)
        assert (tmp_path / f"a-damaged-{number}.db-wal").read_text() == f"wal {number}"


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / FILE_NAME
    save(path, Settings(mute=True))

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreProblem, match="No space left on device"):
        save(path, Settings())
    assert load(path)[0].mute
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]
