"""Positions of Cóatl as text: what is printed is parsed again, and faults are reported by line."""

import re
from dataclasses import replace

import pytest

from logic.coatl import redact
from logic.coatl.components import HIDDEN, pieces_of
from logic.coatl.notation import from_text
from tests.support.positions.coatl import begun, choices, deal, play, table

PICTURE = """\
player 2, turn 12, first 2, steal, left 1, from 1
supply Rb1 Yb2 | Gb3 | - | - | - | Fb2 | Rh1 | - | - | Gt2
display red:Y red:Y' - pair:YG trio:R -
temples temple:-Y/7 -
discards blackx:B two_two:GR
1 board Kb1 - Kb2 - - - - -
1 coatl Yh1 Rb11 Rb12 Rb13 Yt1 + red:R' temple:-K/8, locked
1 coatl Bb1
1 prophecies rainbow:YKRGB
1 tokens pick commit
1 aside blank:KY
1 gifts Fb1
2 prophecies ?*3
2 temples ? temple:-G/9
2 tokens -
heads Yh2 Rh2 Rh3 Yh3 Gh1 Gh2 Gh3 Bh1 Bh2 Bh3 Kh1 Kh2 Kh3
end third, 2 1
passes 1
seed 77, 2 shuffles
rules {"feathers":[4,4,5,6],"tokens":true}"""
FULL_POSITION = from_text(PICTURE)
LINES = PICTURE.splitlines()


def test_positions_round_trip_and_unlisted_components_are_in_bags_and_decks():
    assert str(FULL_POSITION) == PICTURE
    state = FULL_POSITION
    assert (state.player, state.turn, state.first, state.action, state.left, state.victim) == (1, 12, 1, "steal", 1, 0)
    assert (state.field("b1"), state.field("b2"), state.field("t2")) == (("Rb1", "Yb2"), ("Gb3",), ("Gt2",))
    assert state.display == ("red:Y", "red:Y'", "", "pair:YG", "trio:R", "")
    one, other = state.seats
    assert (one.board[:3], one.tokens, one.aside, one.gifts) == (("Kb1", "", "Kb2"), ("pick", "commit"),
                                                                ("blank:KY",), ("Fb1",))  # fmt: skip
    assert (one.coatls[0].prophecies, one.coatls[0].temple, one.coatls[0].locked) == (("red:R'",), "temple:-K/8", True)
    assert (other.prophecies, other.temples, other.tokens) == ((HIDDEN,) * 3, (HIDDEN, "temple:-G/9"), ())
    assert (state.queue, state.cause, state.passes, state.seed, state.shuffles) == ((1, 0), "third", 1, 77, 2)
    last = play(table("player 2, turn 30\nend third, -"), "draw", "end")
    assert last.over
    assert from_text(str(last)) == last
    state = table("1 board Rh1\n1 prophecies red:Y\n1 temples temple:-Y/7")
    assert state.bags.head == tuple(piece for piece in pieces_of("head", 3) if piece != "Rh1")
    assert state.deck[0] == "red:Y'"
    assert len(state.deck) == 53
    assert len(state.temple_deck) == 14
    state = table("1 prophecies ? ?\n1 temples ?")
    assert state.deck == (HIDDEN,) * 52
    assert state.temple_deck == (HIDDEN,) * 14
    state = from_text("player 1")
    assert (state.player, state.turn, state.first, state.params.players) == (0, 1, 0, 2)
    assert "draw" in choices(state)
    assert [seat.tokens for seat in table("player 1", tokens=True).seats] == [("pick", "future", "commit")] * 2
    state = play(redact(begun(3), begun(3).player), "draw", "end")
    assert HIDDEN not in state.display
    thought = replace(redact(begun(3), 0), player=begun(3).player)
    assert from_text(str(thought)) == thought


# -- what may be omitted


def test_lines_may_come_in_any_order_and_defaults_may_be_omitted():
    assert from_text("\n".join([*LINES[8:], *LINES[:8]])) == FULL_POSITION
    one, other = LINES[6], LINES[7]
    assert from_text(PICTURE.replace(f"{one}\n{other}", f"{other}\n{one}")) != FULL_POSITION
    assert table("1 board Rb1").seats[0].board == ("Rb1", *[""] * 7)
    assert table("display red:Y").display == ("red:Y", *[""] * 5)
    assert "rules" not in str(begun())
    assert str(deal(players=3, tokens=True)).splitlines()[-1] == 'rules {"players":3,"tokens":true}'
    state = begun(4)
    assert "bodies" in str(state)
    assert not re.search("bodies|heads|tails|deck|shrines|seed", str(redact(state, 0)))


# -- faults

