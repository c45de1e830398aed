"""Tournaments: who plays whom in a round, what the tables are worth, and what starts a round."""
