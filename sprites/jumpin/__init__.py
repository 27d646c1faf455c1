"""How the meadow and animals of JumpIN’ are painted."""
