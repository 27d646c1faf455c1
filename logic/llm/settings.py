"""The configuration of the language model: ``config/adviser.yaml``, overridden by the player's own file.

The API key is entered for the present run, kept in the system's keyring, or set in the environment; it is in no file or
log.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from logic.config import ConfigError, convert, parse_yaml, read_yaml
from logic.core import Message
from logic.storage.files import data_folder, read_regular, reason

FILE_NAME = "adviser.yaml"
LARGEST_CONFIG = 64 * 1024
OWN_NETWORK = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Suffixes of names that are valid only inside a local network."""

ONE_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")
"""A name without dots may be the numeric address of any network: 134744072 is 8.8.8.8."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=600)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Variable = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]


class AdviserConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration of the model except its key, which is read only when a question is sent."""

    base_url: Annotated[str, msgspec.Meta(max_length=500)] = ""
    model: Name = ""
    key_variable: Variable = "QUINCUNX_API_KEY"
    timeout: Seconds = 30.0
    tries: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    most_characters: Annotated[int, msgspec.Meta(ge=40, le=2000)] = 400
    largest_answer: Annotated[int, msgspec.Meta(ge=1024, le=2**24)] = 65536
    most_tokens: Annotated[int, msgspec.Meta(ge=50, le=100_000)] = 1000

    def __post_init__(self) -> None:
        fault = address_fault(self.base_url)
        if fault is not None:
            raise ValueError(f"base_url: {fault}")
        if not self.model.isprintable():
            raise ValueError("model: a name in printable signs, please")

    @property
    def is_configured(self) -> bool:
        """Whether the configuration names a server and a model."""
        return bool(self.base_url and self.model)

    @property
    def host(self) -> str:
        """The server's name and port for display; empty if there is none."""
        return urlsplit(self.base_url).netloc

    @property
    def is_on_this_machine(self) -> bool:
        """Whether requests stay on this machine."""
        name = urlsplit(self.base_url).hostname or ""
        return name == "localhost" or name.endswith(".localhost") or _is_loopback(name)

    @property
    def is_encrypted(self) -> bool:
        return urlsplit(self.base_url).scheme == "https"

    @property
    def completions(self) -> str:
        """The URL for questions."""
        return f"{self.base_url.rstrip('/')}/chat/completions"


def own_file() -> Path:
    """The path of the player's own file, which need not exist."""
    return data_folder() / FILE_NAME


def load() -> AdviserConfig:
    """Read the configuration, overridden by the player's own file; raise ConfigError naming the file and the path."""
    shipped = read_yaml(FILE_NAME, AdviserConfig)
    path = own_file()
    try:
        text = read_regular(path, LARGEST_CONFIG).decode("utf-8")
    except FileNotFoundError:
        return shipped
    except OSError as error:
        raise ConfigError(f"{path}: {reason(error)}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: text in UTF-8 was expected") from None
    found = parse_yaml(text, Any, str(path))
    own = {} if found is None else convert(found, dict[str, Any], str(path))
    return convert({**msgspec.structs.asdict(shipped), **own}, AdviserConfig, str(path))


def chosen_over(config: AdviserConfig, base_url: str, model: str) -> AdviserConfig:
    """The configuration overridden by non-empty choices of its page; raises ConfigError."""
    chosen = {name: value for name, value in (("base_url", base_url), ("model", model)) if value}
    if not chosen:
        return config
    return convert({**msgspec.structs.asdict(config), **chosen}, AdviserConfig, "the page “Language model”")


# -- addresses

NO_ADDRESS = Message("an address such as https://models.example.org/v1, please")


def address_fault(url: str) -> Message | None:
    """Why an address cannot be used; None if it can, or is empty."""
    if not url:
        return None
    if not re.fullmatch(r"[!-~]+", url):
        return Message("an address without spaces and in plain letters, please")
    try:
        parts = urlsplit(url)
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return NO_ADDRESS
    if parts.scheme not in ("https", "http") or not name:
        return NO_ADDRESS
    if parts.username is not None or parts.password is not None:
        return Message("no name and no password in the address, please; the key is given separately")
    return _fault_of(parts, name)


def _fault_of(parts: SplitResult, name: str) -> Message | None:
    if parts.query or parts.fragment:
        return Message("an address without ? and #, please")
    if parts.scheme == "http" and not _is_near(name):
        return Message("https, please; http would send everything in the open, and is only for one’s own network")
    return None


def _is_near(name: str) -> bool:
    """Return whether a server of that name is in the local network, or on this machine."""
    try:
        return ip_address(name).is_private
    except ValueError:
        return ("." not in name and not ONE_NUMBER.fullmatch(name)) or name.endswith(OWN_NETWORK)


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


# -- keys

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Quincunx"
LEAST_PRIORITY = 1
"""The least priority of a usable keyring; those below store plain files, or nothing."""
SENDABLE = re.compile(r"[!-~]{1,4096}")
"""What can be sent as a key: anything else would raise an error that quotes the key."""


LOCKED = Message("The system’s keyring does not give out the key. Enter it on the page of the language model.")


class KeyringTrouble(Exception):
    """The system's keyring cannot be read: it is missing, locked, or broken."""


class ApiKey:
    """The source of the key of one address. It can be sent to the worker; ``repr`` does not reveal the key."""

    __slots__ = ("_entered", "in_keyring")

    def __init__(self, entered: str = "", *, in_keyring: bool = False) -> None:
        self._entered = entered
        self.in_keyring = in_keyring

    def __repr__(self) -> str:
        return "ApiKey(…)"

    @property
    def is_entered(self) -> bool:
        return bool(self._entered)

    def read(self, address: str) -> str:
        """The key itself, empty if none was entered or stored; raises KeyringTrouble if a stored one cannot be read.

        Blocks while the system asks somebody to unlock its keyring.
        """
        if self._entered or not self.in_keyring:
            return self._entered
        try:
            found: str | None = _keyring().get_password(SERVICE, address)
        except Exception:  # backends raise any exception, and some messages contain secrets
            raise KeyringTrouble from None
        if not found:
            raise KeyringTrouble
        return found


NO_KEY = ApiKey()


def keep(address: str, key: str) -> bool:
    """Store an address's key in the system's keyring; return whether it was stored. Blocks like ``ApiKey.read``."""
    try:
        keyring = _keyring()
        keyring.set_password(SERVICE, address, key)
        return bool(keyring.get_password(SERVICE, address) == key)
    except Exception:  # as above
        return False


def forget(address: str) -> None:
    """Delete the key of an address from the system's keyring, if possible; blocks like ``ApiKey.read``."""
    try:
        _keyring().delete_password(SERVICE, address)
    except Exception:  # as above: a missing key counts as deleted
        return


def _keyring() -> KeyringBackend:
    """The system's keyring; raises KeyringTrouble if there is none but a plain file."""
    import keyring  # imported late: finding its plug-ins takes longer than a frame

    found = keyring.get_keyring()
    chained = getattr(found, "backends", (found,))
    if not all(each.priority >= LEAST_PRIORITY for each in (found, *chained)):
        raise KeyringTrouble
    return found
