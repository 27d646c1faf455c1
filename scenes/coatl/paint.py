"""Draws the table of Cóatl: what lies still, what moves, highlights, and what is laid over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import pygame

from logic.coatl import State
from logic.coatl.components import FIELDS, HIDDEN, MOST_COATLS, TOKENS, Seat, Serpent, type_of
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    Fetch,
    Foresee,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
    card_points,
    worth,
)
from logic.coatl.rules import unseen_pieces
from scenes.coatl import components, layout
from scenes.coatl.hands import CoatlHands
from scenes.coatl.narration import describe_spot
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.coatl import boards, decks
from sprites.coatl.effects import CoatlEffects
from sprites.coatl.segments import Look, segment
from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.paint.layers import rounded
from sprites.paint.materials import ROUND
from sprites.paint.prerender import Task
from sprites.paint.surfaces import blit_around, mix, native, picture
from sprites.stage.stage import Pose
from sprites.widgets.feedback import draw_bubble

MAT = "#1c0d07"
"""Colour of opponents' mats."""
COUNT, CARVED = 0.58, "#1a1008"
"""Vertical position of the number in a well, and its colour."""
ANY = "Kb1"
"""A piece that stands for any that may be added."""
NEARLY = 0.15
"""Relative difference up to which a lying piece is drawn at its final size at once."""
STILL = 1e-3
"""Distance up to which two poses count as equal."""
PICKED = 0.72
"""Share of its cell in the grid for a piece to pick from the bags."""
MOST_GROOVE = 10
"""Largest height of a groove by the radius of its corners."""
TAKEN = ("field", "prophecy", "temple", "deck", "temple_deck")
"""Kinds of things in the market that may be taken, or stand for others that may."""
SELF_LIT = ("end", "start", "lane", "prophecy", "temple")
"""Kinds that show in their own way that they are aimed at."""
MADE_WITH: Mapping[type[CoatlMove], layout.SpotKind] = {
    Take: "field", Choose: "prophecy", Discard: "prophecy", Prophesy: "prophecy", Draw: "deck",
    Start: "piece", Attach: "piece", Rob: "piece", Crown: "temple", Commit: "temple",
}  # fmt: skip
"""The kind of thing that a move is made with; and below, the token that it uses up."""
TOKEN_FOR: Mapping[type[CoatlMove], str] = {Commit: "commit", Foresee: "future", Fetch: "pick"}


