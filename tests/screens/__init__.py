"""Every screen, without a window."""
