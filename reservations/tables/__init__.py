"""Where people sit: seats, draws, balancing, the button and the blinds."""
