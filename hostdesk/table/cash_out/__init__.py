"""Counting the chips of a player and paying them."""
