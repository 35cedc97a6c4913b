"""Ledger entries: an act with its transfers, and their accounts."""
