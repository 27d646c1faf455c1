"""The parts of every game's view: squares, camera, gestures, marks."""
