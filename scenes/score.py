"""How two players stand with each other, counted from their finished games."""

from __future__ import annotations

from collections.abc import Iterable

from logic.core import Message
from logic.records import GameEntry, Tally
from logic.session import Seat, Setup
from scenes.app import App
from scenes.wording import seat_name, shortened

LONGEST_NAME = 16
"""Letters of a name in a score."""


def running_score(app: App, setup: Setup) -> str | None:
    """Say how the two at a table stand with each other in this game; None where nobody keeps count of that.

    Counted are the games of players who have a profile, against each other or against one level of the computer.
    """
    pair = _pair(app, setup)
    if pair is None:
        return None
    one, other = (setup.seats[seat] for seat in pair)
    tally = tally_between(app.store.finished(one.name, setup.game), one, other)
    if not tally.played:
        return None
    names = [shortened(seat_name(app, setup, seat), LONGEST_NAME) for seat in pair]
    score = Message("{one} {won} – {lost} {other}", one=names[0], won=tally.won, lost=tally.lost, other=names[1])
    said = [app.say(score)]
    if tally.drawn:
        said.append(app.say(Message("{n} draw", plural="{n} draws", n=tally.drawn)))
    return " · ".join(said)


def tally_between(games: Iterable[GameEntry], one: Seat, other: Seat) -> Tally:
    """Count the finished games that these two have played against each other, as ``one`` sees them."""
    tally = Tally()
    for game in games:
        seats = game.setup.seats
        if len(seats) == 2 and {*map(_who, seats)} == {_who(one), _who(other)} and game.result is not None:
            mine = [*map(_who, seats)].index(_who(one))
            winners = game.result.winners
            tally = tally.plus(1 if mine in winners else -1 if winners else 0)
    return tally


def _who(seat: Seat) -> tuple[str, str]:
    """Tell who sits there, whatever the other fields say."""
    return ("", seat.level) if seat.is_computer else (seat.name, "")


def _pair(app: App, setup: Setup) -> tuple[int, int] | None:
    """Give the two seats, the one whose games are kept first: whoever plays now before others with a profile."""
    seats, known = setup.seats, app.store.profiles()
    if len(seats) != 2 or _who(seats[0]) == _who(seats[1]):
        return None
    kept = [i for i, seat in enumerate(seats) if not seat.is_computer and seat.name in known]
    if not kept or (len(kept) == 1 and not seats[1 - kept[0]].is_computer):
        return None
    first = min(kept, key=lambda i: (seats[i].name != app.settings.profile, seats[i].name))
    return first, 1 - first
