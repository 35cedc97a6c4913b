"""Changing the rules of a house: as a form, as a file, and what that changes."""
