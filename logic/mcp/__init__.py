"""Games over the Model Context Protocol: programs play and advise, with a token for each seat."""
