"""A graph of a game along its slider: who was ahead at each ply, with signs at the remarks of a review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from logic.core import Evaluation, Remark, State
from logic.game import Scoring, offers, scoring_of
from logic.session import Session
from scenes.board.coach import always_evaluates
from sprites.paint.kit import Kit, PlayerLook
from sprites.paint.materials import well
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import rgb
from sprites.paint.tokens import FAINT, draw_pattern, player_token
from sprites.widgets import Passive, Pointer, Widget


@dataclass(frozen=True, slots=True)
class Advantage:
    """Who is ahead in a position, None if nobody, and by how much: 1 is the maximum."""

    leader: int | None
    share: float


Course = tuple[Advantage | None, ...]
"""How each position of a game stood, from the first to the last; None if unknown."""

LEAST_COST = 8
"""Least waste of a single player at which the ribbon reaches its bottom."""
LOWEST = 0.12


def course_of(session: Session, evaluations: Mapping[int, Evaluation], remarks: Sequence[Remark]) -> Course:
    """How a game went, as far as it is known; empty if nothing is.

    Exact games go by what the coach says a position is worth, others by points or cards, and puzzles by what their
    player wasted so far.
    """
    scoring, several = scoring_of(session.game), len(session.setup.seats) > 1
    if always_evaluates(session.game):
        course = tuple(_by_evaluation(session, state, evaluations.get(ply)) for ply, state in enumerate(session.states))
    elif several or offers(scoring, Scoring.score):
        course = _by_points(session)
    else:
        course = _by_cost(remarks, len(session.states))
    return course if any(course) else ()


def _by_evaluation(session: Session, state: State, evaluation: Evaluation | None) -> Advantage | None:
    if evaluation is None:
        return None
    mover = state.player
    others = [seat for seat in range(len(session.setup.seats)) if seat != mover]
    if not evaluation.value or not others:
        return Advantage(None, 0.0)
    return Advantage(mover if evaluation.value > 0 else others[0], 1.0)


def _by_points(session: Session) -> Course:
    """The lead of the first over the best of the others, or a single player's progress since the start."""
    scoring, seats = scoring_of(session.game), range(len(session.setup.seats))
    start = scoring.standing(session.states[0], 0) if len(seats) == 1 else 0
    leads: list[tuple[int, int]] = []
    for state in session.states:
        by_seat = [scoring.standing(state, seat) for seat in seats]
        first = max(seats, key=lambda seat: by_seat[seat])
        others = [by_seat[seat] for seat in seats if seat not in scoring.partners(state, first)]
        leads.append((first, by_seat[first] - max(others, default=start)))
    most = max(lead for _, lead in leads)
    return (
        tuple(Advantage(first, lead / most) if lead else Advantage(None, 0.0) for first, lead in leads) if most else ()
    )


def _by_cost(remarks: Sequence[Remark], count: int) -> Course:
    """The total waste up to each position, by the weights of a review's remarks."""
    if not remarks:
        return ()
    costs = {remark.ply + 1: -remark.weight for remark in remarks if remark.better and remark.weight < 0}
    most, spent = max(LEAST_COST, sum(costs.values())), 0
    course = []
    for ply in range(count):
        spent += costs.get(ply, 0)
        course.append(Advantage(0, 1 - (1 - LOWEST) * spent / most))
    return tuple(course)


SIGN, DOT, REACH = 20, 7, 24
"""Units: size of the sign of a remark, of a dot if there are many, and touch distance."""
BED = 6
"""Units by which the ribbon's bed extends to both sides."""
SWEEP = 0.7
"""Seconds in which the ribbon unrolls once something is known."""
FULL, LINE = 0.86, 0.06
"""Share of the height for the largest lead, and thickness of the line if nobody leads."""


