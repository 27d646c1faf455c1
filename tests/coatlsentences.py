"""Cards, boards and seats for what is tested of the rules of Cóatl sentence by sentence."""

import pytest

from logic.coatl.components import COLOURS, prophecies
from logic.core import find_move

CARDS = """
display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB
temples temple:-Y/7 temple:-K/8
"""
OPEN = f"supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | Rt1 | -{CARDS}"
SHOWN = ("red:Y", "red:R", "trio:K", "pair:YG", "blackx:B", "rainbow:YKRGB")
SUPPLY = "supply " + " | ".join(f"{c}b1 {c}b2" for c in "RYGBK") + " | Rb3 Yb3 | Rh1 | Rh2 | Rt1 | Rt2"
SEATED = [(players, first, seat) for players in (2, 3, 4) for first in range(players) for seat in range(players)]
"""Every number of players with every place of the first-player marker, and each seat."""
TWO = {"bodies": (2, 2, 2, 2)}
"""Two bodies of each colour, however many play."""
TABLES = pytest.mark.parametrize(("players", "first", "seat"), SEATED)


def boards(pieces, sizes):
    """Lines with the boards of the players, each with so many of the pieces."""
    left, lines = list(pieces), []
    for number, size in enumerate(sizes, 1):
        if left[:size]:
            lines.append(f"{number} board {' '.join(left[:size])}")
        del left[:size]
    assert not left
    return "\n".join(lines)


def ends_but(*kept):
    """All heads and tails, but for some."""
    every = [f"{colour}{kind}{number}" for kind in "ht" for colour in COLOURS for number in (1, 2, 3)]
    return [piece for piece in every if piece not in kept]


def all_but(*cards):
    return [card for card in prophecies(promo=False) if card not in (*cards, *SHOWN)]


def play_on(state, *moves):
    """The position after moves, where not everything lies somewhere."""
    for move in moves:
        state = state.apply(find_move(state, move)).state
    return state
