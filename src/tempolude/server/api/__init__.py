"""The API under /api: a program makes tables, sits down, sees what its seat may see, acts, and follows what happens."""
