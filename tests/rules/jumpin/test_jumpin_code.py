"""Sharing codes: each contains its whole position, tolerates typing errors in form, and detects wrong letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.notation import decode, encode, with_sorted_lists
from logic.notation import LETTERS, CodeError
from tests.support.positions.jumpin import BOARDS, OBLONG, SEVEN, images, positions

SEED = ".MM../...M./...R./...../....."
CODE = encode(SEED)


def code_error(text):
    with pytest.raises(CodeError) as caught:
        decode(text)
    assert str(caught.value) == str(caught.value.message)
    return str(caught.value)


@given(positions(most=(5, 6, 3)))
def test_a_code_round_trips_the_position_and_the_board(dealt):
    board, text = dealt
    assert decode(encode(text, board)) == (text, with_sorted_lists(board))


def test_codes_on_the_standard_board_have_ten_letters_and_are_pinned():
    assert [len(group) for group in CODE.split("-")] == [5, 5]
    assert decode(encode("MMMMM/MMMMM/MMMMM/MMMMM/MMMMR"))[0] == "MMMMM/MMMMM/MMMMM/MMMMM/MMMMR"
    assert CODE == encode(SEED) == "1BVAC-HMWYR"
    assert encode("RM./.../...", Board(3, 3, (Cell(0, 2),), (), ())) == "001J1-ST034-7"
    texts = images(SEED, STANDARD)
    assert len({encode(text) for text in texts}) == len(texts) == 8


def test_case_blanks_dashes_and_lookalike_letters_are_tolerated():
    plain = CODE.replace("-", "")
    for written in (
        CODE.lower(),
        plain,
        " ".join(plain),
        f"\t{CODE}\n",
        CODE.replace("-", "–"),
        CODE.replace("0", "O").replace("1", "l"),
        CODE.replace("0", "o").replace("1", "I"),
        "".join(chr(ord(sign) + 0xFEE0) for sign in plain),
        f"\ufeff{CODE[:7]}\u200b{CODE[7:]}\u2060",
    ):
        assert decode(written) == (SEED, STANDARD)


def test_any_wrong_letter_or_swap_of_two_letters_is_detected():
    for code in (CODE.replace("-", ""), encode("RM.../...../...../.....", OBLONG).replace("-", "")):
        for place, letter in enumerate(code):
            for other in LETTERS:
                if other != letter:
                    assert "wrong" in code_error(code[:place] + other + code[place + 1 :])
    code = CODE.replace("-", "")
    swapped = 0
    for i in range(len(code)):
        for j in range(i):
            if code[i] != code[j]:
                letters = list(code)
                letters[i], letters[j] = letters[j], letters[i]
                assert "wrong" in code_error("".join(letters))
                swapped += 1
    assert swapped > 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "10 letters or more"),
        ("4H7QK", "10 letters or more"),
        ("U" * 10, "“U” occurs in no"),
        ("4H7QK0M2P!", "“!” occurs in no"),
        ("4" * 1000, "too long"),
    ],
)
def test_malformed_codes_are_refused(text, words):
    assert words in code_error(text)


@given(st.text(LETTERS, min_size=9, max_size=50))
def test_at_most_one_check_letter_is_valid_and_the_code_round_trips(text):
    taken = [code for code in map(text.__add__, LETTERS) if is_code(code)]
    assert len(taken) <= 1
    assert [encode(*decode(code)).replace("-", "") for code in taken] == taken


def is_code(text):
    try:
        decode(text)
    except CodeError:
        return False
    return True


def test_codes_contain_other_boards_and_do_not_depend_on_the_order_of_their_parts():
    for board in BOARDS:
        text = "/".join(["R" + "." * (board.cols - 1)] + ["." * board.cols] * (board.rows - 1))
        assert (len(encode(text, board)) == 11) == (board == STANDARD)
    assert len(encode("/".join(["." * 7] * 6 + ["......R"]), SEVEN)) < 60
    jumbled = Board(holes=STANDARD.holes[::-1], fox_rows=(3, 1), fox_cols=(3, 1))
    assert encode(SEED, jumbled) == CODE
