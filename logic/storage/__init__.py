"""Persistent data: games with their journals, results, settings, boards and files."""
