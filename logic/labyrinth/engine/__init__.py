"""What is private to the thinking about Labyrinth: bits, batches, plans, beliefs, and mazes for one."""
