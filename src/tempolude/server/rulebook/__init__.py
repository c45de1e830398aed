"""A rulebook as a page, with its figures."""
