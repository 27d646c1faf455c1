"""Games of every kind are played on the screens without leaking memory; the long run is tests.tools.soak."""

from logic.storage.resilient import AT_HAND
from tests.tools.soak import MOST_GROWTH, Held, growth, soaking

WARM_GAMES, MORE_GAMES, TURNS = 10, 10, 4
OBJECTS_A_GAME = 1000
"""What a game may leave in caches that are not full yet; a game that stays alive as a whole leaves more."""
HELD = Held(200.0, 80.0, 20, 30_000, 8)


def test_finished_games_leak_no_objects_or_files():
    with soaking(turns=TURNS) as soak:
        soak.play(WARM_GAMES)
        before = soak.held()
        soak.play(MORE_GAMES)
        after = soak.held()
    assert before.of_games == after.of_games == AT_HAND
    assert after.files <= before.files
    assert after.objects - before.objects < OBJECTS_A_GAME * MORE_GAMES


def test_growth_names_the_measure_that_grew():
    assert growth(HELD, HELD._replace(cabinet=HELD.cabinet * (1 + MOST_GROWTH), objects=90_000)) == []
    assert growth(HELD, HELD._replace(cabinet=212.0)) == ["cabinet grew by 6.0%, from 200.0 to 212.0 MB"]
    assert growth(HELD, HELD._replace(worker=88.0)) == ["worker grew by 10.0%, from 80.0 to 88.0 MB"]
    assert growth(HELD, HELD._replace(files=21)) == ["21 files are open, and 20 were"]
