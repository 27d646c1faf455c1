"""Tests of every screen, without a window."""
