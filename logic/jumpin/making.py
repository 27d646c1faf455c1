"""Generates puzzles from the command line: reads what is wished, and fills the file here or on a cluster."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any, cast

from logic import jumpin
from logic.jobs import cluster
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.engine.generator import Request, Wish, generate
from logic.jumpin.engine.output import OutputError, open_output
from logic.jumpin.engine.space import TooLarge
from logic.jumpin.puzzles import Params
from logic.storage.files import StoreProblem
from logic.terminal import Problem
from logic.variants import read_game, resolve_params

GAME = "jumpin"


def request_of(args: Mapping[str, Any]) -> Request:
    """What the arguments of the command line ask for; raises Problem for pieces that cannot be."""
    tiers = tuple(range(args["tier"][0], args["tier"][1] + 1)) if args["tier"] else ()
    filters = {name: args[name] for name in ("all_starts", "one_hole_set", "no_spare_piece", "every_rabbit_moves")}
    wish = Wish(args["least_steps"], tiers=tiers, **filters)
    spans = (args["rabbits"], args["mushrooms"], args["foxes"])
    board = _board(args.get("variant"))
    try:
        return Request(*spans, wish, args["count"], args.get("seed"), board)
    except ValueError as error:
        raise Problem(f"generate: {error}") from None


def _board(variant: str | None) -> Board:
    """The board of a variant, without one the published one."""
    if variant is None:
        return STANDARD
    chosen = read_game(GAME, jumpin).variants[variant]
    params = resolve_params(jumpin, chosen, computer=False, name=variant)
    return cast("Params", params).board


def fill(path: Path, request: Request, jobs: int, scheduler: str | None, show: Callable[[int, int, str], None]) -> int:
    """Write everything that is asked for into a file, or what is missing there; returns the number of its puzzles.

    ``show`` hears how much of how much work is done, and words about it. Raises Problem for what cannot be done.
    """

    def tell(done: int, total: int, records: int) -> None:
        show(done, total, f"{records} puzzles")

    workers: AbstractContextManager[Executor | None] = nullcontext() if scheduler is None else cluster(scheduler)
    try:
        with workers as executor, closing(open_output(path, request.as_json())) as output:
            generate(request, output, executor, jobs, tell)
            return output.records
    except (OutputError, ValueError) as error:
        raise Problem(f"generate: {error}") from None
    except TooLarge:
        raise Problem("generate: these pieces have more positions on this board than can be looked at") from None
    except StoreProblem as error:
        raise Problem(f"generate: {error.message}") from None
    except sqlite3.Error as error:
        raise Problem(f"generate: {path}: {error}") from None
