"""The bank of one night: its history, its balances, opening to closing, and undoing."""
