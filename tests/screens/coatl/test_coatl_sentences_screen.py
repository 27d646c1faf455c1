"""Cóatl, the page of the rules sentence by sentence: what it wants to be seen on the screen and no other test asks."""

import pytest

from logic.coatl.moves import worth
from scenes.coatl.board import TablePaint
from sprites.coatl import things
from tests.coatlhands import picture, view_of
from tests.coatlparts import play, table

GROWING = """
1 board Gb9 Gt1
1 coatl Kh1 Rb1 Rb2 Bb1 Bb2 Gb1 + two_two:RB
1 coatl Yb1 Yb2 Yb3 Yb4 + red:Y
1 prophecies pair:KG
"""


@pytest.fixture
def written(monkeypatch):
    """What a view writes on its table, in order."""
    texts = []

    def written_by(view):
        monkeypatch.setattr(TablePaint, "write", lambda self, surface, text, *rest: texts.append(text))
        texts.clear()
        picture(view)
        return texts

    return written_by


def test_each_coatl_shows_its_live_score_and_its_length(written):
    state = table(GROWING)
    before = written(view_of(state))
    assert [worth(coatl) for coatl in state.seats[0].coatls] == [4, 3]
    assert before.count("6") == 1, "its length"
    assert before.count("4") == 2, "the points of one, the length of the other"
    after = written(view_of(play(state, "attach Gb9 1 tail")))
    assert after.count("7") == 1
    assert "6" not in after


@pytest.mark.parametrize(("players", "markers"), [(1, 0), (2, 1), (3, 1), (4, 1)])
def test_the_first_player_marker_lies_with_one_player(monkeypatch, players, markers):
    marker, laid = things.marker, []
    monkeypatch.setattr(things, "marker", lambda kit, side: laid.append(side) or marker(kit, side))
    pictures = []
    for first in range(1, players + 1):
        laid.clear()
        pictures.append(picture(view_of(table(f"player 1, turn 5, first {first}", players=players))))
        assert len(laid) == markers
    assert len(set(pictures)) == players, "who has it is seen"
