"""The screens of games that are puzzles: shelf, making, sharing, printing."""
