"""What can be opened from a board: the pause menu and what it leads to, the result and what comes after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from logic.core import Message, Outcome, Player, redact
from scenes.exports import export_game
from scenes.help import HelpScene
from scenes.overlays import Answer, Choice, PauseMenu, Question
from scenes.replay import ReplayScene
from scenes.result import Result, Review
from scenes.rules import RulesScene
from scenes.score import running_score
from scenes.settings import SettingsScene
from scenes.stack import Scene
from scenes.wording import span

if TYPE_CHECKING:
    from scenes.board import BoardScene
    from scenes.match import Match


class BoardMenu:
    """Opens the screens that lie over one board, and leads on from it."""

    def __init__(self, board: BoardScene) -> None:
        self.board = board
        self.app = board.app
        self.match = board.match
        self._awaits_review = False

    def _push(self, scene: Scene) -> None:
        self.app.stack.push(scene)

    # -- the pause menu

    def open(self) -> None:
        """Open the pause menu, or, once the game is over, its result."""
        if self.match.is_over:
            self.show_result()
        else:
            self._push(PauseMenu(self.app, self.app.get(self.match.config.title), self._choices()))

    def _choices(self) -> list[Choice]:
        choices = [
            Choice("rules", "book_open_variant", Message("Rules"), self._rules),
            Choice("settings", "cog", Message("Settings"), lambda: self._push(SettingsScene(self.app))),
            Choice("help", "help_circle_outline", Message("Keys and gestures"), self.help),
            Choice("restart", "restart", Message("Start again"), self._ask_restart),
        ]
        if self.match.can_agree:
            choices.append(Choice("agree", "handshake_outline", Message("Agree on a draw"), self._ask_agree))
        if self.match.game_id is not None:
            choices.append(Choice("save", "export_variant", Message("Save a copy"), self._save_copy))
        if self.match.awaits_human:
            choices.append(Choice("give_up", "flag_outline", Message("Give up"), self._ask_give_up))
        return [*choices, Choice("shelf", "exit_to_app", Message("To the shelf"), self.to_shelf)]

    def _rules(self) -> None:
        match = self.match
        shown = redact(match.session.game, match.session.state, self.board.viewer)
        self._push(RulesScene(self.app, match.name, shown))

    def _save_copy(self) -> None:
        """Write the game to a file to take along; the message names it."""
        if self.match.game_id is not None:
            export_game(self.app, self.match.game_id)

    def help(self) -> None:
        """Open the page of keys and gestures."""
        self._push(HelpScene(self.app))

    def _ask_restart(self) -> None:
        question = Message("Start this game again from the beginning? The game so far stays among your open games.")
        self._ask(question, Message("Start again"), self._restart)

    def _ask_give_up(self) -> None:
        actor = self.match.actor
        self._ask(
            Message("{player}, do you really give up?", player=Player(actor)),
            Message("Give up"),
            lambda: self.match.give_up(actor),
        )

    def _ask_agree(self) -> None:
        self._ask(Message("Do all of you agree on a draw?"), Message("Agree on a draw"), self.match.agree)

    def _ask(self, question: Message, yes: Message, do: Callable[[], object]) -> None:
        answers: list[Answer] = [(Message("Go on playing"), None, "normal"), (yes, do, "danger")]
        self._push(Question(self.app, question, answers, names=self.match.names))

    # -- leading on

    def to_shelf(self) -> None:
        """Leave the board; an open game waits on the shelf."""
        from scenes.shelf import ShelfScene  # the shelf itself opens boards

        if not self.match.is_over and self.match.session.place and self.match.game_id is not None:
            self.app.tell(Message("Your game is kept. You can go on whenever you like."))
        if any(isinstance(scene, ShelfScene) for scene in self.app.stack.scenes):
            self.app.stack.clear_to(ShelfScene)
        else:
            self.app.stack.pop(self.board)

    def _restart(self) -> None:
        self._open_instead(self.match.again)

    def _open_instead(self, begin: Callable[[], Match]) -> None:
        """Put another match in this board's place."""
        from scenes.board import BoardScene  # which has this menu

        stack = self.app.stack
        stack.pop(self.board)
        stack.push(BoardScene(self.app, begin()))

    def set_up(self) -> None:
        """Leave the board for the set-up of another game."""
        from scenes.setup import SetupScene  # which opens boards

        stack = self.app.stack
        stack.pop(self.board)
        if not any(isinstance(scene, SetupScene) for scene in stack.scenes):
            stack.push(SetupScene(self.app, self.match.name))

    # -- the result

    def show_result(self) -> None:
        """Show how the game ended."""
        outcome = self.match.outcome
        if outcome is None:
            return
        self._push(
            Result(
                self.app,
                title=_title(outcome),
                reason=outcome.reason,
                names=self.match.names,
                ranking=outcome.ranking,
                choices=self._next_choices(),
                cheers=self._cheers(outcome),
                thinking=[] if self.match.was_resumed else self.match.thinking_time,
                facts=self._facts(),
            )
        )

    def _facts(self) -> list[str]:
        """Say how long the game was, and how these two stand with each other."""
        match, say = self.match, self.app.say
        seconds = sum(match.thinking_time)
        length = Message("{n} turn", plural="{n} turns", n=match.turns)
        if not match.was_resumed:
            time = span(self.app, seconds)
            length = Message("{n} turn in {time}", plural="{n} turns in {time}", n=match.turns, time=time)
        score = running_score(self.app, match.session.setup)
        return [say(length), *([] if score is None else [score])]

    def _next_choices(self) -> list[Choice]:
        choices = [
            Choice("rematch", "refresh", Message("Rematch"), lambda: self._open_instead(self.match.rematch), "primary"),
            Choice("set_up", "tune", Message("New set-up"), self.set_up),
            Choice("replay", "play_circle_outline", Message("Watch again"), self._replay),
        ]
        if self.match.can_review and self.match.has_coach:
            choices.append(Choice("review", "school_outline", Message("Ask the coach"), self._review))
        return [*choices, Choice("shelf", "exit_to_app", Message("To the shelf"), self.to_shelf)]

    def _cheers(self, outcome: Outcome) -> tuple[int, ...] | None:
        """Give whose colours fly: those of winners; none where only computers have won against people."""
        people = [seat for seat, sitting in enumerate(self.match.seats) if not sitting.is_computer]
        glad = any(winner in people for winner in outcome.winners) or not people
        return outcome.winners if outcome.winners and glad else None

    def sound_of_end(self) -> str:
        """Name the phrase that is heard at the end."""
        outcome = self.match.outcome
        if outcome is None or not outcome.winners:
            return "draw"
        return "win" if self._cheers(outcome) is not None else "loss"

    def _replay(self) -> None:
        self._push(ReplayScene(self.app, self.match.session, remarks=self.match.remarks))

    def _review(self) -> None:
        self._awaits_review = True
        self.match.ask_review()
        self.show_awaited_review()

    def show_awaited_review(self) -> None:
        """Show what the coach has found, once it is asked for and there; a remark opens the replay at its place."""
        if self._awaits_review and self.match.remarks is not None:
            self._awaits_review = False
            self._push(Review(self.app, self.match.remarks, self.match.names, self._replay_at))

    def _replay_at(self, place: int) -> None:
        self._push(ReplayScene(self.app, self.match.session, place=place, remarks=self.match.remarks))


def _title(outcome: Outcome) -> Message:
    if not outcome.winners:
        return Message("A draw")
    if len(outcome.winners) == 1:
        return Message("{player} wins!", player=Player(outcome.winners[0]))
    return Message("A shared win!")
