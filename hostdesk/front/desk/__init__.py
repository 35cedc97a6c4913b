"""The pages of the desk itself: home, settings, and what moved."""
