"""Analysis of Labyrinth: hints are legal and use nothing hidden, and every reason is true."""

from dataclasses import replace

import pytest

from logic import labyrinth
from logic.core import Cell, Dice, Player, find_move, never
from logic.game import redact
from logic.labyrinth.analysis import Proposal, reason, reason_alone
from logic.labyrinth.components import HIDDEN, TREASURES, Arrow
from logic.labyrinth.narration import line_name
from logic.labyrinth.rules import NOTHING, Push, Walk, unseen
from tests.support.positions.labyrinth import (
    VARIANTS,
    any_move,
    can_take,
    deal,
    may_win,
    maze,
    play,
    pushes_of,
    random_position,
    takes,
    wanted,
)
from tests.support.sampling import in_turn, sample_of
from tests.support.stories.sentences import leaves

MULTIPLAYER_VARIANTS = tuple(case for case in VARIANTS if case.params.players > 1)
TREASURE_NAMES = {str(said): name for name, said in TREASURES.items()}


def some_turn(state, dice):
    """Return the moves of a random turn that takes what it can, from the redacted position."""
    moves, now = [], state
    while now.turn == state.turn and now.outcome() is None:
        good = [push for push in pushes_of(now) if takes(now, push) or may_win(now, push)]
        move = dice.choice(good) if good and dice.below(3) else any_move(now, dice)
        step = now.apply(move)
        moves.append(move)
        if any(event.reveals for event in step.events):
            break
        now = step.state
    return tuple(moves)


def nearly_done(state, dice):
    """Return the same position, but with some of the piles nearly or completely empty."""
    decks = tuple(deck[: dice.below(3)] if dice.below(2) else deck for deck in state.decks)
    if state.params.end != "home" or state.params.goals == "numbers":
        decks = tuple(deck or state.decks[pile][:1] for pile, deck in enumerate(decks))
    return replace(state, decks=decks)


# -- what is claimed, by trying out every push


def pushes_that_leave(state, seat, name):
    """Return the pushes of the player to move after which another seat can get there with a single one."""
    return {push for push in pushes_of(state) if name in can_take(state.apply(push).state, seat, [name])}


def named(message):
    return TREASURE_NAMES[str(message.args["treasure"])]


def seat_of(message):
    player = message.args["player"]
    assert isinstance(player, Player)
    return player.number


class Claims:
    """Checks of each sentence whether it is true of a proposal."""

    def __init__(self, proposal):
        self.proposal = proposal
        self.state, self.moves, self.after = proposal.state, proposal.moves, proposal.positions[-1]
        self.seat = self.state.player
        self.pushed = proposal.positions[1]

    def holds(self, said):
        return CHECKS[said.msgid](self, said)

    def takes(self, said):
        return named(said) in self.after.found[self.seat] and named(said) not in self.state.found[self.seat]

    def was_open(self, said):
        return self.state.cell_of(named(said)) in self.state.ways()

    def keeps(self, said, name):
        push, seat = self.moves[0], seat_of(said)
        assert seat != self.seat
        leaving = pushes_that_leave(self.state, seat, name)
        return push not in leaving and bool(leaving)

    def near(self, names):
        return can_take(self.after, self.seat, names)

    def home_comes(self):
        return self.state.has_all_treasures(self.seat) and self.seat in self.after.winners

    def only(self, said):
        found = [push for push in pushes_of(self.state) if takes(self.state, push)]
        return len(found) == 1 and said.args["n"] == len(pushes_of(self.state))

    def some_near(self, said):
        names = unseen(self.after)
        return said.args["n"] == len(self.near(names)) and said.args["all"] == len(names)

    def goes_on(self, said):
        now = replace(self.after, player=self.seat, phase="push", bonus=NOTHING, last=None)
        return any(
            said.args["cell"] in map(str, now.apply(push).state.ways(self.seat))
            for push in pushes_of(now)
            if line_name(push.arrow) == said.args["line"]
        )

    def far(self, names):
        return not self.near(names)


