"""Small games that are not on the shelf, for tests of what must hold for any game."""
