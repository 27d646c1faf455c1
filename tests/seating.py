"""How tests sit down at the board of a match."""

from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene


def sit_before(
    sit_down, setup, size, language="en", scale=1.0, *, profile="", prepare=None, guide=None,
    rest=None, **options,
):  # fmt: skip
    """Sit down before a match that is set up so.

    ``profile`` is one that must be there; ``prepare`` is done to the match before the board is seen; with ``rest`` only
    so many seconds pass, and else all comes to rest.
    """
    driver = sit_down(size, language, scale=scale, **options)
    if profile and profile not in driver.app.store.profiles():
        driver.app.store.add_profile(profile)
    driver.push(Scene(driver.app))
    match = Match.start(driver.app, setup)
    if prepare is not None:
        prepare(match)
    driver.push(BoardScene(driver.app, match, guide))
    if rest is None:
        driver.settle()
    else:
        driver.step(rest)
    return driver, match


def play_on(driver, match, *moves):
    """Make moves, each of which is seen to its end."""
    for move in moves:
        match.play(move)
        driver.settle()
