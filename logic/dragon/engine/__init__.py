"""What is private to solving and making labyrinths of Stone Dragon."""
