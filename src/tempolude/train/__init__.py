"""Nets that learn a game by playing it: `tempolude train GAME`. Needs PyTorch: `pip install "tempolude[train]"`."""
