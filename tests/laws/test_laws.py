"""The laws of every game in every variant; a new game is tested as soon as it is registered."""

import ast
import copy
import dataclasses
import json
import os
import pickle
import string
import sys
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice, Evaluation, Hint, IllegalMove, Message, Remark, find_move, never
from logic.game import Analysis, analysis_of, narration_of, offers, redact, sample
from logic.players import choose, levels
from logic.registry import GAMES
from logic.session import EARLY_ENDS, SaveError, Session
from tests.support.positions.briefed import anywhere, seats
from tests.support.positions.cases import (
    ALL,
    CASES,
    FUZZED,
    LONG,
    PLAIN,
    Case,
    alike,
    dealt,
    endings,
    positions,
    reveals,
    walk,
)
from tests.support.processes import ROOT, run
from tests.support.sampling import sample_of
from tests.support.stories.rulepages import Rulebook
from tests.support.tampering import tampered_with

SEEDS = (1, 2, 3)

pytestmark = pytest.mark.xdist_group("laws")  # the games that they walk through are played once, by one process

every_case = pytest.mark.parametrize("case", CASES, ids=str)
sampled_cases = pytest.mark.parametrize("case", sample_of(FUZZED, where=Case.is_usual.fget), ids=str)
every_variant = pytest.mark.parametrize("case", PLAIN, ids=str)


@every_case
def test_same_seed_same_game(case):
    first = walk(case, 5)
    dealt.cache_clear()
    second = walk(case, 5)
    assert first == second
    assert [str(step.state) for _, _, step in first] == [str(step.state) for _, _, step in second]


@every_case
def test_a_game_is_over_exactly_when_no_move_is_legal(case):
    """A game can also end, and its outcome ranks every player once, the winners first."""
    seats, ends = case.variant.players[0], [end for _, end in endings(case)]
    for state in (*ends, *(state for seed in case.games(len(SEEDS)) for state in positions(case, seed))):
        assert (state.outcome() is None) == bool(state.legal_moves())
        assert 0 <= state.player < seats
    outcomes = [end.outcome() for end in ends if end.outcome() is not None]
    assert outcomes, "none of eight random games ended: can this variant end at all?"
    for outcome in outcomes:
        assert sorted(player for group in outcome.ranking for player in group) == list(range(seats))
        assert not outcome.winners or set(outcome.winners) == set(outcome.ranking[0])
        assert isinstance(outcome.reason, Message)


@every_case
def test_apply_is_deterministic_and_does_not_change_the_state(case):
    for state, move, step in walk(case, 1, bound=40):
        before, legal, shown = copy.deepcopy(state), state.legal_moves(), str(state)
        again = state.apply(move)
        assert state == before
        assert hash(state) == hash(before)
        assert str(state) == shown
        assert list(state.legal_moves()) == list(legal)
        assert again == step
        assert hash(again.state) == hash(step.state)


@every_case
def test_states_moves_and_params_are_immutable(case):
    state, move, _ = walk(case, 1, bound=1)[0]
    for value in (state, move, case.params):
        assert dataclasses.is_dataclass(value)
        assert not hasattr(value, "__dict__"), "slots, please"
        for field in dataclasses.fields(value):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field.name, None)


@every_case
def test_move_texts_are_unique_and_round_trip(case):
    for seed in case.games(len(SEEDS)):
        for state in positions(case, SEEDS[seed], bound=60):
            texts = [str(move) for move in state.legal_moves()]
            assert len(set(texts)) == len(texts)
            for move, text in zip(state.legal_moves(), texts, strict=True):
                assert find_move(state, text) == move
                assert text.isprintable()
                assert text == text.strip() != ""


@every_case
def test_events_map_pieces_to_cells(case):
    for _, _, step in walk(case, 2):
        for event in step.events:
            assert event.name.isidentifier()
            for piece, path in event.paths.items():
                assert isinstance(piece, str)
                assert all(isinstance(cell, Cell) for cell in path)


@cache
def begun(case):
    return case.session()


@sampled_cases
@given(text=st.text(max_size=30))
def test_unknown_move_texts_are_refused_without_effect(case, text):
    session = begun(case)  # one for all texts: it stays unchanged
    legal = {str(move) for move in session.state.legal_moves()}
    before = session.save()
    if text not in legal:
        with pytest.raises(IllegalMove):
            session.play(text)
        assert session.save() == before


