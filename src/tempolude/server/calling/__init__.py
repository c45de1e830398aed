"""Calling people whose turn it is while they do not look: to a closed browser, by mail."""
