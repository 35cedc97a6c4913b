"""The pages of THE BOOK."""
