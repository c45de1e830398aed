"""The API under /api: programs create tables, take seats, read their seat's view, act, and follow events."""
