"""Texts on the screen of Cóatl: what may be done, what each thing is, and the players' things."""

import pytest
from hypothesis import given, settings

from logic.coatl import redact
from logic.coatl.components import HIDDEN, is_temple, prophecies, temples
from logic.coatl.moves import Attach, Choose, Commit, Crown, Draw, Fetch, Foresee, Pass, Prophesy, Start, Steal, Take
from logic.coatl.narration import title
from logic.coatl.rules import GIFT
from logic.core import Dice
from scenes.coatl import narration as told
from scenes.coatl.components import things_of
from scenes.coatl.narration import advice, end_label
from tests.support.gallery import make_kit
from tests.support.positions.coatl import GOLDEN, SEEDS, begun, deal, play, table

RICH = {"tokens": True, **GOLDEN}
KIT = make_kit((1280, 800))
TABLE = """
player 1
supply Rb20 Gb20 | Yb20 Bb20 | Kb20 Kb21 | Bb21 Gb21 | Rb21 | - | Rh3 | Gh3 | Yt3 | Kt3
display pair:GB trio:K colorful:RBY red:G quartet:YR two_two:GR
temples temple:-Y/7 temple:R=Y/12
1 board Rb1 Rb2 Gt1 -
1 coatl Kh1 Rb3 Rb4 Bb1 Bb2 Gb1 + two_two:RB
1 coatl Yb1 Gb2
1 prophecies pair:YG red:R
1 temples temple:-Y/K=G
2 board Yb4 Kb4
2 coatl Yh1 Yb2 Gb3 Gb4 Rt1 + blackx:Y, locked
2 prophecies red:Y trio:Y pair:KG
2 temples temple:B=K/9
"""


def random_positions(seed, **params):
    """Yield the positions of a random game, as the player to move knows them."""
    dice, state = Dice(seed), deal(seed, **params)
    while not state.over:
        yield redact(state, state.player)
        state = state.apply(dice.choice(state.legal_moves())).state


def golden_table(**params):
    """Return the table with a golden feather on the first player's board."""
    return table(TABLE.replace("Gt1 -", "Gt1 Fb1"), **params)


# -- what may be done now

BEGINNINGS = {
    "take pieces": (Take,),
    "choose prophecies": (Choose, Draw),
    "build": (Start, Attach, Prophesy, Crown),
    "use a token": (Fetch, Foresee, Commit),
    "give a golden feather": (Steal,),
}


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_the_status_names_exactly_the_possible_actions(seed):
    for state in random_positions(seed, players=2, **RICH):
        line, moves = str(advice(state)), state.legal_moves()
        if state.action == "":
            for words, kinds in BEGINNINGS.items():
                assert (words in line) == any(isinstance(move, kinds) for move in moves), line
            assert ("Pass" in line) == (moves == (Pass(),))
        elif state.action not in ("discard", "future"):
            assert ("end your turn" in line.lower()) == ("end" in map(str, moves)), (state.action, line)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ((), "You may take pieces, choose prophecies, build, use a token or give a golden feather."),
        (("take b1",), "End your turn, or take it back."),
        (("choose trio:K",), "Choose more, or end your turn."),
        (("choose trio:K", "choose red:G", "draw"), "Your hand is full. End your turn."),
        (("attach Rb1 1 tail",), "Add pieces or prophecies, or end your turn."),
        (("attach Gt1 1 tail",), "Add pieces, prophecies or a temple, or end your turn."),
        (("attach Gt1 1 tail", "crown temple:-Y/7 1"), "End your turn, or take it back."),
        (("fetch Kb",), "Take a second body."),
        (("fetch Kb", "fetch Yb"), "End your turn, or take it back."),
        (("foresee",), "Discard from your hand what you like, then take cards, or none."),
        (("foresee", "draw"), "Choose more, or end your turn."),
        (("commit temple:-Y/7",), "End your turn, or take it back."),
        (("steal 2",), "Take a body from the board of player 2."),
        (("steal 2", "rob Kb4"), "Take another body from the board of player 2, or end your turn."),
        (("steal 2", "rob Kb4", "rob Yb4"), "End your turn, or take it back."),
    ],
)
def test_the_status_after_each_action_names_the_next_options(moves, words):
    assert str(advice(play(golden_table(**RICH), *moves))) == words


@pytest.mark.parametrize(("players", "counts"), [(2, [1]), (4, [1, 2, 3])])
def test_the_status_tells_how_many_cards_to_lay_aside(players, counts):
    state, found = deal(3, players=players), []
    while state.action == "discard":
        n = len(state.seat.prophecies) - 3
        line = str(advice(state))
        if n:
            found.append(n)
            assert line == f"Lay {n} card{'s' * (n > 1)} aside. You keep three."
        else:
            assert line == "These three you keep. Go on, or take it back."
        state = state.apply(state.legal_moves()[0]).state
    assert sorted(set(found)) == counts


def test_the_end_turn_label_names_its_effect_and_status_what_is_missing():
    assert end_label(begun()) is None, "it cannot be pressed yet"
    assert end_label(play(golden_table(**RICH), "take b1")) is None
    assert str(end_label(play(golden_table(**RICH), "foresee"))) == "Take no card"
    laid = deal(3)
    laid = laid.apply(laid.legal_moves()[0]).state
    assert str(end_label(laid)) == "Keep these cards"
    # a pass is offered by its name
    full = table("player 1\n1 board Rh1 Rh2 Rh3 Yh1 Yh2 Yh3 Gh1 Gh2\n1 coatl Kh1\n1 coatl Kh2\n"
                 "1 prophecies trio:Y trio:R trio:G trio:B pair:YG")  # fmt: skip
    assert str(end_label(full)) == "Pass"
    assert str(advice(full)) == "Nothing can be done in this turn. Pass."
    # a finished coatl without a prophecy comes first
    state = play(table("player 1\n1 board Rh1\n1 coatl Rb1 Rb2 Rt1\n1 prophecies red:R"), "attach Rh1 1 head")
    assert str(advice(state)) == "The finished cóatl needs a prophecy before your turn can end."


