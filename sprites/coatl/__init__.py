"""How the pieces, boards and cards of Cóatl are painted."""
