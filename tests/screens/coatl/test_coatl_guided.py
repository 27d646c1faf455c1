"""The YAML of Cóatl: rules pages with their positions, and the guided first game, tap by tap."""

import pytest

from logic.coatl import LEVELS, redact
from logic.coatl.components import HEAD_FIELDS, TAIL_FIELDS
from logic.coatl.moves import Choose, Draw, End, Take, level
from logic.coatl.notation import from_text
from logic.core import Dice
from scenes.board.teaching import begin, is_due
from tests.screens.boardhands import match_of, sit_at_lesson
from tests.support.sampling import sample_of
from tests.support.stories.rulepages import Rulebook

RULES = Rulebook("coatl")
CONFIG, PAGES, shown = RULES.config, RULES.pages, RULES.shown


# -- the pages of the rules


def test_rules_pages_show_positions_without_hidden_opponent_cards():
    assert {page.title for page in CONFIG.rules if not page.exhibits} - {page.title for page in PAGES} == {
        "At the screen", "With keys or game pad", "The coach",
    }  # fmt: skip
    # a page never shows what an opponent hides
    for page in PAGES:
        for seat in from_text(page.board).seats[1:]:
            assert {*seat.prophecies, *seat.temples, *seat.aside} <= {"?"}


@pytest.mark.parametrize(
    ("title", "events", "holds"),
    [
        ("The serpents", {"lock"}, lambda first, last: (
            (first.seats[0].finished, last.seats[0].finished) == (1, 2) and first.seats[0].coatls[0].temple)),
        ("How it begins", set(), lambda first, last: (
            (len(first.seats[0].prophecies), len(last.seats[0].prophecies), last.turn) == (4, 3, 1))),
        ("Take pieces", {"refill"}, lambda first, last: sum(map(len, first.supply[:6])) == 2 and all(last.supply)),
        ("Choose prophecies", {"choose", "draw"}, lambda first, last: (
            len(last.seats[0].prophecies) == len(first.seats[0].prophecies) + 2)),
        ("Build", {"start", "attach", "prophesy"}, lambda _first, _last: True),
        ("Prophecies on a cóatl", {"close", "prophesy"}, lambda first, last: (
            len(last.seats[0].coatls[0].prophecies) == 2 and first.score(0) < last.score(0))),
        ("The blue cards", set(), lambda first, last: (
            [level("pair:KG", state.seats[0].coatls[1]) for state in (first, last)] == [1, 2])),
        ("Temples", {"close", "crown"}, lambda _first, last: last.score(0) == 4 + 7),
        ("How it ends", {"final"}, lambda first, last: (  # two turns in a row
            (first.seats[0].finished, last.cause, last.player, last.queue) == (2, "third", 1, (1,)))),
        ("Sacrifice", {"fetch"}, lambda first, last: len(last.seats[0].tokens) == len(first.seats[0].tokens) - 1),
        ("Other ways to play", {"steal", "rob"}, lambda first, last: (
            len(last.seats[1].gifts) == 1 and last.score(1) == first.score(1) + 2)),
    ],
)  # fmt: skip
def test_rules_page_positions_show_the_events_of_their_page(title, events, holds):
    (first, *_, last), happened = shown(title)
    assert events <= set(happened)
    assert holds(first, last)


@pytest.mark.parametrize(
    ("title", "families"),
    [
        ("The red and the black cards", {"red", "blackx", "trio"}),
        ("The blue cards", {"pair", "quartet"}),
        ("The yellow cards", {"two_three", "rainbow"}),
        ("The green cards", {"colorful", "blank"}),
    ],
)
def test_rules_pages_about_cards_show_their_card_families(title, families):
    (*_, last), _ = shown(title)
    seat = last.seats[0]
    cards = [*seat.prophecies, *(card for coatl in seat.coatls for card in coatl.prophecies)]
    assert families == {card.split(":")[0] for card in cards}


# -- the guided first game


@pytest.fixture
def lesson(new_driver):
    return sit_at_lesson(new_driver, "coatl", (1024, 600))


