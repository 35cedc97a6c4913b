"""The pages of the desk itself: home, settings, and moved pages."""
