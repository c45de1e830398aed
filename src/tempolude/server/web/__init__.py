"""The addresses of the pages and their forms, and the socket of an open page."""
