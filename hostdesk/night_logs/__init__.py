"""The night log: read, posted, and written again."""
