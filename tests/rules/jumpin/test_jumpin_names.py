"""What puzzles are called: each otherwise, in every language, and by what lies on the meadow."""

import pytest

from logic import jumpin, labyrinth
from logic.core import never
from logic.jumpin.engine.collection import name_for, names, phrases
from logic.text import LANGUAGES, Text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [jumpin, labyrinth])
def test_no_two_puzzles_of_a_collection_are_called_alike(game, language):
    say = Text(language).say
    called = [say(puzzle.name) for chapter in game.PUZZLES.chapters() for puzzle in chapter.puzzles]
    assert len(called) == len(set(called)) >= 50
    assert all(name.strip() == name and "{" not in name for name in called)


def test_names_come_from_the_puzzle_alone_and_tell_who_is_out_where_and_in_which_season():
    for tier, chapter in enumerate(jumpin.PUZZLES.chapters(), 1):
        for puzzle in chapter.puzzles:
            signs = puzzle.params["position"]
            assert puzzle.name.args["who"] == phrases().who[signs.count("R") - 1][("f" in signs) + ("F" in signs)]
            assert puzzle.name.args.get("when", phrases().when[tier - 1][0]) in phrases().when[tier - 1]
    position = "..R../...../..M../...../.R..."
    assert list(names([(position, 2)])) == list(names([(position, 2)]))
    enough = sum(map(len, phrases().where)) * len(phrases().when[1]) + len(phrases().where[0])
    assert len({str(name.message()) for name in names([(position, 2)] * enough)}) == enough
    with pytest.raises(ValueError, match="no name is left"):
        list(names([(position, 2)] * (enough + 1)))
    made = jumpin.PUZZLES.make({"tier": 1}, 5, never)
    assert made.name == name_for(made.params["position"], 1)


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("..R../...../..M../...../.R...", 0),
        ("M.R../...../...../...../.R...", 0),
        ("..R../.M.../.M.../...../.R...", 1),
        ("..RM./...../M..../...../.R...", 2),
        ("..R../...M./M..../...../.R...", 3),
        ("..R../...../...../...../.R...", 3),
    ],
)
def test_where_it_is_follows_from_the_mushrooms(position, kind):
    (name,) = names([(position, 1)])
    assert name.message().args["where"] in phrases().where[kind]
    assert name_for(position, 3).args["where"] in phrases().where[kind]
