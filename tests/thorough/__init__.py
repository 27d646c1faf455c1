"""Long ones: whole games, by hand and by a model, clusters, wild hands, the packed program; ``.ci/run`` runs it."""
