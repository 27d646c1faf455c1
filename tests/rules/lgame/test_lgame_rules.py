"""The rules of the L-Game, sentence by sentence, each with a picture; reading pictures; the YAML; the synopsis."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from logic import lgame
from logic.config import ConfigError
from logic.core import Cell, Dice, Event, find_move
from logic.lgame import Params, State, new
from logic.lgame.notation import from_text
from logic.lgame.rules import (
    BOARD,
    ORIENTATIONS,
    OUTLINES,
    PLACEMENTS,
    SIZE,
    SQUARES,
    Lay,
    Placement,
    Shift,
    Stay,
    cells,
    mirrored,
    turned,
)
from logic.registry import new_setup
from logic.session import SaveError, Seat, Session
from logic.variants import parse_game, resolve_params
from tests.support.positions.briefed import positions, told
from tests.support.positions.cases import by_choice, by_texts
from tests.support.positions.lgame import START, WON_IN_ONE
from tests.support.stories import sentences
from tests.support.stories.rulepages import Rulebook

RULES = Rulebook("lgame")
CONFIG = RULES.config


def texts(state):
    return [str(move) for move in state.legal_moves()]


def play(state, *moves):
    return by_texts(state, *moves)[0][-1]


def board(state):
    return "\n".join(str(state).splitlines()[:SIZE])


def random_states(seed, moves, **params):
    dice = Dice(seed)
    return by_choice(new(Params(**params), dice), lambda state: dice.choice(state.legal_moves()), moves)[0]


# -- the pieces


def picture(orientation):
    filled = OUTLINES[orientation]
    rows, cols = max(r for r, _ in filled) + 1, max(c for _, c in filled) + 1
    return ["".join("X" if (r, c) in filled else "." for c in range(cols)) for r in range(rows)]


def test_placements_match_quarter_turns_and_mirroring_of_the_base_shape():
    for orientation in ORIENTATIONS:
        clockwise = ["".join(column) for column in zip(*reversed(picture(orientation)), strict=True)]
        assert picture(turned(orientation)) == clockwise
        assert turned(turned(orientation), -1) == turned(orientation, 4) == orientation
    for orientation in ORIENTATIONS:
        assert picture(mirrored(orientation)) == [row[::-1] for row in picture(orientation)]
        assert mirrored(mirrored(orientation)) == orientation
    for placement in PLACEMENTS:
        base = mirrored(0) if placement.is_mirrored else 0
        assert turned(base, placement.quarters) == placement.orientation
        assert Placement(placement.orientation, placement.anchor).cells == tuple(sorted(SQUARES[placement]))
    assert len(BOARD) == SIZE * SIZE == 16
    assert len(set(OUTLINES)) == len(ORIENTATIONS) == 8
    assert len(PLACEMENTS) == len(set(PLACEMENTS)) == 48
    assert len(set(SQUARES.values())) == 48
    assert cells(0, Cell(1, 1)) == (Cell(1, 1), Cell(2, 1), Cell(3, 1), Cell(3, 2))


# -- the start


def test_the_start_position_and_the_first_player_are_as_chosen_or_drawn():
    state = new(Params(), Dice(7))
    assert board(state) == START.strip()
    assert (state.player, state.phase) == (0, "lay")
    assert state == from_text(START)
    first, second = new(Params(), Dice(7)).ls
    assert {Cell(3 - row, 3 - col) for row, col in first.cells} == set(second.cells)
    assert new(Params(first=1), Dice(7)).player == 1
    drawn = {new(Params(first=None), Dice(seed)).player for seed in range(20)}
    assert drawn == {0, 1}


# -- the turn

SENTENCES = """
# A turn is a lay, which must come first, and then a shift of one neutral piece, or none
START :: :: only lay c1 c2 c3 d3 + lay c1 d1 d2 d3 + lay d1 d2 c3 d3 + lay c1 d1 c2 c3 + lay b1 c1 d1 d2,
  no stay + shift n0 b1 :: lay c1 c2 c3 d3 :: A to shift, only shift n0 b1 + shift n0 d1 + shift n0 a2 + shift n0 d2
  + shift n0 a3 + shift n0 a4 + shift n1 b1 + shift n1 d1 + shift n1 a2 + shift n1 d2 + shift n1 a3 + shift n1 a4 + stay
  :: shift n0 b1 :: B to lay, no stay + shift n0 d1, lies . n A ./. B A ./. B A A/. B B n