CHECKS = {
    "Push in: {line}.": lambda c, m: m.args["line"] == line_name(c.moves[0].arrow),
    "Walk to {cell}.": lambda c, m: str(c.moves[0].cell) == m.args["cell"] != str(c.state.pawns[c.seat]),
    "Stay where you are.": lambda c, _: c.moves[0].cell == c.state.pawns[c.seat],
    "Use the rune.": lambda c, _: str(c.moves[0]).startswith("use"),
    "Leave the rune.": lambda c, _: str(c.moves[0]) == "skip",
    "What comes then will show what to do with it.": lambda c, _: not isinstance(c.moves[-1], Walk),
    "That brings the last treasure, the {treasure}, and ends the game.": lambda c, m: (
        c.takes(m) and bool(c.after.winners)
    ),
    "That brings you home, and the game is won.": lambda c, _: c.home_comes(),
    "The way to the {treasure} is open.": lambda c, m: c.takes(m) and c.was_open(m) and len(c.moves) == 1,
    "That brings you to the {treasure}.": lambda c, m: c.takes(m) and len(c.moves) > 1,
    "That carries you to the {treasure}.": lambda c, m: (
        c.takes(m) and c.pushed.tile(c.pushed.pawns[c.seat]).symbol == named(m)
    ),
    "The way to the {treasure} is open now, and stays so.": lambda c, m: c.takes(m) and c.was_open(m),
    "That opens the way to the {treasure}.": lambda c, m: c.takes(m) and not c.was_open(m),
    "No way there is in sight yet.": lambda c, _: c.far(
        ["home"] if c.state.has_all_treasures(c.seat) else [name for name in c.state.goals(c.seat) if name != HIDDEN]
    ),
    "After that one push can bring you home.": lambda c, _: (
        c.after.has_all_treasures(c.seat) and bool(c.near(["home"]))
    ),
    "After that one push can open the way to the {treasure}.": lambda c, m: (
        named(m) in c.after.goals(c.seat) and bool(c.near([named(m)]))
    ),
    "After that one push can open the way to a treasure of yours.": lambda c, _: bool(c.near(c.state.goals(c.seat))),
    "After that you are {n} turn from home, if nobody comes in between.": lambda c, m: (
        m.args["n"] > 1 and c.far(["home"])
    ),
    "After that a treasure of yours is {n} turn away, if nobody comes in between.": lambda c, m: (
        m.args["n"] > 1 and c.far(c.state.goals(c.seat))
    ),
    "After that the {treasure} is {n} turn away, if nobody comes in between.": lambda c, m: (
        m.args["n"] > 1 and c.far([named(m)])
    ),
    "It keeps {player} from coming home with a single push.": lambda c, m: (
        c.state.has_all_treasures(seat_of(m)) and c.keeps(m, "home")
    ),
    "It keeps {player} from the {treasure} for now.": lambda c, m: (
        named(m) in c.state.goals(seat_of(m)) and c.keeps(m, named(m))
    ),
    "It keeps {player} from the {treasure}, which may well be next there.": lambda c, m: (
        named(m) in unseen(c.state) and c.keeps(m, named(m))
    ),
    "And {n} of the {all} treasures that may come next is within a push of there.": lambda c, m: c.some_near(m),
    "Next, if nobody comes in between: {line}, then to {cell}.": lambda c, m: c.goes_on(m),
    "Next: {line}, then to {cell}.": lambda c, m: c.goes_on(m),
    "No other push of the {n} does that.": lambda c, m: c.only(m),
}
"""What each sentence claims."""


def proposals(case, seed, count=2):
    """Yield random turns in a variant, each from a position as its player knows it."""
    dice = Dice(seed)
    for number in range(count):
        whole = nearly_done(random_position(case, seed + 100 * number, 5 * seed), dice)
        if whole.outcome() is None:
            state = redact(labyrinth, whole, whole.player)
            yield Proposal(state, some_turn(state, dice))


@pytest.mark.parametrize("case", MULTIPLAYER_VARIANTS, ids=str)
@pytest.mark.parametrize("seed", sample_of(range(6), every=3))
def test_every_sentence_of_a_reason_is_true(case, seed):
    for proposal in proposals(case, seed):
        said = leaves(reason(proposal, Dice(seed), never))
        assert 2 <= len(said) <= 3
        assert " ".join(map(str, said)).count("if nobody comes in between") < 2
        claims = Claims(proposal)
        for sentence in said:
            assert claims.holds(sentence), f"{sentence} of {list(map(str, proposal.moves))} in\n{proposal.state}"


