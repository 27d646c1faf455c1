"""Checks that a screen fits, in any window, at any UI scale, and in any language."""

from functools import cache

from logic.text import LANGUAGES, Text
from scenes.app.orientation import Orientation
from sprites.paint.surface_cache import SurfaceCache
from tests.support.gallery import CACHES

WINDOWS = (
    ((1920, 1080), 1.0),
    ((1024, 600), 1.0),
    ((1024, 600), 2.0),
    ((1080, 1920), 1.0),
    ((600, 1024), 2.0),
    ((800, 1280), 1.5),
)
"""Sizes in pixels, and the scale of everything drawn."""
NO_WINDOW = (1, 1)
"""Smaller than any of ours, so that the next window is always another one."""


def in_sight(app):
    """Return the visible screens, the lowest first."""
    scenes = app.stack.scenes
    return scenes[max((place for place, scene in enumerate(scenes) if scene.opaque), default=0) :]


def lay_out(app, size, scale, language):
    """Lay out anew what is shown, once, as for a new window and new settings."""
    _lay_out(app, size, app.settings.with_(language=language, ui_scale=scale), Text(language))


def _lay_out(app, size, settings, text):
    app.settings, app.text = settings, text
    app.orientation = Orientation(NO_WINDOW, app.orientation.edge)
    app.resize(size)


def faults_of_layout(app):
    """Yield what is cut off, overflows or is too small to be pressed, and where several buttons are the primary one."""
    for scene in in_sight(app):
        yield from scene.ui.overflows()
    gold = [one.key for one in app.stack.top.ui.walk() if getattr(one, "style", "") == "primary" and one.enabled]
    if len(gold) > 1:
        yield f"more than one gold: {gold}"


@cache
def _cache_of(_size, _scale):
    """What is measured and painted to lay out screens in a window, kept for the next layout in such a window."""
    kept = SurfaceCache()
    CACHES.add(kept)
    return kept


def faults_in_every_window(app, windows=WINDOWS, turn=None):
    """Lay out what is shown in each window and language; return the faults by both. It is left as it was.

    With ``turn``, the number of one screen of many, each window is laid out in one language only, another for each
    number.
    """
    before, found, own = (app.orientation.window, app.settings, app.text), {}, app._cache
    for number, (size, scale) in enumerate(windows):
        app._cache = _cache_of(size, scale)  # its own cache discards everything when the window is another
        for language in LANGUAGES if turn is None else [[*LANGUAGES][(turn + number) % len(LANGUAGES)]]:
            lay_out(app, size, scale, language)
            faults = list(faults_of_layout(app))
            if faults:
                found[size, scale, language] = faults
    app._cache = own
    _lay_out(app, *before)
    return found
