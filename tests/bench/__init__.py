"""Measurements, run by hand and printed, never asserted."""
