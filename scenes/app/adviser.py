"""The language model's state in the application: its configuration, consent, and API key."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from logic.config import ConfigError
from logic.core import Message
from logic.jobs import beside
from logic.llm import settings
from logic.llm.settings import NO_KEY, SENDABLE, AdviserConfig, ApiKey
from logic.storage.files import StoreProblem
from logic.storage.settings import Settings
from logic.text import Text


class Chooses(Protocol):
    """The part of the App needed here: the settings, and the language."""

    settings: Settings
    text: Text

    def change(self, settings: Settings) -> None: ...

    def wake(self) -> None: ...

    def call(self, do: Callable[[], object]) -> None: ...


class Adviser:
    """Configuration of, and consent to, the language model; read when first needed, and again by :meth:`look_again`.

    What is chosen on its page overrides its file. ``file`` is the one that a player may write.
    """

    def __init__(
        self, app: Chooses, read: Callable[[], AdviserConfig] = settings.load, file: Path | None = None
    ) -> None:
        self._app = app
        self._read = read
        self._found: tuple[AdviserConfig, str] | None = None
        self._entered: dict[str, str] = {}
        """The keys entered in this run by address; an empty one where somebody would rather not."""
        self._keeping: tuple[str, Future[bool]] | None = None
        self.file = file if file is not None else settings.own_file()

    # -- what is configured

    @property
    def in_file(self) -> AdviserConfig:
        """The content of the file, regardless of choices."""
        return self._known()[0]

    @property
    def config(self) -> AdviserConfig:
        """What is configured; of a configuration with a fault as little as of none."""
        return self._with_choices()[0]

    @property
    def fault(self) -> str:
        """Why the configuration cannot be used; empty if it can."""
        return self._known()[1] or self._with_choices()[1]

    @property
    def language(self) -> str:
        """The language in which the model is to answer."""
        return self._app.settings.model_language or self._app.text.language

    def look_again(self) -> None:
        """Read the configuration again: it may have changed."""
        self._found = None

    def choose(self, server: str, model: str) -> None:
        """Take over what was written on the page; what is empty, or stands in the file as well, is no choice."""
        filed = self.in_file
        chosen = self._app.settings.with_(
            model_server="" if server == filed.base_url else server, model_name="" if model == filed.model else model
        )
        if chosen != self._app.settings:
            self._app.change(chosen)

    def _known(self) -> tuple[AdviserConfig, str]:
        """What the file says, and what is wrong with it."""
        if self._found is None:
            try:
                self._found = self._read(), ""
            except ConfigError as error:
                self._found = AdviserConfig(), str(error)
        return self._found

    def _with_choices(self) -> tuple[AdviserConfig, str]:
        config, fault = self._known()
        if fault:
            return config, ""
        chosen = self._app.settings
        try:
            return settings.chosen_over(config, chosen.model_server, chosen.model_name), ""
        except ConfigError as error:
            return AdviserConfig(), str(error)

    # -- the key

    @property
    def key(self) -> ApiKey:
        """How the worker comes by the key of the address that is configured now."""
        address = self.config.base_url
        if self._entered.get(address):
            return ApiKey(self._entered[address])
        kept = self._app.settings.key_kept and self._app.settings.key_server == address
        return ApiKey(in_keyring=True) if kept else NO_KEY

    @property
    def has_key(self) -> bool:
        """Tell whether a key would be sent. One that is kept elsewhere is not read here."""
        key = self.key
        return key is not NO_KEY or self.config.key_variable in os.environ

    @property
    def needs_key(self) -> bool:
        """Tell whether it is switched on, and a key that no keyring has kept is still to be asked for in this run."""
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
        self._keeping = address, beside(lambda: settings.keep(address, key), lambda: self._app.call(self._hear_keyring))

    def heed(self, trouble: Message | None) -> None:
        """Hear why the model did not help: a key that the keyring does not give out is asked for from now on."""
        if trouble is not None and trouble.args.get("trouble") == settings.LOCKED:
            self._app.change(self._app.settings.with_(key_kept=False))

    def do_without_key(self) -> None:
        """Ask for the key no more in this run."""
        self._entered[self.config.base_url] = ""

    def forget_key(self) -> None:
        """Let go of the key, here and in the keyring."""
        address = self.config.base_url
        self._entered.pop(address, None)
        if self._app.settings.key_kept:
            beside(lambda: settings.forget(address), self._app.wake)
        self._app.change(self._app.settings.with_(key_server="", key_kept=False))

    def _hear_keyring(self) -> None:
        """Take in what has become of the key that was to be kept."""
        if self._keeping is None or not self._keeping[1].done():
            return  # it was another one
        (address, answer), self._keeping = self._keeping, None
        kept = answer.exception() is None and answer.result()
        if kept and self._app.settings.key_server == address:
            self._app.change(self._app.settings.with_(key_kept=True))

    @property
    def is_keeping(self) -> bool:
        """Whether the keyring has not answered yet."""
        return self._keeping is not None

    # -- what is allowed

    @property
    def ready(self) -> AdviserConfig | None:
        """The configuration if the model may be asked now, None if the network must not be used."""
        is_on = self._app.settings.adviser and self.config.is_configured
        return self.config if is_on and self.is_agreed else None

    @property
    def needs_consent(self) -> bool:
        """Whether it is switched on without consent to the present address."""
        return self._app.settings.adviser and self.config.is_configured and not self.is_agreed

    @property
    def is_agreed(self) -> bool:
        """Whether there is consent to the present address."""
        return self._app.settings.agreed == self.config.base_url

    def switch_on(self) -> None:
        """Wish for it; what is not agreed to yet is still to be asked about."""
        self._app.change(self._app.settings.with_(adviser=True))

    def switch_off(self) -> None:
        """Ask it no more, from this moment."""
        self._app.change(self._app.settings.with_(adviser=False))

    def agree(self) -> None:
        """Let it be asked at the address that is configured now."""
        self._app.change(self._app.settings.with_(adviser=True, agreed=self.config.base_url))
