"""What serves every game: sessions, the store, the worker, the model, the tables for programs, the command line."""
