"""Money: cents, words, cash, chips by colour, and how a locale writes amounts."""
