"""Stories told in tables: what is done, and what follows."""
