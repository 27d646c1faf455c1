"""Brute-force checks of what the reasons of Cóatl's hints claim, from what their reader may know."""

from collections import Counter
from dataclasses import replace

from logic.coatl import ANALYSIS, redact
from logic.coatl.analysis import RATHER, best_planned
from logic.coatl.components import HAND, Serpent, prophecies, temples, type_of
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.engine.futures import GLANCE
from logic.coatl.engine.plans import Planner
from logic.coatl.levels import PRIEST
from logic.coatl.moves import Draw, End, Pass, Start, prophecy_points, temple_points, worth
from logic.coatl.narration import piece_name, title
from logic.core import Dice, never
from tests.support.positions.coatl import GOLDEN, deal
from tests.support.stories.sentences import leaves

SAMPLE_PARAMS = (
    {"players": 2}, {"players": 1, "turns": 12}, {"players": 3, "tokens": True, "promo": True},
    {"players": 4, "tokens": True, **GOLDEN},
)  # fmt: skip


def advised(state):
    return ANALYSIS.hint(state, Dice(1), never)


def followed(state, moves):
    """Return the position after the moves, each of them legal; the last of them ends the turn or shows something."""
    for move in moves:
        assert move in state.legal_moves()
        step = state.apply(move)
        state = step.state
        shows = any(event.reveals for event in step.events)
        assert (move == moves[-1]) >= shows
    assert isinstance(moves[-1], End | Pass | Draw) or shows
    return state


def positions(params, seed, count):
    """Return positions from a random game in which pieces are taken more often than built."""
    dice, state, found = Dice(seed), deal(seed, **params), []
    while not state.over and len(found) < count:
        if dice.below(3) == 0:
            found.append(state)
        legal = state.legal_moves()
        calm = [move for move in legal if not isinstance(move, Start | Draw)] if dice.below(3) else legal
        state = state.apply(dice.choice(calm or legal)).state
    return found


def listed(message):
    """Return the parts of a list in words."""
    if message.msgid not in ("{a}; {b}", "{a}, {b}"):
        return [message]
    return [*listed(message.args["a"]), *listed(message.args["b"])]


# -- what is claimed


def check_build(message, state, done):
    """The points and the cards of a build are those of the cóatls that it finishes."""
    made = [each for each in done.seat.coatls if each.is_finished and not each.locked]
    count, points = (message.args.get(name) for name in ("coatls", "points"))
    assert (points.args["n"] if points else message.args["n"]) == sum(map(worth, made))
    assert (count.args["n"] if count else 1) == len(made)
    lines = [(str(each.args["card"]), each.args["points"]) for each in listed(message.args["cards"])]
    cards = [(str(title(card)), prophecy_points(card, each)) for each in made for card in each.prophecies]
    temples = [(str(title(each.temple)), temple_points(each.temple, each)) for each in made if each.temple]
    assert sorted(lines) == sorted(cards + temples)
    assert done.score(state.player) > state.score(state.player)


def check_planned(message, state, done):
    """There is a cóatl of so many points, of the own pieces and so many others that can still come in time."""
    n, points = message.args["n"], message.args["points"].args["n"]
    candidates = PRIEST.planner(redact(done, done.player)).planned_coatls()
    fits = (one for one in candidates if (len(one.missing), worth(one.coatl)) == (n, points))
    coatl, missing = next(fits)
    own, new = Counter(map(type_of, done.seat.pieces)), [piece for piece in coatl.pieces if piece[2:] == "0"]
    laid = tuple(piece for piece in coatl.pieces if piece not in new)
    assert Counter(map(type_of, new)) <= own + Counter(missing)
    grown = next((each for each in done.seat.coatls if each.pieces == laid), Serpent(()))
    assert grown.pieces == laid
    on_board = Counter(type_of(piece) for field in done.supply for piece in field)
    elsewhere = Counter(missing) - on_board
    assert bool(elsewhere) == ("not all on the supply board" in message.plural)
    assert elsewhere <= Counter(type_of(piece) for bag in done.bags for piece in bag)
    assert {*coatl.prophecies} <= {*done.seat.prophecies, *grown.prophecies}
    assert coatl.temple in ("", *done.temples, *done.seat.temples)
    assert coatl.is_finished
    left = state.turns_left(state.player)
    assert left is None or (len(missing) + 1) // 2 + 1 <= left, "a turn for every two pieces, and one to build"


def check_ready(message, state, done):
    """The next build can score so many points, even if the temples that lie face up are gone."""
    assert state.turns_left(state.player) != 0
    temples = done.temples if done.params.players == 1 else ("",) * len(done.temples)
    assert best_build(replace(done, action="", temples=temples)).points == message.args["n"]


def check_kept(message, _state, done):
    kept = [str(each) for each in listed(message.args["cards"])]
    assert kept == [str(title(card)) for card in done.seat.prophecies]
    if "points" in message.args:
        candidates = PRIEST.planner(redact(done, done.player)).planned_coatls(bags=False)
        assert message.args["points"].args["n"] == max(worth(planned.coatl) for planned in candidates)
        on_board = Counter(type_of(piece) for field in done.supply for piece in field)
        assert all(Counter(planned.missing) <= on_board for planned in candidates)


def check_take(message, state, done):
    new = [piece for piece in done.seat.pieces if piece not in state.seat.pieces]
    assert sorted(str(piece_name(piece)) for piece in new) == sorted(map(str, listed(message.args["pieces"])))