CARRIED = maze("┌│┬│┐ ││││┬ ├│││┤ ││││┴ └│┴│┘", "┐", pawns=[(1, 4), (4, 4)], treasures={"spare": "owl"},
               decks=[["owl"], ["book"]])  # fmt: skip
"""The pawn stands where it is thrown out, and the tile that goes in brings the owl."""
CUT_OFF = maze("┌│┬│┐ ││─││ ├│││┤ ││││┴ └│┴│┘", pawns=[(4, 0), (4, 4)], decks=[["book"], ["map"]],
               arrows=(Arrow(3, 0, "E"), Arrow(3, 4, "W")))  # fmt: skip
"""Only one line moves, and it does not lead to the book."""


@pytest.mark.parametrize(
    ("state", "moves", "said"),
    [
        (CARRIED, ("push a2 E 0", "walk a2"), "That carries you to the {treasure}."),
        (CUT_OFF, ("push a4 E 0", "walk a5"), "No way there is in sight yet."),
    ],
)
def test_rare_sentences_of_reasons_are_true(state, moves, said):
    found = [move for text in moves for move in (find_move(play(state, *moves[: moves.index(text)]), text),)]
    proposal = Proposal(state, tuple(found))
    sentence = leaves(reason(proposal, Dice(1), never))[1]
    assert sentence.msgid == said
    assert Claims(proposal).holds(sentence)


GAMES_BY_VARIANT = {
    "classic_2017": 8,
    "young_children": 24,
    "pick_of_hand": 8,
    "events": 24,
    "no_return": 8,
    "points": 6,
}
"""Variants in which there is most to say, and how many games of them bring all of it."""
RARE_SENTENCES = {"That carries you to the {treasure}.", "No way there is in sight yet."}


def test_random_games_cover_every_other_sentence_of_reasons():
    met = {
        sentence.msgid
        for case in MULTIPLAYER_VARIANTS
        for seed in range(GAMES_BY_VARIANT.get(case.variant_name, 1))
        for proposal in proposals(case, seed)
        for sentence in leaves(reason(proposal, Dice(seed), never))
    }
    assert set(CHECKS) - met - RARE_SENTENCES == set()


# -- hints


@pytest.mark.parametrize(("case", "moves"), in_turn(VARIANTS, [12, 13, 40]), ids=str)
def test_hints_are_legal_and_end_the_turn_or_reveal_something(case, moves):
    state = now = random_position(case, 5, moves)
    if state.outcome() is not None:
        state = now = random_position(case, 5, moves % 2)
    shown = False
    for move in labyrinth.ANALYSIS.hint(redact(labyrinth, state, state.player), Dice(5), never).moves:
        assert not shown
        assert move in now.legal_moves()
        step = now.apply(move)
        now, shown = step.state, any(event.reveals for event in step.events)
    assert now.turn > state.turn or now.outcome() is not None or shown


# -- alone


def alone(cards=2, seed=4, **params):
    return deal(seed, players=1, cards=(cards,), open_cards=True, **params)


@pytest.mark.parametrize("seed", range(10))
def test_solo_hints_reach_home_in_the_fewest_turns_and_state_the_turns_left(seed):
    state = alone(1 + seed % 4, seed)
    (turns,) = labyrinth.ANALYSIS.least(state, never)
    while state.outcome() is None:
        assert labyrinth.ANALYSIS.evaluation(state, never).turns == turns - state.turn + 1
        found = labyrinth.ANALYSIS.hint(redact(labyrinth, state, 0), Dice(1), never)
        *_, last = leaves(found.reason)
        state = play(state, found.moves[0])
        if state.outcome() is None:
            left = turns - state.turn + (state.phase == "push")
            assert last.args.get("n", 0) == left or last.msgid.startswith("That brings you home")
    assert state.turn == turns
    assert labyrinth.ANALYSIS.evaluation(state, never).turns == 0


