"""The pages of conduct and rulings."""
