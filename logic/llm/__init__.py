"""A language model as adviser and opponent: it is told only what a seat may know, and its answers are checked."""
