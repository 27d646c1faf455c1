"""What every screen stands on: window, loop, stack, pages, overlays, fields."""
