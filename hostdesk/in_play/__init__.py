"""What goes on beside the bank: the clock, conduct and rulings, and the view that faces the table."""
