"""The tests, a package so that they can share their small games and helpers."""
