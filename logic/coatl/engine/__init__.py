"""What is private to the thinking about Cóatl: builds, automata, plans, and what is to be hoped for."""
