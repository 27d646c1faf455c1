"""Games for the tests as what a look back and statistics are told of: all positions, and the moves made in them."""

from logic.core import find_move


def by_choice(state, choose, most=10_000):
    """The positions and moves of a game, each move chosen by ``choose(state)``, to its end or so many moves."""
    states, moves = [state], []
    while states[-1].outcome() is None and len(moves) < most:
        moves.append(choose(states[-1]))
        states.append(states[-1].apply(moves[-1]).state)
    return states, moves


def by_texts(state, *texts):
    """The positions and moves of a game whose moves are written out."""
    states, moves = [state], []
    for text in texts:
        moves.append(find_move(states[-1], text))
        states.append(states[-1].apply(moves[-1]).state)
    return states, moves
