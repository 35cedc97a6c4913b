"""THE BOOK: standings, their history, payments, claims and corrections."""
