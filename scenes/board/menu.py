"""What can be opened from a board: the pause menu with its entries, the result, and what follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame

from logic.core import Message, Player
from logic.game import redact
from logic.puzzles import Puzzles, puzzles_at
from scenes.app.app import Scene
from scenes.app.card import portrait_of, temper_of
from scenes.app.exports import export_game
from scenes.app.page import MenuEntry, PauseMenu, ask
from scenes.app.routes import Route
from scenes.board import result
from scenes.board.automatic import Solving
from scenes.board.awards import is_for_points
from scenes.board.match import Match
from scenes.board.model import can_reopen
from scenes.board.panel import offers_helps
from scenes.board.teaching import Guide, begin_again
from scenes.puzzles.play import SimilarPuzzle, SolutionFinder, can_show_solution, next_after, play_instead
from scenes.share.subject import shared_game
from scenes.view.view import GameView

TOGGLES_COORDINATES = Message("Coordinates on or off")


class Exits:
    """The screens that a board's menus lead to when it is left: the shelf, the set-up, another game in its place."""

    def __init__(self, board: Scene, match: Match) -> None:
        self.board = board
        self.app = board.app
        self.match = match

    def available(self, choices: list[MenuEntry]) -> list[MenuEntry]:
        """Those of the choices that exist here, with the labels that they have here."""
        return choices

    def back(self) -> None:
        """Go to the shelf; an unfinished game can be resumed there."""
        if self.match.session.ply:
            self._tell_kept()
        if self.app.stack.find("shelf") is not None:
            self.app.stack.clear_to("shelf")
        else:
            self.app.stack.pop(self.board)

    def _tell_kept(self) -> None:
        if not self.match.is_over and self.match.game_id is not None:
            self.app.tell(Message("Your game is kept. You can go on whenever you like."))

    def set_up(self) -> None:
        """Leave the board for the set-up of another game, or for the other puzzles."""
        if self.match.moves_of_people():
            self._tell_kept()
        self.app.stack.pop(self.board)
        route: Route = "setup" if puzzles_here(self.match) is None else "puzzles"
        if self.app.stack.find(route) is None:
            self.app.open(route, self.match.name)

    def again(self) -> None:
        """Start exactly this game again; this one stays among the unfinished ones."""
        self._open_instead(self.match.again)

    def rematch(self) -> None:
        """Start the same game with another seed, players and handicaps one seat on."""
        self._open_instead(self.match.rematch)

    def _open_instead(self, begin: Callable[[], Match]) -> None:
        self.app.stack.pop(self.board)
        self.app.open("board", begin())


def puzzles_here(match: Match) -> Puzzles | None:
    """The puzzles of the game that is played here; None if it is not played as a puzzle."""
    return puzzles_at(match.session.game, len(match.seats))


