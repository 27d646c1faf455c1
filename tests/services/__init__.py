"""Tests of what serves every game: sessions, store, worker, language model, MCP, phones, command line."""
