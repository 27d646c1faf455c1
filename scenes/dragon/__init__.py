"""Stone Dragon on the screen."""
