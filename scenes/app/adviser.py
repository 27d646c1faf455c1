"""The language model's state in the application: its configuration, consent, and API key."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from logic.config import ConfigError
from logic.core import Message
from logic.jobs import run_in_thread
from logic.llm import settings
from logic.llm.settings import NO_KEY, SENDABLE, AdviserConfig, ApiKey
from logic.storage.files import StoreProblem
from logic.storage.settings import Settings
from logic.text import Text


class Chooses(Protocol):
    """The part of the App needed here."""

    settings: Settings
    text: Text

    def change(self, settings: Settings) -> None: ...

    def wake(self) -> None: ...

    def call(self, do: Callable[[], object]) -> None: ...


class Adviser:
    """Configuration of, and consent to, the language model; read when first needed, and again by :meth:`reload`.

    What is chosen on its page overrides its file. ``file`` is the one that a player may write.
    """

    def __init__(
        self, app: Chooses, read: Callable[[], AdviserConfig] = settings.load, file: Path | None = None
    ) -> None:
        self._app = app
        self._read = read
        self._found: tuple[AdviserConfig, Message | str] | None = None
        self._entered: dict[str, str] = {}
        """The keys entered in this run, by address; an empty one if the player declined."""
        self._keeping: tuple[str, Future[bool]] | None = None
        self.file = file if file is not None else settings.own_file()

    # -- configuration

    @property
    def in_file(self) -> AdviserConfig:
        """The content of the file, regardless of choices; the default one if it has a fault."""
        return self._known()[0]

    @property
    def config(self) -> AdviserConfig:
        """The configuration in use; the default one if it has a fault."""
        return self._with_choices()[0]

    @property
    def fault(self) -> Message | str:
        """Why the configuration cannot be used; empty if it can."""
        return self._known()[1] or self._with_choices()[1]

    @property
    def language(self) -> str:
        """The language in which the model is to answer."""
        return self._app.settings.model_language or self._app.text.language

    def reload(self) -> None:
        """Read the configuration again: it may have changed."""
        self._found = None

    def choose(self, server: str, model: str) -> None:
        """Store what was entered on the page; what is empty, or the same as in the file, is no choice."""
        filed = self.in_file
        chosen = self._app.settings.with_(
            model_server="" if server == filed.base_url else server, model_name="" if model == filed.model else model
        )
        if chosen != self._app.settings:
            self._app.change(chosen)

    def _known(self) -> tuple[AdviserConfig, Message | str]:
        """The configuration in the file, and its fault."""
        if self._found is None:
            try:
                self._found = self._read(), ""
            except ConfigError as error:
                self._found = AdviserConfig(), error.message
        return self._found

    def _with_choices(self) -> tuple[AdviserConfig, Message | str]:
        config, fault = self._known()
        if fault:
            return config, ""
        chosen = self._app.settings
        if (wrong := settings.address_fault(chosen.model_server)) is not None:
            return AdviserConfig(), wrong
        try:
            return settings.chosen_over(config, chosen.model_server, chosen.model_name), ""
        except ConfigError as error:
            return AdviserConfig(), error.message

    # -- the key

    @property
    def key(self) -> ApiKey:
        """Where the worker finds the key for the configured address."""
        address = self.config.base_url
        if self._entered.get(address):
            return ApiKey(self._entered[address])
        kept = self._app.settings.key_kept and self._app.settings.key_server == address
        return ApiKey(in_keyring=True) if kept else NO_KEY

    @property
    def has_key(self) -> bool:
        """Whether a key would be sent. A key in the keyring is not read to find out."""
        key = self.key
        return key is not NO_KEY or self.config.key_variable in os.environ

    @property
    def needs_key(self) -> bool:
        """Whether the adviser is on and its key, which no keyring has stored, must still be entered in this run."""
        chosen, address = self._app.settings, self.config.base_url
        wanted = chosen.adviser and bool(address) and chosen.key_server == address and not chosen.key_kept
        return wanted and address not in self._entered

    def enter_key(self, text: str) -> None:
        """Use a key from now on, and have the system's keyring keep it; raises StoreProblem if it is none."""
        key, address = text.strip(), self.config.base_url
        if not SENDABLE.fullmatch(key):
            raise StoreProblem(Message("This is no key: letters, digits and signs without spaces were expected."))
        self._entered[address] = key
        self._app.change(self._app.settings.with_(key_server=address, key_kept=False))
        self._keeping = (
            address,
            run_in_thread(lambda: settings.keep(address, key), lambda: self._app.call(self._on_keyring_answer)),
        )

    def note_failure(self, trouble: Message | None) -> None:
        """Take note of why the model failed: a key that the keyring does not give out is asked for from now on."""
        if trouble is not None and trouble.args.get("trouble") == settings.LOCKED:
            self._app.change(self._app.settings.with_(key_kept=False))

    def skip_key(self) -> None:
        """Stop asking for the key in this run."""
        self._entered[self.config.base_url] = ""

    def forget_key(self) -> None:
        """Delete the key, here and in the keyring."""
        address = self.config.base_url
        self._entered.pop(address, None)
        if self._app.settings.key_kept:
            run_in_thread(lambda: settings.forget(address), self._app.wake)
        self._app.change(self._app.settings.with_(key_server="", key_kept=False))

    def _on_keyring_answer(self) -> None:
        """Process the keyring's answer to storing the key."""
        if self._keeping is None or not self._keeping[1].done():
            return  # it was another one
        (address, answer), self._keeping = self._keeping, None
        kept = answer.exception() is None and answer.result()
        if kept and self._app.settings.key_server == address:
            self._app.change(self._app.settings.with_(key_kept=True))

    @property
    def is_storing_key(self) -> bool:
        """Whether the keyring has not answered yet."""
        return self._keeping is not None

    # -- consent

    @property
    def ready(self) -> AdviserConfig | None:
        """The configuration if the model may be asked now, None if the network must not be used."""
        is_on = self._app.settings.adviser and self.config.is_configured
        return self.config if is_on and self.has_consent else None

    @property
    def needs_consent(self) -> bool:
        """Whether it is switched on without consent to the present address."""
        return self._app.settings.adviser and self.config.is_configured and not self.has_consent

    @property
    def has_consent(self) -> bool:
        """Whether there is consent to the present address."""
        return self._app.settings.agreed == self.config.base_url

    def switch_on(self) -> None:
        """Switch the adviser on; if there is no consent yet, it must still be asked for."""
        self._app.change(self._app.settings.with_(adviser=True))

    def switch_off(self) -> None:
        """Switch the adviser off, at once."""
        self._app.change(self._app.settings.with_(adviser=False))

    def agree(self) -> None:
        """Switch the adviser on, with consent to the address that is configured now."""
        self._app.change(self._app.settings.with_(adviser=True, agreed=self.config.base_url))