@dataclass(eq=False)
class BoardMenu:
    """Opens the screens over one board, and leaves it by its ``exits``.

    It is given the rectangle of the result beside the board, for the present window, and what opens the table to
    phones.
    """

    board: Scene
    match: Match
    view: GameView[Any]
    _solving: Solving
    _show_all: Callable[[], None]
    exits: Exits
    _beside: Callable[[], pygame.Rect]
    _guide: Guide | None
    _invite: Callable[[], object]

    def __post_init__(self) -> None:
        self.app = self.board.app
        self._awaits_review = False
        self._another = SimilarPuzzle(self.app, self.match, lambda params: play_instead(self.match, params))
        self._shortest = SolutionFinder(self.app, self.match.name)

    def leave(self) -> None:
        """Drop the pending requests."""
        self._another.cancel()
        self._shortest.forget()

    def _push(self, scene: Scene) -> None:
        self.app.stack.push(scene)

    # -- the pause menu

    def open(self) -> None:
        """Open the pause menu, or, once the game is over, its result."""
        if self.match.is_over:
            self.show_result()
        else:
            self._push(
                PauseMenu(self.app, self.app.get(self.match.config.title), self.exits.available(self._choices()))
            )

    def _choices(self) -> list[MenuEntry]:
        choices = [
            *self._without_model(),
            MenuEntry("rules", "book_open_variant", Message("Rules"), self._rules),
            MenuEntry("settings", "cog", Message("Settings"), lambda: self.app.open("settings")),
            *self._coordinates(),
            MenuEntry("help", "help_circle_outline", Message("Keys and gestures"), self.help),
            MenuEntry("restart", "restart", Message("Start again"), self._ask_restart),
        ]
        if self._guide is not None and self._guide.is_skipped and not self.match.is_over:
            choices.append(MenuEntry("lesson", "school_outline", Message("Guided game"), self._guide.resume))
        if self.match.coach.has_par and not offers_helps(self.match, self.view):
            choices += self._helps()
        if self._guide is None or self._guide.is_skipped:
            choices.append(MenuEntry("phones", "cellphone_link", Message("Join by phone"), self._invite))
        choices.append(MenuEntry("share", "share_variant", Message("Share"), self._share))
        if self.match.can_agree:
            choices.append(MenuEntry("agree", "handshake_outline", Message("Agree on a draw"), self._ask_agree))
        if self.match.game_id is not None:
            choices.append(MenuEntry("save", "export_variant", Message("Save a copy"), self._save_copy))
        if self.match.awaits_human:
            choices.append(MenuEntry("give_up", "flag_outline", Message("Give up"), self._ask_give_up))
        choices += self._other_puzzles()
        return [*choices, MenuEntry("shelf", "exit_to_app", Message("To the shelf"), self.exits.back)]

    def _other_puzzles(self) -> list[MenuEntry]:
        if puzzles_here(self.match) is None:
            return []
        return [MenuEntry("set_up", "view_grid_outline", Message("Other puzzles"), self.exits.set_up)]

    def _without_model(self) -> list[MenuEntry]:
        computers = self.match.computers
        if not computers.asks_model:
            return []
        label = Message("Do not wait for the model")
        return [MenuEntry("without_model", "skip_next", label, computers.replace_model)]

    def _coordinates(self) -> list[MenuEntry]:
        if self.view.coordinates is None:
            return []
        return [MenuEntry("coordinates", "grid", TOGGLES_COORDINATES, partial(self.board.act, "coordinates"))]

    def _helps(self) -> list[MenuEntry]:
        """The aids for a puzzle that can be used now."""
        helps = [
            MenuEntry("far", "map_marker_distance", Message("How far am I?"), partial(self.board.act, "far")),
            MenuEntry("solve", "auto_fix", Message("Solve from here"), partial(self.board.act, "solve")),
        ]
        able = {"far": self.match.coach.can_ask_evaluation, "solve": self._solving.is_offered}
        return [choice for choice in helps if able[choice.key]]

    def _rules(self) -> None:
        match = self.match
        shown = match.common_view(redact(match.session.game, match.session.state, self.view.host.viewer))
        self.app.open("rules", match.name, shown)

    def _share(self) -> None:
        """Share the position, or once the game is over its result."""
        match = self.match
        said = [self.app.say(result.title_of(match), match.names)] if match.is_over else []
        self.app.open("share", shared_game(self.app, match.session, uncovered=self.view.host.uncovered, said=said))

    def _save_copy(self) -> None:
        """Export the game to a file; a message names it."""
        if self.match.game_id is not None:
            export_game(self.app, self.match.game_id)

    def help(self) -> None:
        """Open the page of keys and gestures for this board."""
        view = self.view
        names = {} if view.coordinates is None else {"coordinates": TOGGLES_COORDINATES}
        names |= view.action_names
        self.app.open("help", names, view.gestures, self.match.name, is_lesson=self._guide is not None)

    def _ask_restart(self) -> None:
        question = Message("Start this game again from the beginning? The game so far stays among your open games.")
        guided = self._guide is not None and not self._guide.is_skipped
        self._ask(question, Message("Start again"), self._begin_again if guided else self.exits.again)

    def _begin_again(self) -> None:
        """Replace this game by the same one, with its lesson from the beginning."""
        self.app.stack.pop(self.board)
        self.app.open("board", *begin_again(self.app, self.match))

    def _ask_give_up(self) -> None:
        actor = self.match.actor
        question = Message("{player}, do you really give up?", player=Player(actor))
        if self.match.is_solitary:
            question = Message("Do you really give up?")
        elif self.match.session.can_leave(actor):
            question = Message("{player}, do you give up? The computer plays on for you.", player=Player(actor))
        self._ask(question, Message("Give up"), lambda: self.match.give_up(actor))

    def _ask_agree(self) -> None:
        self._ask(Message("Do all of you agree on a draw?"), Message("Agree on a draw"), self.match.agree)

    def _ask(self, question: Message, yes: Message, do: Callable[[], object]) -> None:
        no = Message("Go on playing")
        ask(self.app, question, (no, None, "normal"), (yes, do, "danger"), names=self.match.names)

    # -- the result

    def show_result(self) -> None:
        """Show the result beside the board; nothing while the game goes on."""
        outcome, match = self.match.outcome, self.match
        if outcome is None:
            return
        ending = result.Ending(
            result.title_of(match),
            outcome.reason,
            match.names,
            ranking=() if match.is_solitary else outcome.ranking,
            confetti_seats=result.confetti_seats_of(match),
            thinking=[] if match.lacks_times else match.thinking_time,
            points=result.points_of(match),
            facts=result.facts_of(self.app, match),
            stars=result.stars_of(match),
            looks=[(portrait_of(self.app, seat), temper_of(match.session.game, seat)) for seat in match.seats],
        )
        self._push(result.Result(self.app, ending, self.next_choices(), self._beside, self.view.confetti))

    def next_choices(self) -> list[MenuEntry]:
        """The choices after the end: the likeliest first, then related ones, then the rest."""
        is_puzzle = self.match.is_solitary and not is_for_points(self.match.session)
        choices = self._solo_choices() if is_puzzle else self._again()
        if can_reopen(self.match, self.view):
            choices.append(MenuEntry("undo", "undo", Message("Take back"), self._take_back))
        if result.has_statistics(self.match):
            choices.append(MenuEntry("statistics", "chart_box_outline", Message("Statistics"), self._statistics))
        choices.append(MenuEntry("replay", "play_circle_outline", Message("Watch again"), self.replay))
        if self.match.coach.can_review and self.match.coach.is_wanted:
            choices.append(MenuEntry("review", "school_outline", Message("Ask the coach"), self._review))
        if self.match.coach.has_par and can_show_solution(self.match.session.game):
            watch = partial(self._shortest.begin, self.match.session)
            choices.append(MenuEntry("shortest", "map_marker_path", Message("Watch a shortest way"), watch))
        choices += self._other_puzzles()
        uncover = self.view.uncover_label()
        if uncover is not None and not self.view.host.uncovered:
            choices.append(MenuEntry("uncover", "eye_outline", uncover, self._uncover))
        choices.append(MenuEntry("shelf", "exit_to_app", Message("To the shelf"), self.exits.back))
        choices.append(MenuEntry("share", "share_variant", Message("Share"), self._share))
        first, *others = self.exits.available(choices)
        near = ("replay", "shelf") if puzzles_here(self.match) is None else ("again", "set_up")
        return [first, *sorted(others, key=lambda one: one.key not in ("undo", *near))]

    def _again(self) -> list[MenuEntry]:
        label = Message("Play again") if self.match.is_solitary else Message("Rematch")
        return [
            MenuEntry("rematch", "refresh", label, self.exits.rematch, "primary"),
            MenuEntry("set_up", "tune", Message("New set-up"), self.exits.set_up),
        ]

    def _solo_choices(self) -> list[MenuEntry]:
        """The first choices after a game for one: the next puzzle, or another try at one that was not solved."""
        again = MenuEntry("again", "restart", Message("Play again"), self.exits.again)
        following, onward = (next_after(self.app, self.match) if self.match.game_id is not None else None), []
        if following is not None:
            onward.append(MenuEntry("next_puzzle", "arrow_right", Message("Next puzzle"), following))
        if self._another.is_offered and self.match.game_id is not None:
            onward.append(MenuEntry("another", "auto_fix", Message("Another like this"), self._another.begin))
        solved = self.match.award is not None
        first, *others = [*onward, again] if solved else [again, *onward]
        return [replace(first, style="primary"), *others]

    def _take_back(self) -> None:
        """Close the result and take the end of the game back."""
        self.app.stack.pop()
        self.board.act("undo")

    def _uncover(self) -> None:
        """Close the result and uncover the whole position; the menu leads back here."""
        self.app.stack.pop()
        self._show_all()

    def _statistics(self) -> None:
        self._push(result.StatisticsPage(self.app, result.figures_of(self.app, self.match), self.match.names))

    def replay(self) -> None:
        """Replay the game from its beginning."""
        self._watch(0)

    def _review(self) -> None:
        self._awaits_review = True
        self.match.coach.ask_review()
        self.show_awaited_review()

    def show_awaited_review(self) -> None:
        """Show the requested review once it is there; a remark opens the replay at its ply."""
        if self._awaits_review and self.match.coach.remarks is not None:
            self._awaits_review = False
            self._push(result.Review(self.app, self.match.coach.remarks, self.match.names, self._watch))

    def _watch(self, ply: int) -> None:
        match, uncovered = self.match, self.view.host.uncovered
        times = match.move_times
        self.app.open("replay", match.session, ply, match.coach.remarks, times=times, uncovered=uncovered)
