"""Storing, sharing and migrating."""
