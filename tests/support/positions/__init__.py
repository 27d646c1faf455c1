"""Positions of every game: written as text, or random."""
