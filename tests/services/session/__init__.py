"""Tests of a game being played, in this process and others."""
