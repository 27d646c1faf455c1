"""The table for programs: games are played over the Model Context Protocol, with a token for each seat."""
