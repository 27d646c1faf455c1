"""What is private to the thinking about Cóatl: builds, machines, plans, and what is to be hoped for."""
