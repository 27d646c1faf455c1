"""What is asked before a language model is: whether anything may be sent there, and for a key that nobody keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from logic.core import Message
from logic.llm.settings import AdviserConfig
from scenes.app.app import App
from scenes.app.fields import WritingDialog
from scenes.app.page import Dialog, column, words
from sprites.widgets import Button, Widget

LONGEST_KEY = 4096
WHAT_IS_SENT = Message(
    "It is sent what the player to move may see of the game, in words and numbers, the rules of the turn, and the list"
    " of moves. No names, and nothing else from this computer."
)
NOT_BEFORE = Message("Nothing is sent before you agree. You can switch it off in the settings at any time.")


def ask_first(app: App, do: Callable[[], object]) -> None:
    """Do what may ask the language model, after asking what has to be asked before."""
    question = question_before(app, do)
    if question is not None:
        app.stack.push(question)
    else:
        do()


def question_before(app: App, then: Callable[[], object] = lambda: None) -> Dialog | None:
    """What is to be asked before the language model: for consent to its address, then for its key. None: nothing."""
    if app.adviser.needs_consent:
        return Consent(app, then)
    return _key_question(app, then) if app.adviser.needs_key else None


class Consent(Dialog):
    """Says what would be sent where, and asks; whoever does not agree switches the language model off.

    ``then`` is done after either answer.
    """

    title = Message("Ask a language model?")
    first_focus = "back"
    pins_buttons = True

    def __init__(self, app: App, then: Callable[[], object] = lambda: None) -> None:
        super().__init__(app)
        self._then = then

    def body(self) -> Widget:
        """Say where, what, and with which key."""
        lines = enumerate(_terms(self.app.adviser.config, has_key=self.app.adviser.has_key))
        return column(self, "terms", *(words(self, f"term{i}", self.app.say(line)) for i, line in lines))

    def buttons(self) -> Sequence[Widget]:
        """Offer both answers, the cautious one first."""
        kit, say = self.app.kit, self.app.say
        refuse = Button(kit, "refuse", say(Message("Not now")), on_press=self.close)
        return refuse, Button(kit, "agree", say(Message("Agree")), on_press=self._agree, style="primary")

    def close(self) -> None:
        """Do without it: to go away is no consent."""
        self.app.adviser.switch_off()
        super().close()
        self._then()

    def _agree(self) -> None:
        self.app.adviser.agree()
        super().close()
        ask_first(self.app, self._then)


def _terms(config: AdviserConfig, *, has_key: bool) -> Iterator[Message]:
    yield Message(
        "The language model “{model}” at {host} will be asked whenever you want a hint, and for every turn of a seat"
        " that you give it.",
        model=config.model, host=config.host,
    )  # fmt: skip
    yield WHAT_IS_SENT
    if has_key:
        yield Message("Your key goes to that server, and to no other.")
    if config.is_on_this_machine:
        yield Message("That server runs on this computer.")
    elif not config.is_encrypted:
        yield Message("The way there is not encrypted: others in your network could read along.")
    yield NOT_BEFORE


def _key_question(app: App, then: Callable[[], object]) -> Dialog:
    """Ask for the key that no keyring has kept; where nobody enters one the server refuses, which it then says."""

    def go_without() -> None:
        app.adviser.do_without_key()
        then()

    blurb = Message(
        "The key for {host} is in no keyring and in no file, so that it is asked for once each time.",
        host=app.adviser.config.host,
    )
    return WritingDialog(
        app, Message("Key of the language model"), "", app.adviser.enter_key, lambda _: then(), go_without,
        label=Message("Key"), verb=Message("Use this key"), blurb=blurb, max_length=LONGEST_KEY, pastes=True,
        masked=True,
    )  # fmt: skip
