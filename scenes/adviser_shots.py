"""Pictures of the language model's screens, with somebody who only pretends to be one: no network is needed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from logic import players
from logic.advice.loop import Advice
from logic.advice.settings import FILE_NAME, AdviserConfig
from logic.core import Dice, Hint, Message, never
from logic.registry import GAMES
from logic.session import Seat
from logic.setups import table
from logic.text import Text
from logic.thinking import Thinker
from scenes.adviser import Adviser
from scenes.board import BoardScene
from scenes.choices import MODEL_SEAT
from scenes.consent import AdviserDialog, Consent
from scenes.headless import HereAndNow, Stand
from scenes.match import Match
from scenes.poses import ANN, Shot, board, people, shelf
from scenes.settings import SettingsScene
from scenes.setup import SetupScene
from sprites.input import Action

NEAR = AdviserConfig(base_url="http://localhost:8080/v1", model="llama-3.1-8b-instruct")
FAR = AdviserConfig(base_url="https://models.example.org/v1", model="a-large-model-2026")
FILE = Path("Quincunx", FILE_NAME)
"""The same on every machine that takes the pictures."""
MOVES = 4
"""How many moves are made before somebody asks for a hint."""
Pretends = Callable[[Advice, str], Advice | None]
"""Makes of the built-in adviser's advice what a model might answer, in that language."""


def duel() -> str:
    """Name the first game for two, or whatever game there is."""
    return next((game for game in GAMES if len(people(game)) > 1), next(iter(GAMES)))


def _sound_words(advice: Advice, language: str) -> Advice:
    """Give reasons as a model does."""
    said = Text(language).say(advice.hint.reason)
    reason = Message("The language model: {text}", text=said)
    return replace(advice, hint=Hint(advice.hint.moves, reason), source="model", tries=1, said=said)


def _is_late(advice: Advice, _language: str) -> Advice:
    """Do not answer in time."""
    trouble = Message("The language model did not answer in time.")
    return replace(advice, trouble=Message("{trouble} The built-in adviser answers.", trouble=trouble), tries=1)


def _thinks_for_ever(_advice: Advice, _language: str) -> None:
    """Give no answer at all."""


class Pretender(Thinker):
    """A worker in the same thread whose language model is made up of the game's own adviser and some words."""

    def __init__(self, pretends: Pretends) -> None:
        super().__init__(HereAndNow)
        self._pretends = pretends

    def ask(self, task: str, game: str, *args: Any) -> Future[Any]:
        """Do it here and now; ask no model."""
        if task != "advise":
            return super().ask(task, game, *args)
        state, _config, language, seed, *_past = args
        advice = self._pretends(super().ask(task, game, state, None, language, seed).result(), language)
        future: Future[Any] = Future()
        if advice is not None:
            future.set_result(advice)
        return future


def _set_up(here: Stand, config: AdviserConfig, *, agreed: bool = True, pretends: Pretends = _sound_words) -> None:
    """Have a model configured and switched on."""
    here.app.adviser = Adviser(here.app, lambda: config, FILE)
    here.app.thinker = Pretender(pretends)
    here.app.adviser.switch_on()
    if agreed:
        here.app.adviser.agree()


def _page(here: Stand, config: AdviserConfig) -> None:
    """Open the page of the settings, with a model that is switched on, or with one that there is not."""
    _set_up(here, config)
    shelf(here)
    here.show(SettingsScene(here.app), AdviserDialog(here.app))


def _asks(here: Stand, config: AdviserConfig) -> None:
    """Ask for a hint before anybody has agreed."""
    _set_up(here, config, agreed=False)
    board(here, duel(), MOVES)
    here.show(Consent(here.app))


def _hint(here: Stand, pretends: Pretends, game: str = "") -> None:
    """Ask for a hint, in a game for two where none is named; of a model that thinks for ever nothing is waited for."""
    game = game or duel()
    _set_up(here, NEAR, pretends=pretends)
    board(here, game, MOVES if len(people(game)) > 1 else 0)
    here.frame(Action("hint"))
    here.run(1.0)


def _seat(here: Stand) -> None:
    """Choose the model for the second seat."""
    _set_up(here, NEAR)
    shelf(here)
    setup = SetupScene(here.app, duel())
    setup.choices = replace(setup.choices, seats=(setup.choices.seats[0], MODEL_SEAT))
    here.show(setup)


def _plays(here: Stand, *, is_on: bool) -> None:
    """Sit at a game against the model, which is switched off in the meantime or not."""
    _set_up(here, NEAR)
    game = duel()
    match = Match.start(here.app, table(game, None, (ANN, Seat(level=players.MODEL)), 7))
    while match.session.state.player == 0 and match.session.outcome() is None:
        match.play(players.strongest(GAMES[game]).choose(match.session.state, Dice(7), never))
    if not is_on:
        here.app.adviser.switch_off()
    here.show(BoardScene(here.app, match))
    if match.session.awaits_end:
        match.end_turn()
    here.run(1.0)


SHOTS = (
    Shot("adviser-none", partial(_page, config=AdviserConfig()), main=True),
    Shot("adviser-on", partial(_page, config=NEAR), main=True),
    Shot("adviser-consent", partial(_asks, config=FAR), main=True),
    Shot("adviser-consent-near", partial(_asks, config=NEAR)),
    Shot("adviser-seat", _seat, main=True),
    Shot("adviser-plays", partial(_plays, is_on=True)),
    Shot("adviser-plays-off", partial(_plays, is_on=False)),
    Shot("adviser-thinks", partial(_hint, pretends=_thinks_for_ever), main=True),
    Shot("adviser-trouble", partial(_hint, pretends=_is_late), main=True),
    *(Shot(f"adviser-hint-{game}", partial(_hint, game=game, pretends=_sound_words)) for game in GAMES),
)
