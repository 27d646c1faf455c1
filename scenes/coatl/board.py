"""The table of Cóatl as it is seen: what lies still, what moves upon it, and how positions follow each other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

import pygame

from logic.coatl import State
from logic.coatl.components import HIDDEN, TOKENS, Seat, Serpent
from logic.coatl.moves import worth
from logic.core import Event
from logic.core import State as AnyState
from scenes.coatl.animation import Choreography
from scenes.coatl.layout import COVERED, Area, Lane, Places, is_card, layout_of, poses_before, table_places
from scenes.coatl.paint import AIR, RISE, CardLook, ahead, card_size, draw_card, draw_piece, draw_tag, face, reached
from scenes.view.prerender import Chores
from scenes.view.view import GameView
from sprites.coatl import boards, decks, things
from sprites.coatl.effects import CoatlEffects, sound_of
from sprites.coatl.segments import Look
from sprites.paint.kit import Kit
from sprites.paint.layers import rounded
from sprites.paint.surfaces import mix, native, picture
from sprites.paint.tokens import player_token
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose

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


MOTES = 16
"""How many kinds of small things fly about."""
SILENT = ("carry", "end")
"""The events that are neither heard nor lit up."""
STILL = 1e-3
"""Two poses that are no further apart are the same."""


class CoatlBoard(CoatlTable):
    """The picture of the table. What is chosen on it is said by those who build on this."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._effects = CoatlEffects(kit)
        self._dropped = ""
        self._home: Mapping[str, Pose] = {}
        self._coming: list[str] = []
        self._chores = Chores(kit.bakery)
        super().__init__(kit, sound, state, viewer)
        self.rect, self.cell = self.places.rect, float(self.places.unit)
        self._home = self.layout(self.state)

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._effects = CoatlEffects(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the whole of a rectangle, unless it is far too wide or too high."""
        super().place(rect)
        self._home = self.layout(self.state)
        self._plan_chores()

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where every piece and card belongs, covered ones by names of the view's own."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return layout_of(self.places, state, self.viewer)

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        dropped, self._dropped = self._dropped, ""
        before, places = self.state, self.places
        known = {name: self.stage.pose(name) for name, _ in self.stage.poses()}
        self._forget()
        self.state = state
        if self.places != places:
            self.rect, self.cell = self.places.rect, float(self.places.unit)
            at_once = True
        after = self._home = self.layout(state)
        if events and not at_once:
            beats = Choreography(places, known, after, before, self.kit.theme.seconds, dropped).beats(events)
            self._coming = [name for name in after if is_card(name) and name not in known]
            self.stage.perform(beats, after, self.on_event)
        else:
            self._effects.clear()
            self.stage.sync(after, at_once=at_once)
        self._plan_chores()

    def _forget(self) -> None:
        """Forget what was about to be done in the position before."""

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound and its effect."""
        if event.name in SILENT:
            return
        self._play(sound_of(event.name))
        poses = [self._home[name] for name in event.paths if name in self._home]
        self._effects.begin(event.name, [(pose.x, pose.y) for pose in poses])

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        self._dropped = ""
        moving |= self._effects.update(dt)
        if self._coming:
            # Cards come face down: there is time to paint a face in each frame.
            name = self._coming.pop()
            face(self.kit, name, card_size(self._base(name)))
        elif self.live or self.paints_ahead:
            self._chores.update(dt, still=not moving)
        return moving

    def _plan_chores(self) -> None:
        """Plan to bake, while nothing moves, what the next moves may show."""
        laid = {
            name for seat in self.state.seats for coatl in seat.coatls for name in (*coatl.prophecies, coatl.temple)
        }
        cards = [name for name in self._home if is_card(name) and name not in laid]
        seen = [partial(face, self.kit, name, card_size(self._base(name))) for name in cards]
        mats = [partial(mat, self.kit, area) for area in self.places.others]
        chores = ahead(self.kit, self.places, self.state, self.viewer)
        self._chores.plan([self.own_board, *mats, *seen, *[self._effects.prepare] * MOTES, *chores])

    # -- picture

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw the boards and what lies on them, then what is in the air, and over all what is said."""
        self.draw_boards(surface)
        self._draw_lights(surface)
        self._draw_stacks(surface)
        for area in self.places.others:
            self._draw_person(surface, area)
        poses = self.stage.poses()
        for name, pose in poses:
            if pose.z <= AIR:
                self._draw_thing(surface, name, pose)
        for area in (*self.places.others, self.places.own):
            self._draw_counts(surface, area)
        self._draw_marks(surface)
        for name, pose in poses:
            if pose.z > AIR:
                self._draw_thing(surface, name, pose)
        self._effects.draw(surface, self.to_pixels, self.cell)
        self._draw_above(surface)

    def _draw_lights(self, surface: pygame.Surface) -> None:
        """Draw the lights below pieces and cards."""

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw what lies on pieces and cards."""

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Draw what lies over everything."""

    # -- what has a pose

    def _draw_thing(self, surface: pygame.Surface, name: str, pose: Pose) -> None:
        x, y = self.to_pixels(pose.x, pose.y - RISE * pose.z)
        if not is_card(name):
            look = self._look_of_piece(name)
            draw_piece(surface, self.kit, name, (x, y), pose.scale * self.cell, pose.z, look=look, alpha=pose.alpha)
            return
        if self._draw_if_tag(surface, name, pose):
            return
        width = pose.scale * self.cell
        draw_card(
            surface,
            self.kit,
            name,
            (x, y),
            width,
            self._base(name),
            pose.z,
            level=self._level(name),
            look=self._look_of_card(name),
            alpha=pose.alpha,
            flip=pose.flip,
        )

    def _base(self, name: str) -> int:
        """Give the width in pixels at which a card is baked: as it lies at the end, or as on the display."""
        home = self._home.get(name)
        width = round(home.scale * self.cell) if home is not None else 0
        usual = self.places.middle.display[0].width
        return width if 2 * width >= usual or (home is not None and name.startswith(COVERED)) else usual

    def _draw_if_tag(self, surface: pygame.Surface, name: str, pose: Pose) -> bool:
        """Draw a card that lies still on a cóatl; false where it does not."""
        home = self._home.get(name)
        if home is None or abs(pose.x - home.x) + abs(pose.y - home.y) > STILL:
            return False
        for number, seat in enumerate(self.state.seats):
            if self._draw_laid(surface, self.places.area(number), seat, name):
                return True
        return False

    # -- what is lit: said by those who build on this

    def _look_of_piece(self, name: str) -> Look:
        """Say how a piece looks."""
        return "plain"

    def _look_of_card(self, name: str) -> CardLook:
        """Say how a card looks."""
        return "plain"

    def _level(self, name: str) -> int:
        """Give the row of a card to be lit."""
        return 0
