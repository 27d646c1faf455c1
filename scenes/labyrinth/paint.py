"""Draws the labyrinth: tiles, treasures and pawns at rest and turning, highlights, and previews."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import pygame

from logic.core import Cell
from logic.labyrinth import State
from logic.labyrinth.components import BASES, LYING, SIDES, START, STEPS, TURNS, Arrow, Side, Tile
from logic.labyrinth.rules import Push, Use, Walk
from scenes.labyrinth.animation import Motion
from scenes.labyrinth.hands import LabyrinthHands, within
from scenes.labyrinth.layout import TRAY, MazeLayout, pawn_name, preview_of, reached, walk_paths
from scenes.labyrinth.narration import Thing, describe_thing
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.labyrinth import art
from sprites.labyrinth.cards import badge
from sprites.labyrinth.effects import draw_tumbling
from sprites.labyrinth.medals import MASTER, medal
from sprites.labyrinth.velvet import SHUTTER_STEPS
from sprites.paint.kit import Kit
from sprites.paint.surfaces import Placed, blit_around, draw_placed, placed
from sprites.stage.stage import Pose
from sprites.widgets.feedback import draw_bubble

ARROW = 0.94
"""The side of an arrow, as a share of the frame's width."""
NUMBER = 0.28
"""Size of a treasure's number in cells."""
STRAIGHT = 1e-3
"""Rotation in quarters up to which a tile counts as straight."""
LOOKS: tuple[art.State, ...] = ("ready", "aim", "asleep")
LIGHTS: tuple[art.Glow, ...] = ("reach", "preview")
"""Lights that follow the passages."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The pictures of one board at a size of its cells; all of them are in the surface cache."""

    kit: Kit
    cell: float

    @property
    def side(self) -> int:
        return max(4, int(self.cell))

    def face(self, tile: Tile, away: float = 0.0) -> pygame.Surface:
        """A tile as it lies, with an additional rotation in quarters clockwise."""
        mark, variant = tile.mark or None, art.variant_of(tile.id)
        whole = math.floor(tile.rot + away + STRAIGHT)
        share, sides = tile.rot + away - whole, art.turned(BASES[tile.shape], whole)
        if share < STRAIGHT:
            return art.tile(self.kit, sides, self.side, mark=mark, variant=variant)
        return art.turning(self.kit, sides, self.side, 1, share, mark=mark, variant=variant)

    def whole_face(self, tile: Tile, treasure: pygame.Surface | None) -> pygame.Surface:
        """A tile with its treasure in one picture."""

        def bake() -> pygame.Surface:
            face = self.face(tile).copy()
            if treasure is not None:
                face.blit(treasure, treasure.get_rect(center=face.get_rect().center))
            return face

        return self.kit.cache.keep(("labyrinth face", tile, self.side), bake)

    def medal(self, symbol: str, *, pale: bool) -> pygame.Surface:
        return medal(self.kit, symbol, art.medal_side(self.cell), pale=pale)

    @property
    def _arrow_side(self) -> int:
        return max(8, round(ARROW * art.RIM * self.cell))

    def arrow(self, way: Side, look: art.State) -> pygame.Surface:
        return art.arrow(self.kit, way, self._arrow_side, look)

    def shutter(self, shut: float) -> pygame.Surface:
        """The shutter of an arrow, closed to that degree."""
        return art.shutter(self.kit, self._arrow_side, shut)

    def glow(self, what: art.Glow, sides: str = "") -> pygame.Surface:
        """A light for a tile with those sides open."""
        return art.glow(self.kit, self.side, what, sides)

    def dot(self, what: art.Dot) -> pygame.Surface:
        """A bead of a path, or the mark of its end."""
        return art.dot(self.kit, self.side, what)

    def to_prerender(self) -> Iterator[Callable[[], object]]:
        """Tasks for what should be painted before it is needed, a little in each frame."""
        for sides in LYING:
            for what in LIGHTS:
                yield partial(self.glow, what, sides)
        for way in SIDES:
            for look in LOOKS:
                yield partial(self.arrow, way, look)
        for step in range(SHUTTER_STEPS, 0, -1):
            yield partial(self.shutter, step / SHUTTER_STEPS)


