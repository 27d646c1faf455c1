"""Input to views, boards and widgets, without a window."""
