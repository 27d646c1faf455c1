"""Solver and generator of Stone Dragon, private to the game."""
