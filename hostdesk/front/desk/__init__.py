"""The pages of the desk itself: home and settings."""
