"""End-to-end tests: the whole program in a real window."""
