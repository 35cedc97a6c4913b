"""Consolidations of THE BOOK: frozen standings, and the payments that clear them."""
