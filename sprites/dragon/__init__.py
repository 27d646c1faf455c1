"""How the squares, knights and fog of Stone Dragon are painted."""
