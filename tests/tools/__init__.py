"""Commands for developers: ``python -m tests.tools.NAME`` records, measures, draws and attacks."""
