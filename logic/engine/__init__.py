"""Thinking beside the game: the worker that is asked, and the arena where levels meet."""
