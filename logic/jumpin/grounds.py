"""The grounds of JumpIN’: each set of mushrooms with each choice of fox lines, one for all of its images."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from logic.jumpin.board import Board, Symmetry, fox_tracks, move, symmetries
from logic.jumpin.foxes import images, rails


@dataclass(frozen=True, slots=True)
class Ground:
    """What never moves in a puzzle: mushrooms, and the fox lines in use by their numbers, sorted, one for each fox.

    ``symmetries`` are those of the board that keep both.
    """

    mushrooms: int
    tracks: tuple[int, ...]
    symmetries: tuple[Symmetry, ...]


def grounds(board: Board, mushrooms: int, foxes: int) -> Iterator[Ground]:
    """Give one ground for all that are images of each other, in a fixed order."""
    images = symmetries(board)
    track_images = [_track_image(board, image) for image in images]
    choices = list(combinations_with_replacement(range(len(fox_tracks(board))), foxes))
    for cells in combinations(range(board.size), mushrooms):
        mask = sum(1 << cell for cell in cells)
        moved = [move(image, mask) for image in images]
        if min(moved) < mask:
            continue
        keeping = [i for i, other in enumerate(moved) if other == mask]
        for tracks in choices:
            turned = [tuple(sorted(track_images[i][track] for track in tracks)) for i in keeping]
            if min(turned) == tracks:
                kept = (images[i] for i, other in zip(keeping, turned, strict=True) if other == tracks)
                yield Ground(mask, tracks, tuple(kept))


def _track_image(board: Board, image: Symmetry) -> tuple[int, ...]:
    """Give where each fox line goes."""
    tracks = [frozenset(track) for track in fox_tracks(board)]
    return tuple(tracks.index(frozenset(move(image, place) for place in track)) for track in tracks)


def fox_places(board: Board, ground: Ground) -> list[tuple[int, int]]:
    """Give every way to lay the foxes, by code: the code, as :mod:`logic.jumpin.foxes` has it, and the bits covered."""
    cover = rails(board, ground.tracks).cover
    codes = np.flatnonzero((cover >= 0) & (cover & ground.mushrooms == 0))
    return list(zip(codes.tolist(), cover[codes].tolist(), strict=True))


def code_count(board: Board, ground: Ground) -> int:
    """Count the codes of :func:`fox_places`, those that cannot be included."""
    return rails(board, ground.tracks).count


def setups(board: Board, ground: Ground, rabbits: int) -> int:
    """Count a ground's unsolved positions up to symmetry, by Burnside's lemma."""
    places = fox_places(board, ground)
    everywhere, holes = (1 << board.size) - 1, board.hole_mask & ~ground.mushrooms
    room = board.size - ground.mushrooms.bit_count() - 2 * len(ground.tracks)
    unchanged = len(places) * (comb(room, rabbits) - comb(holes.bit_count(), rabbits))
    for symmetry in ground.symmetries[1:]:
        there = images(board, ground.tracks, symmetry)
        for code, cover in places:
            if there[code] == code:
                free = everywhere & ~(cover | ground.mushrooms)
                unchanged += _kept(free, rabbits, symmetry) - _kept(holes, rabbits, symmetry)
    return unchanged // len(ground.symmetries)


def _kept(free: int, rabbits: int, symmetry: Symmetry) -> int:
    """Count the sets of free cells that a symmetry maps onto themselves: they are made of its whole cycles."""
    ways = [1] + [0] * rabbits
    for cycle in _cycles(symmetry):
        length = cycle.bit_count()
        for n in range(rabbits, length - 1, -1) if cycle & free else ():
            ways[n] += ways[n - length]
    return ways[rabbits]


@cache
def _cycles(symmetry: Symmetry) -> tuple[int, ...]:
    """Give the cells that a symmetry takes round and round, as bits, one mask for each round."""
    left, found = (1 << len(symmetry)) - 1, []
    while left:
        cycle, cell = 0, (left & -left).bit_length() - 1
        while not cycle >> cell & 1:
            cycle |= 1 << cell
            cell = symmetry[cell]
        left &= ~cycle
        found.append(cycle)
    return tuple(found)
