"""What people run: ``python -m tests.tools.NAME`` records, measures, draws and attacks."""
