"""What moves over time: pieces, effects, and ornamental physics."""
