"""A night ahead: who comes to it, as one player sees it, and what they answer."""
