"""Small mazes drawn as text, and random positions, for the tests of Labyrinth."""

from collections import Counter
from dataclasses import replace

from hypothesis import strategies as st

from logic import labyrinth
from logic.core import Cell, Dice, IllegalMove, find_move
from logic.labyrinth import State
from logic.labyrinth.components import BASES, LYING, START, TURNS, Arrow, Fixed, Mix, Params, Tile, ways
from logic.labyrinth.engine.bits import NO_ARROW, Frame, board_of, sides_of
from logic.labyrinth.notation import check
from logic.labyrinth.rules import GLYPHS, NOTHING, Push, Walk
from tests.support.positions.cases import PLAIN, advanced

SIDES_OF = {glyph: sides for sides, glyph in GLYPHS.items()}
CORNERS = ("red", "yellow", "green", "blue")
SEEDS = st.integers(0, 2**32)
VARIANTS = tuple(case for case in PLAIN if case.name == "labyrinth")
BY_NAME = {case.variant_name: case for case in VARIANTS}


def deal(seed=1, **params):
    """Return the first position of a game."""
    return labyrinth.new(Params(**params), Dice(seed))


def arrows(size):
    """Return arrows at both ends of every second line."""
    lines = range(1, size, 2)
    ends = [((i, 0, "E"), (i, size - 1, "W"), (0, i, "S"), (size - 1, i, "N")) for i in lines]
    return tuple(Arrow(*end) for four in ends for end in four)


FIXED_TREASURES = {(0, 2): "book", (2, 0): "map", (2, 4): "skull", (4, 2): "keys"}
"""On the fixed tiles between the corners of a maze of five rows, so that there is something to find."""


def maze(rows, spare="─", *, pawns=(), treasures=None, marks=None, decks=None, found=None, **params):
    """Return the position that is drawn, its rows separated by blanks.

    The corners are fixed, each with a start, and so are four more with FIXED_TREASURES. ``treasures`` are names by
    cell, ``marks`` marks by cell, "spare" for the spare tile; without ``decks`` each pile has one of the treasures.
    ``last`` and ``player`` are the position's, and all else its params.
    """
    grid, treasures, marks = rows.split(), treasures or {}, marks or {}
    size, last = len(grid), params.pop("last", None)
    player = params.pop("player", 0)
    loose = {(row, col): glyph for row, line in enumerate(grid) for col, glyph in enumerate(line)}
    ends = [(row, col) for row in (0, size - 1) for col in (0, size - 1)]
    symbols = dict(zip(ends, (START + name for name in CORNERS), strict=True)) | FIXED_TREASURES
    layout = tuple(Fixed(*cell, SIDES_OF[loose.pop(cell)], symbols[cell]) for cell in sorted(symbols))
    loose["spare"] = spare
    shape_of = {place: LYING[SIDES_OF[glyph]][0] for place, glyph in loose.items()}
    on = {shape: tuple(name for place, name in treasures.items() if shape_of[place] == shape) for shape in "ILT"}
    assert not on["I"], "no treasure lies on a straight tile"
    players = params.pop("players", max(2, len(pawns)))
    decks = decks or [[name] for name in FIXED_TREASURES.values()][: 2 if params.get("teams") else players]
    found = found or [()] * players
    made = Params(
        players=players,
        size=size,
        layout=layout,
        arrows=params.pop("arrows", arrows(size)),
        mix=Mix(**{shape: Counter(shape_of.values())[shape] for shape in "ILT"}),
        tee_treasures=on["T"],
        corner_treasures=on["L"],
        marks=tuple(marks.values()) + params.pop("used_marks", ()),
        cards=params.pop("cards", _dealt(decks, found)),
        **params,
    )
    tiles = _laid(made, loose, shape_of, treasures, marks)
    state = State(
        made,
        tuple(tuple(made.fixed_tiles.get(Cell(r, c)) or tiles[r, c] for c in range(size)) for r in range(size)),
        tiles["spare"],
        tuple(Cell(*cell) for cell in pawns) or made.starts,
        tuple(tuple(deck) for deck in decks),
        tuple(tuple(names) for names in found),
        player=player,
        last=last and Arrow(*last),
    )
    check(state)
    return state


