"""HTTP: connections, proxies, rate limits, and the parsing of input."""
