"""The screen on which every game is played: match, panel, menus, result, teaching."""
