"""The open night as of its last act, for all pages of the table."""
