"""Tests of storage, sharing, export and import."""
