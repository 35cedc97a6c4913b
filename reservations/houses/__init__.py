"""The rules of a house about coming and about its tables, as values and as sentences."""
