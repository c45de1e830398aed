"""What is kept: people, tables, and the log of actions, which is the truth about a match."""
