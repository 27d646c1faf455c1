"""Laws: what holds for every game, for the code as a whole, and for the promises of README and docs."""