@every_case
def test_moves_of_another_position_are_refused(case):
    session = case.session()
    legal = {str(move) for move in session.state.legal_moves()}
    strange = {str(m) for state in positions(case, 3) for m in state.legal_moves()} - legal
    before = session.save()
    for text in sorted(strange):
        with pytest.raises(IllegalMove):
            session.play(text)
    assert session.save() == before


@every_case
def test_undo_and_redo_return_the_same_positions(case):
    session = case.session(undo="always", confirm=False)
    dice = Dice(11)
    while session.ply < 60 and session.outcome() is None:
        session.play(dice.choice(session.state.legal_moves()))
    states, moves, outcome = session.states, session.moves, session.outcome()
    while session.can_undo():
        session.undo()
        assert session.state is states[session.ply]
        assert session.outcome() is None
    hidden_behind = session.ply
    assert hidden_behind == 0 or any(event.reveals for event in session.events[-1])
    while session.can_redo():
        step = session.redo()
        assert step.state is states[session.ply]
    assert (session.states, session.moves, session.outcome()) == (states, moves, outcome)


def use_randomly(session, seed, actions=120):
    """Use every control of a session at random."""
    dice = Dice(seed)
    for _ in range(actions):
        roll = dice.below(10)
        if roll < 2 and session.can_undo():
            session.undo()
        elif roll < 4 and session.can_redo():
            session.redo()
        elif roll < 6 and session.awaits_end:
            session.end_turn()
        elif session.outcome() is None and session.state.legal_moves():
            session.play(dice.choice(session.state.legal_moves()))
    if dice.below(2) and session.outcome() is None:
        session.end_early(dice.below(len(session.setup.seats)), dice.choice(EARLY_ENDS))


def seen(session):
    return (
        session.states,
        session.moves,
        session.events,
        session.outcome(),
        session.actor,
        session.awaits_end,
        session.can_undo(),
        session.can_redo(),
        session.save(),
    )


@sampled_cases
def test_a_save_and_a_journal_restore_the_same_game(case):
    for seed, (undo, confirm) in enumerate(product(["always", "own_turn", "never"], [False, True])):
        lines = []
        session = case.session(seed, undo=undo, confirm=confirm)
        session.record = lines.append
        use_randomly(session, seed)
        data = json.loads(json.dumps(session.save()))
        assert seen(Session.load(data, ALL)) == seen(session)
        assert seen(Session.replay(case.game, session.setup, lines)) == seen(session)


@sampled_cases
def test_any_first_part_of_a_journal_can_be_replayed(case):
    lines = []
    session = case.session()
    session.record = lines.append
    use_randomly(session, 4, actions=25)
    for length in range(len(lines)):
        part = Session.replay(case.game, session.setup, lines[:length])
        assert Session.load(part.save(), ALL).state == part.state


@every_case
def test_positions_moves_and_steps_can_be_pickled(case):
    for state, move, step in walk(case, 6, bound=20):
        assert pickle.loads(pickle.dumps((state, move, step))) == (state, move, step)  # noqa: S301
        assert hash(pickle.loads(pickle.dumps(state))) == hash(state)  # noqa: S301


@every_case
def test_redaction_is_idempotent_and_keeps_the_own_legal_moves(case):
    for state in positions(case, 8, bound=60):
        for viewer in range(case.variant.players[0]):
            shown = redact(case.game, state, viewer)
            assert redact(case.game, shown, viewer) == shown
            assert shown.player == state.player
            assert shown.outcome() == state.outcome()
        own = redact(case.game, state, state.player)
        assert list(own.legal_moves()) == list(state.legal_moves())


@every_case
def test_a_sample_agrees_with_the_view(case):
    for state in positions(case, 8, bound=60):
        shown = redact(case.game, state, state.player)
        dealt = sample(case.game, shown, state.player, Dice(3)) or state
        assert redact(case.game, dealt, state.player) == shown
        assert bool(dealt.legal_moves()) == bool(state.legal_moves())


def seen_by(case, viewer, step):
    """Return what a player sees of a move: the position after it, and its events."""
    return redact(case.game, step.state, viewer), step.events


