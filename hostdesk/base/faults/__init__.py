"""Faults of the desk: their numbers, the last ones, and the bug report that may leave the house."""
