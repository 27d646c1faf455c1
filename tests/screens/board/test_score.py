"""The running score of two players: whose games count, who is named first, and when nothing is said."""

import pytest

from logic.session.saving import Seat
from logic.storage.records import Tally
from scenes.board.awards import running_score, tally_between
from tests.keptgames import finish_game, session_of

ANNA, BEN, GENTLE = Seat("Anna"), Seat("Ben"), Seat(level="gentle")


@pytest.fixture
def app(sit_down):
    app = sit_down().app
    app.store.add_profile("Anna")
    app.store.add_profile("Ben")
    return app


def score(app, **options):
    return running_score(app, session_of(app, 0, **options)[1].setup)


def test_games_count_whoever_sat_first(app):
    finish_game(app, loser=1)
    finish_game(app, names=("", "Anna"), levels=("gentle", ""), loser=0)
    finish_game(app, loser=0)
    finish_game(app, names=("Anna", "Ben"), loser=0)
    assert tally_between(app.store.finished(), ANNA, GENTLE) == Tally(2, 0, 1)
    assert tally_between(app.store.finished(), GENTLE, ANNA) == Tally(1, 0, 2)
    assert score(app) == "Anna 2 – 1 Gentle"


def test_draws_are_told_apart(app):
    _, session = finish_game(app, names=("Anna", "Ben"))
    game_id, session = session_of(app, 2, names=("Anna", "Ben"))
    session.end_early(session.actor, "agreed")
    app.store.finish(game_id, session.outcome(), app.now())
    assert score(app, names=("Anna", "Ben")) == "Anna 1 – 0 Ben · 1 draw"


def test_whoever_plays_now_is_named_first(app):
    finish_game(app, names=("Anna", "Ben"), loser=1)
    app.change(app.settings.with_(profile="Ben"))
    assert score(app, names=("Anna", "Ben")) == "Ben 0 – 1 Anna"


@pytest.mark.parametrize("names", [("Zoë", ""), ("Anna", "Zoë"), ("Zoë", "Yves"), ("Anna", "Anna")])
def test_nothing_is_said_of_those_who_keep_no_count(app, names):
    finish_game(app, names=names)
    assert score(app, names=names) is None


def test_nothing_is_said_before_the_first_game(app):
    assert score(app) is None
