"""Writes the program's sign in every form that a system asks for: PNG, SVG, ICO and ICNS.

Run ``python packaging/icons.py FOLDER``; the spec and ``packaging/linux.sh`` do. None of these files is kept.
"""

from __future__ import annotations

import argparse
import os
from io import BytesIO
from pathlib import Path

import pygame
from PIL import Image

from sprites.paint.emblems import icon, icon_svg

SIDES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Sizes in pixels that desktops ask for; Windows takes those up to 256, and macOS doubles 512."""
LARGEST_ICO, LARGEST_ICNS = 256, 1024


def painted(side: int) -> Image.Image:
    """Paint the icon at one size: small ones are not scaled down from large ones."""
    surface = icon(side)
    return Image.frombytes("RGBA", surface.get_size(), pygame.image.tobytes(surface, "RGBA"))


def write_icons(folder: Path) -> None:
    """Write all of them: ``quincunx.svg``, ``quincunx.ico``, ``quincunx.icns`` and ``SIDExSIDE/quincunx.png``."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"  # surfaces take their pixel format from the display
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    pictures = {side: painted(side) for side in (*SIDES, LARGEST_ICNS)}
    for side in SIDES:
        place = folder / f"{side}x{side}"
        place.mkdir(parents=True, exist_ok=True)
        pictures[side].save(place / "quincunx.png", optimize=True)
    (folder / "quincunx.svg").write_text(icon_svg(), encoding="utf-8")
    sides = [side for side in SIDES if side <= LARGEST_ICO]
    _save(folder / "quincunx.ico", pictures, sides, sizes=[(side, side) for side in sides])
    _save(folder / "quincunx.icns", pictures, [*pictures])


def _save(path: Path, pictures: dict[int, Image.Image], sides: list[int], **options: object) -> None:
    largest = max(sides)
    content = BytesIO()
    others = [pictures[side] for side in sides if side != largest]
    pictures[largest].save(content, path.suffix[1:], append_images=others, **options)
    path.write_bytes(content.getvalue())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    write_icons(parser.parse_args().folder)
