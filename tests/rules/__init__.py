"""Tests of each game's logic: positions, moves, texts, hints, levels, solvers; nothing is drawn."""
