"""What holds for every game, for the code as a whole and for what README and docs promise."""
