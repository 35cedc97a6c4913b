"""What players ask the banker for from their own page: chips, a cash-out, to leave."""
