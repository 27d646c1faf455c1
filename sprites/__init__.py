"""Everything visible and audible below the screens: stage, pieces, widgets, physics, sound."""
