"""What moves over time: pieces, effects, and ornament that obeys weight and swing."""