def test_the_reason_of_a_solo_hint_matches_the_turn():
    for seed in range(6):
        state = alone(3, seed)
        own = labyrinth.ANALYSIS.solution(state, never)[:2]
        proposal = Proposal(state, own)
        claims = Claims(proposal)
        way = labyrinth.ANALYSIS.solution(state, never)[2:]
        what, why, rest = leaves(reason_alone(proposal, way))
        assert claims.holds(what)
        assert prepares(proposal.after, way, why) if not proposal.taken else claims.holds(why)
        assert rest.args["n"] == len(way) // 2


def prepares(state, way, said):
    """Return whether a turn's announced purpose is reached in that many turns on the way, and nothing before it."""
    n = said.args["n"]
    before, after = play(state, *way[: 2 * n - 2]), play(state, *way[: 2 * n])
    if said.msgid == "It prepares the way home, {n} turn later.":
        return before.has_all_treasures(0) and bool(after.winners)
    return before.found == state.found and named(said) in after.found[0]


@pytest.mark.parametrize("seed", range(4))
def test_the_plan_of_a_solo_hint_continues_from_its_moves(seed):
    state = alone(3, seed)
    (turns,) = labyrinth.ANALYSIS.least(state, never)
    found = labyrinth.ANALYSIS.hint(redact(labyrinth, state, 0), Dice(1), never)
    assert len(found.plan) == min(4, 2 * turns - 2)
    after = play(state, *found.moves, *(move for move, _ in found.plan))
    assert bool(after.winners) == (turns <= 3)
    assert after.winners or labyrinth.ANALYSIS.least(after, never) == (turns - 3,)


def test_least_uses_par_at_the_start_only_and_is_unknown_for_hidden_cards():
    state = alone(par=9)
    assert labyrinth.ANALYSIS.least(state, never) == (9,)
    (turns,) = labyrinth.ANALYSIS.least(replace(state, params=replace(state.params, par=0)), never)
    push, walk, *_ = labyrinth.ANALYSIS.solution(state, never)
    pushed = play(state, push)
    assert labyrinth.ANALYSIS.least(pushed, never) == (turns,), "the turn that has begun counts"
    assert labyrinth.ANALYSIS.least(play(pushed, walk), never) == (turns - 1,)
    hidden = deal(4, players=1, cards=(3,))
    for state in (deal(), redact(labyrinth, hidden, 0)):
        assert labyrinth.ANALYSIS.least(state, never) == ()
        assert labyrinth.ANALYSIS.solution(state, never) is None
        assert labyrinth.ANALYSIS.evaluation(state, never).turns is None
    assert labyrinth.ANALYSIS.hint(redact(labyrinth, hidden, 0), Dice(1), never).moves, "a level advises then"
    assert labyrinth.ANALYSIS.hint(replace(CUT_OFF, winners=(0,)), Dice(1), never).moves == ()


# -- descriptions of moves, warnings, notices


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (("push a4 E 0",), "player 1 pushes in: row 4 from the left."),
        (("push e4 W 1",), "player 1 pushes in: row 4 from the right."),
        (("push a4 E 0", "walk a5"), "player 1 stays on a5."),
    ],
)
def test_pushes_and_staying_are_described(moves, said):
    *before, last = moves
    state = play(CUT_OFF, *before)
    assert str(labyrinth.NARRATION.describe(state, find_move(state, last))) == said


def test_columns_are_named_by_letter_and_a_solo_player_is_not_named():
    assert (
        str(labyrinth.NARRATION.describe(CARRIED, Push(Arrow(0, 1, "S"), 0)))
        == "player 1 pushes in: column b from above."
    )
    assert (
        str(labyrinth.NARRATION.describe(CARRIED, Push(Arrow(4, 3, "N"), 0)))
        == "player 1 pushes in: column d from below."
    )
    state = alone(1)
    said = []
    for move in labyrinth.ANALYSIS.solution(state, never):
        said.append(str(labyrinth.NARRATION.describe(state, move)))
        state = state.apply(move).state
    assert not any("player" in words for words in said)
    assert any(words.startswith("Found the ") for words in said)
    assert said[-1] == "Home again on a1."
    assert "player" not in str(state.outcome().reason)


