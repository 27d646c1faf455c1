"""Timing of benchmarks: CPU time of this process, so that others on the machine do not disturb it; and its output."""

import os
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")


def answered(work: Callable[[], Answer], clock: Callable[[], float] = time.process_time) -> tuple[Answer, float]:
    """Return the result of some work, and the seconds that it takes."""
    begun = clock()
    return work(), clock() - begun


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the seconds that some work takes, the best of several times."""
    return min(answered(work)[1] for _ in range(times))


def cuts(times: Sequence[float]) -> str:
    """Return the median, 99th percentile and maximum of times in seconds, as a text in milliseconds."""
    found = statistics.quantiles([*times] * (2 if len(times) == 1 else 1), n=100, method="inclusive")
    named = (("p50", found[49]), ("p99", found[98]), ("worst", max(times)))
    return ", ".join(f"{name} {value * 1000:.2f} ms" for name, value in named)


def tell(title: str, times: Sequence[float]) -> None:
    """Print the number of times under a title, and their distribution."""
    print(f"{title} ({len(times)}): {cuts(times)}")


def resident(process: int | str = "self") -> float:
    """Return the memory that a process holds, in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
