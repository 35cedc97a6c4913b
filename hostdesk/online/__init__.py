"""Nights that were played at an online table: its ledger read, its players known again, and posted as a night."""
