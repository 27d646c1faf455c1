"""Screens for tests to play at: an app, its cabinet, matches of each game."""