def _dealt(decks, found):
    """Return how many cards each pile had at the start."""
    count = len(decks)
    return tuple(len(deck) + sum(len(names) for names in found[pile::count]) for pile, deck in enumerate(decks))


def _laid(params, loose, shape_of, treasures, marks):
    """Return each loose tile where it is drawn, with its treasure."""
    by_symbol = {tile.symbol: tile for tile in params.loose_tiles if tile.symbol}
    plain = {shape: [tile for tile in params.loose_tiles if tile.shape == shape and not tile.symbol] for shape in "ILT"}
    tiles = {}
    for place, glyph in loose.items():
        tile = by_symbol[treasures[place]] if place in treasures else plain[shape_of[place]].pop(0)
        tiles[place] = replace(tile, rot=LYING[SIDES_OF[glyph]][1], mark=marks.get(place, ""))
    return tiles


def play(state, *moves):
    """Return the position after moves, each of them legal where it is made."""
    for move in moves:
        state = state.apply(find_move(state, str(move))).state
    return state


def events(state, move):
    return state.apply(find_move(state, str(move))).events


def happened(state, move):
    return [event.name for event in events(state, move)]


def choices(state):
    return [str(move) for move in state.legal_moves()]


def refused(state, move):
    try:
        find_move(state, str(move))
    except IllegalMove:
        return True
    return False


def wanted(state):
    """Return the cells where the player to move would find something, or be home with everything."""
    homes = (state.params.starts[state.player],) if state.has_all_treasures(state.player) else ()
    return {state.cell_of(name) for name in state.goals(state.player)} | set(homes)


def any_move(state, dice):
    """Return a random move, but one that finds something where there is one, so that games make progress."""
    moves = state.legal_moves()
    good = [move for move in moves if isinstance(move, Walk) and move.cell in wanted(state)]
    return dice.choice(good or moves)


def random_position(case, seed, moves):
    """Return a position of a random game in one of the variants, so many moves after its start or at its end."""
    dice = Dice(seed)
    state = advanced(case.game.new(case.params, Dice(dice.seed())), moves, lambda state: any_move(state, dice))
    check(state)
    return state


def positions(cases=VARIANTS, most=40):
    """Return a strategy for positions of random play in some of the variants, within so many moves."""
    return st.builds(random_position, st.sampled_from(cases), SEEDS, st.integers(0, most))


def tiles(state) -> list[Tile]:
    """Return all tiles, the spare one last."""
    return [tile for row in state.grid for tile in row] + [state.spare]


def before_a_push(case, seed, moves):
    """Return a position of a random game in which a push is next, or which is over."""
    state = random_position(case, seed, moves)
    while state.phase != "push" and state.outcome() is None:
        state = state.apply(state.legal_moves()[0]).state
    return state


def pushes_of(state):
    return [move for move in state.legal_moves() if isinstance(move, Push)]


def goals_of(state, seat):
    """Return what counts for a seat: its next treasures, or "home"."""
    return ["home"] if state.has_all_treasures(seat) else state.goals(seat)


def can_take(state, seat, names):
    """Return which of these, treasures or its own "home", a seat can reach with a single push, by the rules alone."""
    now = replace(state, player=seat, phase="push", bonus=NOTHING, winners=())
    taken = set()
    for push in pushes_of(now):
        after = now.apply(push).state
        ways = after.ways(seat)
        where = {name: after.params.starts[seat] if name == "home" else after.cell_of(name) for name in names}
        taken |= {name for name in names if where[name] in ways}
    return taken


def takes(state, push):
    """Return the own treasures that can be reached on foot after a push."""
    after = state.apply(push).state
    return [goal for goal in after.goals(after.player) if after.cell_of(goal) in after.ways()]


