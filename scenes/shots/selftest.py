"""The program's self-test: loads once everything that is loaded at run time, and draws every screen."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from importlib import metadata
from itertools import cycle
from typing import Any

import pygame

from logic import VERSION
from logic.cabinet import read_cabinet
from logic.core import Dice, find_move, never
from logic.engine.arena import play_game
from logic.engine.worker import Thinker
from logic.game import Game
from logic.puzzles import puzzles_of
from logic.registry import GAMES, game_config
from logic.text import LANGUAGES, Text
from logic.variants import resolve_params
from scenes.editor.editor import EditorScene
from scenes.puzzles.paper import PdfFile, png_of
from scenes.shots.headless import computer_seats
from scenes.shots.poses import solved
from scenes.shots.shots import SHOTS, WindowKind, posed
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import FACES, Face, SurfaceCache
from sprites.paint.trays import tray_picture
from sprites.sound.recipes import RECIPES, synthesize
from sprites.sound.sound import PITCHES, SoundBank

SMALL = WindowKind("640x360", (640, 360))
TRIED_SIZE = 64
"""Pixels at which fonts and pictures are tested."""
SEED = 7
LONGEST_GAME = 5000
PATIENCE = 60.0
"""Seconds for a worker process to start and to answer."""

Found = dict[str, Any]


def run() -> Found:
    """Run every check; return a dict whose ``ok`` tells whether all have passed."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SMALL.size)
    begin = time.perf_counter()
    checks = {name: tried(check) for name, check in CHECKS.items()}
    return {
        "ok": all(check["ok"] for check in checks.values()),
        "version": VERSION,
        "frozen": bool(getattr(sys, "frozen", False)),
        "python": platform.python_version(),
        "pygame": pygame.version.ver,
        "seconds": round(time.perf_counter() - begin, 2),
        "checks": checks,
    }


def tried(check: Callable[[], Found]) -> Found:
    """Run one check; return its result, or its error, and the seconds that it took."""
    begin = time.perf_counter()
    try:
        found = {"ok": True, **check()}
    except Exception as error:  # whatever fails, the other checks are wanted too
        found = {"ok": False, "error": f"{type(error).__name__}: {error}"}
    return {**found, "seconds": round(time.perf_counter() - begin, 2)}


def _configs() -> Found:
    load_theme()
    shelf = list(read_cabinet().shelf)
    puzzles = {name: _campaign_length(game) for name, game in GAMES.items()}
    return {"shelf": shelf, "variants": {name: list(game_config(name).variants) for name in GAMES}, "puzzles": puzzles}


def _campaign_length(game: Game) -> int:
    found = puzzles_of(game)
    return sum(len(chapter.puzzles) for chapter in found.chapters()) if found else 0


def _catalogues() -> Found:
    titles = {code: [Text(code).get(game_config(name).title) for name in GAMES] for code in LANGUAGES}
    return {"languages": titles}


def _fonts() -> Found:
    cache = SurfaceCache()
    faces: tuple[Face, ...] = ("title", "interface", "text")
    for face in faces:
        cache.text("Quincunx Őłß", face, TRIED_SIZE, "#ffffff")
    cache.icon("undo", TRIED_SIZE, "#ffffff")
    return {"faces": list(FACES)}


def _pictures() -> Found:
    kit = Kit(load_theme(), Metrics.of((TRIED_SIZE, TRIED_SIZE), 1.0), SurfaceCache())
    for name in read_cabinet().shelf:
        tray_picture(kit, name, TRIED_SIZE, built=name in GAMES)
    return {"drawn": len(read_cabinet().shelf)}


def _sounds() -> Found:
    bank = SoundBank()
    for name in RECIPES:
        for pitch in PITCHES:
            synthesize(name, pitch)
        bank.play(name)
    silent = bank.is_silent
    bank.close()
    return {"names": list(RECIPES), "mixer": not silent}


def _paper() -> Found:
    """Write a small page to the file formats for printing."""
    page = pygame.Surface((TRIED_SIZE, TRIED_SIZE))
    pdf = PdfFile("Quincunx")
    pdf.add(page)
    return {"bytes": {"pdf": len(pdf.content()), "png": len(png_of(page))}}


def _screens() -> Found:
    """Draw every screen, in the languages in turn."""
    seen: set[str] = set()
    edited: set[str] = set()
    for shot, language in zip(SHOTS, cycle(LANGUAGES), strict=False):
        try:
            with posed(shot, SMALL, language) as here:
                seen |= {type(scene).__name__ for scene in here.app.stack.scenes}
                edited |= {scene.game for scene in here.app.stack.scenes if isinstance(scene, EditorScene)}
        except Exception as error:
            raise RuntimeError(f"{shot.name} ({language}): {type(error).__name__}: {error}") from error
    return {"shots": len(SHOTS), "scenes": sorted(seen), "editors": sorted(edited)}


def _games() -> Found:
    """Play one game of each at random."""
    played = {}
    for name, game in GAMES.items():
        config = game_config(name)
        variant = config.variants[config.default]
        params = resolve_params(game, variant, computer=True, name=name)
        record = play_game(name, config.default, params, ["random"] * variant.players[0], SEED, LONGEST_GAME)
        played[name] = {"moves": len(record.moves), "ended": not record.cut}
    return {"played": played}


def _puzzles() -> Found:
    """For each game of puzzles, solve the first of the collection, and play it to its end by the coach's hints."""
    found = {}
    for name, game in GAMES.items():
        puzzles = puzzles_of(game)
        if puzzles is None:
            continue
        first = puzzles.chapters()[0].puzzles[0]
        least, _ = puzzles.judge(first.params, never)
        outcome = solved(name).outcome()
        if least != first.par or outcome is None:
            raise ValueError(f"{name}: solved in {least}, not in {first.par}; played to {outcome}")
        found[name] = {"solved_in": least, "won": bool(outcome.winners)}
    return {"puzzles": found}


def _worker() -> Found:
    """Have a worker process choose a move of each game."""
    chosen = {}
    with Thinker() as thinker:
        for name, game in GAMES.items():
            state = game.new(game.Params(), Dice(SEED))
            level = computer_seats(name, None)[0].level
            move = thinker.ask("choose", name, state, level, SEED).result(PATIENCE)
            chosen[name] = str(find_move(state, str(move)))
    return {"chose": chosen}


def _keyring() -> Found:
    """Name the keyrings that are known here: they are found by their package's metadata."""
    known = sorted(entry.name for entry in metadata.entry_points(group="keyring.backends") if entry.load() is not None)
    if not known:
        raise ValueError("none is known")
    return {"known": known}


CHECKS: dict[str, Callable[[], Found]] = {
    "configs": _configs,
    "catalogues": _catalogues,
    "fonts": _fonts,
    "pictures": _pictures,
    "sounds": _sounds,
    "paper": _paper,
    "screens": _screens,
    "games": _games,
    "puzzles": _puzzles,
    "worker": _worker,
    "keyring": _keyring,
}
