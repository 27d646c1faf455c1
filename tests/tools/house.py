"""Draws the architecture: ``python -m tests.tools.house`` writes ``docs/house.png``, folders and imports between them.

What lies higher imports what lies lower; the thicker a line, the more modules it joins. Measured anew from the code.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import grimp
import pygame

from sprites.paint.surface_cache import SurfaceCache

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "house.png"
ROOMS = {"scenes": "#d9a441", "sprites": "#6ca0a8", "logic": "#b7795b"}
"""The top-level packages from top to bottom, and their colours."""
GROUND, INK, SOFT = "#221c17", "#f3eadb", "#b9ab97"
WIDTH, TALL, GAP, MARGIN, DOWN = 1920, 74, 14, 40, 240
LARGE, SMALL = 22, 16


def folder_of(module: str) -> str:
    """Return the folder that a module lies in; a module of the package itself is in the package's own."""
    room, _, rest = module.partition(".")
    folder = rest.partition(".")[0]
    return f"{room}.{folder}" if folder and (ROOT / room / folder).is_dir() else room


def measured() -> tuple[dict[str, list[str]], Counter[tuple[str, str]]]:
    """Return the modules of each folder, and how many imports lead from one folder to another."""
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    folders: dict[str, list[str]] = defaultdict(list)
    arrows: Counter[tuple[str, str]] = Counter()
    for module in sorted(graph.modules):
        folders[folder_of(module)].append(module)
        for other in graph.find_modules_directly_imported_by(module):
            if folder_of(other) != folder_of(module):
                arrows[folder_of(module), folder_of(other)] += 1
    return folders, arrows


def lines_of(modules: list[str]) -> int:
    paths = (ROOT / module.replace(".", "/") for module in modules)
    files = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py") for path in paths)
    return sum(file.read_text(encoding="utf-8").count("\n") for file in files)


def laid_out(folders: dict[str, list[str]]) -> dict[str, pygame.Rect]:
    """Lay the folders of each package side by side, the package's own first."""
    places = {}
    for row, room in enumerate(ROOMS):
        own = sorted(name for name in folders if name.partition(".")[0] == room and len(folders[name]) > 1)
        wide = (WIDTH - 2 * MARGIN + GAP) / len(own) - GAP
        for column, name in enumerate(own):
            left = MARGIN + column * (wide + GAP)
            places[name] = pygame.Rect(round(left), 120 + row * (TALL + DOWN), round(wide), TALL)
    return places


def curve(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[float, float]]:
    """Return the points of a line that leaves and arrives vertically; within a row longer ones hang lower below it."""
    apart = abs(end[0] - start[0])
    hang = min(DOWN * 0.8, 20 + apart / 8) if start[1] == end[1] else (end[1] - start[1]) * 0.5
    turn = start[1] + hang, end[1] + hang if start[1] == end[1] else end[1] - hang
    points = []
    for step in range(41):
        t = step / 40
        left, middle, right, last = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        x = (left + middle) * start[0] + (right + last) * end[0]
        points.append((x, left * start[1] + middle * turn[0] + right * turn[1] + last * end[1]))
    return points


def draw() -> pygame.Surface:
    folders, arrows = measured()
    places, cache = laid_out(folders), SurfaceCache()
    picture = pygame.Surface((WIDTH, 120 + 3 * TALL + 3 * DOWN))
    picture.fill(GROUND)
    veil = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    for (user, used), count in sorted(arrows.items(), key=lambda arrow: arrow[1]):
        if not {user, used} <= places.keys():
            continue
        colour = pygame.Color(ROOMS[user.partition(".")[0]])
        colour.a = min(200, 50 + 8 * count)
        start, end = places[user].midbottom, places[used].midtop
        if places[user].top == places[used].top:
            end = places[used].midbottom
        pygame.draw.lines(veil, colour, False, curve(start, end), width=min(7, 1 + count // 8))
    picture.blit(veil, (0, 0))
    for name, place in places.items():
        room = name.partition(".")[0]
        pygame.draw.rect(picture, ROOMS[room], place, border_radius=8)
        title = cache.text(name.partition(".")[2] or f"{room}/", "interface", LARGE, GROUND)
        facts = cache.text(
            f"{len(folders[name])} · {lines_of(folders[name]):,}".replace(",", " "), "text", SMALL, GROUND
        )
        for words, middle in ((title, place.top + 26), (facts, place.top + 54)):
            scale = min(1.0, (place.width - 8) / words.get_width())
            shown = pygame.transform.smoothscale_by(words, scale) if scale < 1 else words
            picture.blit(shown, shown.get_rect(center=(place.centerx, middle)))
    told = "Quincunx: files and lines of each folder; lines are imports, from a folder to those it uses"
    picture.blit(cache.text(told, "text", LARGE, INK), (MARGIN, 40))
    return picture


if __name__ == "__main__":
    pygame.init()
    pygame.image.save(draw(), str(PICTURE))
