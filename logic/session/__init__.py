"""A game being played and what it is begun with, saved as and played again from."""
