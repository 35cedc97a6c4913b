"""THE BOOK between nights: its lists, its months, and settling a night."""
