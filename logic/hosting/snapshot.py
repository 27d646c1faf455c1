"""The table as one viewer may know it, as a value: made from ``redact`` alone, and all that ever leaves the program.

Two tables that differ only in what a viewer does not know give that viewer equal snapshots. What a page says, in one
language, is plain data made from a snapshot, and from words that stand on every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from logic.core import Event, Message, Player, State
from logic.game import Scoring, narration_of, offers, scoring_of
from logic.hosting.hosted import WATCHER, Choices, Hosted
from logic.registry import game_config, game_named
from logic.text import Text

LINES = 24
"""Of the list of moves, the last ones; no trail goes back further, so that no table gets slower as its game goes on."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits there: the name, empty for whoever has none, and whether the computer plays."""

    name: str
    is_computer: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended: why, and the seats from the best to the last, those side by side who are equal."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: Message
    facts: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table in the position of that number, for the seat ``viewer`` or a watcher."""

    number: int
    game: str
    chairs: tuple[Chair, ...]
    viewer: int
    actor: int | None
    """Whose action is awaited; None once the game is over."""
    state: State
    choices: Choices
    trail: tuple[tuple[State, tuple[Event, ...]], ...]
    """What others did since the viewer's own last move, each with the position before it; the latest comes first.

    A watcher, who never moves, is shown the last turn.
    """
    log: tuple[tuple[int, Message], ...]
    """The last lines of the list of moves, each with the seat."""
    ending: Ending | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)


def snapshot(hosted: Hosted, viewer: int, names: Sequence[str]) -> Snapshot:
    """Take the table as it stands now for one viewer."""
    session = hosted.session
    outcome = session.outcome()
    chairs = tuple(Chair(name, seat.is_computer) for name, seat in zip(names, session.seats, strict=True))
    ending = None
    if outcome is not None:
        facts = narration_of(session.game).facts(session.state, (), alone=False) if len(chairs) > 1 else ()
        ending = Ending(outcome.winners, outcome.ranking, outcome.reason, facts)
    return Snapshot(
        hosted.number,
        session.setup.game,
        chairs,
        viewer,
        session.actor if outcome is None else None,
        hosted.view(viewer),
        Choices() if viewer == WATCHER else hosted.choices(viewer),
        tuple(_trail(hosted, viewer)),
        tuple(_log(hosted)),
        ending,
    )


def _trail(hosted: Hosted, viewer: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    session = hosted.session
    states, events = session.states, session.events
    for ply in reversed(range(max(0, session.ply - LINES), session.ply)):
        mover = session.mover(ply)
        is_own = mover == viewer
        if (is_own and ply < session.ply - 1) or (viewer == WATCHER and mover != session.mover(session.ply - 1)):
            return
        yield hosted.known(states[ply], viewer), _open_part(events[ply], hosted.known(states[ply + 1], viewer))
        if is_own:
            return


def _open_part(events: tuple[Event, ...], known: State) -> tuple[Event, ...]:
    """The events without the pieces that what is known of the position after them does not name."""
    named = repr(known)
    return tuple(
        Event(event.name, {piece: path for piece, path in event.paths.items() if repr(piece) in named}, event.reveals)
        for event in events
    )


def _log(hosted: Hosted) -> Iterator[tuple[int, Message]]:
    """What everybody at the table may read of the last moves."""
    session = hosted.session
    narration, states, events = narration_of(session.game), session.states, session.events
    for ply in range(max(0, session.ply - LINES), session.ply):
        for line in narration.tell(states[ply], session.moves[ply], events[ply]):
            yield states[ply].player, line


# -- the page of one viewer, in one language

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
    """The words that stand on every table, in one language."""
    text = Text(language)
    return {key: text.say(message) for key, message in WORDS.items()} | {"": language}
