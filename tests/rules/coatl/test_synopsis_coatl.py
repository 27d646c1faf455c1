"""The synopsis of Cóatl: own pieces, cóatls and cards, the display, the opponents, and possible moves."""

from hypothesis import given

from logic import coatl
from logic.coatl.components import HIDDEN
from logic.game import redact
from tests.support.positions.briefed import positions, told
from tests.support.positions.coatl import begun, deal, play, random_game, table

BUILDING = """
    supply Rb1 Rb2 | Yb1 Kb1 | - | Gb1 Gb2 | - | - | Kh1 | - | Yt1 | -
    display red:Y blackx:Y trio:Y pair:YG - -
    temples temple:-Y/7 temple:R=Y/12
    1 board Rb3 Rb4 Kb2 Yt2 - - - -
    1 coatl Rh1 Rb5 Yb2
    1 prophecies red:R pair:RK trio:K
    1 temples temple:-K/B=R
    2 board Bb1 - - - - - - -
    2 prophecies red:G trio:G blackx:G
    2 temples temple:Y=G/6
"""


def synopsis_of(state, viewer):
    return told(coatl, redact(coatl, state, viewer), viewer)


def test_the_synopsis_lists_the_own_hand_and_the_possible_actions():
    text = synopsis_of(table(BUILDING), 0)
    for words in (
        "It is your turn. You are Player 1 and have 0 points.",
        "Possible now: take pieces, choose prophecies, build.",
        "Your pieces: 2×Rb Kb Yt; free slots: 4.",
        "Cóatl 1: RRY, with a head, open at the tail end; on it: none.",
        "Your prophecies: red:R, pair:RK, trio:K.",
        "Player 2: points 0, cóatls finished 0, begun 0, pieces 1, prophecies 3.",
        "Supply: b1 Rb+Rb, b2 Yb+Kb, b4 Gb+Gb, h1 Kh, t1 Yt.",
        "Face up: red:Y, blackx:Y, trio:Y, pair:YG.",
        "Your temples: -K/B=R. Temples face up: -Y/7, R=Y/12.",
    ):
        assert words in text
    text = synopsis_of(table(BUILDING), 1)
    assert text.startswith("It is the turn of Player 1. You are Player 2 and have 0 points. Your pieces: Bb; free")
    assert "Your prophecies: red:G, trio:G, blackx:G." in text
    assert "Possible now" not in text
    assert "pair:RK" not in text
    state = begun(first=0)
    assert "Possible now: end the turn." in synopsis_of(play(state, "take b1"), 0)
    assert "Possible now: discard." in synopsis_of(deal(first=0), 1)
    assert "use a token" in synopsis_of(begun(first=0, tokens=True), 0)
    assert "Your tokens: pick, future, commit." in synopsis_of(begun(first=0, tokens=True), 0)


def test_the_synopsis_in_words_names_pieces_and_cards_in_full():
    told = set(map(str, coatl.NARRATION.in_words(redact(coatl, table(BUILDING), 0), 0)))
    assert told >= {
        "Your pieces: red body, red body, black body, yellow tail; free slots: 4.",
        "Cóatl 1: red–red–yellow, with a head, open at the tail end; on it: none.",
        "Your prophecies: Gathering: red, Pair: red–black, Trio: black.",
        "Supply: red body + red body, yellow body + black body, green body + green body, black head, yellow tail.",
        "Your temples: no black + blue = red. Temples face up: no yellow + length 7, red = yellow + length 12.",
    }


@given(positions(games=("coatl",)))
def test_counts_in_the_synopsis_match_the_position(laid):
    _, state = laid
    for viewer in range(state.params.players):
        text = synopsis_of(state, viewer)
        seat = state.seats[viewer]
        assert f"free slots: {seat.free}." in text
        assert f"You are Player {viewer + 1} and have {state.score(viewer)} point" in text
        assert all(card in text for card in seat.prophecies[:6])
        assert text.count("on it: ") == len(seat.unfinished)
        for number, other in enumerate(state.seats):
            if number != viewer:
                assert f"Player {number + 1}: points {state.score(number)}, cóatls finished {other.finished}" in text
                assert f"pieces {len(other.pieces)}, prophecies {len(other.prophecies)}." in text


def test_the_synopsis_states_turns_left_and_players_one_coatl_short():
    states, _ = random_game(coatl.Params(first=0), 5)
    last = next(state for state in states if state.queue is not None and not state.over)
    for viewer in (0, 1):
        text = synopsis_of(last, viewer)
        assert f"Turns left for you after the present one: {last.queue.count(viewer)}." in text
    assert synopsis_of(states[-1], 0).startswith("The game is over: ")
    assert "Turns left" not in synopsis_of(states[0], 0)
    near = [state for state in states if state.queue is None and any(seat.finished == 2 for seat in state.seats)]
    assert near
    for state in near:
        text = synopsis_of(state, 0)
        for number, seat in enumerate(state.seats):
            listed = text.split("One cóatl short of the end: ")[1].split(".")[0]
            assert (f"Player {number + 1}" in listed) == (seat.finished == 2)


def test_constraints_depend_on_the_variant_and_data_explain_only_visible_cards():
    def rules(state):
        return " ".join(map(str, coatl.NARRATION.constraints(state)))

    assert "until 3 are left" in rules(deal(first=0))
    assert "use a token" in rules(begun(first=0, tokens=True))
    assert "use a token" not in rules(begun(first=0))
    assert "Golden feathers" in rules(begun(first=0, feathers=(4, 4, 5, 6)))
    assert "in 18 turns" in rules(begun(first=0, players=1))
    data = coatl.NARRATION.plain(redact(coatl, table(BUILDING), 0))
    mine, theirs = data["players"]
    assert (mine["prophecies"], theirs["prophecies"], theirs["temples"]) == (("red:R", "pair:RK", "trio:K"), 3, 1)
    assert mine["coatls"] == [{"colours": "RRY", "head": True, "tail": False, "cards": [], "points": 0}]
    assert data["cards"]["pair:RK"] == (
        "Side by side, in this order from head to tail: red–black. "
        "1 of them: 1 point; 2 of them: 3 points; 3 of them or more: 5 points"
    )
    assert {"red:G", "temple:Y=G/6", HIDDEN}.isdisjoint(data["cards"])
    assert data["supply"]["b2"] == ("Yb1", "Kb1")
    assert sum(data["bags"]["head"].values()) == 13
