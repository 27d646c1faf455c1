"""What the tests of the set-up screen share: choices that can be played."""

from logic.registry import game_config
from scenes.cabinet.choices import GUEST, Choices

GAME = "lgame"
CONFIG = game_config(GAME)


def choices(**changes):
    """Two guests at the usual variant, or otherwise."""
    plain = {"variant": CONFIG.default, "seats": (GUEST, GUEST), "names": ("", ""), "first": 0, "seed": ""}
    return Choices(**{**plain, **changes})
