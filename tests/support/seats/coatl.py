"""Helpers of Cóatl's board screen tests: players, and whole turns."""

from functools import partial
from itertools import product

from logic.coatl.components import HAND, MOST_COATLS, TOKENS
from logic.coatl.moves import Attach, Choose, Commit, End, Fetch, Foresee, Prophesy, Start, Take
from logic.coatl.scoring import score_prophecy
from logic.registry import new_setup
from logic.session import Seat
from tests.support.seats.seating import sit_before

ANNA, BEN, ZOE, DAVID = (Seat(name=name) for name in ("Anna", "Ben", "Zoë", "Dávid"))
NOVICE = Seat(level="novice")
USUAL = (1024, 600)
USED = {"pick": Fetch, "future": Foresee, "commit": Commit}


# -- turns that lead to an end


def turn(state):
    """Yield the moves of a turn: the last player in the round builds in haste, the others slowly.

    A player who has tokens uses one in the second round, each a different one.
    """
    for move in _plan(state):
        yield move
        player, state = state.player, state.apply(move).state
    while state.player == player and state.action:
        legal = state.legal_moves()
        move = End() if End() in legal else legal[0]
        yield move
        state = state.apply(move).state


def _plan(state):
    """Return the moves of a turn before its end."""
    seat, legal, is_last = state.seat, state.legal_moves(), (state.player + 1) % len(state.seats) == state.first
    token = TOKENS[state.player % len(TOKENS)]
    used = [move for move in legal if isinstance(move, USED[token])]
    if state.action == "discard":
        return legal[:1]
    if token in seat.tokens and state.turn > len(state.seats) and used:
        return used[:1]
    return (_in_haste(state) if is_last else []) or _at_leisure(state)


def _in_haste(state):
    """Finish cóatls of three pieces where they are worth something, or get what is missing for that."""
    seat, legal, number = state.seat, state.legal_moves(), len(state.seat.coatls)
    left = MOST_COATLS - number
    easy = [move for move in legal if isinstance(move, Choose) and _is_easy(move.card)]
    if easy and sum(map(_is_easy, seat.prophecies)) < left:
        return easy[: HAND - len(seat.prophecies)]
    rows = _serpents(seat)[:left]
    if rows and (len(rows) == min(2, left) or seat.free < 2):
        return [move for step, row in enumerate(rows) for move in _steps(*row, number + step)]
    takes = [move for move in legal if isinstance(move, Take)]
    return [max(takes, key=lambda move: _wish(state, move))] if takes else []


def _is_easy(card):
    """Return whether three pieces can fulfil a card in several ways."""
    return card.startswith(("pair:", "blackx:"))


def _serpents(seat):
    """Return heads, bodies and tails on a player's board that fulfil cards in the hand, each of them used once."""
    pieces, found = list(seat.pieces), []
    for card in seat.prophecies:
        rows = product(*([piece for piece in pieces if piece[1] == letter] for letter in "hbt"))
        worthy = (row for row in rows if score_prophecy(card, "".join(piece[0] for piece in row), True, True)[1])
        row = next(worthy, None)
        if row is not None:
            found.append((*row, card))
            pieces = [piece for piece in pieces if piece not in row]
    return found


def _steps(head, body, tail, card, number):
    return Start(body), Attach(head, number, "head"), Attach(tail, number, "tail"), Prophesy(card, number)


def _wish(state, take):
    """Return how much a player in haste wants a field."""
    after = state.seat.storing(*state.field(take.field))
    kinds, left = [piece[1] for piece in after.pieces], MOST_COATLS - len(state.seat.coatls)
    return len(_serpents(after)), sum(min(kinds.count(kind), left) for kind in "hbt"), -len(kinds)


def _at_leisure(state):
    """Take cards, then bodies, then build a serpent that is never finished."""
    legal = state.legal_moves()
    for kind in (Choose, Take, Attach, Start):
        found = [move for move in legal if isinstance(move, kind)]
        if kind is Take:
            found = [move for move in found if move.field[0] == "b"]
        if kind is Attach:
            found = [move for move in found if move.piece[1] == "b"]
        if found:
            return found[:1]
    return legal[:1]


# -- at the table


def setup_of(*seats, variant="classic", seed=5, **chosen):
    return new_setup("coatl", variant, seats, seed, {"first": 0, **chosen})


def sit_at(new_driver, *seats, size=USUAL, language="en", scale=1.0, turns=0, **options):
    """Sit down at a game some turns after its beginning; the curtain is still down."""
    setup = setup_of(*(seats or (ANNA, BEN)), **options)
    prepare = partial(advance, turns=turns)
    return sit_before(new_driver, setup, size, language, scale, prepare=prepare)


def advance(match, turns):
    """Play whole turns, whoever is to move."""
    for _ in range(turns):
        if not match.is_over:
            for move in turn(match.session.state):
                match.play(move)
