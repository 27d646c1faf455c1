"""Search for Cóatl, private to hints and computer players: builds, automata, plans and their evaluation."""
