"""What lies still on the table of Cóatl, and what is written on it: stacks, bags, people, what cóatls are worth."""

from __future__ import annotations

import pygame

from logic.coatl.building import worth
from logic.coatl.table import HIDDEN, TOKENS, Seat, Serpent
from scenes.coatl_areas import Area, Lane
from scenes.coatl_ground import CoatlGround
from scenes.coatl_paint import card_size, draw_card, draw_piece, draw_tag, face, reached
from scenes.coatl_poses import is_card, poses_before
from sprites import coatl_decks as decks
from sprites import coatl_things as things
from sprites.tokens import player_token

COUNT, MOST_COUNT, LEAST_COUNT = 0.4, 0.62, 28
"""How large the plate with a number is, as a share of what it lies on; larger to that share, up to so many units."""


class CoatlTable(CoatlGround):
    """The table without what moves on it; and what one player has, drawn at rest and large."""

    # -- what is not moved: stacks, bags, people

    def _draw_stacks(self, surface: pygame.Surface) -> None:
        state, places, kit = self.state, self.places, self.kit
        for pile, rect, kind in (
            (state.deck, places.middle.deck, "prophecy"), (state.temple_deck, places.middle.temple_deck, "temple"),
        ):  # fmt: skip
            surface.blit(decks.deck(kit, rect.size, len(pile), "temple" if kind == "temple" else "prophecy"), rect)
        aside = len(state.discards)
        top = state.discards[-1] if aside else HIDDEN
        surface.blit(decks.discards(kit, places.middle.discards.size, aside, top), places.middle.discards)
        for kind, rect in places.middle.pouches.items():
            surface.blit(things.pouch(kit, kind, rect.width), rect)
            self._draw_number(surface, len(getattr(state.bags, kind)), rect)
        if state.params.tokens:
            self._draw_tokens(surface, places.own)
        if state.first == self.viewer and state.params.players > 1:
            surface.blit(things.marker(kit, places.own.badge.width), places.own.badge)

    def _draw_number(self, surface: pygame.Surface, number: int, rect: pygame.Rect) -> None:
        """Draw a number on a plate over the lower right corner of what it counts."""
        side = min(max(self.kit.px(LEAST_COUNT), round(COUNT * rect.width)), round(MOST_COUNT * rect.width))
        plate = decks.plate(self.kit, str(number), max(11, side))
        surface.blit(plate, plate.get_rect(center=(rect.right - side // 5, rect.bottom - side // 4)))

    def _draw_person(self, surface: pygame.Surface, area: Area) -> None:
        """Draw who an opponent is, the points, and the tokens."""
        kit, state = self.kit, self.state
        surface.blit(player_token(kit, area.seat, area.badge.width), area.badge)
        self._write(surface, str(state.score(area.seat)), area.score, 0.74, kit.theme.colours.accent_light)
        if state.params.tokens:
            self._draw_tokens(surface, area)
        if state.first == area.seat and state.params.players > 1:
            side = area.badge.width // 2
            surface.blit(things.marker(kit, side), area.badge.move(area.badge.width - side // 2, -side // 4))

    def _draw_tokens(self, surface: pygame.Surface, area: Area) -> None:
        left = self.state.seats[area.seat].tokens if area.seat < self.state.params.players else ()
        for name, rect in zip(TOKENS, area.tokens, strict=True):
            surface.blit(things.token(self.kit, name, rect.width, used=name not in left), rect)

    def _write(self, surface: pygame.Surface, text: str, rect: pygame.Rect, share: float, colour: str) -> None:
        """Write a number in the middle of a rectangle, so high a share of it."""
        size = max(8, min(round(share * rect.height), round(1.5 * rect.width / max(1, len(text)))))
        words = self.kit.bakery.text(text, "interface", size, colour)
        surface.blit(words, words.get_rect(center=rect.center))

    def _draw_counts(self, surface: pygame.Surface, area: Area) -> None:
        """Draw what is counted: the points of cóatls, and covered cards in a hand."""
        seat = self.state.seats[area.seat] if area.seat < self.state.params.players else None
        if seat is None:
            return
        for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
            self._draw_worth(surface, lane, coatl)
        if area is self.places.own:
            return
        for rect, cards in ((area.hand, seat.prophecies), (area.shrine, seat.temples)):
            if cards:
                side = max(10, round(0.62 * rect.width))
                plate = decks.plate(self.kit, str(len(cards)), side)
                surface.blit(plate, plate.get_rect(midbottom=(rect.centerx, rect.bottom + side // 6)))

    def _draw_worth(self, surface: pygame.Surface, lane: Lane, coatl: Serpent) -> None:
        """Write what a cóatl is worth, brightly once it is finished, and, where there is room, how long it is."""
        colours, rect = self.kit.theme.colours, lane.plate
        points = str(worth(coatl))
        colour = colours.accent_light if coatl.is_finished else colours.ink
        if lane.is_low:
            self._write(surface, points, rect, 0.66, colour)
            return
        left, right = rect.copy(), rect.copy()
        left.width = rect.width // 2
        right.left, right.width = left.right, rect.width - left.width
        self._write(surface, points, right, 0.68, colour)
        upper, lower = left.copy(), left.copy()
        upper.height = lower.height = rect.height // 2
        lower.top = upper.centery + upper.height // 3
        self._write(surface, str(len(coatl.pieces)), upper.move(0, upper.height // 6), 0.86, colours.ink_soft)
        arrows = self.kit.bakery.icon("arrow_left_right", round(0.5 * rect.height), colours.ink_soft)
        surface.blit(arrows, arrows.get_rect(center=(lower.centerx, lower.top + lower.height // 2)))

    # -- what lies before one player

    def _draw_laid(self, surface: pygame.Surface, area: Area, seat: Seat, name: str) -> bool:
        """Draw a card where it lies on a cóatl of a seat; false where it lies on none."""
        for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
            if name == coatl.temple:
                self._draw_temple(surface, lane, coatl)
                return True
            if name in coatl.prophecies:
                rect = lane.tag_rects(len(coatl.prophecies))[coatl.prophecies.index(name)]
                draw_tag(surface, self.kit, name, rect, reached(name, coatl), is_pip=lane.is_low)
                return True
        return False

    def _draw_temple(self, surface: pygame.Surface, lane: Lane, coatl: Serpent) -> None:
        if lane.is_low:
            draw_tag(surface, self.kit, coatl.temple, lane.temple, 0, is_pip=True)
            return
        shown = face(self.kit, coatl.temple, card_size(lane.temple.width), level=reached(coatl.temple, coatl))
        surface.blit(shown, shown.get_rect(center=lane.temple.center))

    def draw_seat(self, surface: pygame.Surface, area: Area) -> None:
        """Draw what a player has in another area than on the table: enlarged, and nothing of it moves."""
        seat = self.state.seats[area.seat]
        self._draw_person(surface, area)
        poses = poses_before(self.places, area, area.seat, seat, is_open=False, spreads=True)
        for name, pose in sorted(poses, key=lambda item: item[1].z):
            at = self.to_pixels(pose.x, pose.y)
            if not is_card(name):
                draw_piece(surface, self.kit, name, at, pose.scale * self.cell)
            elif not self._draw_laid(surface, area, seat, name):
                width = round(pose.scale * self.cell)
                draw_card(surface, self.kit, name, at, width, width)
        for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
            self._draw_worth(surface, lane, coatl)
