"""Many matches between bots: tournaments, ratings, balance studies, and pages with charts about them."""
