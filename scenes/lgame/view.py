"""The view of the L-Game: pieces at rest, lifted and lit, and the texts for them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

import pygame

from logic.core import Cell, Event, Message, Move
from logic.lgame.rules import L_IDS, NEUTRAL_IDS, SIZE, Lay, Placement, Shift, State, Stay
from scenes.lgame.hands import LGameHands, LiftedPiece, barred, farthest, legal_lays, placement_pose, tap_sequence
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates, Point, Trail, draw_trail, trail_of
from scenes.view.view import ALONE, GameView, Host, ViewButton
from sprites.lgame.art import LArt, Mark, chip, sign_at
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Animation, Pose, pose_at

FAR = 0.6
"""Distance in cells from which a piece visibly flies, and is heard when it lands."""

TURN = ViewButton("rotate", "rotate_right", Message("Turn the L"))
FLIP = ViewButton("mirror", "flip_horizontal", Message("Flip the L"))
TELLING, GLANCE = 3.0, 0.35
"""Seconds for showing what was blocked at the end, at most, and for each placement."""

SIGN = 0.6
"""Size in cells of the token in an L, within its ring."""

LAY_HERE = ViewButton("lay", "check_bold", Message("Lay here"))


class LGameView(GameView[State]):
    """The board view of the L-Game; ``art`` paints its pieces at the size in use."""

    rows = SIZE
    cols = SIZE
    cloth = "#b3a384"
    confetti = staticmethod(chip)
    coordinates = Coordinates("#746246")
    action_names: ClassVar[Mapping[str, Message]] = {"mirror": FLIP.label}
    hands: LGameHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        super().__init__(kit, sound, state, host)
        self.art = LArt(kit, self.cell)
        self.hands = LGameHands(self)
        self._landing = ""
        self._barred: tuple[Placement, Cell] | None = None

    # -- places

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.art = LArt(kit, self.cell)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle that has the board's aspect; what is held stays held."""
        super().place(rect)
        if self.cell != self.art.cell:
            self.art = LArt(self.kit, self.cell)
        self.prerender.plan(self.art.to_prerender())

    def layout(self, state: State) -> Mapping[str, Pose]:
        ls = {piece: placement_pose(there) for piece, there in zip(L_IDS, state.ls, strict=True)}
        pebbles = {piece: pose_at(cell) for piece, cell in zip(NEUTRAL_IDS, state.neutrals, strict=True)}
        return ls | pebbles

    # -- pointing in a lesson

    def stroke_of(self, move: Move) -> Stroke | None:
        """Drag the own L in its present orientation, or a pebble; tap an L that has to be rotated."""
        state, taps = self.state, tuple[Cell, ...]()
        if isinstance(move, Lay):
            home, there = state.ls[state.player], move.placement
            start, goal = home.cells, there.cells
            if there.orientation != home.orientation:
                taps = tap_sequence(legal_lays(state), home, there, self.hands.advised)
        elif isinstance(move, Shift):
            start, goal = (state.neutrals[NEUTRAL_IDS.index(move.neutral)],), (move.target,)
        else:
            return None
        stops = tuple(map(self._middle_of, taps or (start[0], goal[0])))
        return Stroke("tap" if taps else "drag", stops, tuple(self.cell_rect(cell) for cell in (*start, *goal)))

    def touches(self, move: Move) -> Sequence[pygame.Rect]:
        return tuple(map(self.cell_rect, move.placement.cells)) if isinstance(move, Lay) else super().touches(move)

    def spots(self, name: str) -> Sequence[pygame.Rect]:
        if name not in L_IDS:
            return super().spots(name)
        return [self.cell_rect(cell) for cell in self.state.ls[L_IDS.index(name)].cells]

    def figure_rect(self, seat: int) -> pygame.Rect | None:
        """The token inlaid in the L of a seat."""
        return self.square_around(*sign_at(self.stage.pose(L_IDS[seat])), SIGN * self.cell)

    # -- texts

    def controls(self) -> Sequence[ViewButton]:
        if not self.host.live or not self.hands.lays:
            return ()
        return (TURN, FLIP, LAY_HERE) if self.hands.ghost_move is not None else (TURN, FLIP)

    def status(self) -> Message | None:
        hands = self.hands
        if self.state.phase == "shift":
            if hands.pebble is not None:
                return Message("Choose a free square for the pebble.")
            return Message("Move a pebble if you like, then end your turn.")
        if hands.lift is None:
            return Message("Lift your L.") if hands.lays else None
        if hands.ghost_move is not None:
            return Message("It fits here: lay it, or look for a better place.")
        if hands.ghost is not None:
            return Message("It cannot lie here: something is in the way.")
        return Message("Drag it or tap a lit square.")

    def end_move(self) -> Move | None:
        """Stay, if the pebbles may be left as they are."""
        return next((move for move in self.state.legal_moves() if isinstance(move, Stay)), None)

    # -- positions, time and sound

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Show another position; the cursor goes where the next action is possible."""
        super().show(state, events, at_once=at_once)
        self.hands.wait()

    def trail_of(self, before: State, events: Sequence[Event]) -> Trail:
        """An L leaves its four squares."""
        lays = any(event.name == "lay" for event in events)
        return Trail(frozenset(before.ls[before.player].cells)) if lays else trail_of(events)

    def show_end_reason(self) -> None:
        """Show, one after the other, the placements that a single square blocked for the loser's L."""
        outcome = self.state.outcome()
        if outcome is None or not outcome.winners or self.kit.reduced_motion:
            return
        places = barred(self.state)
        following = iter(places)

        def glance(_event: Event) -> None:
            self._barred = next(following)

        animation = Animation(Event("barred"), {}, min(GLANCE, TELLING / max(1, len(places))))
        self.stage.perform([animation] * len(places), self.layout(self.state), glance)

    def on_event(self, event: Event) -> None:
        """Accompany an event: a flying piece is heard when it leaves the board and when it lands."""
        piece = next(iter(event.paths), None)
        if piece is None or self.kit.reduced_motion:
            super().on_event(event)
            return
        here, home = self.stage.pose(piece), self.layout(self.state)[piece]
        if math.hypot(home.x - here.x, home.y - here.y) < FAR:
            super().on_event(event)
            return
        self._landing = event.name
        self.play_sound("lift")

    def update(self, dt: float) -> bool:
        moving = super().update(dt)
        if self._landing and not moving:
            self.play_sound(self._landing)
            self._landing = ""
        self.update_prerender(dt, moving=moving)
        return self.hands.update(dt) or moving

    # -- picture

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.art.draw_board(surface, self.rect, self.margin, SIZE)
        self.draw_coordinates(surface)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        hands = self.hands
        for cell in sorted(hands.lit()):
            self.art.draw_square(surface, "lit", self.cell_rect(cell))
        draw_trail(self.kit, surface, self, self.trail)
        if hands.lift is not None:
            self._draw_mark(surface, "home", hands.home)
        poses = self.stage.poses()
        self._draw_pieces(surface, [(piece, pose) for piece, pose in poses if pose.z <= 0])
        if hands.ghost is not None:
            self._draw_mark(surface, "legal" if hands.ghost in hands.lays else "blocked", hands.ghost)
        self._draw_hint(surface)
        self._draw_pieces(surface, [(piece, pose) for piece, pose in poses if pose.z > 0])
        if self._barred is not None and self.stage.moving:
            self._draw_mark(surface, "blocked", self._barred[0])
            self.art.draw_badge(surface, "close_thick", self._middle_of(self._barred[1]))
        if hands.lift is not None and hands.hand is None and not self.stage.moving:
            self._draw_badges(surface, hands.lift)
        if hands.shows_cursor and self.host.live and hands.lift is None and hands.cursor.at is not None:
            self.art.draw_square(surface, "cursor", self.cell_rect(hands.cursor.at))

    def _draw_pieces(self, surface: pygame.Surface, pieces: Sequence[tuple[str, Pose]]) -> None:
        for piece, pose in pieces:
            draw = self.art.draw_l_shadow if piece in L_IDS else self.art.draw_pebble_shadow
            draw(surface, pose, self.to_pixels(pose.x, pose.y))
        for piece, pose in pieces:
            at = self.to_pixels(pose.x, pose.y)
            if piece in L_IDS:
                seat = L_IDS.index(piece)
                up = self.turn.rise(seat) * self.cell
                self.art.draw_l(surface, seat, pose, (at[0], at[1] - up))
                if pose.z <= 0 and (sign := self.figure_rect(seat)) is not None:
                    self.turn.draw(self.kit, surface, seat, sign.move(0, -round(up)))
            else:
                self.art.draw_pebble(surface, NEUTRAL_IDS.index(piece), pose, at)

    def _draw_mark(self, surface: pygame.Surface, mark: Mark, placement: Placement) -> None:
        pose = placement_pose(placement)
        self.art.draw_mark(surface, mark, pose, self.to_pixels(pose.x, pose.y))

    def _draw_hint(self, surface: pygame.Surface) -> None:
        for move in self.hands.hint:
            if isinstance(move, Lay):
                self._draw_mark(surface, "hint", move.placement)
            elif isinstance(move, Shift):
                start = self.hint_state.neutrals[NEUTRAL_IDS.index(move.neutral)]
                self.art.draw_arrow(surface, self._middle_of(start), self._middle_of(move.target))

    def _middle_of(self, cell: Cell) -> Point:
        return self.to_pixels(cell.col + 0.5, cell.row + 0.5)

    def _draw_badges(self, surface: pygame.Surface, lift: LiftedPiece) -> None:
        """Show what another tap would do: lay the L, or try the square differently."""
        pinned, move = lift.pinned, self.hands.ghost_move
        if pinned is None or move is None:
            return
        if self.hands.has_more(lift, pinned):
            self.art.draw_badge(surface, "autorenew", self._middle_of(pinned))
        self.art.draw_badge(surface, "check_bold", self._middle_of(farthest(move.placement, pinned)))


VIEW = LGameView