START :: lay c1 c2 c3 d3, stay, lay a2 a3 a4 b4 :: B to shift, lies n . A ./B . A ./B . A A/B B . n
new neutrals 0 :: lay c1 c2 c3 d3 :: B to lay
# A lay is refused where it would lie just as before
START :: :: no lay b1 c1 c2 c3
# where the other L lies, or a neutral piece, or both
START :: :: no lay b1 b2 b3 c3 + lay a1 b1 c1 c2 + lay c2 c3 c4 d4
# where it leaves the board, is no L, or its squares are not named row by row
START :: :: no lay d1 d2 d3 e3 + lay c1 c2 d2 d3 + lay c3 c1 c2 d3
# A neutral piece may not go where something lies
START :: lay c1 c2 c3 d3 :: no shift n0 a1 + shift n0 d4 + shift n0 c1 + shift n1 b2 + shift n2 b1
# Who cannot lay at the start of the turn has lost, and then alone
WON_IN_ONE :: lay b1 b2 c2 d2 :: goes on, can stay :: shift n1 c3 :: won 0, ranked 0 / 1,
  because player 2 has no place left for the L.
A B . ./A B B B/A A n ./. n . ./A to shift :: :: goes on, can stay :: stay :: B to lay, goes on
A B . ./A B B B/A A n ./. n . ./A to lay :: :: won 1
# A position standing for the third time is a draw where that is on, neutral pieces held alike
new repetition 3 :: THERE, BACK, THERE :: goes on :: BACK :: lost, ranked 0 1,
  because The same position has come up 3 times.
new :: THERE, BACK, THERE, BACK, THERE, BACK, THERE, BACK :: goes on, anew
new repetition 2 :: lay c1 c2 c3 d3, shift n0 d1, lay a2 a3 a4 b4, shift n1 a1, lay b1 c1 c2 c3, stay, lay b2 b3 b4 c4,
  shift n0 d4 :: lies START, neutrals d4 a1, lost
