"""Makes the files of a release that are the same for every system: sources, wheel, bill of materials, and all hashes.

Run ``python packaging/release.py OUT`` where ``pip install -e '.[release]'`` was done. It takes what is committed and
nothing else, builds the wheel twice, and runs it in an empty environment. What lies in OUT already, such as the packed
programs, gets its hash beside the others.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

from logic import VERSION
from logic.licences import components
from sbom import bill

ROOT = Path(__file__).parents[1]
HASHES = "SHA256SUMS"


def run(*command: object, folder: Path = ROOT, **environment: str) -> str:
    """Run a command, and return its output; raise if it fails."""
    done = subprocess.run(  # noqa: S603
        [*map(str, command)],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip()


def built(sources: Path, kind: str, out: Path, when: str) -> Path:
    """Build a package from a folder."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", out, folder=sources, SOURCE_DATE_EPOCH=when)
    (made,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def unpacked(archive: Path, folder: Path) -> Path:
    """Unpack an archive that contains one folder, and return that folder."""
    with tarfile.open(archive) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it from 3.11.4 on
        files.extractall(folder)  # noqa: S202 - of our own making
    (inside,) = folder.iterdir()
    return inside


def packages(work: Path, when: str) -> tuple[Path, Path]:
    """Build sdist and wheel from the committed files; build the wheel again from the sdist, and compare the bytes."""
    committed = work / "committed.tar"
    run("git", "archive", "--prefix=quincunx/", "-o", committed, "HEAD")
    checkout = unpacked(committed, work / "checkout")
    sources = built(checkout, "sdist", work / "sources", when)
    wheel = built(checkout, "wheel", work / "wheel", when)
    again = built(unpacked(sources, work / "again"), "wheel", work / "wheel-again", when)
    if wheel.read_bytes() != again.read_bytes():
        sys.exit(f"{wheel.name}: two builds differ")
    run(sys.executable, "-m", "twine", "check", "--strict", sources, wheel)
    return sources, wheel


def try_out(wheel: Path, work: Path) -> None:
    """Install the wheel into an empty environment, and run the program's self-test there."""
    venv.create(work / "empty", with_pip=True)
    commands = work / "empty" / ("Scripts" if os.name == "nt" else "bin")
    run(commands / "python", "-m", "pip", "install", "-q", wheel, folder=work)
    said = run(commands / "quincunx", "--version", folder=work)
    if said != f"quincunx {VERSION}":
        sys.exit(f"{wheel.name}: it says {said}")
    run(commands / "quincunx", "self-test", folder=work)


def hashed(out: Path) -> str:
    """The hashes of all files in a folder, in the format of ``sha256sum -c``."""
    files = sorted(path for path in out.iterdir() if path.is_file() and path.name != HASHES)
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main() -> None:
    """Make the release; any failure ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the folder that the files go to")
    parser.add_argument("--untried", action="store_true", help="leave the empty environment out, which takes a network")
    args = parser.parse_args()
    if run("git", "status", "--porcelain"):
        sys.exit("something is not committed: what is released must be there for others too")
    when = run("git", "log", "-1", "--format=%ct")
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        sources, wheel = packages(work, when)
        if not args.untried:
            try_out(wheel, work)
        for made in (sources, wheel):
            (args.out / made.name).write_bytes(made.read_bytes())
    (args.out / f"quincunx-{VERSION}.cdx.json").write_bytes(bill(components(), int(when)))
    (args.out / HASHES).write_text(hashed(args.out), encoding="ascii")
    print((args.out / HASHES).read_text(encoding="ascii"), end="")


if __name__ == "__main__":
    main()
