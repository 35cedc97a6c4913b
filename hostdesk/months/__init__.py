"""The pages of consolidations."""