class Ribbon(Passive):
    """Draws the advantage at each ply: towards the leader's side, in the leader's colour and pattern.

    Two players have a side each, more rise from below. Signs mark the plies with remarks: a tap goes to the nearest, or
    else to the ply itself; ``go`` shows a ply.
    """

    def __init__(self, kit: Kit, key: str, seats: int, go: Callable[[int], object]) -> None:
        super().__init__(kit, key)
        self.course: Course = ()
        self.signs: Mapping[int, str] = {}
        """The icons of the signs, by ply."""
        self.ply = 0
        self.track = pygame.Rect(0, 0, 1, 1)
        """The track of the slider's knob: the first and the last ply are at its ends."""
        self._seats = seats
        self._go = go
        self._rolled = 0.0
        self._painted: tuple[object, pygame.Surface] | None = None

    def x_of(self, ply: float) -> int:
        """The position of a ply along the ribbon, in pixels of the window."""
        return self.track.left + round(self.track.width * ply / max(1, len(self.course) - 1))

    def restore_from(self, former: Widget) -> None:
        if isinstance(former, Ribbon):
            self._rolled = former._rolled

    # -- input

    def point(self, event: Pointer) -> bool:
        if not self.course:
            return False
        if event.kind in ("down", "move"):
            near = min(self.signs, key=lambda ply: abs(self.x_of(ply) - event.pos[0]), default=None)
            is_near = near is not None and abs(self.x_of(near) - event.pos[0]) <= self.kit.px(REACH)
            share = (event.pos[0] - self.track.left) / max(1, self.track.width)
            there = min(max(round(share * (len(self.course) - 1)), 0), len(self.course) - 1)
            self._go(near if is_near and near is not None and event.kind == "down" else there)
        return event.kind in ("down", "move", "up", "cancel", "hold")

    def claims_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        return True

    # -- time and picture

    def update(self, dt: float) -> bool:
        if not self.course or self._rolled >= 1:
            return False
        self._rolled = 1.0 if self.kit.reduced_motion else min(1.0, self._rolled + dt / SWEEP)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if not self.course:
            return
        band = pygame.Rect(self.track.left, self.rect.top, self.track.width, self.rect.height)
        bed = band.inflate(2 * self.kit.px(BED), 0)
        surface.blit(well(self.kit, bed.size), bed)
        surface.blit(self._band(band.size), band, pygame.Rect(0, 0, round(band.width * self._rolled), band.height))
        if self._seats == 2:
            side = band.height // 2
            for seat in range(2):
                token = player_token(self.kit, seat, round(0.9 * side))
                surface.blit(token, token.get_rect(midright=(bed.left, bed.top + side // 2 + seat * side)))
        colours = self.kit.theme.colours
        surface.fill(colours.ink, (self.x_of(self.ply) - 1, band.top, max(2, self.kit.px(2)), band.height))
        if self._rolled >= 1:
            self._draw_signs(surface)

    def _draw_signs(self, surface: pygame.Surface) -> None:
        """Draw the signs; if they would overlap, dots, and one sign at the ply that is shown."""
        colours, plies = self.kit.theme.colours, sorted(self.signs)
        gap = min((self.x_of(later) - self.x_of(ply) for ply, later in pairwise(plies)), default=self.track.width)
        for ply in sorted(plies, key=lambda ply: ply == self.ply):
            at = self.x_of(ply), self.rect.centery
            size = SIGN if gap >= self.kit.px(SIGN) or ply == self.ply else DOT
            pygame.draw.aacircle(surface, colours.shadow, at, self.kit.px(size / 2 + 2))
            ink = colours.focus if ply == self.ply else colours.ink
            if size == DOT:
                pygame.draw.aacircle(surface, ink, at, self.kit.px(size / 2))
            else:
                icon = self.kit.cache.icon(self.signs[ply], self.kit.px(size), ink)
                surface.blit(icon, icon.get_rect(center=at))

    def _band(self, size: tuple[int, int]) -> pygame.Surface:
        key = (size, self.course, self.kit.strong_patterns)
        if self._painted is None or self._painted[0] != key:
            self._painted = key, smooth(size, self._paint)
        return self._painted[1]

    def _paint(self, canvas: pygame.Surface, _factor: int) -> None:
        """Paint the whole course: for each leader a mask of steps, filled with the colour and the pattern."""
        width, height = canvas.get_size()
        base, room = (height / 2, height / 2) if self._seats == 2 else (height * (1 + FULL) / 2, height)
        last = max(1, len(self.course) - 1)
        edges = [0.0, *((ply + 0.5) * width / last for ply in range(last)), float(width)]
        masks: dict[int | None, pygame.Surface] = {}
        for standing, (left, right) in zip(self.course, pairwise(edges), strict=False):
            if standing is None:
                continue
            mask = masks.setdefault(standing.leader, pygame.Surface((width, height), pygame.SRCALPHA))
            tall = max(LINE * height, standing.share * FULL * room)
            top = base if standing.leader == 1 and self._seats == 2 else base - tall
            top = base - tall / 2 if standing.leader is None else top
            mask.fill("white", (round(left), round(top), round(right) - round(left), round(tall)))
        looks = self.kit.theme.players
        for leader, mask in masks.items():
            if leader is None:
                mask.fill(self.kit.theme.colours.ink_soft, special_flags=pygame.BLEND_RGBA_MULT)
            else:
                cloth = self._cloth((width, height), looks[leader % len(looks)])
                mask.blit(cloth, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            canvas.blit(mask, (0, 0))

    def _cloth(self, size: tuple[int, int], look: PlayerLook) -> pygame.Surface:
        """A player's colour and pattern over a whole surface."""
        cloth = pygame.Surface(size, pygame.SRCALPHA)
        cloth.fill(look.colour)
        side = size[1] // 2
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        draw_pattern(look.pattern, (*rgb(look.ink), round(255 * (1.0 if self.kit.strong_patterns else FAINT))), tile, 1)
        for left in range(0, size[0], side):
            for top in (0, side):
                cloth.blit(tile, (left, top))
        return cloth
