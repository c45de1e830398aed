"""People's own decks: their text, and how an option holds one."""
