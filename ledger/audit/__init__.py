"""Checks of the whole ledger, and the search for the cause of a difference in a count."""