# -- what each thing is


def test_card_descriptions_name_title_requirement_and_points():
    for card in [*prophecies(promo=True), *temples(promo=True)]:
        line = str(told.describe_card(begun(promo=True), card, 0))
        assert str(title(card)) in line
        assert ("One wish met: " if is_temple(card) else "It gives: ") in line
        assert " point" in line


def test_card_descriptions_show_current_scores_and_hide_hidden_cards():
    state = table(TABLE)
    assert str(told.describe_card(state, "pair:YG", 0)).endswith(
        "Nothing yet on your cóatl 1. 1 point on your cóatl 2 as it is."
    )
    finished = play(state, "attach Gt1 1 tail")
    assert str(told.describe_card(finished, "temple:-Y/7", 0)).endswith("7 points on your cóatl 1 as it is.")
    assert "as it is" not in str(told.describe_card(state, "temple:-Y/7", 0)), "temples are for finished ones"
    # a card that lies on a coatl says what it scores there
    assert str(told.describe_card(state, "two_two:RB", 1)).endswith("Here it scores 4 points now.")
    assert "your cóatl" not in str(told.describe_card(state, "two_two:RB", 0))
    # a hidden card says nothing of itself
    state = redact(table(TABLE), 0)
    assert state.seats[1].prophecies == (HIDDEN,) * 3
    assert str(told.describe_card(state, HIDDEN, 0)) == "A hidden card. Only its player knows it."
    cards = (str(title(card)) for card in ("red:Y", "trio:Y", "pair:KG", "temple:B=K/9"))
    seen = str(told.describe_seat(state, 1))
    assert "prophecies 3, temples 1" in seen
    assert not [card for card in cards if card in seen]


def test_descriptions_of_coatls_bags_gifts_and_tokens():
    # cóatls are described from head to tail with their points
    state = table(TABLE)
    assert str(told.describe_coatl(state, 0, 0)) == (
        "Cóatl 1 of player 1, 6 long so far: black–red–red–blue–blue–green. Its cards are worth 4 points as it is."
    )
    assert str(told.describe_coatl(state, 1, 0)).endswith("It counts 2 points.")
    assert str(told.describe_coatl(state, 1, 1)) == "Room for a cóatl of player 2."
    # the bags say how many of each colour are left
    assert str(told.describe_bag(table(TABLE), "head")) == (
        "The bag of heads: 11 left. red 2, yellow 2, green 2, blue 3, black 2."
    )
    assert "golden" not in str(told.describe_bag(table(TABLE), "body"))
    assert "golden 3" in str(told.describe_bag(golden_table(**RICH), "body"))
    # gifts say their points
    state = play(golden_table(**RICH), "steal 2")
    gift = f"1 golden feather was given for bodies. That counts {GIFT} points."
    assert str(told.describe_seat(state, 1)).endswith(gift)
    assert gift not in str(told.describe_seat(state, 0))
    # a token that is used says so
    state = play(golden_table(**RICH), "commit temple:-Y/7")
    assert "used" in str(told.describe_token(state, "commit", 0))
    assert "instead of anything else" in str(told.describe_token(state, "commit", 1))


# -- what lies before a player


def names(things):
    return [str(thing.words) for thing in things]


def test_the_panel_shows_own_cards_only_to_their_player():
    state = redact(table(TABLE, **RICH), 0)
    own = things_of(KIT, state, 0, secret=True)
    assert names(own.hand) == ["Pair", "Gathering", "Temple"]
    assert not own.hides
    covered = things_of(KIT, state, 0, secret=False)
    assert covered.hand == ()
    assert covered.hides
    assert names(covered.stock)[:3] == ["0 points", "2 prophecies", "1 temple"]
    other = things_of(KIT, state, 1, secret=True)
    assert other.hand == ()
    assert not other.hides
    assert names(other.stock) == ["2 points", "3 prophecies", "1 temple", *map(str, told.TOKEN_WORDS.values())]
    # finished coatls lie there with their points
    state = table(TABLE)
    assert names(things_of(KIT, state, 1, secret=False).won) == ["2 points"]
    assert things_of(KIT, state, 0, secret=False).won == ()
    # tokens that are used are gone
    state = play(table(TABLE, **RICH), "commit temple:-Y/7")
    assert "Priest’s Commitment" not in names(things_of(KIT, state, 0, secret=False).stock)
    # a spectator has nothing
    assert things_of(KIT, table(TABLE), 2, secret=False) is None


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("high", [12, 30, 200])
def test_panel_pictures_have_the_requested_height_and_are_cached(secret, high):
    state = table(TABLE, **RICH)
    for seat in (0, 1):
        things = things_of(KIT, state, seat, secret=secret)
        for thing in (*things.hand, *things.stock, *things.won):
            for paint in (thing.small, thing.large):
                shown = paint(high)
                assert 0.75 * high <= shown.get_height() <= 1.05 * high
                assert shown is paint(high)
