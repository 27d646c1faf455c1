"""The key of a language model's server: entered for this run, or in the system's keyring, and in no file or log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from logic.core import Message

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Quincunx"
LEAST_PRIORITY = 1
"""Of a keyring that a system offers; those below it keep in plain files what they are given, or nothing at all."""
SENDABLE = re.compile(r"[!-~]{1,4096}")
"""What can be sent as a key: anything else would be an error whose words have the key in them."""


LOCKED = Message("The system’s keyring does not give out the key. Enter it on the page of the language model.")


class KeyringTrouble(Exception):
    """The system's keyring gives nothing out: it is missing, locked, or broken."""


class Key:
    """How to come by the key of one address. It goes to the worker as it is, and shows what it holds to nobody."""

    __slots__ = ("_entered", "in_keyring")

    def __init__(self, entered: str = "", *, in_keyring: bool = False) -> None:
        self._entered = entered
        self.in_keyring = in_keyring

    def __repr__(self) -> str:
        return "Key(…)"

    @property
    def is_entered(self) -> bool:
        return bool(self._entered)

    def read(self, address: str) -> str:
        """The key itself, empty where there is none; raises KeyringTrouble.

        The system may ask somebody to unlock its keyring first, so this may take as long as that takes.
        """
        if self._entered or not self.in_keyring:
            return self._entered
        try:
            found: str | None = _keyring().get_password(SERVICE, address)
        except Exception:  # each system's keyring throws what it likes, and some put what they know into the words
            raise KeyringTrouble from None
        if not found:
            raise KeyringTrouble
        return found


NO_KEY = Key()


def keep(address: str, key: str) -> bool:
    """Give an address's key to the system's keyring; false where none would keep it. As slow as ``Key.read``."""
    try:
        keyring = _keyring()
        keyring.set_password(SERVICE, address, key)
        return bool(keyring.get_password(SERVICE, address) == key)
    except Exception:  # as above
        return False


def forget(address: str) -> None:
    """Have the key of an address taken out of the system's keyring, where it can be; as slow as ``Key.read``."""
    try:
        _keyring().delete_password(SERVICE, address)
    except Exception:  # as above: what is not there any more is forgotten
        return


def _keyring() -> KeyringBackend:
    """The system's keyring, or KeyringTrouble where there is none but a file."""
    import keyring  # whose plug-ins take longer to find than a frame lasts

    found = keyring.get_keyring()
    chained = getattr(found, "backends", (found,))
    if not all(each.priority >= LEAST_PRIORITY for each in (found, *chained)):
        raise KeyringTrouble
    return found
