"""Cóatl: the variants, and what the rules say of each."""

from collections import Counter

import pytest

from logic import coatl
from logic.coatl.components import prophecies, temples
from logic.coatl.moves import worth
from logic.coatl.rules import all_pieces
from logic.variants import resolve_params, seated
from tests.coatlparts import VARIANTS, choices, deal, happened, kinds, play, refused, reveals, table

SUPPLY = "supply Rb1 Yb1 | Gb1 Fb1 | - | - | - | - | Rh1 | - | Rt1 | -"
FEATHERS = {"feathers": [4, 4, 5, 6], "bodies": [14, 14, 18, 24]}


def params_of(name, players):
    case = next(case for case in VARIANTS if case.variant_name == name)
    return resolve_params(coatl, case.variant, computer=False, name=name, chosen=seated(coatl, players))


def test_tokens_are_off_by_default_two_to_four_play_and_one_in_the_solo_game():
    assert not params_of("classic", 2).tokens
    assert params_of("sacrifice", 2).tokens
    assert {case.variant_name: case.variant.players for case in VARIANTS} == {
        name: (1,) if name == "solo" else (2, 3, 4)
        for name in ("classic", "sacrifice", "promo", "fewer", "feathers", "solo")
    }
    assert len(prophecies(promo=True)) == 54 + 6
    assert len(temples(promo=True)) == 15 + 5
    assert params_of("promo", 2).promo


# -- the promo pack


@pytest.mark.parametrize(
    ("card", "pieces", "points"),
    [("YYGGR", "Gb1 Yb1 Rb1 Yb2 Gb2", 3), ("YYGGR", "Gb1 Yb1 Rb1 Yb2 Kb2", 0),
     ("YYKKRB", "Bb1 Kb1 Yb1 Rb1 Kb2 Gb1 Yb2", 4), ("YYKKRB", "Bb1 Kb1 Yb1 Rb1 Kb2 Gb1", 0)],
)  # fmt: skip
def test_their_prophecies_score_pieces_anywhere(card, pieces, points):
    state = table(f"1 coatl {pieces}\n1 prophecies anywhere:{card}", promo=True)
    assert bool(choices(state, "prophesy")) == bool(points)
    if points:
        assert worth(play(state, f"prophesy anywhere:{card} 1").seats[0].coatls[0]) == points


@pytest.mark.parametrize(
    ("temple", "card", "points"), [("temple:-red/Y=K", "red:R", 0), ("temple:-black/11", "red:R", 3)]
)
def test_their_temples_want_no_prophecy_of_a_family(temple, card, points):
    text = f"1 board Rt1\n1 coatl Rh1 Rb1 Rb2 + {card}\ntemples {temple} -"
    state = play(table(text, promo=True), "attach Rt1 1 tail")
    assert bool(choices(state, "crown")) == bool(points)
    if points:
        before = worth(state.seats[0].coatls[0])
        assert worth(play(state, f"crown {temple} 1").seats[0].coatls[0]) == before + points


# -- fewer bodies


@pytest.mark.parametrize(("players", "bodies"), [(2, 14), (3, 18), (4, 24)])
def test_with_fewer_bodies_there_are_14_18_or_24_a_colour_for_2_3_or_4_players(players, bodies):
    bag = all_pieces(params_of("fewer", players)).body
    assert set(Counter(piece[0] for piece in bag).values()) == {bodies}
    assert len(bag) == 5 * bodies


# -- golden feathers


@pytest.mark.parametrize(("players", "golden", "others"), [(2, 4, 14), (3, 5, 18), (4, 6, 24)])
def test_golden_feathers_are_4_5_or_6_golden_bodies_in_the_bag_and_14_18_or_24_others_a_colour(players, golden, others):
    counts = Counter(piece[0] for piece in all_pieces(params_of("feathers", players)).body)
    assert counts == {"F": golden, **dict.fromkeys("RYGBK", others)}


def feathered(text, **params):
    return table(f"{SUPPLY}\n{text}", **{**FEATHERS, **params})


