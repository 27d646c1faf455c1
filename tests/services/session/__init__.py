"""A game being played, in this process and others."""
