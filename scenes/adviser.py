"""Whether a language model may be asked: what is configured, switched on, and agreed to. Touches no network."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from logic.advice import settings as advice_settings
from logic.advice.settings import AdviserConfig
from logic.config import ConfigError

if TYPE_CHECKING:
    from scenes.app import App


class Adviser:
    """The language model's switch. Its configuration is read when it is first needed, and by :meth:`look_again`.

    ``file`` is the one that a player may write.
    """

    def __init__(
        self, app: App, read: Callable[[], AdviserConfig] = advice_settings.load, file: Path | None = None
    ) -> None:
        self._app = app
        self._read = read
        self._found: tuple[AdviserConfig, str] | None = None
        self.file = file if file is not None else advice_settings.own_file()

    # -- what is configured

    @property
    def config(self) -> AdviserConfig:
        """What is configured; of a configuration with a fault as little as of none."""
        return self._known()[0]

    @property
    def fault(self) -> str:
        """Why the configuration cannot be used; empty where it can."""
        return self._known()[1]

    def look_again(self) -> None:
        """Read the configuration anew: somebody may have changed it."""
        self._found = None

    def _known(self) -> tuple[AdviserConfig, str]:
        """Give what is configured, and what is wrong with it."""
        if self._found is None:
            try:
                self._found = self._read(), ""
            except ConfigError as error:
                self._found = AdviserConfig(), str(error)
        return self._found

    @property
    def has_key(self) -> bool:
        """Tell whether there is something in the key's variable; it is not read here."""
        return self.config.key_variable in os.environ

    # -- what is allowed

    @property
    def ready(self) -> AdviserConfig | None:
        """Give the configuration where the model may be asked now, None where nobody must touch the network."""
        is_on = self._app.settings.adviser and self.config.is_configured
        return self.config if is_on and self._is_agreed else None

    @property
    def needs_consent(self) -> bool:
        """Tell whether it is switched on, but nobody has agreed to the address that is configured now."""
        return self._app.settings.adviser and self.config.is_configured and not self._is_agreed

    @property
    def _is_agreed(self) -> bool:
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
