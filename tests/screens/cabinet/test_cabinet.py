"""The cabinet's YAML: every action has a name and keys, no key means two things, faults are named."""

import pygame
import pytest

from logic.cabinet import ACTIONS, FILE_NAME, MODIFIERS, parse_cabinet, read_cabinet, split_key
from logic.config import ConfigError, read_text
from logic.registry import GAMES, game_config


@pytest.fixture(scope="module")
def cabinet():
    return read_cabinet()


def test_actions_keys_buttons_and_labels_in_cabinet_yaml_are_complete(cabinet):
    # the file is valid
    assert (cabinet.window.width, cabinet.window.height) == (1280, 800)
    assert list(cabinet.shelf) == ["labyrinth", "jumpin", "coatl", "lgame", "dragon"]
    assert {name: place.title for name, place in cabinet.shelf.items()} == {n: game_config(n).title for n in GAMES}
    assert set(cabinet.actions) == set(ACTIONS)
    assert (cabinet.seconds.demonstration, cabinet.seconds.repeat_delay) == (60, 0.4)
    # every action has a key
    assert [name for name, action in cabinet.actions.items() if not action.keys] == []
    # every key is one that pygame knows
    pygame.display.init()
    for action in cabinet.actions.values():
        for key in action.keys:
            assert pygame.key.key_code(split_key(key)[1])
    # every key that is used has a label
    used = {part for a in cabinet.actions.values() for key in a.keys for parts in [split_key(key)] for part in parts[0]}
    assert used <= set(cabinet.key_labels)
    assert set(MODIFIERS) <= set(cabinet.key_labels)
    # keys and buttons mean actions where they count
    assert cabinet.action_of_key("return", "board") == cabinet.action_of_key("space", "page") == "accept"
    assert cabinet.action_of_key("alt+return", "page") == "fullscreen"
    assert cabinet.action_of_key("ctrl+shift+z", "board") == "redo"
    assert cabinet.action_of_key("h", "page") is None
    assert cabinet.action_of_button("leftshoulder", "board") == "undo"
    assert cabinet.action_of_button("leftshoulder", "page") == "page_up"


@pytest.mark.parametrize(
    ("key", "parts"),
    [("r", ((), "r")), ("ctrl+shift+z", (("ctrl", "shift"), "z")), ("ctrl++", (("ctrl",), "+")), ("+", ((), "+"))],
)
def test_split_key_separates_modifiers_from_the_key(key, parts):
    assert split_key(key) == parts


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("keys: [h]", "keys: [r]", "'r' stands for both 'hint' and 'rotate'"),
        ("keys: [h]", "keys: [tab]", "'tab' stands for both 'next' and 'hint'"),
        ("pad: [x]", "pad: [y]", "'y' stands for both 'rotate' and 'mirror'"),
        ("pad: [x]", "pad: [knob]", "rotate: no button 'knob'"),
        ("keys: [h]", "keys: [shift+ctrl+h]", "hint: 'shift\\+ctrl\\+h' is no key"),
        ("keys: [h]", "keys: [f7]", "hint: the key 'f7' has no label"),
        ("  hint:", "  clue:", "no action 'clue'"),
        ("  hint: {label: Hint, keys: [h], pad: [back], context: board}\n", "", "the action 'hint' is missing"),
        ("label: Hint", "lable: Hint", "lable"),
        ("width: 1280", "width: 12", "width"),
        ("context: board}", "context: kitchen}", "kitchen"),
    ],
)
def test_faults_in_cabinet_yaml_are_reported_with_the_file(old, new, fault):
    text = read_text(FILE_NAME)
    assert old in text
    with pytest.raises(ConfigError, match=fault) as caught:
        parse_cabinet(text.replace(old, new, 1))
    assert str(caught.value).startswith("config/cabinet.yaml: ")
