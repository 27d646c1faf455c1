"""The solved L-Game."""
