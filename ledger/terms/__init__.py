"""The bank terms of a house: reading, checking and saying them, and the limits of a night."""
