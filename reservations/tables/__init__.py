"""Seating: seats, draws, balancing, the button and the blinds."""
