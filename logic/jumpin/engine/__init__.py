"""What is private to solving and making puzzles of JumpIN’."""
