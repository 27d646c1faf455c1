"""The language model as adviser and opponent."""
