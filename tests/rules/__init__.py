"""Each game by its rules: positions, moves, texts, hints, levels, solvers; nothing is drawn."""
