"""What people bring to games: their texts, and how an option holds one."""
