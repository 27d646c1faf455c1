"""Input for views, boards and widgets, without a window."""
