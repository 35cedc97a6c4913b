"""Polls for the date of a night: the dates, who can when, and the night that comes of it."""
