"""The board editor, as far as it is the same for every game."""
