"""The editor of boards, as far as it is the same for every game."""
