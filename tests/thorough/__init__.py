"""Long tests: games by a model, clusters, random input, brute force, the packed program; ``.ci/run`` runs them."""
