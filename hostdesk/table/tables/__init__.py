"""The pages of seats and tables."""
