"""The language model's screens: its page of the settings, and the question before anything is sent there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from logic.core import Message
from logic.llm.settings import AdviserConfig
from logic.text import LANGUAGES
from scenes.app.app import Adviser, App
from scenes.app.page import Dialog, column, words
from sprites.widgets import Button, Toggle
from sprites.widgets.widget import Widget

WHAT_IT_DOES = Message(
    "A language model can give the hints and play a seat. It is told what the player may see, and whatever it answers"
    " is checked by the rules. Without it the computer does all that by itself."
)
NOT_SET_UP = Message(
    "No language model is set up. Write into the file named below where it is (base_url: …) and what it is called"
    " (model: …). Any server that speaks as OpenAI’s does will do, one on this computer too."
)
WHAT_IS_SENT = Message(
    "It is sent what the player to move may see of the game, in words and numbers, the rules of the turn, and the list"
    " of moves. No names, and nothing else from this computer."
)
NOT_BEFORE = Message("Nothing is sent before you agree. You can switch it off in the settings at any time.")


def ask_first(app: App, do: Callable[[], object]) -> None:
    """Do what may ask the language model; where nobody has agreed to its address yet, after asking about that."""
    if app.adviser.needs_consent:
        app.stack.push(Consent(app, do))
    else:
        do()


class Consent(Dialog):
    """Says what would be sent where, and asks; whoever does not agree switches the language model off.

    ``then`` is done after either answer.
    """

    first_focus = "back"
    pins_buttons = True

    def __init__(self, app: App, then: Callable[[], object] = lambda: None) -> None:
        super().__init__(app)
        self._then = then

    def heading(self) -> str:
        return self.app.say(Message("Ask a language model?"))

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

    def act(self, name: str) -> bool:
        """Take the key that goes back for what it is."""
        if name == "cancel":
            self.close()
            return True
        return super().act(name)

    def _agree(self) -> None:
        self.app.adviser.agree()
        super().close()
        self._then()


def _terms(config: AdviserConfig, *, has_key: bool) -> Iterator[Message]:
    yield Message(
        "The language model “{model}” at {host} will be asked whenever you want a hint, and for every turn of a seat"
        " that you give it.",
        model=config.model, host=config.host,
    )  # fmt: skip
    yield WHAT_IS_SENT
    if has_key:
        yield Message("The key in {variable} goes to that server, and to no other.", variable=config.key_variable)
    if config.is_on_this_machine:
        yield Message("That server runs on this computer.")
    elif not config.is_encrypted:
        yield Message("The way there is not encrypted: others in your network could read along.")
    yield NOT_BEFORE


class AdviserDialog(Dialog):
    """What is configured of the language model, where that can be changed, and the switch."""

    first_focus = "adviser"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.adviser.look_again()

    def heading(self) -> str:
        return self.app.say(Message("Language model"))

    def body(self) -> Widget:
        kit, say, adviser = self.app.kit, self.app.say, self.app.adviser
        switch = Toggle(
            kit, "adviser", say(Message("Ask the language model")), adviser.ready is not None, self._switch,
            enabled=adviser.config.is_configured,
        )  # fmt: skip
        facts = enumerate(self._facts(adviser))
        return column(
            self, "all",
            words(self, "about", say(WHAT_IT_DOES)),
            switch,
            *(words(self, f"fact{i}", say(fact)) for i, fact in facts),
            words(self, "file", say(Message("It is set up in {file}", file=str(adviser.file))), "small"),
            Button(kit, "again", say(Message("Read the file again")), "refresh", self._look_again, style="quiet"),
        )  # fmt: skip

    def _facts(self, adviser: Adviser) -> Iterator[Message]:
        config = adviser.config
        if adviser.fault:
            yield Message("What is configured cannot be used: {why}", why=adviser.fault)
        elif not config.is_configured:
            yield NOT_SET_UP
        else:
            yield Message("Server: {host}", host=config.host)
            yield Message("Model: {model}", model=config.model)
            variable = config.key_variable
            if adviser.has_key:
                yield Message("Key: the one in {variable}, which is never shown", variable=variable)
            else:
                yield Message("Key: none, since {variable} is not set", variable=variable)
            yield Message("It answers in {language}.", language=LANGUAGES[self.app.text.language])

    def _switch(self, on: bool) -> None:
        adviser = self.app.adviser
        if not on:
            adviser.switch_off()
            return
        adviser.switch_on()
        if adviser.needs_consent:
            self.app.stack.push(Consent(self.app))

    def _look_again(self) -> None:
        self.app.adviser.look_again()
        self.rebuild()

    def resume(self) -> None:
        """Show what came of the question."""
        self.rebuild()
