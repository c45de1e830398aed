"""One table: gathering, playing, its log, clocks, bots and open connections."""
