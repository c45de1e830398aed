"""Adapters for research: the games behind common interfaces. They contain no rules of their own."""
