"""All widgets on one screen, and kits for windows of any size."""

from weakref import WeakSet

import pygame

from sprites.paint import materials, tokens
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import (
    Button,
    Choice,
    Column,
    Grid,
    Label,
    ListBox,
    ListRow,
    OnScreenKeyboard,
    Panel,
    Picture,
    Progress,
    RichText,
    Row,
    Scroll,
    Slider,
    TextField,
    Toggle,
)  # fmt: skip
from sprites.widgets.base import do_nothing
from sprites.widgets.ui import Ui

SIZES = {"1280x720": (1280, 720, 1.0), "1024x600-200": (1024, 600, 2.0), "720x1280": (720, 1280, 1.0),
         "3840x2160": (3840, 2160, 1.0)}  # fmt: skip
MARKUP = """Each player owns **one L** and may move *one* of the two pebbles.

- Lift your L, turn it and **lay it on another place**.
- Then move a pebble, or leave both where they are.

Wer sein L nicht mehr legen kann, verliert — auch ein
*Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen* hilft nicht."""


CACHES = WeakSet()
"""Picture caches of kits that modules keep, from one test to the next and after they are over."""


def make_kit(size, scale=1.0, **changes):
    """Return a kit for a window of that size, with a cache of its own."""
    if pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode((64, 64))
    pygame.font.init()
    cache = SurfaceCache()
    CACHES.add(cache)
    return Kit(load_theme(), Metrics.of(size, scale), cache, **changes)


def nothing(*_values):
    return None


def token(kit, player):
    def draw(surface, rect):
        surface.blit(tokens.player_token(kit, player, rect.width), rect)

    pressed = nothing if player < 2 else do_nothing
    return Picture(kit, f"token{player}", draw, on_press=pressed)


def buttons(kit):
    return Column(kit, "buttons", [
        Label(kit, "title", "Quincunx", "title", "title", kit.theme.colours.accent_light, "center"),
        Row(kit, "row1", [
            Button(kit, "play", "Start the game", "play", nothing, "primary"),
            Button(kit, "normal", "Take back", "undo"),
        ]),
        Row(kit, "row2", [
            Button(kit, "quiet", "Rules", style="quiet"),
            Button(kit, "danger", "Give up", "flag_outline", style="danger"),
            Button(kit, "off", "Redo", "redo", enabled=False),
            Button(kit, "hint", icon="lightbulb_outline", tip="Show a good move, and say why it is one"),
            Button(kit, "menu", icon="menu", style="quiet"),
        ]),
        Grid(kit, "tokens", [token(kit, i) for i in range(4)], 4),
        Progress(kit, "thinking"),
    ])  # fmt: skip


def choices(kit):
    return Column(kit, "choices", [
        Toggle(kit, "on", "Reduced motion", True, nothing),
        Toggle(kit, "noff", "Stärkere Muster für Farbenblinde", False, nothing),
        Toggle(kit, "dis", "Not to be changed now", True, nothing, enabled=False),
        Slider(kit, "volume", "Music", 0.6, 0, 1, 0.05, nothing, "{:.0%}".format),
        Choice(kit, "variant", "Variant", [(1, "Classic"), (2, "Ohne neutrale Spielsteine")], 2, nothing),
        TextField(kit, "name", "Name", "Zażółć gęślą jaźń", nothing),
    ])  # fmt: skip


def game_list(kit):
    rows = [
        ListRow(f"{i + 1}. Red lays the L on b{i % 4 + 1} c{i % 4 + 1}", "" if i % 3 else "Blue to move",
                ("chess_pawn", "", "flag_outline")[i % 3])
        for i in range(30)
    ]  # fmt: skip
    return ListBox(kit, "list", rows, nothing, selected=1)


def build(kit):
    """Return a Ui of all of it, laid out for the kit's window."""
    ui, metrics = Ui(kit), kit.metrics
    text = RichText(kit, "rules", MARKUP, colour=kit.theme.colours.paper_ink, accent=kit.theme.colours.paper_accent)
    panels = [
        Panel(kit, "p1", Scroll(kit, "s1", buttons(kit))),
        Panel(kit, "p2", Scroll(kit, "s2", choices(kit)), "dialog"),
        Panel(kit, "p3", Scroll(kit, "s3", text), "paper"),
        Panel(kit, "p4", game_list(kit)),
    ]
    if metrics.width >= kit.px(900):
        side = Column(kit, "side", panels[2:], gap=0)
        whole = Row(kit, "all", [*panels[:2], side], gap=0, weights=(5, 5, 4))
    else:
        whole = Scroll(kit, "all", Column(kit, "page", panels, gap=0))
    whole.place(pygame.Rect(kit.px(10), kit.px(10), metrics.width - kit.px(20), metrics.height - kit.px(20)))
    ui.add(whole)
    return ui


def keyboard(kit):
    ui, metrics = Ui(kit), kit.metrics
    keys = OnScreenKeyboard(kit, "keys", "Zo", nothing, nothing, language="hu")
    body = Column(kit, "body", [TextField(kit, "name", "", "Zo", nothing), keys])
    panel = Panel(kit, "p", body, "dialog", pad=4)
    width = min(metrics.width, kit.px(720))
    panel.place(pygame.Rect(0, 0, width, min(metrics.height, panel.measure(width))))
    ui.add(panel)
    return ui


def picture(kit, ui):
    size = (kit.metrics.width, kit.metrics.height)
    surface = pygame.Surface(size)
    surface.blit(materials.table_background(kit, size), (0, 0))
    ui.draw(surface)
    return surface
