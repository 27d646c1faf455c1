"""What is heard: waves, the sounds by name, and the bank that plays them."""
