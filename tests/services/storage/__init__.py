"""What is kept, shared and brought along."""