""".replace("THERE", "lay c1 c2 c3 d3, stay, lay a2 a3 a4 b4, stay").replace(
    "BACK", "lay b1 c1 c2 c3, stay, lay b2 b3 b4 c4, stay"
)
PICTURES = {"START": START, "WON_IN_ONE": WON_IN_ONE}
CLAIMS = {
    **{
        name: lambda story, _, phase, seat=seat: (story.state.player, story.state.phase) == (seat, phase)
        for seat, name in enumerate("AB")
    },
    "lies": lambda story, *rows: board(story.state) == PICTURES.get(rows[0], " ".join(rows).replace("/", "\n")).strip(),
    "anew": lambda story: story.state == new(Params(), Dice(1)),
    "neutrals": lambda story, *cells: [*map(str, story.state.neutrals)] == [*cells],
    "because": lambda story, *words: str(story.state.outcome().reason) == " ".join(words),
}


def position(told):
    word, *rest = told.split()
    if word == "new":
        return new(Params(**dict(zip(rest[::2], map(int, rest[1::2]), strict=True))), Dice(1))
    return from_text(PICTURES.get(told) or told.replace("/", "\n"))


@pytest.mark.parametrize("story", sentences.cases(SENTENCES))
def test_rules_sentence_by_sentence(story):
    told, *rest = story
    sentences.check(position(told), CLAIMS, rest)


def test_legal_lays_include_rotated_and_mirrored_placements():
    laid = [move.placement for move in from_text(START).legal_moves()]
    assert len({placement.quarters for placement in laid}) > 1
    assert len({placement.is_mirrored for placement in laid}) == 2
    before, after = from_text(START), play(from_text(START), "lay c1 c2 c3 d3")
    assert set(after.ls[0].cells) - set(before.ls[0].cells) == {Cell(2, 3)}


@given(st.integers(0, 10_000))
def test_legal_lays_are_all_free_placements_but_the_current_one(seed):
    for state in random_states(seed, 12):
        if state.phase == "shift":
            continue
        blocked = {*state.ls[1 - state.player].cells, *state.neutrals}
        own = state.ls[state.player]
        expected = [p for p in PLACEMENTS if p != own and not blocked & set(p.cells)]
        assert [move.placement for move in state.legal_moves()] == expected


# -- the end


def test_a_stuck_player_loses_only_on_their_own_turn_and_before_a_draw():
    stuck = play(from_text(WON_IN_ONE), "lay b1 b2 c2 d2", "shift n1 c3")
    other = from_text(str(stuck).replace("B to lay", "A to lay"))
    assert other.outcome() is None
    assert other.legal_moves()
    often = from_text(f"{stuck}\ndraw at 2\nstood 2")
    assert often.outcome().winners == (0,)


def test_a_rotated_position_is_no_repetition_and_computer_games_draw_at_three():
    start = new(Params(repetition=2), Dice(1))
    turned_over = State(player=1, repetition=2, history=start.history).with_history()
    assert turned_over.outcome() is None
    assert turned_over.times_stood() == 1
    for variant in CONFIG.variants.values():
        assert resolve_params(lgame, variant, computer=True, name="test").repetition == 3
        params = resolve_params(lgame, variant, computer=False, name="test")
        assert params.neutrals or params.repetition
    assert CONFIG.default == "classic"
    assert resolve_params(lgame, CONFIG.variants["classic"], computer=False, name="test") == Params()


# -- events, parameters, values


def test_lays_and_shifts_emit_events_and_are_described():
    step = from_text(START).apply(Lay(0, Cell(0, 2)))
    assert step.events == (Event("lay", {"L0": ()}),)
    assert step.state.apply(Shift("n1", Cell(0, 1))).events == (Event("shift", {"n1": (Cell(3, 3), Cell(0, 1))}),)
    assert step.state.apply(Stay()).events == ()
    state = from_text(START)
    lay = find_move(state, "lay c1 c2 c3 d3")
    laid = state.after(lay)
    assert str(lgame.NARRATION.describe(state, lay)) == "player 1 lays the L on c1 c2 c3 d3."
    shift = find_move(laid, "shift n0 b1")
    assert str(lgame.NARRATION.describe(laid, shift)) == "player 1 moves a pebble from a1 to b1."
    assert str(lgame.NARRATION.describe(laid, Stay())) == "player 1 leaves the pebbles."


@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"first": 2}, "first: "), ({"neutrals": 2}, "neutrals: "), ({"repetition": 1}, "repetition: "),
     ({"first": -1}, "first: "), ({"neutrals": -1}, "neutrals: "), ({"repetition": -3}, "repetition: ")],
)  # fmt: skip
def test_invalid_params_are_refused_by_field_name(wrong, named):
    with pytest.raises(ValueError, match=f"^{named}.*please$"):
        Params(**wrong)


# -- pictures


@given(st.integers(0, 10_000), st.sampled_from([2, 3]))
def test_position_text_keeps_the_repetition_count(seed, repetition):
    for state in random_states(seed, 10, repetition=repetition):
        again = from_text(str(state))
        assert str(again) == str(state)
        assert (again.legal_moves(), again.outcome()) == (state.legal_moves(), state.outcome())


def test_position_text_shows_pieces_phase_and_rules():
    state = new(Params(neutrals=0, repetition=3, first=1), Dice(1))
    assert str(state) == f"{START.strip()}\nB to lay\nn0 a1, n1 d4\nno shifts\ndraw at 3\nstood 1"
    laid = play(new(Params(repetition=3), Dice(1)), "lay c1 c2 c3 d3")
    assert str(laid) == "n . A .\n. B A .\n. B A A\n. B B n\nA to shift\nn0 a1, n1 d4\ndraw at 3"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1: 4 rows"),
        ("n A A .\n. B A .\n", "line 3, column 1: 4 rows"),
        (START.replace("n A A .", "n A x ."), "line 2, column 5: one of . n A B"),
        (START.replace(". B B n", ". B B n ."), "line 5, column 9: 4 squares in a row"),
        (START.replace(". B B n", ". B B"), "line 5, column 6: 4 squares in a row"),
        (START.replace("n A A .", "n A A A"), "line 4, column 5: 4 squares with A"),
        (START.replace("n A A .", ". A A ."), "line 5, column 7: 2 squares with n"),
        ("A . . n\n. A B .\n. A B n\nA . B B\n", "line 1, column 1: the squares with A are no L"),
        (START + "C to lay", "line 6, column 1: not understood"),
        (START + "  n0 a2, n1 d4", "line 6, column 3: the neutral pieces are drawn"),
        (START + "stood 2", "line 6, column 1: only the start of a turn"),
        (START + "draw at 1", "line 6, column 1: not understood"),
        (START + "A to shift\nno shifts", "line 7, column 1: where there are no shifts"),
    ],
)
def test_a_faulty_position_is_refused_with_line_and_column(text, place):
    with pytest.raises(ValueError, match=f"^{place}"):
        from_text(text)


@given(st.text(alphabet="nAB. \n0123456789,adtolshfraw", max_size=80))
def test_random_text_is_refused_with_line_and_column(text):
    with pytest.raises(ValueError, match=r"^line \d+, column \d+: "):
        from_text(text)


# -- the configuration


def test_the_rules_page_shows_an_ending_and_lessons_await_existing_moves():
    (*_, last), _ = RULES.shown("How the game ends")
    assert last.outcome().winners == (0,)
    kinds = {str(move).split()[0] for state in random_states(1, 2) for move in state.legal_moves()}
    assert {kind for lesson in CONFIG.lessons for kind in lesson.until.split(" or ")} - {"tap", "turn"} <= kinds


# == the synopsis


def test_the_synopsis_lists_all_pieces_and_lays_for_both_players():
    said = told(lgame, from_text(START), 0)
    for words in (
        "It is your turn. The L can be laid in 5 ways.",
        "Your L, A: b1 c1 c2 c3.",
        "The other L, B: b2 b3 b4 c4.",
        "Neutral pieces: n0 on a1, n1 on d4.",
        "Free squares: d1 a2 d2 a3 d3 a4.",
        "Other places as the pieces lie: 5 for your L, 5 for the other.",
        "With this turn you cannot leave the other L without a place.",
        "Of the four squares in the middle: 2 under your L, 2 under the other.",
    ):
        assert words in said
    said = told(lgame, from_text(START), 1)
    assert "It is the turn of Player 1." in said
    assert "Your L, B: b2 b3 b4 c4." in said
    assert "With this turn your L cannot be left without a place." in said
    assert "With this turn you can leave the other L without a place." in told(lgame, from_text(WON_IN_ONE), 0)
    assert "With this turn your L can be left without a place." in told(lgame, from_text(WON_IN_ONE), 1)
    assert "This position has stood 1 time; 3 make a draw." in told(lgame, lgame.new(Params(repetition=3), Dice(1)), 0)
    assert "make a draw" not in told(lgame, lgame.new(Params(), Dice(1)), 0)
    data = lgame.NARRATION.plain(from_text(START))
    assert data["rows"] == ["nAA.", ".BA.", ".BA.", ".BBn"]
    assert data["ls"]["A"]["squares"] == ["b1", "c1", "c2", "c3"]
    assert (data["to_move"], data["neutrals"]) == ("A", {"n0": "a1", "n1": "d4"})


@given(positions(games=("lgame",), most=60))
def test_the_threat_in_the_synopsis_matches_the_rules(laid):
    _, state = laid
    ends = [state]
    while ends and ends[0].player == state.player and ends[0].legal_moves():
        ends = [each.apply(move).state for each in ends for move in each.legal_moves()]
    blocked = any(end.outcome() is not None and end.outcome().winners for end in ends if end.player != state.player)
    assert ("you can leave the other L" in told(lgame, state, state.player)) == blocked
    assert ("your L can be left" in told(lgame, state, 1 - state.player)) == blocked


@given(positions(games=("lgame",), most=60), st.integers(0, 1))
def test_the_mobility_in_the_synopsis_matches_the_rules(laid, viewer):
    _, state = laid
    lines = "\n".join(str(state).splitlines()[:4])
    own = [len(from_text(f"{lines}\n{'AB'[seat]} to lay").legal_moves()) for seat in (viewer, 1 - viewer)]
    assert f"{own[0]} for your L, {own[1]} for the other." in told(lgame, state, viewer)


@pytest.mark.parametrize(("neutrals", "repetition"), [(0, 0), (1, 3)])
def test_constraints_depend_on_the_variant(neutrals, repetition):
    rules = " ".join(
        map(str, lgame.NARRATION.constraints(lgame.new(Params(neutrals=neutrals, repetition=repetition), Dice(1))))
    )
    assert ("neutral pieces to a free square" in rules) == bool(neutrals)
    assert ("when it stands 3 times" in rules) == bool(repetition)


@pytest.mark.parametrize("count", [1, 3])
def test_saves_and_variants_without_two_seats_are_refused(count):
    setup = replace(new_setup("lgame", None, [Seat(), Seat()], 1), seats=(Seat(),) * count)
    with pytest.raises(SaveError, match="seats: 2"):
        Session.replay(lgame, setup, [])
    text = f"title: T\nblurb: B\ndefault: a\nvariants: {{a: {{title: A, blurb: B, players: [{count}]}}}}"
    with pytest.raises(ConfigError, match=r"variants\.a.*seats: 2"):
        parse_game(text, lgame, "config/lgame.yaml")
