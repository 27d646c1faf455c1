"""Small games that are not on the shelf, to test what must hold for any game."""
