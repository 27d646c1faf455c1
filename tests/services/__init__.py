"""What serves every game: sessions, store, worker, model, servers for programs and phones, command line."""
