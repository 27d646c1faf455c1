"""What every widget and painter is given: the theme, the window's metrics, the cache of pictures, and sound.

The theme (colours, sizes, durations) is read once from ``theme.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, wraps
from inspect import signature
from typing import Annotated, Concatenate, Literal, ParamSpec

import msgspec
import pygame

from logic.config import read_yaml
from sprites.paint.surface_cache import SurfaceCache

Rest = ParamSpec("Rest")
Hex = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Size = Annotated[int, msgspec.Meta(gt=0, le=2000)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=60)]

SMALLEST_SHORT, SMALLEST_LONG = 360, 640
"""In units: every screen can be laid out in that much, so a larger UI scale is cut down to it."""
REFERENCE_SHORT, REFERENCE_LONG = 720, 1280


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours that all screens share."""

    table: Hex
    table_light: Hex
    panel: Hex
    panel_raised: Hex
    panel_edge: Hex
    ink: Hex
    ink_soft: Hex
    paper: Hex
    paper_ink: Hex
    paper_accent: Hex
    accent: Hex
    accent_light: Hex
    accent_ink: Hex
    focus: Hex
    hint: Hex
    good: Hex
    bad: Hex
    even: Hex
    trail: Hex
    shadow: Hex


class PlayerLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The identity of a seat: its colour, its shape and its pattern."""

    colour: Hex
    light: Hex
    dark: Hex
    ink: Hex
    shape: Literal["disc", "square", "triangle", "diamond"]
    pattern: Literal["plain", "stripes", "dots", "checks"]


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lengths in units; see :class:`Metrics`."""

    title: Size
    heading: Size
    reading: Size
    text: Size
    small: Size
    control: Size
    gap: Size
    pad: Size
    radius: Size
    focus_ring: Size
    hint_line: Size
    panel_width: Size


class Durations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Durations, in seconds."""

    slide: Seconds
    hop: Seconds
    walk: Seconds
    card: Seconds
    screen: Seconds
    turn: Seconds
    settle: Seconds
    press: Seconds
    celebrate: Seconds
    toast: Seconds
    point: Seconds
    long_press: Seconds
    tooltip: Seconds


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of ``theme.yaml``."""

    colours: Colours
    players: Annotated[tuple[PlayerLook, ...], msgspec.Meta(min_length=4)]
    sizes: Sizes
    seconds: Durations


def load_theme() -> Theme:
    """Read ``config/theme.yaml``; raise ConfigError with the place of a fault."""
    return read_yaml("theme.yaml", Theme)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The window's size in pixels, and the pixels of a unit.

    A unit is a pixel on a 1280×720 screen (or 720×1280) at scale 1 and grows with the window and the UI scale, limited
    so that 640×360 units always fit.
    """

    width: int
    height: int
    unit: float

    @classmethod
    def of(cls, size: tuple[int, int], ui_scale: float) -> Metrics:
        """Measure a window of that size in pixels."""
        short, long = sorted(size)
        natural = min(short / REFERENCE_SHORT, long / REFERENCE_LONG) * ui_scale
        most = min(short / SMALLEST_SHORT, long / SMALLEST_LONG)
        return cls(size[0], size[1], max(0.1, min(natural, most)))

    @property
    def portrait(self) -> bool:
        """Tell whether panels go below the board."""
        return self.height > self.width

    def px(self, units: float) -> int:
        """Turn units into whole pixels, at least one for anything that is not nothing."""
        return max(1, round(units * self.unit)) if units > 0 else round(units * self.unit)


def _silent(_name: str) -> None:
    """Make no sound."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything a widget needs to be measured, drawn and heard."""

    theme: Theme
    metrics: Metrics
    cache: SurfaceCache
    """Serves windows of these metrics with these patterns alone: nothing that is baked need tell by which it was."""
    reduced_motion: bool = False
    strong_patterns: bool = False
    play: Callable[[str], None] = _silent
    """Plays a sound by its name: ``press`` and ``focus`` here."""
    px: Callable[[float], int] = field(init=False, repr=False, compare=False)
    """Turns units into pixels of the window in use; what was asked for once is known, as widgets ask in every frame."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "px", cache(self.metrics.px))


def kept(
    paint: Callable[Concatenate[Kit, Rest], pygame.Surface],
) -> Callable[Concatenate[Kit, Rest], pygame.Surface]:
    """Decorate a painter: its pictures are cached in the kit, by its arguments. Callers must not draw on them."""
    name = f"{paint.__module__}.{paint.__name__}"
    defaults = {part.name: part.default for part in [*signature(paint).parameters.values()][1:]}
    parts = tuple(defaults)

    @wraps(paint)
    def found(kit: Kit, /, *args: Rest.args, **how: Rest.kwargs) -> pygame.Surface:
        key = (name, *args)
        if len(args) < len(parts):
            key = (*key, *[how.get(part, defaults[part]) for part in parts[len(args) :]])
        return kit.cache.keep(key, lambda: paint(kit, *args, **how))

    return found
