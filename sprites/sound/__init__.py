"""Sound: waves, the sounds by name, and the bank that plays them."""
