"""What pictures are made of: layers, surfaces, relief, materials, and the cache that keeps them."""
