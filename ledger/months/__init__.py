"""Consolidations of THE BOOK: what is frozen, and the payments that clear it."""
