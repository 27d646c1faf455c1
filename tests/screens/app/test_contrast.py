"""Text has enough contrast, also in states that no screenshot shows; test_survey.py looks at the screens."""

import pygame
import pytest

from logic.registry import GAMES
from scenes.app.card import Card
from scenes.board.playercard import CardFace, PlayerCard
from scenes.board.secrets import Curtain
from scenes.cabinet.rules import RulesScene
from scenes.shots.poses import Shot
from scenes.shots.shots import WindowKind, posed
from sprites.paint import materials
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import Button, Choice, Label, ListBox, ListRow, RichText, Slider, TextField, Toggle, faces
from sprites.widgets.input import Pointer
from tests.screens.artparts import VISIBLE, contrast, luminance
from tests.support.gallery import make_kit, nothing
from tests.support.sampling import sample_of

pytestmark = pytest.mark.xdist_group("posed")  # the games that were played for the poses are kept by one process

WINDOW = WindowKind("1280x800", (1280, 800))
SEATS = range(4)


def test_contrast_matches_wcag_values_and_faint_text_is_reported(watched):
    pygame.font.init()
    assert contrast("#ffffff", [[0, 0, 0]]) == pytest.approx(21)
    assert contrast("#767676", [[255, 255, 255]]) == pytest.approx(4.54, abs=0.01)
    window = watched((100, 40))
    window.fill("#777777")
    window.blit(SurfaceCache().text("faint", "text", 20, "#888888"), (0, 0))
    with pytest.raises(AssertionError, match="faint"):
        window.check()


@pytest.mark.parametrize("game", sample_of(GAMES, where=("lgame", "coatl").__contains__))
def test_rules_pages_have_legible_text(watched, game):
    rules = Shot("rules", lambda here: here.show(RulesScene(here.app, game)))
    with posed(rules, WINDOW, "en") as here:
        for page in range(here.app.stack.top.count):
            here.surface = watched(WINDOW.size)
            here.app.stack.top.turn(page - here.app.stack.top.page)
            here.paint()
            here.surface.check(texts=2)


@pytest.mark.parametrize("seat", SEATS)
def test_the_curtain_is_legible_in_every_seat_colour(watched, seat):
    curtain = Shot("curtain", lambda here: here.show(Curtain(here.app, "Zoë", seat, lambda: None)))
    with posed(curtain, WINDOW, "en") as here:
        here.surface = watched(WINDOW.size)
        here.paint()
        here.surface.check(texts=2)


# -- widgets in states that no picture shows


@pytest.fixture
def kit():
    return make_kit(WINDOW.size)


def draw_on(kit, window, material, *widgets):
    """Draw widgets one below the other on a panel."""
    window.blit(materials.panel(kit, window.get_size(), material), (0, 0))
    for number, widget in enumerate(widgets):
        widget.place(pygame.Rect(60, 40 + 110 * number, 460, widget.measure(460)))
        widget.draw(window)


@pytest.mark.parametrize(("lift", "sink"), [(0, 0), (0.5, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("style", ["normal", "primary", "quiet", "danger"])
def test_buttons_are_legible_in_every_style_and_pointer_state(watched, kit, style, lift, sink):
    for material in materials.MARGIN:
        window = watched((600, 400))
        on, off = Button(kit, "on", "On", style=style), Button(kit, "off", "Off", style=style, enabled=False)
        if style == "quiet" and material == "paper":
            continue  # no quiet button lies on paper: it would be transparent there
        on.lift.value, on.sink.value = lift, sink
        draw_on(kit, window, material, on, off)
        window.check(texts=2)


@pytest.mark.parametrize(("lift", "sink"), [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("chosen", [True, False])
def test_cards_are_legible_in_every_pointer_state(watched, kit, chosen, lift, sink):
    window = watched((600, 400))
    card = Card(kit, "card", "Title", "Some words below it", nothing, chosen=chosen)
    card.lift.value, card.sink.value = lift, sink
    draw_on(kit, window, "panel", card)
    window.check(texts=2)


@pytest.mark.parametrize("enabled", [True, False])
def test_form_widgets_are_legible_when_enabled_and_disabled(watched, kit, enabled):
    window = watched((600, 800))
    draw_on(
        kit, window, "dialog",
        Toggle(kit, "toggle", "Toggle", True, nothing, enabled=enabled),
        Slider(kit, "slider", "Slider", 0.5, 0, 1, 0.1, nothing),
        Choice(kit, "choice", "Choice", [(1, "One")], 1, nothing),
        TextField(kit, "field", "Field", "Text", nothing, enabled=enabled),
        TextField(kit, "empty", "Empty", "", nothing, hint="Hint", enabled=enabled),
    )  # fmt: skip
    window.check(texts=9)


@pytest.mark.parametrize("state", ["plain", "selected", "pressed"])
def test_list_rows_are_legible_in_every_state(watched, kit, state):
    window = watched((600, 400))
    row = ListRow("Title", subtitle="Words below it")
    rows = ListBox(kit, "list", [row], selected=0 if state == "selected" else None)
    draw_on(kit, window, "dialog", rows)
    if state == "pressed":
        assert rows.point(Pointer("down", rows.row_rect(0).center))
        rows.draw(window)
    window.check(texts=2)


@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize("seat", SEATS)
def test_player_cards_are_legible(watched, kit, seat, acts):
    window = watched((600, 400))
    card = PlayerCard(kit, "card", seat)
    card.face = CardFace("Zoë", "Computer", acts, (0.5, "42"))
    window.blit(materials.panel(kit, window.get_size(), "panel"), (0, 0))
    card.place(pygame.Rect(60, 60, 300, 58))
    card.draw(window)
    window.check(texts=3)


def test_text_on_paper_is_legible(watched, kit):
    window, colours = watched((600, 400)), kit.theme.colours
    rich = RichText(kit, "rich", "Plain, **bold**, *italic*", "small", colours.paper_ink, colours.paper_accent)
    draw_on(kit, window, "paper", rich, Label(kit, "tip", "A tip", "interface", "small", colours.paper_ink))
    window.check(texts=4)


def test_focus_ring_and_lamp_colours_stand_out_and_disabled_text_is_dimmer(kit):
    colours = kit.theme.colours
    for material in ("panel", "dialog"):
        below = pygame.Surface((200, 200))
        below.blit(materials.panel(kit, (400, 400), material), (-100, -100))
        pixels = pygame.surfarray.array3d(below)
        for colour in (colours.focus, colours.good, colours.even, colours.bad, colours.accent):
            assert contrast(colour, pixels) >= VISIBLE
    # fallback texts are distinguished from others
    lights = [float(luminance(colour)) for colour in (faces.disabled_ink(kit), pygame.Color(kit.theme.colours.ink)[:3])]
    assert lights[0] < 0.6 * lights[1]
