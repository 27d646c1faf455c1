"""Painting of Cóatl's pieces, boards and cards."""
