"""Reads the YAML under ``config/`` into checked types; errors name the file, the path in it and what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from importlib.resources import files
from threading import RLock
from typing import Any, TypeVar

import msgspec
import yaml

from logic.core import Message, UserError

T = TypeVar("T")

MAX_DEPTH = 40
"""The maximum nesting of a file: PyYAML's own parser recurses in C and would crash the program."""

MISFITS = (ValueError, TypeError, LookupError, AttributeError)
"""What YAML's constructors raise if a value does not fit its tag (``!!bool perhaps``, ``2001-99-99``)."""

_ONE_AT_A_TIME = RLock()
"""msgspec analyses a type on first use, and crashes the program if two threads do so at once."""

UNNAMED = ' in "<unicode string>"'
"""How PyYAML names a text that it did not open itself."""


class ConfigError(UserError, ValueError):
    """An unusable configuration: ``message`` names the file, the path inside it, and what was expected."""

    def __init__(self, fault: Message | str) -> None:
        super().__init__(fault if isinstance(fault, Message) else Message("{why}", why=fault))


class _Loader(yaml.CSafeLoader):
    """YAML's safe loader, but it refuses duplicate keys and says where a value does not fit its tag."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except MISFITS:
            raise _fault(f"a value that fits {node.tag.rpartition(':')[2]!r} was expected", node) from None


def _fault(what: str, where: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=what, problem_mark=where.start_mark)


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise _fault("a key must be a word", key_node)
        if key in seen:
            raise _fault(f"the key {key!r} stands twice", key_node)
        seen.add(key)
    return loader.construct_mapping(node, deep=True)


def _check_depth(text: str) -> None:
    """Refuse a text nested too deeply, from its flat stream of events, before anything recurses."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _fault(f"nested deeper than {MAX_DEPTH} levels", event)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def parse_yaml(text: str, kind: type[T], name: str) -> T:
    """Read YAML into ``kind`` (a msgspec type); raise ConfigError naming the file, the path and the fault."""
    try:
        _check_depth(text)
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader's child
    except (yaml.YAMLError, *MISFITS, RecursionError) as error:
        said = " ".join(str(error).split()).replace(UNNAMED, "")
        raise ConfigError(f"{name}: {said}") from None
    return convert(data, kind, name)


def convert(data: Any, kind: type[T], name: str = "") -> T:
    """Check plain data against ``kind``, in any thread; raise ConfigError that names the path and the fault."""
    try:
        with _ONE_AT_A_TIME:
            return msgspec.convert(data, kind)
    except (msgspec.ValidationError, ValueError) as error:
        raise ConfigError(_at(name, _translatable(str(error)))) from None


# -- msgspec's English, as messages

_PLACE = re.compile(r"(?P<said>.*) - at (?:`(?P<key>key)` in )?(?P<path>`\$[^`]*`)", re.DOTALL)
_KIND = r"Expected `(?P<kind>[^`]*)`"
_SAID: tuple[tuple[str, Message], ...] = (
    (_KIND, Message("{kind} was expected")),
    (rf"{_KIND}, got `(?P<found>[^`]*)`", Message("{kind} was expected, not {found}")),
    (rf"{_KIND} (?P<bound>[<>]=? \S+)", Message("{kind} {bound} was expected")),
    (rf"{_KIND} of (?:at )?(?P<bound>.*?)", Message("{kind} of length {bound} was expected")),
    (rf"{_KIND} of (?:at )?(?P<bound>.*), got (?P<found>\d+)",
     Message("{kind} of length {bound} was expected, not {found}")),
    (rf"{_KIND} matching regex (?P<form>.*)", Message("{kind} of the form {form} was expected")),
    (r"Object contains unknown field `(?P<field>.*)`", Message("there is no field `{field}`")),
    (r"Object missing required field `(?P<field>.*)`", Message("the field `{field}` is missing")),
    (r"Invalid (?:enum )?value (?P<value>.*)", Message("{value} cannot stand there")),
    (r"(?:Number|Integer value) out of range", Message("this number is too large")),
)  # fmt: skip
_KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("a text"),
    "bool": Message("true or false"),
    "array": Message("a list"),
    "object": Message("a group of fields"),
    "null": Message("nothing"),
}
_SIGNS = {"length ": "", "least ": "≥ ", "most ": "≤ ", "<=": "≤", ">=": "≥", " to ": "–"}
_LONGEST_QUOTE = 60


def _translatable(said: str) -> Message | str:
    """A fault that msgspec has found; what a type of ours says of its own values stays as it is."""
    place = _PLACE.fullmatch(said)
    if place is not None:
        why = _translatable(place["said"])
        return _at(place["path"], Message("a key: {why}", why=why) if place["key"] else why)
    for form, message in reversed(_SAID):
        if found := re.fullmatch(form, said, re.DOTALL):
            return message.of(**{name: _SHOWN[name](value) for name, value in found.groupdict().items()})
    return said


def _kind(names: str) -> Message | str:
    first, _, others = names.partition(" | ")
    kind: Message | str = _KINDS.get(first, first)
    return Message("{a} or {b}", a=kind, b=_kind(others)) if others else kind


def _bound(words: str) -> str:
    for word, sign in _SIGNS.items():
        words = words.replace(word, sign)
    return words


def _quote(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


_SHOWN: Mapping[str, Callable[[str], Message | str]] = {
    "kind": _kind, "found": _kind, "bound": _bound, "field": _quote, "value": _quote, "form": _quote
}  # fmt: skip


def _at(place: str, why: Message | str) -> Message | str:
    return Message("{place}: {why}", place=place, why=why) if place else why


def read_text(name: str) -> str:
    """The text of a file under ``config/``, wherever the program is installed; raises ConfigError."""
    try:
        return files("config").joinpath(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"config/{name}: {error.strerror or error}") from None
    except ValueError as error:  # no UTF-8, or a null in the name
        raise ConfigError(f"config/{name}: {error}") from None


def read_yaml(name: str, kind: type[T]) -> T:
    return parse_yaml(read_text(name), kind, f"config/{name}")
