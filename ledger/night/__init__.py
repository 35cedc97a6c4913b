"""A night of the bank: float, banker, drawer, play, what it is played for, its close."""
