"""The part of the puzzle shelf where new puzzles are made to measure."""

from __future__ import annotations

from functools import partial

from logic.boards import free_name
from logic.core import Message
from logic.puzzles import Puzzle
from scenes.maker import Maker
from scenes.ownboards import keep_new
from scenes.page import column, row_of, section, words
from scenes.puzzlecard import Face, PuzzleCard
from scenes.puzzledesk import Desk, Tab
from scenes.puzzleplay import best_of, fresh_seed, remember
from scenes.seedfield import seed_field
from scenes.writing import ask_for_name
from sprites.ui import Widget
from sprites.widgets import Button, Choice, Panel, Progress, line_up


class NewTab(Tab):
    """Has a puzzle made to measure; what came out is shown with its par before it is played."""

    key, icon, title = "new", "auto_fix", Message("New")

    def __init__(self, desk: Desk, seed: str = "") -> None:
        super().__init__(desk)
        self.seed = seed
        self._maker = Maker(desk.app, desk.game)
        self._made: Puzzle | Message | None = None
        self._used_seed = 0
        self.wanted = self._remembered()

    def _remembered(self) -> dict[str, int]:
        """Give what was chosen the last time, as far as it still can be."""
        kept = self.desk.app.settings.setups.get(self.desk.game, {}).get("knobs")
        chosen = kept if isinstance(kept, dict) else {}
        return {
            knob.name: chosen[knob.name] if chosen.get(knob.name) in dict(knob.options) else knob.default
            for knob in self.desk.puzzles.knobs
        }

    def widgets(self) -> list[Widget]:
        """Make the choices, and below them what is being made or has been."""
        desk, page = self.desk, self.desk.page
        choices: list[Widget] = []
        for knob in desk.puzzles.knobs:
            options = [(value, desk.say(label)) for value, label in knob.options]
            choices.append(Choice(desk.app.kit, f"knob-{knob.name}", desk.say(knob.title), options,
                                  self.wanted[knob.name], partial(self._choose, knob.name)))  # fmt: skip
        choices.append(seed_field(page, self.seed, self._set_seed, self._make))
        line_up(choices)
        return [
            section(page, "new", desk.say(Message("Made to measure"))),
            Panel(desk.app.kit, "sheet", column(page, "knobs", *choices)),
            self._make_row(),
            *self._outcome(),
        ]

    def _make_row(self) -> Widget:
        kit, say = self.desk.app.kit, self.desk.say
        if not self._maker.is_busy:
            return Button(kit, "make", say(Message("Make it")), "auto_fix", self._make, style="primary")
        beads = Progress(kit, "making")
        stop = Button(kit, "stop", say(Message("Cancel")), "close", self._stop)
        return row_of(self.desk.page, "making-row", beads, words(self.desk.page, "making-words",
                      say(Message("It is being made and tried …"))), stop)  # fmt: skip

    def _outcome(self) -> list[Widget]:
        desk, made, say = self.desk, self._made, self.desk.say
        if made is None:
            return []
        if isinstance(made, Message):
            return [words(desk.page, "no-puzzle", say(made), align="center")]
        best = best_of(desk.progress(), made)
        text = Message("It can be done. Seed {seed} makes it again.", seed=str(self._used_seed))
        face = Face("!", say(Message("A new one is ready")), say(text), desk.figures(made.par, best),
                    say(Message("Play")), made.tier, best.stars if best else 0, best is not None)  # fmt: skip
        keep = Button(desk.app.kit, "keep", say(Message("Keep it among my boards")), "content_save_outline",
                      partial(self._ask_name, made), style="quiet")  # fmt: skip
        return [PuzzleCard(desk.app.kit, "made", face, partial(desk.play, made.params)), keep]

    def _choose(self, knob: str, value: int) -> None:
        self.wanted[knob] = value
        remember(self.desk.app, self.desk.game, knobs=dict(self.wanted))

    def _set_seed(self, seed: str) -> None:
        self.seed = seed

    def _make(self, *_: object) -> None:
        self._made = None
        self._used_seed = int(self.seed) if self.seed else fresh_seed(self.desk.app)
        self._maker.begin(self.wanted, self._used_seed)
        self.desk.page.rebuild()
        self.desk.page.ui.set_focus(self.desk.page.ui.find("stop"))

    def _stop(self) -> None:
        self._maker.cancel()
        self.desk.page.rebuild()
        self.desk.page.ui.set_focus(self.desk.page.ui.find("make"))

    def update(self) -> bool:
        """Take what was being made."""
        made = self._maker.take()
        if made is None:
            return False
        self._made = made
        self.arrived = "made" if isinstance(made, Puzzle) else "make"
        return True

    def close(self) -> None:
        """Break off what is being made."""
        self._maker.cancel()

    def _ask_name(self, made: Puzzle) -> None:
        name = free_name(self.desk.game, self.desk.app.get(made.title))
        ask_for_name(self.desk.app, Message("A name for this board"), name, partial(self._keep, made))

    def _keep(self, made: Puzzle, name: str) -> None:
        keep_new(self.desk, name, self.desk.puzzles.write(made.params))
