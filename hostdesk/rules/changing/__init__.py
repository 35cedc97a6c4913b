"""Changing the rules of a house: as a form, as a file, with the differences."""
