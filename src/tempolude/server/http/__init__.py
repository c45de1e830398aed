"""What every request passes through: connections, proxies, rates, and the reading of what people send."""
