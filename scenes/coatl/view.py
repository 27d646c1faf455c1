"""The view of Cóatl: layout, animation of events, input, and the buttons beside the board."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import pygame

from logic.coatl import State
from logic.coatl.components import FIELDS
from logic.coatl.moves import Attach, Choose, Crown, Discard, Draw, Prophesy, Start, Take, card_points
from logic.core import Event, Message, Move
from scenes.coatl import exhibits
from scenes.coatl.animation import HEIGHT, Animator
from scenes.coatl.components import picture_of, things_of
from scenes.coatl.hands import CoatlHands
from scenes.coatl.layout import (
    Spot,
    TableLayout,
    TableRects,
    end_spot,
    is_card,
    layout_of,
    others_of,
    own_cards,
    start_spot,
)
from scenes.coatl.narration import ACTION_NAMES, GESTURES, advice, describe_spot, end_label, why_not
from scenes.coatl.paint import CoatlPicture, EndTally
from scenes.view.showing import Stroke
from scenes.view.squares import Trail
from scenes.view.view import ALONE, GameView, Host, Things, ViewButton
from sprites.coatl.effects import feather, sound_of
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Animation, Pose, Track
from sprites.widgets.input import Pos

SILENT = ("carry", "end")
"""Events without sound and effect."""
LEAVES_TRAIL = ("take", "choose", "crown", "prophesy", "start", "attach", "close", "fetch", "commit", "steal", "rob")
"""Events with a move that all may see."""
FORWARD = 0.5
"""Cells by which a cóatl comes forward at the end to be counted."""
COUNT, COUNTING = 0.4, 3.0
"""Seconds for counting a card, and for all of them at most."""
TAKE_ALL_BACK = ViewButton("restart", "undo_variant", Message("Take all back"))
OTHERS = ViewButton("others", "account_group", Message("The others"))


class CoatlView(GameView[State]):
    """The board view of Cóatl."""

    margin = 0.0
    aspect, tallness = 1.2, 1.3
    """Preferred width of the table by its height, and preferred height by width in a portrait window."""
    cloth = "#9a4a2c"
    confetti = staticmethod(feather)
    draw_exhibits = staticmethod(exhibits.draw_exhibits)
    action_names = ACTION_NAMES
    gestures = GESTURES
    opens_at_end = True
    hands: CoatlHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        self.state, self.host = state, host
        self.table = TableLayout(self)
        super().__init__(kit, sound, state, host)
        self.hands = CoatlHands(self, self.table)
        self.picture = CoatlPicture(self, self.table, self.hands)
        self._coming: list[str] = []
        self._is_covered = host.hides_secrets
        self._settle()

    # -- places

    @property
    def rects(self) -> TableRects:
        """All rectangles for the present viewer."""
        return self.table.rects

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.picture.renew()

    def place(self, rect: pygame.Rect) -> None:
        """Take the whole of a rectangle, unless it is far too wide or too high."""
        self.table.room = rect.copy()
        self._settle()
        self.stage.sync(self.picture.home, at_once=True)
        self.prerender.plan(self.picture.to_prerender())

    def _settle(self) -> None:
        """Take over the table's present rectangle and unit."""
        self.rect, self.cell = self.rects.rect, float(self.rects.unit)
        self.picture.set_rest_poses(self.layout(self.state))

    def layout(self, state: State) -> Mapping[str, Pose]:
        """The pose of every piece and card; covered ones have names of the view's own."""
        poses, own = layout_of(self.rects, state, self.host.viewer), self._covered_cards(state)
        return {name: replace(pose, flip=-1.0) if name in own else pose for name, pose in poses.items()}

    def _covered_cards(self, state: State) -> frozenset[str]:
        """The own cards that are face down because others look on."""
        return own_cards(state, self.host.viewer) if self.host.hides_secrets else frozenset()

    # -- picture

    @property
    def ground(self) -> Hashable:
        """What the static background depends on, the same for all players: the supply board and empty places."""
        params = self.state.params
        return self.host.viewer < params.players, params.players, params.tokens

    def draw_ground(self, surface: pygame.Surface) -> None:
        self.picture.still.draw_ground(surface)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        self.picture.draw_foreground(surface)

    def log_picture(self, state: State, move: Move, height: int) -> pygame.Surface | None:
        """A picture as high as a line for the list of moves: pieces, the tag of a card, a token."""
        return picture_of(self.kit, state, move, height, None if self.host.has_onlookers else self.host.viewer)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        dropped, self.hands.dropped = self.hands.dropped, ()
        before, rects, laid, grooves = self.state, self.rects, self.picture.laid, self.picture.still.grooves
        known = {name: self.stage.pose(name) for name, _ in self.stage.poses()}
        self.hands.forget()
        self.show_hint(())
        self.state, self._is_covered = state, self.host.hides_secrets
        at_once = at_once or not self.rects.is_table_of(rects)
        self._settle()
        if not at_once:
            self.picture.animate_from(laid, grooves)
        after = self.picture.home
        if events and not at_once:
            animations = Animator(rects, known, after, before, self.kit.theme.seconds, dropped).animations(events)
            self._coming = [name for name in after if is_card(name) and name not in known]
            self.stage.perform(animations, after, self.on_event)
        else:
            self.picture.effects.clear()
            self.stage.sync(after, at_once=at_once)
        self.prerender.plan(self.picture.to_prerender())

    def trail_of(self, before: State, events: Sequence[Event]) -> Trail:
        """What is openly visible now and was not before, and where in the market it came from."""
        moved = {name for event in events if event.name in LEAVES_TRAIL for name in event.paths}
        shelves = {f"display{number}": card for number, card in enumerate(before.display)}
        shelves |= {f"temples{number}": card for number, card in enumerate(before.temples)}
        fields = {field for field, pieces in zip(FIELDS, before.supply, strict=True) if moved & {*pieces}}
        return Trail(things=frozenset(moved | fields | {place for place, card in shelves.items() if card in moved}))

    def show_end_reason(self) -> None:
        """Let the viewer's finished cóatls come forward one after the other, and count their cards' points."""
        viewer, seats, seconds = self.host.viewer, self.state.seats, self.kit.theme.seconds
        if self.state.outcome() is None or viewer >= len(seats) or self.kit.reduced_motion:
            return
        home, animations, tallies = self.picture.home, list[Animation](), list[EndTally]()
        made = {number: coatl for number, coatl in enumerate(seats[viewer].coatls) if coatl.is_finished}
        each = min(COUNT, COUNTING / max(1, sum(len(card_points(coatl)) for coatl in made.values())))
        back: dict[str, Track] = {}
        for number, coatl in made.items():
            forward = {piece: replace(home[piece], x=home[piece].x - FORWARD, z=HEIGHT / 2) for piece in coatl.pieces}
            tracks = {piece: Track((home[piece], pose)) for piece, pose in forward.items()}
            cards, points = tuple(card_points(coatl)), tuple(card_points(coatl).values())
            animations.append(Animation(Event("count"), back | tracks, seconds.slide))
            tallies.append(EndTally(number))
            for n in range(1, len(cards) + 1):
                animations.append(Animation(Event("count"), {}, each))
                tallies.append(EndTally(number, cards[:n], points[:n]))
            animations.append(Animation(Event("count"), {}, 2 * each))
            tallies.append(EndTally(number, cards, points, is_whole=True))
            back = {piece: Track((pose, home[piece])) for piece, pose in forward.items()}
        following = iter(tallies)

        def count(_event: Event) -> None:
            tally = self.picture.tally = next(following)
            if tally.cards:
                self.play_sound(sound_of("lock") if tally.is_whole else "tick")

        self.stage.perform(animations, home, count)

    def on_event(self, event: Event) -> None:
        if event.name in SILENT:
            return
        self.play_sound(sound_of(event.name))
        poses = [pose for name in event.paths if (pose := self.picture.home.get(name)) is not None]
        self.picture.effects.begin(event.name, [(pose.x, pose.y) for pose in poses])

    def update(self, dt: float) -> bool:
        self._turn_cards()
        waits = self.hands.inspector.update(dt, self.kit.theme.seconds)
        moving = super().update(dt)
        self.hands.dropped = ()
        moving |= self.picture.effects.update(dt) | self.picture.still.update(dt)
        if self._coming:
            # Cards arrive face down: there is time to paint a face in each frame.
            self.picture.paint_face(self._coming.pop())
        else:
            self.update_prerender(dt, moving=moving)
        return self.hands.update(dt) | moving | waits

    def _turn_cards(self) -> None:
        """Turn the own cards face up or face down, as the host says."""
        if self._is_covered == self.host.hides_secrets:
            return
        self._is_covered = self.host.hides_secrets
        self._settle()
        self.stage.sync(self.picture.home)
        lifted = self.hands.choice.lifted
        if lifted in own_cards(self.state, self.host.viewer):
            self.stage.hold(lifted, replace(self.stage.pose(lifted), flip=-1.0 if self._is_covered else 1.0))

    # -- input

    def holds_secret(self, pos: Pos) -> bool:
        """Whether an own card of the hand lies there."""
        spot = self.hands.pointing.at(pos)
        return spot is not None and spot.name in own_cards(self.state, self.host.viewer)

    # -- pointing in a lesson

    def stroke_of(self, move: Move) -> Stroke | None:
        """Tap what is taken from the table; drag what is laid on an own cóatl."""
        if isinstance(move, Take | Choose | Discard | Draw):
            taken = self.spots(move.thing or "deck1")
            return Stroke("tap", (taken[0].center,), (taken[0],)) if taken else None
        rects, viewer = self.rects, self.host.viewer
        if isinstance(move, Attach):
            goal = end_spot(rects, self.state, viewer, move.coatl, move.side)[1]
        elif isinstance(move, Start):
            goal = start_spot(rects, self.state, viewer)[1]
        elif isinstance(move, Prophesy | Crown):
            goal = rects.own.lanes[move.coatl].rect
        else:
            return None
        start = self.spots(move.thing)
        return Stroke("drag", (start[0].center, goal.center), (start[0], goal)) if start else None

    def spots(self, name: str) -> Sequence[pygame.Rect]:
        own, middle = self.rects.own, self.rects.middle
        parts = {
            "supply": [*middle.fields.values()], "display": [*middle.display], "hand": [own.hand],
            "shrine": [own.shrine], "board": [*own.slots], "lanes": [lane.rect for lane in own.lanes],
            "bags": [*middle.pouches.values()], "temples": [*middle.temples],
        }  # fmt: skip
        if name in parts:
            return parts[name]
        found = (rect for spot, rect in self.hands.pointing.on_table() if name == (spot.name or spot.label))
        return list(islice(found, 1))

    # -- offers

    def describe_at(self, pos: Pos) -> Message | None:
        """Describe what is at a position of the window: pieces, cards with their requirements and points, players."""
        spot = self.hands.pointing.at(pos)
        if spot is None:
            return None
        return describe_spot(self.state, self.hands.choice.describable_spot(spot), self.host.viewer)

    def figure_rect(self, seat: int) -> pygame.Rect | None:
        """The medallion of an opponent; None for the viewer, who sits before the table."""
        area = self.table.rects.area(seat)
        return None if area is self.table.rects.own else area.badge

    def controls(self) -> Sequence[ViewButton]:
        begun = self.state.seat.aside if self.state.action == "discard" else self.state.action
        back = replace(TAKE_ALL_BACK, enabled=bool(begun))
        return (back, OTHERS) if len(others_of(self.state, self.host.viewer)) else (back,)

    def status(self) -> Message | None:
        choice = self.hands.choice
        touched = choice.describable_spot(choice.refused) if choice.refused is not None else None
        refused = why_not(self.state, touched, self.host.viewer) if touched is not None else None
        if refused is not None:
            return refused
        if choice.armed:
            return describe_spot(self.state, Spot("token", choice.armed, self.host.viewer), self.host.viewer)
        return advice(self.state, hides_secrets=self.host.hides_secrets)

    def things(self, seat: int, *, secret: bool) -> Things | None:
        return things_of(self.kit, self.state, seat, secret=secret)

    def end_move(self) -> Move | None:
        return self.hands.choice.reach.end

    def end_label(self) -> Message | None:
        return end_label(self.state)


VIEW = CoatlView
