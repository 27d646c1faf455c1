"""A widget for the tests of the focus model that takes every pointer and writes it down."""

import pygame

from sprites.widgets.base import Widget


class Notebook(Widget):
    """Takes every pointer and writes it down."""

    def __init__(self, kit, key, rect, **options):
        super().__init__(kit, key, pygame.Rect(rect), **options)
        self.seen = []
        self.actions = []

    def point(self, event):
        self.seen.append((event.kind, event.id))
        return True

    def act(self, action):
        self.actions.append(action.name)
        return action.name == "accept"

    @property
    def kinds(self):
        return [kind for kind, _ in self.seen]
