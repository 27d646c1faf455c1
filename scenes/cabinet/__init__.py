"""The application's own screens: shelf, set-up, games, replay, statistics, settings, rules, help."""
