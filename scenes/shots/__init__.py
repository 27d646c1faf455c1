"""Screens without a window: poses, pictures for looking at, demonstrations and the self-test."""
