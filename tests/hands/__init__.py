"""Tests of input at the boards: fingers, mouse, keys and pad."""
