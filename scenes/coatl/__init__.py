"""Cóatl on the screen."""
