"""JumpIN’ on the screen."""
