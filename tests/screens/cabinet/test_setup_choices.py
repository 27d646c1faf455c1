"""What is chosen on the set-up screen: it becomes exactly that game, and nonsense is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.registry import GAMES
from logic.session.saving import LARGEST_SEED, Seat
from logic.session.session import Session
from scenes.cabinet.choices import GUEST, LEVEL, PROFILE, SetupFault, fit, make_setup, remembered_choices, usual_choices
from tests.setups import CONFIG, GAME, choices


def test_every_variant_can_be_set_up_and_begun():
    for name in CONFIG.variants:
        variant = CONFIG.variants[name]
        setup = make_setup(GAME, fit(choices(variant=name), CONFIG.variants), 5)
        assert (setup.variant, setup.undo, setup.confirm, setup.clock) == (
            name, variant.undo, variant.confirm, variant.clock
        )  # fmt: skip
        assert Session(GAMES[GAME], setup).state.legal_moves()


def test_params_follow_the_variant_who_begins_and_whether_a_computer_plays():
    people = make_setup(GAME, choices(), 1)
    against = make_setup(GAME, choices(seats=(GUEST, LEVEL + "gentle")), 1)
    assert people.params["repetition"] == 0
    assert against.params["repetition"] == CONFIG.variants[CONFIG.default].with_computer["repetition"]
    # a written seed is taken and an empty one is drawn
    assert make_setup(GAME, choices(seed="0042"), 7).seed == 42
    assert make_setup(GAME, choices(), 7).seed == 7
    # a first visit seats whoever plays against the gentlest computer
    assert usual_choices(GAME, "Anna").seats == (PROFILE + "Anna", LEVEL + "gentle")
    assert usual_choices(GAME, "").seats[0] == GUEST
    # a player who is gone is not seated
    kept = {"variant": CONFIG.default, "seats": [PROFILE + "Gone", GUEST], "names": ["", ""], "first": 0}
    assert remembered_choices(GAME, "Anna", ("Anna",), kept).seats[0] == PROFILE + "Anna"
    # a seed that is no number is refused
    for seed in ["x", "-1", "1.5", "²", "٣", str(LARGEST_SEED + 1)]:
        with pytest.raises(SetupFault, match="whole number"):
            make_setup(GAME, choices(seed=seed), 1)
    # who sits round the table is seated at an edge and who sits beside at none
    round_the_table = make_setup(GAME, choices(edges=(3, 1)), 1)
    assert [seat.edge for seat in round_the_table.seats] == [3, 1]
    assert make_setup(GAME, choices(), 1).seats == (Seat(), Seat())
    alone = choices(seats=(GUEST, LEVEL + "gentle"), edges=(3, 1))
    assert make_setup(GAME, alone, 1).seats == (Seat(), Seat(level="gentle")), "nobody sits opposite a computer"


def test_seats_are_guests_players_and_computers_and_who_begins_goes_into_the_params():
    assert [make_setup(GAME, choices(first=first), 1).params["first"] for first in (0, 1, None)] == [0, 1, None]
    setup = make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "  Béla   Nagy ")), 1)
    assert setup.seats == (Seat(name="Anna"), Seat(name="Béla Nagy"))
    assert make_setup(GAME, choices(seats=(LEVEL + "club", GUEST)), 1).seats[0] == Seat(level="club")
    with pytest.raises(SetupFault, match="same name"):
        make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "ANNA")), 1)


def test_how_all_sat_is_remembered_as_far_as_it_makes_sense():
    for kept, edges in (
        ([3, 1], (3, 1)), ([2, 2], (2, 2)), ([], ()), ([0], (0, 2)), ([0, 1, 2], (0, 2)), ([0, 4], ()), ("02", ()),
        ([0, True], ()), ([0, -1], ()), (None, ()),
    ):  # fmt: skip
        seats = {"variant": CONFIG.default, "seats": [GUEST, GUEST], "names": ["", ""], "first": 0}
        assert remembered_choices(GAME, "", (), {**seats, "edges": kept}).edges == edges


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from([GUEST, LEVEL + "club"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["variant", "seats", "names", "first", "edges", "other"]), JSON))
def test_whatever_was_kept_gives_choices_that_can_be_played(kept):
    found = remembered_choices(GAME, "", (), kept)
    assert make_setup(GAME, found, 1).game == GAME


def test_own_turns_are_taken_back_by_choice_against_computers_alone_and_without_a_clock():
    for seats in [(GUEST, LEVEL + "gentle"), (GUEST, GUEST), (LEVEL + "club", LEVEL + "gentle")]:
        for name in CONFIG.variants:
            variant = CONFIG.variants[name]
            setup = make_setup(GAME, choices(variant=name, seats=seats, takes_back=True), 5)
            assert make_setup(GAME, choices(variant=name, seats=seats), 5).undo == variant.undo
            alone = seats == (GUEST, LEVEL + "gentle")
            assert setup.undo == ("always" if alone and not variant.clock else variant.undo)
