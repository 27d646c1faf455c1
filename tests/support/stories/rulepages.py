"""Readers of a game's YAML for tests: its rules pages with the moves made on them, and its lesson."""

from logic.core import find_move
from logic.game import narration_of
from logic.registry import GAMES, game_config


class Rulebook:
    """The pages of a game's rules and the steps of its lesson; ``pages`` are those that show a position."""

    def __init__(self, name):
        self.game = GAMES[name]
        self.config = game_config(name)
        self.pages = [page for page in self.config.rules if page.board is not None]

    def page(self, title):
        return next(page for page in self.pages if page.title == title)

    def shown(self, title):
        """Return the positions of a page, and the names of the events on it."""
        page = self.page(title)
        states, happened = [narration_of(self.game).from_text(page.board)], []
        for text in page.steps:
            step = states[-1].apply(find_move(states[-1], text))
            happened += [event.name for event in step.events]
            states.append(step.state)
        return states, happened

    def torn(self):
        """Return the titles of the pages of which a paragraph is empty or runs over several lines."""
        return [
            page.title
            for page in self.config.rules
            if not all(part and "\n" not in part for part in page.text.split("\n\n"))
        ]

    def awaited(self):
        """Return what the steps of the lesson wait for, except taps."""
        return [lesson.until for lesson in self.config.lessons if lesson.until != "tap"]
