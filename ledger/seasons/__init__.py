"""Seasons: the nights of a span, what they came to for each player, and the records they set."""
