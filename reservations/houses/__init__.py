"""The rules of a house about attendance and seating, as values and as sentences."""
