"""Each game by its rules: positions, moves, words, hints, levels, solvers; nothing is drawn."""
