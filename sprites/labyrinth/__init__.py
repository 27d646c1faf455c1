"""Painting of Labyrinth's tiles, treasures and pawns."""
