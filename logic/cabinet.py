"""The application's own configuration, ``config/cabinet.yaml``: window, shelf, keys, pad buttons and a few delays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Annotated, Literal

import msgspec

from logic.config import ConfigError, parse_yaml, read_text

FILE_NAME = "cabinet.yaml"

ACTIONS = (
    "up", "down", "left", "right", "accept", "cancel", "menu", "next", "previous", "page_up", "page_down",
    "undo", "redo", "hint", "rotate", "rotate_back", "mirror", "leap", "inform", "look", "coordinates", "end_turn",
    "wait", "restart", "far", "solve", "map_in", "map_out", "fullscreen", "mute", "help", "log", "zoom_in", "zoom_out",
)  # fmt: skip
"""All actions that a key or a button can trigger, in the order of the help page."""

OF_SOME_GAMES = (
    "mirror", "leap", "inform", "look", "coordinates", "wait", "restart", "far", "solve", "map_in", "map_out",
)  # fmt: skip
"""Actions that have no effect in a game whose view does not name them."""

MODIFIERS = ("ctrl", "alt", "shift")
"""Modifiers that may precede a key's name, joined by plus signs, in this order."""

PAD_BUTTONS = (
    "a", "b", "x", "y", "back", "start", "guide", "leftstick", "rightstick", "leftshoulder", "rightshoulder",
    "lefttrigger", "righttrigger", "dpup", "dpdown", "dpleft", "dpright",
)  # fmt: skip

Context = Literal["everywhere", "board", "page"]
"""Where an action is available: at a game's board, on any other screen, or on all of them."""

Positive = Annotated[float, msgspec.Meta(gt=0, le=3600)]


class WindowSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the window when it is not full screen, and the least number of ``lines`` to paint when it is."""

    width: Annotated[int, msgspec.Meta(ge=640, le=16384)]
    height: Annotated[int, msgspec.Meta(ge=480, le=16384)]
    lines: Annotated[int, msgspec.Meta(ge=480, le=16384)] = 1080


FEWEST_GAMES, MOST_GAMES = 5, 6
"""Games on the shelf for which there is a layout."""


class ShelfPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the places on the shelf: the game that stands there, or is planned to."""

    title: str
    blurb: str


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a key or a button triggers, and the name of that on the help page.

    One key may mean one thing at the board and another on the other pages.
    """

    label: str
    keys: tuple[str, ...] = ()
    pad: tuple[str, ...] = ()
    context: Context = "everywhere"

    def shares_screen(self, other: Context) -> bool:
        """Return whether this action and that context share a screen."""
        return self.context == other or "everywhere" in (self.context, other)


class Seconds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delays of the application, in seconds."""

    demonstration: Positive
    """Until an untouched shelf starts its demonstration."""
    repeat_delay: Positive
    """Until a held key begins to repeat."""
    repeat: Positive


class Cabinet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of ``cabinet.yaml``; ``shelf`` is in the order of the places."""

    window: WindowSize
    shelf: Annotated[dict[str, ShelfPlace], msgspec.Meta(min_length=FEWEST_GAMES, max_length=MOST_GAMES)]
    actions: dict[str, Action]
    key_labels: dict[str, str]
    """The labels of keys that are not labelled with their letter."""
    pad_labels: dict[str, str]
    seconds: Seconds

    def action_of_key(self, key: str, context: Context) -> str | None:
        """The action of a key in that context; modifiers come first: ``alt+return``."""
        found = (n for n, action in self.actions.items() if key in action.keys and action.shares_screen(context))
        return next(found, None)

    def action_of_button(self, button: str, context: Context) -> str | None:
        found = (n for n, action in self.actions.items() if button in action.pad and action.shares_screen(context))
        return next(found, None)


def with_keys(cabinet: Cabinet, chosen: Mapping[str, Sequence[str]]) -> Cabinet:
    """The cabinet with a player's own keys by action; raises ConfigError if they are invalid."""
    actions = {
        name: msgspec.structs.replace(action, keys=tuple(chosen[name])) if name in chosen else action
        for name, action in cabinet.actions.items()
    }
    changed = msgspec.structs.replace(cabinet, actions=actions)
    unknown = (f"no action {name!r}" for name in chosen if name not in actions)
    for fault in (*unknown, *_wrong_names(changed), *_key_conflicts(changed)):
        raise ConfigError(fault)
    return changed


def split_key(key: str) -> tuple[tuple[str, ...], str]:
    """Split ``ctrl+shift+z`` into its modifiers and the name of the key itself, which may be a plus sign."""
    modifiers = []
    for modifier in MODIFIERS:
        if key.startswith(f"{modifier}+"):
            modifiers.append(modifier)
            key = key[len(modifier) + 1 :]
    return tuple(modifiers), key


def parse_cabinet(text: str, name: str = f"config/{FILE_NAME}") -> Cabinet:
    """Read and check the cabinet's YAML; raise ConfigError with the place and the fault."""
    cabinet = parse_yaml(text, Cabinet, name)
    for faults in (_wrong_actions(cabinet), _wrong_names(cabinet), _key_conflicts(cabinet)):
        for fault in faults:
            raise ConfigError(f"{name}: `$.actions`: {fault}")
    return cabinet


@cache
def read_cabinet() -> Cabinet:
    return parse_cabinet(read_text(FILE_NAME))


def _wrong_actions(cabinet: Cabinet) -> Iterator[str]:
    for name in cabinet.actions:
        if name not in ACTIONS:
            yield f"no action {name!r}; there are {', '.join(ACTIONS)}"
    for name in ACTIONS:
        if name not in cabinet.actions:
            yield f"the action {name!r} is missing"


def _wrong_names(cabinet: Cabinet) -> Iterator[str]:
    for name, action in cabinet.actions.items():
        for key in action.keys:
            bare = split_key(key)[1]
            if not bare or any(bare.startswith(f"{modifier}+") for modifier in MODIFIERS):
                yield f"{name}: {key!r} is no key; modifiers come in the order {'+'.join(MODIFIERS)}+key"
            elif len(bare) > 1 and bare not in cabinet.key_labels:
                yield f"{name}: the key {bare!r} has no label in key_labels"
        for button in action.pad:
            if button not in PAD_BUTTONS:
                yield f"{name}: no button {button!r}; there are {', '.join(PAD_BUTTONS)}"
            elif button not in cabinet.pad_labels:
                yield f"{name}: the button {button!r} has no label in pad_labels"


def _key_conflicts(cabinet: Cabinet) -> Iterator[str]:
    for (one, first), (two, second) in combinations(cabinet.actions.items(), 2):
        shared = {*first.keys} & {*second.keys} | {*first.pad} & {*second.pad}
        if shared and first.shares_screen(second.context):
            yield f"{sorted(shared)[0]!r} stands for both {one!r} and {two!r}"
