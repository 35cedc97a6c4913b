"""The bank of one night as the acts have it: its history, its balances, its notes, and how acts read."""
