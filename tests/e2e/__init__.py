"""The whole program in a real window."""
