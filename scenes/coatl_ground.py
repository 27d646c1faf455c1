"""Where the table of Cóatl lies: it takes the whole rectangle, and bakes all that stays when pieces and cards move."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from logic.coatl import State
from logic.core import State as AnyState
from scenes.coatl_areas import Area
from scenes.coatl_places import Places, table_places
from scenes.view import GameView
from sprites import coatl_boards as boards
from sprites import coatl_decks as decks
from sprites.layers import rounded
from sprites.sound import SoundBank
from sprites.surfaces import mix, native, picture
from sprites.ui import Kit

USUAL = pygame.Rect(0, 0, 900, 750)
"""What the table is laid out for before it has a place."""
ASPECT, TALLNESS = 1.2, 1.3
"""How wide the table likes to be next to its height, and how high in a portrait window."""
MAT = "#1c0d07"
"""What the mats of opponents are dyed with."""


class CoatlGround(GameView):
    """The table in a rectangle of the window."""

    margin = 0.0
    cloth = "#9a4a2c"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self._room = USUAL
        self._laid: tuple[Hashable, Places] | None = None
        self.state, self.viewer = state, viewer
        super().__init__(kit, sound, state, viewer)

    @property
    def aspect(self) -> float:
        """Width by height that suits the table."""
        return ASPECT

    @property
    def tallness(self) -> float:
        """How much higher than wide a portrait window should let the table be."""
        return TALLNESS

    @property
    def places(self) -> Places:
        """Where everything lies for the present viewer."""
        key = tuple(self._room), self.state.params, self.viewer
        if self._laid is None or self._laid[0] != key:
            self._laid = key, table_places(self._room, self.state, self.viewer)
        return self._laid[1]

    def place(self, rect: pygame.Rect) -> None:
        """Take the whole of a rectangle, unless it is far too wide or too high."""
        self._room = rect.copy()
        self.rect, self.cell = self.places.rect, float(self.places.unit)
        self.stage.sync(self.layout(self.state), at_once=True)

    @property
    def ground(self) -> Hashable:
        """What never moves and is the same for all viewers: the supply board, lanes and empty places."""
        params = self.state.params
        return self.viewer < params.players, params.players, params.tokens

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the supply board, the empty places of cards, the own lanes, and the shadow of the own board."""
        places, kit = self.places, self.kit
        supply = boards.supply_ground(kit, places.middle.supply.size)
        boards.lay_board(surface, kit, supply, places.middle.supply, places.middle.piece)
        for kind, rects in (("prophecy", places.middle.display), ("temple", places.middle.temples)):
            for rect in rects:
                empty = decks.deck(kit, rect.size, 0, "prophecy" if kind == "prophecy" else "temple")
                surface.blit(empty, rect)
        own = places.own
        boards.lay_shadow(surface, kit, own.board, own.slots[0].width)
        for lane in own.lanes:
            surface.blit(boards.lane(kit, lane.rect.size), lane.rect)

    def draw_boards(self, surface: pygame.Surface) -> None:
        """Draw what bears the colours of players, who sit elsewhere for each viewer: mats, and the own board."""
        for area in self.places.others:
            draw_mat(surface, self.kit, area)
        surface.blit(self.own_board(), self.places.own.board)

    def own_board(self) -> pygame.Surface:
        """Give the board of the viewer."""
        return boards.player_board(self.kit, self.places.own.board.size, seat=self.viewer)


def draw_mat(surface: pygame.Surface, kit: Kit, area: Area, *, is_lifted: bool = False) -> None:
    """Draw the mat of an opponent, with hollows for slots and cóatls; one that is lifted has a shadow."""
    if is_lifted:
        boards.lay_shadow(surface, kit, area.rect, area.rect.height // 8)
    surface.blit(mat(kit, area), area.rect)


def mat(kit: Kit, area: Area) -> pygame.Surface:
    """Give the mat of an opponent, with hollows for slots and cóatls."""
    hollows = tuple(tuple(rect.move(-area.rect.left, -area.rect.top)) for rect in (*area.slots, *_lanes(area)))

    def bake() -> pygame.Surface:
        surface = _mat(kit, area.rect.size, area.seat)
        for rect in area.slots:
            surface.blit(boards.slot(kit, rect.width), rect.move(-area.rect.left, -area.rect.top))
        for rect in _lanes(area):
            surface.blit(boards.lane(kit, rect.size), rect.move(-area.rect.left, -area.rect.top))
        return native(surface)

    return kit.bakery.keep(("coatl mat", area.rect.size, hollows, area.seat), bake)


def _lanes(area: Area) -> list[pygame.Rect]:
    return [lane.rect for lane in area.lanes]


def _mat(kit: Kit, size: tuple[int, int], seat: int) -> pygame.Surface:
    """Paint a dark cloth with a hem in a player's colour."""
    look = kit.theme.players[seat % len(kit.theme.players)]
    radius, hem = 0.09 * min(size), max(2.0, 0.02 * min(size))
    whole, inner = rounded(size, radius), rounded(size, radius - hem, (hem, hem, hem, hem))
    surface = picture(mix(look.colour, MAT, 0.25), whole * 0.95)
    surface.blit(picture(mix(MAT, look.dark, 0.22), inner), (0, 0))
    return surface
