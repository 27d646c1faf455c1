"""Stories in tables: what is done, and what must follow."""
