"""Storage: people, tables, and the log of actions, from which a match is replayed."""
