"""People: guests identified by a signed cookie, and the rules for names."""
