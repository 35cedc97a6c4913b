"""A night of the bank: float, banker, drawer, play, stakes, and its close."""
