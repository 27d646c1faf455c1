"""Tools run by hand: ``python -m tests.tools.NAME`` records, measures, draws and attacks."""
