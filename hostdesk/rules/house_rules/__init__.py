"""The rules of a house for its players: looked up, compared, accepted."""
