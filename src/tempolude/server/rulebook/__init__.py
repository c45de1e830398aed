"""Rulebooks as pages, with their figures."""
