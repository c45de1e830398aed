"""The web page: the shelf of games and their rules. It knows the engine; no game knows it."""
