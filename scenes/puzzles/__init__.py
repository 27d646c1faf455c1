"""The screens of games of puzzles: shelf, generator, sharing, printing."""
