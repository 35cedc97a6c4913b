"""A night ahead for one player: the people who come, and the player's answer."""
