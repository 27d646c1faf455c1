"""The words of the page that stand on every table, for each language."""

from __future__ import annotations

from typing import Final

from logic.core import Message
from logic.text import Text

WORDS: Final = {
    "title": Message("At the table"),
    "who": Message("Who are you?"),
    "taken": Message("Another phone is here for that seat. Take it over?"),
    "watch": Message("Only watch"),
    "code": Message("Code"),
    "code_hint": Message("It stands on the big screen."),
    "join": Message("Join"),
    "wrong_code": Message("That is not the code on the big screen."),
    "too_many": Message("Too many tries. Please wait a moment."),
    "no_seat": Message("Somebody has just taken that seat. Choose again."),
    "confirm": Message("Do it"),
    "cancel": Message("Cancel"),
    "other_way": Message("Other way round"),
    "end": Message("End turn"),
    "back": Message("Take back"),
    "hint": Message("Hint"),
    "all_moves": Message("All moves"),
    "log": Message("List of moves"),
    "in_words": Message("The table in words"),
    "own": Message("Only for you"),
    "hide": Message("Cover"),
    "board": Message("Board"),
    "language": Message("Language"),
    "lost": Message("The connection is lost. Trying again …"),
    "still_lost": Message(
        "The table does not answer. Is this phone in its network? If the big screen shows a new code, scan that one."
    ),
    "late": Message("The table has not answered yet. What you chose is done as soon as it does."),
    "closed": Message("The table is closed. When the game goes on there, this page goes on by itself."),
    "closed_over": Message("The game is over and the table is closed."),
    "away": Message("phone away"),
    "actor_away": Message(
        "The phone whose turn it is sleeps or is away. Play goes on when it wakes, or at the big screen."
    ),
    "put_out": Message("You were put out. The computer or somebody else has your seat."),
    "taken_over": Message("Another phone has taken this seat."),
    "gone": Message("This table lets no phones in any more, or has let you go. To come in, scan its code."),
    "leave": Message("Leave"),
    "watching": Message("You are watching. Tap the board to point: everybody sees it."),
    "you": Message("You"),
    "watcher": Message("A watcher"),
    "point_at": Message("Point at"),
    "point": Message("Point"),
    "choose": Message("Tap the board, or choose from the list."),
    "computer": Message("Computer"),
    "larger": Message("Larger"),
    "smaller": Message("Smaller"),
    "on_phone": Message("by phone"),
}


def words_in(language: str) -> dict[str, str]:
    """All of them in one language."""
    text = Text(language)
    return {key: text.say(message) for key, message in WORDS.items()} | {"": language}
