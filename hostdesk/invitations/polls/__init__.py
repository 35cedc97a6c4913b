"""The pages of a poll for the date."""
