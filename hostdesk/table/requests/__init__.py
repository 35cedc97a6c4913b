"""Players' requests to the banker from their own page: for chips, for a cash-out, to leave."""
