"""The means of painting: layers, surfaces, relief, materials, and the cache of pictures."""
