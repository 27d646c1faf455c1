"""The field for a seed: a whole number that makes the same again."""

from __future__ import annotations

from collections.abc import Callable

from logic.core import Message
from logic.session import LARGEST_SEED
from scenes.keyboard import ask_for_text
from scenes.page import InputMemory
from sprites.widgets import TextField

LENGTH = len(str(LARGEST_SEED)) - 1
KEY = "seed"


def seed_field(
    scene: InputMemory, seed: str, on_change: Callable[[str], object], on_done: Callable[[str], object] | None = None
) -> TextField:
    """Make the field; a finger and a pad get keys on the screen."""

    def ask() -> None:
        if scene.without_keys:
            ask_for_text(scene, KEY, digits=True)

    label = scene.app.say(Message("Seed (leave it empty for a new one)"))
    return TextField(scene.app.kit, KEY, label, seed, on_change, on_done, max_length=LENGTH, allowed=_is_digit,
                     ask_keyboard=ask)  # fmt: skip


def _is_digit(sign: str) -> bool:
    return sign.isascii() and sign.isdigit()
