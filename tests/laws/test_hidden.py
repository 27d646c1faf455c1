"""Hidden things show nowhere: positions that differ only in them look the same to the viewer."""

from dataclasses import asdict, replace

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from logic import coatl
from logic.core import Dice, never
from logic.game import narration_of, redact
from logic.hosting import WATCHER, Hosted, page_of, snapshot, token_hash
from logic.llm.adviser import brief
from logic.mcp.games import HostedGame
from logic.text import LANGUAGES, Text
from logic.tools import told
from quincunx.research.table import Table as Observed
from quincunx.research.table import rules_of
from tests.support.positions.briefed import SEEDS, anywhere, bytes_of, played, seats, session_at
from tests.support.positions.cases import alike

EN = Text("en")
READING_TOOLS = ("standing", "told", "rules", "moves", "position")
"""The tools by which a program can look, whoever is to move."""


def board_view(session, viewer):
    """Return the view, and for the player to move the moves and what is said of them, by the state or by the view."""
    game, state = session.game, session.state
    view, narration = redact(game, state, viewer), narration_of(game)
    shown = [view, str(view), state.outcome(), narration.notice(view)]
    if state.player == viewer:
        for known in (state, view):
            moves = state.legal_moves()
            said = [(move, narration.describe(known, move), narration.warning(known, move)) for move in moves]
            shown += [list(known.legal_moves()), known.outcome(), said, narration.waiting_warning(known)]
    return shown


def model_view(session, viewer):
    game = session.game
    return [bytes_of(brief(game, redact(game, session.state, viewer), viewer, language)) for language in LANGUAGES]


def phone_view(session, viewer):
    hosted = Hosted(session)
    shown = snapshot(hosted, viewer, [""] * len(session.seats))
    return shown, [msgspec.json.encode(page_of(shown, language)) for language in LANGUAGES]


def table_of(session):
    return HostedGame("0" * 12, session, tuple(token_hash(str(seat)) for seat in range(len(session.seats))), own_seed=7)


def program_view(session, viewer):
    return msgspec.json.encode([asdict(getattr(table_of(session), look)(viewer, EN, never)) for look in READING_TOOLS])


def advice_view(session, viewer):
    if session.outcome() is None and session.state.player == viewer:
        return table_of(session).suggestion(viewer, EN, never)
    return None


def research_view(session, viewer):
    return Observed(rules_of(session.setup.game), session.state).view(viewer)


VIEWS = {
    "board": (board_view, 40),
    "model": (model_view, 30),
    "phone": (phone_view, 20),
    "watcher": (lambda session, _: phone_view(session, WATCHER), 15),
    "program": (program_view, 20),
    "advice": (advice_view, 4),
    "research": (research_view, 20),
    "terminal": (lambda session, _: list(told(session, EN)), 20),
}
"""How each viewer looks, and at how many games; watcher and terminal know only what all seats know."""


@pytest.mark.parametrize("eye", VIEWS)
def test_views_do_not_depend_on_hidden_information(eye):
    """Along the same moves, too, for as long as the viewer sees the same."""
    look, examples = VIEWS[eye]

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(anywhere(), SEEDS, st.integers(0, 3))
    def holds(found, seed, seat):
        game, state = found
        viewer, dice = seat % len(seats(state)), Dice(seed)
        one, other = (session_at(game, each) for each in (state, alike(game, state, viewer, dice)))
        for _ in range(1 if eye == "advice" else 4):
            assert look(one, viewer) == look(other, viewer)
            moves = [move for move in one.state.legal_moves() if move in other.state.legal_moves()]
            if not moves:
                break
            move = str(dice.choice(moves))
            one.play(move)
            other.play(move)
            if redact(game, one.state, viewer) != redact(game, other.state, viewer):
                break

    holds()


@pytest.mark.parametrize("eye", sorted(VIEWS.keys() - {"advice"}))
def test_views_differ_if_visible_information_differs(eye):
    look, _ = VIEWS[eye]
    state = played("coatl", coatl.Params(first=0), 3, 12)
    changed = state.with_seat(replace(state.seat, prophecies=state.seat.prophecies[1:]))
    assert look(session_at(coatl, state), state.player) != look(session_at(coatl, changed), state.player)
