"""Labyrinth on the screen."""
