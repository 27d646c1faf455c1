"""The settings page of the language model, and the consent to send positions to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from logic.core import Dice, Message
from logic.llm.adviser import Advice
from logic.llm.answer import cut
from logic.llm.settings import AdviserConfig
from logic.registry import GAMES
from logic.text import LANGUAGES
from scenes.app.app import App
from scenes.app.fields import WritingDialog, choice, text_field, toggle
from scenes.app.page import Dialog, button, column, row_of, words
from scenes.app.requests import WorkerRequests
from sprites.widgets import ButtonStyle, TextField, Widget

if TYPE_CHECKING:
    from logic.llm.endpoint import LocalServer

LONGEST_KEY = 4096
WHAT_IS_SENT = Message(
    "It is sent what the player to move may see of the game, in words and numbers, the rules of the turn, and the list"
    " of moves. No names, and nothing else from this computer."
)
NOT_BEFORE = Message("Nothing is sent before you agree. You can switch it off in the settings at any time.")


def ask_first(app: App, do: Callable[[], object]) -> None:
    """Do something that may ask the language model, after the questions that must come before."""
    question = question_before(app, do)
    if question is not None:
        app.stack.push(question)
    else:
        do()


def question_before(app: App, then: Callable[[], object] = lambda: None) -> Dialog | None:
    """What must be asked before the language model: for consent to its address, then for its key; or None."""
    if app.adviser.needs_consent:
        return Consent(app, then)
    return _key_question(app, then) if app.adviser.needs_key else None


class Consent(Dialog):
    """Says what would be sent where, and asks for consent; a refusal switches the language model off.

    ``then`` runs after either answer.
    """

    title = Message("Ask a language model?")
    first_focus = "back"
    pins_buttons = True

    def __init__(self, app: App, then: Callable[[], object] = lambda: None) -> None:
        super().__init__(app)
        self._then = then

    def body(self) -> Widget:
        lines = enumerate(_terms(self.app.adviser.config, has_key=self.app.adviser.has_key))
        return column(self, "terms", *(words(self, f"term{i}", line) for i, line in lines))

    def buttons(self) -> Sequence[Widget]:
        """Offer both answers, the cautious one first."""
        refuse = button(self, "refuse", Message("Not now"), on_press=self.close)
        return refuse, button(self, "agree", Message("Agree"), on_press=self._agree, style="primary")

    def close(self) -> None:
        """Switch the model off: closing the dialog is no consent."""
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
    """The dialog for the key that no keyring has stored; without one the server refuses, and that is reported then."""

    def go_without() -> None:
        app.adviser.skip_key()
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


WIDE, FIELD = 780, 440
"""Widths in units of the page, and of its fields."""
LONGEST_ADDRESS, LONGEST_MODEL = 500, 200
EXAMPLE = "http://localhost:8080/v1"
TEST_SECONDS = 15.0
"""Longest wait of a test in seconds, if the configured timeout is longer."""
LONGEST_ANSWER = 120
"""Characters of a test's answer that are shown."""
TEST_GAME = next(iter(GAMES))
"""The game whose first position a test asks about."""

WHAT_IT_DOES = Message(
    "A language model can give the hints and play a seat. It is told what the player may see, and whatever it answers"
    " is checked by the rules. Without it the computer does all that by itself."
)
NOT_SET_UP = Message(
    "No language model is set up. Enter where it is and what it is called. Any server that speaks as OpenAI’s does"
    " will do, one on this computer too."
)
NOT_KEPT = Message(
    "No keyring of this system keeps the key, and no file ever holds it. It is asked for once each time the program is"
    " used."
)
ASKING = Message("Waiting for its answer…")
NO_WORDS = Message("It works, though it gives no reason for its move.")
BROKEN_OFF = Message("The test was broken off.")


