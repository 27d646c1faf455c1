"""The running score of two players: whose games count, who is named first, and when nothing is said."""

import pytest

from logic.session.saving import Seat
from logic.storage.records import Tally
from scenes.board.awards import running_score, tally_between
from tests.keptgames import finish_game, session_of

ANNA, GENTLE = Seat("Anna"), Seat(level="gentle")


@pytest.fixture
def app(sit_down):
    app = sit_down().app
    app.store.add_profile("Anna")
    app.store.add_profile("Ben")
    return app


def score(app, **options):
    return running_score(app, session_of(app, 0, **options)[1].setup)


def test_games_count_whoever_sat_first_and_whoever_plays_now_is_named_first(app):
    assert score(app) is None, "nothing is said before the first game"
    finish_game(app, loser=1)
    finish_game(app, names=("", "Anna"), levels=("gentle", ""), loser=0)
    finish_game(app, loser=0)
    finish_game(app, names=("Anna", "Ben"), loser=0)
    assert tally_between(app.store.finished(), ANNA, GENTLE) == Tally(2, 0, 1)
    assert tally_between(app.store.finished(), GENTLE, ANNA) == Tally(1, 0, 2)
    assert score(app) == "Anna 2 – 1 Gentle"
    # whoever plays now is named first
    app.change(app.settings.with_(profile="Ben"))
    assert score(app, names=("Anna", "Ben")) == "Ben 1 – 0 Anna"
    # draws are told apart
    finish_game(app, names=("Anna", "Ben"))
    game_id, session = session_of(app, 2, names=("Anna", "Ben"))
    session.end_early(session.actor, "agreed")
    app.store.finish(game_id, session.outcome(), app.now())
    assert score(app, names=("Anna", "Ben")) == "Ben 1 – 1 Anna · 1 draw"


@pytest.mark.parametrize("names", [("Zoë", ""), ("Anna", "Zoë"), ("Zoë", "Yves"), ("Anna", "Anna")])
def test_nothing_is_said_of_those_who_keep_no_count(app, names):
    finish_game(app, names=names)
    assert score(app, names=names) is None
