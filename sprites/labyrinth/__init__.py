"""How the tiles, treasures and pawns of Labyrinth are painted."""
