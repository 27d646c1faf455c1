"""The laws of ``test_laws.py`` once more, for a game's own tests: with more at the table, or with one of everything."""

import pytest

from tests.laws import test_laws

LAWS = (
    test_laws.test_same_seed_same_game,
    test_laws.test_over_means_no_moves_not_over_means_some,
    test_laws.test_apply_leaves_the_old_state_alone_and_is_deterministic,
    test_laws.test_moves_print_uniquely_and_read_back,
    test_laws.test_events_speak_of_pieces_and_cells,
    test_laws.test_moves_of_another_position_are_refused,
    test_laws.test_undo_and_redo_return_the_same_positions,
    test_laws.test_any_first_part_of_a_journal_can_be_replayed,
    test_laws.test_positions_and_moves_travel_to_a_worker,
    test_laws.test_redaction_keeps_what_the_viewer_sees,
    test_laws.test_a_sample_agrees_with_what_the_viewer_sees,
    test_laws.test_what_can_be_taken_back_shows_nothing_hidden,
)
"""Those that depend on who is at the table and what lies on it, and take little time."""


def every_law(*more):
    """Let a test run for each of these laws and of some ``more``: it gets a ``law``, which takes a ``case``."""
    return pytest.mark.parametrize("law", [*LAWS, *more], ids=lambda law: law.__name__.removeprefix("test_"))
