"""How tests sit down at the board of a match."""

from typing import ClassVar

from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from tests.support.stories.stories import ScreenStory


def sit_before(new_driver, setup, size, language="en", scale=1.0, *, profile="", prepare=None, rest=None, **options):
    """Sit down before a match that is set up so; return the driver and the match.

    ``profile`` is added if there is none; ``prepare`` is called with the match before the board is seen; with ``rest``
    only so many seconds pass, otherwise all comes to rest.
    """
    driver = new_driver(size, language, scale=scale, **options)
    if profile and profile not in driver.app.store.profiles():
        driver.app.store.add_profile(profile)
    driver.push(Scene(driver.app))
    match = Match.start(driver.app, setup)
    if prepare is not None:
        prepare(match)
    driver.push(BoardScene(driver.app, match))
    if rest is None:
        driver.settle()
    else:
        driver.step(rest)
    return driver, match


def lift(driver):
    """Let the last move be shown, and lift every curtain that falls then; return the board."""
    driver.settle()
    while isinstance(driver.top, Curtain):
        driver.strike("return")
    assert isinstance(driver.top, BoardScene)
    return driver.top


def play_on(driver, match, *moves):
    """Make moves, each of which is shown to its end."""
    for move in moves:
        match.play(move)
        driver.settle()


class BoardStory(ScreenStory):
    """A player before the board of a match; the story goes on with the board shown last."""

    STEPS: ClassVar = ScreenStory.STEPS | {
        "play": lambda story, *words: play_on(story.driver, story.match, " ".join(words)),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "ply": lambda story, count: story.match.session.ply == int(count),
        "moves": lambda story, *words: " + ".join(map(str, story.match.session.moves)) == " ".join(words),
        "over": lambda story: story.match.is_over,
        "goes": lambda story, _: not story.match.is_over,
        "actor": lambda story, seat: story.match.actor == int(seat),
        "helped": lambda story: story.match.session.was_helped,
        "unhelped": lambda story: not story.match.session.was_helped,
        "live": lambda story: story.driver.top.view.host.live,
        "asked": lambda story, task, count: story.driver.executor.asked.count(task) == int(count),
        "heading": lambda story, *words: story.driver.top.heading() == " ".join(words),
        "count": lambda story, kind, count: (
            [type(scene).__name__ for scene in story.app.stack.scenes].count(kind) == int(count)
        ),
        "stars": lambda story, count: story.driver.widget("stars").earned == int(count),
    }

    def __init__(self, driver, match):
        super().__init__(driver)
        self.last = match

    @property
    def match(self):
        boards = [scene for scene in self.driver.app.stack.scenes if isinstance(scene, BoardScene)]
        self.last = boards[-1].match if boards else self.last
        return self.last

    def do_uncoach(self):
        self.app.change(self.app.settings.with_(coach=False))
        self.driver.top.refresh()

    def is_best(self, spent, stars):
        """Whether that is kept as Anna's best at the puzzle."""
        session = self.match.session
        key = session.game.PUZZLES.key(session.setup.params)
        return self.app.store.progress(self.match.name, "Anna")[key] == {"best": int(spent), "stars": int(stars)}
