"""Painting of Stone Dragon's squares, knights and fog."""