RISE = 0.16
"""Height in cells at which a piece is drawn above the ground, for each unit that it is lifted."""
AIR = 0.12
"""Height from which a piece is off the ground."""
GROWN, SHADE = 1.1, 0.06
"""Scale of a dragged tile, and offset of its shadow in cells."""
NUMBER_AT = 0.24
"""Offset of a treasure's number from its middle, in cells both ways."""

Lit = Mapping[str, tuple[art.Glow, float]]
"""The lit tiles, with the kind and the opacity of the light."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """The looks of all tiles of one picture, each around its own middle.

    ``halo`` is the opacity of that of a goal, ``found`` are treasures already shown as found.
    """

    paint: Paint
    state: State
    lit: Lit
    goals: frozenset[str]
    halo: float
    found: frozenset[str]

    def tile_pictures(self, tile: Tile, alpha: float = 1.0, away: float = 0.0, strength: float = 1.0) -> list[Placed]:
        """A lying or sliding tile, turned away by ``away`` quarters; the ground has the fixed ones.

        ``alpha`` is its opacity, which ``strength`` reduces without what is on it.
        """
        face = [] if tile.fixed else [placed(self.paint.face(tile, away), alpha=alpha * strength)]
        return [*face, *self.tile_overlays(tile)] if alpha > 0.5 else face

    def held(self, tile: Tile, pose: Pose, away: float, at: Point) -> list[Placed]:
        """A dragged tile at a position of the window, above its shadow."""
        cell, shown, (x, y) = self.paint.cell, [], at
        if pose.z > AIR:
            shadow = art.tile_shadow(self.paint.kit, round(GROWN * self.paint.side), pose.z)
            shown.append(placed(shadow, (x + SHADE * cell, y + SHADE * cell), pose.alpha))
            y -= RISE * pose.z * cell
        near = replace(self, paint=replace(self.paint, cell=GROWN * cell), lit={})
        shown.append(placed(near.paint.face(tile, away), (x, y), pose.alpha))
        if pose.alpha > 0.5:
            shown += [placed(near.paint.glow("line"), (x, y)), *near.tile_overlays(tile, (x, y))]
        return shown

    def draw_tumbling(self, surface: pygame.Surface, tile: Tile, seen: Pose, at: Point) -> None:
        """Draw a tumbling tile."""
        face = self.paint.whole_face(tile, self._medal(tile))
        draw_tumbling(surface, self.paint.kit, face, seen, at, key=("labyrinth face", tile))

    def tile_overlays(self, tile: Tile, middle: Point = (0, 0)) -> list[Placed]:
        """The light on a tile, its treasure, and the halo of a goal."""
        shown = []
        if tile.id in self.lit:
            what, strength = self.lit[tile.id]
            shown.append(placed(self.paint.glow(what, tile.open), middle, strength))
        if tile.symbol in self.goals:
            shown.append(placed(self.paint.glow("goal"), middle, self.halo))
        picture = self._medal(tile)
        if picture is not None:
            shown += [placed(picture, middle), *self._number(tile.symbol, middle)]
        return shown

    def _medal(self, tile: Tile) -> pygame.Surface | None:
        """The medallion of the treasure on a tile; pale if it was found."""
        if not tile.symbol or tile.symbol.startswith(START):
            return None
        return self.paint.medal(tile.symbol, pale=tile.symbol in self.found)

    def _number(self, symbol: str, middle: Point) -> list[Placed]:
        """The value of a treasure, at the rim of its medallion, if treasures count by their numbers."""
        params = self.state.params
        if params.goals != "numbers":
            return []
        cell, worth = self.paint.cell, params.treasures.index(symbol) + 1
        far, plate = NUMBER_AT * cell, badge(self.paint.kit, str(worth), max(8, round(NUMBER * cell)))
        return [placed(plate, (middle[0] + far, middle[1] + far))]


@dataclass(frozen=True, slots=True)
class Still:
    """Everything that the static part of the picture depends on: equal values mean equal pictures."""

    tiles: Tiles
    resting: Mapping[str, Pose]
    """The tiles that neither move nor turn."""
    spare: Tile
    """In its present rotation."""
    armed: Arrow | None
    """The arrow at which it waits."""
    arrows: Mapping[Arrow, tuple[art.State, float]]
    """The state of each arrow, and of its shutter."""
    shaking_arrow: tuple[Arrow | None, float]


GROWTH = 0.06
"""Additional size of a piece lifted by a unit."""
IN_HAND = 1.0
"""Height from which a tile is dragged, above everything else."""
FAINT, CLEAR = 0.5, 1.0
"""Opacity of the light on what is within reach before a push, and after one."""
OUTWARD = 0.22
"""Outward offset of the arrow over a waiting tile, in cells."""
GHOST = 0.72
"""Opacity of a tile that waits to be pushed in."""
TURN_SIGN = 0.5
"""Size of the icon in the empty tray, in cells."""


class LabyrinthPicture:
    """The whole maze: what lies still, what moves, and the state of ``hands``."""

    def __init__(self, board: GameView[State], frame: MazeLayout, motion: Motion, hands: LabyrinthHands) -> None:
        self._board = board
        self._frame = frame
        self._motion = motion
        self._hands = hands
        self.room = board.rect
        """The rectangle within which descriptions are placed."""
        self.renew()

    def renew(self) -> None:
        """Take over the size and the position of the board."""
        self.paint = Paint(self._board.kit, self._board.cell)
        self._looks: dict[str, tuple[object, list[Placed]]] = {}
        """The pictures of each tile, with what they depend on."""
        self._still: tuple[Still, list[Placed]] | None = None

    def to_prerender(self) -> Iterator[Callable[[], object]]:
        """Tasks for what the next moves may show, to be painted while nothing moves."""
        paint, held, state = self.paint, replace(self.paint, cell=GROWN * self.paint.cell), self._board.state
        spare = [replace(state.spare, rot=rot) for rot in range(TURNS[state.spare.shape])]
        yield from (partial(which.face, tile) for tile in spare for which in (held, paint))
        yield from paint.to_prerender()
        yield from self._motion.effects.to_prerender()
        yield from (partial(paint.medal, name, pale=True) for name in state.params.treasures)
        yield from self._goals()

    def _goals(self) -> Iterator[Callable[[], object]]:
        """The possible faces of the next card: any treasure not found yet, in the ring of its seat."""
        state, viewer = self._board.state, self._board.host.viewer
        seats = range(state.params.players) if state.params.open_cards else (viewer,)
        found = frozenset().union(*state.found)
        for name in (name for name in state.params.treasures if name not in found):
            yield from (partial(medal, self._board.kit, name, MASTER, seat=seat) for seat in seats)

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the frame, the tray and the fixed tiles."""
        board, params = self._board, self._board.state.params
        frame = pygame.Rect(board.rect.topleft, art.size_of(board.rows, board.cols, board.cell))
        art.lay_board(surface, board.kit, board.rows, board.cols, board.cell, frame, params.arrows)
        size = round(TRAY * board.cell)
        tray = art.tray(board.kit, (size, size), self.paint.side)
        surface.blit(tray, tray.get_rect(center=board.to_pixels(*self._frame.tray)))
        seats = {cell: seat for seat, cell in enumerate(params.starts)}
        for cell, tile in params.fixed_tiles.items():
            seat, variant = seats.get(cell), art.variant_of(tile.id)
            picture = art.tile(board.kit, tile.open, self.paint.side, fixed=True, seat=seat, variant=variant)
            surface.blit(picture, board.cell_rect(cell))

    def draw_foreground(self, surface: pygame.Surface) -> None:
        """Draw the arrows, the tiles with what is on them, then the pawns, and what is in the air last."""
        board, motion, spare, state = self._board, self._motion, self._hands.spare, self._board.state
        tiles = {tile.id: tile for row in state.grid for tile in row} | {state.spare.id: spare.tile}
        found = frozenset().union(*state.found) - motion.unshown_treasures
        drawn = Tiles(self.paint, state, self.lit(), motion.goals(), motion.halo(), found)
        still = self._draw_still(surface, drawn, tiles)
        poses, flying, falling = board.stage.poses(besides=still.resting), [], motion.falling
        for piece, pose in poses:
            if piece not in tiles:
                continue
            if pose.z >= IN_HAND or piece == falling:
                flying.append((tiles[piece], pose))
            else:
                shown = self._tile_pictures(drawn, tiles[piece], pose.alpha, motion.spins.angle(piece))
                draw_placed(surface, shown, board.to_pixels(pose.x, pose.y))
        self._draw_marks(surface)
        acting = board.turn.seat
        if acting is not None and (stands := self.figure_rect(acting)) is not None:
            board.turn.draw(board.kit, surface, acting, stands)
        for seat, pose in self._pawns(poses):
            self._draw_pawn(surface, seat, pose)
        for tile, pose in flying:
            self._draw_flying(surface, drawn, tile, pose)
        if spare.armed is not None and spare.can_push:
            step, (x, y) = STEPS[spare.armed.side], spare.arrow_place(spare.armed)
            at = board.to_pixels(x - OUTWARD * step.col, y - OUTWARD * step.row)
            draw_placed(surface, self._arrow(spare.armed.side, *still.arrows[spare.armed]), at)
        motion.effects.draw(surface, board.to_pixels, board.cell)
        self._draw_words(surface)

    def _draw_still(self, surface: pygame.Surface, tiles: Tiles, named: Mapping[str, Tile]) -> Still:
        """Draw what does not move: the arrows, what is on the fixed tiles, and the tiles at rest."""
        turning, spare = self._motion.spins.turning, self._hands.spare
        resting = {
            piece: pose
            for piece, pose in self._board.stage.resting().items()
            if piece in named and piece not in turning and pose.z < IN_HAND
        }
        still = Still(tiles, resting, spare.tile, spare.armed, self._arrows(), spare.shaking_arrow)
        if self._still is None or self._still[0] != still:
            self._still = still, self._laid(still, named)
        draw_placed(surface, self._still[1])
        return still

    def _laid(self, still: Still, named: Mapping[str, Tile]) -> list[Placed]:
        board, params = self._board, self._board.state.params
        looks: list[tuple[list[Placed], Point]] = []
        arrows = {look: self._arrow(*look) for look in {(arrow.side, *told) for arrow, told in still.arrows.items()}}
        for arrow, told in still.arrows.items():
            looks.append((arrows[arrow.side, *told], board.to_pixels(*self._hands.spare.arrow_place(arrow))))
        first = board.cell_rect(Cell(0, 0))  # all cells are equally many whole pixels wide
        for cell, tile in params.fixed_tiles.items():
            middle = first.move(cell.col * first.width, cell.row * first.height).center
            looks.append((self._tile_pictures(still.tiles, tile, 1.0), middle))
        for _, piece in sorted([(pose.z, piece) for piece, pose in still.resting.items()]):
            pose = still.resting[piece]
            looks.append((self._tile_pictures(still.tiles, named[piece], pose.alpha), board.to_pixels(pose.x, pose.y)))
        placed_at = [(look, round(x), round(y)) for look, (x, y) in looks]
        return [(shown, x + left, y + top, alpha) for look, x, y in placed_at for shown, left, top, alpha in look]

    # -- arrows

    def _arrow(self, side: Side, look: art.State, shut: float) -> list[Placed]:
        """An arrow around its middle, with its shutter."""
        shown = [placed(self.paint.arrow(side, look))]
        return [*shown, placed(self.paint.shutter(shut))] if shut else shown

    def _arrows(self) -> Mapping[Arrow, tuple[art.State, float]]:
        """The state of each arrow and of its shutter.

        In a review, the arrows show a push that would have been better, even if it is barred now.
        """
        board, state, spare, down = self._board, self._board.state, self._hands.spare, self._motion.shutters.down
        hinted = {move.arrow for move in self._hands.hint if isinstance(move, Push)}
        better = hinted if board.hint_state is not state else ()
        aims = {spare.aim.at, spare.armed, *hinted} if spare.can_push else ()
        sleeps = state.phase != "push" or bool(state.winners)
        asleep = state.params.arrows if sleeps else {*down, *state.barred()}
        looks: dict[Arrow, tuple[art.State, float]] = {}
        for arrow in state.params.arrows:
            if arrow in better:
                looks[arrow] = "aim", 0.0
            elif arrow in asleep:
                looks[arrow] = "asleep", down.get(arrow, 0.0)
            else:
                looks[arrow] = "aim" if arrow in aims else "ready", 0.0
        return looks

    # -- tiles

    def _tile_pictures(self, tiles: Tiles, tile: Tile, alpha: float, away: float = 0) -> list[Placed]:
        """The pictures of a tile around its middle, cached until something about its look changes."""
        waits = self._hands.spare.armed is not None and tile.id == self._board.state.spare.id
        if waits or away or alpha < 1:
            return tiles.tile_pictures(tile, alpha, away, GHOST if waits else 1.0)
        kept, halo = self._looks.get(tile.id), tiles.halo if tile.symbol in tiles.goals else 0
        on = tile, tiles.lit.get(tile.id), halo, tile.symbol in tiles.found
        if kept is None or kept[0] != on:
            kept = self._looks[tile.id] = on, tiles.tile_pictures(tile)
        return kept[1]

    def lit(self) -> Lit:
        """Light what is within reach as the tiles lie, or after the push in preparation."""
        state, spare = self._board.state, self._hands.spare
        if spare.can_push:
            push = spare.push_at(spare.armed or spare.aim.at)
            if push is None:
                return dict.fromkeys(reached(state), ("reach", FAINT))
            return dict.fromkeys(reached(state, push), ("preview", CLEAR))
        return dict.fromkeys(reached(state), ("reach", CLEAR)) if self._hands.walker.walks else {}

    def _draw_flying(self, surface: pygame.Surface, drawn: Tiles, tile: Tile, pose: Pose) -> None:
        """Draw a tile in the air: tumbling into the tray, or dragged."""
        board, motion = self._board, self._motion
        if motion.fall is not None and motion.falling == tile.id and not board.kit.reduced_motion:
            seen = motion.fall.at((pose.x, pose.y))
            drawn.draw_tumbling(surface, tile, seen, board.to_pixels(seen.x, seen.y - RISE * seen.z))
        else:
            at = board.to_pixels(pose.x, pose.y)
            draw_placed(surface, drawn.held(tile, pose, motion.spins.angle(tile.id), at))

    # -- pawns

    def _pawns(self, poses: Sequence[tuple[str, Pose]]) -> list[tuple[int, Pose]]:
        """The pawns from the back to the front, those in the air last."""
        names = {pawn_name(seat): seat for seat in range(self._board.state.params.players)}
        pawns = [(names[piece], pose) for piece, pose in poses if piece in names]
        return sorted(pawns, key=lambda item: (item[1].z > AIR, item[1].y, item[1].x))

    def figure_rect(self, seat: int) -> pygame.Rect | None:
        if seat >= self._board.state.params.players:
            return None
        pose = self._board.stage.pose(pawn_name(seat))
        return self._board.square_around(pose.x, pose.y, pose.scale * self.paint.cell)

    def _draw_pawn(self, surface: pygame.Surface, seat: int, pose: Pose) -> None:
        """Draw a pawn; a lifted one is larger and higher."""
        x, y = self._board.to_pixels(pose.x, pose.y - RISE * pose.z - self._board.turn.rise(seat) * pose.scale)
        side = max(4, round(pose.scale * (1 + GROWTH * pose.z) * self.paint.cell))
        blit_around(surface, art.pawn(self._board.kit, seat, side), (x, y), pose.alpha)

    # -- marks on the tiles, below the pawns

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw the icon in the tray, the way to the chosen cell, the cursor, and the targets of a rune."""
        walker, pawns = self._hands.walker, self._board.state.pawns
        self._board.draw_trails(surface)
        self._draw_turn_sign(surface)
        self._draw_hint(surface)
        for move in walker.uses:
            if isinstance(move, Use) and move.on is not None:
                self._mark(surface, pawns[move.on], "hint")
        self._draw_way(surface, walker.goal)
        if walker.cursor.at is not None and self._board.host.live:
            self._mark(surface, walker.cursor.at, "cursor")

    def _draw_turn_sign(self, surface: pygame.Surface) -> None:
        """Show that a tap on the tray turns the spare tile, while that is elsewhere."""
        board, tray = self._board, self._frame.tray
        pose = board.stage.pose(board.state.spare.id)
        if self._hands.spare.can_push and not within((pose.x, pose.y), tray, 0.5):
            colour = board.kit.theme.colours.accent_light
            icon = board.kit.cache.icon("rotate_right", round(TURN_SIGN * board.cell), colour)
            surface.blit(icon, icon.get_rect(center=board.to_pixels(*tray)))

    def _draw_hint(self, surface: pygame.Surface) -> None:
        """Mark the end of a hint's walk, on the tile that will be there, and the target of its rune."""
        for move in self._hands.hint:
            if isinstance(move, Walk):
                x, y = self._place_after(move.cell)
                blit_around(surface, self.paint.glow("hint"), self._board.to_pixels(x, y))
            elif isinstance(move, Use) and move.on is not None:
                self._mark(surface, self._board.state.pawns[move.on], "hint")

    def _place_after(self, cell: Cell) -> Point:
        """The present position of the tile that will be on a cell after the hint's push."""
        state = self._board.hint_state
        push = next((move for move in self._hands.hint if isinstance(move, Push)), None)
        is_ahead = push is not None and (self._hands.spare.can_push or state is not self._board.state)
        grid = preview_of(state, push).grid if push is not None and is_ahead else state.grid
        tile = grid[cell.row][cell.col]
        if tile.fixed:
            return cell.col + 0.5, cell.row + 0.5
        pose = self._board.stage.pose(tile.id)
        return pose.x, pose.y

    def _draw_way(self, surface: pygame.Surface, goal: Cell | None) -> None:
        """Draw beads along the way to a cell and a ring at its end; treasures stay uncovered."""
        board, state = self._board, self._board.state
        way = walk_paths(state).get(goal, ()) if goal is not None else ()
        for one, other in pairwise(way):
            x, y = (one.col + other.col + 1) / 2, (one.row + other.row + 1) / 2
            blit_around(surface, self.paint.dot("path"), board.to_pixels(x, y))
        for cell in way[1:-1]:
            if not state.tile(cell).symbol:
                blit_around(surface, self.paint.dot("path"), board.cell_rect(cell).center)
        if len(way) > 1 and state.tile(way[-1]).symbol:
            self._mark(surface, way[-1], "cursor")
        elif len(way) > 1:
            blit_around(surface, self.paint.dot("end"), board.cell_rect(way[-1]).center)

    def _mark(self, surface: pygame.Surface, cell: Cell, what: art.Glow) -> None:
        blit_around(surface, self.paint.glow(what), self._board.cell_rect(cell).center)

    # -- descriptions

    def _draw_words(self, surface: pygame.Surface) -> None:
        """Draw the description of a thing beside it, on a small piece of paper."""
        board, thing = self._board, self._hands.inspector.inspected
        words = describe_thing(board.state, thing) if thing is not None else None
        if thing is not None and words is not None:
            draw_bubble(board.kit, surface, board.host.say(words), self._rect_of(thing), self.room)

    def _rect_of(self, thing: Thing) -> pygame.Rect:
        if isinstance(thing, Cell):
            return self._board.cell_rect(thing)
        x, y = self._hands.spare.arrow_place(thing) if isinstance(thing, Arrow) else self._frame.tray
        return self._board.square_around(x, y, self.paint.side)