def may_win(state, push):
    """Return whether a walk after a push ends the game."""
    after = state.apply(push).state
    return after.phase == "walk" and any(after.apply(walk).state.winners for walk in after.legal_moves())


# -- the notation of stories: lines separated by " / ", players counted from 1, cells by their names

FLAGS = ("teams", "open_cards")
ROOMS = "┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘"
PARTS = {
    "ROOMS": ROOMS,
    "HALL": f"{ROOMS} / on b2 bat d4 ghost",  # beside them book c1, map a3, skull e3 and keys c5, which are fixed
    "SPARE": f"{ROOMS} / spare ├ / on spare bat",
    "CARDS": "cards book skull | map keys",
    "MARKED": "┌┬┬┬┐ ├├├─┤ ├├├├┤ ├├├├┤ └┴┴┴┘",
    "WALLS": "┌─││┐ │┘│┌│ ││││─ │─│─│ └│││┘",
    "NUMBERS": "HALL / with goals numbers open_cards end last_treasure",
}


def cell(name):
    return Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) if name[1:].isdigit() else name


def by_cell(words):
    return dict(zip(map(cell, words[::2]), words[1::2], strict=True))


def piles(words):
    """Return the cards of each pile, separated by ``|``; an empty one is ``-``."""
    return tuple(tuple(pile.replace("-", "").split()) for pile in " ".join(words).split("|"))


def put(words):
    told = iter(words)
    return {word: True if word in FLAGS else int(one) if (one := next(told)).isdigit() else one for word in told}


def position(text):
    """Return the position in short notation: ``SPARE / cards bat | book / pawns e2 e5 / player 2``."""
    while (longer := " / ".join(PARTS.get(line, line) for line in text.split(" / "))) != text:
        text = longer
    rows, *lines = text.split(" / ")
    params = {}
    for line in lines:
        word, *rest = line.split()
        match word:
            case "spare":
                params["spare"] = rest[0]
            case "on":
                params["treasures"] = by_cell(rest)
            case "mark":
                params["marks"] = by_cell(rest)
            case "pawns":
                params["pawns"] = [*map(cell, rest)]
            case "player":
                params["player"] = int(rest[0]) - 1
            case "with":
                params |= put(rest)
            case _:
                params[{"cards": "decks"}.get(word, word)] = piles(rest)
    return maze(rows, **params)


def paths(words):
    """Return the paths of things, written as ``p0 a1 a2 + bat b2``."""
    ways = (way.split() for way in " ".join(words).split(" + "))
    return {thing: tuple(map(cell, cells)) for thing, *cells in ways}


def each(names):
    return [None if name == "-" else int(name) for name in names]


def shut(state):
    """Return the barred arrows, which are named as barred and missing among the pushes."""
    barred = {*map(str, state.barred())}
    assert barred == {*map(str, state.params.arrows)} - {str(push.arrow) for push in pushes_of(state)}
    return barred


