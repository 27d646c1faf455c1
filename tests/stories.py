"""What is done and what follows, as tables of stories like those of sentences.py, for whatever is no position.

A story is where it begins and then, by turns, steps and claims, parted by ``::``. They are parted by commas, but not
by one before a number, as in “(1, 2)”; ``~`` is a blank. The methods tell what there is: ``do_`` steps, ``is_`` claims.
"""

import re


class Story:
    """Something to be done, step by step."""

    def do(self, step):
        word, *rest = step.split()
        getattr(self, f"do_{word}")(*(one.replace("~", " ") for one in rest))

    def holds(self, claim):
        word, *rest = claim.split()
        return getattr(self, f"is_{word}")(*(one.replace("~", " ") for one in rest))

    def seen(self):
        """What there is to see where a claim is not true."""
        return ""

    def check(self, story):
        """Go through what follows from where the story begins."""
        for number, part in enumerate(story):
            for one in filter(None, re.split(r", (?!\d)", part)):
                if number % 2 == 0:
                    self.do(one)
                else:
                    assert self.holds(one), f"{one}: {self.seen()}"


EACH = ("click", "press", "move", "release")


class ScreenStory(Story):
    """Somebody before a screen, whose steps are what Driver does with widgets and places.

    ``click``, ``press``, ``move`` and ``release`` take each of them in turn, ``tap``, ``drag``, ``finger``, ``key``,
    ``strike``, ``pad`` and ``focus`` all. ``place`` gives what a word means: the key of a widget, or a place.
    """

    def __init__(self, driver):
        self.driver = driver

    def place(self, word):
        return word

    def do(self, step):
        word, *rest = step.split()
        if hasattr(self, f"do_{word}"):
            super().do(step)
            return
        act, places = getattr(self.driver, word), [self.place(one.replace("~", " ")) for one in rest]
        for one in [(place,) for place in places] if word in EACH else [places]:
            act(*one)

    def seen(self):
        return f"{self.driver.top} {self.driver.said()}"

    def do_type(self, *words):
        self.driver.type(" ".join(words))

    def do_wait(self, seconds):
        self.driver.step(float(seconds))

    def is_top(self, name):
        return type(self.driver.top).__name__ == name

    def is_said(self, *words):
        return self.driver.said() == [" ".join(words)]

    def is_last(self, *words):
        return " ".join(words) in self.driver.said()[-1]

    def is_disabled(self, key):
        return not self.driver.widget(key).enabled
