"""Hands at views, boards and widgets, without a window."""
