"""Texts beside the meadow: what may be done, and why a piece cannot move."""

from __future__ import annotations

from logic.core import Message
from logic.jumpin.rules import State
from scenes.jumpin.layout import neighbours, pieces_of

ACTION_NAMES = {
    "rotate": Message("Next animal that can move"),
    "rotate_back": Message("Previous animal"),
    "restart": Message("Back to the start"),
    "far": Message("How far am I?"),
    "solve": Message("Solve from here"),
}
"""Names on the page of keys for the actions of this game."""
GESTURES = (
    (Message("Tap or click"), Message("Choose an animal, then where it goes")),
    (Message("Drag a rabbit"), Message("Jump to a lit cell")),
    (Message("Drag a fox"), Message("Slide it along its line")),
    (Message("Tap one that cannot move"), Message("Say why not")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""Gestures of this board with their meanings."""


def advice(state: State, chosen: str | None) -> Message:
    if chosen is None:
        return Message("Choose a rabbit or a fox.") if state.foxes else Message("Choose a rabbit.")
    if chosen.startswith("F"):
        return Message("Where does the fox slide to?")
    return Message("Where does the rabbit jump to?")


def why_not(state: State, piece: str) -> Message:
    """Say why a piece has no legal move."""
    if piece.startswith("M"):
        return Message("Mushrooms stay where they are.")
    if piece.startswith("F"):
        return Message("No slide: the way is barred before and behind.")
    if any(cell in pieces_of(state) for cell in neighbours(state, state.rabbits[int(piece[1:]) - 1])):
        return Message("No jump: there is no free cell behind.")
    return Message("No jump: there is nobody to jump over.")
