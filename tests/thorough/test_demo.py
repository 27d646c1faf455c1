"""The demonstration in pictures: all five games played to their end without a window."""

import os

from logic.registry import GAMES
from logic.storage.files import cache_folder, data_folder
from tests.processes import run
from tests.services.test_cli import MAIN, outcome_of


def test_the_demonstration_is_the_same_for_the_same_seed_and_keeps_its_data_where_it_is_told(capsys, tmp_path):
    one, two, data = (tmp_path / name for name in ("one", "two", "not-yet-there/data"))

    assert outcome_of(capsys, "demo", "--pictures", str(one), "--seed", "4")[0] == 0
    assert not list(data_folder().iterdir()), "a tool leaves the player's own folder alone"
    code, out, _ = outcome_of(capsys, "demo", "--pictures", str(two), "--seed", "4", "--data-dir", str(data))

    assert code == 0
    assert str(two) in out
    assert (data / "quincunx.sqlite").exists()
    assert cache_folder() == data / "cache"
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (one, two))
    assert first == second


def test_without_a_display_it_says_so_and_shows_a_demonstration_in_pictures(tmp_path):
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env |= {"SDL_VIDEODRIVER": "x11", "TMPDIR": str(tmp_path)}

    ended = run(*MAIN, "--lang", "en", env=env)

    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "no usable display" in ended.stderr
    assert "DISPLAY" in ended.stderr
    (folder,) = tmp_path.glob("quincunx-demo-*")
    assert str(folder) in ended.stdout
    for name in GAMES:
        pictures = sorted(folder.glob(f"{name}-*.png"))
        assert len(pictures) > 3
        assert len({picture.read_bytes() for picture in pictures}) == len(pictures)
