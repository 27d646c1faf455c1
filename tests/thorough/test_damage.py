"""Random damage to a store loses no game silently: the short run of ``python -m tests.tools.damage``."""

from tests.tools.damage import run

ROUNDS = 24


def test_damaged_stores_recover_readable_games_and_all_with_a_backup():
    count = run(ROUNDS, seed=3)
    assert count.faults == []
    games = count.games
    assert games["all with"] == games["whole with"] == ROUNDS // 2 * 10
    assert games["plain without"] <= games["whole without"] < games["all without"]
