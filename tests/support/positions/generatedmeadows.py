"""Helpers of the tests of JumpIN’s generator: its records, and its files."""

import json
from contextlib import closing

import msgspec

from logic.jumpin.engine.generator import (
    BESIDE,
    FIELDS,
    PuzzleFilter,
    Record,
    Request,
    generate,
    open_output,
    pieces,
    plan,
    work_on,
)

LITTLE = Request((1, 1), (1, 2), (0, 1))
"""Quick, and yet of many chunks."""


def records(request):
    return [record for piece in pieces(plan(request)) for record in work_on(piece)]


def from_line(line):
    """Read a record as another program would."""
    return msgspec.json.decode(line, type=Record)


def from_row(row):
    data = dict(zip(FIELDS, row, strict=True))
    lists = {name: json.loads(data[name]) for name in ("solution", "hole_sets")}
    return msgspec.convert(data | lists | {"farthest": bool(data["farthest"])}, Record)


def of_class(rabbits, mushrooms, foxes, puzzle_filter=PuzzleFilter(), **others):  # noqa: B008 - frozen
    return records(Request((rabbits,) * 2, (mushrooms,) * 2, (foxes,) * 2, puzzle_filter, **others))


def chunks_in(path):
    """Return how many chunks are complete in a file that a run is still writing."""
    try:
        return json.loads(path.with_name(path.name + BESIDE).read_bytes())["chunks"]
    except FileNotFoundError:
        return 0


def written(path, request=LITTLE, **options):
    with closing(open_output(path, request.as_json())) as output:
        generate(request, output, **options)
    return path.read_bytes()
