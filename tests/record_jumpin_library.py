"""Picks the library of JumpIN’ out of everything there is: ``python -m tests.record_jumpin_library``.

Always the same one: 200 puzzles a tier without a spare piece, as different as can be in pieces and length.
"""

import sys
from collections import defaultdict
from itertools import product
from pathlib import Path

import numpy as np

from logic.core import Dice
from logic.jumpin.board import STANDARD, symmetries
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.dealing import SHORTEST
from logic.jumpin.engine.generator import has_spare_piece
from logic.jumpin.engine.grading import TIER_LIMITS, tier_of
from logic.jumpin.engine.grounds import grounds
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.survey import Survey
from logic.jumpin.position import canonical, parse, show, turned

FILE = Path(__file__).parent.parent / "config" / "jumpin_library.txt"
PER_TIER = 200
SEED = 4
GROUNDS = 500
"""Of each class so many grounds are looked at."""
LARGEST, LARGEST_HARD = 5_000, 12_000
"""Positions of a component that a puzzle is taken from, an easy or a hard one: a test looks at all of them."""
HARD = 150
"""Positions for each solved one that a component of the hardest tier has at least."""
OF_ONE_GROUND = 2


def candidates(dice):
    """Give (tier, class, steps, hitting time, ground, position) of many puzzles: the farthest of their components,
    and some nearer ones of the tiers that few of the farthest belong to."""
    for pieces in product(range(1, 5), range(4), range(3)):
        rabbits, mushrooms, foxes = pieces
        every = dice.shuffled(list(grounds(STANDARD, mushrooms, foxes)))[:GROUNDS]
        for number, ground in enumerate(every):
            survey = Survey(STANDARD, ground, rabbits)
            if not len(survey.keys):
                continue
            wide = survey.sizes / np.bincount(survey.part, survey.steps == 0) >= HARD
            fitting = np.flatnonzero(survey.sizes <= np.where(wide, LARGEST_HARD, LARGEST))
            times = survey.hitting_times(fitting)
            known = ~np.isnan(times) & survey.stands_for_images() & (survey.steps > 1)
            far = survey.steps == survey.farthest[survey.part]
            rare = (times > TIER_LIMITS[3]) | ((times > TIER_LIMITS[1]) & (times <= TIER_LIMITS[2]))
            chosen = dice.shuffled(np.flatnonzero(known & far).tolist())[:20]
            chosen += dice.shuffled(np.flatnonzero(known & rare & ~far).tolist())[:2]
            for start in chosen:
                tier = tier_of(round(float(times[start]), 1))
                text = show(survey.space.position(int(survey.keys[start])))
                if survey.steps[start] >= SHORTEST[tier - 1]:
                    yield tier, pieces, int(survey.steps[start]), float(times[start]), (pieces, number), text
        print(pieces, file=sys.stderr, flush=True)


def picked(every, dice):
    """Take one of each class and length in turn, until there are enough."""
    groups = defaultdict(list)
    for one in dice.shuffled(every):
        groups[one[1], one[2]].append(one)
    taken, seen, grounds_used = [], set(), defaultdict(int)
    order = dice.shuffled(sorted(groups))
    while len(taken) < PER_TIER and any(groups.values()):
        for group in order:
            while groups[group]:
                one = groups[group].pop()
                known_as = canonical(one[5])
                good = known_as not in seen and not is_published(known_as) and grounds_used[one[4]] < OF_ONE_GROUND
                if good and not has_spare_piece(one[5], one[2]):
                    seen.add(known_as)
                    grounds_used[one[4]] += 1
                    taken.append(one)
                    break
            if len(taken) == PER_TIER:
                break
    return sorted(taken, key=lambda one: (one[3], one[5]))


def main():
    dice = Dice(SEED)
    tiers = defaultdict(list)
    for one in candidates(dice):
        tiers[one[0]].append(one)
    lines = []
    for tier in sorted(tiers):
        chosen = picked(tiers[tier], dice)
        print(f"tier {tier}: {len(chosen)} of {len(tiers[tier])}", file=sys.stderr, flush=True)
        for _, _, steps, time, _, text in chosen:
            shown = show(turned(parse(text), dice.choice(symmetries(STANDARD))))
            lines.append(f"{tier} {shown} {steps} {solve(shown, 'moves').cost} {time:.1f}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
