"""The open night as of its last act: what all pages of the table read."""