def draw_mat(surface: pygame.Surface, kit: Kit, area: layout.PlayerArea, *, is_lifted: bool = False) -> None:
    """Draw the mat of an opponent, with hollows for slots and cóatls; a lifted one has a shadow."""
    if is_lifted:
        boards.lay_shadow(surface, kit, area.rect, area.rect.height // 8)
    surface.blit(mat(kit, area), area.rect)


def mat(kit: Kit, area: layout.PlayerArea) -> pygame.Surface:
    """The mat of an opponent with the medallion, hollows for slots and grooves for cóatls."""
    left, top = area.rect.topleft
    sunk = (area.badge, *area.slots, *(lane.groove for lane in area.lanes))
    badge, *hollows = (rect.move(-left, -top) for rect in sunk)
    grooves = hollows[len(area.slots) :]

    def bake() -> pygame.Surface:
        surface = pygame.Surface(area.rect.size, pygame.SRCALPHA)
        # The medallion covers the end of a mat of its own height, except on an enlarged one.
        start = badge.centerx if badge.left <= 0 else 0
        cloth = pygame.Rect(start, 0, area.rect.width - start, area.rect.height)
        surface.blit(_mat(kit, cloth.size, area.seat), cloth)
        for rect in hollows[: len(area.slots)]:
            surface.blit(boards.slot(kit, rect.width), rect)
        heights = [groove.height for groove in grooves]
        for rect in grooves:
            boards.lay_groove(surface, kit, rect, (0, max(heights)), min(heights) // 2)
        surface.blit(boards.medallion(kit, badge.width, area.seat), badge)
        return native(surface)

    return kit.cache.keep(("coatl mat", area.rect.size, tuple(map(tuple, (badge, *hollows))), area.seat), bake)


def _mat(kit: Kit, size: tuple[int, int], seat: int) -> pygame.Surface:
    """Paint a dark cloth with a hem in a player's colour."""
    look = kit.theme.players[seat % len(kit.theme.players)]
    radius, hem = 0.12 * min(size), max(2.0, 0.02 * min(size))
    whole, inner = rounded(size, radius), rounded(size, radius - hem, (hem, hem, hem, hem))
    surface = picture(mix(look.colour, MAT, 0.25), whole * 0.95)
    surface.blit(picture(mix(MAT, look.dark, 0.22), inner), (0, 0))
    return surface


class TablePaint:
    """The static part of the table; and one player's area, drawn at rest and large."""

    def __init__(self, board: GameView[State], table: layout.TableLayout) -> None:
        self._board = board
        self._table = table
        self._before: Sequence[pygame.Rect] = ()
        self._opened = 1.0

    # -- grooves, which open when a cóatl is begun in them

    @property
    def grooves(self) -> Sequence[pygame.Rect]:
        """The own grooves at this moment of their animation."""
        rects = [lane.groove for lane in self._table.rects.own.lanes]
        if self._opened >= 1:
            return rects
        share = self._opened * self._opened * (3 - 2 * self._opened)
        return [pygame.Rect(*(round(a + (b - a) * share) for a, b in zip(was, rect, strict=True)))
                for was, rect in zip(self._before, rects, strict=True)]  # fmt: skip

    def open_from(self, grooves: Sequence[pygame.Rect]) -> None:
        """Animate the grooves from their former rectangles to the present ones."""
        self._before, self._opened = grooves, 0.0

    def update(self, dt: float) -> bool:
        """Advance. Return whether a groove opens or closes."""
        moves = self._opened < 1
        self._opened = min(1.0, self._opened + dt / self._board.kit.theme.seconds.slide)
        return moves

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the market with the empty places of cards, and the shadow of the own board."""
        rects, kit = self._table.rects, self._board.kit
        middle, slab = rects.middle, rects.middle.supply
        away = -slab.left, -slab.top
        shelves = [rect.move(away) for rect in middle.shelves]
        stone = boards.market(kit, slab.size, middle.frame, middle.pieces.move(away), shelves, middle.emblem.move(away))
        boards.lay_shadow(surface, kit, slab, middle.piece)
        surface.blit(stone, slab)
        for kind, row in (("prophecy", middle.display), ("temple", middle.temples)):
            for rect in row:
                empty = decks.deck(kit, rect.size, 0, "prophecy" if kind == "prophecy" else "temple")
                surface.blit(empty, rect)
        boards.lay_shadow(surface, kit, rects.own.board, rects.own.slots[0].width)

    def draw_boards(self, surface: pygame.Surface) -> None:
        """Draw the parts in players' colours, which depend on the viewer: mats, and the own board."""
        for area in self._table.rects.others:
            draw_mat(surface, self._board.kit, area)
        kit, lanes = self._board.kit, self._table.rects.own.lanes
        for lane, groove in zip(lanes, self.grooves, strict=True):
            radius, side = lane.plate.height // 2, round((lane.rect.width - groove.width) / (2 * layout.SIGN_WIDTH))
            if side > components.EVEN:
                boards.lay_signs(surface, kit, groove, side)
            boards.lay_groove(surface, kit, groove, (lane.rect.width, MOST_GROOVE * radius), radius)
        surface.blit(self.own_board(), self._table.rects.own.board)

    def own_board(self) -> pygame.Surface:
        return boards.player_board(self._board.kit, self._table.rects.own.board.size, seat=self._board.host.viewer)

    # -- static things: stacks, bags, people

    def _seat(self, area: layout.PlayerArea) -> Seat | None:
        """The seat of an area; None for a viewer who is no player."""
        state = self._board.state
        return state.seats[area.seat] if area.seat < state.params.players else None

    def draw_stacks(self, surface: pygame.Surface) -> None:
        """Draw decks, discards, the numbers of the bags, the own tokens and, if it is one's own, the first marker."""
        state, rects, kit = self._board.state, self._table.rects, self._board.kit
        for pile, rect, kind in (
            (state.deck, rects.middle.deck, "prophecy"), (state.temple_deck, rects.middle.temple_deck, "temple"),
        ):  # fmt: skip
            surface.blit(decks.deck(kit, rect.size, len(pile), "temple" if kind == "temple" else "prophecy"), rect)
        aside = len(state.discards)
        top = state.discards[-1] if aside else HIDDEN
        surface.blit(decks.discards(kit, rects.middle.discards.size, aside, top), rects.middle.discards)
        for kind, rect in rects.middle.pouches.items():
            left = pygame.Rect(rect.left, rect.top + round(COUNT * rect.height), *rect.size)
            left.height = rect.bottom - left.top
            self.write(surface, str(len(getattr(state.bags, kind))), left, 0.74, CARVED)
        if state.params.tokens:
            self._draw_tokens(surface, rects.own)
        if state.first == self._board.host.viewer and state.params.players > 1:
            surface.blit(boards.marker(kit, rects.own.badge.width), rects.own.badge)

    def draw_person(self, surface: pygame.Surface, area: layout.PlayerArea) -> None:
        """Draw an opponent's points, tokens, and the marker of the first player; the mat has the medallion."""
        kit, state = self._board.kit, self._board.state
        self.write(surface, str(state.score(area.seat)), area.score, 0.94, kit.theme.colours.accent_light)
        if state.params.tokens:
            self._draw_tokens(surface, area)
        if state.first == area.seat and state.params.players > 1:
            surface.blit(boards.marker(kit, area.badge.width // 3), area.badge)

    def _draw_tokens(self, surface: pygame.Surface, area: layout.PlayerArea) -> None:
        seat = self._seat(area)
        left = seat.tokens if seat is not None else ()
        for name, rect in zip(TOKENS, area.tokens, strict=True):
            surface.blit(boards.token(self._board.kit, name, rect.width, used=name not in left), rect)

    def write(self, surface: pygame.Surface, text: str, rect: pygame.Rect, share: float, colour: str) -> None:
        """Write a number in the middle of a rectangle, at a share of its height."""
        size = max(8, min(round(share * rect.height), round(1.5 * rect.width / max(1, len(text)))))
        words = self._board.kit.cache.text(text, "interface", size, colour)
        surface.blit(words, words.get_rect(center=rect.center))

    def draw_counts(self, surface: pygame.Surface, area: layout.PlayerArea) -> None:
        """Draw the numbers: points of cóatls, and covered cards in a hand."""
        seat = self._seat(area)
        if seat is None:
            return
        own = area is self._table.rects.own
        for lane, coatl, groove in zip(area.lanes, seat.coatls, self.grooves, strict=False):
            self._draw_worth(surface, lane, coatl, groove.bottom - lane.groove.bottom if own else 0)
        if own:
            return
        for rect, cards in ((area.hand, seat.prophecies), (area.shrine, seat.temples)):
            if cards:
                side = max(10, round(0.62 * rect.width))
                plate = decks.plate(self._board.kit, str(len(cards)), side)
                surface.blit(plate, plate.get_rect(midbottom=(rect.centerx, rect.bottom + side // 6)))

    def _draw_worth(self, surface: pygame.Surface, lane: layout.Lane, coatl: Serpent, down: int = 0) -> None:
        """Write the points of a cóatl, bright once it is finished, and, if there is room, its length."""
        colours, rect = self._board.kit.theme.colours, lane.plate.move(0, down)
        points = str(worth(coatl))
        colour = colours.accent_light if coatl.is_finished else colours.ink
        if lane.low:
            self.write(surface, points, rect, 0.56, colour)
            return
        surface.blit(boards.plate(self._board.kit, rect.size), rect)
        length, icon, value = (pygame.Rect(rect.left, rect.top, rect.width // 3, rect.height) for _ in range(3))
        icon.left, value.right = length.right, rect.right - rect.height // 8
        self.write(surface, points, value, 0.68, colour)
        self.write(surface, str(len(coatl.pieces)), length, 0.56, colours.ink_soft)
        arrows = self._board.kit.cache.icon("arrow_left_right", round(0.62 * rect.height), colours.ink_soft)
        surface.blit(arrows, arrows.get_rect(midleft=(icon.left, icon.centery)))

    # -- one player's area

    def draw_laid(
        self, surface: pygame.Surface, area: layout.PlayerArea, seat: Seat, name: str, at: Point | None = None
    ) -> bool:
        """Draw a card as it lies on a cóatl of a seat; ``at`` is its middle if it is not there yet.

        Return whether it lies on one.
        """
        for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
            if name == coatl.temple:
                rect = lane.temple.copy()
            elif name in coatl.prophecies:
                rect = lane.tag_rects(len(coatl.prophecies))[coatl.prophecies.index(name)]
            else:
                continue
            if at is not None:
                rect.center = round(at[0]), round(at[1])
            components.draw_tag(surface, self._board.kit, name, rect, components.reached(name, coatl), is_pip=lane.low)
            return True
        return False

    def draw_seat(self, surface: pygame.Surface, area: layout.PlayerArea) -> None:
        """Draw a player's things at rest in an enlarged area."""
        seat = self._board.state.seats[area.seat]
        self.draw_person(surface, area)
        poses = layout.poses_before(self._table.rects, area, area.seat, seat, is_open=False, spreads=True)
        for name, pose in sorted(poses, key=lambda item: item[1].z):
            at = self._board.to_pixels(pose.x, pose.y)
            if not layout.is_card(name):
                components.draw_piece(surface, self._board.kit, name, at, pose.scale * self._board.cell)
            elif not self.draw_laid(surface, area, seat, name):
                width = round(pose.scale * self._board.cell)
                components.draw_card(surface, self._board.kit, name, at, width, width)
        for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
            self._draw_worth(surface, lane, coatl)


SUM = 0.5
"""Height of the plate with a sum, as a share of the groove below it."""


@dataclass(frozen=True, slots=True)
class EndTally:
    """The final count of an own cóatl: the cards so far, their points, and whether these are all."""

    number: int
    cards: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    is_whole: bool = False

    def __str__(self) -> str:
        """Format the points so far, with their sum once they are all.

        >>> str(EndTally(0, ("a", "b"), (4, 3), is_whole=True))
        '4 + 3 = 7'
        """
        terms = " + ".join(map(str, self.points))
        return f"{terms} = {sum(self.points)}" if self.is_whole and len(self.points) > 1 else terms


class CoatlPicture:
    """The whole table with the state of ``hands``: ``home`` is where everything lies at rest."""

    def __init__(self, board: GameView[State], table: layout.TableLayout, hands: CoatlHands) -> None:
        self._board = board
        self._table = table
        self._hands = hands
        self.still = TablePaint(board, table)
        self.home: Mapping[str, Pose] = {}
        self._flat: frozenset[str] = frozenset()
        self.laid: Mapping[str, int] = {}
        self._settled: Mapping[str, int] = {}
        self.tally: EndTally | None = None
        """The count in progress, while something moves."""
        self.renew()

    def renew(self) -> None:
        self.effects = CoatlEffects(self._board.kit)

    def set_rest_poses(self, home: Mapping[str, Pose]) -> None:
        """Take over the poses at rest; pieces in opponents' low areas are silhouettes."""
        self.home, seats = home, self._board.state.seats
        self._settled, self.laid = {}, {
            card: number
            for number, seat in enumerate(seats) for coatl in seat.coatls for card in (*coatl.prophecies, coatl.temple)
        }  # fmt: skip
        low = [seats[area.seat] for area in self._table.rects.others if area.lanes[0].low]
        rows = (row for seat in low for row in (seat.pieces, *(coatl.pieces for coatl in seat.coatls)))
        self._flat = frozenset(piece for row in rows for piece in row)

    def animate_from(self, laid: Mapping[str, int], grooves: Sequence[pygame.Rect]) -> None:
        """Animate the tags that were ``laid`` before, and the grooves, from their former places to the present ones."""
        self._settled = laid
        if grooves != self.still.grooves and not self._board.kit.reduced_motion:
            self.still.open_from(grooves)

    # -- painting ahead

    def to_prerender(self) -> list[Callable[[], object]]:
        """Tasks for what the next moves may show, to be painted while nothing moves."""
        board, state, rects = self._board, self._board.state, self._table.rects
        laid = {name for seat in state.seats for coatl in seat.coatls for name in (*coatl.prophecies, coatl.temple)}
        seen = [partial(self.paint_face, name) for name in self.home if layout.is_card(name) and name not in laid]
        mats = [partial(mat, board.kit, area) for area in rects.others]
        own = self._on_own_mat(board.host.viewer) if board.host.viewer < state.params.players else ()
        later = components.ahead(board.kit, rects, state, board.host.viewer)
        return [self.still.own_board, *mats, *own, *seen, *self.effects.to_prerender(), *later]

    def _on_own_mat(self, viewer: int) -> Iterator[Task]:
        """Tasks that paint the content of the own grooves, now and after the next step, on a scratch surface."""
        nowhere, kit, state, table = pygame.Surface((1, 1)), self._board.kit, self._board.state, self._table
        seat = state.seats[viewer]
        for coatl in seat.coatls:
            for card in filter(None, (*coatl.prophecies, coatl.temple)):
                yield partial(self.still.draw_laid, nowhere, table.rects.own, seat, card)
        begun = replace(seat, coatls=(*seat.coatls, Serpent((ANY,)))[:MOST_COATLS])
        areas = table.rects.own, layout.table_rects(table.room, state.with_seat(begun, viewer), viewer).own
        for number, coatl in enumerate(seat.coatls):
            rows = (coatl,) if coatl.is_finished else (coatl, coatl.with_piece(ANY, "head"))
            for cell in {layout.chain(area.lanes[number], row, is_open=True)[0] for area in areas for row in rows}:
                yield from (partial(components.draw_piece, nowhere, kit, piece, (0, 0), cell) for piece in coatl.pieces)

    def paint_face(self, card: str) -> None:
        components.face(self._board.kit, card, components.card_size(self._base(card)))

    # -- all

    def draw_foreground(self, surface: pygame.Surface) -> None:
        """Draw the boards and their content, then what is in the air, and texts over everything.

        Things that cannot be taken are dimmed.
        """
        board, still, rects = self._board, self.still, self._table.rects
        still.draw_boards(surface)
        taken, left = self._market()
        self._draw_lights(surface, taken)
        still.draw_stacks(surface)
        for area in rects.others:
            board.turn.draw(board.kit, surface, area.seat, area.badge)
            still.draw_person(surface, area)
        poses = board.stage.poses()
        for name, pose in poses:
            if pose.z <= components.AIR:
                self._draw_thing(surface, name, pose)
        self._draw_veils(surface, taken, left)
        for rect in self.vacated_rects():
            self._light(surface, rect, "trail")
        for area in (*rects.others, rects.own):
            still.draw_counts(surface, area)
        self._draw_marks(surface)
        for name, pose in poses:
            if pose.z > components.AIR:
                self._draw_thing(surface, name, pose)
        if self.tally is not None and board.stage.moving:
            self._draw_tally(surface, self.tally)
        self.effects.draw(surface, board.to_pixels, board.cell)
        over = self._hands.pointing.over
        if over is not None:
            self._draw_over(surface, over)
        self._draw_words(surface)

    def vacated_rects(self) -> Iterator[pygame.Rect]:
        """The places in the market that the last turn took from, and what it laid elsewhere on the table."""
        middle, things, board = self._table.rects.middle, self._board.trail.things, self._board
        parts = dict(middle.fields)
        for name, row in (("display", middle.display), ("temples", middle.temples)):
            parts |= {f"{name}{number}": rect for number, rect in enumerate(row)}
        yield from (rect for name, rect in parts.items() if name in things)
        tags = self._tags()
        for name in sorted(things):
            home = self.home.get(name)
            if name in tags:
                yield tags[name]
            elif home is not None and not layout.is_card(name):
                yield board.square_around(home.x, home.y, home.scale * board.cell)

    def _tags(self) -> Mapping[str, pygame.Rect]:
        """The rectangles of the cards that lie on cóatls."""
        return {spot.name: rect for spot, rect in self._hands.pointing.on_table() if spot.kind == "laid"}

    def _draw_tally(self, surface: pygame.Surface, tally: EndTally) -> None:
        """Light the card being counted, and write the sum so far behind the cóatl, or on it if it is too long."""
        board = self._board
        if not tally.cards:
            return
        card, coatl = tally.cards[-1], board.state.seats[board.host.viewer].coatls[tally.number]
        if not tally.is_whole:
            pose, rect = board.stage.pose(card), self._tags()[card].copy()
            rect.center = tuple(map(round, board.to_pixels(pose.x, pose.y)))
            self._light(surface, rect, "hint")
        groove, text = self.still.grooves[tally.number], str(tally)
        high = round(SUM * groove.height)
        size, ink = round(0.7 * high), board.kit.theme.colours.accent_light
        words = board.kit.cache.text(text, "interface", size, ink)
        whole = str(EndTally(tally.number, points=tuple(card_points(coatl).values()), is_whole=True))
        widest = board.kit.cache.text(whole, "interface", size, ink).get_width() + high
        plate = pygame.Rect(0, 0, words.get_width() + high, high).move_to(center=groove.center)
        poses = [board.stage.pose(piece) for piece in coatl.pieces]
        behind = round(board.to_pixels(max(pose.x + pose.scale for pose in poses), 0)[0])
        if groove.right - behind >= widest:
            plate.left = behind
        surface.blit(boards.plate(board.kit, plate.size), plate)
        surface.blit(words, words.get_rect(center=plate.center))

    # -- things with a pose

    def _draw_thing(self, surface: pygame.Surface, name: str, pose: Pose) -> None:
        board = self._board
        at, size = board.to_pixels(pose.x, pose.y - components.RISE * pose.z), pose.scale * board.cell
        home = self.home.get(name)
        if home is not None and pose.z <= components.AIR and not layout.is_card(name):
            goal = home.scale * board.cell
            size = goal if abs(size - goal) < NEARLY * goal else components.quantised(size)
        if not layout.is_card(name):
            components.draw_piece(
                surface, board.kit, name, at, size, pose.z, look=self.look_of_piece(name), alpha=pose.alpha
            )
        elif not self._draw_if_tag(surface, name, pose):
            level, look = self.level(name), self.look_of_card(name)
            components.draw_card(
                surface, board.kit, name, at, size, self._base(name), pose.z, level=level, look=look, alpha=pose.alpha,
                flip=pose.flip,
            )  # fmt: skip

    def _base(self, name: str) -> int:
        """The width in pixels at which a card is baked: that at rest or, if it is less than half, that on the display.

        A covered card always has that at rest.
        """
        home = self.home.get(name)
        width = round(home.scale * self._board.cell) if home is not None else 0
        usual = self._table.rects.middle.display[0].width
        return width if 2 * width >= usual or (home is not None and name.startswith(layout.COVERED)) else usual

    def _draw_if_tag(self, surface: pygame.Surface, name: str, pose: Pose) -> bool:
        """Draw a card as a tag, if it lies still on a cóatl or lay on one before; return whether it does."""
        number, home = self.laid.get(name), self.home.get(name)
        if number is None or home is None:
            return False
        if name not in self._settled and abs(pose.x - home.x) + abs(pose.y - home.y) > STILL:
            return False
        area, seat = self._table.rects.area(number), self._board.state.seats[number]
        return self.still.draw_laid(surface, area, seat, name, self._board.to_pixels(pose.x, pose.y))

    def level(self, name: str) -> int:
        """The row to be lit on a card of the viewer: its level on the cóatl that is aimed at, or the highest on any.

        0 is no row.
        """
        state, viewer, reach = self._board.state, self._board.host.viewer, self._hands.choice.reach
        if viewer >= state.params.players or name.startswith(layout.COVERED):
            return 0
        seat = state.seats[viewer]
        if name not in (*seat.prophecies, *seat.temples) and name not in reach.builds:
            return 0
        growing = {number: coatl for number, coatl in enumerate(seat.coatls) if not coatl.locked}
        focus = self._hands.focus
        coatls = [growing[focus]] if focus in growing else growing.values()
        return max((components.reached(name, coatl) for coatl in coatls), default=0)

    def look_of_card(self, name: str) -> components.CardLook:
        choice, aim = self._hands.choice, self._hands.aim
        reach = choice.reach
        if name == choice.lifted or (aim is not None and name == aim.name and choice.is_usable(aim)):
            return "chosen"
        if name in reach.builds or name in reach.discards:
            return "lit"
        if name in reach.commits:
            return "lit" if choice.armed == "commit" else "plain"
        return "lit" if name in reach.cards and self._board.state.action else "plain"

    def look_of_piece(self, name: str) -> Look:
        """The look of a piece: a silhouette in opponents' low areas, dim if it cannot be taken or used now."""
        state, viewer, choice = self._board.state, self._board.host.viewer, self._hands.choice
        if name in self._flat:
            return "flat"
        if not self._board.host.live or layout.is_card(name):
            return "plain"
        if name in choice.own_pieces:
            return "plain" if choice.is_usable(layout.Spot("piece", name, viewer)) or choice.has_overlay else "dim"
        field = next((field for field, pieces in zip(FIELDS, state.supply, strict=True) if name in pieces), "")
        return "dim" if field and not state.action and field not in choice.reach.fields else "plain"

    # -- marks

    def _light(self, surface: pygame.Surface, rect: pygame.Rect | None, what: boards.Light) -> None:
        if rect is not None:
            blit_around(surface, boards.light(self._board.kit, rect.size, what), rect.center)

    def _draw_lights(self, surface: pygame.Surface, taken: Sequence[pygame.Rect]) -> None:
        """Light what can be taken and where it goes, opponents who can get the lifted feather, and the player to act.

        While a hint is shown, nothing in the market is lit here.
        """
        choice, state, rects = self._hands.choice, self._board.state, self._table.rects
        for rect in taken if not self._hands.hint else ():
            self._light(surface, rect, "legal")
        if choice.taking is not None:
            self._light(surface, rects.own.hand if layout.is_card(choice.lifted) else rects.own.board, "legal")
        for area in rects.others:
            if area.seat in choice.reach.steals and choice.gives:
                self._light(surface, area.rect, "chosen")
            elif area.seat == state.player and not state.over:
                self._light(surface, area.rect, "legal")

    def _market(self) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
        """The fields, cards and decks of the market that can be taken now, and the cards and decks that cannot."""
        taken: list[pygame.Rect] = []
        left: list[pygame.Rect] = []
        for spot, rect in layout.market_spots(self._table.rects, self._board.state):
            if spot.kind in TAKEN:
                (taken if self._hands.choice.is_usable(spot) else left if spot.kind != "field" else []).append(rect)
        return taken, left

    def _draw_veils(self, surface: pygame.Surface, taken: Sequence[pygame.Rect], left: Sequence[pygame.Rect]) -> None:
        """Dim what cannot be taken: the whole market, or cards on it, and cards of the hand beside usable ones.

        If no card of the hand can be used, none is dimmed, so that they can be read.
        """
        kit, rects, state = self._board.kit, self._table.rects, self._board.state
        if not self._board.host.live:
            return
        slab, cards = rects.middle.supply, list(layout.hand_spots(rects.own, state.seats[self._board.host.viewer]))
        back = [rect for spot, rect in cards if not self._hands.choice.is_usable(spot)]
        back = back if len(back) < len(cards) else []
        if taken:
            back += left
        else:
            surface.blit(boards.veil(kit, slab.size, rects.middle.frame // 2), slab)
        for rect in back:
            surface.blit(boards.veil(kit, rect.size, round(ROUND * rect.width)), rect)

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw the targets of the lifted thing and usable tokens; without an overlay the aim, the cursor and hints."""
        hands, choice = self._hands, self._hands.choice
        for spot, rect in hands.pointing.targets():
            if spot.kind == "lane":
                self._light(surface, rect, "hover" if spot == hands.aim else "chosen")
            else:
                self._draw_opening(surface, spot, rect)
        for spot, rect in hands.pointing.on_table():
            if spot.kind == "token" and spot.number == self._board.host.viewer:
                if spot.name == choice.armed:
                    self._light(surface, rect, "chosen")
                elif choice.is_usable(spot):
                    self._light(surface, rect, "legal")
        if not choice.has_overlay:
            self._draw_pointed(surface)
            for rect in self._hinted() if hands.hint else ():
                self._light(surface, rect, "hint")

    def _draw_opening(self, surface: pygame.Surface, spot: layout.Spot, rect: pygame.Rect) -> None:
        kit, hands = self._board.kit, self._hands
        end: Literal["head", "tail"] = "head" if spot.name == "head" else "tail"
        blit_around(surface, boards.opening(kit, "start" if spot.kind == "start" else end, rect.width), rect.center)
        if spot in (hands.aim, hands.cursor.at):
            blit_around(surface, segment(kit, type_of(hands.choice.lifted), rect.width, "ghost"), rect.center)
            self._light(surface, rect, "hover")

    def _draw_pointed(self, surface: pygame.Surface) -> None:
        hands, aim, cursor = self._hands, self._hands.aim, self._hands.cursor.at
        if aim is not None and aim.kind not in SELF_LIT and hands.choice.is_usable(aim):
            self._light(surface, hands.pointing.rect_of(aim), "legal" if aim.kind == "area" else "hover")
        if cursor is not None:
            self._light(surface, hands.pointing.rect_of(cursor), "cursor")

    # -- hints

    def _hinted(self) -> Iterator[pygame.Rect]:
        """The rectangles of things on the table that a hint is about."""
        hint = [move for move in self._hands.hint if isinstance(move, CoatlMove)]
        state, viewer = self._board.hint_state, self._board.host.viewer
        wanted = {spot for move in hint for spot in self._spots_of(move)}
        yield from (rect for spot, rect in self._hands.pointing.on_table() if spot in wanted)
        coatls = state.seats[viewer].coatls if viewer < state.params.players else None
        for move in hint if coatls is not None else ():
            if isinstance(move, Attach) and move.coatl < len(coatls or ()):
                yield layout.end_spot(self._table.rects, state, viewer, move.coatl, move.side)[1]
                return
            if isinstance(move, Start):
                yield layout.start_spot(self._table.rects, state, viewer)[1]
                return

    def _spots_of(self, move: CoatlMove) -> Iterator[layout.Spot]:
        """The things on the table that a move is made with."""
        kind, token = MADE_WITH.get(type(move)), TOKEN_FOR.get(type(move))
        if kind is not None:
            yield layout.Spot(kind, move.thing)
        if token is not None:
            yield layout.Spot("token", token, self._board.host.viewer)
        if isinstance(move, Prophesy | Crown):
            yield layout.Spot("lane", number=move.coatl)
        if isinstance(move, Steal):
            yield layout.Spot("area", number=move.seat)

    # -- overlays

    def _draw_over(self, surface: pygame.Surface, over: pygame.Rect) -> None:
        """Draw the overlay: the bags' contents to pick from, or an opponent's things, large."""
        choice = self._hands.choice
        if choice.picks:
            self._draw_picker(surface, over)
        elif choice.enlarged is not None:
            self._draw_enlarged(surface, over, choice.enlarged)
        self._draw_pointed(surface)
        if choice.picks:
            wanted = {move.thing for move in self._hands.hint if isinstance(move, Fetch)}
            for spot, rect in layout.picker_spots(over):
                if spot.name in wanted:
                    self._light(surface, rect, "hint")

    def _draw_picker(self, surface: pygame.Surface, over: pygame.Rect) -> None:
        """Draw the remaining pieces in the bags, with their numbers; pieces that cannot be picked are dim."""
        kit, fetches = self._board.kit, self._hands.choice.reach.fetches
        surface.blit(materials.panel(kit, over.size, "panel"), over)
        left = [type_of(piece) for bag in unseen_pieces(self._board.state) for piece in bag]
        for spot, rect in layout.picker_spots(over):
            look: Look = "plain" if spot.name in fetches else "ghost"
            components.draw_piece(surface, kit, spot.name, rect.center, PICKED * rect.width, look=look)
            plate = decks.plate(kit, str(left.count(spot.name)), max(12, round(0.3 * rect.width)))
            surface.blit(plate, plate.get_rect(bottomright=rect.bottomright))

    def _draw_enlarged(self, surface: pygame.Surface, over: pygame.Rect, seat: int) -> None:
        """Draw an opponent's things; bodies that can be robbed are lit."""
        state = self._board.state
        area = layout.enlarged_area(seat, over, state)
        draw_mat(surface, self._board.kit, area, is_lifted=True)
        self.still.draw_seat(surface, area)
        for slot, piece in zip(area.slots, state.seats[seat].board, strict=True):
            if piece in self._hands.choice.reach.robs:
                self._light(surface, slot, "chosen")

    def _draw_words(self, surface: pygame.Surface) -> None:
        """Draw the description of a thing beside it, over everything."""
        board, spot = self._board, self._hands.inspector.inspected
        rect = self._hands.pointing.rect_of(spot) if spot is not None else None
        meant = self._hands.choice.describable_spot(spot) if spot is not None else None
        words = describe_spot(board.state, meant, board.host.viewer) if meant is not None else None
        if rect is not None and words is not None:
            draw_bubble(board.kit, surface, board.host.say(words), rect, self._table.room)
