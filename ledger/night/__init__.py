"""A night of the bank: float, banker, drawer, play, its close, and undoing."""
