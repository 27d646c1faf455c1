"""What is lit on the table of Cóatl: fields and ends that can be used, the cursor, hints; and what is laid over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import pygame

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
)
from logic.coatl.pieces import LETTERS, type_of
from logic.coatl.unseen import unseen_pieces
from logic.core import Move
from logic.core import State as AnyState
from scenes.coatl_areas import enlarged_area
from scenes.coatl_ground import draw_mat
from scenes.coatl_lift import CoatlLift
from scenes.coatl_paint import draw_piece
from scenes.coatl_spots import Spot, end_spot, picker_spots, start_spot
from sprites import coatl_decks as decks
from sprites import materials
from sprites.coatl_marks import Light, light, opening
from sprites.coatl_segments import segment
from sprites.sound import SoundBank
from sprites.surfaces import blit_around
from sprites.ui import Kit

PICKED = 0.72
"""How much of its cell in the grid a piece takes that can be picked from the bags."""


SELF_LIT = ("end", "start", "lane", "prophecy", "temple")
"""What shows in a manner of its own that it is aimed at."""


class CoatlLights(CoatlLift):
    """The table with its lights, and with what is laid over it."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._hint: tuple[CoatlMove, ...] = ()
        super().__init__(kit, sound, state, viewer)

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark on the table what a hint speaks of."""
        self._hint = tuple(move for move in moves if isinstance(move, CoatlMove))

    # -- lights

    def _light(self, surface: pygame.Surface, rect: pygame.Rect | None, what: Light) -> None:
        if rect is not None:
            blit_around(surface, light(self.kit, rect.size, what), rect.center)

    def _draw_lights(self, surface: pygame.Surface) -> None:
        """Light the fields that can be taken, the tokens that can be used, and whose turn it is.

        While a hint is read, no other field than its own is lit.
        """
        super()._draw_lights(surface)
        reach, places = self.reach, self.places
        for field in reach.fields if not self._hint else ():
            self._light(surface, places.middle.fields[field], "legal")
        if reach.draw is not None and self.state.action:
            self._light(surface, places.middle.deck, "legal")
        for area in places.others:
            if area.seat in reach.steals and self._lifted:
                self._light(surface, area.rect, "chosen")
            elif area.seat == self.state.player and not self.state.over:
                self._light(surface, area.rect, "legal")

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw the places that what is lifted may go to, what is aimed at, and the cursor."""
        super()._draw_marks(surface)
        for spot, rect in self._targets():
            if spot.kind == "lane":
                self._light(surface, rect, "hover" if spot == self._aim else "chosen")
            else:
                self._draw_opening(surface, spot, rect)
        for name, rect in self._own_tokens():
            if name == self._armed:
                self._light(surface, rect, "chosen")
            elif self.reach.tokens[name]:
                self._light(surface, rect, "legal")
        if self._over is None:
            self._draw_pointed(surface)
            for rect in self._hinted() if self._hint else ():
                self._light(surface, rect, "hint")

    def _draw_opening(self, surface: pygame.Surface, spot: Spot, rect: pygame.Rect) -> None:
        end: Literal["head", "tail"] = "head" if spot.name == "head" else "tail"
        shown = opening(self.kit, "start" if spot.kind == "start" else end, rect.width)
        blit_around(surface, shown, rect.center)
        if spot in (self._aim, self._cursor):
            blit_around(surface, segment(self.kit, type_of(self._lifted), rect.width, "ghost"), rect.center)
            self._light(surface, rect, "hover")

    def _own_tokens(self) -> Iterator[tuple[str, pygame.Rect]]:
        return (
            (spot.name, rect) for spot, rect in self._table() if spot.kind == "token" and spot.number == self.viewer
        )

    def _draw_pointed(self, surface: pygame.Surface) -> None:
        """Show what the mouse would choose, and where the cursor is."""
        aim = self._aim
        if aim is not None and aim.kind not in SELF_LIT and self._is_usable(aim):
            self._light(surface, self._rect_of(aim), "legal" if aim.kind == "area" else "hover")
        if self._cursor is not None:
            self._light(surface, self._rect_of(self._cursor), "cursor")

    # -- hints

    def _hinted(self) -> Iterator[pygame.Rect]:
        """Give what lies there already of what a hint speaks of."""
        wanted = {spot for move in self._hint for spot in self._spots_of(move)}
        yield from (rect for spot, rect in self._table() if spot in wanted)
        seat = self.state.seats[self.viewer] if self.viewer < self.state.params.players else None
        for move in self._hint if seat is not None else ():
            if isinstance(move, Attach) and move.coatl < len(seat.coatls if seat is not None else ()):
                yield end_spot(self.places, self.state, self.viewer, move.coatl, move.side)[1]
                return
            if isinstance(move, Start):
                yield start_spot(self.places, self.state, self.viewer)[1]
                return

    def _spots_of(self, move: CoatlMove) -> tuple[Spot, ...]:
        """Give what on the table a move is made with."""
        match move:
            case Take():
                return (Spot("field", move.field),)
            case Choose() | Discard():
                return (Spot("prophecy", move.card),)
            case Draw():
                return (Spot("deck"),)
            case Start() | Attach() | Rob():
                return (Spot("piece", move.piece),)
            case Prophesy():
                return (Spot("prophecy", move.card), Spot("lane", number=move.coatl))
            case Crown():
                return (Spot("temple", move.temple), Spot("lane", number=move.coatl))
            case Commit():
                return (Spot("token", "commit", self.viewer), Spot("temple", move.temple))
            case Foresee():
                return (Spot("token", "future", self.viewer),)
            case Fetch():
                return (Spot("token", "pick", self.viewer),)
            case Steal():
                return (Spot("area", number=move.seat),)
        return ()

    # -- what is laid over the table

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Draw the bags' contents to pick from, or what an opponent has, large."""
        super()._draw_above(surface)
        over = self._over
        if over is None:
            return
        if self._picks:
            self._draw_picker(surface, over)
        elif self._enlarged is not None:
            self._draw_enlarged(surface, over, self._enlarged)
        self._draw_pointed(surface)
        if self._picks:
            wanted = {move.colour + LETTERS[move.kind] for move in self._hint if isinstance(move, Fetch)}
            for spot, rect in picker_spots(over):
                if spot.name in wanted:
                    self._light(surface, rect, "hint")

    def _draw_picker(self, surface: pygame.Surface, over: pygame.Rect) -> None:
        """Draw what is still in the bags, with its number; what cannot be picked is dim."""
        surface.blit(materials.panel(self.kit, over.size, "panel"), over)
        bags = unseen_pieces(self.state)
        left = [type_of(piece) for bag in bags for piece in bag]
        for spot, rect in picker_spots(over):
            count = left.count(spot.name)
            look = "plain" if spot.name in self.reach.fetches else "ghost"
            draw_piece(surface, self.kit, spot.name, rect.center, PICKED * rect.width,
                       look="plain" if look == "plain" else "ghost")  # fmt: skip
            plate = decks.plate(self.kit, str(count), max(12, round(0.3 * rect.width)))
            surface.blit(plate, plate.get_rect(bottomright=rect.bottomright))

    def _draw_enlarged(self, surface: pygame.Surface, over: pygame.Rect, seat: int) -> None:
        """Draw what an opponent has; bodies that can be robbed are lit."""
        area = enlarged_area(seat, over, self.state)
        draw_mat(surface, self.kit, area, is_lifted=True)
        self.draw_seat(surface, area)
        for slot, piece in zip(area.slots, self.state.seats[seat].board, strict=True):
            if piece in self.reach.robs:
                self._light(surface, slot, "chosen")