def test_golden_bodies_are_never_built_but_give_steals_from_each_opponent_who_has_a_body():
    state = play(feathered(""), "take b2")
    assert state.seats[0].pieces == ("Gb1", "Fb1")
    assert "take b2" not in choices(feathered(f"1 board {' '.join(f'Kb{n}' for n in range(1, 8))}"))
    state = feathered("1 board Fb2 Kb1\n1 coatl Rb2")
    assert choices(state, "start") == ["start Kb1"]
    assert {move.split(" ")[1] for move in choices(state, "attach")} == {"Kb1"}
    state = feathered("", tokens=True)
    assert not any("F" in move for move in choices(state, "fetch"))
    assert not any("F" in move for move in choices(play(state, "fetch Kb"), "fetch"))
    state = feathered("1 board Fb2 Kb1\n2 board Gb2 Rh2 Bb2 Fb3 Yb2")
    assert choices(state, "steal") == ["steal 2"]
    given = play(state, "steal 2")
    assert happened(state, "steal 2") == ["steal"]
    assert choices(given) == ["rob Gb2", "rob Bb2", "rob Yb2"], "neither heads nor golden bodies, and at least one"
    one = play(given, "rob Bb2")
    assert choices(one) == ["rob Gb2", "rob Yb2", "end"], "up to two"
    two = play(one, "rob Yb2")
    assert choices(two) == ["end"]
    assert two.seats[0].pieces == ("Bb2", "Kb1", "Yb2")
    assert two.seats[1].pieces == ("Gb2", "Rh2", "Fb3")
    state = feathered("1 board Fb2\n2 board Gb2")
    after = play(state, "steal 2")
    assert after.seats[1].gifts == ("Fb2",)
    assert after.seats[1].pieces == ("Gb2",), "it takes no slot"
    assert [after.score(seat) for seat in range(2)] == [0, 2]
    state = feathered("1 board Fb2\n2 board Gb2 Gb3")
    refused(play(state, "steal 2"), "take b1", "end")
    refused(play(state, "take b1"), "steal 2")
    assert not reveals(state, "steal 2")
    assert not reveals(play(state, "steal 2"), "rob Gb2")
    assert play(state, "steal 2", "rob Gb2", "end").player == 1
    state = feathered("1 board Fb2\n2 board Gb2\n3 board Bb2", players=3)
    assert choices(state, "steal") == ["steal 2", "steal 3"]
    assert not choices(feathered("1 board Fb2\n2 board Rh2 Fb3"), "steal")
    assert not choices(feathered("1 board Kb1\n2 board Gb2"), "steal")
    assert not choices(alone("1 board Fb1", feathers=[4, 4, 5, 6]), "steal")
    kept = " ".join(f"Kb{n}" for n in range(1, 8))
    state = play(feathered(f"1 board Fb2 {kept}\n2 board Gb2 Gb3"), "steal 2", "rob Gb2")
    assert choices(state) == ["end"]


# -- alone


def alone(text="", **params):
    return table(text, players=1, **params)


def test_who_plays_alone_has_a_fixed_number_of_turns_unless_a_third_coatl_or_nothing_to_do_ends_it_at_once():
    state = deal(players=1)
    assert (state.player, state.action, state.turn) == (0, "", 1)
    assert len(state.seat.prophecies) == 3
    assert {"take", "choose", "draw"} <= kinds(state)
    state = deal(players=1, turns=3)
    for turn in (1, 2, 3):
        assert (state.turn, state.over, state.turns_left(0)) == (turn, False, 3 - turn)
        state = play(state, "draw" if turn == 1 else choices(state, "take")[0], "end")
    assert state.over
    assert str(state.outcome().reason).startswith("All turns are over.")
    text = """
    player 1, turn 5
    1 coatl Kh1 Kb11 Kt1 + red:K, locked
    1 coatl Yh1 Yb11 Yt1 + red:Y, locked
    1 coatl Gh1 Gb11
    1 board Gt1
    1 prophecies red:G
    """
    state = play(alone(text), "attach Gt1 3 tail", "prophesy red:G 3", "end")
    assert state.over
    assert "third" in str(state.outcome().reason)
    text = """
    1 board Rh1 Rh2 Rh3 Yh1 Yh2 Yh3 Gh1 Gh2
    1 coatl Bh1
    1 coatl Bh2
    1 prophecies trio:R trio:Y trio:G trio:B trio:K
    """
    assert play(alone(text), "pass").over


@pytest.mark.parametrize(("ranks", "won"), [((2, 5), True), ((3, 5), False)])
def test_it_is_won_by_whoever_reaches_the_first_rank(ranks, won):
    state = alone("player 1, turn 18\n1 coatl Rh1 Rb1 Rt1 + red:R, locked", ranks=list(ranks))
    outcome = play(state, "draw", "end").outcome()
    assert outcome.winners == ((0,) if won else ())
    assert outcome.ranking == ((0,),)


@pytest.mark.parametrize(("turn", "over"), [(17, False), (18, True)])
def test_alone_the_last_body_leaves_one_turn_but_none_beyond_the_last(turn, over):
    text = f"""
    player 1, turn {turn}
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 board Rb2 Yb1 Yb2 Gb1 Gb2
    1 coatl Bb1 Bb2 Kb1 Kb2
    """
    state = play(alone(text, bodies=[2, 2, 2, 2]), "take b1", "end")
    assert (state.cause, state.over) == ("bodies", over)
    if not over:
        assert play(state, "take h1", "end").over
