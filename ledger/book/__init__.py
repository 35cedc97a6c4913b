"""THE BOOK: its history, payments, claims and corrections."""
