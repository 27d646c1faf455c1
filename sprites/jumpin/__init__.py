"""Painting of the meadow and animals of JumpIN’."""
