"""Small games that are not on the shelf, for what must hold for any game."""
