"""What the tests of all editors share: one that is opened over the shelf of games."""

from scenes.cabinet.shelf import ShelfScene


def opener(sit_down, make, game):
    """Give what opens the editor of a game, on a text or a file, and gives the hands."""

    def begin(text=None, path=None, **options):
        driver = sit_down(**options)
        driver.push(ShelfScene(driver.app))
        driver.push(make(driver.app, game, text, path))
        driver.settle()
        return driver

    return begin
