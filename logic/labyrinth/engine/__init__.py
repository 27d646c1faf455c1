"""Search for Labyrinth, private to hints and computer players: bit boards, batches, plans, beliefs, mazes for one."""