FAULTS = [
    (1, "player 2", "player 3", "a player from 1 to 2 was expected"),
    (1, "player 2", "player two", "a player’s number, and perhaps turn, first"),
    (1, "first 2", "first 4", "a first from 1 to 2 was expected"),
    (1, "turn 12", "turn 0", "a turn from 1 on was expected"),
    (1, "steal", "stroll", "a player’s number, and perhaps turn, first"),
    (1, ", from 1", "", "somebody to take from was expected with a steal"),
    (1, "from 1", "from 2", "an opponent who was given a feather was expected"),
    (1, "left 1", "left 3", "no more than 2 was expected"),
    (1, "steal, left 1, from 1", "build, left 1", "no more than 0 was expected"),
    (1, "steal, left 1, from 1", "crown", "a temple on a cóatl finished in this turn was expected"),
    (1, "steal, left 1, from 1", "discard", "discards were expected of the players after the first only"),
    (2, "Rb1 Yb2", "Rb1 Yb2 Kb9", "no more than 2 were expected"),
    (2, "Rb1 Yb2", "Rb1 Rb1", "Rb1 lies there a second time"),
    (2, "Rb1 Yb2", "Rb1 Kb1", "line 6: Kb1 lies there a second time"),
    (2, "Rb1 Yb2", "Rb1 Kb25", "there is no piece 'Kb25' in this game"),
    (2, "Rb1 Yb2", "Rt2", "a body was expected, not Rt2"),
    (2, " | Gt2", "", "pieces or - for each of 10 fields, parted by |, was expected"),
    (2, "Gt2", "Xt2", "pieces or - for each of 10 fields"),
    (3, "red:Y'", "red:Y", "the prophecy 'red:Y' lies there a second time"),
    (3, "red:Y'", "red:X", "there is no prophecy 'red:X' in this game"),
    (3, "red:Y'", "temple:-Y/7", "there is no prophecy 'temple:-Y/7' in this game"),
    (3, "trio:R -", "trio:R - trio:K", "6 places were expected"),
    (3, "red:Y ", "red:Y  ", "a list, or - alone for nothing, was expected"),
    (4, "temple:-Y/7", "anywhere:YYGGR", "there is no temple 'anywhere:YYGGR' in this game"),
    (4, "temple:-Y/7", "temple:-blue/R=B/10", "there is no temple 'temple:-blue/R=B/10' in this game"),
    (5, "blackx:B", "pair:YG", "the prophecy 'pair:YG' lies there a second time"),
    (6, "Kb2", "foo", "there is no piece 'foo' in this game"),
    (6, "- - - - -", "- - - - - - - Kb3", "8 slots were expected"),
    (7, "red:R'", "trio:K", "the prophecy 'trio:K' scores nothing there"),
    (7, "red:R'", "red:R red:R'", "no two of them alike"),
    (7, "red:R' ", "", "two closed ends and a prophecy were expected of a locked cóatl"),
    (7, "temple:-K/8", "temple:R=Y/12", "the temple 'temple:R=Y/12' cannot be laid there"),
    (7, ", locked", "", "finished cóatls were expected to be locked"),
    (7, "Yh1 Rb11", "Rb11 Yh1", "Yh1 cannot lie there"),
    (7, "Yt1", "Bb9 Yt1 Bb8", "Yt1 cannot lie there"),
    (7, "red:R' temple:-K/8", "temple:-K/8 red:R'", "one temple, behind the prophecies, was expected"),
    (8, "Bb1", "Fb3", "Fb3 cannot lie there"),
    (8, "Bb1", "Bb1, shut", "pieces from the head end to the tail end"),
    (8, "Bb1", "Bb1\n1 coatl Bb2\n1 coatl Bb3", "no more than 3 cóatls were expected, 2 of them unfinished"),
    (8, "Bb1", "Bb1 + ?", "there is no prophecy '?' in this game"),
    (9, "rainbow:YKRGB", "? ? ? ? ? ?", "no more than 5 prophecies were expected"),
    (9, "1 prophecies", "3 prophecies", "a player from 1 to 2 was expected"),
    (9, "1 prophecies", "1 prophets", "line 9: one of “player”"),
    (10, "pick commit", "commit pick", "some of pick, future, commit were expected, in order"),
    (11, "blank:KY", "blank:KY trio:K", "no more than 1 prophecies were expected here"),
    (12, "Fb1", "Gb1", "a golden feather was expected, not Gb1"),
    (13, "?*3", "?*9", "no more than 5 prophecies were expected"),
    (14, "? temple:-G/9", "? ? ?", "no more temples than 2 were expected"),
    (16, "Yh2 ", "", "Yh2 lies nowhere"),
    (17, "third", "thirst", "a reason, and over, - or whose turns are left"),
    (17, "2 1", "2 2 2", "players from 1 to 2 were expected, none thrice"),
    (17, "2 1", "over", "no turn and no action was expected after the end"),
    (18, "passes 1", "passes x", "a number was expected"),
    (19, "77", "-3", "a number, and a number of shuffles, was expected"),
    (20, '"feathers"', '"fathers"', "no field 'fathers'"),
    (20, "rules {", "rules [", "an object in JSON was expected"),
    (20, "[4,4,5,6]", "[4]", "feathers: a number from 0 to 12 for each of 1 to 4 players, please"),
]


@pytest.mark.parametrize(("line", "old", "new", "words"), FAULTS)
def test_a_fault_is_reported_with_its_line_and_the_expected_input(line, old, new, words):
    assert old in LINES[line - 1]
    text = "\n".join([*LINES[: line - 1], LINES[line - 1].replace(old, new, 1), *LINES[line:]])
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        from_text(text)
    assert re.match(r"line \d+: ", str(caught.value))


def test_contradictory_positions_are_refused():
    with pytest.raises(ValueError, match="line 2: no second line “player” was expected"):
        from_text("player 1\nplayer 2")
    done = "\n".join(f"1 coatl {c}h1 {c}b1 {c}t1 + red:{c}, locked" for c in "RYG")
    with pytest.raises(ValueError, match="the end was expected to be near"):
        table(done)
    assert table(f"{done}\nend third, 2 2").cause == "third"
    text = "player 1, build\n1 coatl Rh1 Rb1 Rt1\n1 prophecies"
    assert table(f"{text} red:R").action == "build"
    with pytest.raises(ValueError, match="line 2: a prophecy in the hand was expected for each finished cóatl"):
        table(f"{text} trio:Y")
    with pytest.raises(ValueError, match="line 2: an object in JSON was expected"):
        from_text('player 1\nrules {"bodies":' + "[" * 15_000)


@pytest.mark.parametrize("text", ["", "\n", "board Rb1", "supply -", "x" * 30_000, "rules " + "[" * 15_000])
def test_malformed_positions_are_refused(text):
    with pytest.raises(ValueError, match="expected"):
        from_text(text)
