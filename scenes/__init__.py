"""The screens: stack, shelf, set-up, one thin scene a game, overlays."""
