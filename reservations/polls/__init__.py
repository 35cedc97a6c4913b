"""Polls for the date of a night: the dates, the answers, and the night of the best date."""
