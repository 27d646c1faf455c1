"""Screens without a window: poses, screenshots, demonstrations and the self-test."""
