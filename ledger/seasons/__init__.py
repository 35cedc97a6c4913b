"""Seasons: the nights of a span, their results by player, and the records set."""
