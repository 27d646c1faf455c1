"""Records one random game of each game and variant as text: ``python -m tests.tools.record_playthroughs``.

A playthrough pins all that a player could notice: positions, the number of legal moves, moves, events, the end.
Re-record only on purpose, and say why in the commit.
"""

from __future__ import annotations

from pathlib import Path

from logic.core import Event
from tests.support.positions.cases import LONG, PLAIN, Case, last_turn, walk

FOLDER = Path(__file__).parents[1] / "playthroughs"
LENGTH = 60
"""The most moves of a recorded game, except one of the games that are long."""

ENDS = 12
"""Of a long game so many moves are recorded from its beginning and from its end."""

TRIES = 200
"""Seeds that are searched for a game that ends in time; without one the first is broken off."""


def path_of(case: Case) -> Path:
    """Return where a case's playthrough is kept."""
    return FOLDER / f"{case}.txt"


def length(case: Case) -> int:
    """Return the most moves that a game may take."""
    return LONG.get(case.name, LENGTH)


def seed_of(case: Case) -> int:
    """Return the first seed whose random game ends in time, else 1."""
    for seed in range(1, TRIES + 1):
        if last_turn(case, seed, length(case))[1].outcome() is not None:
            return seed
    return 1


def playthrough(case: Case) -> str:
    """Return a random game as text."""
    seed = seed_of(case)
    lines = [f"{case}: random game, seed {seed}", f"params: {case.params}", ""]
    steps = list(enumerate(walk(case, seed, length(case)), 1))
    told_of = [*steps[:ENDS], *steps[-ENDS:]] if case.name in LONG else steps
    for number, (state, move, step) in told_of:
        lines += [str(state), f"{len(state.legal_moves())} legal moves", "", f"{number}. player {state.player}: {move}"]
        lines += [f"   {told(event)}" for event in step.events]
        lines.append("")
    last = steps[-1][1][2].state
    outcome = last.outcome()
    lines += [str(last), f"{len(last.legal_moves())} legal moves", ""]
    if outcome is None:
        lines.append(f"broken off after {len(steps)} moves")
    else:
        lines.append(f"winners {outcome.winners}, ranking {outcome.ranking}: {outcome.reason}")
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def told(event: Event) -> str:
    """Return an event as text: its name, then each piece with its path."""
    ways = [f"{piece} {'-'.join(str(cell) for cell in path)}".strip() for piece, path in event.paths.items()]
    return f"{event.name}{' (reveals)' if event.reveals else ''}: {', '.join(ways)}".rstrip(": ")


def record() -> None:
    """Write all playthroughs anew, and remove those of variants that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {path_of(case): playthrough(case) for case in PLAIN}
    for path in FOLDER.glob("*.txt"):
        if path not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    for path, text in wanted.items():
        known = path.read_text(encoding="utf-8") if path.exists() else None
        if known != text:
            path.write_text(text, encoding="utf-8")
            print(f"{'wrote' if known is None else 'changed'} {path.name}")


if __name__ == "__main__":
    record()
