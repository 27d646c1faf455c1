"""Slow tests: games by a model, clusters, monkey tests, brute force, the packed program; ``.ci/run`` runs them."""
