"""Screens to sit at: an app, its cabinet, matches of each game."""
