"""Leaving at the board: confirmation, the computer plays on, nothing is revealed, and the result says so."""

from typing import ClassVar

import pytest

from scenes.board.match import Match
from scenes.board.secrets import Curtain
from tests.games.potsseat import ANNA, BEN, CLEO, MODEST, play
from tests.screens.boardhands import board_of, give_up
from tests.support.seats.seating import BoardStory
from tests.support.stories import sentences

STORIES = """
# The menu asks, the computer plays on and has its turn, and panel and list say so
Anna Ben Cleo :: lift, ask :: asks player 1,~do you give up? The computer plays on for you. :: lift :: level 0 greedy,
  actor 1, purses 3 0 0, names Anna Ben Cleo, away 0, logged Anna left. The computer plays on.
# Where two are left the other wins, and when the last person gives up the game is over
Anna Ben :: lift, ask :: asks player 1,~do you really give up? :: settle :: won 1
Anna Ben Cleo :: lift, gone 0 :: goes on :: gone 1 :: goes on :: gone 2 :: gave_up :: settle :: top Result
# Nobody sees the next hand before the screen is passed on, which it is once; nothing is played unseen
Anna Ben Cleo :: lift, take 1, end, lift :: viewer 1 :: gone 1, frame, frame :: top Curtain, next Cleo :: wait 3
  :: ply 2 :: lift :: top BoardScene, viewer 2, actor 2
# The last hand is covered too
Anna Ben Modest :: lift, gone 0, settle :: top Curtain, next Ben :: lift :: actor 1, open
# The screen goes past computers to who is next to act
Anna Modest Ben Cleo :: lift :: actor 0 :: take 1, end, lift :: actor 2 :: take 1, end, lift :: actor 3
  :: take 1, end, lift, ask, settle :: top Curtain, next Ben :: lift :: actor 2, top BoardScene
# The result says who left and ranks everybody
Anna Ben Cleo of 5 :: lift, gone 0, lift, take 2, end, settle :: top Result,
  words fact1 Anna left; the computer played on., ranks 1 Anna 3 points / 2 Ben 2 points / 3 Cleo 0 points
# A rematch seats the people again, and a game that is resumed knows who left
Anna Ben Cleo :: gone 0 :: remembered, reseated
# Only the turns of people since then are taken back
Anna Ben Cleo back :: lift, take 1, end, take 1, lift, gone 1, lift :: actor 2, fixed :: take 1 :: loose
"""
SEATS = {"Anna": ANNA, "Ben": BEN, "Cleo": CLEO, "Modest": MODEST}


class Leaving(BoardStory):
    """Players of the game of pots, who may undo anything (``back``), or with a pot ``of`` so many coins."""

    STEPS: ClassVar = BoardStory.STEPS | {
        "take": lambda story, number: play(story.match, f"take {number}"),
        "end": lambda story: play(story.match, "end"),
        "gone": lambda story, seat: story.match.give_up(int(seat)),
        "ask": lambda story: setattr(story, "asked", give_up(story.driver)),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "asks": lambda story, *words: story.asked == " ".join(words),
        "level": lambda story, seat, level: story.match.session.level_of(int(seat)) == level,
        "viewer": lambda story, seat: board_of(story.driver).view.host.viewer == int(seat),
        "next": lambda story, name: story.driver.top.name == name,
        "purses": lambda story, *coins: story.match.session.state.purses == tuple(map(int, coins)),
        "names": lambda story, *names: story.match.names == names,
        "logged": lambda story, *words: " ".join(words) in [line.text for line in story.driver.widget("lines").lines],
        "won": lambda story, seat: story.match.outcome.winners == (int(seat),),
        "gave_up": lambda story: story.match.session.early_end == "gave_up",
        "open": lambda story: not story.match.needs_curtain,
        "fixed": lambda story: not story.match.can_undo,
        "loose": lambda story: story.match.can_undo,
    }

    def __init__(self, sit_at, told):
        words = told.split()
        options = {"variant": "back"} if "back" in words else {"coins": int(words[-1])} if "of" in words else {}
        super().__init__(*sit_at(*(SEATS[word] for word in words if word in SEATS), **options))

    def do_lift(self):
        self.driver.settle()
        assert isinstance(self.driver.top, Curtain)
        self.driver.strike("return")

    def is_away(self, *seats):
        away = [str(seat) in seats for seat in range(len(self.match.seats))]
        faces = [self.driver.widget(f"card{seat}").face for seat in range(len(away))]
        told = [(face.about, face.has_left) for face in faces]
        return told == [("The computer plays on" if left else "", left) for left in away]

    def is_ranks(self, *words):
        ranks = [f"{rank.number} {rank.name} {rank.note}" for rank in self.driver.widget("ranking").ranks]
        return ranks == " ".join(words).split(" / ")

    def is_remembered(self):
        again = Match.resume(self.app, self.match.game_id)
        return again.seats == self.match.seats and again.is_thinking

    def is_reseated(self):
        seats = self.match.rematch().seats
        return {seat.name for seat in seats} == {"Anna", "Ben", "Cleo"} and not any(seat.is_computer for seat in seats)


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(sit_at, story):
    Leaving(sit_at, story[0]).check(story[1:])


def test_a_curtain_with_nothing_to_reveal_opens_once_held(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN)
    driver.settle()
    board = board_of(driver)
    monkeypatch.setattr(board.view, "things", lambda _seat, *, secret: None)
    driver.press("look")
    driver.step(0.7)
    driver.release((400, 400))
    driver.settle()
    assert driver.top is board


def test_thinking_time_counts_until_the_player_leaves(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO)
    driver.settle()
    driver.strike("return")
    before = match.thinking_time[0]
    match.update(4)
    match.give_up(0)
    assert match.thinking_time == [before + 4, 0, 0]
