"""The web server: lobby, tables, rules and API. It depends on the engine; no game depends on it."""
