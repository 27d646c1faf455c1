"""Boards of Stone Dragon for the solver: drawn in rows, or dealt by the dice within limits."""

from logic.dragon.board import parse_board
from tests.support.positions.dragon import file_text


def drawn(rows, entrance, knights, required):
    """Give a board from its rows, each a line of codes parted by blanks, like the knights."""
    text = "\n".join(";".join(row.split()) for row in rows)
    return parse_board(file_text(text, ";".join(knights.split()), required, entrance))


def dealt_text(dice, most_squares=20, most_knights=5, density=0.6):
    """Give the text of a board of chance: up to that many squares, that share of them with something on."""
    height = 1 + dice.below(5)
    width = 1 + dice.below(max(1, min(5, most_squares // height)))
    if height * width == 1:
        width = 2
    codes = [random_code(dice, height, width) if dice.chance() < density else "Z" for _ in range(height * width)]
    codes[dice.below(height * width)] = "L"
    rows = [";".join(codes[row * width : (row + 1) * width]) for row in range(height)]
    knights = [dice.choice(("N", "S", "N", "S", f"Z{1 + dice.below(2)}", f"B{1 + dice.below(3)}"))
               for _ in range(1 + dice.below(most_knights))]  # fmt: skip
    required = 1 + dice.below(len(knights))
    entrance = f"{1 + dice.below(height)};{1 + dice.below(width)}"
    return "\n".join([str(height), str(width), *rows, entrance, ";".join(knights), str(required), ""])


def random_code(dice, height, width):
    number = str(1 + dice.below(2))
    kind = dice.choice("JJWMMTDDCA")
    if kind == "T":
        return f"T{1 + dice.below(height)},{1 + dice.below(width)}"
    return kind + number if kind in "DCA" else kind


def dealt(dice, **limits):
    return parse_board(dealt_text(dice, **limits))
