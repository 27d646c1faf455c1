"""Where everything is kept: games with their journals, results, settings, boards and files."""
