"""Solver, generator and grading of JumpIN’, private to the game."""
