"""Doors for researchers: the games in the interfaces they already use. All knowledge is in engine and games."""
