"""What the page of one viewer says, in one language: plain data made from a snapshot, and from nothing else."""

from __future__ import annotations

from typing import Any

from logic.core import Message, Player
from logic.game import Scoring, narration_of, offers, scoring_of
from logic.hosting.hosted import WATCHER
from logic.hosting.snapshot import Snapshot
from logic.registry import game_config, game_named
from logic.text import Text

WON = Message("You win!")


def page_of(shown: Snapshot, language: str) -> dict[str, Any]:
    """All words of a page: whose turn, what can be done, the list of moves, the result."""
    text, game = Text(language), game_named(shown.game)
    scoring = scoring_of(game)
    has_points = offers(scoring, Scoring.score)

    def say(message: Message) -> str:
        return text.say(message, shown.names)

    return {
        "number": shown.number,
        "game": shown.game,
        "title": text.get(game_config(shown.game).title),
        "seat": shown.viewer,
        "actor": shown.actor,
        "chairs": [
            {
                "name": name_of(shown, seat, text),
                "computer": chair.is_computer,
                "points": scoring.score(shown.state, seat) if has_points else None,
            }
            for seat, chair in enumerate(shown.chairs)
        ],
        "turn": say(_turn(shown)),
        "moves": [
            {"move": str(move), "says": say(narration_of(game).describe(shown.state, move))}
            for move in shown.choices.moves
        ],
        "can": {
            "end": shown.choices.can_end,
            "back": shown.choices.can_take_back,
            "hint": shown.choices.can_hint,
        },
        "notice": _notice(shown, text),
        "words": [] if shown.viewer == WATCHER or shown.ending else _synopsis(shown, language),
        "log": [{"seat": seat, "says": say(line)} for seat, line in shown.log],
        "ending": _ending(shown, text),
    }


def name_of(shown: Snapshot, seat: int, text: Text) -> str:
    """What somebody at the table is called."""
    return shown.names[seat] or text.say(Message("Player {number}", number=seat + 1))


def _turn(shown: Snapshot) -> Message:
    """Say whose turn it is, to whom it concerns."""
    if shown.ending is not None:
        if shown.viewer in shown.ending.winners:
            return WON
        return Message("The game is over.")
    actor = shown.actor or 0
    if actor != shown.viewer:
        return Message("It is the turn of {player}.", player=Player(actor))
    return Message("Your turn is finished.") if shown.choices.can_end else Message("Your turn.")


def _notice(shown: Snapshot, text: Text) -> str:
    notice = None if shown.ending else narration_of(game_named(shown.game)).notice(shown.state)
    return text.say(notice, shown.names) if notice is not None else ""


def _synopsis(shown: Snapshot, language: str) -> list[str]:
    """The position in words, a sentence each, for those who do not see the board."""
    game = game_named(shown.game)
    text = Text(language)
    return [text.say(line, shown.names) for line in narration_of(game).synopsis(shown.state, shown.viewer)]


def _ending(shown: Snapshot, text: Text) -> dict[str, Any] | None:
    ending = shown.ending
    if ending is None:
        return None
    return {
        "winners": list(ending.winners),
        "ranking": [list(seats) for seats in ending.ranking],
        "reason": text.say(ending.reason, shown.names),
        "facts": [text.say(fact, shown.names) for fact in ending.facts],
    }
