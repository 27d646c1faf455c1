"""The computer opponents of Cóatl: Novice, Carver and High Priest, each deciding from what its seat may know."""

from __future__ import annotations

from logic.coatl.carver import CARVER
from logic.coatl.novice import NOVICE
from logic.coatl.priest import PRIEST
from logic.core import Level, Message

LEVELS: dict[str, Level] = {
    "novice": Level(
        Message("Novice"),
        Message("Builds short serpents as soon as they score, and does not always see what is best."),
        NOVICE.choose,
    ),
    "carver": Level(
        Message("Carver"),
        Message("Plans each serpent to its end, piece by piece and card by card, and does not look at anybody else."),
        CARVER.choose,
    ),
    "priest": Level(
        Message("High Priest"),
        Message("Plans two serpents together, counts the bags, and knows when you will be done."),
        PRIEST.choose,
    ),
}
"""The opponents by name, the easiest first. Each is asked for every move of a turn."""
