"""Sharing: a picture of a position or a puzzle, a clip of a game, and the code contained in both."""
