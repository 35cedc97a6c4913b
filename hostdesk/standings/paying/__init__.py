"""How players are paid: the kinds of their payment details, and payments with the amount filled in."""
