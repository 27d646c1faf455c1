"""Prints one round of advice in each game: ``python -m tests.tools.advice_round [--short] [LANGUAGE] [GAME …]``.

The model is scripted: it first says something illegal, then what the built-in adviser would do, so that both turns of
the loop are shown. It is told what any model is told; long lines are cut. The short form leaves out the rules and the
position as JSON.
"""

from __future__ import annotations

import json
import sys
import textwrap

from logic import registry
from logic.core import Dice, State, never
from logic.game import Game, redact
from logic.llm.adviser import advise, builtin
from logic.llm.answer import form_of
from logic.llm.settings import AdviserConfig
from logic.text import Text
from tests.support.advicefakes import Scripted

CONFIG = AdviserConfig(base_url="http://localhost:1/v1", model="script")
WIDEST = 240
SHORT = "--short"


def right_answer(game: Game, view: State, text: Text) -> str:
    """Return what the built-in adviser would do, in the requested form."""
    hint = builtin(game, view, Dice(1), never)
    fields: dict[str, object] = {"move": str(hint.moves[0])}
    if "arrow" in form_of(game, view):
        push, walk = hint.moves[:2]
        _, cell, side, rotation = str(push).split()
        fields = {"arrow": f"{cell} {side}", "rotation": int(rotation), "destination": str(walk).removeprefix("walk ")}
    return json.dumps({**fields, "reason": text.say(hint.reason)}, ensure_ascii=False)


def show(name: str, language: str, *, short: bool) -> None:
    """Print the round of one game, from its first position."""
    game, text = registry.GAMES[name], Text(language)
    state = game.new(game.Params(), Dice(7))
    view = redact(game, state, state.player)
    model = Scripted('{"move": "win at once"}', right_answer(game, view, text))
    advice = advise(game, view, model, CONFIG, language, Dice(1), never)
    print(f"== {name}, {language}")
    for message in (*model.told[-1], {"role": "assistant", "content": model.answers[-1]}):
        if short and message["role"] == "system":
            continue
        print(f"-- {message['role']}")
        for line in str(message["content"]).splitlines():
            if not short:
                print(line if len(line) <= WIDEST else f"{line[:WIDEST]} … ({len(line)} characters)")
            elif message["role"] == "assistant" or not line.startswith("{"):
                print(textwrap.fill(textwrap.shorten(line, 600, placeholder=" …"), 118))
    moves = ", ".join(str(move) for move in advice.hint.moves)
    print(f"-- shown\n{moves}: {text.say(advice.hint.reason)}\n")


def main() -> None:
    given = [word for word in sys.argv[1:] if word != SHORT]
    language = given[0] if given else "en"
    for name in given[1:] or registry.GAMES:
        show(name, language, short=SHORT in sys.argv)


if __name__ == "__main__":
    main()