def check_cards(message, state, done):
    new = [card for card in done.seat.prophecies if card not in state.seat.prophecies]
    assert [str(title(card)) for card in new] == [str(each) for each in listed(message.args["cards"])]


def check_gone(message, state, done):
    gone = [card for card in state.seat.prophecies if card not in done.seat.prophecies]
    assert [str(title(card)) for card in gone] == [str(each) for each in listed(message.args["cards"])]
    assert set(gone) <= set(done.discards)


def check_commitment(message, state, done):
    (new,) = set(done.seat.temples) - set(state.seat.temples)
    assert new in state.temples
    assert str(title(new)) == str(message.args["card"])


# -- what may come, by trying out each card that the player to move does not see


def planner_value(state):
    return Planner(redact(state, state.player), state.player, PRIEST.weights, GLANCE, PRIEST.guess(state)).value()


def unseen(state, cards):
    """Return those of the cards that the player to move sees nowhere."""
    view = redact(state, state.player)
    seen = {*view.display, *view.discards, *view.temples}
    for seat in view.seats:
        seen |= {*seat.prophecies, *seat.temples, *seat.aside}
        seen |= {card for each in seat.coatls for card in (*each.prophecies, each.temple)}
    return [card for card in cards if card not in seen]


def with_prophecies(state, cards):
    """Return the hand, and the hand with each of the cards: a full hand loses the card that matters least."""
    state, seat = replace(state, display=("",) * len(state.display)), state.seat
    hands = [seat.prophecies]
    if len(seat.prophecies) == HAND:
        hands = [tuple(card for card in seat.prophecies if card != gone) for gone in seat.prophecies]

    def held(hand):
        return state.with_seat(replace(seat, prophecies=hand))

    best = max(hands, key=lambda hand: planner_value(held(hand)))
    return state, [held((*best, card)) for card in cards]


def helping(before, afters):
    """Return how many of such positions promise clearly more than that one."""
    base = planner_value(before)
    return sum(planner_value(after) >= base + RATHER for after in afters)


def check_none_helps(_message, _state, done):
    shown = [card for card in done.display if card]
    assert shown
    assert not helping(*with_prophecies(done, shown))


def check_some_help(message, state, done):
    """So many of all the cards that may come help: as the next one, or among new ones."""
    if done.action == "commit":
        cards = unseen(state, temples(state.params.promo))
        shown = [tuple(temple or card for temple in done.temples) for card in cards]
        found = helping(done, [replace(done, temples=each) for each in shown])
    else:
        cards = unseen(done, prophecies(done.params.promo)) or list(done.discards)
        found = helping(*with_prophecies(done, cards))
    assert message.args["all"] == len(cards)
    assert message.args["n"] == found > 0


def check_new_temple(_message, _state, done):
    assert "" in done.temples
    assert done.temple_deck


def check_secured(message, state, done):
    (new,) = set(done.seat.temples) - set(state.seat.temples)
    rest = tuple(card for card in done.seat.temples if card != new)
    without = done.with_seat(replace(done.seat, temples=rest))
    have, lack = (
        best_planned(PRIEST.planner(redact(each, each.player)).planned_coatls(), brought)
        for each, brought in ((done, {new}), (without, ()))
    )
    assert state.params.players > 1
    assert message.args["n"] == worth(have.coatl) - (worth(lack.coatl) if lack else 0) > 0


def check_last(_message, state, _done):
    assert state.turns_left(state.player) == 0


def check_room(_message, state, done):
    assert len(done.seat.pieces) < len(state.seat.pieces)
    assert done.score(done.player) == state.score(state.player)


def check_gift(message, state, done):
    receiver = message.args["player"].number
    assert len(done.seats[receiver].gifts) == len(state.seats[receiver].gifts) + 1


def check_laid(message, state, done):
    (new,) = set(state.seat.prophecies) - set(done.seat.prophecies)
    coatl = done.seat.coatls[message.args["number"] - 1]
    assert new in coatl.prophecies
    assert str(title(new)) == str(message.args["card"])


CHECKS = {
    "{player} lays the prophecy": check_laid,
    "Finish a cóatl": check_build, "Finish {coatls}": check_build, "With {n} more": check_planned,
    "Then you can build": check_ready, "Keep:": check_kept, "Take:": check_take, "Pick from": check_take,
    "Choose:": check_cards, "This is your last turn.": check_last, "Lay out": check_room, "Give {player}": check_gift,
    "Discard:": check_gone, "Take “{card}”": check_commitment, "No prophecy that lies face up": check_none_helps,
    "Of {all}": check_some_help, "Nobody else": check_secured, "Another temple": check_new_temple,
}  # fmt: skip
PLAIN = ("Turn up new prophecies, and see what they bring.",
         "The turn is done: end it.", "There is nothing you can do.",
         "Draw a prophecy, and see what it brings.")  # fmt: skip


def check_reason(state, proposal):
    """Check that each sentence of the reason is true; return which ones there were."""
    done = state
    for move in proposal.moves:
        if isinstance(move, End | Pass | Draw) or str(move) == "foresee":
            break
        done = done.apply(move).state
    said = set()
    for leaf in leaves(proposal.reason):
        kind = next((start for start in CHECKS if leaf.msgid.startswith(start)), None)
        assert kind or leaf.msgid in PLAIN, leaf
        if kind:
            CHECKS[kind](leaf, state, done)
        said.add(kind or leaf.msgid)
    return said
