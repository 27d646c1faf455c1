"""The screen on which every game is played, and what stands around its board."""
