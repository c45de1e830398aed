"""A tiny game for the tests of the engine: pick a number in secret, then draw tokens until somebody has enough."""
