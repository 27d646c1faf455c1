"""The foundation of every screen: window, loop, scene stack, pages, overlays, fields."""
