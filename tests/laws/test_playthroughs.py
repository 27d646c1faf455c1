"""Recorded games replay line by line; ``python -m tests.tools.record_playthroughs`` records them."""

import pytest

from tests.support.positions.cases import PLAIN
from tests.tools.record_playthroughs import FOLDER, path_of, playthrough

HOW = "record it with: python -m tests.tools.record_playthroughs"


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_a_whole_game_replays_as_recorded(case):
    path = path_of(case)
    assert path.exists(), f"{case} has no playthrough; {HOW}"
    text = path.read_text(encoding="utf-8")
    assert "\nwinners " in text or "\nbroken off after " in text
    assert "\n1. player " in text
    recorded, played = text.splitlines(), playthrough(case).splitlines()
    for number, (was, now) in enumerate(zip(recorded, played, strict=False), 1):
        assert now == was, f"{path.name}, line {number}"
    assert len(played) == len(recorded)


def test_there_are_no_stale_playthroughs():
    assert {path.name for path in FOLDER.iterdir()} == {path_of(case).name for case in PLAIN}, HOW
