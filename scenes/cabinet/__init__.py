"""The screens of the cabinet itself: shelf, set-up, games, replay, statistics, settings, rules, help."""
