"""Drivers of the application and of matches of each game, for screen tests."""
