"""The tests, importable as a package so that they can share their small games and helpers."""
