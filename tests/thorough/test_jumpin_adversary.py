"""JumpIN’ against broken texts and files, impossible requests, and random input."""

import os
from dataclasses import replace

import pygame
import pytest

import main
from logic.core import never
from logic.jumpin import PUZZLES
from logic.jumpin.engine.generator import MOST_GROUNDS, Request
from logic.jumpin.notation import encode
from logic.puzzles import NoPuzzle
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.cabinet.files import open_dropped
from scenes.jumpin.paint import whole
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.shelf import PuzzleShelf
from sprites.jumpin.art import name_plate
from tests.support.hands.jumpin import view_of

pytestmark = pytest.mark.seen

GOOD = ".MM../...M./...R./...../....."

# -- broken texts


def test_huge_puzzle_texts_are_refused():
    for text in ("/" * 5_000_000, "R" * 5_000_000, GOOD + " " * 5_000_000 + "x"):
        with pytest.raises(NoPuzzle):
            PUZZLES.read(text)


# -- files that are dropped

DROPPED = {
    "solved": ("R..../...../...../...../....M", "Solved!"),
    "nothing moves": (".R.../...../...../...../.....", "Not this time"),
    "too many rabbits": ("RR.RR/...../..R../...../R...R", ""),
    "no way home": (".RM../...../...../...../.....", ""),
    "a byte order mark": ("\ufeff" + GOOD, ""),
    "lines of Windows": (GOOD.replace("/", "\r\n") + "\r\n", ""),
    "a code": (encode(GOOD), ""),
}


@pytest.mark.parametrize("name", DROPPED)
def test_unusual_positions_from_files_open_or_end_as_expected(seated, tmp_path, name):
    text, end = DROPPED[name]
    path = tmp_path / "meadow.txt"
    path.write_bytes(text.encode())
    driver = seated()
    open_dropped(driver.app, path, "jumpin")
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, Result if end else BoardScene)
    if end:
        assert driver.top.heading() == end
        assert not any("erfect" in getattr(one, "text", "") for one in driver.top.ui.walk())
    else:
        driver.key("h", "d")
        driver.settle()
        assert driver.top.match.session.ply == 0


# -- requests that cannot be met


def generated(capsys, *options):
    code = main.main(["generate", "jumpin", *map(str, options)])
    return code, capsys.readouterr().err


def test_the_generator_refuses_pipes_and_devices_as_output(tmp_path, capsys):
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for path in (pipe, os.devnull):
        code, said = generated(capsys, "--rabbits", 1, "--mushrooms", 1, "--foxes", 0, "--out", path)
        assert code
        assert str(path) in said
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_too_large_generator_request_is_refused_without_output(tmp_path, capsys):
    code, said = generated(
        capsys, "--variant", "seven", "--rabbits", 3, "--mushrooms", 12, "--foxes", 5, "--seed", 1, "--count", 1,
        "--out", tmp_path / "many.jsonl",
    )  # fmt: skip
    assert code
    assert "mushrooms, foxes: fewer, please" in said
    assert not list(tmp_path.iterdir())
    assert MOST_GROUNDS > 50_000
    Request((1, 4), (0, 3), (0, 2))
    Request((1, 8), (0, 5), (0, 2))


# -- puzzles that are dealt


SHORT_BEFORE = {2: (54,), 3: (3, 23)}
"""Seeds for which the dice first deal something too short."""


@pytest.mark.parametrize(("tier", "least"), [(1, 2), (2, 4), (3, 5), (4, 6), (5, 8)])
def test_generated_puzzles_are_long_enough_for_their_tier(tier, least):
    for seed in (1, *SHORT_BEFORE.get(tier, ())):
        assert PUZZLES.make({"tier": tier}, seed, never).par >= least, f"seed {seed}"


# -- names


def test_name_plates_are_drawn_for_hints_and_named_pieces_only():
    pygame.font.init()
    view = view_of("R..../.ff../..M../...R./.....")
    side = whole(view.cell)
    named = {f"{what}{n}": name_plate(view.kit, f"{what}{n}", side) for what, n in (("R", 1), ("R", 2), ("F", 1))}
    drawn = []

    class Canvas(pygame.Surface):
        def blit(self, source, dest, *rest):
            drawn.append(source)
            return super().blit(source, dest, *rest)

    def names():
        drawn.clear()
        view.draw_foreground(Canvas((300, 240)))
        return {name for name, picture in named.items() if any(picture is one for one in drawn)}

    assert names() == set()
    view.show_hint(view.state.legal_moves()[:1])
    assert names() == set(named)
    view.show_hint(())
    assert names() == set()
    view.host = replace(view.host, names_pieces=True)
    assert names() == set(named)


# -- two thousand puzzles on the shelf


def test_the_shelf_shows_one_tier_and_remembers_the_chosen_one(seated):
    driver = seated()
    shelf = PuzzleShelf(driver.app, "jumpin")
    driver.push(shelf)
    driver.settle()
    for tier in (0, 3):
        driver.top.ui.set_focus(driver.widget(f"chapter-button-{tier}"))
        driver.key("return")
        driver.settle()
        cards = [one for one in shelf.ui.walk() if isinstance(one, PuzzleCard)]
        assert len(cards) == 400
        assert {card.face.tier for card in cards} == {tier + 1}
        assert [card.face.mark for card in cards].count("Next") == 1
    again = PuzzleShelf(driver.app, "jumpin")
    driver.push(again)
    driver.settle()
    assert next(one for one in again.ui.walk() if isinstance(one, PuzzleCard)).face.tier == 4
    driver.app.settings.setups["jumpin"]["chapter"] = "nonsense"
    again.rebuild()
    assert next(one for one in again.ui.walk() if isinstance(one, PuzzleCard)).face.tier == 1
