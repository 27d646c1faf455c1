"""A game in progress, in this process and others."""