class AdviserDialog(Dialog):
    """The form for the language model: its configuration, servers found on this machine, a test, and the switch."""

    title = Message("Language model")
    looks_again = True
    width = WIDE
    first_focus = "adviser"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.adviser.reload()
        self._read_fields()
        self._key = ""
        self._local_servers: tuple[LocalServer, ...] = ()
        self._looking: Future[Sequence[LocalServer]] | None = None
        self._requests = WorkerRequests(app, TEST_GAME)
        self._result: Message | None = None
        self._kept = False
        """Whether the page shows that the key is just being stored."""

    def _read_fields(self) -> None:
        chosen, filed = self.app.settings, self.app.adviser.in_file
        self._server = chosen.model_server or filed.base_url
        self._model = chosen.model_name or filed.model

    def enter(self) -> None:
        """Start to look for servers on this machine; what is found is shown when it is known."""
        super().enter()
        if self.app.find_servers is not None:
            self._looking = self.app.find_servers(self.app.wake)

    def leave(self) -> None:
        """Store what was entered; drop pending answers."""
        self._requests.forget()
        self._take_over()

    def body(self) -> Widget:
        adviser = self.app.adviser
        self._kept = adviser.is_storing_key
        switch = Message("Ask the language model")
        languages = [("", Message("As the program")), *LANGUAGES.items()]
        notes = enumerate(self._notes())
        return column(
            self, "all",
            words(self, "about", WHAT_IT_DOES),
            toggle(self, "adviser", switch, adviser.ready is not None, self._switch, enabled=self._is_written),
            *self._offers(),
            self._field("server", Message("Address"), self._server, EXAMPLE, LONGEST_ADDRESS),
            self._field("model", Message("Model"), self._model, "", LONGEST_MODEL),
            self._field("key", Message("Key"), self._key, self._state_of_key(), LONGEST_KEY, masked=True),
            choice(self, "language", Message("Language of its answers"), languages, self.app.settings.model_language,
                   lambda language: self.app.change(self.app.settings.with_(model_language=language))),
            *(words(self, f"note{i}", note) for i, note in notes),
            row_of(self, "doing", *self._doing()),
            *([words(self, "result", self._result)] if self._result is not None else []),
            words(self, "file", Message("Everything else can be set in {file}", file=str(adviser.file)), "small"),
        )  # fmt: skip

    # -- content

    @property
    def _is_written(self) -> bool:
        """Whether there is a model to ask, as far as can be told before the fields are stored."""
        return bool(self._server.strip() and self._model.strip())

    def _field(
        self, key: str, label: Message, text: str, hint: Message | str, most: int, *, masked: bool = False
    ) -> TextField:
        usable = not masked or bool(self._server.strip())
        return text_field(self, key, label, text, partial(self._write, key), self._done, hint=hint,
                          max_length=most, enabled=usable, masked=masked, width=FIELD)  # fmt: skip

    def _offers(self) -> Iterator[Widget]:
        """Buttons for the models of the servers found on this machine, except the one in use."""
        found = [(server, model) for server in self._local_servers for model in server.models]
        for number, (server, model) in enumerate(found):
            if (server.base_url, model) != (self._server, self._model):
                text = Message("Take {model} of {program} on this computer", model=model, program=server.program)
                style: ButtonStyle = "normal" if self._is_written or number else "primary"
                take = partial(self._take_offer, server.base_url, model)
                yield button(self, f"near-{number}", text, "lan_connect", take, style)

    def _doing(self) -> Iterator[Widget]:
        can_ask = self._is_written and self._requests.pending("test") is None
        yield button(self, "test", Message("Test"), "play_network_outline", self._test, enabled=can_ask)
        if self.app.settings.key_server:
            yield button(self, "forget", Message("Forget the key"), "key_remove", self._forget_key, "quiet")
        yield button(self, "again", Message("Read the file again"), "refresh", self._look_again, "quiet")

    def _state_of_key(self) -> Message:
        """Where the key that would be sent is stored, shown in the empty field: the key itself is never shown."""
        adviser = self.app.adviser
        if adviser.is_storing_key:
            return Message("being kept…")
        if adviser.key.in_keyring:
            return Message("in the system’s keyring")
        if adviser.key.is_entered:
            return Message("for this time only")
        if adviser.has_key:
            return Message("the one in {variable}", variable=adviser.config.key_variable)
        return Message("no key")

    def _notes(self) -> Iterator[Message]:
        adviser = self.app.adviser
        if adviser.fault:
            yield Message("What is configured cannot be used: {why}", why=adviser.fault)
        elif not self._is_written:
            yield NOT_SET_UP
        if adviser.key.is_entered and not adviser.is_storing_key:
            yield NOT_KEPT

    # -- input

    def _write(self, key: str, text: str) -> None:
        setattr(self, f"_{key}", text)
        for name, usable in (("adviser", self._is_written), ("test", self._is_written), ("key", bool(self._server))):
            widget = self.ui.find(name)
            if widget is not None:
                widget.enabled = usable

    def _done(self, _text: str) -> None:
        self._take_over()
        self.rebuild()

    def _take_over(self) -> None:
        """Store the fields, and drop a test of any other configuration."""
        tested = self.app.adviser.config
        self.app.adviser.choose(self._server.strip(), self._model.strip())
        if self._key or self.app.adviser.config != tested:
            self._forget_test()
        if self._key:
            self.app.try_storing(partial(self.app.adviser.enter_key, self._key))
            self._key = ""

    def _take_offer(self, server: str, model: str) -> None:
        self._server, self._model = server, model
        self._take_over()
        self.rebuild()

    def _forget_test(self) -> None:
        self._requests.forget()
        self._result = None

    def _forget_key(self) -> None:
        self._key = ""
        self.app.adviser.forget_key()
        self.rebuild()

    def _look_again(self) -> None:
        self._forget_test()
        self.app.adviser.reload()
        self._read_fields()
        self.rebuild()

    # -- switch and test

    def _switch(self, on: bool) -> None:
        adviser = self.app.adviser
        self._take_over()
        if not on or not adviser.config.is_configured:
            adviser.switch_off()
            self.rebuild()
            return
        adviser.switch_on()
        question = question_before(self.app)
        if question is not None:
            self.app.stack.push(question)

    def _test(self) -> None:
        """Ask about the first position of a game: that shows whether the model's advice can be used."""
        adviser = self.app.adviser
        self._take_over()
        self._result = None
        if not adviser.config.is_configured:
            self.rebuild()
            return
        if not adviser.has_consent:
            adviser.switch_on()
        ask_first(self.app, self._ask)

    def _ask(self) -> None:
        adviser = self.app.adviser
        if not adviser.has_consent:
            return
        config = msgspec.structs.replace(adviser.config, tries=1, timeout=min(adviser.config.timeout, TEST_SECONDS))
        game = GAMES[TEST_GAME]
        state = game.new(game.Params(), Dice(1))
        asked = state, config, adviser.language, 1, (), adviser.key
        self._requests.ask("advise", *asked, kind="test", then=self._on_answer)
        self._result = ASKING
        self.rebuild()

    def update(self, dt: float) -> bool:
        changed = self.app.adviser.is_storing_key != self._kept
        if self._looking is not None and self._looking.done():
            answer, self._looking = self._looking, None
            self._local_servers = tuple(answer.result()) if answer.exception() is None else ()
            changed |= bool(self._local_servers)
        if changed:
            self.rebuild()
        return super().update(dt) or changed

    def _on_answer(self, tested: Future[Any]) -> None:
        self._result = _outcome(tested)
        self.rebuild()


def _outcome(tested: Future[Any]) -> Message:
    try:
        advice: Advice = tested.result()
    except (CancelledError, Exception):  # a crash of the worker: it is started again for the next request
        return BROKEN_OFF
    if advice.source == "model":
        said = cut(advice.said, LONGEST_ANSWER)
        return Message("It works, and says: “{text}”", text=said) if said else NO_WORDS
    trouble = advice.trouble.args.get("trouble") if advice.trouble is not None else None
    return trouble if isinstance(trouble, Message) else BROKEN_OFF
