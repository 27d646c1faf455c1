"""Tables of stories as in sentences.py, for whatever is not a position.

A story is a start followed by steps and claims in turn, separated by ``::``. They are separated by commas, but not by
a comma before a number, as in “(1, 2)”; ``~`` is a blank. Steps and claims of one line are in STEPS and CLAIMS, the
others in methods ``do_`` and ``is_``.
"""

import re
from typing import ClassVar


class Story:
    """A subject on which something is done, step by step."""

    STEPS: ClassVar = {}
    CLAIMS: ClassVar = {}

    def knows(self, step):
        return step.split()[0] in self.STEPS or hasattr(self, f"do_{step.split()[0]}")

    def do(self, step):
        word, *rest = step.split()
        act = getattr(type(self), f"do_{word}", None) or self.STEPS[word]
        act(self, *(one.replace("~", " ") for one in rest))

    def holds(self, claim):
        word, *rest = claim.split()
        look = getattr(type(self), f"is_{word}", None) or self.CLAIMS[word]
        return look(self, *(one.replace("~", " ") for one in rest))

    def seen(self):
        """Describe what is seen where a claim is not true."""
        return ""

    def check(self, story):
        """Check what follows, from where the story begins."""
        for number, part in enumerate(story):
            for one in filter(None, re.split(r", (?!\d)", part)):
                if number % 2 == 0:
                    self.do(one)
                else:
                    assert self.holds(one), f"{one}: {self.seen()}"


EACH = ("click", "press", "move", "release")


class ScreenStory(Story):
    """A user before a screen, whose steps are Driver's actions on widgets and places.

    ``click``, ``press``, ``move`` and ``release`` take each of them in turn, ``tap``, ``drag``, ``finger``, ``key``,
    ``strike``, ``pad`` and ``focus`` all at once. ``place`` returns what a word means: the key of a widget, or a place.
    """

    STEPS: ClassVar = {
        "type": lambda story, *words: story.driver.type(" ".join(words)),
        "wait": lambda story, seconds: story.driver.step(float(seconds)),
        "slowly": lambda story: setattr(story.driver, "thinks", False),
        "work": lambda story: story.driver.executor.work(),
        "think": lambda story: story.driver.let_think(),
        "fail": lambda story, task: story.driver.executor.failures.update({task: RuntimeError("it fell over")}),
        "mend": lambda story: story.driver.executor.failures.clear(),
        "size": lambda story, *sides: story.driver.resize(tuple(map(int, sides))),
    }
    CLAIMS: ClassVar = {
        "top": lambda story, name: type(story.driver.top).__name__ == name,
        "said": lambda story, *words: story.driver.said() == [" ".join(words)],
        "last": lambda story, *words: " ".join(words) in story.driver.said()[-1],
        "silent": lambda story: story.driver.said() == [],
        "tells": lambda story, *words: " ".join(words) in story.driver.said(),
        "words": lambda story, key, *words: story.driver.widget(story.place(key)).text == " ".join(words),
        "label": lambda story, key, *words: story.driver.widget(key).label == " ".join(words),
        "contains": lambda story, key, *words: " ".join(words) in story.driver.widget(key).text,
        "idle": lambda story: story.driver.executor.work() == 0,
        "focus": lambda story, key: story.driver.top.ui.focus.key == key,
        "there": lambda story, *keys: all(map(story.driver.top.ui.find, keys)),
        "absent": lambda story, *keys: not any(map(story.driver.top.ui.find, keys)),
        "enabled": lambda story, *keys: all(story.driver.widget(story.place(key)).enabled for key in keys),
        "disabled": lambda story, *keys: not any(story.driver.widget(story.place(key)).enabled for key in keys),
    }

    def __init__(self, driver):
        self.driver = driver
        self.app = driver.app

    def place(self, word):
        return word

    def do(self, step):
        if self.knows(step):
            super().do(step)
            return
        word, *rest = step.split()
        act, places = getattr(self.driver, word), [self.place(one.replace("~", " ")) for one in rest]
        for one in [(place,) for place in places] if word in EACH else [places]:
            act(*one)

    def seen(self):
        return f"{self.driver.top} {self.driver.said()}"
