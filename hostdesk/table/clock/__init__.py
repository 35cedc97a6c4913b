"""The pages of the clock, and the acts its turning makes."""
