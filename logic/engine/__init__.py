"""Computation outside of the frame loop: the worker process, and the arena in which levels compete."""
