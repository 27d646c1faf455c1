"""Long ones: games by a model, clusters, wild hands, brute force, the packed program; ``.ci/run`` runs them."""
