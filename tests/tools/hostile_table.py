"""Prints what a player is told when a language model misbehaves: ``python -m tests.tools.hostile_table``."""

from __future__ import annotations

import os
import time

from logic import jumpin
from logic.core import Dice, never
from logic.llm import adviser
from logic.llm.settings import AdviserConfig
from tests.support.advicefakes import CASES, KEY, LATE, Case, served

TIMEOUT, PATIENCE = 1.0, 20.0
HEAD = "| The server … | The player is told | Answer by | Seconds |\n| --- | --- | --- | --- |"


def row(case: Case) -> str:
    """Play one case and return its line of the table."""
    state = jumpin.new(jumpin.Params(), Dice(1))
    with served(case.serve) as server:
        url = server.base_url.replace("http", case.scheme, 1)
        config = AdviserConfig(base_url=url, model="fake", timeout=TIMEOUT if case.told == LATE else PATIENCE)
        begun = time.monotonic()
        advice = adviser.turn(jumpin, state, config, "en", Dice(1), never)
        took = time.monotonic() - begun
        told = str(advice.trouble or advice.hint.reason).replace(config.host, "localhost")
    told = told if len(told) <= 110 else f"{told[:110]}…"
    return f"| {case.name} | {told} | {advice.source} | {took:.1f} |"


def main() -> None:
    os.environ["QUINCUNX_API_KEY"] = KEY
    print(HEAD)
    for case in CASES:
        print(row(case))


if __name__ == "__main__":
    main()
