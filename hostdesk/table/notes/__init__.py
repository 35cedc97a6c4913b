"""The pages of bank notes."""
