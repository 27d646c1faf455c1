"""JumpIN’ on the screen: how positions follow each other, what is said, and what is counted beside the meadow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import pygame

from logic.core import Event, Message, Move
from logic.jumpin.rules import METRICS, Hop, Metric, Slide, State
from scenes.board.parts import Part, Say, Sheet, Words
from scenes.jumpin import board
from scenes.jumpin.hands import JumpinHands
from scenes.view.showing import Stroke
from scenes.view.squares import Coordinates
from scenes.view.view import ALONE, ChapterLook, GameView, Host
from sprites.jumpin import art, meadow
from sprites.jumpin.meadow import RIM, Rail, turf_daisy
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.physics import Shape
from sprites.stage.stage import Pose, pose_at
from sprites.widgets import Pointer, Widget
from sprites.widgets.places import cut

ACTION_NAMES = {
    "rotate": Message("Next animal that can move"),
    "rotate_back": Message("Animal before"),
    "restart": Message("Back to the start"),
    "far": Message("How far am I?"),
    "solve": Message("Solve from here"),
}
"""What the page of keys calls the actions of this game."""
GESTURES = (
    (Message("Tap or click"), Message("Choose an animal, then where it goes")),
    (Message("Drag a rabbit"), Message("Jump to a lit cell")),
    (Message("Drag a fox"), Message("Slide it along its line")),
    (Message("Tap one that cannot move"), Message("Say why not")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""What hands do at this board."""


def advice(state: State, chosen: str | None) -> Message:
    if chosen is None:
        return Message("Choose a rabbit or a fox.") if state.foxes else Message("Choose a rabbit.")
    if chosen.startswith("F"):
        return Message("Where does the fox slide to?")
    return Message("Where does the rabbit jump to?")


def why_not(state: State, piece: str) -> Message:
    """Say why a piece that has no legal move has none."""
    if piece.startswith("M"):
        return Message("Mushrooms stay where they are.")
    if piece.startswith("F"):
        return Message("No slide: the way is barred before and behind.")
    if any(cell in board.pieces_of(state) for cell in board.neighbours(state, state.rabbits[int(piece[1:]) - 1])):
        return Message("No jump: there is no free cell behind.")
    return Message("No jump: there is nobody to jump over.")


TITLES = {"steps": Message("Steps"), "moves": Message("Moves")}
"""What the counts are called."""
TIPS = {
    "steps": Message("Every jump and every cell that a fox slides is a step."),
    "moves": Message("Every jump is a move, and so is every slide, however long."),
}
"""What each of them counts."""
ICONS = {"steps": "stairs", "moves": "arrow_expand_horizontal"}

FIRST_ROW, SECOND_ROW = 50, 38
SMALL_FIRST_ROW, SMALL_SECOND_ROW = 38, 30
PAD = 6
"""Units around and between the rows."""
LEAST_SHARE = 0.36
"""Of a row's width for the least that it takes."""
NUMBER = 50
"""Units of width for one's own number: four digits."""


