"""The bank terms of a house: reading them, checking them, and saying them."""
