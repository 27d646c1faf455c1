"""What fingers, mouse, keys and pad do at the boards."""
