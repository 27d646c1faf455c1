"""The L-Game on the screen."""
