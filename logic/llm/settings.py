"""The configuration of the language model: ``config/adviser.yaml``, overridden by the player's own file.

The API key is entered for the present run or kept in the system's keyring; it is in no file or log.
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
"""Endings of names that are only known inside one's own network."""

ONE_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")
"""Without dots an address of any network may be written, too: 134744072 is 8.8.8.8."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=600)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Variable = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]


class AdviserConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration of the model except its key, which is read only where a question is sent."""

    base_url: Annotated[str, msgspec.Meta(max_length=500)] = ""
    model: Name = ""
    key_variable: Variable = "QUINCUNX_API_KEY"
    timeout: Seconds = 30.0
    tries: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    most_characters: Annotated[int, msgspec.Meta(ge=40, le=2000)] = 400
    largest_answer: Annotated[int, msgspec.Meta(ge=1024, le=2**24)] = 65536
    most_tokens: Annotated[int, msgspec.Meta(ge=50, le=100_000)] = 1000

    def __post_init__(self) -> None:
        fault = _fault(self.base_url) if self.base_url else ""
        if fault:
            raise ValueError(f"base_url: {fault}")
        if not self.model.isprintable():
            raise ValueError("model: a name in printable signs, please")

    @property
    def is_configured(self) -> bool:
        """Tell whether there is a model to be asked at all."""
        return bool(self.base_url and self.model)

    @property
    def host(self) -> str:
        """The name of the server, for people; empty if there is none."""
        return urlsplit(self.base_url).netloc

    @property
    def is_on_this_machine(self) -> bool:
        """Tell whether what is sent stays on this machine."""
        name = urlsplit(self.base_url).hostname or ""
        return name == "localhost" or name.endswith(".localhost") or _is_loopback(name)

    @property
    def is_encrypted(self) -> bool:
        """Tell whether the connection is encrypted."""
        return urlsplit(self.base_url).scheme == "https"

    @property
    def completions(self) -> str:
        """The address that questions are sent to."""
        return f"{self.base_url.rstrip('/')}/chat/completions"


def own_file() -> Path:
    """The place of the player's own file; it need not exist."""
    return data_folder() / FILE_NAME


def load() -> AdviserConfig:
    """Read the configuration, the player's own file laid over it; raise ConfigError naming the file and the path."""
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
    """The configuration with what was chosen on its page over it; raises ConfigError, an empty choice is none."""
    chosen = {name: value for name, value in (("base_url", base_url), ("model", model)) if value}
    if not chosen:
        return config
    return convert({**msgspec.structs.asdict(config), **chosen}, AdviserConfig, "the page “Language model”")


# -- addresses


def _fault(url: str) -> str:
    """Say what is wrong with an address; nothing if it can be used."""
    if not re.fullmatch(r"[!-~]+", url):
        return "an address without spaces and in plain letters, please"
    try:
        parts = urlsplit(url)
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return "an address such as https://models.example.org/v1, please"
    if parts.scheme not in ("https", "http") or not name:
        return "an address such as https://models.example.org/v1, please"
    if parts.username is not None or parts.password is not None:
        return "no name and no password in the address, please; a key has its environment variable"
    return _fault_of(parts, name)


def _fault_of(parts: SplitResult, name: str) -> str:
    if parts.query or parts.fragment:
        return "an address without ? and #, please"
    if parts.scheme == "http" and not _is_near(name):
        return "https, please; http would send everything in the open, and is only for one's own network"
    return ""


def _is_near(name: str) -> bool:
    """Tell whether a server of that name stands in one's own network, or on this very machine."""
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
"""Of a keyring that a system offers; those below it keep in plain files what they are given, or nothing at all."""
SENDABLE = re.compile(r"[!-~]{1,4096}")
"""What can be sent as a key: anything else would be an error whose words have the key in them."""


LOCKED = Message("The system’s keyring does not give out the key. Enter it on the page of the language model.")


class KeyringTrouble(Exception):
    """The system's keyring cannot be read: it is missing, locked, or broken."""


class ApiKey:
    """Where to find the key of one address. It is sent to the worker as it is; ``repr`` does not reveal it."""

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
        """The key itself, empty if there is none; raises KeyringTrouble.

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


NO_KEY = ApiKey()


def keep(address: str, key: str) -> bool:
    """Give an address's key to the system's keyring; false if none would keep it. As slow as ``ApiKey.read``."""
    try:
        keyring = _keyring()
        keyring.set_password(SERVICE, address, key)
        return bool(keyring.get_password(SERVICE, address) == key)
    except Exception:  # as above
        return False


def forget(address: str) -> None:
    """Have the key of an address taken out of the system's keyring, where it can be; as slow as ``ApiKey.read``."""
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
