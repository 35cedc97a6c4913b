"""The pages of the clock."""
