"""Mutations of JSON values: any part changed, removed or duplicated."""

import copy

from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["play", "end"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places_in(data, path=()):
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places_in(value, (*path, key))


def tampered(data, path, value, how):
    """Replace, remove or duplicate the value at a path."""
    if not path:
        return value
    data = copy.deepcopy(data)
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    if how == "replace":
        inside[path[-1]] = value
    elif how == "remove":
        del inside[path[-1]]
    elif isinstance(inside, list):
        inside.insert(path[-1], inside[path[-1]])
    else:
        inside["more"] = inside[path[-1]]
    return data


def tampered_with(draw, value):
    """Return a value with some changes, each anywhere in it; ``draw`` draws from strategies."""
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places_in(value))))
        value = tampered(value, path, draw(JSON), draw(st.sampled_from(["replace", "remove", "double"])))
    return value
