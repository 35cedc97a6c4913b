"""Money: cents, words, cash."""
