"""Freed memory is returned to the system on request, and in a window's process only then."""

import platform
import subprocess
import sys

SCRIPT = """
import psutil
from logic.memory import release_freed_memory

large, stays = [], []
for _ in range(500):
    large.append(bytearray(100_000))
    stays.append(bytearray(2_000))
large.clear()
held = psutil.Process().memory_info().rss
release_freed_memory()
print(held - psutil.Process().memory_info().rss)
"""


def test_release_freed_memory_returns_fragmented_free_memory_to_the_system():
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    # Elsewhere the C library does so by itself, or separates large and small allocations.
    assert int(run.stdout) > 25_000_000 or platform.libc_ver()[0] != "glibc"


LARGE = """
import psutil
from logic.memory import release_freed_memory, keep_freed_memory

keep_freed_memory()
bytearray(20_000_000)
held = psutil.Process().memory_info().rss
release_freed_memory()
print(held - psutil.Process().memory_info().rss)
"""


def test_keep_freed_memory_retains_it_until_released():
    run = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=True)
    assert int(run.stdout) > 15_000_000 or platform.libc_ver()[0] != "glibc"
