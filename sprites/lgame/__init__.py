"""How the board and pieces of the L-Game are painted."""
