"""What the tests of all editors share: one that is opened over the shelf of games, and how to read it."""

from scenes.cabinet.shelf import ShelfScene
from scenes.editor.editor import EditorScene


def opener(sit_down, make, game):
    """Give what opens the editor of a game, on a text or a file, and gives the hands."""

    def begin(text=None, path=None, **options):
        return sit_down(at=[ShelfScene, (make, game, text, path)], **options)

    return begin


def editor(driver) -> EditorScene:
    return next(scene for scene in driver.app.stack.scenes if isinstance(scene, EditorScene))


def part(driver):
    """What the game brings to the editor."""
    return editor(driver).editor


def says(driver):
    return editor(driver).status.text