CLAIMS = {
    "cards": lambda story, *words: story.state.decks == piles(words),
    "found": lambda story, *words: story.state.found == piles(words),
    "deck": lambda story, seat, *names: story.state.deck(int(seat) - 1) == names,
    "goals": lambda story, seat, *names: story.state.goals(int(seat) - 1) == names,
    "order": lambda story, *names: story.state.params.treasures == names,
    "points": lambda story, *points: [*map(story.state.points, range(len(points)))] == each(points),
    "home": lambda story, seat: story.state.has_all_treasures(int(seat) - 1),
    "away": lambda story, seat: not story.state.has_all_treasures(int(seat) - 1),
    "pawns": lambda story, *cells: [*map(str, story.state.pawns)] == [*cells],
    "under": lambda story, seat, symbol: story.state.tile(story.state.pawns[int(seat) - 1]).symbol == symbol,
    "rides": lambda story, seat: (
        story.was.tile(story.was.pawns[int(seat) - 1]) == story.state.tile(story.state.pawns[int(seat) - 1])
    ),
    "entered": lambda story, where: story.state.tile(cell(where)).id == story.was.spare.id,
    "at": lambda story, name, where: str(story.state.cell_of(name) or "-") == where,
    "way": lambda story, goal, *cells: [*map(str, story.state.ways()[cell(goal)])] == [*cells],
    "joined": lambda story, where, *cells: [*map(str, ways(story.state.grid, cell(where)))] == [*cells],
    "bears": lambda story, mark: story.state.spare.mark == mark,
    "marks": lambda story, where, mark: story.state.tile(cell(where)).mark == mark,
    "unmarked": lambda story: not any(tile.mark for tile in tiles(story.state)),
    "phase": lambda story, phase: story.state.phase == phase,
    "player": lambda story, seat: story.state.player == int(seat) - 1,
    "turn": lambda story, turn: story.state.turn == int(turn),
    "barred": lambda story, *arrows: shut(story.state) == {*filter(None, " ".join(arrows).strip("-").split(" + "))},
    "tells": lambda story, name, *words: (
        [dict(event.paths) for event in story.events if event.name == name] == [paths(words)]
    ),
    "reveals": lambda story, *names: [event.name for event in story.events if event.reveals] == [*names],
    "same": lambda story, name: getattr(story.was, name) == getattr(story.state, name),
    "keeps": lambda story: story.was.spare.id == story.state.spare.id,
    "because": lambda story, *words: str(story.state.outcome().reason) == " ".join(words),
}


SIZES = st.sampled_from((4, 5, 7, 8, 9))
BANS = ("exit_side", "entry_side", "whole_line", "none")


def frame(size, ban="none"):
    return Frame(size, arrows(size), ban)


def tile(dice, name):
    shape = dice.choice(sorted(BASES))
    return Tile(name, shape, dice.below(TURNS[shape]))


class Maze:
    """A grid of tiles, a spare one, and the same in bits."""

    def __init__(self, size, seed, ban="none"):
        dice = Dice(seed)
        self.frame = frame(size, ban)
        self.grid = tuple(tuple(tile(dice, f"{row}.{col}") for col in range(size)) for row in range(size))
        self.spare = tile(dice, "spare")
        self.dice = dice

    @property
    def board(self):
        return bits(self.grid, self.spare)

    def some_cells(self):
        return sum(1 << place for place in range(self.frame.cells) if self.dice.below(4) == 0)


def places(grid, spare):
    """Return the index of every tile's cell by its id, including the tray's."""
    found = {one.id: row * len(grid) + col for row, tiles in enumerate(grid) for col, one in enumerate(tiles)}
    return found | {spare.id: len(grid) ** 2}


def bits(grid, spare, last=NO_ARROW):
    return board_of([[sides_of(one) for one in row] for row in grid], sides_of(spare), last)


SMALL_LAYOUT = (
    Fixed(0, 0, "ES", "start red"), Fixed(0, 2, "ESW", "book"), Fixed(0, 4, "SW", "start yellow"),
    Fixed(2, 0, "NES", "map"), Fixed(2, 2, "NES", "crown"), Fixed(2, 4, "NSW", "skull"),
    Fixed(4, 0, "NE", "start green"), Fixed(4, 2, "NEW", "ring"), Fixed(4, 4, "NW", "start blue"),
)  # fmt: skip


def small(lines=2, **params):
    """Return params of a 5×5 board with arrows at both ends of one row or more lines: small enough for brute force."""
    chosen = {
        "players": 1, "size": 5, "arrows": arrows(5)[: 2 * lines], "layout": SMALL_LAYOUT, "mix": Mix(6, 8, 3),
        "tee_treasures": ("bat", "dragon", "ghost"), "corner_treasures": ("lizard", "moth", "owl"),
    }  # fmt: skip
    return Params(**(chosen | params))
