"""A language model as adviser and opponent: told only what a seat may know, and checked by the engine."""
