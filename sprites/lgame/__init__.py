"""Painting of the L-Game's board and pieces."""
