"""What is seen: every screen, posed without a window."""
