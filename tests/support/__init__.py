"""What tests in several folders stand on."""
