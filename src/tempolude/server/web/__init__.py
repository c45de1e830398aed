"""The routes of pages and forms, and the socket of an open page."""
