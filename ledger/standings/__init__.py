"""Standings in THE BOOK, computed from transfers alone, and their ages."""
