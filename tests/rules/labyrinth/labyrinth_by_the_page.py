"""A reference implementation of Labyrinth from its rules page alone: slow, plain dicts, none of the program's code.

Squares are (row, column) from 0; a tile is its name, the set of its open sides, and the treasure on it or None.
"""

from itertools import pairwise

AROUND = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
BASE = {"I": {"N", "S"}, "L": {"N", "E"}, "T": {"N", "S", "W"}}


def turned(sides, quarters):
    """Return the open sides after so many quarter turns."""
    for _ in range(quarters):
        sides = {CLOCKWISE[side] for side in sides}
    return frozenset(sides)


def as_table(state):
    """Return the same position in plain dicts; only this function knows how the program stores it."""
    params = state.params

    def plain(tile):
        treasure = None if tile.symbol.startswith("start") else tile.symbol or None
        return tile.id, turned(BASE[tile.shape], tile.rot), treasure

    return {
        "size": params.size,
        "tiles": {(row, col): plain(tile) for row, tiles in enumerate(state.grid) for col, tile in enumerate(tiles)},
        "spare": plain(state.spare),
        "arrows": {tuple(arrow) for arrow in params.arrows},
        "ban": params.reinsertion_ban,
        "last": state.last and tuple(state.last),
        "pawns": [tuple(cell) for cell in state.pawns],
        "homes": [tuple(cell) for cell in params.starts],
        "pile of": list(params.piles),
        "piles": [list(deck) for deck in state.decks],
        "found": [list(names) for names in state.found],
        "any order": params.goals == "any",
        "home": params.end == "home",
        "numbers": {name: i for i, name in enumerate(params.treasures, 1)} if params.goals == "numbers" else None,
        "player": state.player,
        "turn": state.turn,
        "winners": None,
    }


def line(table, arrow):
    """Return the squares that an arrow moves, the one pushed into first."""
    row, col, side = arrow
    step = AROUND[side]
    return [(row + step[0] * i, col + step[1] * i) for i in range(table["size"])]


def other_end(table, arrow):
    """Return the arrow opposite to this one."""
    return (*line(table, arrow)[-1], ACROSS[arrow[2]])


def barred(table):
    if table["last"] is None:
        return set()
    back, same = other_end(table, table["last"]), table["last"]
    return {"exit_side": {back}, "entry_side": {same}, "whole_line": {back, same}, "none": set()}[table["ban"]]


def pushes(table):
    """Return every arrow that may be used, with every rotation of the spare tile; equal rotations are one."""
    ways = {turned(table["spare"][1], quarters) for quarters in range(4)}
    return {(arrow, way) for arrow in table["arrows"] - barred(table) for way in ways}


def push(table, arrow, way):
    """Push the spare tile in; the line moves; the tile that falls out is the spare; its pawns go to the new one."""
    squares = line(table, arrow)
    name, _, treasure = table["spare"]
    tiles = dict(table["tiles"])
    for here, there in pairwise(squares):
        tiles[there] = table["tiles"][here]
    tiles[squares[0]] = (name, way, treasure)
    moved = dict(zip(squares, [*squares[1:], squares[0]], strict=True))
    return {
        **table,
        "tiles": tiles,
        "spare": table["tiles"][squares[-1]],
        "pawns": [moved.get(pawn, pawn) for pawn in table["pawns"]],
        "last": arrow,
    }


def reached(table, start):
    """Return the component of a square: grown until nothing is added any more."""
    found, grown = set(), {start}
    while grown != found:
        found = grown
        grown = found | {
            there
            for here in found
            for side in table["tiles"][here][1]
            for there in [(here[0] + AROUND[side][0], here[1] + AROUND[side][1])]
            if there in table["tiles"] and ACROSS[side] in table["tiles"][there][1]
        }
    return found


def walk(table, square):
    """Move the player's pawn there or leave it; take a treasure that counts; then it is the next player's turn."""
    me = table["player"]
    pile = table["pile of"][me]
    cards = table["piles"][pile]
    pawns = [square if seat == me else pawn for seat, pawn in enumerate(table["pawns"])]
    piles, found = [list(each) for each in table["piles"]], [list(each) for each in table["found"]]
    treasure = table["tiles"][square][2]
    if treasure in (cards if table["any order"] else cards[:1]):
        piles[pile].remove(treasure)
        found[me].append(treasure)
    after = {**table, "pawns": pawns, "piles": piles, "found": found}
    after["winners"] = winners(after)
    if after["winners"] is None:
        after["player"], after["turn"] = (me + 1) % len(pawns), table["turn"] + 1
    return after


def winners(table):
    me, seats = table["player"], range(len(table["pawns"]))
    if table["piles"][table["pile of"][me]] or (table["home"] and table["pawns"][me] != table["homes"][me]):
        return None
    if table["numbers"] is not None:
        points = [sum(table["numbers"][name] for name in names) for names in table["found"]]
        return [seat for seat in seats if points[seat] == max(points)]
    return [seat for seat in seats if table["pile of"][seat] == table["pile of"][me]]


def turns(table):
    """Return how many turns, a push and then a walk, there are to choose from."""
    count = 0
    for arrow, way in pushes(table):
        after = push(table, arrow, way)
        count += len(reached(after, after["pawns"][after["player"]]))
    return count


def laps(table, depth):
    """Return how many ways there are to play so many turns."""
    if depth == 1:
        return turns(table)
    count = 0
    for arrow, way in pushes(table):
        after = push(table, arrow, way)
        for square in reached(after, after["pawns"][after["player"]]):
            last = walk(after, square)
            count += laps(last, depth - 1) if last["winners"] is None else 1
    return count
