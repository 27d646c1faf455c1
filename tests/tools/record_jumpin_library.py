"""Selects the library of JumpIN’ from all puzzles: ``python -m tests.tools.record_jumpin_library``.

It is reproducible: 400 puzzles a tier without a spare piece, as different as possible in pieces and length, and no two
of them from one component or its images: no puzzle is a position on the way of another.
"""

import sys
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from logic.core import Dice
from logic.jumpin.board import STANDARD, canonical, parse, show, symmetries, turned
from logic.jumpin.engine.collection import Entry, is_published, names
from logic.jumpin.engine.dealing import SHORTEST
from logic.jumpin.engine.generator import has_spare_piece
from logic.jumpin.engine.grading import TIER_LIMITS, bits_of, difficulty, grades, tier_of
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import grounds
from logic.jumpin.engine.survey import Survey
from logic.jumpin.notation import encode
from logic.puzzles import key_of

FILE = Path(__file__).parents[2] / "config" / "jumpin_library.txt"
PER_TIER = 400
SEED = 4
GROUNDS = 1_600
"""So many grounds of each class are searched."""
LARGEST = 15_000
"""The most positions of a component that a puzzle is taken from: a test searches all of them."""
OF_ONE_GROUND = 4
OF_ONE_COMPONENT = 2
"""Puzzles of each tier that are considered, of which one at most is taken."""
SCARCE = (5, 2, 3, 4, 1)
"""The tiers in the order in which they are selected: first those that have few to choose from."""


def candidates(dice):
    """Yield (tier, pieces, steps, grade, component, position) of many puzzles.

    They are the farthest of their components, and nearer ones of the tiers that few of the farthest belong to.
    """
    for pieces in product(range(1, 5), range(4), range(3)):
        rabbits, mushrooms, foxes = pieces
        every = dice.shuffled(list(grounds(STANDARD, mushrooms, foxes)))[:GROUNDS]
        for number, ground in enumerate(every):
            survey = Survey(STANDARD, [ground], rabbits)
            if not len(survey.keys):
                continue
            known = (survey.sizes <= LARGEST) & survey.stands_for_parts()
            graded = grades(survey.hitting_times(np.flatnonzero(known)), bits_of(survey.graph, survey.steps))
            inside = known[survey.part] & (survey.steps > 1)
            rare = (graded > TIER_LIMITS[0]) & (graded <= TIER_LIMITS[2])
            far = survey.steps == survey.farthest[survey.part]
            taken = Counter()
            chosen = np.flatnonzero(inside & (far | rare))
            for start in dice.shuffled(chosen[np.argsort(survey.keys[chosen])].tolist()):
                tier, steps = tier_of(graded[start]), int(survey.steps[start])
                component = (pieces, number, int(survey.part[start]))
                if steps >= SHORTEST[tier - 1] and taken[component, tier] < OF_ONE_COMPONENT:
                    taken[component, tier] += 1
                    text = show(survey.space.position(int(survey.keys[start])))
                    yield tier, pieces, steps, float(graded[start]), component, text
        print(pieces, file=sys.stderr, flush=True)


def picked(every, used, dice):
    """Take one of each kind of pieces and length in turn, until there are enough; record what they were taken from."""
    groups = defaultdict(list)
    for one in dice.shuffled(every):
        groups[one[1], one[2]].append(one)
    taken, of_ground = [], Counter()
    order = dice.shuffled(sorted(groups))
    while len(taken) < PER_TIER and any(groups.values()):
        for group in order:
            while groups[group]:
                one = groups[group].pop()
                component, ground = one[4], one[4][:2]
                good = component not in used and of_ground[ground] < OF_ONE_GROUND
                if good and not is_published(canonical(one[5])) and not has_spare_piece(one[5], one[2]):
                    used.add(component)
                    of_ground[ground] += 1
                    taken.append(one)
                    break
            if len(taken) == PER_TIER:
                break
    return in_turn(sorted(taken, key=lambda one: (one[3], one[5])))


def in_turn(sorted_by_grade):
    """Return the easiest first, delaying some so that no two neighbours have as many mushrooms and foxes."""
    waiting, laid, last = list(sorted_by_grade), [], None
    while waiting:
        ((most, count),) = Counter(one[1][1:] for one in waiting).most_common(1)
        pressing = 2 * count > len(waiting) and most != last
        fitting = (one for one in waiting if (one[1][1:] == most if pressing else one[1][1:] != last))
        one = next(fitting, waiting[0])
        waiting.remove(one)
        laid.append(one)
        last = one[1][1:]
    return laid


def named(entries):
    """Yield the entries with their keys, codes and names."""
    called = names((entry.canonical, entry.tier) for entry in entries)
    for entry, name in zip(entries, called, strict=True):
        yield replace(entry, key=key_of(entry.canonical), code=encode(entry.position), name=name)


def main():
    dice = Dice(SEED)
    tiers = defaultdict(list)
    for one in candidates(dice):
        tiers[one[0]].append(one)
    used, chosen = set(), {}
    for tier in SCARCE:
        chosen[tier] = picked(tiers[tier], used, dice)
        print(f"tier {tier}: {len(chosen[tier])} of {len(tiers[tier])}", file=sys.stderr, flush=True)
    entries = []
    for tier in sorted(chosen):
        for _, _, steps, grade, _, text in chosen[tier]:
            shown = show(turned(parse(text), dice.choice(symmetries(STANDARD))))
            entries.append(Entry(tier, shown, steps, solve(shown, "moves").cost, grade, difficulty(shown)))
    FILE.write_text("".join(entry.as_line() for entry in named(entries)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