def colours_on(state, field):
    """Return the colours of the pieces on a field of the supply board."""
    return {piece[0] for piece in state.field(field)}


def test_the_lesson_deals_the_components_it_explains(lesson):
    state = match_of(lesson).session.state
    assert (state.player, state.action) == (0, ""), "the other player has laid a card aside"
    assert "pair:YG" in state.seat.prophecies
    assert state.seat.temples == ("temple:Y=G/6",)
    assert colours_on(state, "b3") == {"Y", "G"}
    assert not {"Y", "G"} & set().union(*(colours_on(state, field) for field in (*HEAD_FIELDS, *TAIL_FIELDS)))
    assert lesson.top.ui.find("end_turn").label == "End turn", "it was named otherwise while the other laid aside"


def test_following_the_lesson_finishes_a_coatl_with_prophecy_and_temple(lesson):
    match, guide = match_of(lesson), lesson.top.guide
    while guide.step is not None:
        step, moves = guide.step, match.session.state.legal_moves()
        if guide.waits_for_tap:
            guide.tap()
            continue
        asked = [move for move in moves if step.at.means(str(move))]
        match.play((asked or [move for move in moves if str(move).startswith(tuple(step.kinds))])[0])
        lesson.settle()
    own = match.session.state.seats[0]
    assert own.finished == 1
    assert (own.coatls[0].prophecies, own.coatls[0].temple) == (("pair:YG",), "temple:Y=G/6")
    assert level("pair:YG", own.coatls[0]) == 1
    assert match.session.state.score(0) == 1 + 3
    assert not is_due(lesson.app, "coatl")


def test_the_lesson_refuses_other_moves_and_hint_repeats_its_step(lesson):
    """Two fields have it, and both will do; after others the lesson spoke of what was not there."""
    match, guide, view = match_of(lesson), lesson.top.guide, lesson.top.view
    while guide.waits_for_tap:
        guide.tap()
    step = guide.step
    for other in ("supply", "display"):
        lesson.click(view.spots(other)[0].center)
        assert lesson.said() == [f"That comes later. {step.text}"]
        lesson.settle()
        assert (match.session.state.action, guide.step) == ("", step)
    lesson.top.act("hint")
    lesson.settle()
    assert match.coach.advice is None
    assert lesson.top.showing.light == 1.0
    lesson.click(view.spots("display")[0].center)
    assert lesson.said()
    lesson.click(view.spots("supply")[4].center)
    assert lesson.said() == [], "the refusal goes with the move that is asked for"
    lesson.settle()
    assert (match.session.state.action, guide.step.until) == ("take", "end")


@pytest.mark.parametrize("seed", sample_of(range(5), every=5))
def test_the_guided_game_ends_within_forty_turns(new_driver, seed):
    """Two players like the gentlest computer are done after few turns: half a minute for each of one's own."""
    match, _ = begin(new_driver((800, 600)).app, "coatl")
    state, dice = match.session.state, Dice(seed)
    while state.outcome() is None:
        state = state.apply(LEVELS["novice"].choose(redact(state, state.player), dice, lambda: False)).state
    assert state.turn <= 2 * 20


@pytest.mark.parametrize("kind", [Choose | Draw, Take], ids=["cards", "pieces"])
@pytest.mark.parametrize("seed", range(3))
def test_other_moves_do_not_block_the_lesson(new_driver, kind, seed):
    """In each turn such a move and no more, except what the lesson waits for."""
    match, guide = begin(new_driver((800, 600)).app, "coatl")
    session, dice, own = match.session, Dice(seed), []
    while guide.waits_for_tap:
        guide.tap()
    while not guide.waits_for_tap:
        moves = session.state.legal_moves()
        awaited = [move for move in moves if str(move).split()[0] in guide.step.until.split(" or ")]
        ends = [move for move in moves if isinstance(move, End)]
        liked = [move for move in moves if isinstance(move, kind)]
        if session.state.player == 0:
            own.append((awaited or ends or liked or moves)[0])
            session.play(str(own[-1]))
            guide.follow(own)
        else:
            session.play(str(dice.choice(moves)))
        assert session.state.turn < 12
