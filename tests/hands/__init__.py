"""Fingers, mouse, keys and pad at the boards."""
