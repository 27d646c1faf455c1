"""What tests in several folders share."""