class Count(Part):
    """One of the two counts: its name, one's own number, and the least; a star where the puzzle was done in that."""

    def __init__(self, kit: Kit, metric: Metric) -> None:
        super().__init__(kit, f"count-{metric}")
        self.metric = metric
        self.title = self.own = self.least = ""
        self.is_first = self.is_perfect = False

    def fill(self, state: State, least: int | None, say: Say, *, alone: bool) -> None:
        """Show another position; ``least`` is None while unknown, and only a puzzle solved ``alone`` earns the star."""
        spent = state.spent(self.metric)
        self.title, self.tip, self.own = say(TITLES[self.metric]), say(TIPS[self.metric]), str(spent)
        self.least = "" if least is None else say(Message("at least {n}", n=least))
        self.is_first = state.metric == self.metric
        self.is_perfect = alone and least is not None and spent <= least and state.is_solved()

    def point(self, event: Pointer) -> bool:
        """Be held, so that a finger that rests here gets the words."""
        return event.kind != "hover"

    # -- places

    def _rooms(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
        """The places of the sign, the name, the number and the least."""
        rect, gap = self.rect, self.kit.px(PAD)
        side = round(rect.height * 0.62)
        icon = pygame.Rect(rect.left, rect.centery - side // 2, side, side)
        least = pygame.Rect(0, rect.top, round(rect.width * LEAST_SHARE), rect.height).move_to(right=rect.right)
        own = pygame.Rect(0, rect.top, self.kit.px(NUMBER), rect.height).move_to(right=least.left - gap)
        name = pygame.Rect(icon.right + gap, rect.top, max(1, own.left - gap - icon.right - gap), rect.height)
        return icon, name, own, least

    def words(self) -> Iterable[Words]:
        sizes, colours = self.kit.theme.sizes, self.kit.theme.colours
        _, name, own, least = self._rooms()
        ink = colours.ink if self.is_first else colours.ink_soft
        lit = colours.accent_light if self.is_first or self.is_perfect else colours.ink_soft
        size = sizes.text if self.is_first else sizes.small
        yield Words(self.title, name, ink, size, lines=1)
        yield Words(self.own, own, lit, size * 1.25, lines=1, align="right")
        if self.least:
            yield Words(self.least, least, ink, sizes.small, "text", align="right")

    def draw(self, surface: pygame.Surface) -> None:
        room, colours = self._rooms()[0], self.kit.theme.colours
        name = "star" if self.is_perfect else ICONS[self.metric]
        ink = colours.accent_light if self.is_perfect else colours.accent if self.is_first else colours.ink_soft
        glyph = self.kit.bakery.icon(name, room.width, ink)
        surface.blit(glyph, glyph.get_rect(center=room.center))
        super().draw(surface)


class JumpinPanel(Sheet):
    """Both counts, the one that the player has chosen first and larger."""

    def __init__(self, kit: Kit, key: str, look: Callable[[], State]) -> None:
        """Show the position that ``look`` gives."""
        super().__init__(kit, key)
        self._look = look
        self.counts = {metric: Count(kit, metric) for metric in METRICS}

    def children(self) -> Iterable[Widget]:
        return sorted(self.counts.values(), key=lambda count: count.metric != self._look().metric)

    def least_height(self, *, compact: bool) -> int:
        rows = (SMALL_FIRST_ROW, SMALL_SECOND_ROW) if compact else (FIRST_ROW, SECOND_ROW)
        return sum(map(self.kit.px, rows)) + 2 * self.kit.px(PAD)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        pad = self.kit.px(PAD)
        inner = rect.inflate(-4 * pad, -2 * pad)
        rows = cut(inner, "top", round(inner.height * FIRST_ROW / (FIRST_ROW + SECOND_ROW)))
        for count, row in zip(self.children(), rows, strict=True):
            count.place(row)

    def refresh(self, say: Say) -> None:
        state = self._look()
        for number, count in enumerate(self.counts.values()):
            least = self.least[number] if number < len(self.least) else None
            count.fill(state, least, say, alone=not self.was_helped)


def trodden(state: State) -> tuple[Rail, ...]:
    """The rails of the foxes that are there."""
    return tuple(sorted({Rail(level, cell.row if level else cell.col) for cell, level in state.foxes}))


SEASONS = (
    ChapterLook("#5f8f45", "flower", meadow.blossom),
    ChapterLook("#4d7a3a", "white_balance_sunny", meadow.daisy),
    ChapterLook("#8a6231", "leaf_maple", meadow.leaf),
    ChapterLook("#5f7f86", "snowflake_variant", meadow.rime),
    ChapterLook("#6d83a6", "snowflake", meadow.snow),
)
"""The meadow of each tier, from spring to deep winter."""


class JumpinView(GameView[State]):
    """The meadow with its animals."""

    margin = RIM
    cloth = "#5d7a4a"
    chapter_looks = SEASONS
    coordinates = Coordinates("#fff3d6", first=0, letters=False, high=0.18, aside=0.2, shade="#24461c")
    action_names = ACTION_NAMES
    gestures = GESTURES
    hands: JumpinHands

    def __init__(self, kit: Kit, sound: SoundBank | None, state: State, host: Host = ALONE) -> None:
        self.rows, self.cols = state.board.rows, state.board.cols
        super().__init__(kit, sound, state, host)
        self.rails_of: Callable[[State], tuple[Rail, ...]] = trodden
        """Gives the rails that are drawn; the editor replaces it."""
        self.animals = board.Animals(state)
        self.picture = board.MeadowPicture(kit)
        self.hands = JumpinHands(self, self.animals)
        self._room = self.rect
        self._celebrates = False

    # -- places

    def set_kit(self, kit: Kit) -> None:
        super().set_kit(kit)
        self.picture = board.MeadowPicture(kit)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._room = rect
        self._plan()

    def _plan(self) -> None:
        """Note what pictures the next moves need."""
        self.chores.plan(board.upcoming(self.kit, board.whole(self.cell), self.state, self.picture.effects))

    @property
    def ground(self) -> Hashable:
        """The board with its burrows and its rails."""
        return self.state.board, self.rails_of(self.state)

    def layout(self, state: State) -> Mapping[str, Pose]:
        return board.poses_of(state)

    # -- what a lesson points at

    def stroke_of(self, move: Move) -> Stroke | None:
        """Drag a fox along its rail; tap a rabbit, unless it is chosen, and then where it lands."""
        if not isinstance(move, Hop | Slide):
            return None
        piece = board.mover(move)
        ends = board.poses_of(self.state)[piece], board.end_of(self.state, move)
        stops = tuple(self.to_pixels(pose.x, pose.y) for pose in ends)
        cells = *board.cells_of(self.state, piece), *board.cells_after(self.state, move)
        lit = tuple(self.cell_rect(cell) for cell in cells)
        if isinstance(move, Slide):
            return Stroke("drag", stops, lit)
        return Stroke("tap", stops[1:] if self.animals.chosen == piece else stops, lit)

    # -- positions

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        dropped, self.hands.dropped = self.hands.dropped, ""
        self.let_go()
        self.show_hint(())
        self.hands.ask(None)
        before, self.state, self.animals.state = self.state, state, state
        if before.board != state.board:
            self._change_board()
        outcome, layout = state.outcome(), self.layout(state)
        self._celebrates = bool(events) and not at_once and outcome is not None and bool(outcome.winners)
        if events and not at_once:
            played = board.beats(events, self.layout(before), layout, self.kit.theme.seconds, dropped)
            self.stage.perform(played, layout, self.on_event)
        else:
            self.animals.flights.clear()
            self.picture.effects.clear()
            self.stage.sync(layout, at_once=at_once)
        self.hands.cursor.at = self.hands.cursor.at if self.hands.cursor.at in layout else "R1"
        self._plan()

    def _change_board(self) -> None:
        self.rows, self.cols = self.state.board.rows, self.state.board.cols
        self.place(self._room)

    @staticmethod
    def confetti() -> Shape:
        return turf_daisy

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and a look the way that it goes."""
        super().on_event(event)
        self.picture.effects.begin(event)
        for piece, path in event.paths.items():
            if len(path) > 1:
                self.animals.flights[piece] = pose_at(path[0]), pose_at(path[-1])

    # -- what else is offered

    def sheet(self) -> Sheet:
        return JumpinPanel(self.kit, "facts", lambda: self.state)

    def status(self) -> Message | None:
        asked = self.animals.asked
        return advice(self.state, self.animals.chosen) if asked is None else why_not(self.state, asked)

    # -- time and picture

    def update(self, dt: float) -> bool:
        moving = super().update(dt)
        if not moving:
            self.animals.flights.clear()
            self._begin_celebration()
        shakes = self.animals.update(dt)
        moving = self.picture.effects.update(dt) or shakes or moving
        moving |= self.hands.update(dt)
        self.paint_ahead(dt, moving=moving or self.hands.hand is not None)
        return moving

    def _begin_celebration(self) -> None:
        if self._celebrates:
            self._celebrates = False
            self.picture.effects.celebrate(self.cols, self.rows)

    def draw_ground(self, surface: pygame.Surface) -> None:
        art.lay_meadow(surface, self.kit, self.state.board, self.cell, self.rect, self.rails_of(self.state))
        self.draw_coordinates(surface)

    def draw_play(self, surface: pygame.Surface) -> None:
        self.draw_trails(surface)
        self.picture.draw(
            board.Turf(surface, self.kit, self, self.cell), self.animals, self.stage.poses(), self.signs()
        )

    def signs(self) -> board.Signs:
        return board.Signs(
            lit=self.hands.lit(),
            hint=self.hands.hint,
            hint_state=self.hint_state,
            cursor=self.hands.cursor.at if self.hands.shows_cursor and self.host.live else None,
            glad=not self.stage.moving and self.state.is_solved(),
            names=bool(self.host.names_pieces or self.hands.hint),
        )


VIEW = JumpinView
