"""What every game's view is made of: squares, camera, gestures, marks."""