@every_case
def test_a_move_that_can_be_undone_reveals_nothing_hidden(case):
    """Of two positions that look alike, a move that can be taken back in both leads to positions that look alike again.

    So a player who takes a move back has seen nothing that the view did not foretell, over any number of moves.
    """
    for seed in case.games(len(SEEDS)):
        for state, move, step in walk(case, SEEDS[seed], bound=60):
            for other in (alike(case.game, state, state.player, Dice(number)) for number in SEEDS):
                assert redact(case.game, other, state.player) == redact(case.game, state, state.player)
                twin = other.apply(find_move(other, str(move)))
                same = seen_by(case, state.player, step) == seen_by(case, state.player, twin)
                assert same or reveals(step) or reveals(twin), f"{move}: {step.events} or {twin.events}"


@pytest.mark.parametrize("case", sample_of(PLAIN, where=lambda case: case.is_usual or case.name not in LONG), ids=str)
def test_levels_are_reproducible_and_ignore_hidden_information(case):
    for name in levels(case.game):
        for place, state in enumerate(positions(case, 9, bound=48)[::12]):
            if state.legal_moves():
                first = choose(case.game, name, state, Dice(5), never)
                assert first in state.legal_moves()
                other = alike(case.game, state, state.player, Dice(place))
                assert choose(case.game, name, other, Dice(5), never) == first


LEVELS_WITHOUT_PROMISE = {"random", "model"}


@every_variant
def test_every_level_wins_at_once_when_it_can(case):
    """The turn is played from its beginning, so that a win is found even where it takes several moves."""
    for began, end in endings(case):
        if end.outcome() is None or began.player not in end.outcome().winners:
            continue
        for name in levels(case.game).keys() - LEVELS_WITHOUT_PROMISE:
            state = began
            while state.outcome() is None and state.player == began.player:
                state = state.apply(choose(case.game, name, state, Dice(3), never)).state
            assert state.outcome(), f"{name} played on"
            assert began.player in state.outcome().winners, f"{name} did not win"


@every_variant
def test_descriptions_evaluations_and_hints_have_the_right_types(case):
    narration, analysis = narration_of(case.game), analysis_of(case.game)
    for state, move, _ in walk(case, 10, bound=12)[::3]:
        known = redact(case.game, state, state.player)
        assert isinstance(narration.describe(state, move), Message)
        if offers(analysis, Analysis.evaluation):
            answer = analysis.evaluation(known, never)
            assert isinstance(answer, Evaluation)
            assert answer.value in (-1, 0, 1)
        if offers(analysis, Analysis.hint):
            answer = analysis.hint(known, Dice(1), never)
            assert isinstance(answer, Hint)
            assert answer.moves
            for proposed in answer.moves:
                assert state.player == known.player, "a hint is for the rest of this turn, not for the next one"
                assert proposed in state.legal_moves()
                state = state.apply(proposed).state


@every_variant
def test_review_remarks_refer_to_moves_of_the_game(case):
    analysis = analysis_of(case.game)
    states, moves = positions(case, 10, bound=30), [move for _, move, _ in walk(case, 10, bound=30)]
    remarks = analysis.review(states, moves, never)
    assert [remark.ply for remark in remarks] == sorted({remark.ply for remark in remarks})
    assert all(isinstance(remark, Remark) and 0 <= remark.ply < len(moves) for remark in remarks)
    assert all(remark.weight and isinstance(remark.text, Message) for remark in remarks)
    assert analysis.review(states, moves, lambda: True) == (), "nobody waits"


@settings(max_examples=150)
@given(anywhere(most=160))
def test_full_and_redacted_positions_round_trip_through_their_text(found):
    game, state = found
    knowing = () if game is GAMES["dragon"] else seats(state)  # what is unseen there is not a square of any file
    for shown in (state, *(redact(game, state, viewer) for viewer in knowing)):
        again = narration_of(game).from_text(str(shown))
        assert str(again) == str(shown)
        assert (list(again.legal_moves()), again.outcome()) == (list(shown.legal_moves()), shown.outcome())
        if game is not GAMES["lgame"] or not shown.repetition:  # it counts the position's occurrences
            assert again == shown


