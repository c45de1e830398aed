"""Custom components: their texts, and how an option holds one."""
