"""Every screen: nothing is cut off in any window; painted ones have three sizes of type and legible text."""

import pygame
import pytest

from logic.registry import GAMES
from logic.text import LANGUAGES
from scenes.shots.headless import HeadlessApp
from scenes.shots.shots import SHOTS, WINDOWS_OF_ALL_LANGUAGES, WindowKind, posed
from sprites.paint.surface_cache import SurfaceCache
from tests.support.sampling import sample_of
from tests.support.windows import faults_in_every_window, faults_of_layout, in_sight

pytestmark = pytest.mark.xdist_group("posed")  # the games that were played for the poses are kept by one process

MOST_SIZES = 3
FOUR_SIZES = ("-board-lesson", "-statistics")
"""The text of a lesson is a heading over a board in use, and many long names shrink at the head of a table."""
A_MOMENT = 1.0
"""Seconds in which prerendering is done."""
OWN = [shot for shot in SHOTS if shot.name.partition("-")[0] not in GAMES and "adviser-hint" not in shot.name]
"""The program's own screens; those of the games have to be played up to first, which is slow."""
TURN = {shot.name: turn for turn, shot in enumerate(SHOTS)}
"""The windows and languages in which a screen is painted take turns; it is laid out in all of the windows."""


def window_of(shot):
    return TURN[shot.name] % len(WINDOWS_OF_ALL_LANGUAGES)


BY_WINDOW = sorted(SHOTS, key=window_of)
"""Those of one window come together, since they share its cache."""


def faults_of_picture(app, window, most):
    """Yield which texts are too faint or overlap, and the text of which there is one size too many."""
    *lower, top = in_sight(app)
    for scene in lower:
        scene.draw(window)
    window.sizes.clear()
    top.draw(window)
    sizes = {size: text for size, text in window.sizes.items() if size + 1 not in window.sizes}  # 1 px is invisible
    app.overlay.draw(window, top.ui)
    if len(sizes) > most:
        yield f"more than {most} sizes of type: {sizes}"
    yield from (f"{text!r} lies over {other!r}" for text, other in window.covered)
    yield from (f"{text!r} is too faint: {worst}" for text, worst in window.faint().items())


@pytest.mark.parametrize("shot", sample_of(BY_WINDOW, where=OWN.__contains__), ids=lambda shot: shot.name)
def test_every_screen_fits_all_windows_with_legible_text_in_few_sizes(watched, monkeypatch, shot):
    monkeypatch.setattr(HeadlessApp, "paint", lambda here: None)  # earlier screens would be painted over
    turn = TURN[shot.name]
    frame = WINDOWS_OF_ALL_LANGUAGES[window_of(shot)]
    painted = [*LANGUAGES][turn // len(WINDOWS_OF_ALL_LANGUAGES) % len(LANGUAGES)]
    with posed(shot, frame, painted) as here:
        assert faults_in_every_window(here.app, turn=turn) == {}
        here.run_until_idle(A_MOMENT)
        most = MOST_SIZES + shot.name.endswith(FOUR_SIZES)
        assert list(faults_of_picture(here.app, watched(here.app.size), most)) == []


def test_a_button_beside_the_board_gives_up_its_icon_rather_than_its_label(monkeypatch):
    monkeypatch.setattr(HeadlessApp, "paint", lambda here: None)
    shot = next(shot for shot in SHOTS if shot.name == "labyrinth-end")
    with posed(shot, WindowKind("narrow", (1024, 600), 1.75), "hu") as here:
        assert list(faults_of_layout(here.app)) == []


def test_overlapping_texts_are_detected_unless_painted_over(watched):
    pygame.font.init()
    cache, window = SurfaceCache(), watched((200, 60))
    window.blit(cache.text("below", "text", 20, "#ffffff"), (10, 10))
    window.blit(cache.text("beside", "text", 20, "#ffffff"), (100, 10))
    assert window.covered == []
    window.blit(cache.text("over", "text", 20, "#ffffff"), (14, 12))
    assert window.covered == [("over", "below")]
    window.fill("#000000")
    window.blit(cache.text("alone", "text", 20, "#ffffff"), (14, 12))
    assert window.covered == [("over", "below")]