def test_games_do_not_depend_on_the_hash_seed():
    printed = {
        run(sys.executable, "-m", Case.__module__, env={**os.environ, "PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("0", "1234")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == len(CASES)


# -- saves that somebody has tampered with


@cache
def saved_text(case, seed):
    """Return the save of a game that has begun, as text."""
    session = case.session(confirm=True)
    use_randomly(session, seed, actions=12)
    return json.dumps(session.save())


@sampled_cases
@given(draw=st.data())
def test_a_tampered_save_is_refused_or_loads_consistently(case, draw):
    data = tampered_with(draw.draw, json.loads(saved_text(case, draw.draw(st.integers(0, 3)))))
    try:
        loaded = Session.load(data, ALL)
    except SaveError as error:
        assert str(error.message)  # noqa: PT017 - not the error is the law, but that nothing else comes out
    else:
        assert Session.load(loaded.save(), ALL).save() == loaded.save()
        assert 0 <= loaded.actor < len(loaded.setup.seats)


@sampled_cases
@given(lines=st.lists(st.text(max_size=12) | st.sampled_from(["end", "undo", "redo", "gave_up 0", "time 1", "play "])))
def test_a_tampered_journal_is_refused_or_replays_consistently(case, lines):
    try:
        session = Session.replay(case.game, case.setup(), lines)
    except SaveError as error:
        assert str(error).startswith("Action ")  # noqa: PT017
    else:
        assert Session.load(session.save(), ALL).save() == session.save()


# -- the pages of the rules


@pytest.mark.parametrize("name", GAMES)
def test_rules_pages_cover_every_variant_and_their_moves_can_be_played(name):
    book = Rulebook(name)
    assert len(book.pages) >= 5
    assert book.torn() == []
    assert all(page.board is not None for page in book.config.rules if page.steps)
    for page in book.pages:
        states, happened = book.shown(page.title)
        assert states[0].outcome() is None
        assert bool(happened) == bool(page.steps)
    headings, text = {page.title for page in book.config.rules}, " ".join(page.text for page in book.config.rules)
    others = {one.title for key, one in book.config.variants.items() if key != book.config.default}
    assert all(f"*{title}*" in text for title in others - headings)


# -- texts


def messages():
    """Yield every ``Message("…", …)`` in the program: where it stands, its call, and what may be filled in later.

    Those are the names in calls of ``Message.of`` anywhere; in a file with an ``of(**…)`` also all of its constants.
    """
    files = [
        ROOT / "main.py",
        *(path for part in ("logic", "sprites", "scenes") for path in (ROOT / part).rglob("*.py")),
    ]
    sources = {path: path.read_text(encoding="utf-8") for path in files if path.exists()}
    told = {path: [*ast.walk(ast.parse(source))] for path, source in sources.items() if "Message(" in source}
    fills = {
        path: {word.arg for node in nodes if _calls(node, "of") for word in node.keywords}
        for path, nodes in told.items()
    }
    for path, nodes in told.items():
        later = set().union(*fills.values())
        if None in fills[path]:
            later |= {node.value for node in nodes if isinstance(node, ast.Constant)}
        for node in nodes:
            if _calls(node, "Message") and node.args:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node, later


def _calls(node, name):
    return isinstance(node, ast.Call) and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_message_placeholders_match_their_arguments():
    checked = 0
    for where, call, later in messages():
        given_names = {word.arg for word in call.keywords} - {"plural"}
        plural = next((word.value for word in call.keywords if word.arg == "plural"), None)
        if len(call.args) > 1:
            plural = call.args[1]
        forms = [form for form in (call.args[0], plural) if isinstance(form, ast.Constant) and form.value is not None]
        if None in given_names or not forms:
            continue
        used = set().union(*(places(form.value) for form in forms))
        assert given_names - {"n"} <= used, where
        assert used <= given_names | later, where
        checked += 1
    assert checked > 20


# -- once more for a game’s own tests, with more players, or with one of everything


LAWS = (
    test_same_seed_same_game,
    test_a_game_is_over_exactly_when_no_move_is_legal,
    test_apply_is_deterministic_and_does_not_change_the_state,
    test_move_texts_are_unique_and_round_trip,
    test_events_map_pieces_to_cells,
    test_moves_of_another_position_are_refused,
    test_undo_and_redo_return_the_same_positions,
    test_any_first_part_of_a_journal_can_be_replayed,
    test_positions_moves_and_steps_can_be_pickled,
    test_redaction_is_idempotent_and_keeps_the_own_legal_moves,
    test_a_sample_agrees_with_the_view,
    test_a_move_that_can_be_undone_reveals_nothing_hidden,
)
"""The laws that depend on the players and on what lies on the table, and take little time."""


def every_law(*more):
    """Return a decorator that runs a test for these laws and ``more``: it gets a ``law``, which takes a ``case``."""
    return pytest.mark.parametrize("law", [*LAWS, *more], ids=lambda law: law.__name__.removeprefix("test_"))