def test_walks_are_described_and_a_missed_treasure_or_win_is_warned_of():
    pushed = play(CARRIED, "push a2 E 0")
    assert str(labyrinth.NARRATION.describe(pushed, Walk(Cell(1, 0)))) == "player 1 finds the owl on a2."
    home = replace(pushed, decks=((), ("book",)), pawns=(Cell(0, 0), Cell(4, 4)))
    assert str(labyrinth.NARRATION.describe(home, Walk(Cell(0, 0)))) == "player 1 comes home to a1."
    assert str(labyrinth.NARRATION.describe(home, Walk(Cell(0, 1)))) == "player 1 walks to b1."
    walks = [move for move in pushed.legal_moves() if move.cell != Cell(1, 0)]
    assert labyrinth.NARRATION.warning(pushed, Walk(Cell(1, 0))) is None
    assert all("owl" not in str(labyrinth.NARRATION.warning(pushed, walk)) for walk in walks)
    assert all(labyrinth.NARRATION.warning(pushed, walk) is not None for walk in walks)
    assert labyrinth.NARRATION.warning(CARRIED, CARRIED.legal_moves()[0]) is None, "a push is never asked about"
    state = replace(play(CUT_OFF, "push a4 E 0"), decks=((), ("map",)), pawns=(Cell(0, 0), Cell(4, 4)))
    assert labyrinth.NARRATION.warning(state, Walk(Cell(0, 0))) is None
    away = [move for move in state.legal_moves() if move.cell != Cell(0, 0)]
    assert all(
        str(labyrinth.NARRATION.warning(state, move)) == "You could walk home now, and win. Do something else?"
        for move in away
    )


@pytest.mark.parametrize("seed", range(6))
def test_each_rune_move_has_a_distinct_description(seed):
    case = next(case for case in VARIANTS if case.variant_name == "events")
    dice, state = Dice(seed), random_position(case, seed, 0)
    for _ in range(60):
        texts = [
            str(labyrinth.NARRATION.describe(state, move)) for move in state.legal_moves() if not isinstance(move, Push)
        ]
        assert len(set(texts)) == len(texts)
        state = state.apply(any_move(state, dice)).state


@pytest.mark.parametrize("case", VARIANTS, ids=str)
def test_walks_warn_exactly_when_a_goal_is_missed(case):
    for seed in range(4):
        state = random_position(case, seed, 31)
        for move in state.legal_moves():
            missed = isinstance(move, Walk) and wanted(state) & set(state.ways()) - {move.cell}
            assert (labyrinth.NARRATION.warning(state, move) is not None) == bool(
                missed and move.cell not in wanted(state)
            )


def test_a_notice_names_opponents_who_may_win_next():
    three = deal(players=3)
    assert labyrinth.NARRATION.notice(three) is None
    mover = three.player
    first, second = (mover + 1) % 3, (mover + 2) % 3
    empty = [() if seat == second else deck for seat, deck in enumerate(three.decks)]
    said = labyrinth.NARRATION.notice(replace(three, decks=tuple(empty)))
    assert said.args["player"] == Player(second)
    empty[first] = ()
    assert (
        str(labyrinth.NARRATION.notice(replace(three, decks=tuple(empty))))
        == "Several players may win with their next turn."
    )
    mine = tuple(() if seat == mover else deck for seat, deck in enumerate(three.decks))
    assert labyrinth.NARRATION.notice(replace(three, decks=mine)) is None, "the own way home is no danger"
    state = deal(players=2, end="last_treasure", cards=(2,), first=0)
    assert labyrinth.NARRATION.notice(state) is None
    assert str(labyrinth.NARRATION.notice(replace(state, decks=(state.decks[0], state.decks[1][:1])))) == (
        "player 2 needs only one more treasure."
    )
    state = deal(players=4, teams=True, first=0)
    assert labyrinth.NARRATION.notice(replace(state, decks=((), state.decks[1]))) is None
    assert labyrinth.NARRATION.notice(replace(state, decks=(state.decks[0], ()))) is not None
