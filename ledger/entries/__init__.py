"""Ledger entries: an act together with its transfers, and the accounts they go through."""
