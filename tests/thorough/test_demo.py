"""The demonstration in pictures: all five games played without a window."""

import os

from logic.registry import GAMES
from logic.storage.files import cache_folder, data_folder
from tests.services.project.test_cli import MAIN, outcome_of
from tests.support.processes import run


def pictures_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_demo_is_reproducible_and_uses_only_the_given_data_folder(capsys, tmp_path):
    one, two, data = (tmp_path / name for name in ("one", "two", "not-yet-there/data"))
    demo = ("demo", "--game", "lgame", "--seed", "4", "--pictures")

    run(*MAIN, *demo, one, check=True)
    assert not list(data_folder().iterdir()), "a tool leaves the player's own folder alone"
    code, out, _ = outcome_of(capsys, *demo, str(two), "--data-dir", str(data))

    assert code == 0
    assert str(two) in out
    assert (data / "quincunx.sqlite").exists()
    assert cache_folder() == data / "cache"
    assert pictures_in(one) == pictures_in(two)


def test_without_a_display_every_game_is_demonstrated_in_pictures(tmp_path):
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env |= {"SDL_VIDEODRIVER": "x11", "TMPDIR": str(tmp_path)}

    ended = run(*MAIN, "--lang", "en", env=env)

    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "no usable display" in ended.stderr
    assert "DISPLAY" in ended.stderr
    (folder,) = tmp_path.glob("quincunx-demo-*")
    assert str(folder) in ended.stdout
    found = pictures_in(folder)
    for name in GAMES:
        pictures = [picture for file, picture in found.items() if file.startswith(f"{name}-")]
        assert len(pictures) > 3
        assert len(set(pictures)) == len(pictures)
