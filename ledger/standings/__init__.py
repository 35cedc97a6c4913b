"""Standings in THE BOOK out of transfers alone, and how old they are."""
